// fio's own text, of versions 2 and 3: any number of runs in a file.
//
//   run    = start* "fio-" version? job*
//   start  = name ": (g=" n "): rw=" word ", bs=" ... ", ioengine=" word ", iodepth=" n
//   job    = name ": (groupid=" n ", jobs=" n "): err=" errno ":" ...  then its lines:
//            ("read" | "write") ":" ... ("IOPS=" | "iops=") number ("k" | "M")?
//            ("clat" | "sync") "(" unit "): min=" n ", max=" n ", avg=" n ...         unit = nsec | usec | msec | sec
//            ("clat" | "sync") "percentiles (" unit "):"  then  "|" (percent "th=[" n "]" ","?)*
//
// "sync" stands under "fsync/fdatasync/sync_file_range:", which does not say which of them; the options that would are not
// printed. Each line has its own unit. Source: stat.c of fio (show_ddir_status, show_lat, show_clat_percentiles).
#include <charconv>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "calibration/readers/fsync_jobs.hpp"
#include "calibration/readers/import_reader.hpp"

namespace calibration {
namespace {

constexpr std::size_t kMostTextJobs = 10'000;
constexpr std::size_t kLongestContext = 2'000;

// The number behind the label, with its "k" or "M"; blanks may stand between.
std::optional<double> behind(std::string_view line, std::string_view label) {
  auto at = line.find(label);
  if (at == std::string_view::npos) return std::nullopt;
  at = line.find_first_not_of(' ', at + label.size());
  if (at == std::string_view::npos) return std::nullopt;
  double value = 0;
  const auto [stop, fault] = std::from_chars(line.data() + at, line.data() + line.size(), value);
  if (fault != std::errc{} || !std::isfinite(value) || value < 0) return std::nullopt;
  const char suffix = stop == line.data() + line.size() ? ' ' : *stop;
  return suffix == 'k' || suffix == 'K' ? value * 1e3 : suffix == 'M' ? value * 1e6 : value;
}

std::string word_behind(std::string_view line, std::string_view label) {
  const auto at = line.find(label);
  if (at == std::string_view::npos) return "";
  const auto from = at + label.size();
  return std::string(line.substr(from, line.find_first_of(", -", from) - from));
}

// "(usec)": one of it in microseconds; 0 for no unit.
double unit_in_us(std::string_view line) {
  if (line.find("(nsec)") != std::string_view::npos) return 1e-3;
  if (line.find("(usec)") != std::string_view::npos) return 1;
  if (line.find("(msec)") != std::string_view::npos) return 1e3;
  return line.find("(sec)") != std::string_view::npos ? 1e6 : 0;
}

class FioTextReader {
 public:
  FioTextReader(TextSource& source, sim::Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

  std::vector<FsyncJob> read() {
    while (source_.next_line(diagnostics_)) {
      auto line = source_.line();
      if (const auto bar = line.rfind('\r'); bar != std::string_view::npos) line.remove_prefix(bar + 1);  // of the progress
      read_line(line);
    }
    return std::move(jobs_);
  }

 private:
  void read_line(std::string_view line) {
    const auto first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos) return;
    const std::string_view text = line.substr(first);
    if (text.find("(groupid=") != std::string_view::npos) begin_job(text);
    else if (text.find("(g=") != std::string_view::npos) read_start(text);
    else if (text.starts_with("fio-")) version_ = text.substr(4, text.find_first_of(" \t", 4) - 4);
    else if (jobs_.empty() || !in_job_) remember(text);
    else read_job_line(text);
    if (text.starts_with("Run status group")) in_job_ = false;
  }

  // Words above a run tell what it does.
  void remember(std::string_view text) {
    if (context_.size() < kLongestContext) context_.append(text).append("\n");
  }

  void read_start(std::string_view text) {
    if (in_job_) context_ = last_words_;
    in_job_ = false;
    options_.clear();
    for (const char* name : {"rw", "ioengine", "iodepth"}) {
      const std::string value = word_behind(text, fmt::format("{}=", name));
      if (!value.empty()) options_[name] = value;
    }
    const auto write_size = text.find("(W) ");
    const std::string size = write_size == std::string_view::npos ? word_behind(text, "bs=") : word_behind(text, "(W) ");
    if (!size.empty()) options_["bs"] = size;
  }

  void begin_job(std::string_view text) {
    if (jobs_.size() >= kMostTextJobs) return;
    FsyncJob& job = jobs_.emplace_back();
    in_job_ = true;
    job.place = source_.place();
    job.name = text.substr(0, text.find(':'));
    job.version = version_;
    job.options = options_;
    for (const char* words : {"O_DIRECT", "direct=1"}) {
      if (context_.find(words) != std::string::npos) job.options["direct"] = "1";
    }
    job.error = static_cast<int>(std::min(behind(text, "err=").value_or(0), 1e6));
    find_sync_call(job, context_, source_.name());
    side_ = "";
    prefix_ = "";
  }

  void read_job_line(std::string_view text) {
    last_words_ = "";
    FsyncJob& job = jobs_.back();
    if (text.starts_with("read") || text.starts_with("write")) {
      side_ = text.starts_with("read") ? "read" : "write";
      auto rate = behind(text, "IOPS=");
      if (!rate) rate = behind(text, "iops=");
      if (rate) job.values.set(side_ + "_iops", *rate, source_.place());
      if (rate && side_ == "write") job.values.set("iops", *rate, source_.place());
    } else if (text.starts_with("clat percentiles") || text.starts_with("sync percentiles")) {
      unit_us_ = unit_in_us(text);
      prefix_ = text.starts_with("sync") ? "fsync" : side_ + "_clat";
    } else if (text.starts_with("clat (") || text.starts_with("sync (")) {
      read_times(text, text.starts_with("sync") ? "fsync" : side_ + "_clat");
    } else if (text.starts_with("|")) {
      read_percentiles(text);
    } else if (text.find("lat (") == std::string_view::npos && text.find('=') == std::string_view::npos) {
      last_words_ = text;
    } else if (text.starts_with("O_") || text.find("sync=") != std::string_view::npos) {
      last_words_ = text;  // a title above the next run
    } else if (text.starts_with("issued")) {
      read_issued(text);
    }
  }

  void read_times(std::string_view text, const std::string& prefix) {
    const double unit = unit_in_us(text);
    FsyncJob& job = jobs_.back();
    if (unit == 0) return;
    for (const auto& [label, name] : {std::pair{"min=", "min"}, {"avg=", "mean"}, {"max=", "max"}}) {
      if (const auto value = behind(text, label)) job.values.set(fmt::format("{}_{}_us", prefix, name), *value * unit, source_.place());
    }
  }

  // "|  1.00th=[  799],  5.00th=[  824], ..."
  void read_percentiles(std::string_view text) {
    if (prefix_.empty() || unit_us_ == 0) return;
    for (auto at = text.find("th=["); at != std::string_view::npos; at = text.find("th=[", at + 1)) {
      const auto from = text.find_last_of(" |,>", at) + 1;
      const double percent = std::strtod(std::string(text.substr(from, at - from)).c_str(), nullptr);
      const auto value = behind(text.substr(at), "th=[");
      if (!value || !(percent > 0 && percent <= 100)) continue;
      jobs_.back().values.set(fmt::format("{}_p{:g}_us", prefix_, percent), *value * unit_us_, source_.place());
    }
  }

  // "issued rwts: total=0,312489,0,312488": the last one are the syncs, from version 3 on.
  void read_issued(std::string_view text) {
    const auto at = text.find("total=");
    if (at == std::string_view::npos || text.find("rwts") == std::string_view::npos) return;
    const auto all = text.substr(at, text.find(' ', at) - at);
    const auto last = all.rfind(',');
    if (last == std::string_view::npos) return;
    if (const auto count = behind(all.substr(last), ","); count && *count > 0) jobs_.back().values.set("N", *count, source_.place());
  }

  TextSource& source_;
  sim::Diagnostics& diagnostics_;
  std::vector<FsyncJob> jobs_;
  std::map<std::string, std::string> options_;
  std::string version_;
  std::string context_;     // what stands above the run
  std::string last_words_;  // what stands at the end of the run before, perhaps the title of the next
  std::string side_;
  std::string prefix_;
  double unit_us_ = 0;
  bool in_job_ = false;
};

Confidence recognise_fio_text(std::string_view head, const std::string&) {
  const bool has_job = head.find("(groupid=") != std::string_view::npos && head.find("err=") != std::string_view::npos;
  const bool has_start = head.find(": (g=") != std::string_view::npos && head.find("ioengine=") != std::string_view::npos;
  return has_job ? kCertain : has_start ? kLikely : kNotMine;
}

sim::Json read_fio_text_file(TextSource& source, const ImportOptions&, sim::Diagnostics& diagnostics) {
  const auto jobs = read_fio_text(source, diagnostics);
  return fsync_jobs_json(jobs, source, diagnostics);
}

const bool fio_text_registered = register_import_reader({"fio text", "fsync", recognise_fio_text, read_fio_text_file});

}  // namespace

std::vector<FsyncJob> read_fio_text(TextSource& source, sim::Diagnostics& diagnostics) {
  return FioTextReader(source, diagnostics).read();
}

}  // namespace calibration
