// Readers of what people have: logs of sysbench, option files, output of SHOW VARIABLES and of fio, topologies.
//
// A reader is one file in this folder. Its comment gives the grammar of the format, and it ends in
//     const bool registered = register_import_reader({"sysbench log", "sysbench", recognise, read});
// Nothing else has to be changed: `commitsim import` asks each reader how sure it is that a file is its own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "calibration/readers/text_source.hpp"
#include "sim/config/codec.hpp"
#include "sim/config/diagnostics.hpp"

namespace calibration {

// How sure a reader is: 0 (not mine) to 100. One that only knows words which others use as well stays below 50.
using Confidence = int;
inline constexpr Confidence kNotMine = 0;
inline constexpr Confidence kPossible = 30;  // some words of the format
inline constexpr Confidence kLikely = 60;    // its layout
inline constexpr Confidence kCertain = 90;   // its name or its banner

// What the user said about the files beside their content.
struct ImportOptions {
  std::string server;                    // "mysql-8.0", "mariadb-10.11": whose groups of an option file count; empty: not said
  bool may_open_other_files = true;      // those that a file includes
  bool may_leave_folder = false;         // those outside the folder of the first file as well
};

struct ImportReader {
  std::string format;  // for people: "sysbench log"
  std::string kind;    // sysbench, option_file, variables, status, fsync, lag or topology
  // How sure the reader is, by the first kHeadBytes of the file (without byte-order mark) and its name.
  Confidence (*recognise)(std::string_view head, const std::string& file_name);
  // Reads the file. Returns the fields of its JSON object: values bare, or {"value": v, "place": "file:line:column"}. What the
  // program that wrote or reads the file would refuse is an error; what cannot be trusted is a warning. Never throws for its input.
  sim::Json (*read)(TextSource& source, const ImportOptions& options, sim::Diagnostics& diagnostics);
};

// All readers, by name of their format.
const std::vector<ImportReader>& import_readers();

// Adds one; throws std::logic_error when the format is taken. Returns true, for static initialisers.
bool register_import_reader(ImportReader reader);

// The reader that is surest of the file, or nullptr where none knows it.
const ImportReader* find_import_reader(const TextSource& source);

// Reads a file with the reader that is surest of it; an unknown file is an error. Returns
//     {"file": name, "kind": kind, "format": format, ...the reader's fields..., "warnings": [{"place", "message"}], "errors": [...]}
sim::Json import_source(TextSource& source, const ImportOptions& options, sim::Diagnostics& diagnostics);
sim::Json import_file(const std::string& path, const ImportOptions& options, sim::Diagnostics& diagnostics);

// {"value": value, "place": "file:line:column"}
sim::Json placed(sim::Json value, const sim::Location& place);

}  // namespace calibration
