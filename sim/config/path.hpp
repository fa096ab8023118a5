// Names of places in a document: servers.source.variables.sync_binlog, network.links[0].rtt.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sim {

// One part of a path. `bracketed` tells [0], which is an index only, from 0, which is a key where a mapping is found.
struct PathStep {
  std::string name;
  bool bracketed = false;

  // The step as a position in a sequence, if it can be one.
  std::optional<std::size_t> index() const;
};

// Parses a path; a name that holds a dot, a bracket or '=' is written in double quotes. An empty path has no steps.
// Returns nothing for a malformed path such as "a..b" or "a[x]".
std::optional<std::vector<PathStep>> parse_path(std::string_view path);

// Where the first '=' outside quotes stands, or npos.
std::size_t find_assignment(std::string_view text);

// The path of a mapping's key and of a sequence's item under `parent`, which may be empty.
std::string key_path(std::string_view parent, std::string_view key);
std::string item_path(std::string_view parent, std::size_t index);

// The end of a path from its last key on: "rtt" for links[0].rtt, "between[1]" for links[0].between[1].
std::string last_key(std::string_view path);

}  // namespace sim
