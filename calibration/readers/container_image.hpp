// What a container file says of a database server.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "calibration/readers/server_options.hpp"
#include "calibration/readers/text_source.hpp"
#include "sim/config/document.hpp"

namespace calibration {

// "mysql:8.0.36", "bitnami/mariadb:10.11", "percona/percona-xtradb-cluster:8.0.35-27.1" -> "mysql-8.0.36" and so on; "mysql"
// with no number where the tag has none; "" for images of other programs.
std::string release_of_image(const std::string& image);

// "2", "2.5", "2000m" -> CPUs.
std::optional<double> cpus_of(const std::string& text);

// The YAML document of the source in which `wanted` is true, of those that "---" separates; nothing after reporting what is
// wrong, or that there is none.
std::optional<sim::Node> read_yaml_document(TextSource& source, bool (*wanted)(const sim::Node& root), sim::Diagnostics& diagnostics);

// The options in a text that stands in a block of a YAML file, by the groups that the release reads.
std::vector<ServerSetting> settings_in_block(const sim::Node& block, const std::string& release, sim::Diagnostics& diagnostics);

}  // namespace calibration
