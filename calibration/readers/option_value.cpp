#include "calibration/readers/option_value.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace calibration {
namespace {

using Kind = models::VariableType::Kind;

// Releases whose types stand for those of any, the first one that knows a variable.
constexpr const char* kAnyRelease[] = {"mysql-8.0", "mariadb-10.11", "mysql-5.7", "mariadb-10.1", "mysql-5.6", "mysql-5.1", "percona-5.7"};

std::shared_ptr<const models::OptionTypes> types_of_any() {
  static const auto all = [] {
    models::OptionTypes types;
    for (const char* name : kAnyRelease) {
      const auto more = models::option_types(*models::parse_release(name));
      types.insert(more->begin(), more->end());
    }
    return std::make_shared<const models::OptionTypes>(std::move(types));
  }();
  return all;
}

bool is_same_word(std::string_view a, std::string_view b) {
  const auto low = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [&](char x, char y) { return low(x) == low(y); });
}

std::optional<bool> switch_of(std::string_view text) {
  for (const std::string_view each : {"1", "on", "true"}) {
    if (is_same_word(text, each)) return true;
  }
  for (const std::string_view each : {"0", "off", "false"}) {
    if (is_same_word(text, each)) return false;
  }
  return std::nullopt;
}

const char* word_of(bool value) { return value ? "ON" : "OFF"; }

// Options that no table types, and that hold a number of bytes by their names.
bool sounds_like_bytes(const std::string& name) {
  for (const std::string_view end : {"_size", "_packet", "_capacity", "_bytes", "_limit"}) {
    if (name.ends_with(end)) return true;
  }
  return false;
}

}  // namespace

std::optional<SuffixedNumber> number_with_suffix(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  std::uint64_t number = 0;
  const auto [stop, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc{}) return std::nullopt;
  SuffixedNumber found{0, false, text.substr(static_cast<std::size_t>(stop - text.data()))};
  constexpr std::string_view kSuffixes = "KMGTPEkmgtpe";
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  const auto letter = found.end.empty() ? std::string_view::npos : kSuffixes.find(found.end.front());
  if (letter != std::string_view::npos) {
    const unsigned shift = 10U * static_cast<unsigned>(letter % 6 + 1);
    if (number > (kMost >> shift)) return std::nullopt;
    number <<= shift;
    found.has_suffix = true;
    found.end.remove_prefix(1);
  }
  if (number > kMost) return std::nullopt;
  found.value = static_cast<std::int64_t>(number);
  return found;
}

OptionValues::OptionValues(const std::optional<models::Release>& release, sim::Diagnostics& diagnostics)
    : release_(release), diagnostics_(diagnostics), types_(release ? models::option_types(*release) : types_of_any()) {}

const models::OptionType* OptionValues::type_of(const OptionName& name) const {
  if (name.variable == nullptr) return nullptr;
  const auto found = types_->find(name.name);
  return found == types_->end() ? nullptr : &found->second;
}

std::optional<ServerSetting> OptionValues::read(const Option& option, const OptionName& name) {
  ServerSetting setting;
  setting.name = name.name;
  setting.newest_name = name.variable == nullptr ? "" : name.variable->name;
  setting.text = option.value.value_or("");
  setting.is_loose = name.is_loose;
  setting.place = option.place;
  setting.value_place = option.value ? option.value_place : option.place;
  const std::string* text = option.value ? &*option.value : nullptr;
  const models::OptionType* type = type_of(name);
  if (name.name == "log_bin") read_log_bin(setting, name, text);
  else if (type == nullptr) read_untyped(setting, name, text);
  else if (!read_typed(setting, option, name, *type)) return std::nullopt;
  if (setting.in_scenario.empty()) setting.in_scenario = sim::shown(setting.value);
  return setting;
}

bool OptionValues::read_typed(ServerSetting& setting, const Option& option, const OptionName& name, const models::OptionType& type) {
  setting.unit = type.unit;
  const std::string* text = option.value ? &*option.value : nullptr;
  if (type.type.kind == Kind::toggle) return read_switch(setting, name, text), true;
  // An option that is no switch is set to 0 by skip_ and to 1 by enable_.
  const std::string word = name.switched ? (*name.switched ? "1" : "0") : setting.text;
  if (text == nullptr && !name.switched) {
    if (type.type.kind != Kind::choice) return fault(setting, fmt::format("{} wants a value; the server stops here", setting.name));
    setting.value = "ON";  // what a choice that may stand alone comes to, as gtid_mode does
    return true;
  }
  switch (type.type.kind) {
    case Kind::number:
    case Kind::time:
    case Kind::size: return read_number(setting, type, word);
    case Kind::choice: return read_choice(setting, type, word);
    default: setting.value = word; return true;
  }
}

void OptionValues::read_switch(ServerSetting& setting, const OptionName& name, const std::string* text) {
  const std::optional<bool> given = text == nullptr ? std::optional(true) : switch_of(*text);
  if (!given) {
    diagnostics_.warning(setting.value_place,
                         fmt::format("{} takes ON or OFF; the server takes {} for OFF", setting.name, sim::quote(*text)));
  }
  bool value = given.value_or(false);
  if (name.switched) value = text != nullptr && *text == "0" ? !*name.switched : *name.switched;
  setting.in_scenario = word_of(value);
  if (text != nullptr && !name.switched && (*text == "0" || *text == "1")) setting.value = value ? 1 : 0;
  else setting.value = setting.in_scenario;
}

bool OptionValues::read_number(ServerSetting& setting, const models::OptionType& type, const std::string& text) {
  std::string_view digits = text.empty() ? "0" : std::string_view(text);
  const bool is_negative = digits.starts_with("-") && (!release_ || !release_->is("mariadb"));
  if (is_negative) digits.remove_prefix(1);
  const auto number = number_with_suffix(digits);
  if (!number) return fault(setting, fmt::format("{} takes a number, not {}; the server stops here", setting.name, sim::quote(text)));
  if (!number->end.empty() && !number->has_suffix) {
    return fault(setting, fmt::format("{}: {} after the number; the server takes K, M, G, T, P, E and stops here", setting.name,
                                      sim::quote(number->end.substr(0, 1))));
  }
  if (!number->end.empty() && !is_same_word(number->end, "b")) warn_of_end(setting, number->end);
  const std::int64_t given = is_negative ? -number->value : number->value;
  const models::VariableType& limits = type.type;
  const bool has_limits = release_ && type.can_be_clipped && limits.high > 0;
  const std::int64_t taken = has_limits ? std::clamp(given, limits.low, limits.high) : given;
  if (taken != given) {
    diagnostics_.warning(setting.value_place, fmt::format("{} takes from {} to {}; the server makes {} of {}", setting.name,
                                                          limits.low, limits.high, taken, given));
  }
  setting.value = taken;
  setting.in_scenario = type.in_scenario(taken);
  return true;
}

bool OptionValues::read_choice(ServerSetting& setting, const models::OptionType& type, const std::string& text) {
  const auto& choices = type.type.choices;
  const auto named = std::find_if(choices.begin(), choices.end(), [&](const std::string& each) { return is_same_word(each, text); });
  const auto number = number_with_suffix(text);
  const bool in_servers_order = choices.size() < 2 || choices[0] != "ON" || choices[1] != "OFF";
  if (named != choices.end()) {
    setting.value = *named;
  } else if (in_servers_order && number && number->end.empty() && static_cast<std::size_t>(number->value) < choices.size()) {
    setting.value = choices[static_cast<std::size_t>(number->value)];
  } else if (const auto is_on = switch_of(text); is_on && std::find(choices.begin(), choices.end(), word_of(*is_on)) != choices.end()) {
    setting.in_scenario = word_of(*is_on);
    if (text == "0" || text == "1") setting.value = *is_on ? 1 : 0;
    else setting.value = setting.in_scenario;
  } else if (release_) {
    return fault(setting, fmt::format("{} takes {}, not {}; the server stops here", setting.name, sim::list_of(choices), sim::quote(text)));
  } else {
    setting.value = text;
  }
  return true;
}

// A file's name, and so a switch. MariaDB takes OFF and 0 for a switch, MySQL for names.
void OptionValues::read_log_bin(ServerSetting& setting, const OptionName& name, const std::string* text) {
  const bool is_off = name.switched ? !*name.switched : text != nullptr && switch_of(*text) == false;
  const bool names_a_file = !name.switched && text != nullptr && !switch_of(*text);
  const bool is_mysql = release_ && !release_->is("mariadb");
  if (text != nullptr && !name.switched && is_mysql && is_off) {
    diagnostics_.warning(setting.value_place, fmt::format("MySQL names the binary log {}; skip_log_bin turns it off", sim::quote(*text)));
  }
  setting.in_scenario = word_of(!is_off || (is_mysql && !name.switched));
  setting.value = names_a_file ? *text : setting.in_scenario;
}

// By its looks: a number with or without a suffix, or a text.
void OptionValues::read_untyped(ServerSetting& setting, const OptionName& name, const std::string* text) {
  if (name.switched) {
    setting.value = word_of(*name.switched);
  } else if (text == nullptr) {
    setting.value = "ON";
  } else {
    const auto number = number_with_suffix(*text);
    const bool is_whole = number && (number->end.empty() || (number->has_suffix && is_same_word(number->end, "b")));
    const bool is_bytes = number && number->has_suffix && sounds_like_bytes(setting.name);
    if (is_bytes && !is_whole) warn_of_end(setting, number->end);
    if (is_whole || is_bytes) setting.value = number->value;
    else setting.value = *text;
  }
}

void OptionValues::warn_of_end(const ServerSetting& setting, std::string_view end) {
  diagnostics_.warning(setting.value_place,
                       fmt::format("{}: the server does not look at {} after the number", setting.name, sim::quote(end)));
}

bool OptionValues::fault(const ServerSetting& setting, const std::string& message) {
  diagnostics_.error(setting.value_place, message);
  return false;
}

}  // namespace calibration
