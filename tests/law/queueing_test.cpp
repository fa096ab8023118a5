// The laws of queueing theory, against runs at fixed seeds: the value of theory must lie within two half-widths (one is
// 95 %), and the half-width must be small, or the test could not fail.
// Formulas: Kleinrock, Queueing Systems I (1975), and Lazowska et al., Quantitative System Performance (1984).
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/law/queue.hpp"

namespace {

using laws::Observed;
using laws::observe;
using laws::Queue;
using laws::Station;
using sim::Distribution;
using sim::Estimate;

void expect_law(const char* what, const Estimate& observed, double theory, double precision = 0.02) {
  EXPECT_LT(observed.relative_half_width(), precision) << what;
  EXPECT_NEAR(observed.mean, theory, 2 * observed.half_width) << what << ": half-width " << observed.half_width;
}

struct Theory {
  double response;
  double throughput;
  double utilisation;
};

void expect_laws(const Observed& observed, const Theory& theory) {
  expect_law("response", observed.response, theory.response);
  expect_law("throughput", observed.throughput, theory.throughput);
  expect_law("utilisation", observed.utilisation, theory.utilisation);
  expect_law("number (Little)", observed.number, theory.throughput * theory.response);
}

// A mixture of two exponentials with mean 1 and a squared coefficient of variation of 5.5.
Distribution hyperexponential() {
  return Distribution::mixture(Distribution::exponential(0.5), Distribution::exponential(5.5), 0.1);
}

// Mean response of M/M/c with a service time of 1 (Erlang C).
double mmc_response(int servers, double arrival_rate) {
  double term = 1;  // a^k / k!
  double sum = 1;
  for (int k = 1; k < servers; ++k) sum += term *= arrival_rate / k;
  const double utilisation = arrival_rate / servers;
  const double all_busy = term * arrival_rate / servers / (1 - utilisation);
  const double wait_probability = all_busy / (sum + all_busy);
  return 1 + wait_probability / (servers - arrival_rate);
}

// Mean response and throughput of M/M/c//N: clients think for a mean of `think_time`, service takes a mean of 1.
Theory machine_repair(int clients, int servers, double think_time) {
  std::vector<double> probability{1};  // of n customers at the station, up to a factor
  for (int n = 1; n <= clients; ++n) {
    const double arrival_rate = (clients - n + 1) / think_time;
    probability.push_back(probability.back() * arrival_rate / std::min(n, servers));
  }
  double total = 0;
  double number = 0;
  double busy = 0;
  for (int n = 0; n <= clients; ++n) {
    const double p = probability[static_cast<std::size_t>(n)];
    total += p;
    number += p * n;
    busy += p * std::min(n, servers);
  }
  return {number / busy, busy / total, busy / total / servers};
}

// ---- first come, first served ----

TEST(Law, MM1) {
  const double rate = 0.5;
  for (const Station station : {Station::Lock, Station::Device}) {
    const Observed observed = observe({.station = station, .arrival_rate = rate, .duration = 1.2e6});
    expect_laws(observed, {1 / (1 - rate), rate, rate});
    // Response times are exponential.
    for (std::size_t i = 0; i < laws::kPercents.size(); ++i) {
      const double theory = -std::log(1 - laws::kPercents[i] / 100) / (1 - rate);
      expect_law("percentile of response", observed.percentiles[i], theory, 0.03);
    }
  }
}

TEST(Law, MD1) {
  const double rate = 0.7;
  const Observed observed =
      observe({.station = Station::Device, .service = Distribution::constant(1), .arrival_rate = rate, .duration = 1e6});
  expect_laws(observed, {1 + rate / (2 * (1 - rate)), rate, rate});
}

// Pollaczek and Khinchine: waiting grows with the variability of service.
TEST(Law, MG1) {
  const double rate = 0.5;
  const Observed observed =
      observe({.station = Station::Lock, .service = hyperexponential(), .arrival_rate = rate, .duration = 4e6});
  const double second_moment = 1 + std::pow(hyperexponential().standard_deviation(), 2);
  expect_laws(observed, {1 + rate * second_moment / (2 * (1 - rate)), rate, rate});
}

TEST(Law, MMc) {
  for (const int servers : {2, 5}) {
    const double rate = 0.7 * servers;
    const Observed observed =
        observe({.station = Station::Servers, .servers = servers, .arrival_rate = rate, .duration = 1e6 / servers * 2});
    expect_laws(observed, {mmc_response(servers, rate), rate, 0.7});
  }
}

TEST(Law, MachineRepair) {
  for (const int clients : {2, 8}) {
    const Observed observed = observe({.station = Station::Device, .clients = clients, .think_time = 6, .duration = 4e5});
    expect_laws(observed, machine_repair(clients, 1, 6));
  }
  const Observed observed =
      observe({.station = Station::Servers, .servers = 3, .clients = 12, .think_time = 4, .duration = 2e5});
  expect_laws(observed, machine_repair(12, 3, 4));
}

// ---- a CPU ----

// With time slices far shorter than the demands the cores are shared equally, and the mean does not depend on the distribution
// of the demand beyond its own mean.
TEST(Law, MG1ProcessorSharingInTheLimitOfShortTimeSlices) {
  const double rate = 0.6;
  struct Case {
    Distribution demand;
    double time_slice;
    double duration;
  };
  const std::vector<Case> cases{
      {Distribution::constant(1), 0.02, 2.5e5}, {Distribution::exponential(1), 0.1, 1.5e6}, {hyperexponential(), 0.1, 1.5e6}};
  for (const auto& [demand, slice, duration] : cases) {
    SCOPED_TRACE(demand.description());
    const Observed observed =
        observe({.station = Station::Cpu, .service = demand, .arrival_rate = rate, .time_slice = slice, .duration = duration});
    expect_laws(observed, {1 / (1 - rate), rate, rate});
  }
}

// Long time slices: first come first served, where the mean does depend on it.
TEST(Law, MG1CpuOfLongTimeSlices) {
  const double rate = 0.6;
  for (const auto& [demand, squared_variation] : {std::pair{Distribution::constant(1), 0.0}, {Distribution::exponential(1), 1.0}}) {
    SCOPED_TRACE(demand.description());
    const Observed observed = observe({.station = Station::Cpu, .service = demand, .arrival_rate = rate, .duration = 1e6});
    expect_laws(observed, {1 + rate * (1 + squared_variation) / 2 / (1 - rate), rate, rate});
  }
}

// With exponential demands the discipline does not matter to the mean.
TEST(Law, MMcCpu) {
  const int cores = 4;
  const double rate = 0.75 * cores;
  for (const double slice : {0.2, 1e9}) {
    const Observed observed =
        observe({.station = Station::Cpu, .servers = cores, .arrival_rate = rate, .time_slice = slice, .duration = 4e5});
    expect_laws(observed, {mmc_response(cores, rate), rate, 0.75});
  }
}

TEST(Law, ClosedCpu) {
  const Observed observed = observe({.station = Station::Cpu, .servers = 2, .clients = 10, .think_time = 5, .duration = 2e5});
  expect_laws(observed, machine_repair(10, 2, 5));
}

// ---- laws that hold exactly, on every run that ends empty ----

TEST(Law, LittleAndUtilisationHoldExactly) {
  for (const Station station : {Station::Lock, Station::Device, Station::Servers, Station::Cpu}) {
    SCOPED_TRACE(static_cast<int>(station));
    const int servers = station == Station::Servers || station == Station::Cpu ? 3 : 1;
    const Queue closed{.station = station, .servers = servers, .clients = 20, .think_time = 2, .seed = 3};
    const Queue open{.station = station, .servers = servers, .arrival_rate = 0.8 * servers, .seed = 4};
    for (const Queue& queue : {closed, open}) {
      const laws::Totals totals = laws::run_to_the_end(queue, 20'000);
      EXPECT_EQ(totals.customers, 20'000);
      // Both divided by the length of the run: N = X R and U = X S.
      EXPECT_NEAR(totals.number / totals.responses, 1, 1e-10);
      EXPECT_NEAR(totals.busy / totals.services, 1, 1e-10);
    }
  }
}

}  // namespace
