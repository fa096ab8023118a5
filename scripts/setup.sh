# shellcheck shell=bash
# What quickstart and check share: find and install what is missing, then configure and build a preset.
# It is sourced, and needs `set -euo pipefail`. $root is the project's folder, and from here on the current one.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
cd "$root" || exit

# shellcheck disable=SC2034  # used by quickstart and check
build_packages=(g++ cmake ninja-build pkgconf libsimgrid-dev libyaml-cpp-dev libfmt-dev nlohmann-json3-dev
                libeigen3-dev libboost-dev libboost-program-options-dev librandom123-dev libsqlitecpp-dev libsqlite3-dev libcpp-httplib-dev
                node-d3-axis node-d3-scale node-d3-selection node-d3-shape)
# shellcheck disable=SC2034  # used by check
test_packages=(libgtest-dev libgmock-dev libopenmpi-dev openmpi-bin python3 python3-jsonschema)
# shellcheck disable=SC2034  # used by check --full
full_packages=(clang clang-tidy libclang-rt-14-dev libbenchmark-dev mariadb-server-core mariadb-client-core sysbench fio
               chromium chromium-driver python3-selenium)

fail() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# --- Packages ---------------------------------------------------------------------------------------------------------

# The command a package is wanted for: a tool that is there already need not come from the package.
tool_of() {
  case $1 in
    g++) echo "${CXX:-g++}" ;;
    cmake) echo cmake ;;
    ninja-build) echo ninja ;;
    pkgconf) echo pkg-config ;;
    clang) echo clang++ ;;
    clang-tidy) echo clang-tidy ;;
    python3) echo python3 ;;
  esac
}

# Prints those of the packages $@ that are not there.
missing_packages() {
  local package tool installed=' '
  if command -v dpkg-query >/dev/null; then
    # shellcheck disable=SC2016  # dpkg-query's own variables
    installed=" $({ dpkg-query -W -f '${db:Status-Status}:${Package}\n' "$@" 2>/dev/null || true; } |
      sed -n 's/^installed://p' | tr '\n' ' ') "  # dpkg-query fails if it does not know one of them
  fi
  for package in "$@"; do
    tool=$(tool_of "$package")
    if [[ $installed != *" $package "* ]] && ! { [[ $tool ]] && command -v "${tool%% *}" >/dev/null; }; then
      echo "$package"
    fi
  done
}

# Installs those of the packages $@ that are missing, and says so.
install_packages() {
  local missing
  mapfile -t missing < <(missing_packages "$@")
  [[ ${#missing[@]} -gt 0 ]] || return 0

  command -v apt-get >/dev/null ||
    fail "no apt-get here (this set-up is for Debian 12): install the counterparts of ${missing[*]} yourself, then run this again"

  local as_root=() by_hand="apt-get install -y --no-install-recommends ${missing[*]}"
  if [[ $(id -u) -ne 0 ]]; then
    command -v sudo >/dev/null ||
      fail "not root, and no sudo here: as root run '$by_hand', then run this again"
    [[ -t 0 ]] || sudo -n true 2>/dev/null ||
      fail "sudo wants a password, and there is no terminal to ask on: as root run '$by_hand', then run this again"
    as_root=(sudo)
  fi
  require_space / 1000 "the Debian packages ${missing[*]}"

  echo "installing from Debian: ${missing[*]}"
  require_build_folder packages
  local log=$root/build/packages.log updated=no
  : >"$log"
  if ! apt_get -s install "${missing[@]}" >/dev/null 2>&1; then  # the lists do not know them: there are none, or old ones
    apt_get update >>"$log" 2>&1 || true                           # what went wrong, if it matters, shows below
    updated=yes
  fi
  apt_get install "${missing[@]}" >>"$log" 2>&1 && return
  if [[ $updated == no ]]; then  # the lists name versions that the mirror no longer has
    apt_get update >>"$log" 2>&1 || true
    apt_get install "${missing[@]}" >>"$log" 2>&1 && return
  fi
  explain_apt_failure "$log"
}

# apt-get $@, as root and without questions.
apt_get() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C \
    apt-get -y --no-install-recommends -o DPkg::Lock::Timeout=300 -o Acquire::Retries=2 "$@" </dev/null
}

explain_apt_failure() {
  local log=$1 unknown
  if grep -Eq 'Temporary failure resolving|Could not resolve|[Cc]ould not connect|Unable to connect|connection timed out' "$log"; then
    fail "cannot reach the Debian mirrors: no network, or a proxy is needed; apt-get's output is in $log"
  elif grep -Eq 'No space left|enough free space' "$log"; then
    fail "apt-get ran out of disk space; its output is in $log"
  elif unknown=$(grep -Eom1 'Unable to locate package .*|Package .* has no installation candidate' "$log"); then
    fail "this release has not all the packages (Debian 12 has): $unknown; apt-get's output is in $log"
  fi
  fail "apt-get failed: $(grep '^E:' "$log" | tail -n 1); its output is in $log"
}

# --- Conditions -------------------------------------------------------------------------------------------------------

# Fails unless the disk that holds $1 has $2 MB free for $3.
require_space() {
  local free
  free=$(df -Pk "$1" | awk 'NR == 2 {print int($4 / 1024)}')
  ((free >= $2)) || fail "not enough disk space: $3 need $2 MB, and $(df -Pk "$1" | awk 'NR == 2 {print $6}') has $free MB free"
}

# Makes build/, and fails unless what belongs to $1 there can be written.
require_build_folder() {
  local path
  mkdir -p "$root/build" 2>/dev/null || fail "cannot make $root/build: is the folder another user's, or read-only?"
  for path in "$root/build" "$root/build/$1" "$root/build/$1.log"; do
    [[ ! -e $path || -w $path ]] || fail "cannot write to $path: is it another user's? Remove it, or copy the project elsewhere"
  done
}

# Fails unless the compiler and CMake are new enough.
require_tools() {
  local compiler=${CXX:-g++} version least=12
  # shellcheck disable=SC2086  # CXX may hold a launcher or options
  version=$($compiler -dumpfullversion -dumpversion 2>/dev/null) || fail "the compiler '$compiler' does not run"
  # shellcheck disable=SC2086
  if $compiler --version | grep -qi clang; then least=14; fi
  ((${version%%.*} >= least)) ||
    fail "$compiler is version $version, and C++20 needs $least or newer; CXX=… chooses another compiler, as in: CXX=g++-12 ${0##*/}"

  version=$(cmake --version | sed -n '1s/cmake version //p')
  [[ $(printf '3.25\n%s\n' "$version" | sort -V | head -n 1) == 3.25 ]] ||
    fail "cmake is version $version, and 3.25 or newer is needed"
}

# --- Building ---------------------------------------------------------------------------------------------------------

# How many compilers to run at once: one per processor, as long as each has 1 GB of memory.
parallel_jobs() {
  local processors memory
  processors=$(nproc)
  memory=$(awk '/^MemAvailable:/ {print int($2 / 1048576)}' /proc/meminfo 2>/dev/null || true)
  if [[ $memory && $memory -lt $processors ]]; then processors=$memory; fi
  echo "${CMAKE_BUILD_PARALLEL_LEVEL:-$((processors > 1 ? processors : 1))}"
}

# Builds preset $1, which takes $2 MB on disk, in build/$1; the log is build/$1.log, shown if the build fails.
build_preset() {
  local preset=$1 megabytes=$2
  local folder=$root/build/$preset log=$root/build/$preset.log started=$SECONDS
  require_build_folder "$preset"
  forget_if_moved "$folder"
  [[ -e $folder/CMakeCache.txt ]] || require_space "$root/build" "$megabytes" "the files of build/$preset"

  progress "$preset: configuring"
  cmake --preset "$preset" >"$log" 2>&1 || explain_build_failure "$preset" "$log" "configuring"
  NINJA_STATUS='[%f/%t] ' cmake --build --preset "$preset" --parallel "$(parallel_jobs)" 2>&1 | tee -a "$log" |
    show_progress "$preset" || explain_build_failure "$preset" "$log" "building"
  progress ''
  echo "$preset: built in build/$preset ($((SECONDS - started)) s)"
}

# A build folder knows the absolute path of its sources: one that came along with a moved or copied tree is of no use.
forget_if_moved() {
  local folder=$1 home
  [[ -e $folder/CMakeCache.txt ]] || return 0
  home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$folder/CMakeCache.txt")
  if [[ $home != "$root" ]]; then
    echo "build/${folder##*/} was built for $home: starting it anew"
    rm -rf "$folder"
  fi
}

# Shows $1 on the terminal's current line, in place of what was there; says nothing elsewhere.
progress() {
  if [[ -t 1 ]]; then printf '\r\033[K%s' "$1"; fi
}

show_progress() {
  local line started=$SECONDS
  while IFS= read -r line; do
    if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
      progress "$1: building ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}, $((SECONDS - started)) s"
    fi
  done
}

explain_build_failure() {
  local preset=$1 log=$2 doing=$3 from
  progress ''
  from=$(grep -Enm1 '^(FAILED:|CMake Error)' "$log" | cut -d: -f1 || true)
  if [[ $from ]]; then tail -n "+$from" "$log" | head -n 40 >&2; else tail -n 30 "$log" >&2; fi
  fail "$doing preset $preset failed; the whole log is $log"
}
