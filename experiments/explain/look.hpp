// How a drawing looks on a terminal: its width, colours, characters.
#pragma once

#include <optional>
#include <string>

#include "sim/config/diagnostics.hpp"

namespace experiments {

struct Look {
  int width = 80;  // columns
  bool has_colour = false;
  bool is_utf8 = true;  // else ASCII only
};

// What --width and --color (auto, always, never) say, and where they say nothing the surroundings: COLUMNS, the size of the terminal,
// whether stdout is one, NO_COLOR (no-color.org), TERM, and the character set of the locale.
Look look_of(std::optional<int> width, const std::string& colour);

enum class Colour { plain, dim, bold, red, green, yellow, blue, magenta, cyan };

// SGR sequences of a colour: as the colour of the characters, or behind them.
std::string colour_code(Colour colour, bool is_background);

// The text in a colour, or as it is.
std::string coloured(const Look& look, Colour colour, const std::string& text);

}  // namespace experiments
