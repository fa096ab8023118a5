#include "models/workload/client_metrics.hpp"

namespace models {

void ClientMetrics::note(const Transaction& transaction, std::size_t thread, ClientState state, sim::Instant now) {
  ++transactions_;
  for (std::size_t part = 0; part < kParts; ++part) parts_[part] += transaction.spent[part];
  const double response = (now - transaction.started).count();
  responses_.add(now, response);
  intervals_.note(now, response, state);
  if (thread >= threads_.size()) threads_.resize(thread + 1);
  ++threads_[thread].transactions;
  threads_[thread].response += response;
}

void ClientMetrics::reset(sim::Instant now) {
  transactions_ = 0;
  parts_ = {};
  responses_.reset(now);
  intervals_.reset(now);
  threads_.clear();
}

void ClientMetrics::close(ClientState state, sim::Instant now) {
  responses_.extend_to(now);
  intervals_.close_last(now, state);
}

}  // namespace models
