// A log of sysbench, perhaps of several runs, perhaps inside the log of something else.
//
//   log       = (noise | run)*
//   run       = command? banner? options? "Threads started!"? (interval | fault | checkpoint)* histogram? summary?
//   banner    = ("sysbench" | "go-sysbench") version (":" | " (")
//   options   = "Running the test with following options:" ("Number of threads:" n | ...)*
//   interval  = "[" time "s ]" name ":" number ... (another name and order in each version)
//             | time "," threads "," ... (10 numbers)          sysbench.report_csv
//             | { "time": n, "threads": n, "tps": n, ... }      sysbench.report_json
//   checkpoint = "[" time "s ] Checkpoint report:" summary
//   histogram = "Latency histogram" (value "|" stars count)*
//   summary   = "SQL statistics:" | "OLTP test statistics:", then "name: number" lines
//   fault     = ("FATAL:" | "ALERT:") message
//
// Sources: print_* and report_* in sysbench 0.4.12, 0.5 and 1.0 (sysbench.c, sb_histogram.c, lua/internal/sysbench.lua).
// Each line may have a logger's prefix. A run begins with its command, its banner, its options, or where time goes back.
#include "calibration/readers/sysbench_log.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "calibration/comparison.hpp"
#include "calibration/readers/log_prefix.hpp"
#include "calibration/readers/sysbench_command.hpp"
#include "calibration/readers/sysbench_interval.hpp"
#include "calibration/readers/sysbench_summary.hpp"
#include "calibration/readers/text_line.hpp"

namespace calibration {
namespace {

constexpr std::size_t kLongestCommand = 16'384;

struct Banner {
  std::size_t begin;
  std::string version;
};

// "sysbench 1.0.20 (using ...)", "sysbench 0.5:  multi-threaded ...", "go-sysbench 0.5.1", anywhere in the line.
std::optional<Banner> find_banner(std::string_view text) {
  for (auto at = text.find("sysbench "); at != std::string_view::npos; at = text.find("sysbench ", at + 1)) {
    std::size_t version = at + std::string_view("sysbench ").size();
    const bool is_go = at >= 3 && text.substr(at - 3, 3) == "go-";
    if (version < text.size() && text[version] == 'v') ++version;
    const std::size_t end = std::min(text.find_first_of(" :", version), text.size());
    const std::string_view word = text.substr(version, end - version);
    const bool is_number = word.size() >= 3 && word.size() < 40 && word[0] >= '0' && word[0] <= '9' && word[1] == '.';
    const std::string_view rest = text.substr(end);
    const bool is_end = rest.find_first_not_of(" \t") == std::string_view::npos || rest.starts_with(":") || rest.starts_with(" (");
    const std::size_t begin = is_go ? at - 3 : at;
    const bool is_word = begin == 0 || text[begin - 1] == ' ' || text[begin - 1] == '\t' || text[begin - 1] == '|';
    if (is_number && is_end && is_word) return Banner{begin, (is_go ? "go-sysbench " : "") + std::string(word)};
  }
  return std::nullopt;
}

int number_behind(std::string_view text, std::string_view label) {
  const auto at = text.find(label);
  if (at == std::string_view::npos) return 0;
  int number = 0;
  const char* const from = text.data() + at + label.size();
  const auto [stop, fault] = std::from_chars(from, text.data() + text.size(), number);
  return fault == std::errc{} && number > 0 ? number : 0;
}

class SysbenchLogReader {
 public:
  SysbenchLogReader(TextSource& source, sim::Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

  SysbenchLog read() {
    while (source_.next_line(diagnostics_) && log_.runs.size() <= kMostRuns) {
      log_.has_crlf = log_.has_crlf || source_.ended_in_crlf();
      const bool has_escapes = source_.line().find('\x1B') != std::string_view::npos;
      read_line(has_escapes ? uncoloured_ = without_escapes(source_.line()) : source_.line());
    }
    if (log_.runs.size() > kMostRuns) diagnostics_.error(source_.place(), fmt::format("more than {} runs", kMostRuns));
    std::erase_if(log_.runs, [](const SysbenchRun& run) { return is_empty(run); });
    return std::move(log_);
  }

 private:
  static bool has_results(const SysbenchRun& run) { return run.interval_count > 0 || run.summary || run.has_started; }
  static bool is_empty(const SysbenchRun& run) {
    return !has_results(run) && run.threads == 0 && run.faults.fatal == 0;
  }

  SysbenchRun& run() { return log_.runs.empty() ? begin_run() : log_.runs.back(); }

  SysbenchRun& begin_run() {
    if (!log_.runs.empty() && is_empty(log_.runs.back())) log_.runs.pop_back();
    SysbenchRun& begun = log_.runs.emplace_back();
    begun.place = source_.place();
    begun.command = std::exchange(next_command_, {});
    in_checkpoint_ = in_summary_ = in_latency_ = in_histogram_ = false;
    json_ = {};
    last_end_s_ = -1;
    return begun;
  }

  void read_line(std::string_view whole) {
    std::size_t offset = prefix_.size(whole);
    if (const auto banner = find_banner(whole)) {
      if (banner->begin > offset) prefix_.learn(whole.substr(0, banner->begin));
      begin_run().version = banner->version;
      return;
    }
    const TextLine line(whole.substr(offset), source_.name(), source_.line_number(), diagnostics_, offset);
    if (read_command(line) || read_event(line)) return;
    if (read_results(line)) return;
    offset = std::min(whole.find_first_not_of("}] ,\t", offset), whole.size());  // "}SQL statistics:" behind JSON
    const TextLine rest(whole.substr(offset), source_.name(), source_.line_number(), diagnostics_, offset);
    read_statistics(offset > 0 ? rest : line);
  }

  // A command line, perhaps over several lines that end in "\".
  bool read_command(const TextLine& line) {
    const std::string_view text = line.text();
    const bool goes_on = text.ends_with("\\");
    if (command_.empty() && text.find("sysbench") == std::string_view::npos) return false;
    if (command_.size() + text.size() > kLongestCommand) command_.clear();
    else command_.append(text.substr(0, text.size() - (goes_on ? 1 : 0))).append(" ");
    if (goes_on) return true;
    const auto command = read_sysbench_command(std::exchange(command_, ""));
    if (!command) return false;
    next_command_ = *command;
    if (!log_.runs.empty() && has_results(log_.runs.back())) begin_run();
    return true;
  }

  // What happens while it runs, and the options before.
  bool read_event(const TextLine& line) {
    if (line.begins_with("Running the test with following options:")) {
      if (log_.runs.empty() || log_.runs.back().threads != 0 || has_results(log_.runs.back())) begin_run();
    } else if (line.begins_with("Threads started!")) {
      if (run().has_started) begin_run();
      run().has_started = true;
    } else if (line.begins_with("^C")) {
      run().was_interrupted = true;
    } else if (line.begins_with("Latency histogram")) {
      in_histogram_ = true;
    } else if (line.begins_with("FATAL:") || line.begins_with("ALERT:")) {
      read_fault(line);
    } else if (line.begins_with("(last message repeated")) {
      const int times = number_behind(line.text(), "repeated ");
      if (last_was_fatal_) run().faults.fatal += static_cast<std::size_t>(times);
      return true;
    } else {
      last_was_fatal_ = last_was_fatal_ && line.text().empty();
      return false;
    }
    return true;
  }

  void read_fault(const TextLine& line) {
    const std::string_view text = line.text();
    SysbenchFaults& faults = run().faults;
    last_was_fatal_ = line.begins_with("FATAL:");
    ++(last_was_fatal_ ? faults.fatal : faults.alerts);
    for (const std::string_view label : {"errno = ", "returned error ", "error ", "failed: ", "Err"}) {
      if (faults.first_errno == 0) faults.first_errno = number_behind(text, label);
    }
    if (const auto state = text.find("state = '"); state != std::string_view::npos && faults.first_sqlstate.empty())
      faults.first_sqlstate = text.substr(state + std::string_view("state = '").size(), 5);
    if (!faults.first_message.empty() && !(last_was_fatal_ && faults.fatal == 1)) return;
    faults.first_message = text.substr(text.find(':') + 2 < text.size() ? text.find(':') + 2 : text.size()).substr(0, 200);
    faults.first_place = line.place();
  }

  // Intervals and the histogram.
  bool read_results(const TextLine& line) {
    if (const auto end = sysbench_interval_end(line)) {
      if (line.after("Checkpoint report")) {
        in_checkpoint_ = true;
        in_summary_ = in_latency_ = checkpoint_has_title_ = false;
        run().checkpoints.emplace_back().checkpoint_s = end;
      } else if (const auto interval = read_sysbench_interval(line, *end)) {
        add(*interval, line);
      } else if (line.after("queue length:") && !run().intervals.empty()) {
        read_sysbench_queue(line, run().intervals.back());
      }
      return true;
    }
    if (in_histogram_ && read_sysbench_bucket(line.text(), run().histogram)) return true;
    if (auto interval = read_sysbench_csv(line.text()); interval && !in_summary_) {
      interval->line = line.place().line;
      add(*interval, line);
      return true;
    }
    std::optional<SysbenchInterval> interval;
    const bool is_json = json_.read(line, interval);
    if (interval) add(*interval, line);
    return is_json && !line.begins_with("}");
  }

  void add(const SysbenchInterval& interval, const TextLine& line) {
    if (run().summary || (last_end_s_ >= 0 && interval.end_s <= last_end_s_)) {
      line.note(0, "time goes back: another run begins here");
      begin_run();
    }
    last_end_s_ = interval.end_s;
    in_summary_ = false;
    SysbenchRun& current = run();
    if (current.threads == 0) current.threads = interval.threads;
    current.has_started = true;
    ++current.interval_count;
    if (kept_ < kMostIntervals) current.intervals.push_back(interval);
    else if (kept_ == kMostIntervals) line.warning(0, "too many intervals: from here on they are counted only");
    ++kept_;
  }

  void read_statistics(const TextLine& line) {
    if (begins_sysbench_summary(line)) {
      const bool is_general = !line.begins_with("SQL") && !line.begins_with("OLTP");  // goes on
      in_histogram_ = in_latency_ = false;
      if (in_checkpoint_ && !is_general && std::exchange(checkpoint_has_title_, true)) in_checkpoint_ = false;  // the final one
      if (!in_checkpoint_ && run().summary && !is_general) begin_run();
      if (!in_checkpoint_ && !run().summary) run().summary.emplace();
      run().has_started = true;
      in_summary_ = true;
    } else if (in_summary_) {
      SysbenchRun& current = run();
      if (!in_checkpoint_ && !current.summary) current.summary.emplace();
      read_sysbench_summary_line(line, in_checkpoint_ ? current.checkpoints.back() : *current.summary, in_latency_);
      if (line.begins_with("execution time (avg/stddev):")) in_summary_ = false;  // the last line
    } else {
      // 0.4 says options after "Running the test"; a stray "transactions:" begins the statistics of a log without their title.
      if (read_sysbench_option_line(line, run())) return;
      if (!line.begins_with("transactions:") && !line.begins_with("queries performed:")) return;
      if (!run().summary) run().summary.emplace();
      in_summary_ = true;
      read_sysbench_summary_line(line, *run().summary, in_latency_);
    }
  }

  TextSource& source_;
  sim::Diagnostics& diagnostics_;
  SysbenchLog log_;
  LearnedPrefix prefix_;
  std::string uncoloured_;  // the line, where it had colours
  std::string command_;
  std::map<std::string, std::string> next_command_;
  SysbenchJsonInterval json_;
  std::size_t kept_ = 0;
  double last_end_s_ = -1;
  bool in_checkpoint_ = false;
  bool checkpoint_has_title_ = false;
  bool in_summary_ = false;
  bool in_latency_ = false;
  bool in_histogram_ = false;
  bool last_was_fatal_ = false;
};

}  // namespace

std::optional<double> SysbenchHistogram::quantile_ms(double quantile) const {
  double below = 0;
  for (const auto& [value, count] : buckets) {
    below += count;
    if (count > 0 && below >= quantile * total) return value;
  }
  return std::nullopt;
}

SysbenchLog read_sysbench_log(TextSource& source, sim::Diagnostics& diagnostics) {
  return SysbenchLogReader(source, diagnostics).read();
}

double median_p95_ms(const SysbenchRun& run, std::size_t skipped) {
  std::vector<double> values;
  for (std::size_t i = skipped; i < run.intervals.size(); ++i) {
    if (const auto p95 = run.intervals[i].p95_ms()) values.push_back(*p95);
  }
  return median(std::move(values));
}

double interval_tps_cv(const SysbenchRun& run, std::size_t skipped) {
  const std::size_t count = run.intervals.size() - std::min(skipped, run.intervals.size());
  if (count < 2) return std::numeric_limits<double>::quiet_NaN();
  double sum = 0;
  for (std::size_t i = skipped; i < run.intervals.size(); ++i) sum += run.intervals[i].tps;
  const double mean = sum / static_cast<double>(count);
  double squares = 0;
  for (std::size_t i = skipped; i < run.intervals.size(); ++i) squares += std::pow(run.intervals[i].tps - mean, 2);
  return std::sqrt(squares / static_cast<double>(count - 1)) / mean;
}

}  // namespace calibration
