#include "models/commit/pipeline_catalogue.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>

namespace models {
namespace {

std::vector<PipelineAlternative>& catalogue() {
  static std::vector<PipelineAlternative> alternatives;
  return alternatives;
}

bool comes_before(const PipelineAlternative& a, const PipelineAlternative& b) {
  return std::tie(a.releases.family, a.releases.first, a.releases.variant) <
         std::tie(b.releases.family, b.releases.first, b.releases.variant);
}

bool overlap(const Releases& a, const Releases& b) {
  return a.family == b.family && a.variant == b.variant && a.first < b.end && b.first < a.end;
}

const PipelineAlternative* find_own(const Release& release) {
  for (const PipelineAlternative& alternative : catalogue()) {
    if (alternative.releases.contain(release)) return &alternative;
  }
  return nullptr;
}

}  // namespace

const std::vector<PipelineAlternative>& commit_pipelines() { return catalogue(); }

const PipelineAlternative* find_commit_pipeline(const Release& release) {
  const PipelineAlternative* own = find_own(release);
  if (own != nullptr || !release.is("percona")) return own;
  Release upstream = release;
  upstream.family = "mysql";
  if (release.before(5, 5)) upstream.variant = "plugin";  // XtraDB came from the InnoDB plugin
  return find_own(upstream);
}

const PipelineAlternative* find_commit_pipeline(const std::string& version) {
  const auto release = parse_release(version);
  return release ? find_commit_pipeline(*release) : nullptr;
}

bool register_commit_pipeline(PipelineAlternative alternative) {
  auto& all = catalogue();
  for (const PipelineAlternative& other : all) {
    if (overlap(other.releases, alternative.releases)) {
      throw std::logic_error("two commit pipelines for " + alternative.version + ": also " + other.version);
    }
  }
  all.insert(std::lower_bound(all.begin(), all.end(), alternative, comes_before), std::move(alternative));
  return true;
}

}  // namespace models
