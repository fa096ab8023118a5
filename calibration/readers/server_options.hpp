// What a server makes of the options that it is given: which variable each one means, its value, which one counts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "calibration/readers/option_file.hpp"
#include "models/version/release.hpp"
#include "sim/config/codec.hpp"

namespace calibration {

struct ServerSetting {
  std::string name;         // with underscores, without loose_ and skip_, spelt out
  std::string newest_name;  // of the variable in the catalogue; "" for options that touch neither commit nor replication
  std::string text;         // as given; "" where the name stood alone
  sim::Json value;          // as the server takes it: ON, OFF, 1, 0, numbers in its own units, texts; a list where several add up
  std::string in_scenario;  // the same as a scenario has it: with units
  std::string unit;         // "s", "ms" or "us" of a time
  bool is_loose = false;
  sim::Location place;
  sim::Location value_place;
};

// Reads options as mysqld does (mysys/my_getopt.c; checked with mariadbd 10.11.19 --help --verbose): dashes and underscores are
// the same; skip_, disable_, enable_, maximum_ and loose_ come before names; K M G T P E after numbers are powers of 1024, of
// which only that letter is looked at; numbers out of range are pulled into it, with a warning; up to MySQL 5.6 and in MariaDB
// a name may be shortened while it is unambiguous. Of several for one variable the last counts, with a note, but filters such
// as binlog_ignore_db add up. What the release stops at is an error: its variables by the catalogue, others only if they are
// close to one. With no release, names and types are those of any.
std::vector<ServerSetting> read_server_options(const std::vector<Option>& options, const std::optional<models::Release>& release,
                                               sim::Diagnostics& diagnostics);

struct SuffixedNumber {
  std::int64_t value = 0;  // with K, M, G, T, P or E counted in
  bool has_suffix = false;
  std::string_view end;    // what follows it
};

// The whole number at the beginning of the text, blanks before it aside; nothing where there is none or 64 bits cannot hold it.
std::optional<SuffixedNumber> number_with_suffix(std::string_view text);

// {name: {"value", "place"}, ...}; "loose" where it is.
sim::Json settings_json(const std::vector<ServerSetting>& settings);

// Adds what the settings say of times, with the unit in the name: {"rpl_semi_sync_master_timeout_ms": 5000}.
sim::Json times_json(const std::vector<ServerSetting>& settings);

}  // namespace calibration
