// Random scenarios, each a pure function of its seed, for properties that hold whatever the settings are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/run_record.hpp"
#include "models/scenario.hpp"
#include "tests/contract/oracle.hpp"

namespace tests {

// Sessions on a server: each commits so many transactions, with random pauses, and leaves.
struct Sessions {
  std::string server;
  int sessions = 1;
  int transactions = 1;
  double pause = 0;  // seconds, mean
};

struct Case {
  std::uint64_t seed = 0;
  models::Scenario scenario;
  std::vector<Sessions> sessions;

  std::string description() const;
};

Case random_case(const std::string& version, std::uint64_t seed);

// Runs a case up to that date in this operating-system process.
models::RunRecord run_observed(const Case& chosen, models::Observer& observer, sim::Seconds end);

// What came out of a case that was run until everything had ended.
struct Outcome {
  std::vector<std::string> faults;
  std::map<std::string, Oracle::Books> books;
  models::RunRecord record;
};

// Runs a case in this operating-system process; call it through run_isolated().
Outcome run(const Case& chosen);

}  // namespace tests
