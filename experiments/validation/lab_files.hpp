// Measurements that a set takes from records of the lab: what was measured, and the conditions it was measured under.
#pragma once

#include <string>
#include <vector>

#include "calibration/lab_record.hpp"
#include "experiments/validation/validation_document.hpp"
#include "models/scenario.hpp"
#include "sim/config/diagnostics.hpp"
#include "sim/config/node.hpp"

namespace experiments {

// The records in the case's `lab` list, and their logs as if the case had named them under `sysbench`. Paths are relative to the file
// `from`; `path` is that of the case in `root`.
std::vector<calibration::LabRecord> read_lab_records(CaseDocument& the_case, const std::string& from, const sim::Node& root,
                                                     const std::string& path, sim::Diagnostics& diagnostics);

// What the records count beside their logs, one value each, as metrics of the case: fsyncs and groups, ACKs.
void add_lab_counts(CaseDocument& the_case, const std::vector<calibration::LabRecord>& records);

// PATH=VALUE for the conditions that the case wants from its records, means over them, that its own `set` does not speak of.
//   machine      cores of all hosts; foreign_load of each: to one server of the lab the others on the same machine are foreign
//   lateness     how much later than asked messages came: network.default.jitter
//   fsync_times  what the syncs of each server really took; by default only where they were chosen: on a real disk that is a result
std::vector<std::string> lab_conditions(const CaseDocument& the_case, const std::vector<calibration::LabRecord>& records,
                                        const models::Scenario& scenario);

inline const std::vector<std::string> kLabConditions = {"machine", "lateness", "fsync_times"};

}  // namespace experiments
