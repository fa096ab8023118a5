#!/usr/bin/env bash
# The house in order: what the compiler does not see. Prints `file:line: error: …` for every fault, and fails if there is one.
# usage: tidy.sh [--test-sources FILE] ROOT    FILE lists the tests that CMake builds; ROOT is the project's folder
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

test_sources=
if [[ ${1-} == --test-sources ]]; then test_sources=$(realpath "$2"); shift 2; fi
cd "${1:?usage: tidy.sh [--test-sources FILE] ROOT}"

files() {
  if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files --cached --others --exclude-standard
  else
    find . -name .git -prune -o -path ./build -prune -o -type f -print | sed 's|^\./||'
  fi | sort | while IFS= read -r file; do
    if [[ -f $file ]]; then printf '%s\n' "$file"; fi  # git still lists a file that was removed and not yet committed
  done
}

mapfile -t all < <(files)
cpp=() code=() texts=()
for file in "${all[@]}"; do
  case $file in
    *.cpp | *.hpp) cpp+=("$file") code+=("$file") texts+=("$file") ;;
    *.js | *.css | *.html) code+=("$file") texts+=("$file") ;;
    *.sh | *.awk | *.py | *.cmake | *CMakeLists.txt | quickstart | check | .ci/run) code+=("$file") texts+=("$file") ;;
    *.md | *.yaml | *.yml | *.ipynb | CMakePresets.json) texts+=("$file") ;;
  esac
done

report=$(
  if [[ ${#texts[@]} -gt 0 ]]; then awk -f "$here/texts.awk" "${texts[@]}"; fi
  if [[ ${#code[@]} -gt 0 ]]; then awk -f "$here/code.awk" "${code[@]}"; fi
  if [[ ${#cpp[@]} -gt 0 ]]; then awk -f "$here/cpp.awk" "${cpp[@]}"; fi

  for file in "${all[@]}"; do
    case $file in
      *.hpp) grep -q '^#pragma once$' "$file" || echo "$file:1: error: a header begins with #pragma once" ;;
      tests/*.cpp)
        if [[ $test_sources ]] && ! grep -qxF "$PWD/$file" "$test_sources"; then
          echo "$file:1: error: no test target in tests/CMakeLists.txt builds this file"
        fi
        ;;
    esac
    if [[ $(head -c 2 "$file" | tr -d '\0') == '#!' && ! -x $file ]]; then
      echo "$file:1: error: a script, but not executable"
    fi
  done
)

if [[ $report ]]; then
  sort -t: -k1,1 -k2,2n <<<"$report"
  echo "$(wc -l <<<"$report") faults in ${#all[@]} files"
  exit 1
fi
echo "${#all[@]} files in order"
