#include "experiments/report/version.hpp"

namespace experiments {

std::string version() { return COMMITSIM_VERSION; }

}  // namespace experiments
