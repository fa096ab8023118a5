#include "calibration/readers/option_file.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "calibration/readers/option_line.hpp"

namespace calibration {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostOptionLines = 10'000;  // a server has some hundred
constexpr std::size_t kMostGroups = 1'000;
constexpr std::size_t kMostIncludes = 1'000;
constexpr std::size_t kMostLevels = 10;     // of the server's reader, which skips what is deeper
constexpr std::size_t kServerLine = 4094;   // and which takes the rest of a longer line for the next one

class OptionFileReader {
 public:
  OptionFileReader(const std::string& first, const OptionFileRules& rules, sim::Diagnostics& diagnostics)
      : folder_(fs::weakly_canonical(fs::path(first).parent_path().empty() ? "." : fs::path(first).parent_path(), ignored_)),
        rules_(rules), diagnostics_(diagnostics) {}

  void read(TextSource& source) {
    open_.push_back(fs::weakly_canonical(source.name(), ignored_));
    std::optional<std::string> group;
    while (!has_stopped_ && source.next_line(diagnostics_)) read_line(source, group);
    open_.pop_back();
  }

  OptionFile take() { return std::move(file_); }

 private:
  void read_line(TextSource& source, std::optional<std::string>& group) {
    OptionLine line = parse_option_line(source.line());
    switch (line.kind) {
      case OptionLine::Kind::nothing: return;
      case OptionLine::Kind::fault: return diagnostics_.error(source.place(line.at), std::move(line.text));
      case OptionLine::Kind::group:
        group = line.text;
        return add_group({line.text, source.place(line.at)});
      case OptionLine::Kind::include: return include(line.text, source.name(), source.place(line.at));
      case OptionLine::Kind::include_folder: return include_folder(line.text, source.name(), source.place(line.at));
      case OptionLine::Kind::option: break;
    }
    if (!group) return diagnostics_.error(source.place(line.at), "an option before any [group]; the server stops here");
    if (source.line().size() > kServerLine) {
      diagnostics_.warning(source.place(kServerLine),
                           fmt::format("a line longer than {} bytes; the server takes what follows for another option", kServerLine));
    }
    if (file_.options.size() >= kMostOptionLines) {
      has_stopped_ = true;
      return diagnostics_.error(source.place(line.at), fmt::format("more than {} options; the reading stops here", kMostOptionLines));
    }
    file_.options.push_back(
        {*group, std::move(line.text), std::move(line.value), source.place(line.at), source.place(line.value_at)});
  }

  void add_group(OptionGroup group) {
    const auto same = [&](const OptionGroup& each) { return each.name == group.name; };
    if (std::any_of(file_.groups.begin(), file_.groups.end(), same)) return;
    has_stopped_ = file_.groups.size() >= kMostGroups;
    if (has_stopped_) return diagnostics_.error(group.place, fmt::format("more than {} groups; the reading stops here", kMostGroups));
    file_.groups.push_back(std::move(group));
  }

  // The path if it may be read, or nothing after saying why not.
  std::optional<fs::path> allowed_path(const std::string& written, const std::string& from, const sim::Location& place) {
    const auto keep_out = [&] {
      file_.not_read.push_back(written);
      return std::nullopt;
    };
    if (!rules_.follows_includes) return keep_out();
    const fs::path path = (fs::path(from).parent_path() / written).lexically_normal();
    if (rules_.may_leave_folder) return path;
    const fs::path real = fs::weakly_canonical(fs::absolute(path, ignored_), ignored_);  // a relative path that is not there stays relative
    const auto [rest, unused] = std::mismatch(folder_.begin(), folder_.end(), real.begin(), real.end());
    if (rest == folder_.end()) return path;
    const std::string why = sim::quote(written) + " was not read: it lies outside the folder of the first file";
    if (fs::path(written).is_absolute()) {
      diagnostics_.warning(place, why + "; --include-outside reads it");
    } else {
      diagnostics_.error(place, why);
    }
    return keep_out();
  }

  bool may_go_deeper(const std::string& written, const sim::Location& place) {
    if (open_.size() <= kMostLevels) return true;
    diagnostics_.warning(place, fmt::format("{} was not read: the server follows {} levels of files", sim::quote(written), kMostLevels));
    return false;
  }

  void include(const std::string& written, const std::string& from, const sim::Location& place) {
    const auto path = allowed_path(written, from, place);
    if (path && may_go_deeper(written, place)) include_path(*path, written, place);
  }

  void include_path(const fs::path& path, const std::string& written, const sim::Location& place) {
    if (!fs::exists(path, ignored_)) {
      file_.not_read.push_back(written);
      return diagnostics_.warning(place, sim::quote(written) + " is not there; the server skips it without a word");
    }
    if (!fs::is_regular_file(path, ignored_)) return diagnostics_.error(place, sim::quote(written) + " is not a file");
    const fs::path real = fs::weakly_canonical(path, ignored_);
    if (std::find(open_.begin(), open_.end(), real) != open_.end()) {
      return diagnostics_.error(place, sim::quote(written) + " includes itself");
    }
    if (++includes_ > kMostIncludes) {
      has_stopped_ = true;
      return diagnostics_.error(place, fmt::format("more than {} included files; the reading stops here", kMostIncludes));
    }
    auto source = TextSource::open(path, diagnostics_);
    if (!source) return;
    file_.included.push_back(path);
    read(*source);
  }

  void include_folder(const std::string& written, const std::string& from, const sim::Location& place) {
    const auto path = allowed_path(written, from, place);
    if (!path || !may_go_deeper(written, place)) return;
    std::error_code failed;
    std::vector<fs::path> files;
    for (fs::directory_iterator each(*path, failed), end; !failed && each != end && files.size() <= kMostIncludes; each.increment(failed)) {
      const std::string name = each->path().filename();
      if (name.ends_with(".cnf")) files.push_back(each->path());
    }
    if (failed) {
      file_.not_read.push_back(written);
      return diagnostics_.error(place, fmt::format("{}: {}; the server stops here", sim::quote(written), failed.message()));
    }
    std::sort(files.begin(), files.end());
    for (const fs::path& each : files) {
      if (has_stopped_ || (fs::is_regular_file(each, ignored_) && fs::file_size(each, ignored_) == 0)) continue;
      if (allowed_path(fs::absolute(each, ignored_), from, place)) include_path(each, each, place);
    }
  }

  std::error_code ignored_;
  fs::path folder_;
  OptionFileRules rules_;
  sim::Diagnostics& diagnostics_;
  OptionFile file_;
  std::vector<fs::path> open_;
  std::size_t includes_ = 0;
  bool has_stopped_ = false;
};

// "--name=value" as an option of no group.
Option option_of_word(std::string_view word, const TextSource& source, std::size_t at) {
  const auto equals = word.find('=');
  Option option{"", std::string(word.substr(2, equals == std::string_view::npos ? equals : equals - 2)), {}, source.place(at + 2), {}};
  if (equals != std::string_view::npos) {
    option.value = std::string(word.substr(equals + 1));
    option.value_place = source.place(at + equals + 1);
  }
  return option;
}

}  // namespace

OptionFile read_option_file(TextSource& source, const OptionFileRules& rules, sim::Diagnostics& diagnostics) {
  OptionFileReader reader(source.name(), rules, diagnostics);
  reader.read(source);
  return reader.take();
}

OptionFile read_option_words(TextSource& source, sim::Diagnostics& diagnostics) {
  OptionFile file;
  while (source.next_line(diagnostics) && file.options.size() < kMostOptionLines) {
    const std::string_view line = source.line();
    for (auto at = line.find("--"); at != std::string_view::npos;) {
      const auto next = line.find(" --", at + 2);  // a value may hold blanks
      std::string_view word = line.substr(at, next == std::string_view::npos ? next : next - at);
      while (word.ends_with(' ')) word.remove_suffix(1);
      const bool begins_word = at == 0 || line[at - 1] == ' ';
      if (begins_word && word.size() > 2) file.options.push_back(option_of_word(word, source, at));
      at = next == std::string_view::npos ? next : next + 1;
    }
  }
  return file;
}

}  // namespace calibration
