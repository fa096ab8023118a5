// Helpers of these tests: read a text, and see the faults as the user sees them.
#pragma once

#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "sim/config/document.hpp"

namespace sim::test {

inline std::string printed(const Diagnostics& diagnostics) {
  std::ostringstream out;
  diagnostics.print(out);
  return out.str();
}

// A document that must be without fault.
inline Node good(std::string_view text) {
  Diagnostics diagnostics;
  auto root = read_document_text(text, "good.yaml", diagnostics);
  return root && diagnostics.ok() ? *root : Node::scalar(Mark(), "not read: " + printed(diagnostics));
}

// The faults of reading the text as bad.yaml.
inline std::string faults(std::string_view text) {
  Diagnostics diagnostics;
  (void)read_document_text(text, "bad.yaml", diagnostics);
  return printed(diagnostics);
}

}  // namespace sim::test
