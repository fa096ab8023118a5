// The commit pipelines by server version. A file registers its own with one line; nothing else has to change.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/commit/commit_pipeline.hpp"

namespace models {

struct PipelineAlternative {
  std::string version;  // as a scenario names it: "mysql-5.7"
  std::string summary;
  std::function<std::unique_ptr<CommitPipeline>(Server&)> make;
};

// All registered alternatives, by version.
const std::vector<PipelineAlternative>& commit_pipelines();

// The alternative for "mysql-5.7" or a release of it such as "mysql-5.7.22"; null when there is none.
const PipelineAlternative* find_commit_pipeline(const std::string& version);

// Adds an alternative; throws std::logic_error when the version is taken. Returns true, for static initialisers.
bool register_commit_pipeline(PipelineAlternative alternative);

// The usual registration: `Pipeline` is constructed from its Server.
template <class Pipeline>
bool register_commit_pipeline(std::string version, std::string summary) {
  return register_commit_pipeline({std::move(version), std::move(summary),
                                   [](Server& server) { return std::make_unique<Pipeline>(server); }});
}

}  // namespace models
