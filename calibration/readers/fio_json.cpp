// fio --output-format=json, of versions 2 and 3. Lines of errors or a shell prompt may stand before the "{".
//
//   document = { "fio version": "fio-3.28", "global options": options, "jobs" | "client_stats": [job, ...] }
//   job      = { "jobname", "error": errno, "job options": options, "read": side, "write": side, "sync": sync }
//   side     = { "iops": n, "clat_ns" (3.x, ns) | "clat" (2.x, us): times }
//   sync     = { "total_ios": n, "lat_ns": times }                from 3.5 on
//   times    = { "min", "max", "mean", "N", "percentile": { "99.900000": time, ... } }
//
// Version 2 prints percentile "0.00" three times: fillers. A job with fsync=1 of a version that has no "sync" says nothing
// about its syncs. Source: stat.c of fio (add_ddir_status_json, show_thread_status_json).
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "calibration/readers/fsync_jobs.hpp"
#include "calibration/readers/import_reader.hpp"
#include "calibration/readers/json_document.hpp"

namespace calibration {
namespace {

constexpr std::size_t kMostJobs = 10'000;
constexpr int kWrapperDepth = 3;  // levels of other tools' JSON around a result of fio

bool is_left_out(const std::string& key) {
  for (const std::string_view each : {"bins", "trim", "disk_util", "0.00", "trace"}) {
    if (key == each) return true;
  }
  return key.starts_with("iodepth_") || key.starts_with("latency_") || key.starts_with("slat") || key.starts_with("bw_");
}

std::optional<double> fio_number(const sim::Node* node) {
  if (node == nullptr || !node->is_scalar()) return std::nullopt;
  double value = 0;
  const std::string& text = node->text();
  const auto [stop, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{} || stop != text.data() + text.size() || !std::isfinite(value) || value < 0) return std::nullopt;
  return value;
}

// `unit_us`: a time of 1 in microseconds.
void take_times(const sim::Node* times, const std::string& prefix, double unit_us, FsyncJob& job) {
  if (times == nullptr || !times->is_mapping()) return;
  const auto count = fio_number(times->find("N"));
  const auto most = fio_number(times->find("max"));
  if (count == 0 || most.value_or(0) <= 0) return;  // nothing was timed
  for (const char* name : {"min", "mean", "max"}) {
    const sim::Node* node = times->find(name);
    if (const auto value = fio_number(node)) job.values.set(fmt::format("{}_{}_us", prefix, name), *value * unit_us, node->location());
  }
  const sim::Node* percentiles = times->find("percentile");
  if (percentiles == nullptr || !percentiles->is_mapping()) return;
  for (const sim::Field& each : percentiles->fields()) {
    const auto percent = fio_number(&each.value) ? std::strtod(each.key.c_str(), nullptr) : 0;
    if (!(percent > 0 && percent <= 100)) continue;
    job.values.set(fmt::format("{}_p{:g}_us", prefix, percent), *fio_number(&each.value) * unit_us, each.value.location());
  }
}

void take_side(const sim::Node* side, const std::string& name, FsyncJob& job) {
  if (side == nullptr || !side->is_mapping()) return;
  const sim::Node* rate = side->find("iops");
  if (const auto value = fio_number(rate); value && *value > 0) job.values.set(name + "_iops", *value, rate->location());
  constexpr double kNanosecond = 1e-3;
  take_times(side->find("clat_ns"), name + "_clat", kNanosecond, job);
  take_times(side->find("clat"), name + "_clat", 1, job);
}

void take_sync(const sim::Node* sync, FsyncJob& job) {
  if (sync == nullptr || !sync->is_mapping()) return;
  const sim::Node* times = sync->find("lat_ns");
  take_times(times, "fsync", 1e-3, job);
  if (!job.has_sync()) return;
  const sim::Node* count = times->find("N");
  if (const auto value = fio_number(count)) job.values.set("N", *value, count->location());
  const sim::Node* total = sync->find("total_ios");
  if (const auto value = fio_number(total)) job.values.set("sync_total_ios", *value, total->location());
}

void take_options(const sim::Node* options, FsyncJob& job) {
  if (options == nullptr || !options->is_mapping()) return;
  for (const sim::Field& each : options->fields()) job.options[each.key] = each.value.text();
}

void take_document(const sim::Node& document, const TextSource& source, std::vector<FsyncJob>& jobs) {
  const sim::Node* list = document.find("jobs");
  if (list == nullptr) list = document.find("client_stats");
  const sim::Node* version = document.find("fio version");
  for (const sim::Node& each : list->items()) {
    if (!each.is_mapping() || jobs.size() >= kMostJobs) continue;
    FsyncJob& job = jobs.emplace_back();
    job.place = each.location();
    if (version != nullptr) job.version = version->text().substr(version->text().starts_with("fio-") ? 4 : 0);
    if (const sim::Node* name = each.find("jobname")) job.name = name->text();
    job.error = static_cast<int>(std::min(fio_number(each.find("error")).value_or(0), 1e6));
    take_options(document.find("global options"), job);
    take_options(each.find("job options"), job);
    take_side(each.find("read"), "read", job);
    take_side(each.find("write"), "write", job);
    take_sync(each.find("sync"), job);
    find_sync_call(job, "", source.name());
  }
}

void find_documents(const sim::Node& node, int depth, const TextSource& source, std::vector<FsyncJob>& jobs) {
  const bool has_jobs = node.find("jobs") != nullptr || node.find("client_stats") != nullptr;
  if (node.is_mapping() && has_jobs) return take_document(node, source, jobs);
  if (depth == 0) return;
  for (const sim::Node& each : node.items()) find_documents(each, depth - 1, source, jobs);
  for (const sim::Field& each : node.fields()) find_documents(each.value, depth - 1, source, jobs);
}

Confidence recognise_fio_json(std::string_view head, const std::string&) {
  const bool is_fio = head.find("\"fio version\"") != std::string_view::npos;
  const bool is_job = head.find("\"jobname\"") != std::string_view::npos && head.find("\"jobs\"") != std::string_view::npos;
  return is_fio ? kCertain + 5 : is_job ? kLikely : kNotMine;
}

sim::Json read_fio_json_file(TextSource& source, const ImportOptions&, sim::Diagnostics& diagnostics) {
  const auto jobs = read_fio_json(source, diagnostics);
  return fsync_jobs_json(jobs, source, diagnostics);
}

const bool fio_json_registered = register_import_reader({"fio JSON", "fsync", recognise_fio_json, read_fio_json_file});

}  // namespace

std::vector<FsyncJob> read_fio_json(TextSource& source, sim::Diagnostics& diagnostics) {
  std::vector<FsyncJob> jobs;
  auto root = read_json(source, diagnostics, is_left_out);
  while (root && jobs.size() < kMostJobs) {
    find_documents(*root, kWrapperDepth, source, jobs);
    root = read_more_json(source, diagnostics, is_left_out);
  }
  return jobs;
}

}  // namespace calibration
