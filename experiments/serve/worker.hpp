// The process in which one request is simulated: it reads the request from stdin and writes the answer to stdout.
#pragma once

namespace experiments {

// Bounds its memory and CPU time, then answers; returns the exit status. The answer is a JSON object; one with "error" says why there
// is nothing else in it.
int serve_worker();

}  // namespace experiments
