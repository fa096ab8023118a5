// What a MySQL client prints: one or more result sets, in any of its layouts.
//
//   table      +----+----+ / | a | b | / +----+----+ / | 1 | 2 | / +----+----+         mysql, mysqladmin
//   vertical   ***... 1. row ***... / name: value, the colons under each other          mysql \G
//   batch      columns separated by TAB, with or without a header; \n, \t, \\ inside    mysql -B, -ss
//   pasted     "name   value", a pair per line, separated by blanks                     terminals, pt-mysql-summary
//
// Prompts, "3 rows in set", messages and empty lines between them are not part of a result set.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "calibration/readers/text_source.hpp"
#include "sim/config/diagnostics.hpp"

namespace calibration {

struct ResultCell {
  std::string text;
  sim::Location place;
};

struct ResultSet {
  enum class Layout { table, vertical, batch, pasted };

  Layout layout = Layout::table;
  std::vector<std::string> columns;             // empty where there is no header
  std::vector<std::vector<ResultCell>> rows;    // of a vertical one: as long as its columns; cells may be missing at the end
  sim::Location place;
  std::string query;                            // the statement that a prompt shows before it, as far as it is on one line

  std::optional<std::size_t> column(std::string_view name) const;                      // case aside
  const ResultCell* cell(std::size_t row, std::string_view column) const;              // nullptr where there is none
};

// All result sets of the source, of at most kMostResultCells together: more is an error.
inline constexpr std::size_t kMostResultCells = 400'000;
std::vector<ResultSet> read_result_sets(TextSource& source, sim::Diagnostics& diagnostics);

// Whether two words are the same, case aside.
bool is_same_name(std::string_view a, std::string_view b);

}  // namespace calibration
