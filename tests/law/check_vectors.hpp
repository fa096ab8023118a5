// Check vectors: throughput, response time and group size that follow from a pipeline's rules when only the two fsyncs, the
// statement and the engine commit cost anything. Times in milliseconds, throughput in transactions per millisecond. The
// numbers come from an independent simulation of the rules; real servers agree within 1 to 10 %.
#pragma once

#include <string>
#include <vector>

#include "tests/law/measured_model.hpp"
#include "tests/support/scenarios.hpp"

namespace laws {

struct Setting {
  double redo_fsync = 1;
  double binlog_fsync = 1;
  int clients = 1;
  double ack = 0;           // from publishing to the ACK; 0: no semi-sync
  double statement = 0.05;  // +-50 %
  double engine_commit = 0;
  models::WaitPoint wait_point = models::WaitPoint::after_sync;
  std::string version = "mysql-5.7";
  bool innodb_support_xa = true;
};

// 0: not stated.
struct Expected {
  double throughput;
  double response = 0;
  double group = 0;
};

struct Vector {
  Setting setting;
  Expected expected;
};

models::Scenario scenario_for(const Setting& setting);

std::vector<Measured> measure(const std::vector<Setting>& settings);

// Expects every figure within `tolerance`, relatively.
void expect(const std::vector<Vector>& vectors, double tolerance);

}  // namespace laws
