#include "calibration/readers/server_options.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "calibration/readers/option_name.hpp"
#include "calibration/readers/option_value.hpp"
#include "models/version/other_options.hpp"
#include "models/version/variable_catalogue.hpp"

namespace calibration {
namespace {

bool adds_up(const std::string& name) {
  constexpr std::string_view kFilters[] = {"binlog_do_db", "binlog_ignore_db", "plugin_load_add", "init_rpl_role", "wsrep_notify_cmd_add"};
  if (std::find(std::begin(kFilters), std::end(kFilters), name) != std::end(kFilters)) return true;
  return name.starts_with("replicate_") && (name.find("_do_") != std::string::npos || name.find("_ignore_") != std::string::npos ||
                                            name == "replicate_rewrite_db");
}

class ServerOptionReader {
 public:
  ServerOptionReader(const std::optional<models::Release>& release, sim::Diagnostics& diagnostics)
      : names_(release, diagnostics), values_(release, diagnostics), diagnostics_(diagnostics) {}

  void read(const Option& option) {
    const std::optional<OptionName> name = names_.find(option);
    if (!name) return;
    std::optional<ServerSetting> setting = values_.read(option, *name);
    if (setting) add(std::move(*setting));
  }

  std::vector<ServerSetting> take() {
    for (const auto& [key, places] : earlier_) tell_repeated(settings_[index_[key]], places);
    return std::move(settings_);
  }

 private:
  void add(ServerSetting setting) {
    const std::string key = setting.newest_name.empty() ? setting.name : setting.newest_name;
    const auto [known, is_new] = index_.emplace(key, settings_.size());
    if (is_new) {
      if (adds_up(setting.name)) setting.value = sim::Json::array({setting.value});
      return settings_.push_back(std::move(setting));
    }
    ServerSetting& before = settings_[known->second];
    if (adds_up(setting.name)) return before.value.push_back(setting.value);
    const std::string text = before.text.empty() ? "nothing" : sim::printable(before.text);
    earlier_[key].push_back(fmt::format("{} at {}", text, to_string(before.place)));
    before = std::move(setting);
  }

  void tell_repeated(const ServerSetting& last, const std::vector<std::string>& before) {
    diagnostics_.note(last.place, fmt::format("{} is set {} times; this one counts (before: {})", last.name, before.size() + 1,
                                              sim::list_of(before)));
  }

  OptionNames names_;
  OptionValues values_;
  sim::Diagnostics& diagnostics_;
  std::vector<ServerSetting> settings_;
  std::map<std::string, std::size_t> index_;
  std::map<std::string, std::vector<std::string>> earlier_;
};

}  // namespace

std::vector<ServerSetting> read_server_options(const std::vector<Option>& options, const std::optional<models::Release>& release,
                                               sim::Diagnostics& diagnostics) {
  ServerOptionReader reader(release, diagnostics);
  for (const Option& each : options) reader.read(each);
  return reader.take();
}

sim::Json settings_json(const std::vector<ServerSetting>& settings) {
  sim::Json all = sim::Json::object();
  for (const ServerSetting& each : settings) {
    sim::Json one{{"value", each.value}};
    if (!each.unit.empty()) one["unit"] = each.unit;
    if (each.is_loose) one["loose"] = true;
    one["place"] = to_string(each.place);
    all[each.name] = std::move(one);
  }
  return all;
}

sim::Json times_json(const std::vector<ServerSetting>& settings) {
  sim::Json all = sim::Json::object();
  for (const ServerSetting& each : settings) {
    if (each.unit.empty()) continue;
    const bool ends_in_unit = each.name.ends_with("_usec");
    all[ends_in_unit ? each.name : each.name + "_" + each.unit] = each.value;
  }
  return all;
}

}  // namespace calibration
