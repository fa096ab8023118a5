// The topics of server versions: what sets them apart, and their variables.
#include <algorithm>

#include <fmt/format.h>

#include "experiments/report/topics.hpp"
#include "models/commit/pipeline_catalogue.hpp"
#include "models/server_variables.hpp"
#include "models/version/variable_catalogue.hpp"

namespace experiments {
namespace {

using models::Release;
using models::Variable;
using sim::Json;
using Item = std::optional<std::string>;
using Number = models::Releases::Number;
using State = Variable::Period::State;

// Series beyond this one are not out yet: releases up to there are all that will come.
constexpr int kNoSuchMajor = 90;

std::string end_text(const Number& end) { return end.major >= kNoSuchMajor ? "" : models::to_string(end); }

// --- Versions -----------------------------------------------------------------------------------------------------------

DescriptionSection pipelines_section() {
  DescriptionSection section{"", "A release such as mysql-5.7.22 may be named as well; Percona Server is as the MySQL that it is built on.",
                             {"version", "from", "before", "summary"}, {}};
  for (const models::PipelineAlternative& each : models::commit_pipelines()) {
    section.rows.push_back({each.version, models::to_string(each.releases.first), end_text(each.releases.end), each.summary});
  }
  return section;
}

// What a variable is about, in one release or in all of them under its newest name.
struct Meaning {
  Json allowed;
  std::string doc;
};

Meaning meaning_of(const Variable& variable, const Release* release) {
  if (variable.effect != Variable::Effect::obeyed) {
    return {models::allowed(release == nullptr ? variable.type : models::type_in(variable, *release)), variable.doc};
  }
  const Variable::Period* period = release == nullptr ? nullptr : models::period_of(variable, *release);
  const auto schema = release == nullptr ? models::server_variables_schema() : models::server_variables_schema(*release);
  const auto names = release == nullptr ? std::vector{variable.name} : models::names_in(variable, *release);
  for (const sim::FieldDescription& field : schema.describe()) {
    if (names.empty() || field.path != names.front()) continue;
    return {period != nullptr && period->type ? Json(models::allowed(*period->type)) : allowed_values(field), field.doc};
  }
  return {};
}

constexpr std::size_t kValuesListed = 2;

// Whether setting the variable changes a simulation, in one release or in all of them.
std::string simulated_text(const Variable& variable, const Release* release) {
  if (release != nullptr && models::period_of(variable, *release)->state == State::ignored) return "ignored by the server";
  switch (variable.effect) {
    case Variable::Effect::obeyed: return "yes";
    case Variable::Effect::none: return "no effect";
    case Variable::Effect::not_simulated: break;
  }
  if (variable.simulated.size() > kValuesListed) return "in part";
  if (!variable.simulated.empty()) return "only " + sim::list_of(variable.simulated);
  return release == nullptr ? "only the default" : "only " + models::default_in(variable, *release);
}

DescriptionSection variables_section(const std::string& version, const Release& release) {
  DescriptionSection section{"Variables of " + version, "", {"variable", "default", "simulated", "allowed", "meaning"}, {}};
  for (const Variable& each : models::server_variables()) {
    const auto names = models::names_in(each, release);
    if (names.empty()) continue;
    const Meaning meaning = meaning_of(each, &release);
    const std::string by_default = models::default_in(each, release);
    section.rows.push_back({names.front(), by_default, simulated_text(each, &release), meaning.allowed, meaning.doc});
  }
  return section;
}

// --- Percona Server -----------------------------------------------------------------------------------------------------

Release upstream_of(Release release) {
  release.family = "mysql";
  return release;
}

// How a release knows a variable, in words: its default and, where releases differ in that, what it takes.
std::string in_release(const Variable& variable, const Release& release) {
  if (!models::is_known(variable, release)) return "not there";
  const Variable::Period& period = *models::period_of(variable, release);
  const std::string by_default = period.default_value.empty() ? "by number of cores" : period.default_value;
  return period.type ? by_default + "; takes " + models::allowed(*period.type) : by_default;
}

// The variables in which a release differs from the MySQL that it is built on.
std::vector<const Variable*> own_variables(const Release& release) {
  std::vector<const Variable*> own;
  for (const Variable& each : models::server_variables()) {
    if (in_release(each, release) != in_release(each, upstream_of(release))) own.push_back(&each);
  }
  return own;
}

DescriptionSection percona_section() {
  DescriptionSection section{"Percona Server", "Commits as the MySQL it is built on; what sets it apart are these variables.",
                             {"version", "commits as", "variables"}, {}};
  for (const char* version : {"percona-5.1", "percona-5.5", "percona-5.6", "percona-5.7", "percona-8.0", "percona-8.4"}) {
    const Release release = *models::parse_release(version);
    std::vector<std::string> names;
    for (const Variable* each : own_variables(release)) names.push_back(each->name);
    section.rows.push_back({version, models::find_commit_pipeline(release)->version, sim::list_of(names)});
  }
  return section;
}

DescriptionSection differences_section(const std::string& version, const Release& release) {
  DescriptionSection section{"Where " + version + " differs from MySQL", "", {"variable", version, "mysql", "simulated"}, {}};
  for (const Variable* each : own_variables(release)) {
    const std::string simulated = models::is_known(*each, release) ? simulated_text(*each, &release) : "";
    section.rows.push_back({each->name, in_release(*each, release), in_release(*each, upstream_of(release)), simulated});
  }
  return section;
}

// --- Variables ----------------------------------------------------------------------------------------------------------

// Of the newest MySQL that has the variable, or of MariaDB.
std::string newest_default(const Variable& variable) {
  for (const char* family : {"mysql", "mariadb", "percona"}) {
    const auto periods = variable.periods.find(family);
    if (periods == variable.periods.end()) continue;
    const auto last = std::find_if(periods->second.rbegin(), periods->second.rend(),
                                   [](const auto& period) { return period.state != State::absent; });
    if (last != periods->second.rend()) return last->default_value;
  }
  return "";
}

std::string releases_text(const std::string& family, const Number& from, const Number* before) {
  const std::string name = family == "mysql-plugin" ? "MySQL 5.1 with the InnoDB plugin" : models::family_name(family);
  if (family == "mysql-plugin") return name;
  const bool is_first = from <= Number{5, 0, 0};
  if (before == nullptr) return is_first ? name : fmt::format("{} {} and later", name, models::to_string(from));
  if (is_first) return fmt::format("{} before {}", name, models::to_string(*before));
  return fmt::format("{} {} to before {}", name, models::to_string(from), models::to_string(*before));
}

Json default_text(const Variable::Period& period) {
  if (period.state == State::known) return period.default_value;
  const std::string does = period.default_value.empty() ? "" : ": does as with " + period.default_value;
  return (period.state == State::ignored ? "ignored" : "not there") + does;
}

DescriptionSection releases_section(const Variable& variable) {
  DescriptionSection section{"By version", "", {"releases", "default", "allowed"}, {}};
  for (const auto& [family, periods] : variable.periods) {
    for (std::size_t i = 0; i < periods.size(); ++i) {
      const Number* end = i + 1 < periods.size() ? &periods[i + 1].from : nullptr;
      const Number& from = periods[i].from;
      const Release first{family, from.major, from.minor, from.patch, ""};
      section.rows.push_back({releases_text(family, from, end), default_text(periods[i]), meaning_of(variable, &first).allowed});
    }
  }
  return section;
}

}  // namespace

Description describe_versions(const Item& item, sim::Diagnostics& diagnostics) {
  if (!item) return {"versions", {pipelines_section(), percona_section()}};
  const models::PipelineAlternative* pipeline = models::find_commit_pipeline(*item);
  if (pipeline == nullptr) {
    std::vector<std::string> known;
    for (const models::PipelineAlternative& each : models::commit_pipelines()) known.push_back(each.version);
    diagnostics.error({"describe versions", 0, 0}, "unknown version " + sim::quote(*item) + sim::known_words(*item, known));
    return {};
  }
  DescriptionSection summary = pipelines_section();
  std::erase_if(summary.rows, [&](const auto& row) { return row[0] != pipeline->version; });
  summary.text = "";
  const Release release = *models::parse_release(*item);
  if (!release.is("percona")) return {"versions", {summary, variables_section(*item, release)}};
  return {"versions", {summary, differences_section(*item, release), variables_section(*item, release)}};
}

Description describe_variables(const Item& item, sim::Diagnostics& diagnostics) {
  const Variable* wanted = item ? models::find_variable(*item) : nullptr;
  if (item && wanted == nullptr) {
    diagnostics.error({"describe variables", 0, 0},
                      "unknown server variable " + sim::quote(*item) + sim::known_words(*item, models::variable_names()));
    return {};
  }
  DescriptionSection section{"", "The default is that of the newest version; `describe variables NAME` shows all.",
                             {"variable", "default", "simulated", "older_name", "allowed", "meaning"}, {}};
  for (const Variable& each : models::server_variables()) {
    if (wanted != nullptr && wanted != &each) continue;
    const Meaning meaning = meaning_of(each, nullptr);
    section.rows.push_back(
        {each.name, newest_default(each), simulated_text(each, nullptr), each.older_name, meaning.allowed, meaning.doc});
  }
  if (wanted == nullptr) return {"variables", {section}};
  section.text = wanted->simulated.empty() ? "" : "Simulated with: " + sim::list_of(wanted->simulated) + ".";
  return {"variables", {section, releases_section(*wanted)}};
}

}  // namespace experiments
