// A commit as queueing analysis sees it: what one transaction pays, in order, with the means of the costs, and what serves
// one at a time on its way. Nothing is simulated.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "models/analysis/ack_path.hpp"
#include "models/scenario.hpp"
#include "models/version/release.hpp"

namespace models {

// A part of the response time.
struct ResponsePart {
  std::string name;
  sim::Seconds alone{};  // mean for a client that has the server for itself
  sim::Seconds least{};  // whatever the others do: without what they may save it (wake-ups, delays, an fsync every n-th time)
};

// What serves one commit group at a time, or one transaction: a mutex, the redo log's flush, a serial device.
struct SerialSection {
  std::string name;
  bool admits_groups = true;

  struct Demand {
    sim::Seconds per_group{};
    sim::Seconds per_transaction{};
  };
  Demand mean;
  Demand least;  // certain for every group and transaction
  sim::Seconds entered{};  // by a transaction alone, since its start
};

// The file `outline` of a pipeline tells a commit with the verbs below, in the order of its commit().
class CommitOutline {
 public:
  CommitOutline(const ServerSpec& server, const Release& release, const Changes& changes, std::optional<AckPath> ack);

  const ServerVariables& variables() const { return server_.variables; }
  const Release& release() const { return release_; }
  const Changes& changes() const { return changes_; }

  // What comes before the commit; with `is_own`, CPU of the server's host.
  void spend_before(const std::string& name, sim::Seconds time, bool is_cpu);

  // A section is entered, by a group or by one transaction; it is held until it is left.
  enum class Holder { group, transaction };
  void enter(const std::string& section, Holder holder = Holder::group);
  void leave(const std::string& section);

  // A section is entered once more, only to wait for who is in it.
  void revisit(const std::string& section);

  // As the functions of Server, BinaryLog and SemiSyncSource of these names.
  void prepare_in_engine();
  void append_redo();
  void flush_redo_at_commit();
  void copy_to_binlog();
  void write_binlog();
  void sync_stage_cpu();
  void sync_binlog();
  void publish();
  void await_ack();
  void await_ack(WaitPoint wait_point);
  void commit_in_engine();

  // A wait that others may cut short, followed by `wake_ups`, each a scheduling delay and the CPU of a switch.
  void wait(const std::string& name, sim::Seconds time, double wake_ups);

  // Not more than two groups are between this date and now.
  void allow_two_groups_since(sim::Seconds date) { two_groups_span_ = alone() - date; }

  // The outline is told: what one transaction leaves to do is what the next one finds.
  void end();

  sim::Seconds alone() const { return alone_; }
  sim::Seconds least() const { return least_; }
  const std::vector<ResponsePart>& parts() const { return parts_; }
  const std::deque<SerialSection>& sections() const { return sections_; }
  sim::Seconds cpu_per_transaction() const { return cpu_; }
  const SerialSection& redo_log_device() const { return redo_log_device_; }
  const SerialSection& binary_log_device() const { return binary_log_device_; }
  const std::optional<AckPath>& ack() const { return ack_; }
  bool awaits_ack() const { return awaits_ack_; }
  sim::Seconds two_groups_span() const { return two_groups_span_; }

  // Of two clients, the one that revisits a section waits there for the other, and only then begins its next transaction: so
  // long each takes, one after the other. Zero without a revisit.
  sim::Seconds turn_of_two() const { return turn_of_two_; }

 private:
  struct Step {
    const char* name;
    sim::Seconds mean{};
    sim::Seconds least{};
    bool is_shared = false;  // once for all of a group
  };

  void spend(const std::string& name, sim::Seconds alone, sim::Seconds least);
  void serve(const Step& step);
  void charge(SerialSection& section, const Step& step) const;
  void charge_cpu(const Step& step) { cpu_ += step.is_shared ? sim::Seconds{} : step.least; }
  void write_or_sync_redo(const Step& step, const char* section);
  void wait_for_log_threads();
  void add_log_threads_wait(sim::Seconds since_last_append);
  SerialSection& section(const std::string& name, Holder holder);
  bool is_alone() const;
  bool has_log_threads() const;
  sim::Seconds redo_write() const;
  sim::Seconds redo_sync() const;
  sim::Seconds wake_up() const;

  const ServerSpec& server_;
  const CostProfile& costs_;
  Release release_;
  Changes changes_;
  std::optional<AckPath> ack_;
  std::vector<ResponsePart> parts_;
  std::deque<SerialSection> sections_;  // a deque: held_ points into it
  std::vector<SerialSection*> held_;
  SerialSection redo_log_device_{"redo log device", true, {}, {}, {}};
  SerialSection binary_log_device_{"binary log device", true, {}, {}, {}};
  sim::Seconds cpu_{};
  sim::Seconds alone_{};
  sim::Seconds least_{};
  sim::Seconds published_alone_{};
  sim::Seconds published_least_{};
  bool awaits_ack_ = false;
  sim::Seconds two_groups_span_{};
  sim::Seconds turn_of_two_{};
  std::vector<sim::Seconds> appends_;       // dates at which redo was put into the buffer
  bool first_append_is_awaited_ = false;    // by a session that waits for the log threads
};

}  // namespace models
