#include "models/workload/client_metrics.hpp"

namespace models {

void ClientMetrics::note(const Transaction& transaction, sim::Instant now) {
  ++transactions_;
  for (std::size_t part = 0; part < kParts; ++part) parts_[part] += transaction.spent[part];
  const double response = (now - transaction.started).count();
  responses_.add(now, response);
  intervals_.note(now, response);
}

void ClientMetrics::reset(sim::Instant now) {
  transactions_ = 0;
  parts_ = {};
  responses_.reset(now);
  intervals_.reset(now);
}

void ClientMetrics::close(sim::Instant now) {
  responses_.extend_to(now);
  intervals_.close_last(now);
}

}  // namespace models
