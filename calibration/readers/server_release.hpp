// Which release a server says that it is.
#pragma once

#include <string>
#include <string_view>

namespace calibration {

// From the variables version and version_comment: "8.0.32-24" and "Percona Server (GPL)..." -> "percona-8.0.32";
// "10.11.6-MariaDB-log" -> "mariadb-10.11.6"; "5.7.44-log" -> "mysql-5.7.44"; "" for what has no number.
std::string release_of_version(std::string_view version, std::string_view comment = "");

}  // namespace calibration
