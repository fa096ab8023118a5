#include "calibration/readers/server_release.hpp"

#include <algorithm>

namespace calibration {

std::string release_of_version(std::string_view version, std::string_view comment) {
  std::string words(version);
  words += ' ';
  words += comment;
  std::transform(words.begin(), words.end(), words.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  // Old MariaDB puts what replicas of MySQL expect before its own number.
  if (version.starts_with("5.5.5-10.") || version.starts_with("5.5.5-11.")) version.remove_prefix(6);
  const auto end = std::min(version.find_first_not_of("0123456789."), version.size());
  std::string_view number = version.substr(0, end);
  while (number.ends_with('.')) number.remove_suffix(1);
  if (number.empty() || number.front() == '.' || number.find('.') == std::string_view::npos) return "";
  const bool is_percona = words.find("percona") != std::string::npos;
  const bool is_mariadb = words.find("mariadb") != std::string::npos || (number.find('.') > 1 && !is_percona);
  return (is_mariadb ? "mariadb-" : is_percona ? "percona-" : "mysql-") + std::string(number);
}

}  // namespace calibration
