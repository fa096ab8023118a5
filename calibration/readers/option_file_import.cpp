// Option files (my.cnf, my.ini) and the output of `mysqld --print-defaults`. option_line.hpp has the grammar of a line,
// server_options.hpp what a server makes of its options.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "calibration/readers/import_reader.hpp"
#include "calibration/readers/option_file.hpp"
#include "calibration/readers/option_groups.hpp"
#include "calibration/readers/option_line.hpp"
#include "calibration/readers/option_name.hpp"
#include "calibration/readers/server_options.hpp"
#include "models/version/variable_catalogue.hpp"

namespace calibration {
namespace {

// Calls the function with each line of the text.
template <class F>
void for_each_line_of(std::string_view text, const F& call) {
  while (!text.empty()) {
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    call(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

bool is_program_group(const std::string& group) {
  static const std::set<std::string> known = {"mysqld", "server", "client", "mysqld_safe", "mysql", "mysqldump", "mariadb", "mariadbd",
                                              "client-server", "galera", "embedded", "mysql.server", "mysqld_multi", "isamchk", "myisamchk",
                                              "xtrabackup", "sst", "mysqladmin", "mysqlhotcopy", "mariadbd-safe", "client-mariadb"};
  return known.count(group) > 0 || !release_of_group(group).empty();
}

Confidence recognise_option_file(std::string_view head, const std::string& name) {
  int groups = 0, programs = 0, options = 0, others = 0;
  for_each_line_of(head, [&](std::string_view line) {
    const OptionLine parsed = parse_option_line(line);
    if (parsed.kind == OptionLine::Kind::group && is_program_group(parsed.text)) ++programs;
    if (parsed.kind == OptionLine::Kind::group || parsed.kind == OptionLine::Kind::include_folder) ++groups;
    const bool has_blanks = parsed.text.find_first_of(" \t\"{}:|") != std::string::npos;
    if (parsed.kind == OptionLine::Kind::option) ++(has_blanks ? others : options);
  });
  const bool is_named_so = name.ends_with(".cnf") || name.ends_with(".ini");
  if (head.find_first_not_of(" \t\r\n") != std::string_view::npos && head[head.find_first_not_of(" \t\r\n")] == '{') return kNotMine;
  if (programs > 0 && others <= options + groups) return kCertain;
  if (is_named_so && others <= options + groups) return kLikely;
  return groups > 0 && options > 0 && others == 0 ? kPossible : kNotMine;
}

// What is known of the brand without its being said: groups that only MariaDB reads, and variables that only it has.
bool looks_like_mariadb(const OptionFile& file) {
  if (std::any_of(file.groups.begin(), file.groups.end(), [](const auto& each) { return is_mariadb_group(each.name); })) return true;
  bool only_there = false;
  for (const Option& each : file.options) {
    std::string name = each.name;
    std::replace(name.begin(), name.end(), '-', '_');
    const models::Variable* variable = models::find_variable(name);
    if (variable == nullptr) continue;
    const auto known_to = [&](const char* release) { return models::is_known(*variable, *models::parse_release(release)); };
    const bool mysql_has_it = known_to("mysql-5.1") || known_to("mysql-5.7") || known_to("mysql-8.0") || known_to("mysql-9.0");
    if (mysql_has_it || variable->name.starts_with("wsrep") || variable->name.starts_with("thread_pool")) continue;
    only_there = true;
  }
  return only_there;
}

std::vector<Option> options_in(const OptionFile& file, const std::vector<std::string>& groups) {
  std::vector<Option> chosen;
  std::copy_if(file.options.begin(), file.options.end(), std::back_inserter(chosen),
               [&](const Option& each) { return std::find(groups.begin(), groups.end(), each.group) != groups.end(); });
  return chosen;
}

// The releases that the file has groups of its own for.
std::set<std::string> releases_in(const OptionFile& file) {
  std::set<std::string> releases;
  for (const OptionGroup& each : file.groups) {
    if (std::string release = release_of_group(each.name); !release.empty()) releases.insert(std::move(release));
  }
  return releases;
}

sim::Json summary_of(const OptionFile& file) {
  sim::Json json = sim::Json::object();
  sim::Json groups = sim::Json::array();
  for (const OptionGroup& each : file.groups) groups.push_back({{"name", each.name}, {"place", to_string(each.place)}});
  if (!groups.empty()) json["groups"] = std::move(groups);
  if (!file.included.empty()) json["included"] = file.included;
  if (!file.not_read.empty()) json["not_read"] = file.not_read;
  return json;
}

void add_cluster(const std::vector<ServerSetting>& settings, sim::Json& json) {
  const auto is_galera = [](const ServerSetting& each) { return each.name == "wsrep_cluster_address" || each.name == "wsrep_provider"; };
  if (std::any_of(settings.begin(), settings.end(), is_galera)) json["topology"] = "Galera/PXC";
}

void add_settings(const std::vector<ServerSetting>& settings, sim::Json& json) {
  json["variables"] = settings_json(settings);
  if (sim::Json times = times_json(settings); !times.empty()) json["times"] = std::move(times);
  add_cluster(settings, json);
}

// Where nobody said for which server: the groups that each one reads, and per release those with its number.
void add_settings_of_any(const OptionFile& file, sim::Json& json, sim::Diagnostics& diagnostics) {
  const bool is_mariadb = looks_like_mariadb(file);
  if (is_mariadb) json["brand"] = "MariaDB";
  std::vector<std::string> groups = {"mysqld", "server"};
  if (is_mariadb) groups.insert(groups.end(), {"mariadb", "mariadbd", "client-server", "galera"});
  add_settings(read_server_options(options_in(file, groups), std::nullopt, diagnostics), json);
  for (const std::string& name : releases_in(file)) {
    const auto release = models::parse_release(name);
    if (!release) continue;
    sim::Diagnostics own;
    json["servers"][name]["variables"] = settings_json(read_server_options(options_in(file, groups_read_by(*release)), release, own));
    const auto of_release = [&](const OptionGroup& each) { return release_of_group(each.name) == name; };
    const auto place = std::find_if(file.groups.begin(), file.groups.end(), of_release)->place;
    diagnostics.note(place, fmt::format("[{}] is read by {} alone; --server {} reads it",
                                        std::find_if(file.groups.begin(), file.groups.end(), of_release)->name, name, name));
  }
}

std::optional<models::Release> release_asked_for(const ImportOptions& options, const TextSource& source, sim::Diagnostics& diagnostics) {
  if (options.server.empty()) return std::nullopt;
  auto release = models::parse_release(options.server);
  if (!release || !models::is_family(release->family)) {
    diagnostics.error(source.whole(), fmt::format("{} is no server version; one looks like mysql-8.0", sim::quote(options.server)));
    return std::nullopt;
  }
  return release;
}

sim::Json read_option_file_import(TextSource& source, const ImportOptions& options, sim::Diagnostics& diagnostics) {
  const auto release = release_asked_for(options, source, diagnostics);
  if (source.has_byte_order_mark()) {
    diagnostics.warning({source.name(), 1, 1}, "a byte-order mark; MariaDB stops at it, as at an option before any group");
  }
  const OptionFile file = read_option_file(source, {options.may_open_other_files, options.may_leave_folder}, diagnostics);
  sim::Json json = summary_of(file);
  if (!release) {
    add_settings_of_any(file, json, diagnostics);
    return json;
  }
  json["server"] = options.server;
  json["groups_read"] = groups_read_by(*release);
  add_settings(read_server_options(options_in(file, groups_read_by(*release)), release, diagnostics), json);
  return json;
}

const bool option_file_registered = register_import_reader({"option file", "option_file", recognise_option_file, read_option_file_import});

bool is_option_word(std::string_view line) {
  return line.starts_with("--") && line.size() > 2 && line[2] >= 'a' && line[2] <= 'z';
}

Confidence recognise_option_words(std::string_view head, const std::string&) {
  int words = 0, others = 0;
  for_each_line_of(head, [&](std::string_view line) {
    if (is_option_word(line)) ++words;
    else if (line.find_first_not_of(" \t") != std::string_view::npos) ++others;
  });
  return words > 0 && words >= others ? kLikely : kNotMine;
}

sim::Json read_option_words_import(TextSource& source, const ImportOptions& options, sim::Diagnostics& diagnostics) {
  const auto release = release_asked_for(options, source, diagnostics);
  sim::Json json = sim::Json::object();
  if (release) json["server"] = options.server;
  add_settings(read_server_options(read_option_words(source, diagnostics).options, release, diagnostics), json);
  return json;
}

const bool option_words_registered =
    register_import_reader({"mysqld --print-defaults", "option_file", recognise_option_words, read_option_words_import});

}  // namespace
}  // namespace calibration
