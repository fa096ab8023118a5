#!/usr/bin/env bash
# Feeds every import reader with inputs that libFuzzer makes up from the seeds, for some seconds each.
# usage: fuzz.sh [--runs] FUZZ_IMPORT SECONDS [FORMAT]...    without FORMAT, all of them; fails if a reader crashes, leaks or runs away
# With --runs the number is one of inputs, each of 2 kB at most: the preset fuzz-fast makes millions of them.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
limit=-max_total_time length=65536
if [[ ${1:-} == --runs ]]; then limit=-runs length=2048; shift; fi
program=$(realpath "${1:?usage: fuzz.sh FUZZ_IMPORT SECONDS [FORMAT]...}")
seconds=${2:?usage: fuzz.sh FUZZ_IMPORT SECONDS [FORMAT]...}
shift 2
formats=("$@")
if [[ ${#formats[@]} -eq 0 ]]; then mapfile -t formats < <(COMMITSIM_FUZZ_FORMAT=list "$program"); fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
for format in "${formats[@]}"; do
  corpus=$folder/${format//[^A-Za-z0-9]/_}
  mkdir "$corpus"
  if COMMITSIM_FUZZ_FORMAT=$format "$program" -seed=1 "$limit=$seconds" "-max_len=$length" -timeout=20 -rss_limit_mb=1024 \
    -malloc_limit_mb=512 -artifact_prefix="$corpus.crash-" -print_final_stats=1 "$corpus" "$here/seeds" >"$corpus.log" 2>&1; then
    echo "$format: $(sed -n 's/^stat::number_of_executed_units: *//p' "$corpus.log") inputs"
  else
    failed=1
    echo "$format: FAILED"
    grep -E 'ERROR|SUMMARY|#[0-9] ' "$corpus.log" | head -n 20
    for crash in "$corpus".crash-*; do
      if [[ -f $crash ]]; then cp "$crash" "${TMPDIR:-/tmp}/" && echo "input: ${TMPDIR:-/tmp}/${crash##*/}"; fi
    done
  fi
done
exit "$failed"
