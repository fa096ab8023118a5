#include "sim/engine/device.hpp"

#include <gmock/gmock.h>

#include "tests/support/simulate.hpp"

namespace {

using sim::Device;
using sim::Process;
using sim::Seconds;
using sim::Simulation;
using testing::ElementsAre;
using tests::Journal;
using tests::Json;

Process request(Simulation& simulation, Journal& journal, Device& device, std::string name, double arrival, double service) {
  co_await simulation.delay(Seconds{arrival});
  co_await device.serve(Seconds{service});
  journal.note(name);
}

void spawn_requests(Simulation& simulation, Journal& journal, Device& device) {
  simulation.spawn("A", request(simulation, journal, device, "A", 0, 2));
  simulation.spawn("B", request(simulation, journal, device, "B", 1, 2));
  simulation.spawn("C", request(simulation, journal, device, "C", 1.5, 0.25));
  simulation.spawn("D", request(simulation, journal, device, "D", 8, 1));
}

TEST(Device, SerialServesOneAfterAnother) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    Device device(simulation, Device::Service::serial);
    spawn_requests(simulation, journal, device);
    simulation.run_until(tests::at(20));
    journal.note(fmt::format("{} served, busy {}", device.served(), device.busy().count()));
  });
  EXPECT_THAT(lines, ElementsAre("2 A", "4 B", "4.25 C", "9 D", "9 4 served, busy 5.25"));
}

TEST(Device, ParallelServesEachAtOnce) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    Device device(simulation, Device::Service::parallel);
    spawn_requests(simulation, journal, device);
    simulation.run_until(tests::at(20));
    journal.note(fmt::format("{} served, busy {}", device.served(), device.busy().count()));
  });
  EXPECT_THAT(lines, ElementsAre("1.75 C", "2 A", "3 B", "9 D", "9 4 served, busy 4"));
}

TEST(Device, SerialServesEqualArrivalsInOrder) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    Device device(simulation, Device::Service::serial);
    for (int i = 0; i < 20; ++i) simulation.spawn("r", request(simulation, journal, device, fmt::format("{}", i), 1, 0.5));
    simulation.run_until(tests::at(20));
  });
  ASSERT_EQ(lines.size(), 20U);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(lines[static_cast<std::size_t>(i)], fmt::format("{} {}", 1.5 + 0.5 * i, i));
}

TEST(Device, NoServiceTimeStillWaitsForItsTurn) {
  const auto lines = tests::journal_of([](Simulation& simulation, Journal& journal) {
    Device device(simulation, Device::Service::serial);
    simulation.spawn("A", request(simulation, journal, device, "A", 0, 2));
    simulation.spawn("B", request(simulation, journal, device, "B", 1, 0));
    simulation.spawn("C", request(simulation, journal, device, "C", 3, 0));
    simulation.run_until(tests::at(20));
  });
  EXPECT_THAT(lines, ElementsAre("2 A", "2 B", "3 C"));
}

TEST(Device, BusyTimeCountsTheRequestInServiceAndBeginsAnewAtAReset) {
  const auto busy = tests::simulate([](Simulation& simulation) {
    Journal journal(simulation);
    Device device(simulation, Device::Service::serial);
    spawn_requests(simulation, journal, device);
    Json found = Json::array();
    auto look = [&](double date) {
      simulation.run_until(tests::at(date));
      found.push_back({device.busy().count(), device.served()});
    };
    look(3);
    device.reset_usage();
    look(3);
    look(4.125);
    look(8.5);
    return found;
  });
  EXPECT_EQ(busy, Json({{3.0, 1}, {0.0, 0}, {1.125, 1}, {1.75, 2}}));
}

}  // namespace
