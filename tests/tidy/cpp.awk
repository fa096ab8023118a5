# Rules for C++: who may include whom, what may not be called, how long a function may be.

function error(line, text) { printf "%s:%d: error: %s\n", file, line, text }

# --- Layers: a folder includes itself and the folders listed for it ---------------------------------------------------

BEGIN {
  may_include["sim/core"] = ""
  may_include["sim/metrics"] = "sim/core"
  may_include["sim/config"] = "sim/core"
  may_include["sim/engine"] = "sim/core sim/metrics"
  may_include["sim/report"] = "sim/core sim/metrics"
  may_include["models"] = "sim/core sim/metrics sim/config sim/engine"
  may_include["calibration"] = "sim/core sim/metrics sim/config sim/engine models"
  may_include["experiments"] = "sim/core sim/metrics sim/config sim/engine sim/report models calibration"
  may_include["tests"] = may_include["experiments"] " experiments"
}

# The layer that a path belongs to: its first folder, below sim its second.
function layer_of(path,    parts, n) {
  n = split(path, parts, "/")
  if (n > 2 && parts[1] == "sim") return parts[1] "/" parts[2]
  return n > 1 ? parts[1] : ""
}

function check_include(line,    path, to) {
  path = line
  sub(/^[ ]*#[ ]*include[ ]*[<"]/, "", path)
  sub(/[>"].*/, "", path)
  if (line ~ /</) {
    if (path ~ /^(simgrid|xbt)\// && layer != "sim/engine" && file != "tests/bench/peers/actors_peer.cpp")
      error(FNR, "<" path ">: only sim/engine sees SimGrid")
    if (path ~ /^yaml-cpp\// && file != "sim/config/document.cpp")
      error(FNR, "<" path ">: only sim/config/document.cpp sees yaml-cpp")
    return
  }
  to = layer_of(path)
  if (to == "" && layer == "tests") return  # a helper beside the tests that use it
  if (!(to in may_include)) error(FNR, "\"" path "\": include the project's files by their path from its root")
  else if (to != layer && index(" " may_include[layer] " ", " " to " ") == 0)
    error(FNR, "\"" path "\": " layer " may not include " to)
}

# --- What may not be called ---------------------------------------------------------------------------------------------

function check_calls(code) {
  if (code ~ /std::(ranges::)?views|ranges::view::/) error(FNR, "std::views: clang 14 does not compile them")
  if (code ~ /std::source_location/) error(FNR, "std::source_location: clang 14 does not have it")
  if (file !~ /^(sim|models)\//) return
  if (code ~ /std::random_device|std::[a-z_]+_distribution|std::mt19937|(^|[^A-Za-z0-9_])s?rand\(/)
    error(FNR, "chance comes from the named streams of sim/core only")
  if (code ~ /std::cout *(<<|$|,|\))|(^|[^A-Za-z0-9_])printf\(|fmt::print\(("|R"|FMT_STRING)/)
    error(FNR, "sim and models do not print; experiments does")
  if (file ~ /^models\// && code ~ /(system|steady|high_resolution)_clock/)
    error(FNR, "models know no clock but the simulation's")
}

# --- Length of functions ------------------------------------------------------------------------------------------------

# The line without comments, string and character literals; raw strings may go on for many lines.
function strip(line,    from, end) {
  if (raw_end != "") {
    from = index(line, raw_end)
    if (from == 0) return ""
    line = substr(line, from + length(raw_end))
    raw_end = ""
  }
  while (match(line, /R"[A-Za-z_]*\(/)) {
    end = ")" substr(line, RSTART + 2, RLENGTH - 3) "\""
    from = index(substr(line, RSTART + RLENGTH), end)
    if (from == 0) {
      raw_end = end
      return substr(line, 1, RSTART - 1)
    }
    line = substr(line, 1, RSTART - 1) "0" substr(line, RSTART + RLENGTH + from - 1 + length(end))
  }
  gsub(/\\\\/, "", line)
  gsub(/\\["']/, "", line)
  gsub(/[0-9]'[0-9]/, "0", line)  # digit separators
  gsub(/'[^']*'/, "0", line)
  gsub(/"[^"]*"/, "\"\"", line)
  sub(/\/\/.*/, "", line)
  return line
}

# Follows the braces. A brace outside any function opens one if the text since the last statement has a parameter list.
function follow_braces(code,    i, c) {
  for (i = 1; i <= length(code); ++i) {
    c = substr(code, i, 1)
    if (c == "{") {
      ++depth
      if (function_depth == 0 && head ~ /\)/ && head !~ /(^|[ ;])(namespace|class|struct|union|enum)[ ]/ && head !~ /=[ ]*$/) {
        function_depth = depth
        function_line = FNR
      }
      head = ""
    } else if (c == "}") {
      if (depth == function_depth) {
        if (FNR - function_line - 1 > 80)
          error(function_line, "a function of " (FNR - function_line - 1) " lines; 80 are the limit")
        function_depth = 0
      }
      if (depth > 0) --depth
      head = ""
    } else if (c == ";") {
      head = ""
    } else {
      head = head c
    }
  }
  head = head " "
}

FNR == 1 {
  file = FILENAME
  layer = layer_of(file)
  depth = function_depth = 0
  raw_end = head = ""
}

/^[ ]*#[ ]*include[ ]*[<"]/ { check_include($0) }
/^[ ]*#/ { next }

{
  code = strip($0)
  check_calls(code)
  follow_braces(code)
}
