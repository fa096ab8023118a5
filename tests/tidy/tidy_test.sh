#!/usr/bin/env bash
# tidy.sh finds every kind of fault, at its line, and nothing in a tree that has none.
set -euo pipefail
tidy=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/tidy.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
faults=0

put() {
  mkdir -p "$tree/$(dirname "$1")"
  cat >"$tree/$1"
}

# Expects that tidy.sh says $2 about the file $1, and nothing else; then removes the file.
expect() {
  local report
  report=$("$tidy" "$tree" | sed '$d') || true
  if [[ $report != "$1:$2" ]]; then
    printf 'expected: %s:%s\ngot:      %s\n' "$1" "$2" "$report"
    ((++faults))
  fi
  rm "$tree/$1"
}

# Expects the fault $2 in the file $1 of which $3 is a line (the second).
expect_line() {
  printf '#pragma once\n%s\n' "$3" | put "$1"
  expect "$1" "2: error: $2"
}

put sim/core/good.cpp <<'EOF'
#include "sim/core/good.hpp"

#include <vector>

namespace sim {
// std::cout << and rand() in a comment are just words.
Value::Value(int a)
    : a_(a), text_(R"(
}}}{
)") {
  values_ = {1'000, '{', "}"};
}
}  // namespace sim
EOF
put sim/core/good.hpp <<<'#pragma once'
if ! "$tidy" "$tree"; then
  echo "a tree in order was refused"
  ((++faults))
fi

simgrid='<simgrid/s4u.hpp>' yaml='<yaml-cpp/yaml.h>'
expect_line models/a.hpp "$simgrid: only sim/engine sees SimGrid" "#include $simgrid"
expect_line sim/config/schema.hpp "$yaml: only sim/config/document.cpp sees yaml-cpp" "#include $yaml"
expect_line sim/core/a.hpp '"sim/engine/cpu.hpp": sim/core may not include sim/engine' '#include "sim/engine/cpu.hpp"'
expect_line sim/engine/a.hpp '"models/a.hpp": sim/engine may not include models' '#include "models/a.hpp"'
expect_line models/a.hpp '"experiments/a.hpp": models may not include experiments' '#include "experiments/a.hpp"'
expect_line models/a.hpp "\"b.hpp\": include the project's files by their path from its root" '#include "b.hpp"'

chance='chance comes from the named streams of sim/core only'
expect_line models/a.hpp "$chance" 'std::random_device device;'
expect_line models/a.hpp "$chance" 'std::normal_distribution<double> law;'
expect_line sim/core/a.hpp "$chance" 'int a = rand();'
expect_line sim/core/a.hpp 'sim and models do not print; experiments does' 'std::cout << 1;'
expect_line models/a.hpp 'sim and models do not print; experiments does' 'fmt::print("{}", 1);'
expect_line models/a.hpp "models know no clock but the simulation's" 'auto t = std::chrono::steady_clock::now();'
expect_line experiments/a.hpp 'std::views: clang 14 does not compile them' 'auto v = std::views::iota(1);'
expect_line experiments/a.hpp 'std::source_location: clang 14 does not have it' 'std::source_location here;'

expect_line models/a.hpp "'FIX""ME': finish it, or write an issue" '// FIX''ME later'
expect_line docs.md "a path of one developer's machine" "see /ho""me/me/notes"
expect_line models/a.hpp 'trailing blanks' 'int a; '
expect_line models/a.hpp 'a tab; blanks indent here' $'\tint a;'
expect_line models/a.hpp 'a line of 141 characters; 140 are the limit' "// $(printf 'é%.0s' {1..138})"

# Prints $1 lines $2.
lines() {
  for ((i = 0; i < $1; ++i)); do printf '%s\n' "$2"; done
}

{ echo 'int f(int a) {'; lines 81 '  a += 1;'; echo '}'; } | put models/a.cpp
expect models/a.cpp '1: error: a function of 81 lines; 80 are the limit'
lines 501 'int a;' | put models/a.cpp
expect models/a.cpp '500: error: a file of 501 lines; 500 are the limit: is it one idea?'
put models/a.hpp <<<'int a;'
expect models/a.hpp '1: error: a header begins with #pragma once'
put run.sh <<<'#!/bin/sh'
expect run.sh '1: error: a script, but not executable'

put tests/unit/lost.cpp <<<'int a;'
report=$("$tidy" --test-sources /dev/null "$tree" || true)
if [[ $report != tests/unit/lost.cpp:1:*'no test target'* ]]; then
  echo "a test that no target builds was not found"
  ((++faults))
fi

((faults == 0))
