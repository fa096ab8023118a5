// Where shipped data lie: cost profiles, workload profiles, measurements.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace experiments {

// The folder that holds profiles/, workloads/, measurements/: $COMMITSIM_DATA if set, else beside the installed program,
// else the source tree it was built from.
std::filesystem::path data_folder();

// The file of a shipped item: ("profiles", "vm-4core-ssd") -> .../profiles/vm-4core-ssd.yaml. It may not exist.
std::filesystem::path shipped_file(const std::string& kind, const std::string& name);

// The names of all shipped items of a kind, sorted.
std::vector<std::string> shipped_names(const std::string& kind);

// A document names a file of its user where that is refused.
struct UserFileRefused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// From now on, in this operating-system process, documents can name shipped items alone: they come from somebody who is not its user.
void refuse_user_files();

// The path that `name`, as written in the file `from`, means: relative to that file's folder. Throws UserFileRefused where that is so.
std::filesystem::path relative_to(const std::string& from, const std::string& name);

}  // namespace experiments
