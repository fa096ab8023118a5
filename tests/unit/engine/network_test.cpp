#include "sim/engine/network.hpp"

#include <gmock/gmock.h>

#include <deque>
#include <functional>

#include "sim/engine/connection.hpp"
#include "sim/engine/simgrid_setup.hpp"
#include "tests/support/simulate.hpp"

namespace {

using sim::Bytes;
using sim::BytesPerSecond;
using sim::Connection;
using sim::NetworkHost;
using sim::NetworkModel;
using sim::Process;
using sim::Seconds;
using sim::Simulation;
using testing::ElementsAre;
using tests::Journal;
using tests::Json;

constexpr Seconds kLatency{5e-3};
constexpr BytesPerSecond kBandwidth{125e6};
constexpr double kPrecision = 1e-9;

struct Transfer {
  int from;
  int to;
  double start;
  std::int64_t size;
};

struct Arrival {
  Simulation& simulation;
  double date = -1;
};

void note_arrival(void* subject) {
  auto& arrival = *static_cast<Arrival*>(subject);
  arrival.date = tests::seconds(arrival.simulation.now());
}

Process send_later(Simulation& simulation, Transfer transfer, Arrival& arrival) {
  co_await simulation.delay(Seconds{transfer.start});
  simulation.network().transfer({transfer.from}, {transfer.to}, {transfer.size}, {note_arrival, &arrival});
}

// When each transfer arrives, among three hosts all connected with one another and each with itself.
Json arrivals_in(Simulation& simulation, const std::vector<Transfer>& transfers) {
  for (int i = 0; i < 3; ++i) {
    const NetworkHost host = simulation.network().add_host(fmt::format("host{}", i));
    for (int j = 0; j <= i; ++j) simulation.network().connect({j}, host, kLatency, kBandwidth);
  }
  std::deque<Arrival> arrivals;
  for (const Transfer& transfer : transfers) {
    arrivals.push_back({simulation});
    simulation.spawn("sender", send_later(simulation, transfer, arrivals.back()));
  }
  simulation.run_until(tests::at(1e5));
  Json dates = Json::array();
  for (const Arrival& arrival : arrivals) dates.push_back(arrival.date);
  return dates;
}

std::vector<double> arrivals_of(const std::vector<Transfer>& transfers, NetworkModel model = NetworkModel::simgrid) {
  return tests::simulate([&](Simulation& simulation) { return arrivals_in(simulation, transfers); }, model);
}

void expect_arrivals(const std::vector<Transfer>& transfers, const std::vector<double>& expected) {
  const std::vector<double> arrivals = arrivals_of(transfers);
  ASSERT_EQ(arrivals.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(arrivals[i], expected[i], kPrecision) << "transfer " << i;
}

// The same, to the last bit, from the network without SimGrid: for transfers that share no link.
void expect_arrivals_on_both(const std::vector<Transfer>& transfers, const std::vector<double>& expected) {
  expect_arrivals(transfers, expected);
  EXPECT_EQ(arrivals_of(transfers, NetworkModel::point_to_point), arrivals_of(transfers));
}

TEST(Network, AShortMessageTakesLatencyPlusSizeOverBandwidth) {
  expect_arrivals_on_both({{0, 1, 0, 300}}, {5.0024e-3});
  expect_arrivals_on_both({{0, 1, 0, 0}}, {5e-3});
  expect_arrivals_on_both({{0, 1, 2, 125'000'000}, {1, 0, 7.25, 300}}, {3.005, 7.2550024});
}

TEST(Network, IsAsPreciseAnHourLater) { expect_arrivals_on_both({{0, 1, 3600, 300}}, {3600.0050024}); }

TEST(Network, TwoBulkFlowsShareALinkFairly) {
  // Each has half the bandwidth, so both need twice their second.
  expect_arrivals({{0, 1, 0, 125'000'000}, {0, 1, 0, 125'000'000}}, {2.005, 2.005});
  // The short one ends at 1 with half of 125 MB/s; the long one has 62.5 MB left then and goes on alone.
  expect_arrivals({{0, 1, 0, 125'000'000}, {0, 1, 0, 62'500'000}}, {1.505, 1.005});
  // One is alone for a second, and has half of itself left when the other comes.
  expect_arrivals({{0, 1, 0, 250'000'000}, {0, 1, 1, 62'500'000}}, {2.505, 2.005});
}

TEST(Network, TheTwoDirectionsOfALinkDoNotDisturbEachOther) {
  expect_arrivals_on_both({{0, 1, 0, 125'000'000}, {1, 0, 0, 125'000'000}}, {1.005, 1.005});
}

TEST(Network, LinksDoNotDisturbOneAnother) {
  expect_arrivals_on_both({{0, 1, 0, 125'000'000}, {0, 2, 0, 125'000'000}, {1, 2, 0, 125'000'000}}, {1.005, 1.005, 1.005});
}

// Faster than 4 MiB per round trip nothing goes by itself.
TEST(Network, TcpLimitsATransferOnALongFatLink) {
  const std::function<Json(Simulation&)> date = [](Simulation& simulation) {
    const NetworkHost a = simulation.network().add_host("a");
    simulation.network().connect(a, simulation.network().add_host("b"), Seconds{0.5}, BytesPerSecond{1e9});
    Arrival arrival{simulation};
    simulation.network().transfer(a, {1}, {4194304}, {note_arrival, &arrival});
    simulation.run_until(tests::at(10));
    return Json(arrival.date);
  };
  EXPECT_EQ(tests::simulate_on_both(date), 1.5);
}

TEST(Network, LoopbackIsALinkOfItsOwn) {
  expect_arrivals({{0, 0, 0, 300}, {0, 1, 0, 125'000'000}, {0, 0, 1, 62'500'000}}, {5.0024e-3, 1.005, 1.505});
}

// A timer just before an arrival must not pull it nearer.
TEST(Network, ArrivalsAreExactAmongOtherEvents) {
  expect_arrivals_on_both({{0, 1, 0, 300}, {2, 1, 5.0020e-3, 300}, {1, 0, 5.0023e-3, 300}}, {5.0024e-3, 10.0044e-3, 10.0047e-3});
}

TEST(Network, ManySmallMessagesKeepToTheBandwidth) {
  std::vector<Transfer> transfers(100, {0, 1, 0, 1'250'000});
  expect_arrivals(transfers, std::vector<double>(100, 1.005));
}

TEST(Network, ItsModelIsPartOfTheProvenance) {
  EXPECT_THAT(sim::simgrid_provenance(), testing::MatchesRegex("SimGrid [0-9.]+, network/model:CM02 network/crosstraffic:0"));
}

std::string failure_of_transfer(int from, int to, NetworkModel model) {
  const std::function<Json(Simulation&)> send = [&](Simulation& simulation) {
    for (const char* name : {"a", "b", "c"}) simulation.network().add_host(name);
    simulation.network().connect({0}, {1}, kLatency, kBandwidth);
    simulation.run_until(tests::at(0));
    simulation.network().transfer({from}, {to}, {1}, {});
    return Json();
  };
  try {
    tests::simulate(send, model);
  } catch (const sim::IsolatedRunError& error) {
    return error.what();
  }
  return "none";
}

TEST(Network, RefusesATransferThatNoLinkCarries) {
  for (const NetworkModel model : {NetworkModel::simgrid, NetworkModel::point_to_point}) {
    EXPECT_EQ(failure_of_transfer(0, 1, model), "none");
    EXPECT_EQ(failure_of_transfer(1, 0, model), "none");
    for (const auto& [from, to] : {std::pair{0, 2}, {2, 1}, {0, 0}, {0, 3}, {-1, 0}}) {
      EXPECT_EQ(failure_of_transfer(from, to, model), "a transfer between hosts that no link connects") << from << " to " << to;
    }
  }
}

// A transfer under way is something pending; its end is the last event.
TEST(Network, RunUntilWaitsForTransfersAndReturnsEarlyAfterTheLast) {
  const auto found = tests::simulate_on_both([](Simulation& simulation) {
    const NetworkHost a = simulation.network().add_host("a");
    const NetworkHost b = simulation.network().add_host("b");
    simulation.network().connect(a, b, Seconds{0.5}, BytesPerSecond{1e3});
    Arrival arrival{simulation};
    simulation.network().transfer(a, b, {1000}, {note_arrival, &arrival});
    Json dates = Json::array();
    for (const double date : {0.25, 1.0, 1.499999, 10.0}) {
      simulation.run_until(tests::at(date));
      dates.push_back({tests::seconds(simulation.now()), arrival.date});
    }
    return dates;
  });
  EXPECT_EQ(found, Json({{0.25, -1.0}, {1.0, -1.0}, {1.499999, -1.0}, {1.5, 1.5}}));
}

// Where a run ended early, time has stood still for transfers too.
TEST(Network, GoesOnFromWhereARunEndedEarly) {
  const auto date = tests::simulate_on_both([](Simulation& simulation) {
    const NetworkHost a = simulation.network().add_host("a");
    simulation.network().connect(a, a, Seconds{0.5}, BytesPerSecond{1e3});
    Arrival first{simulation};
    Arrival second{simulation};
    simulation.spawn("sender", send_later(simulation, {0, 0, 1, 1000}, first));
    simulation.run_until(tests::at(10));
    simulation.network().transfer(a, a, {1000}, {note_arrival, &second});
    simulation.run_until(tests::at(10));
    return Json(second.date);
  });
  EXPECT_EQ(date, 4.0);  // 1 + 1.5 + 1.5
}

// ---- connections ----

Process receiver(Journal& journal, Connection<std::string>& connection) {
  while (true) {
    const std::string message = co_await connection.receive();
    journal.note(message);
  }
}

Process sender(Simulation& simulation, Connection<std::string>& connection, std::string message, std::int64_t size,
               double start) {
  co_await simulation.delay(Seconds{start});
  connection.send(std::move(message), {size});
}

// A link of 1 s and 1024 bytes a second.
std::vector<std::string> received(const std::vector<std::pair<std::string, std::int64_t>>& messages, double spacing) {
  return tests::journal_of([&](Simulation& simulation, Journal& journal) {
    const NetworkHost a = simulation.network().add_host("a");
    const NetworkHost b = simulation.network().add_host("b");
    simulation.network().connect(a, b, Seconds{1}, BytesPerSecond{1024});
    Connection<std::string> connection(simulation, a, b, "a message");
    simulation.spawn("receiver", receiver(journal, connection));
    double start = 0;
    for (const auto& [message, size] : messages) {
      simulation.spawn("sender", sender(simulation, connection, message, size, start));
      start += spacing;
    }
    simulation.run_until(tests::at(100));
    const auto waiting = simulation.waiting("receiver");
    journal.note(fmt::format("{} bytes; {} waits for {}", connection.bytes_received().count, waiting.at(0).process,
                             waiting.at(0).waits_for));
  });
}

TEST(Connection, DeliversMessagesInTheOrderInWhichTheyWereSent) {
  EXPECT_THAT(received({{"A", 1024}, {"B", 512}}, 4),
              ElementsAre("2 A", "5.5 B", "5.5 1536 bytes; receiver waits for a message"));
}

TEST(Connection, AShortMessageDoesNotOvertakeALongOne) {
  // The line carries the long one from 1 to 4 and the short one behind it.
  EXPECT_THAT(received({{"long", 3072}, {"short", 256}}, 1.5),
              ElementsAre("4 long", "4.25 short", "4.25 3328 bytes; receiver waits for a message"));
}

TEST(Network, AShortTransferDoesOvertakeALongOne) {
  const std::vector<double> arrivals = arrivals_of({{0, 1, 0, 125'000'000}, {0, 1, 0.1, 300}});
  EXPECT_LT(arrivals[1], arrivals[0]);
}

TEST(Connection, TakesManyMessagesUnderWay) {
  std::vector<std::pair<std::string, std::int64_t>> messages;
  for (int i = 0; i < 200; ++i) messages.emplace_back(fmt::format("{}", i), i % 7 == 0 ? 1024 : 1);
  const auto lines = received(messages, 0.125);
  ASSERT_EQ(lines.size(), 201U);
  for (std::size_t i = 0; i < 200; ++i) EXPECT_EQ(lines[i].substr(lines[i].find(' ') + 1), fmt::format("{}", i));
}

// A hundred messages a second over a link that carries one: the n-th is there after n seconds and the latency, up to the
// window's worth of messages that share the link meanwhile.
TEST(Connection, KeepsTheBandwidthWhenSaturated) {
  std::vector<std::pair<std::string, std::int64_t>> messages;
  for (int i = 1; i <= 2000; ++i) messages.emplace_back(fmt::format("{}", i), 1024);
  const auto lines = received(messages, 0.01);
  // 100 s less the latency carry 99 messages; up to 66 of 1 KiB are under way at once.
  ASSERT_GE(lines.size(), 34U);
  EXPECT_LE(lines.size(), 100U);
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) EXPECT_EQ(lines[i].substr(lines[i].find(' ') + 1), fmt::format("{}", i + 1));
}

// The same when the sender gives its message to the network later.
TEST(Connection, JitterMakesAMessageLateAndKeepsTheOrder) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    const NetworkHost a = simulation.network().add_host("a");
    const NetworkHost b = simulation.network().add_host("b");
    simulation.network().connect(a, b, Seconds{1}, BytesPerSecond{1024});
    Connection<std::string> connection(simulation, a, b, "a message");
    simulation.spawn("receiver", receiver(journal, connection));
    connection.send("late", {1024}, Seconds{3});
    connection.send("early", {512});
    simulation.run_until(tests::at(100));
  });
  EXPECT_THAT(lines, ElementsAre("5 late", "5 early"));
}

TEST(Connection, KeepsMessagesUntilTheyAreReceived) {
  const auto waiting = tests::simulate([](Simulation& simulation) {
    const NetworkHost a = simulation.network().add_host("a");
    simulation.network().connect(a, a, Seconds{1}, BytesPerSecond{1024});
    Connection<std::string> connection(simulation, a, a, "a message");
    for (int i = 0; i < 3; ++i) connection.send("m", {1});
    Json found = Json::array();
    found.push_back(connection.waiting_messages());
    simulation.run_until(tests::at(5));
    found.push_back(connection.waiting_messages());
    return found;
  });
  EXPECT_EQ(waiting, Json({0, 3}));
}

// ---- transfers among delays ----

Process caller(Simulation& simulation, Journal& journal, Connection<int>& there, Connection<int>& back, int number) {
  for (int i = 1;; ++i) {
    co_await simulation.delay(Seconds{1e-3 * (i * number % 7)});
    there.send(i, {100'000 * (i % 5) + number});
    const int answer = co_await back.receive();
    journal.note(fmt::format("caller {} has answer {}", number, answer));
  }
}

Process answerer(Simulation& simulation, Connection<int>& there, Connection<int>& back) {
  while (true) {
    const int question = co_await there.receive();
    co_await simulation.delay(Seconds{0.3e-3});
    back.send(question, {2000});
  }
}

std::vector<std::string> calls_in_pieces(int pieces) {
  return tests::journal_on(NetworkModel::simgrid, [pieces](Simulation& simulation, Journal& journal) {
    const NetworkHost a = simulation.network().add_host("a");
    const NetworkHost b = simulation.network().add_host("b");
    simulation.network().connect(a, b, Seconds{1e-3}, kBandwidth);
    std::deque<Connection<int>> connections;
    for (int number = 1; number <= 5; ++number) {
      auto& there = connections.emplace_back(simulation, a, b, "a question");
      auto& back = connections.emplace_back(simulation, b, a, "an answer");
      simulation.spawn("caller", caller(simulation, journal, there, back, number));
      simulation.spawn("answerer", answerer(simulation, there, back));
    }
    for (int i = 1; i <= pieces; ++i) simulation.run_until(tests::at(2.0 * i / pieces));
    journal.note("end");
  });
}

// Where a run is cut, SimGrid's clock is rounded differently: the same events in the same order, dates within a nanosecond.
TEST(Network, InPiecesGivesTheSameArrivals) {
  const auto whole = calls_in_pieces(1);
  EXPECT_GT(whole.size(), 1000U);
  EXPECT_EQ(calls_in_pieces(1), whole);
  const auto pieces = calls_in_pieces(777);
  ASSERT_EQ(pieces.size(), whole.size());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_EQ(pieces[i].substr(pieces[i].find(' ')), whole[i].substr(whole[i].find(' ')));
    EXPECT_NEAR(std::stod(pieces[i]), std::stod(whole[i]), kPrecision);
  }
  EXPECT_EQ(whole.back(), "2 end");
}

}  // namespace
