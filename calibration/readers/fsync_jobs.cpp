#include "calibration/readers/fsync_jobs.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace calibration {
namespace {

constexpr double kAllOfTheTime = 0.9;  // of a second, in writes: then nothing else takes any
constexpr double kFewSyncs = 1000;     // fewer say nothing about a 99.9th percentile

const std::string* option_of(const FsyncJob& job, const std::string& name) {
  const auto found = job.options.find(name);
  return found == job.options.end() ? nullptr : &found->second;
}

bool is_on(const std::string* option) { return option != nullptr && *option != "0" && *option != "none"; }

// "4k", "16.0KiB", "1024" in bytes; nothing for anything else.
std::optional<double> bytes_of(std::string_view text) {
  double value = 0;
  const auto [stop, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{} || !(value >= 0) || !(value < 1e15)) return std::nullopt;
  const auto rest = text.substr(static_cast<std::size_t>(stop - text.data()));
  if (rest.empty() || rest.front() == 'B' || rest.front() == 'b') return value;
  switch (std::tolower(static_cast<unsigned char>(rest.front()))) {
    case 'k': return value * 1024;
    case 'm': return value * 1024 * 1024;
    case 'g': return value * 1024 * 1024 * 1024;
    default: return std::nullopt;
  }
}

// The last of the calls that the words name: "fdatasync" holds "datasync", never "fsync".
std::string call_in(std::string_view words) {
  std::string call;
  std::size_t last = 0;
  for (const std::string_view name : {"fdatasync", "fsync", "sync=1", "sync1", "O_SYNC", "O_DSYNC", "sync=dsync"}) {
    const auto at = words.rfind(name);
    if (at == std::string_view::npos || (!call.empty() && at < last)) continue;
    last = at;
    call = name == "sync=1" || name == "sync1" ? "O_SYNC" : name == "sync=dsync" ? "O_DSYNC" : name;
  }
  // "fsync=1" ends in "sync=1", and so does "fdatasync=1".
  if (call == "O_SYNC" && last > 0 && words[last - 1] == 'f') return "fsync";
  if (call == "O_SYNC" && last > 4 && words.substr(last - 5, 5) == "fdata") return "fdatasync";
  return call;
}

void check(const FsyncJob& job, sim::Diagnostics& diagnostics) {
  const std::string name = sim::quote(job.name);
  if (job.error != 0) diagnostics.warning(job.place, fmt::format("job {} failed with error {}", name, job.error));
  if (job.has_sync()) {
    const auto count = job.values.get("N");
    if (count && *count < kFewSyncs)
      diagnostics.warning(job.place, fmt::format("job {} made {:g} syncs: too few for its highest percentiles", name, *count));
    if (const auto said = job.values.get("sync_total_ios"); said == 0 && count && *count > 0)
      diagnostics.note(job.place, fmt::format("job {}: total_ios of sync is 0 although {:g} syncs were timed", name, *count));
    if (job.is_call_guessed)
      diagnostics.warning(job.place, fmt::format("job {} does not say which call it timed; the words around it, or the file's name, "
                                                 "say {}", name, job.sync_call));
  } else if (job.do_writes_sync()) {
    diagnostics.warning(job.place, fmt::format("job {} has no sync latencies, and its writes take all of the time: each waits for its "
                                               "own sync (O_SYNC or O_DSYNC), so write_clat is the time of both", name));
  } else {
    diagnostics.warning(job.place, fmt::format("no fsync data here: job {} did not time any sync", name));
  }
}

}  // namespace

bool FsyncJob::do_writes_sync() const {
  const auto rate = values.get("write_iops");
  const auto mean = values.get("write_clat_mean_us");
  if (has_sync() || !rate || !mean || *rate <= 0) return false;
  if (sync_call == "O_SYNC" || sync_call == "O_DSYNC") return true;
  const std::string* depth = option_of(*this, "iodepth");
  const bool is_alone = depth == nullptr || *depth == "1";
  return is_alone && *mean > 100 && *rate * *mean / 1e6 > kAllOfTheTime && *rate * *mean / 1e6 < 1.1;
}

void find_sync_call(FsyncJob& job, std::string_view words_around, const std::string& file_name) {
  const std::string* sync = option_of(job, "sync");
  if (is_on(option_of(job, "fdatasync"))) job.sync_call = "fdatasync";
  else if (is_on(option_of(job, "fsync"))) job.sync_call = "fsync";
  else if (is_on(sync)) job.sync_call = *sync == "dsync" ? "O_DSYNC" : "O_SYNC";
  if (!job.sync_call.empty()) return;
  job.sync_call = call_in(words_around);
  if (job.sync_call.empty()) job.sync_call = call_in(file_name.substr(file_name.find_last_of('/') + 1));
  job.is_call_guessed = !job.sync_call.empty();
}

sim::Json fsync_jobs_json(const std::vector<FsyncJob>& jobs, const TextSource& source, sim::Diagnostics& diagnostics) {
  sim::Json runs = sim::Json::array();
  sim::Json by_job = sim::Json::object();
  bool has_any = false;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const FsyncJob& job = jobs[i];
    check(job, diagnostics);
    sim::Json run{{"name", job.name}, {"place", to_string(job.place)}};
    if (!job.sync_call.empty()) run["sync_call"] = job.sync_call;
    for (const char* name : {"rw", "ioengine", "iodepth", "direct", "fsync", "fdatasync", "sync"}) {
      if (const std::string* option = option_of(job, name)) run["options"][name] = *option;
    }
    if (const std::string* size = option_of(job, "bs")) {
      if (const auto bytes = bytes_of(*size)) run["bs"] = json_number(*bytes);
    }
    if (job.error != 0) run["job_error"] = job.error;
    run["fsync"] = job.has_sync() ? "timed" : job.do_writes_sync() ? "in the writes" : "absent";
    if (!job.has_sync()) run["fsync_latency"] = "not reported";
    job.values.add_to(run);
    runs.push_back(std::move(run));
    has_any = has_any || job.has_sync() || job.do_writes_sync();
    for (const char* name : {"fsync_mean_us", "fsync_p50_us", "fsync_p95_us", "fsync_p99_us", "fsync_max_us", "write_iops"}) {
      if (const auto value = job.values.get(name)) by_job[fmt::format("job{}_{}", i, name)] = json_number(*value);
    }
    if (const auto count = job.values.get("N")) by_job[fmt::format("job{}_sync_N", i)] = json_number(*count);
  }
  if (jobs.empty() && diagnostics.ok()) diagnostics.warning(source.whole(), "no fsync data here: no job of fio");
  sim::Json json = sim::Json::object();
  if (!jobs.empty() && !jobs.front().version.empty()) {
    json["fio"] = jobs.front().version;
    json["banner"] = {{"fio", "fio-" + jobs.front().version}};
  }
  json["unit"] = "us";
  json["jobs"] = jobs.size();
  json["has_fsync_data"] = has_any;
  json["runs"] = std::move(runs);
  if (jobs.size() > 1) json["by_job"] = std::move(by_job);
  return json;
}

}  // namespace calibration
