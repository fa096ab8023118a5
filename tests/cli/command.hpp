// Runs commitsim as its users do and keeps what came out: exit status, stdout and stderr.
#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

struct Outcome {
  int status = 0;   // exit status, or 128 + the signal that ended the program
  std::string out;  // stdout
  std::string err;  // stderr
};

// For GoogleTest's messages.
std::ostream& operator<<(std::ostream& stream, const Outcome& outcome);

struct Surroundings {
  std::filesystem::path folder = COMMITSIM_SOURCE_DIR;  // so that messages name scenarios by their path in the project
  std::string_view input = {};                          // stdin
};

// Runs a program, looked up in PATH, without a shell. After five minutes it is ended.
Outcome run(const std::string& program, const std::vector<std::string>& arguments, const Surroundings& around = {});

// Runs the commitsim that was built with the tests.
Outcome commitsim(const std::vector<std::string>& arguments, const Surroundings& around = {});

// A new empty folder, removed at the end of the test with what is in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  // Writes a file into it and returns its path.
  std::string file(const std::string& name, std::string_view content) const;

 private:
  std::filesystem::path path_;
};

std::string read_file(const std::filesystem::path& path);

}  // namespace cli
