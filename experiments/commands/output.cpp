#include "experiments/commands/output.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <fcntl.h>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <utility>

#include <fmt/format.h>

#include "experiments/commands/command.hpp"

namespace experiments {

namespace fs = std::filesystem;

namespace {

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// The file itself where the name is a link to it, so that the link stays.
fs::path resolved(const fs::path& name) {
  std::error_code failed;
  const fs::path real = fs::canonical(name, failed);
  return failed ? name : real;
}

// A new file beside `file`, open for writing. Its name is put into `name`; -1 on failure.
int open_beside(const fs::path& file, std::string& name) {
  name = (file.parent_path() / ("." + file.filename().string() + ".XXXXXX")).string();
  return ::mkstemp(name.data());
}

// The permissions of the file that is replaced; else those that any new file would get.
mode_t permissions_for(const fs::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) == 0) return status.st_mode & 0777U;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666U & ~mask;
}

int report(const std::string& name, int error) {
  std::cerr << fmt::format("commitsim: error: cannot write {}: {}\n", sim::printable(name), std::strerror(error));
  return kRunFailed;
}

}  // namespace

int write_to_stdout(std::string_view text) {
  std::cout.flush();
  if (write_all(STDOUT_FILENO, text) || errno == EPIPE) return kDone;
  return report("to stdout", errno);
}

Output::Output(const std::optional<std::string>& file, sim::Diagnostics& diagnostics, std::string option) : option_(std::move(option)) {
  if (!file) return;
  if (file->empty()) {
    diagnostics.error({option_, 0, 0}, "the name of a file is missing");
    return;
  }
  file_ = resolved(*file);
  try_out(diagnostics);
}

bool Output::is_special() const {
  std::error_code failed;
  return fs::exists(*file_, failed) && !fs::is_regular_file(*file_, failed);
}

void Output::try_out(sim::Diagnostics& diagnostics) const {
  const auto fail = [&](int error) {
    diagnostics.error({option_, 0, 0},
                      fmt::format("cannot write {}: {}", sim::quote(file_->string()), std::strerror(error)));
  };
  std::error_code failed;
  if (fs::is_directory(*file_, failed)) return fail(EISDIR);
  if (fs::exists(*file_, failed) && ::access(file_->c_str(), W_OK) != 0) return fail(errno);
  if (is_special()) return;
  std::string name;
  const int descriptor = open_beside(*file_, name);
  if (descriptor < 0) return fail(errno);
  ::close(descriptor);
  ::unlink(name.c_str());
}

int Output::write(std::string_view text) const {
  if (!file_) return write_to_stdout(text);
  if (!is_special()) return replace(text);
  const int descriptor = ::open(file_->c_str(), O_WRONLY | O_CLOEXEC);
  const bool written = descriptor >= 0 && (write_all(descriptor, text) || errno == EPIPE);
  const int error = errno;
  if (descriptor >= 0) ::close(descriptor);
  return written ? kDone : report(file_->string(), error);
}

int Output::replace(std::string_view text) const {
  std::string name;
  const int descriptor = open_beside(*file_, name);
  if (descriptor < 0) return report(file_->string(), errno);
  const bool written = write_all(descriptor, text) && ::fchmod(descriptor, permissions_for(*file_)) == 0;
  int error = errno;
  const bool closed = ::close(descriptor) == 0;
  if (written && !closed) error = errno;
  if (written && closed) {
    if (::rename(name.c_str(), file_->c_str()) == 0) return kDone;
    error = errno;
  }
  ::unlink(name.c_str());
  return report(file_->string(), error);
}

}  // namespace experiments
