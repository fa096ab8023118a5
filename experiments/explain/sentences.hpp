// A story told: one sentence per event, in the words of the server's version.
#pragma once

#include <string>
#include <vector>

#include "experiments/explain/story.hpp"

namespace experiments {

struct Sentence {
  sim::Instant at{};
  std::string text;
};

// By date. What happens to several transactions at one instant is one sentence.
std::vector<Sentence> sentences(const Story& story);

// "  1.234 ms  client 3 …": the time since the drawing's beginning, then the sentence, broken into lines of at most `width` columns.
std::string told(const Story& story, const Sentence& sentence, int width);

}  // namespace experiments
