#include "models/option_type.hpp"

#include <tuple>

#include <fmt/format.h>

#include "models/server_variables.hpp"
#include "models/version/variable_catalogue.hpp"

namespace models {
namespace {

using Kind = VariableType::Kind;

constexpr std::int64_t kUnlimited = 4294967295;

// In what the server counts a time, and its limits (sys_vars.cc and the manuals, as in obeyed_variables.cpp).
struct ServerCount {
  const char* variable;
  const char* unit;
  std::int64_t low;
  std::int64_t high;
};

constexpr ServerCount kServerCounts[] = {
    {"innodb_flush_log_at_timeout", "s", 1, 2700},
    {"thread_pool_stall_limit", "ms", 1, kUnlimited},
    {"binlog_max_flush_queue_time", "us", 0, 100'000},
    {"binlog_group_commit_sync_delay", "us", 0, 1'000'000},
    {"binlog_commit_wait_usec", "us", 0, kUnlimited},
    {"rpl_semi_sync_source_timeout", "ms", 0, kUnlimited},
};

std::vector<std::string> names_of(const sim::Json& choices) { return choices.get<std::vector<std::string>>(); }

// Of a variable that is obeyed, from the schema's row and its JSON Schema.
OptionType type_of_row(const Variable& variable, const Variable::Period& period, const std::string& kind, const sim::Json& schema) {
  OptionType option;
  if (period.type) {
    option.type = *period.type;
  } else if (kind == "switch") {
    option.type = VariableType::toggle();
  } else if (kind == "whole number") {
    option.type = VariableType::number(schema.value("minimum", std::int64_t{0}), schema.value("maximum", kUnlimited));
    // These limits are the simulation's, not the servers'.
    option.can_be_clipped = variable.name != "max_connections" && !variable.name.starts_with("thread_pool");
  } else if (kind == "size") {
    const bool is_binlog_size = variable.name == "max_binlog_size";
    option.type = is_binlog_size ? VariableType::bytes(4096, kGiB) : VariableType::bytes(0, 0);
  } else if (kind == "one of") {
    option.type = VariableType::one_of(names_of(schema["enum"]));
  } else {
    for (const ServerCount& each : kServerCounts) {
      if (variable.name != each.variable) continue;
      option.type = VariableType::seconds(each.low, each.high);
      option.unit = each.unit;
    }
  }
  return option;
}

OptionType type_of_other(const Variable& variable, const Release& release) {
  OptionType option{type_in(variable, release), "", true};
  if (option.type.kind == Kind::time) option.unit = "s";
  return option;
}

OptionTypes make_types(const Release& release) {
  OptionTypes types;
  const auto schema = server_variables_schema(release);
  std::map<std::string, std::string> kinds;
  for (const sim::FieldDescription& row : schema.describe({}, "")) kinds[row.path.substr(row.path.rfind('.') + 1)] = row.type;
  const sim::Json json = schema.json_schema_with_defaults({})["properties"];
  for (const Variable& variable : server_variables()) {
    const std::vector<std::string> names = names_in(variable, release);
    if (names.empty()) continue;
    const bool is_obeyed = variable.effect == Variable::Effect::obeyed;
    const OptionType type = is_obeyed ? type_of_row(variable, *period_of(variable, release), kinds[names.front()], json[names.front()])
                                      : type_of_other(variable, release);
    types[variable.name] = type;
    if (!variable.older_name.empty()) types[variable.older_name] = type;
  }
  return types;
}

constexpr std::size_t kReleasesKept = 32;

}  // namespace

std::string OptionType::in_scenario(std::int64_t counts) const {
  if (type.kind == Kind::size) return sim::write_size(sim::Bytes{counts});
  if (type.kind == Kind::time) return fmt::format("{}{}", counts, unit);
  return std::to_string(counts);
}

std::shared_ptr<const OptionTypes> option_types(const Release& release) {
  static std::map<std::tuple<std::string, int, int, int, std::string>, std::shared_ptr<const OptionTypes>> kept;
  const std::tuple key(release.family, release.major, release.minor, release.patch, release.variant);
  if (const auto found = kept.find(key); found != kept.end()) return found->second;
  if (kept.size() >= kReleasesKept) kept.clear();
  return kept[key] = std::make_shared<const OptionTypes>(make_types(release));
}

}  // namespace models
