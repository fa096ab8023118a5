// A timeline as the page plays it.
#pragma once

#include "models/scenario.hpp"
#include "models/timeline/watch_groups.hpp"
#include "sim/config/codec.hpp"

namespace experiments {

// {"server", "end_ms", "clients": [{"name", "parts": [[part, begin, end, group]]}], "spans": [{"row", "kind", "begin", "end"}],
// "events": [{"at", "text"}]}; times in milliseconds since the first of them. A part's group is -1 outside of stages.
sim::Json timeline_json(const models::WatchedGroups& watched, const models::Scenario& scenario);

}  // namespace experiments
