#include "calibration/readers/result_set.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

namespace calibration {
namespace {

using Layout = ResultSet::Layout;

std::string_view trimmed_cell(std::string_view text, std::size_t& skipped) {
  const auto first = text.find_first_not_of(" \t");
  skipped = first == std::string_view::npos ? 0 : first;
  if (first == std::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool is_table_rule(std::string_view line) {
  return line.size() > 2 && line.starts_with("+-") && line.find_first_not_of("+- ") == std::string_view::npos;
}

bool is_row_header(std::string_view line) {
  return line.starts_with("*****") && line.find(". row *") != std::string_view::npos;
}

// The end of "name:" in a vertical row; nothing in any other line.
std::optional<std::size_t> vertical_colon(std::string_view line) {
  const auto first = line.find_first_not_of(' ');
  if (first == std::string_view::npos) return std::nullopt;
  auto end = first;
  while (end < line.size() && (std::isalnum(static_cast<unsigned char>(line[end])) != 0 || line[end] == '_')) ++end;
  if (end == first || end == line.size() || line[end] != ':') return std::nullopt;
  if (end + 1 < line.size() && line[end + 1] != ' ') return std::nullopt;
  return end;
}

bool is_status_name(std::string_view word) {
  if (word.size() < 3 || std::isalpha(static_cast<unsigned char>(word.front())) == 0) return false;
  return std::all_of(word.begin(), word.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-';
  });
}

bool is_prompt(std::string_view line) {
  const auto end = line.find("> ");
  const bool begins_so = line.starts_with("mysql") || line.starts_with("MariaDB [") || line.starts_with(" MySQL ");
  return begins_so && end != std::string_view::npos && end < 60;
}

std::string unescaped_batch(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      result += text[i];
      continue;
    }
    const char c = text[++i];
    result += c == 'n' ? '\n' : c == 't' ? '\t' : c == '0' ? ' ' : c;
  }
  return result;
}

class ResultSetReader {
 public:
  ResultSetReader(TextSource& source, sim::Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

  std::vector<ResultSet> read() {
    while (source_.next_line(diagnostics_)) {
      const std::string_view line = source_.line();
      if (is_prompt(line)) begin_statement(line);
      else if (is_table_rule(line)) read_rule();
      else if (line.starts_with("| ")) read_table_row(line);
      else if (is_row_header(line)) begin_vertical_row();
      else if ((is_in_vertical_ || begins_replica_status(line)) && vertical_colon(line)) read_vertical(line);
      else if (line.find('\t') != std::string_view::npos) read_batch(line);
      else read_pasted(line);
      if (cells_ > kMostResultCells) {
        diagnostics_.error(source_.place(), fmt::format("more than {} values; the reading stops here", kMostResultCells));
        break;
      }
    }
    return std::move(sets_);
  }

 private:
  ResultSet& begin(Layout layout) {
    sets_.push_back({layout, {}, {}, source_.place(), std::exchange(query_, "")});
    is_table_done_ = false;
    return sets_.back();
  }

  // A rule stands before the header, after it, and at the end; the first one may have been lost.
  void read_rule() {
    is_in_vertical_ = false;
    const bool in_table = !sets_.empty() && sets_.back().layout == Layout::table && !is_table_done_;
    is_table_done_ = in_table && !sets_.back().rows.empty();
    if (!in_table) {
      begin(Layout::table);
      expects_names_ = true;
    }
  }

  void read_table_row(std::string_view line) {
    is_in_vertical_ = false;
    std::vector<ResultCell> cells;
    std::size_t at = 1;
    while (at < line.size()) {
      const auto bar = line.find(" |", at);
      if (bar == std::string_view::npos) break;
      std::size_t skipped = 0;
      const std::string_view text = trimmed_cell(line.substr(at, bar - at), skipped);
      cells.push_back({std::string(text), source_.place(at + skipped)});
      at = bar + 2;
    }
    const bool continues = !sets_.empty() && sets_.back().layout == Layout::table && !is_table_done_;
    const bool repeats_names = !cells.empty() && cells[0].text == "Variable_name";
    if (!continues) expects_names_ = repeats_names;
    ResultSet& set = continues ? sets_.back() : begin(Layout::table);
    if (!std::exchange(expects_names_, false)) return add_row(set, joined(std::move(cells), set.columns.size()));
    for (ResultCell& each : cells) set.columns.push_back(std::move(each.text));
  }

  // A bar inside the last column makes one cell too many.
  static std::vector<ResultCell> joined(std::vector<ResultCell> cells, std::size_t columns) {
    while (columns > 0 && cells.size() > columns) {
      cells[columns - 1].text += " | " + cells[columns].text;
      cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(columns));
    }
    return cells;
  }

  void begin_vertical_row() {
    const bool continues = is_in_vertical_ && source_.line().find(" 1. row ") == std::string_view::npos;
    if (!continues) begin(Layout::vertical);
    is_in_vertical_ = true;
    sets_.back().rows.emplace_back();
  }

  void begin_statement(std::string_view line) {
    is_in_vertical_ = false;
    is_table_done_ = true;
    query_ = line.substr(line.find("> ") + 2);
  }

  // The first line of SHOW REPLICA STATUS\G, where the line of stars was not copied.
  bool begins_replica_status(std::string_view line) {
    const auto first = line.find_first_not_of(' ');
    if (first == std::string_view::npos) return false;
    const std::string_view rest = line.substr(first);
    if (!rest.starts_with("Slave_IO_State:") && !rest.starts_with("Replica_IO_State:")) return false;
    begin(Layout::vertical).rows.emplace_back();
    return is_in_vertical_ = true;
  }

  void read_vertical(std::string_view line) {
    const std::size_t colon = *vertical_colon(line);
    std::size_t skipped = 0;
    const std::string name(trimmed_cell(line.substr(0, colon), skipped));
    ResultSet& set = sets_.back();
    auto& row = set.rows.back();
    if (row.empty() && name.empty()) return;
    const std::string_view value = trimmed_cell(line.substr(colon + 1), skipped);
    ResultCell cell{std::string(value), source_.place(std::min(colon + 1 + skipped, line.size()))};
    const auto column = find_or_add_column(set, name, row.size());
    if (row.size() <= column) row.resize(column + 1);
    row[column] = std::move(cell);
    ++cells_;
  }

  // Where the name stands among the columns, expected at `guess`.
  static std::size_t find_or_add_column(ResultSet& set, const std::string& name, std::size_t guess) {
    constexpr std::size_t kMostColumns = 1'000;
    if (guess < set.columns.size() && set.columns[guess] == name) return guess;
    if (const auto known = set.column(name)) return *known;
    if (set.columns.size() < kMostColumns) set.columns.push_back(name);
    return set.columns.size() - 1;
  }

  void read_batch(std::string_view line) {
    is_in_vertical_ = false;
    std::vector<ResultCell> cells;
    for (std::size_t at = 0; at <= line.size();) {
      const auto tab = std::min(line.find('\t', at), line.size());
      cells.push_back({unescaped_batch(line.substr(at, tab - at)), source_.place(at)});
      at = tab + 1;
    }
    const bool continues = !sets_.empty() && sets_.back().layout == Layout::batch &&
                           (sets_.back().rows.empty() || sets_.back().rows.back().size() == cells.size());
    const bool is_header = is_batch_header(cells);
    ResultSet& set = continues && !is_header ? sets_.back() : begin(Layout::batch);
    if (is_header) {
      for (ResultCell& each : cells) set.columns.push_back(std::move(each.text));
      return;
    }
    add_row(set, std::move(cells));
  }

  static bool is_batch_header(const std::vector<ResultCell>& cells) {
    if (cells.size() == 2) return is_same_name(cells[0].text, "Variable_name");
    return std::all_of(cells.begin(), cells.end(), [](const ResultCell& each) {
      return !each.text.empty() && std::isalpha(static_cast<unsigned char>(each.text.front())) != 0 &&
             each.text.find_first_of(" .:'") == std::string::npos;
    });
  }

  // "name value [second value]"; a first word that is no name ends the set.
  void read_pasted(std::string_view line) {
    const auto end = line.find(' ');
    if (is_in_vertical_ || end == std::string_view::npos || !is_status_name(line.substr(0, end))) return;
    if (sets_.empty() || sets_.back().layout != Layout::pasted) begin(Layout::pasted);
    std::vector<ResultCell> cells = {{std::string(line.substr(0, end)), source_.place()}};
    for (std::size_t at = line.find_first_not_of(' ', end); at < line.size(); at = line.find_first_not_of(' ', at)) {
      const auto stop = std::min(line.find(' ', at), line.size());
      cells.push_back({std::string(line.substr(at, stop - at)), source_.place(at)});
      at = stop;
    }
    add_row(sets_.back(), std::move(cells));
  }

  void add_row(ResultSet& set, std::vector<ResultCell> cells) {
    cells_ += cells.size();
    set.rows.push_back(std::move(cells));
  }

  TextSource& source_;
  sim::Diagnostics& diagnostics_;
  std::vector<ResultSet> sets_;
  std::size_t cells_ = 0;
  std::string query_;
  bool is_in_vertical_ = false;
  bool expects_names_ = false;
  bool is_table_done_ = false;
};

}  // namespace

bool is_same_name(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  });
}

std::optional<std::size_t> ResultSet::column(std::string_view name) const {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (is_same_name(columns[i], name)) return i;
  }
  return std::nullopt;
}

const ResultCell* ResultSet::cell(std::size_t row, std::string_view name) const {
  const auto at = column(name);
  if (!at || row >= rows.size() || *at >= rows[row].size()) return nullptr;
  return &rows[row][*at];
}

std::vector<ResultSet> read_result_sets(TextSource& source, sim::Diagnostics& diagnostics) {
  return ResultSetReader(source, diagnostics).read();
}

}  // namespace calibration
