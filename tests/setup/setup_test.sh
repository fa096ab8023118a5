#!/usr/bin/env bash
# quickstart on machines of many kinds, each made of stand-ins for apt-get, dpkg-query, cmake and so on: what it installs,
# what it builds, and the one line it says when it cannot. Nothing is installed and nothing compiled.
# shellcheck disable=SC2016  # what the stand-ins expand, not this script
set -euo pipefail
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
machine=$(mktemp -d)
trap 'rm -rf "$machine"' EXIT
tree="$machine/a folder/commitsim" bin=$machine/bin COMMANDS=$machine/commands
name='' faults=0
unset CXX CMAKE_BUILD_PARALLEL_LEVEL

# Makes the command $1 of the machine a script of the lines on stdin.
command_is() {
  { echo '#!/bin/bash'; cat; } >"$bin/$1"
  chmod +x "$bin/$1"
}

# A machine on which everything is installed; the tests take away from it.
new_machine() {
  name=$1
  rm -rf "${machine:?}"/*
  mkdir -p "$tree" "$bin"
  cp -r "$project/quickstart" "$project/scripts" "$tree"
  local tool
  for tool in bash env dirname sed grep awk tr sort head tail cat mkdir rm cut nproc tee chmod touch cp; do
    ln -s "$(command -v "$tool")" "$bin/$tool"
  done
  export INSTALLED="*" COMMANDS
  command_is id <<<'echo 0'
  command_is df <<<'printf "Filesystem 1024-blocks Used Available Capacity Mounted\n/dev/x 9 9 9000000 1%% /disk\n"'
  command_is dpkg-query <<'EOF'
status=0
for package in "${@:4}"; do
  if [[ " $INSTALLED " == *" $package "* || $INSTALLED == "*" ]]; then echo "installed:$package"; else status=1; fi
done
exit $status
EOF
  command_is apt-get <<'EOF'
echo "apt-get $*" | sed 's/-y --no-install-recommends -o [^ ]* -o [^ ]* //' >>"$COMMANDS"
EOF
  command_is g++ <<<'echo 12.2.0'
  command_is ninja <<<':'
  command_is pkg-config <<<':'
  command_is cmake <<'EOF'
case $1 in
  --version) echo "cmake version 3.25.1" ;;
  --preset)
    echo "configure $2" >>"$COMMANDS"
    mkdir -p "build/$2"
    echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" >"build/$2/CMakeCache.txt"
    ;;
  --build)
    echo "build $3" >>"$COMMANDS"
    printf '#!/bin/bash\necho "result of $*"\n' >"build/$3/commitsim"
    chmod +x "build/$3/commitsim"
    ;;
esac
EOF
}

# Takes the tools away as well: a machine on which nothing is installed yet. apt-get install brings g++ and cmake back.
nothing_installed() {
  INSTALLED=
  mkdir "$machine/later"
  mv "$bin"/{g++,cmake,ninja,pkg-config} "$machine/later"
  export later=$machine/later bin
  cat >>"$bin/apt-get" <<<'if [[ $* == *" install "* && $* != *" -s "* ]]; then cp "$later"/* "$bin"; fi'
}

# Runs quickstart from another folder, and expects the exit status $1.
quickstart() {
  local status=0
  touch "$COMMANDS"
  (cd / && PATH=$bin "$tree/quickstart") >"$machine/out" 2>"$machine/err" </dev/null || status=$?
  [[ $status -eq $1 ]] || fault "exit status $status instead of $1"
}

fault() {
  printf '%s: %s\n' "$name" "$1"
  sed 's/^/  | /' "$machine/out" "$machine/err" "$COMMANDS"
  ((++faults))
}

expect_output() { grep -qF -- "$1" "$machine/out" || fault "does not print '$1'"; }
expect_commands() { [[ $(cat "$COMMANDS") == "$1" ]] || fault "does not do just '$1'"; }

# The last line of stderr, and the only one unless $2 says more, contains $1.
expect_error() {
  [[ $(tail -n 1 "$machine/err") == *"quickstart: "*"$1"* ]] || fault "does not say '$1'"
  [[ ${2-} == more || $(wc -l <"$machine/err") -eq 1 ]] || fault "says more than one line"
}

new_machine 'everything installed'
quickstart 0
expect_commands $'configure release\nbuild release'
expect_output 'result of run experiments/scenarios/one_semisync_two_async.yaml'
expect_output 'sync_binlog=100'
quickstart 0  # and a second time

new_machine 'two packages missing'
INSTALLED='g++ cmake ninja-build pkgconf libsimgrid-dev libyaml-cpp-dev libfmt-dev nlohmann-json3-dev libboost-dev librandom123-dev'
INSTALLED+=' libsqlitecpp-dev libsqlite3-dev libcpp-httplib-dev node-d3-axis node-d3-scale node-d3-selection node-d3-shape'
quickstart 0
expect_output 'installing from Debian: libeigen3-dev libboost-program-options-dev'
expect_commands 'apt-get -s install libeigen3-dev libboost-program-options-dev
apt-get install libeigen3-dev libboost-program-options-dev
configure release
build release'

new_machine 'no package lists yet'
nothing_installed
cat >>"$bin/apt-get" <<'EOF'
if [[ $* == *update* ]]; then touch "$later/lists"; fi
[[ -e $later/lists ]]
EOF
quickstart 0
[[ $(grep -c '^apt-get update' "$COMMANDS") -eq 1 ]] || fault 'does not update once'
[[ $(grep -c '^apt-get install' "$COMMANDS") -eq 1 ]] || fault 'does not install once'

new_machine 'package lists out of date'
nothing_installed
cat >>"$bin/apt-get" <<'EOF'
if [[ $* == *update* ]]; then touch "$later/lists"; fi
[[ -e $later/lists || $* == *" -s "* ]]
EOF
quickstart 0

new_machine 'sudo'
nothing_installed
command_is id <<<'echo 1000'
command_is sudo <<<'echo sudo >>"$COMMANDS"; [[ $1 == -n ]] || exec "$@"'
quickstart 0
grep -q sudo "$COMMANDS" || fault 'does not use sudo'

new_machine 'sudo that wants a password'
nothing_installed
command_is id <<<'echo 1000'
command_is sudo <<<'exit 1'
quickstart 1
expect_error 'sudo wants a password'

new_machine 'no root, no sudo'
nothing_installed
command_is id <<<'echo 1000'
quickstart 1
expect_error "not root, and no sudo here: as root run 'apt-get install -y --no-install-recommends g++ cmake"

new_machine 'no Debian'
nothing_installed
rm "$bin/apt-get" "$bin/dpkg-query"
quickstart 1
expect_error 'no apt-get here'

new_machine 'no network'
nothing_installed
command_is apt-get <<'EOF'
echo "W: Failed to fetch http://x  Temporary failure resolving deb.debian.org"
echo "E: Unable to locate package cmake"
exit 100
EOF
quickstart 1
expect_error 'no network'

new_machine 'an older Debian'
nothing_installed
command_is apt-get <<<'echo "E: Unable to locate package librandom123-dev"; exit 100'
quickstart 1
expect_error 'Unable to locate package librandom123-dev'

new_machine 'apt-get fails otherwise'
nothing_installed
command_is apt-get <<<'echo "E: dpkg was interrupted"; exit 100'
quickstart 1
expect_error 'apt-get failed: E: dpkg was interrupted'

new_machine 'an old compiler'
command_is g++ <<<'echo 10.2.1'
quickstart 1
expect_error 'g++ is version 10.2.1'

new_machine 'an old cmake'
command_is cmake <<<'echo "cmake version 3.18.4"'
quickstart 1
expect_error 'cmake is version 3.18.4'

new_machine 'a full disk'
command_is df <<<'printf "Filesystem 1024-blocks Used Available Capacity Mounted\n/dev/x 9 9 20480 99%% /disk\n"'
quickstart 1
expect_error '/disk has 20 MB free'

new_machine 'a build folder that came from elsewhere'
mkdir -p "$tree/build/release/old"
echo 'CMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere' >"$tree/build/release/CMakeCache.txt"
quickstart 0
expect_output 'build/release was built for /elsewhere: starting it anew'
[[ ! -e $tree/build/release/old ]] || fault 'keeps the old files'

new_machine 'a build that fails'
command_is cmake <<'EOF'
case $1 in
  --version) echo "cmake version 3.25.1" ;;
  --build) printf '[1/9] a\nFAILED: b.o\nb.cpp:1: error: no\n'; exit 1 ;;
esac
EOF
quickstart 1
expect_error 'building preset release failed; the whole log is ' more
grep -q 'b.cpp:1: error: no' "$machine/err" || fault 'does not show the error'

new_machine 'a run that fails'
cat >>"$bin/cmake" <<<'if [[ $1 == --build ]]; then echo "exit 3" >>"build/$3/commitsim"; fi'
quickstart 3

((faults == 0))
