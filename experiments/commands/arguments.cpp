#include "experiments/commands/arguments.hpp"

#include <algorithm>
#include <iostream>
#include <thread>

#include <fmt/format.h>

#include "experiments/commands/command.hpp"
#include "experiments/commands/output.hpp"
#include "sim/config/quantity.hpp"

namespace experiments {

namespace po = boost::program_options;

namespace {

constexpr unsigned kHelpWidth = 100;

}  // namespace

Arguments::Arguments(std::string command, std::string synopsis, std::string description)
    : command_(std::move(command)),
      synopsis_(std::move(synopsis)),
      description_(std::move(description)),
      options_("Options", kHelpWidth, kHelpWidth / 2) {}

Arguments& Arguments::flag(const std::string& name, const std::string& doc) {
  options_.add_options()(name.c_str(), doc.c_str());
  return *this;
}

Arguments& Arguments::option(const std::string& name, const std::string& value, const std::string& doc) {
  options_.add_options()(name.c_str(), po::value<std::string>()->value_name(value), doc.c_str());
  return *this;
}

Arguments& Arguments::repeatable(const std::string& name, const std::string& value, const std::string& doc) {
  options_.add_options()(name.c_str(), po::value<std::vector<std::string>>()->composing()->value_name(value),
                         doc.c_str());
  return *this;
}

Arguments& Arguments::list(const std::string& name, const std::string& value, const std::string& doc) {
  options_.add_options()(name.c_str(), po::value<std::vector<std::string>>()->multitoken()->composing()->value_name(value), doc.c_str());
  return *this;
}

Arguments& Arguments::positional(std::size_t at_least, std::size_t at_most, const std::string& wanted) {
  at_least_ = at_least;
  at_most_ = at_most;
  wanted_ = wanted;
  return *this;
}

std::optional<int> Arguments::parse(const std::vector<std::string>& words) {
  flag("help,h", "show this help");
  return read(words);
}

std::optional<int> Arguments::read(const std::vector<std::string>& words) {
  const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
  po::positional_options_description positions;
  positions.add("words", -1);
  po::options_description all;
  all.add(options_);
  all.add_options()("words", po::value<std::vector<std::string>>());
  try {
    po::store(po::command_line_parser(words).options(all).positional(positions).style(style).run(), values_);
    po::notify(values_);
  } catch (const po::unknown_option& error) {
    return fault(fmt::format("unknown option {}{}", sim::quote(error.get_option_name()),
                             sim::known_words(error.get_option_name(), option_names())));
  } catch (const po::error& error) {
    return fault(error.what());
  }
  if (has("help")) {
    print_help();
    return kDone;
  }
  words_ = this->all("words");
  if (words_.size() < at_least_) return fault(fmt::format("{} is missing", wanted_));
  if (words_.size() > at_most_) return fault(fmt::format("too much: {}", sim::quote(words_[at_most_])));
  return std::nullopt;
}

std::optional<std::string> Arguments::get(const std::string& name) const {
  if (!has(name)) return std::nullopt;
  return values_[name].as<std::string>();
}

std::vector<std::string> Arguments::all(const std::string& name) const {
  if (!has(name)) return {};
  return values_[name].as<std::vector<std::string>>();
}

std::vector<std::string> Arguments::option_names() const {
  std::vector<std::string> names;
  for (const auto& option : options_.options()) names.push_back("--" + option->long_name());
  return names;
}

void Arguments::print_help() const {
  std::ostringstream options;
  options << options_;
  write_to_stdout(fmt::format("usage: commitsim {}\n{}\n\n{}", synopsis_, description_, options.str()));
}

int Arguments::fault(const std::string& message) const {
  std::cerr << fmt::format("commitsim {0}: error: {1}\nSee `commitsim {0} --help`.\n", command_, message);
  return kBadInput;
}

std::optional<int> whole_number(const Arguments& arguments, const std::string& name, int low, int high,
                                sim::Diagnostics& diagnostics) {
  const auto text = arguments.get(name);
  if (!text) return std::nullopt;
  const auto number = sim::parse_integer(*text);
  if (number && *number.value >= low && *number.value <= high) return static_cast<int>(*number.value);
  diagnostics.error({"--" + name, 0, 0},
                    fmt::format("{} is not a whole number from {} to {}", sim::quote(*text), low, high));
  return std::nullopt;
}

int jobs_of(const Arguments& arguments, sim::Diagnostics& diagnostics, int most) {
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return whole_number(arguments, "jobs", 1, most, diagnostics).value_or(cores);
}

std::string one_of(const Arguments& arguments, const std::string& name, const std::vector<std::string>& known,
                   sim::Diagnostics& diagnostics) {
  const std::string word = arguments.get(name).value_or(known.front());
  if (std::find(known.begin(), known.end(), word) != known.end()) return word;
  diagnostics.error({"--" + name, 0, 0},
                    fmt::format("unknown {} {}{}", name, sim::quote(word), sim::known_words(word, known)));
  return known.front();
}

}  // namespace experiments
