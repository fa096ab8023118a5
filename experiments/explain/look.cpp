#include "experiments/explain/look.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

namespace experiments {
namespace {

constexpr int kNarrowest = 40;
constexpr int kWidest = 1000;
constexpr int kOtherwise = 80;

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

int width_of_surroundings() {
  struct winsize size {};
  const std::string columns = environment("COLUMNS");
  const int asked = std::atoi(columns.c_str());
  if (asked > 0) return asked;
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return kOtherwise;
}

// As setlocale(LC_CTYPE, "") would find it, which this program leaves alone.
bool is_utf8_locale() {
  std::string locale;
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    if (locale.empty()) locale = environment(name);
  }
  std::transform(locale.begin(), locale.end(), locale.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
}

bool has_colour(const std::string& asked) {
  if (asked != "auto") return asked == "always";
  const std::string terminal = environment("TERM");
  return environment("NO_COLOR").empty() && terminal != "dumb" && !terminal.empty() && ::isatty(STDOUT_FILENO) == 1;
}

}  // namespace

Look look_of(std::optional<int> width, const std::string& colour) {
  return {std::clamp(width.value_or(width_of_surroundings()), kNarrowest, kWidest), has_colour(colour), is_utf8_locale()};
}

std::string colour_code(Colour colour, bool is_background) {
  switch (colour) {
    case Colour::plain: return "\x1b[0m";
    case Colour::dim: return "\x1b[2m";
    case Colour::bold: return "\x1b[1m";
    default: break;
  }
  const int number = 1 + static_cast<int>(colour) - static_cast<int>(Colour::red);
  return is_background ? fmt::format("\x1b[30;4{}m", number) : fmt::format("\x1b[3{}m", number);
}

std::string coloured(const Look& look, Colour colour, const std::string& text) {
  if (!look.has_colour || colour == Colour::plain) return text;
  return colour_code(colour, false) + text + "\x1b[0m";
}

}  // namespace experiments
