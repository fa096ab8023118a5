// Goes through a story event by event, forwards and back.
#pragma once

#include <istream>
#include <ostream>

#include "experiments/explain/look.hpp"
#include "experiments/explain/sentences.hpp"
#include "experiments/explain/story.hpp"

namespace experiments {

// With keys, on a terminal that is both stdin and stdout: right, n and space go on, left and p go back, Home and End to the ends, q leaves.
// The terminal is as it was afterwards, whatever ends the program but SIGKILL.
void step_with_keys(const Story& story, Look look);

// The same with lines: n (or an empty one), p, a number of an event, d (draw), q. One sentence per line is answered.
void step_with_lines(const Story& story, const Look& look, std::istream& in, std::ostream& out);

}  // namespace experiments
