// The words after a subcommand: options, and what stands between them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <boost/program_options.hpp>

#include "sim/config/diagnostics.hpp"

namespace experiments {

class Arguments {
 public:
  // `synopsis` is what follows "commitsim" in the first line of the help.
  Arguments(std::string command, std::string synopsis, std::string description);

  // Declare an option, in the order of the help. `value` names its value there, such as "FILE"; a flag has none.
  Arguments& flag(const std::string& name, const std::string& doc);
  Arguments& option(const std::string& name, const std::string& value, const std::string& doc);
  Arguments& repeatable(const std::string& name, const std::string& value, const std::string& doc);
  Arguments& list(const std::string& name, const std::string& value, const std::string& doc);  // takes the words up to the next option

  // Between how many and how many words may stand outside the options.
  Arguments& positional(std::size_t at_least, std::size_t at_most, const std::string& wanted);

  // Reads the words. Returns the exit status when there is nothing more to do: help was asked for, or the words are wrong
  // (which stderr has been told).
  std::optional<int> parse(const std::vector<std::string>& words);

  bool has(const std::string& name) const { return values_.count(name) > 0; }
  std::optional<std::string> get(const std::string& name) const;
  std::vector<std::string> all(const std::string& name) const;
  const std::vector<std::string>& words() const { return words_; }

 private:
  void print_help() const;
  int fault(const std::string& message) const;
  std::optional<int> read(const std::vector<std::string>& words);
  std::vector<std::string> option_names() const;

  std::string command_;
  std::string synopsis_;
  std::string description_;
  std::string wanted_;
  std::size_t at_least_ = 0;
  std::size_t at_most_ = 0;
  boost::program_options::options_description options_;
  boost::program_options::variables_map values_;
  std::vector<std::string> words_;
};

// The value of an option that is a whole number from `low` to `high`; a fault goes to the diagnostics, at the option.
std::optional<int> whole_number(const Arguments& arguments, const std::string& name, int low, int high,
                                sim::Diagnostics& diagnostics);

// How many simulations --jobs allows at the same time, at most `most`; one per core where it is not given.
int jobs_of(const Arguments& arguments, sim::Diagnostics& diagnostics, int most = 4096);

// The value of an option that is one of the words, the first of them where it is not given; a fault goes to the
// diagnostics, at the option.
std::string one_of(const Arguments& arguments, const std::string& name, const std::vector<std::string>& known,
                   sim::Diagnostics& diagnostics);

}  // namespace experiments
