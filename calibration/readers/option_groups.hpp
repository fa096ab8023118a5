// Which groups of an option file a server reads.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/version/release.hpp"

namespace calibration {

// The groups that the release reads, in no order: that of the files decides. mysqld --help --verbose lists them; sources: the
// load_default_groups of sql/mysqld.cc, MariaDB documentation (Configuring MariaDB with Option Files).
std::vector<std::string> groups_read_by(const models::Release& release);

// The release that a group with a version in its name is for: "mysqld-5.7" -> mysql-5.7, "mariadb-10.11" -> mariadb-10.11; ""
// for any other. A "mysqld-10.11" is MariaDB's.
std::string release_of_group(std::string_view group);

// Whether only MariaDB reads it.
bool is_mariadb_group(std::string_view group);

}  // namespace calibration
