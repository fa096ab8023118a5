// Where results go: stdout, or a file that appears whole or not at all.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "sim/config/diagnostics.hpp"

namespace experiments {

// Writes the text to stdout; returns the exit status. A reader that has gone (| head) is no fault.
int write_to_stdout(std::string_view text);

class Output {
 public:
  // To a file, or to stdout without one. A place that cannot be written is reported at its option; nothing is left there.
  // `option` says which option names the file.
  Output(const std::optional<std::string>& file, sim::Diagnostics& diagnostics, std::string option = "--output");

  // Writes the result and returns the exit status. A regular file is replaced in one step.
  int write(std::string_view text) const;

 private:
  void try_out(sim::Diagnostics& diagnostics) const;
  int replace(std::string_view text) const;
  bool is_special() const;

  std::optional<std::filesystem::path> file_;
  std::string option_;
};

}  // namespace experiments
