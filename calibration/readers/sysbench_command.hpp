// The command line of sysbench, as it stands above its output in scripts' logs and notes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace calibration {

// The options of "sysbench oltp_write_only --threads=8 --time=60 run" under their names with "_" for "-", those of 0.4 and 0.5
// under the names of 1.0 ("num-threads": threads); "script" is the test, "command" what it was told to do. Passwords, users and
// addresses are left out. Nothing for a line that is no such command.
std::optional<std::map<std::string, std::string>> read_sysbench_command(std::string_view line);

}  // namespace calibration
