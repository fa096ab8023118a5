#include "experiments/scenario/measured_device.hpp"

#include <map>

#include <fmt/format.h>

#include "calibration/readers/import_reader.hpp"
#include "experiments/scenario/data_files.hpp"
#include "sim/config/document.hpp"

namespace experiments {
namespace {

// In microseconds.
struct SyncTime {
  double mean = 0;
  double p99 = 0;  // 0: not measured
};

double number_in(const sim::Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_number() ? found->get<double>() : 0;
}

std::string text_in(const sim::Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

// By the call that was timed; the first measurement of a call counts.
using SyncTimes = std::map<std::string, SyncTime>;

void take_run(const sim::Json& run, SyncTimes& times) {
  const std::string call = text_in(run, "sync_call");
  SyncTime time{number_in(run, "fsync_mean_us"), number_in(run, "fsync_p99_us")};
  const bool is_direct = run.contains("options") && text_in(run["options"], "direct") == "1";
  if (time.mean > 0) {
    if (is_direct) time = {time.mean + number_in(run, "write_clat_mean_us"), time.p99 + number_in(run, "write_clat_p99_us")};
    times.emplace(call == "fdatasync" ? "fdatasync" : "fsync", time);
  } else if (text_in(run, "fsync") == "in the writes") {
    times.emplace("durable_write", SyncTime{number_in(run, "write_clat_mean_us"), number_in(run, "write_clat_p99_us")});
  } else if (text_in(run, "tool") == "ioping" && !call.empty() && number_in(run, "avg_us") > 0) {
    times.emplace("durable_write", SyncTime{number_in(run, "avg_us"), 0});
  }
}

void take_means(const sim::Json& imported, SyncTimes& times) {
  for (const auto& [name, key] : {std::pair{"fdatasync_us", "fdatasync"}, {"fsync_us", "fsync"}, {"open_datasync_us", "durable_write"}}) {
    if (const double mean = number_in(imported, name); mean > 0) times.emplace(key, SyncTime{mean, 0});
  }
}

std::string in_words(const SyncTime& time, bool with_p99) {
  return with_p99 && time.p99 > time.mean ? fmt::format("{{mean: {:.6g}us, p99: {:.6g}us}}", time.mean, time.p99)
                                          : fmt::format("{:.6g}us", time.mean);
}

// A device of these times. No distribution has every mean with every 99th percentile: then only the means count.
std::optional<models::DeviceCosts> bound(const SyncTimes& times, const std::string& name, bool with_p99, sim::Diagnostics& diagnostics) {
  std::string text = "name: device\n";
  for (const auto& [call, time] : times) text += fmt::format("{}: {}\n", call, in_words(time, with_p99));
  const auto root = sim::read_document_text(text, name, diagnostics);
  models::DeviceCosts device;
  if (!root || !sim::schema_of<models::DeviceCosts>().bind(*root, device, diagnostics)) return std::nullopt;
  device.name = name;
  return device;
}

}  // namespace

std::optional<models::DeviceCosts> measured_device(const sim::Json& imported, const sim::Location& place,
                                                   sim::Diagnostics& diagnostics) {
  SyncTimes times;
  if (const auto runs = imported.find("runs"); runs != imported.end()) {
    for (const sim::Json& run : *runs) take_run(run, times);
  }
  take_means(imported, times);
  if (times.empty()) return std::nullopt;
  const std::string name = text_in(imported, "file");
  for (const auto& [missing, nearest] : {std::pair{"fsync", "fdatasync"}, {"fdatasync", "fsync"}}) {
    if (times.count(missing) > 0) continue;
    const std::string taken = times.count(nearest) > 0 ? nearest : "durable_write";
    times[missing] = times[taken];
    diagnostics.note(place, fmt::format("{} did not measure {}: it is taken as {}", sim::quote(name), missing,
                                        taken == "durable_write" ? "a write with O_SYNC or O_DSYNC" : taken));
  }
  sim::Diagnostics of_percentiles;
  auto device = bound(times, name, true, of_percentiles);
  if (device) return device;
  diagnostics.note(place, fmt::format("{}: no distribution has these means and 99th percentiles, so the times are constant",
                                      sim::quote(name)));
  return bound(times, name, false, diagnostics);
}

std::optional<models::DeviceCosts> read_measured_device(const std::string& file, const std::string& from, const sim::Location& place,
                                                        sim::Diagnostics& diagnostics) {
  sim::Diagnostics of_file;
  const sim::Json imported = calibration::import_file(relative_to(from, file).string(), {}, of_file);
  for (const sim::Diagnostic& each : of_file.sorted()) {
    if (each.severity == sim::Diagnostic::Severity::Error) diagnostics.error(place, to_string(each));
    else if (each.severity == sim::Diagnostic::Severity::Warning) diagnostics.warning(each.place, each.message);
  }
  if (!of_file.ok()) return std::nullopt;
  auto device = measured_device(imported, place, diagnostics);
  if (!device) diagnostics.error(place, fmt::format("{} holds no sync times", sim::quote(file)));
  return device;
}

}  // namespace experiments
