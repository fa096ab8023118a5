// A story drawn with characters: one row per client, stage, device, link and applier; time goes across.
#pragma once

#include <optional>
#include <string>

#include "experiments/explain/look.hpp"
#include "experiments/explain/story.hpp"

namespace experiments {

// The drawing, ending in a line break, with a scale above and a legend below. With `until` only what has happened by then, and where
// that is.
std::string draw(const Story& story, const Look& look, std::optional<sim::Instant> until = std::nullopt);

}  // namespace experiments
