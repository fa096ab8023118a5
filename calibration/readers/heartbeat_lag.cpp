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
    if (lags.size() < kMostLags) lags.push_back(*lag);
  }
  sim::Json json{{"lines", count}, {"first_column", "current lag"}, {"max_lag_s", most}};
  if (count > 0) json["mean_lag_s"] = sum / static_cast<double>(count);
  if (most > 0) json["max_place"] = to_string(worst);
  json["lag_s"] = lags;
  if (lags.size() < count)
    diagnostics.warning(source.whole(), fmt::format("only the first {} of {} lines are listed", lags.size(), count));
  return json;
}

const bool heartbeat_registered =
    register_import_reader({"pt-heartbeat log", "lag", recognise_heartbeat, read_heartbeat});

}  // namespace
}  // namespace calibration
