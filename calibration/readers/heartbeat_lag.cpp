// The log of `pt-heartbeat --monitor` (percona-toolkit): one line a second, without time stamps.
//
//   line = lag "s [" average ("," average)* "]"        average = blanks number "s"
//
// The first number is the lag now, those in brackets are its averages over --frames (1, 5 and 15 minutes by default), all in
// seconds. pt-heartbeat prints whole multiples of its interval: a lag below that shows as 0.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "calibration/readers/import_reader.hpp"
#include "calibration/readers/text_line.hpp"

namespace calibration {
namespace {

constexpr std::size_t kMostLags = 100'000;  // a day and more
constexpr double kWorthALook = 1;           // seconds: less is the noise of the clock and of the interval
constexpr double kNothing = 0.05;           // of the highest lag: caught up again

// The lag in seconds, if the line is one of pt-heartbeat's.
std::optional<double> heartbeat_lag(std::string_view line) {
  const auto start = line.find_first_not_of(" \t");
  const auto unit = line.find("s [");
  if (start == std::string_view::npos || unit == std::string_view::npos || unit < start || !line.ends_with("]")) return std::nullopt;
  const std::string number(line.substr(start, unit - start));
  if (number.empty() || number.find_first_not_of("0123456789.") != std::string::npos) return std::nullopt;
  char* end = nullptr;
  const double value = std::strtod(number.c_str(), &end);
  if (*end != '\0') return std::nullopt;
  return value;
}

// The slope of the least-squares line through the lags [from, to], one a second.
double slope_of(const std::vector<double>& lags, std::size_t from, std::size_t to) {
  const auto count = static_cast<double>(to - from + 1);
  const double mean_time = static_cast<double>(from + to) / 2;
  double mean = 0;
  for (std::size_t i = from; i <= to; ++i) mean += lags[i] / count;
  double up = 0;
  double down = 0;
  for (std::size_t i = from; i <= to; ++i) {
    const double time = static_cast<double>(i) - mean_time;
    up += time * (lags[i] - mean);
    down += time * time;
  }
  return down > 0 ? up / down : 0;
}

// The rise to the highest lag and the fall behind it: an applier at a fraction r of the write rate falls back by 1 - r seconds
// per second.
void add_rise(const std::vector<double>& lags, const std::vector<int>& lines, sim::Json& json) {
  const auto top = static_cast<std::size_t>(std::max_element(lags.begin(), lags.end()) - lags.begin());
  if (lags.empty() || lags[top] < kWorthALook) return;
  std::size_t start = top;
  while (start > 0 && lags[start - 1] < lags[start]) --start;
  if (start < top) ++start;  // the first that is higher than the one before
  std::size_t end = top;
  while (end + 1 < lags.size() && lags[end + 1] < lags[end] && lags[end + 1] > kNothing * lags[top]) ++end;
  if (start < top) {
    json["growth_start_line"] = lines[start];
    json["growth_slope"] = slope_of(lags, start, top);
    json["applied_of_write_rate"] = 1 - slope_of(lags, start, top);
  }
  if (end > top) json["drain_slope"] = -slope_of(lags, top, end);
}

Confidence recognise_heartbeat(std::string_view head, const std::string&) {
  int lines = 0;
  int lags = 0;
  while (!head.empty() && lines < 50) {
    const auto end = head.find('\n');
    auto line = head.substr(0, end);
    head.remove_prefix(end == std::string_view::npos ? head.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
    ++lines;
    if (heartbeat_lag(line)) ++lags;
  }
  return lags > 0 && 2 * lags >= lines ? kCertain : kNotMine;
}

sim::Json read_heartbeat(TextSource& source, const ImportOptions&, sim::Diagnostics& diagnostics) {
  std::vector<double> lags;
  std::vector<int> line_numbers;
  std::size_t count = 0;
  double most = 0;
  double sum = 0;
  sim::Location worst;
  while (source.next_line(diagnostics)) {
    const auto lag = heartbeat_lag(source.line());
    if (!lag) continue;
    ++count;
    sum += *lag;
    if (*lag > most) worst = source.place();
    most = std::max(most, *lag);
    if (lags.size() == kMostLags) continue;
    lags.push_back(*lag);
    line_numbers.push_back(source.line_number());
  }
  sim::Json json{{"lines", count}, {"first_column", "current lag"}, {"max_lag_s", most}};
  if (count > 0) json["mean_lag_s"] = sum / static_cast<double>(count);
  if (most > 0) json["max_place"] = to_string(worst);
  add_rise(lags, line_numbers, json);
  json["lag_s"] = lags;
  if (lags.size() < count)
    diagnostics.warning(source.whole(), fmt::format("only the first {} of {} lines are listed", lags.size(), count));
  return json;
}

const bool heartbeat_registered =
    register_import_reader({"pt-heartbeat log", "lag", recognise_heartbeat, read_heartbeat});

}  // namespace
}  // namespace calibration
