#include "models/commit/pipeline_catalogue.hpp"

#include <algorithm>
#include <stdexcept>

namespace models {
namespace {

std::vector<PipelineAlternative>& catalogue() {
  static std::vector<PipelineAlternative> alternatives;
  return alternatives;
}

bool covers(const std::string& series, const std::string& version) {
  return version == series || version.starts_with(series + ".");
}

}  // namespace

const std::vector<PipelineAlternative>& commit_pipelines() { return catalogue(); }

const PipelineAlternative* find_commit_pipeline(const std::string& version) {
  for (const PipelineAlternative& alternative : catalogue()) {
    if (covers(alternative.version, version)) return &alternative;
  }
  return nullptr;
}

bool register_commit_pipeline(PipelineAlternative alternative) {
  auto& all = catalogue();
  const auto place = std::lower_bound(all.begin(), all.end(), alternative.version,
                                      [](const auto& each, const auto& version) { return each.version < version; });
  if (place != all.end() && place->version == alternative.version) {
    throw std::logic_error("two commit pipelines for " + alternative.version);
  }
  all.insert(place, std::move(alternative));
  return true;
}

}  // namespace models
