// The model that commitsim and its peers simulate side by side, and how each reports: clients that compute and commit by groups in
// three stages (flush, sync, commit) as MySQL 5.7 does, one acknowledgement of a replica per group.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <random>
#include <string>

namespace peers {

// In seconds. model.yaml and simpy_peer.py state the same.
inline constexpr double kExecution = 100e-6;    // CPU per transaction, exponential
inline constexpr int kCores = 4;
inline constexpr double kCopy = 5e-6;           // CPU per member of a group, by its leader in the flush stage
inline constexpr double kBinlogWrite = 50e-6;
inline constexpr double kFsync = 1e-3;
inline constexpr double kOneWay = 100e-6;
inline constexpr double kBytes = 300;           // per transaction, on a link of 100 Gbit/s
inline constexpr double kBandwidth = 12.5e9;
inline constexpr double kWarmUp = 1;

struct Arguments {
  int clients = 64;
  double seconds = 20;
};

inline Arguments arguments_of(int count, char** words) {
  Arguments arguments;
  if (count > 1) arguments.clients = std::stoi(words[1]);
  if (count > 2) arguments.seconds = std::stod(words[2]);
  return arguments;
}

// Exponential times of one client, by inverse transform.
class Execution {
 public:
  explicit Execution(int client) : generator_(static_cast<std::uint64_t>(client) + 1) {}
  double next() { return -kExecution * std::log1p(-std::generate_canonical<double, 53>(generator_)); }

 private:
  std::mt19937_64 generator_;
};

// CPU time of this process so far.
inline double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// One line for the `bench` script: predicted transactions per second, simulated transactions, CPU time of the simulation.
inline void report(double tps, std::int64_t transactions, double cpu) {
  std::printf("{\"tps\": %.3f, \"transactions\": %lld, \"cpu_s\": %.4f}\n", tps, static_cast<long long>(transactions), cpu);
}

}  // namespace peers
