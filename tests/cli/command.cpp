#include "tests/cli/command.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <system_error>

namespace cli {
namespace {

constexpr unsigned kSecondsToRun = 300;
constexpr int kCannotStart = 127;

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

[[noreturn]] void throw_errno(const std::string& what) { throw std::system_error(errno, std::generic_category(), what); }

// A nameless file. Unlike a pipe it never fills up, so nobody has to read while the program runs.
File nameless_file(std::string_view content = {}) {
  File file{std::tmpfile()};
  if (!file) throw_errno("tmpfile");
  if (!content.empty()) std::fwrite(content.data(), 1, content.size(), file.get());
  std::rewind(file.get());
  return file;
}

std::string content_of(std::FILE* file) {
  std::string content;
  char block[4096];
  std::rewind(file);
  while (const std::size_t length = std::fread(block, 1, sizeof block, file)) content.append(block, length);
  return content;
}

// In the child: becomes the program.
[[noreturn]] void become(const std::vector<char*>& words, const char* folder, int in, int out, int err) {
  ::dup2(in, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  ::alarm(kSecondsToRun);
  if (::chdir(folder) == 0) ::execvp(words[0], words.data());
  std::perror(words[0]);
  ::_exit(kCannotStart);
}

}  // namespace

std::ostream& operator<<(std::ostream& stream, const Outcome& outcome) {
  return stream << "exit status " << outcome.status << "\n--- stdout\n" << outcome.out << "--- stderr\n" << outcome.err;
}

Outcome run(const std::string& program, const std::vector<std::string>& arguments, const Surroundings& around) {
  std::vector<std::string> texts{program};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  std::vector<char*> words;
  for (std::string& text : texts) words.push_back(text.data());
  words.push_back(nullptr);

  const File in = nameless_file(around.input);
  const File out = nameless_file();
  const File err = nameless_file();
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child < 0) throw_errno("fork");
  if (child == 0) become(words, around.folder.c_str(), ::fileno(in.get()), ::fileno(out.get()), ::fileno(err.get()));

  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw_errno("waitpid");
  }
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), content_of(out.get()), content_of(err.get())};
}

Outcome commitsim(const std::vector<std::string>& arguments, const Surroundings& around) {
  return run(COMMITSIM_BINARY, arguments, around);
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "commitsim-test.XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw_errno(name);
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::file(const std::string& name, std::string_view content) const {
  const std::filesystem::path path = path_ / name;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
  return path.string();
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw_errno(path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace cli
