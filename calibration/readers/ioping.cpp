// ioping: the time of single requests.
//
//   command = "ioping" option*                                        -W: writes, -Y: O_SYNC, -y: O_DSYNC
//   request = size blanks ("<<<" | ">>>" | "from") ... "request=" n " time=" number unit ("(" mark ")")?
//   end     = n " requests completed in " ... ; "min/avg/max/mdev = " number unit " / " ...
//
// The unit is that of the line: ns, us, ms, s. The request marked "(warmup)" is not counted in the statistics; "(slow)" and
// "(fast)" ones are. The rate of "generated ... requests" is the pacing of -i, not the device's.
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "calibration/comparison.hpp"
#include "calibration/readers/import_reader.hpp"
#include "calibration/readers/named_values.hpp"

namespace calibration {
namespace {

constexpr std::size_t kMostRequests = 1'000'000;

// A time "2.21 ms" at the position in microseconds, and where it ends.
std::optional<double> time_us(std::string_view line, std::size_t& at) {
  at = std::min(line.find_first_not_of(" /=", at), line.size());
  double value = 0;
  const auto [stop, fault] = std::from_chars(line.data() + at, line.data() + line.size(), value);
  if (fault != std::errc{} || !std::isfinite(value) || value < 0) return std::nullopt;
  at = std::min(line.find_first_not_of(' ', static_cast<std::size_t>(stop - line.data())), line.size());
  const auto end = std::min(line.find_first_of(" /\t", at), line.size());
  const auto unit = line.substr(at, end - at);
  at = end;
  if (unit == "ns") return value / 1e3;
  if (unit == "us" || unit == "\xC2\xB5s") return value;
  if (unit == "ms") return value * 1e3;
  if (unit == "s") return value * 1e6;
  return unit == "min" ? std::optional(value * 60e6) : std::nullopt;
}

Confidence recognise_ioping(std::string_view head, const std::string&) {
  const bool has_requests = head.find("request=") != std::string_view::npos && head.find(" time=") != std::string_view::npos;
  const bool has_end = head.find("ioping statistics") != std::string_view::npos;
  const bool has_command = head.find("ioping") != std::string_view::npos;
  return has_end ? kCertain : has_requests ? (has_command ? kCertain : kLikely) : kNotMine;
}

struct Ioping {
  std::vector<double> times_us;
  std::size_t warm_ups = 0;
  std::string sync_call;
  bool writes = false;
  NamedValues values;
};

void read_ioping_command(std::string_view line, Ioping& result) {
  for (auto at = line.find(" -"); at != std::string_view::npos; at = line.find(" -", at + 1)) {
    const auto option = line.substr(at + 2, line.find(' ', at + 2) - at - 2);
    if (option.starts_with("-")) continue;
    if (option.find('W') != std::string_view::npos) result.writes = true;
    if (option.find('Y') != std::string_view::npos) result.sync_call = "O_SYNC";
    if (option.find('y') != std::string_view::npos) result.sync_call = "O_DSYNC";
  }
}

void read_ioping_line(const TextSource& source, Ioping& result) {
  const std::string_view line = source.line();
  if (line.find("ioping -") != std::string_view::npos) read_ioping_command(line, result);
  if (line.find(">>>") != std::string_view::npos) result.writes = true;
  if (auto at = line.find(" time="); at != std::string_view::npos && line.find("request=") != std::string_view::npos) {
    at += std::string_view(" time=").size();
    const auto time = time_us(line, at);
    if (line.find("(warmup)") != std::string_view::npos) ++result.warm_ups;
    else if (time && result.times_us.size() < kMostRequests) result.times_us.push_back(*time);
  } else if (const auto done = line.find(" requests completed"); done != std::string_view::npos) {
    double count = 0;
    std::from_chars(line.data(), line.data() + done, count);
    if (std::isfinite(count) && count >= 0) result.values.set("requests", count, source.place());
    if (line.find(" written") != std::string_view::npos) result.writes = true;
  } else if (at = line.find("min/avg/max/mdev"); at != std::string_view::npos) {
    at += std::string_view("min/avg/max/mdev").size();
    for (const char* name : {"min_us", "avg_us", "max_us", "mdev_us"}) {
      const auto place = source.place(at);
      if (const auto time = time_us(line, at)) result.values.set(name, *time, place);
    }
  }
}

sim::Json read_ioping(TextSource& source, const ImportOptions&, sim::Diagnostics& diagnostics) {
  Ioping result;
  while (source.next_line(diagnostics)) read_ioping_line(source, result);
  sim::Json run{{"tool", "ioping"}};
  if (!result.sync_call.empty()) run["sync_call"] = result.sync_call;
  run["writes"] = result.writes;
  if (!result.times_us.empty()) run["median_us"] = median(result.times_us);
  if (!result.values.get("requests")) run["requests"] = result.times_us.size();
  run["warm_up_requests"] = result.warm_ups;
  result.values.add_to(run);
  if (!result.writes) diagnostics.warning(source.whole(), "no fsync data here: these are reads");
  else if (result.sync_call.empty())
    diagnostics.warning(source.whole(), "the command is not here, so it is not said whether a write waits for the device (-Y or -y)");
  if (!result.values.get("avg_us")) diagnostics.warning(source.whole(), "cut short: no statistics at the end");
  return {{"unit", "us"}, {"runs", sim::Json::array({std::move(run)})}};
}

const bool ioping_registered = register_import_reader({"ioping", "fsync", recognise_ioping, read_ioping});

}  // namespace
}  // namespace calibration
