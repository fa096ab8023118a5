#include "calibration/readers/option_groups.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace calibration {

std::vector<std::string> groups_read_by(const models::Release& release) {
  std::vector<std::string> groups = {"mysqld", "server"};
  const bool has_minor = release.minor != models::Release::kLast;
  const auto add = [&](const std::string& group, bool with_version = true) {
    groups.push_back(group);
    if (with_version && has_minor) groups.push_back(fmt::format("{}-{}.{}", group, release.major, release.minor));
  };
  if (has_minor) groups.push_back(fmt::format("mysqld-{}.{}", release.major, release.minor));
  if (!release.is("mariadb")) return groups;
  add("mariadb");
  add("client-server", false);
  if (release.at_least(10, 4, 6)) add("mariadbd");
  if (release.at_least(10, 1)) add("galera", false);  // with Galera compiled in, as on Linux
  return groups;
}

std::string release_of_group(std::string_view group) {
  const auto dash = group.find('-');
  if (dash == std::string_view::npos) return "";
  const std::string_view program = group.substr(0, dash);
  const std::string_view version = group.substr(dash + 1);
  const auto dot = version.find('.');
  const auto all_digits = [](std::string_view text) {
    return !text.empty() && text.size() < 4 && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  };
  if (dot == std::string_view::npos || !all_digits(version.substr(0, dot)) || !all_digits(version.substr(dot + 1))) return "";
  if (program == "mariadb" || program == "mariadbd") return fmt::format("mariadb-{}", version);
  if (program != "mysqld") return "";
  return fmt::format("{}-{}", dot > 1 ? "mariadb" : "mysql", version);  // MySQL has not come to 10 yet
}

bool is_mariadb_group(std::string_view group) {
  if (group == "mariadb" || group == "mariadbd" || group == "client-server") return true;
  return release_of_group(group).starts_with("mariadb-");
}

}  // namespace calibration
