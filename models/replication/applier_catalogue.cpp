#include "models/replication/applier_catalogue.hpp"

#include <algorithm>
#include <stdexcept>

namespace models {
namespace {

std::vector<ApplierAlternative>& all_appliers() {
  static std::vector<ApplierAlternative> alternatives;
  return alternatives;
}

}  // namespace

const std::vector<ApplierAlternative>& appliers() { return all_appliers(); }

const ApplierAlternative& find_applier(const Release& release, const ServerVariables& variables) {
  const ApplierAlternative* found = nullptr;
  for (const ApplierAlternative& each : all_appliers()) {
    if (!each.is_asked_for(release, variables)) continue;
    if (found != nullptr) throw std::logic_error("two appliers for one replica: " + found->name + " and " + each.name);
    found = &each;
  }
  if (found == nullptr) throw std::logic_error("no applier for a replica");
  return *found;
}

bool register_applier(ApplierAlternative alternative) {
  auto& all = all_appliers();
  const auto after = [](const ApplierAlternative& a, const ApplierAlternative& b) { return a.name < b.name; };
  all.insert(std::lower_bound(all.begin(), all.end(), alternative, after), std::move(alternative));
  return true;
}

}  // namespace models
