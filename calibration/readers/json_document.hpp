// JSON as a tree that remembers places, read in bounded memory.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "calibration/readers/text_source.hpp"
#include "sim/config/node.hpp"

namespace calibration {

// Whether what stands under the key is left out of the tree.
using SkipKey = std::function<bool(const std::string& key)>;

// Reads one JSON value from where the source stands: from the first line that begins with "{" or "[", what is before it (a
// prompt, messages) and after its end is not looked at. Scalars are nodes with their text, strings with was_quoted(); null is
// a null node. Of a key that stands twice the last value counts, with a warning. Nothing after reporting bad syntax, more
// levels or values than sim::read_document takes, a token of more than kLineBytes, or no JSON at all.
std::optional<sim::Node> read_json(TextSource& source, sim::Diagnostics& diagnostics, const SkipKey& skip = nullptr);

// The same for what may follow: no JSON is no fault.
std::optional<sim::Node> read_more_json(TextSource& source, sim::Diagnostics& diagnostics, const SkipKey& skip = nullptr);

}  // namespace calibration
