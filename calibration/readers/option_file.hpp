// An option file with the files that it includes: every option, in the order in which a server sees them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "calibration/readers/text_source.hpp"
#include "sim/config/diagnostics.hpp"

namespace calibration {

struct Option {
  std::string group;
  std::string name;                  // as written
  std::optional<std::string> value;  // none: the name alone
  sim::Location place;               // of the name
  sim::Location value_place;
};

struct OptionGroup {
  std::string name;
  sim::Location place;
};

struct OptionFileRules {
  bool follows_includes = true;
  bool may_leave_folder = false;  // the folder of the first file
};

struct OptionFile {
  std::vector<Option> options;
  std::vector<OptionGroup> groups;    // each once, where it first stands
  std::vector<std::string> included;  // files that were read beside the first one
  std::vector<std::string> not_read;  // paths that it names and that were not read
};

// Reads the source and what it includes, folders in the order of their files' names (those that end in .cnf; on Windows .ini as
// well). A relative path is looked for beside the file that names it. What stops a server is an error: an option before any
// group, a group without "]", an !includedir that is not there. So is what a server would follow and this does not: a file that
// includes itself, a relative path that leads out of the first file's folder. An absolute path out of it is not read, with a
// warning, unless the rules allow it.
OptionFile read_option_file(TextSource& source, const OptionFileRules& rules, sim::Diagnostics& diagnostics);

// The output of `mysqld --print-defaults`: "--name[=value]" per line, or all on one line; the group is "".
OptionFile read_option_words(TextSource& source, sim::Diagnostics& diagnostics);

}  // namespace calibration
