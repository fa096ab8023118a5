#include "experiments/study/ranks.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

namespace experiments {
namespace {

constexpr const char* kModule = "commitsim_mpi.so";

// Beside the program, or where it is installed.
std::vector<std::filesystem::path> places_of_module() {
  std::error_code ignored;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
  return {folder / kModule, folder.parent_path() / "lib" / "commitsim" / kModule};
}

// More than one, by one of the variables with which launchers tell their processes how many there are.
bool has_company(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && std::atoi(value) > 1;
}

}  // namespace

bool is_under_mpi() {
  const bool is_by_srun = has_company("SLURM_NTASKS") && std::getenv("PMIX_RANK") != nullptr;
  return has_company("OMPI_COMM_WORLD_SIZE") || has_company("PMI_SIZE") || is_by_srun;
}

std::unique_ptr<Ranks> open_ranks(std::string& why) {
  for (const auto& file : places_of_module()) {
    if (!std::filesystem::exists(file)) continue;
    // SimGrid has functions of the same names, for simulated MPI programs: the module must find those of its own library first.
    void* module = ::dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL | RTLD_DEEPBIND);
    if (module == nullptr) {
      why = ::dlerror();
      return nullptr;
    }
    const auto make = reinterpret_cast<MakeRanks>(::dlsym(module, kMakeRanks));
    if (make != nullptr) return std::unique_ptr<Ranks>(make());
    why = file.string() + " is of another version";
    return nullptr;
  }
  why = "this commitsim was built without MPI";
  return nullptr;
}

}  // namespace experiments
