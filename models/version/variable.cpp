#include "models/version/variable.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace models {
namespace {

using Number = Releases::Number;
using Period = Variable::Period;
using State = Period::State;

// What was there then has no beginning that anybody would ask for.
constexpr Number kFirstReleases{5, 1, 0};

// The first MySQL release with the words source and replica in the names of its variables.
constexpr Number kRenamed{8, 0, 26};

const std::array<std::pair<std::string, std::string>, 3> kFamilies{
    {{"mysql", "MySQL"}, {"percona", "Percona Server"}, {"mariadb", "MariaDB"}}};

const std::string kPlugin = "mysql-plugin";

const std::vector<Period>* find_periods(const Variable& variable, const std::string& family) {
  const auto found = variable.periods.find(family);
  return found == variable.periods.end() ? nullptr : &found->second;
}

// The periods of a family, or of the one that it is built on.
const std::vector<Period>* periods_of(const Variable& variable, const std::string& family) {
  const auto* own = find_periods(variable, family);
  const bool is_built_on_mysql = family == "percona" || family == kPlugin;
  return own == nullptr && is_built_on_mysql ? find_periods(variable, "mysql") : own;
}

std::string span_text(const Number& from, const Number* end) {
  const bool is_old = from <= kFirstReleases;
  std::string text = is_old ? "" : " from " + to_string(from) + " on";
  if (end != nullptr) text += (is_old ? " before " : ", until ") + to_string(*end);
  return text;
}

// "MySQL has it from 5.6 on", of the first releases in a row that know it; "" when none does.
std::string known_span(const Variable& variable, const std::string& family) {
  const auto* periods = periods_of(variable, family);
  if (periods == nullptr) return "";
  const auto is_absent = [](const Period& period) { return period.state == State::absent; };
  const auto first = std::find_if_not(periods->begin(), periods->end(), is_absent);
  if (first == periods->end()) return "";
  const auto end = std::find_if(first, periods->end(), is_absent);
  if (end == periods->end()) return family_name(family) + " has it" + span_text(first->from, nullptr);
  return family_name(family) + " had it" + span_text(first->from, &end->from);
}

}  // namespace

Variable& Variable::was(std::string older) {
  older_name = std::move(older);
  return *this;
}

Variable& Variable::mysql(Number from, std::string by_default) {
  periods["mysql"].push_back({from, State::known, std::move(by_default)});
  return *this;
}

Variable& Variable::mysql(Number from, std::string by_default, VariableType other_type) {
  periods["mysql"].push_back({from, State::known, std::move(by_default), std::move(other_type)});
  return *this;
}

Variable& Variable::plugin(std::string by_default) {
  periods[kPlugin].push_back({{}, State::known, std::move(by_default)});
  return *this;
}

Variable& Variable::percona(Number from, std::string by_default) {
  periods["percona"].push_back({from, State::known, std::move(by_default)});
  return *this;
}

Variable& Variable::percona(Number from, std::string by_default, VariableType other_type) {
  periods["percona"].push_back({from, State::known, std::move(by_default), std::move(other_type)});
  return *this;
}

Variable& Variable::mariadb(Number from, std::string by_default) {
  periods["mariadb"].push_back({from, State::known, std::move(by_default)});
  return *this;
}

Variable& Variable::mariadb(Number from, std::string by_default, VariableType other_type) {
  periods["mariadb"].push_back({from, State::known, std::move(by_default), std::move(other_type)});
  return *this;
}

Variable& Variable::ignored(const std::string& family, Number from, std::string by_default) {
  periods[family].push_back({from, State::ignored, std::move(by_default)});
  return *this;
}

Variable& Variable::absent(const std::string& family, Number from, std::string behaves_as) {
  periods[family].push_back({from, State::absent, std::move(behaves_as)});
  return *this;
}

Variable obeyed(std::string name) { return {std::move(name), "", Variable::Effect::obeyed, {}, "", {}, {}}; }

Variable without_effect(std::string name, VariableType type, std::string doc) {
  return {std::move(name), "", Variable::Effect::none, std::move(type), std::move(doc), {}, {}};
}

Variable not_simulated(std::string name, VariableType type, std::vector<std::string> simulated, std::string doc) {
  return {std::move(name), "", Variable::Effect::not_simulated, std::move(type), std::move(doc), std::move(simulated), {}};
}

const Period* period_of(const Variable& variable, const Release& release) {
  std::string family = release.variant.empty() ? release.family : release.family + "-" + release.variant;
  if (family == "percona" && release.before(5, 5) && find_periods(variable, family) == nullptr) family = kPlugin;
  const auto* periods = periods_of(variable, family);
  if (periods == nullptr) return nullptr;
  const Number number{release.major, release.minor, release.patch};
  const auto later = std::find_if(periods->begin(), periods->end(), [&](const Period& each) { return number < each.from; });
  return later == periods->begin() ? nullptr : &*std::prev(later);
}

bool is_known(const Variable& variable, const Release& release) {
  const Period* period = period_of(variable, release);
  return period != nullptr && period->state != State::absent;
}

std::vector<std::string> names_in(const Variable& variable, const Release& release) {
  if (!is_known(variable, release)) return {};
  if (variable.older_name.empty()) return {variable.name};
  const bool has_newer = !release.is("mariadb") && release.at_least(kRenamed.major, kRenamed.minor, kRenamed.patch);
  return has_newer ? std::vector{variable.name, variable.older_name} : std::vector{variable.older_name};
}

const VariableType& type_in(const Variable& variable, const Release& release) {
  const Period* period = period_of(variable, release);
  return period != nullptr && period->type ? *period->type : variable.type;
}

std::string default_in(const Variable& variable, const Release& release) {
  const Period* period = period_of(variable, release);
  return period == nullptr ? "" : period->default_value;
}

std::string who_has(const Variable& variable, const std::string& family) {
  std::string own = known_span(variable, family);
  if (!own.empty()) return own;
  std::string others;
  for (const auto& [other, name] : kFamilies) {
    const std::string span = other == "percona" && find_periods(variable, other) == nullptr ? "" : known_span(variable, other);
    if (!span.empty()) others += (others.empty() ? "" : ", ") + span;
  }
  return others;
}

std::string who_takes(const Variable& variable, const std::string& value) {
  std::vector<std::string> names;
  for (const auto& [family, name] : kFamilies) {
    const auto* periods = find_periods(variable, family);
    const auto takes = [&](const Period& period) {
      return period.type && std::find(period.type->choices.begin(), period.type->choices.end(), value) != period.type->choices.end();
    };
    if (periods != nullptr && std::any_of(periods->begin(), periods->end(), takes)) names.push_back(name);
  }
  return fmt::format("{}", fmt::join(names, " and "));
}

std::string family_name(const std::string& family) {
  for (const auto& [key, name] : kFamilies) {
    if (key == family) return name;
  }
  return family;
}

bool is_family(const std::string& family) {
  return std::any_of(kFamilies.begin(), kFamilies.end(), [&](const auto& each) { return each.first == family; });
}

std::string to_string(const Number& number) {
  return number.patch == 0 ? fmt::format("{}.{}", number.major, number.minor)
                           : fmt::format("{}.{}.{}", number.major, number.minor, number.patch);
}

}  // namespace models
