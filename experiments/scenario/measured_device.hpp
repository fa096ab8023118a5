// A storage device as fio, pg_test_fsync or ioping measured it.
#pragma once

#include <optional>
#include <string>

#include "models/storage/device_costs.hpp"
#include "sim/config/codec.hpp"
#include "sim/config/diagnostics.hpp"

namespace experiments {

// What a device takes, by what was imported from one file (calibration/readers/import_reader.hpp); nothing where it holds no sync
// times. A sync of a log first writes from the page cache to the device: where fio wrote with direct=1, its write is added to its
// sync, means and 99th percentiles each. Of fsync and fdatasync, the one that was not measured is taken as the other; without
// both, a write with O_SYNC or O_DSYNC stands for them. What is taken for what goes to the diagnostics as a note at `place`.
std::optional<models::DeviceCosts> measured_device(const sim::Json& imported, const sim::Location& place,
                                                   sim::Diagnostics& diagnostics);

// The same for a file, its name relative to the folder of `from`; that it cannot be used is an error at `place`.
std::optional<models::DeviceCosts> read_measured_device(const std::string& file, const std::string& from, const sim::Location& place,
                                                        sim::Diagnostics& diagnostics);

}  // namespace experiments
