#include "calibration/readers/option_name.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "models/version/other_options.hpp"
#include "models/version/variable_catalogue.hpp"

namespace calibration {
namespace {

constexpr std::string_view kPrefixes[] = {"skip", "disable", "enable", "maximum", "loose"};

std::vector<std::string> all_option_names() {
  std::vector<std::string> names = models::variable_names();
  names.insert(names.end(), models::other_options().begin(), models::other_options().end());
  return names;
}

}  // namespace

std::string release_name(const models::Release& release) {
  std::string name = fmt::format("{}-{}", release.family, release.major);
  if (release.minor != models::Release::kLast) name += fmt::format(".{}", release.minor);
  if (release.patch != models::Release::kLast) name += fmt::format(".{}", release.patch);
  return release.variant.empty() ? name : name + "-" + release.variant;
}

std::optional<OptionName> OptionNames::find(const Option& option) {
  OptionName name{option.name, nullptr, false, {}};
  std::replace(name.name.begin(), name.name.end(), '-', '_');
  if (!resolve(name, option)) return std::nullopt;
  name.variable = models::find_variable(name.name);
  const bool is_galera = name.name.starts_with("wsrep_");  // of Galera builds of MySQL and Percona Server as well
  if (is_galera && release_ && !release_->is("mariadb")) name.variable = nullptr;
  if (name.variable != nullptr && !check_known(name, option)) return std::nullopt;
  return name;
}

// The name as it stands, or without the prefixes, or spelt out.
bool OptionNames::resolve(OptionName& name, const Option& option) {
  OptionName stripped = name;
  do {
    if (!is_full_name(stripped.name)) continue;
    name = std::move(stripped);
    if (name.name == "skip_log_bin") name = {"log_bin", nullptr, name.is_loose, false};
    return true;
  } while (take_prefix(stripped));
  if (spell_out(stripped, option)) {
    name = std::move(stripped);
    return !name.name.empty();
  }
  if (stripped.is_loose) {
    name = std::move(stripped);
    return true;
  }
  report_unknown(name, option);
  return true;
}

bool OptionNames::take_prefix(OptionName& name) const {
  for (const std::string_view prefix : kPrefixes) {
    if (!name.name.starts_with(prefix) || name.name.size() <= prefix.size() + 1 || name.name[prefix.size()] != '_') continue;
    name.name.erase(0, prefix.size() + 1);
    if (prefix == "loose") name.is_loose = true;
    if (prefix == "enable") name.switched = true;
    if (prefix == "skip" || prefix == "disable") name.switched = false;
    return true;
  }
  return false;
}

bool OptionNames::is_full_name(const std::string& name) const {
  return models::find_variable(name) != nullptr || models::is_other_option(name);
}

// MySQL 5.7 dropped it; MariaDB has it to this day.
bool OptionNames::accepts_short_names() const { return !release_ || release_->is("mariadb") || release_->before(5, 7); }

// Whether the name is the beginning of others; it stays empty where it is that of several.
bool OptionNames::spell_out(OptionName& name, const Option& option) {
  if (!accepts_short_names() || name.name.size() < 3) return false;
  std::vector<std::string> meant;
  const auto known = release_ ? models::variable_names(*release_) : models::variable_names();
  std::copy_if(known.begin(), known.end(), std::back_inserter(meant), [&](const auto& each) { return each.starts_with(name.name); });
  const auto& others = models::other_options();
  for (auto each = std::lower_bound(others.begin(), others.end(), name.name); each != others.end() && each->starts_with(name.name); ++each)
    meant.push_back(*each);
  if (meant.empty()) return false;
  std::vector<const models::Variable*> variables;
  for (const std::string& each : meant) variables.push_back(models::find_variable(each));
  const bool is_one = std::all_of(variables.begin(), variables.end(), [&](auto* each) { return each != nullptr && each == variables[0]; });
  if (meant.size() > 1 && !is_one) {
    if (!release_) return false;
    diagnostics_.error(option.place,
                       fmt::format("{} is short for {}; the server stops here", sim::quote(option.name), sim::list_of(meant)));
    name.name.clear();
    return true;
  }
  diagnostics_.warning(option.place, fmt::format("{} is short for {}; MySQL 5.7 and later refuse short names",
                                                 sim::quote(option.name), meant[0]));
  name.name = meant[0];
  return true;
}

// Whether the release has the variable.
bool OptionNames::check_known(const OptionName& name, const Option& option) {
  if (!release_ || models::is_known(*name.variable, *release_)) return true;
  const std::string why = fmt::format("{} has no {}; {}", release_name(*release_), name.name, who_has(*name.variable, release_->family));
  if (name.is_loose) diagnostics_.note(option.place, why + "; it is loose_, so the server goes on");
  else diagnostics_.error(option.place, why + "; the server stops here");
  return false;
}

void OptionNames::report_unknown(const OptionName& name, const Option& option) {
  static const std::vector<std::string> known = all_option_names();
  constexpr int kMostSuggestions = 10;  // one takes a comparison with every name
  const auto close = ++unknown_ > kMostSuggestions || name.name.size() > 100 ? std::nullopt : sim::suggest(name.name, known);
  if (!close) {
    diagnostics_.warning(option.place, fmt::format("{} is no option of a server that is known here", sim::quote(option.name)));
    return;
  }
  const std::string what = fmt::format("unknown option {}; did you mean {}?", sim::quote(option.name), sim::quote(*close));
  if (models::find_variable(*close) != nullptr) diagnostics_.error(option.place, what + " The server stops here");
  else diagnostics_.warning(option.place, what);
}

}  // namespace calibration
