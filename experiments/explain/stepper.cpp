#include "experiments/explain/stepper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "experiments/explain/drawing.hpp"
#include "experiments/explain/key_terminal.hpp"
#include "experiments/report/text_table.hpp"

namespace experiments {
namespace {

std::string place(std::size_t index, std::size_t count) { return fmt::format("{}/{}", index + 1, count); }

// Keys and the last sentences come first: a drawing may be longer than the screen.
std::string screen(const Story& story, const Look& look, const std::vector<Sentence>& all, std::size_t index) {
  constexpr std::size_t kBefore = 2;
  std::string text =
      coloured(look, Colour::dim,
               fmt::format("{}   n: on   p: back   g, G: to the ends   q: quit", place(index, all.size()))) +
      '\n';
  for (std::size_t i = index < kBefore ? 0 : index - kBefore; i < index; ++i)
    text += coloured(look, Colour::dim, told(story, all[i], look.width));
  text += coloured(look, Colour::bold, told(story, all[index], look.width)) + '\n';
  return text + draw(story, look, all[index].at);
}

}  // namespace

void step_with_keys(const Story& story, Look look) {
  const std::vector<Sentence> all = sentences(story);
  if (all.empty()) return;
  KeyTerminal terminal;
  std::size_t index = 0;
  for (Key key = Key::none; key != Key::quit; key = terminal.read()) {
    switch (key) {
      case Key::forward:
        index = std::min(index + 1, all.size() - 1);
        break;
      case Key::back:
        index -= index > 0 ? 1 : 0;
        break;
      case Key::first:
        index = 0;
        break;
      case Key::last:
        index = all.size() - 1;
        break;
      case Key::none:
      case Key::quit:
        break;
    }
    terminal.show(screen(story, look, all, index));
  }
}

void step_with_lines(const Story& story, const Look& look, std::istream& in, std::ostream& out) {
  const std::vector<Sentence> all = sentences(story);
  if (all.empty()) return;
  std::size_t index = 0;
  const auto tell = [&] { out << place(index, all.size()) << told(story, all[index], look.width) << std::flush; };
  tell();
  for (std::string line; std::getline(in, line);) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (line == "q") return;
    const bool is_number = !line.empty() && line.size() < 9 &&
                           std::all_of(line.begin(), line.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (line.empty() || line == "n") index = std::min(index + 1, all.size() - 1);
    else if (line == "p") index -= index > 0 ? 1 : 0;
    else if (is_number) index = std::clamp<std::size_t>(std::stoul(line), 1, all.size()) - 1;
    else if (line == "d") out << draw(story, look, all[index].at);
    else out << "n: on, p: back, a number: to that event, d: draw, q: quit\n";
    if (line != "d") tell();
  }
}

}  // namespace experiments
