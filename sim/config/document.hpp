// Reading YAML into a Node, and changing it from the command line.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "sim/config/diagnostics.hpp"
#include "sim/config/node.hpp"

namespace sim {

// Bounds that no sensible document reaches; they keep hostile ones cheap. Aliases count as the copies they stand for.
inline constexpr std::size_t kDocumentBytes = std::size_t{16} << 20U;
inline constexpr std::size_t kDocumentNodes = 1'000'000;
inline constexpr std::size_t kDocumentDepth = 100;

// Reads one YAML document. Faults go to the diagnostics: nothing to read, bad encoding, bad syntax, a second document,
// duplicate or merge ('<<') keys, keys that are not text, tags. Anchors and aliases are expanded. Where a tree could still be
// built it is returned even so, so that the faults of its content can be told in the same pass; the caller asks ok().
std::optional<Node> read_document(const std::string& path, Diagnostics& diagnostics);

// What is taken beyond that, for files that others wrote for other programs.
struct DocumentRules {
  bool expands_merge_keys = false;  // "<<": the fields of a mapping, or of several, that stand in no other way in this one
};

// The same for text that is already in memory; file_name is what the places say.
std::optional<Node> read_document_text(std::string_view text, const std::string& file_name, Diagnostics& diagnostics,
                                       const DocumentRules& rules = {});

// Reads a YAML value from the text, which may be empty (null), and gives all of it the one place `mark`.
std::optional<Node> read_value(std::string_view text, const Mark& mark, Diagnostics& diagnostics);

// The tree as YAML on one line, as {cpu: 5us, fsync: "2 ms"}; what stood in quotes stands in quotes again.
std::string write_on_one_line(const Node& node);

// Applies PATH=VALUE as given to --set: VALUE is YAML ("{rtt: 5ms}"), missing mappings and keys are created, links[0].rtt
// and links.0.rtt reach into a list. Its faults are told at "--set PATH", or at `option` where another option stands for the
// assignment. Returns whether it could be applied; if not, the root is as before.
bool apply_override(Node& root, std::string_view assignment, Diagnostics& diagnostics, std::string_view option = "");

}  // namespace sim
