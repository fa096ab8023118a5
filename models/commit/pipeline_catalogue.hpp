// The commit pipelines by server version. A file registers its own with one line; nothing else has to change.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/commit/commit_pipeline.hpp"
#include "models/version/release.hpp"

namespace models {

struct PipelineAlternative {
  std::string version;  // what scenarios call it: "mysql-5.7"
  Releases releases;    // all that commit in this way
  std::string summary;  // what sets it apart
  std::function<std::unique_ptr<CommitPipeline>(Server&)> make;
  std::function<void(CommitOutline&)> outline{};  // for the analysis; none where a pipeline does not tell
};

// All registered alternatives, by family and release.
const std::vector<PipelineAlternative>& commit_pipelines();

// The alternative of a release such as mysql-5.7.22; null when there is none. Percona Server has the pipelines of the MySQL
// release that it is built on (5.1: with the InnoDB plugin), unless it has one of its own.
const PipelineAlternative* find_commit_pipeline(const Release& release);
const PipelineAlternative* find_commit_pipeline(const std::string& version);  // null also when this names no release

// Adds an alternative; throws std::logic_error when one of its releases is taken. Returns true, for static initialisers.
bool register_commit_pipeline(PipelineAlternative alternative);

// The usual registration: `Pipeline` is constructed from its Server, and has an outline or none.
template <class Pipeline>
bool register_commit_pipeline(std::string version, Releases releases, std::string summary) {
  PipelineAlternative alternative{std::move(version), std::move(releases), std::move(summary),
                                  [](Server& server) { return std::make_unique<Pipeline>(server); }};
  if constexpr (requires(CommitOutline& commit) { Pipeline::outline(commit); }) alternative.outline = Pipeline::outline;
  return register_commit_pipeline(std::move(alternative));
}

}  // namespace models
