// A study and what came out of it, as its page needs it.
#pragma once

#include <string>

#include "experiments/study/study_database.hpp"

namespace experiments {

// {"name", "description", "study": its document, "factors": [{"name", "levels": [{"label", "number"}]}], "metrics": [{"name", "unit"}],
// "responses", "constraints": [text], "objective": {"metric", "is_maximised"} | null, "best": index | null,
// "points": [{"levels", "cost", "seed", "version", "status", "error", "failed": [constraint], "values", "half_widths"}], "scenario"}
// Values are in the order of the metrics; a metric with * (any replica) has the greatest of them. The scenario is the best point's, or
// else the first one's.
sim::Json study_input(const StudyDatabase& database, const std::string& name, sim::Diagnostics& diagnostics);

}  // namespace experiments
