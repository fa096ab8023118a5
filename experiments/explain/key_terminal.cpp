#include "experiments/explain/key_terminal.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string_view>

namespace experiments {
namespace {

constexpr std::string_view kEnter = "\x1b[?1049h\x1b[?25l";
constexpr std::string_view kLeave = "\x1b[?25h\x1b[?1049l";

termios modes_before;
volatile std::sig_atomic_t is_taken_over = 0;
volatile std::sig_atomic_t has_new_size = 0;

void write_out(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// Only calls what a signal handler may.
void give_back() {
  if (is_taken_over == 0) return;
  is_taken_over = 0;
  write_out(kLeave);
  ::tcsetattr(STDIN_FILENO, TCSANOW, &modes_before);
}

void on_end(int signal) {
  give_back();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void on_new_size(int) { has_new_size = 1; }

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  ::sigaction(signal, &action, nullptr);  // without SA_RESTART: a read shall end
}

int next_byte(int patience_ms) {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  if (::poll(&input, 1, patience_ms) <= 0) return -1;
  unsigned char byte = 0;
  return ::read(STDIN_FILENO, &byte, 1) == 1 ? byte : -2;
}

// What follows an escape: [C, OD, [1~ and the like. The Escape key alone is followed by nothing.
Key escaped() {
  constexpr int kPatience = 50;
  const int kind = next_byte(kPatience);
  if (kind < 0) return Key::quit;
  if (kind != '[' && kind != 'O') return Key::none;
  const int code = next_byte(kPatience);
  if (code >= '0' && code <= '9') {
    while (true) {
      const int rest = next_byte(kPatience);
      if (rest < '0' || rest > '9') break;
    }
  }
  switch (code) {
    case 'C':
    case 'B': return Key::forward;
    case 'D':
    case 'A': return Key::back;
    case 'H':
    case '1':
    case '7': return Key::first;
    case 'F':
    case '4':
    case '8': return Key::last;
    case '6': return Key::forward;
    case '5': return Key::back;
    default: return Key::none;
  }
}

}  // namespace

KeyTerminal::KeyTerminal() {
  ::tcgetattr(STDIN_FILENO, &modes_before);
  termios modes = modes_before;
  modes.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  modes.c_cc[VMIN] = 1;
  modes.c_cc[VTIME] = 0;
  is_taken_over = 1;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) handle(signal, on_end);
  handle(SIGWINCH, on_new_size);
  ::tcsetattr(STDIN_FILENO, TCSADRAIN, &modes);
  write_out(kEnter);
}

KeyTerminal::~KeyTerminal() {
  give_back();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH}) handle(signal, SIG_DFL);
}

Key KeyTerminal::read() {
  const int byte = next_byte(-1);
  if (has_new_size != 0) {
    has_new_size = 0;
    return Key::none;
  }
  switch (byte) {
    case 'n':
    case ' ':
    case 'l':
    case '\n':
    case '\r': return Key::forward;
    case 'p':
    case 'h':
    case 127: return Key::back;
    case 'g': return Key::first;
    case 'G': return Key::last;
    case 'q':
    case 4:
    case -2: return Key::quit;
    case 27: return escaped();
    default: return Key::none;
  }
}

void KeyTerminal::show(const std::string& text) const {
  struct winsize size {};
  const int rows = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : 24;
  std::string screen = "\x1b[H\x1b[2J";
  int row = 1;
  for (const char each : text) {
    if (each == '\n' && ++row > rows) break;
    screen += each == '\n' ? std::string("\r\n") : std::string(1, each);
  }
  write_out(screen);
}

}  // namespace experiments
