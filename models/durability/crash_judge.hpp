// What would be lost if something failed now: read off the durability journal, without simulating the failure.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "models/durability/durability_journal.hpp"

namespace models {

enum class Failure : std::uint8_t {
  source_mysqld_crash,      // the source's mysqld dies and starts again
  source_host_crash,        // the source's machine dies or loses power, and starts again
  source_lost,              // the source is gone for good; a replica applies its relay log and takes over
  source_and_replica_lost,  // the same, and the replica that would take over is gone as well: the next one does
  source_site_lost,         // everything at the source's site is gone; a replica elsewhere takes over
  power_loss_of_both,       // the source is gone for good and the replicas lose power with it: one starts again, and takes over
};
inline constexpr std::size_t kFailures = 6;
inline constexpr std::array<std::string_view, kFailures> kFailureNames{
    "source_mysqld_crash", "source_host_crash", "source_lost", "source_and_replica_lost", "source_site_lost",
    "power_loss_of_both"};

// Whether a replica takes over after it; otherwise the source goes on when it has recovered.
constexpr bool promotes(Failure failure) { return failure >= Failure::source_lost; }

// Counts of transactions.
struct Loss {
  std::int64_t lost = 0;             // acknowledged to their clients, and not in the engine of who goes on
  std::int64_t seen_and_lost = 0;    // visible to others, acknowledged or not, and not there
  std::int64_t engine_behind = 0;    // in the recovered source's binary log and not in its engine
  std::int64_t engine_ahead = 0;     // in its engine and not in its binary log
  std::int64_t replica_ahead = 0;    // in some replica's relay log and not in the recovered source's engine
  std::int64_t errant = 0;           // in the old source's engine, once it has recovered, and not in the promoted replica
  std::int64_t lost_with_redo = 0;   // of the lost ones: those whose prepare or commit record was gone
  std::int64_t lost_with_binlog = 0; // of the lost ones: those that were prepared and whose binary log events were gone
  sim::Seconds oldest{};             // age of the oldest lost one, since it was acknowledged
  std::string promoted;              // who takes over
};

// `promote`: the replica that takes over; "" the most advanced one, that is the one with the most in its relay log, or after a power
// loss the one that loses least. Returns nothing where there is nobody to take over.
std::optional<Loss> judge(const DurabilityJournal& journal, Failure failure, sim::Instant now, const std::string& promote = "");

}  // namespace models
