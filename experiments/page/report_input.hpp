// What a report is made of: files that sweep, run, compare and validate wrote, known by what stands in them.
#pragma once

#include <string>

#include "sim/config/codec.hpp"
#include "sim/config/diagnostics.hpp"

namespace experiments {

// The inputs in a file, each {"kind": "study" | "result" | "comparison" | "validation", "file", "document"}: one for a JSON file, one for
// each study of a database. Reports a file that cannot be read, or is none of these.
std::vector<sim::Json> read_report_inputs(const std::string& file, sim::Diagnostics& diagnostics);

}  // namespace experiments
