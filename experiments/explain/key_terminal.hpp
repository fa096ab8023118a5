// A terminal that gives single keys, on its alternate screen.
#pragma once

#include <string>

namespace experiments {

enum class Key { none, forward, back, first, last, quit };

class KeyTerminal {
 public:
  // Takes over the terminal of stdin; there is one such object at a time.
  KeyTerminal();
  ~KeyTerminal();
  KeyTerminal(const KeyTerminal&) = delete;
  KeyTerminal& operator=(const KeyTerminal&) = delete;

  // Waits for a key; quit at the end of input, and none when the terminal has another size than before.
  Key read();

  // Clears the screen and shows the text, as much as fits.
  void show(const std::string& text) const;
};

}  // namespace experiments
