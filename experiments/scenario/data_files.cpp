#include "experiments/scenario/data_files.hpp"

#include <algorithm>
#include <cstdlib>

#include "sim/config/diagnostics.hpp"

namespace experiments {

namespace fs = std::filesystem;

namespace {

bool user_files_are_refused = false;

}  // namespace

fs::path data_folder() {
  if (const char* set = std::getenv("COMMITSIM_DATA")) return set;
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  const fs::path installed = program.parent_path().parent_path() / "share" / "commitsim";
  if (!failed && fs::is_directory(installed / "profiles", failed)) return installed;
  return fs::path(COMMITSIM_SOURCE_DIR) / "experiments";
}

fs::path shipped_file(const std::string& kind, const std::string& name) { return data_folder() / kind / (name + ".yaml"); }

std::vector<std::string> shipped_names(const std::string& kind) {
  std::vector<std::string> names;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(data_folder() / kind, failed)) {
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem());
  }
  std::sort(names.begin(), names.end());
  return names;
}

void refuse_user_files() { user_files_are_refused = true; }

fs::path relative_to(const std::string& from, const std::string& name) {
  if (user_files_are_refused) {
    throw UserFileRefused("the scenario names a file, " + sim::quote(name) + "; here it can name shipped items only");
  }
  return fs::path(from).parent_path() / name;
}

}  // namespace experiments
