#include "calibration/readers/sysbench_command.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace calibration {
namespace {

constexpr std::size_t kMostOptions = 200;
constexpr std::size_t kLongestValue = 200;

std::vector<std::string_view> split_words(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; words.size() < kMostOptions;) {
    at = line.find_first_not_of(" \t", at);
    if (at == std::string_view::npos) break;
    const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

std::string_view without_quotes(std::string_view text) {
  const bool is_quoted = text.size() >= 2 && (text.front() == '\'' || text.front() == '"') && text.back() == text.front();
  return is_quoted ? text.substr(1, text.size() - 2) : text;
}

// "/usr/bin/sysbench", "sysbench.exe", "go-sysbench" -> whether it is the program.
bool is_sysbench(std::string_view word) {
  word = without_quotes(word);
  if (const auto slash = word.find_last_of("/\\"); slash != std::string_view::npos) word.remove_prefix(slash + 1);
  if (word.ends_with(".exe")) word.remove_suffix(4);
  return word == "sysbench" || word == "go-sysbench";
}

// "/usr/share/sysbench/oltp_read_write.lua" -> "oltp_read_write"
std::string script_name(std::string_view path) {
  path = without_quotes(path);
  if (const auto slash = path.find_last_of("/\\"); slash != std::string_view::npos) path.remove_prefix(slash + 1);
  if (path.ends_with(".lua")) path.remove_suffix(4);
  return std::string(path.substr(0, kLongestValue));
}

std::string option_name(std::string_view name) {
  std::string key(name.substr(0, kLongestValue));
  std::replace(key.begin(), key.end(), '-', '_');
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kOlder{{
      {"num_threads", "threads"},
      {"max_time", "time"},
      {"max_requests", "events"},
      {"tx_rate", "rate"},
      {"oltp_tables_count", "tables"},
      {"oltp_table_size", "table_size"},
      {"oltp_read_only", "read_only"},
      {"test", "script"},
  }};
  for (const auto& [older, newer] : kOlder) {
    if (key == older) return std::string(newer);
  }
  return key;
}

// Who and where: nothing that a report should repeat.
bool is_private(const std::string& key) {
  for (const std::string_view part : {"pass", "pwd", "user", "host", "socket", "ssl", "secret", "token", "port", "dsn"}) {
    if (key.find(part) != std::string::npos) return true;
  }
  return false;
}

// "--mysql-password secret": the word behind it is its value.
bool may_take_a_value(std::string_view word) { return word.starts_with("--") && word.find('=') == std::string_view::npos; }

bool is_command(std::string_view word) {
  return word == "run" || word == "prepare" || word == "cleanup" || word == "prewarm" || word == "warmup" || word == "help";
}

}  // namespace

std::optional<std::map<std::string, std::string>> read_sysbench_command(std::string_view line) {
  const auto words = split_words(line);
  const auto program = std::find_if(words.begin(), words.end(), is_sysbench);
  if (program == words.end()) return std::nullopt;
  std::map<std::string, std::string> options;
  bool is_told = false;  // an option or a command makes it a command line; "sysbench is a benchmark" is none
  for (auto word = program + 1; word != words.end(); ++word) {
    if (*word == ">" || *word == ">>" || *word == "|" || *word == "&&" || *word == ";" || *word == "2>&1") break;
    if (word->starts_with("--")) {
      const auto equals = word->find('=');
      const std::string key = option_name(word->substr(2, equals == std::string_view::npos ? equals : equals - 2));
      is_told = true;
      if (key.empty() || is_private(key)) continue;
      const auto value = equals == std::string_view::npos ? "on" : without_quotes(word->substr(equals + 1));
      options[key] = key == "script" ? script_name(value) : std::string(value.substr(0, kLongestValue));
    } else if (is_command(*word)) {
      options["command"] = *word;
      is_told = true;
    } else if (*word != "\\" && options.count("script") == 0 && !word->starts_with("-") && !may_take_a_value(*(word - 1))) {
      options["script"] = script_name(*word);
    }
  }
  if (!is_told) return std::nullopt;
  return options;
}

}  // namespace calibration
