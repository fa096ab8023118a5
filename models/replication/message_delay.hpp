// How much later than the link's latency a message of a replication channel comes.
#pragma once

#include "models/random_streams.hpp"
#include "models/sampled_cost.hpp"
#include "models/scenario.hpp"
#include "sim/core/random.hpp"

namespace models {

// Jitter, and what TCP takes to send lost packets again. A message is cut into packets of 1448 bytes, each lost with the link's
// probability. One of the last three, behind which too little comes for three duplicate acknowledgements, is sent again when the
// retransmission timer has run out, and each further loss doubles that; any other loss costs a round trip (fast retransmit).
// Later messages of the channel wait for it. Source: RFC 5681 (fast retransmit), RFC 6298 (timer), Linux' TCP_RTO_MIN of 200 ms.
class MessageDelay {
 public:
  MessageDelay(const RandomStreams& streams, const LinkSpec& link, const std::string& name)
      : jitter_(streams.draws(link.jitter, name)), losses_(streams.stream(name + "/loss")), loss_(link.loss), rtt_(link.rtt) {}

  sim::Seconds next(sim::Bytes size) { return loss_ > 0 ? jitter_.next() + retransmission(size) : jitter_.next(); }

  // The first retransmission timer of a link.
  static sim::Seconds timer(sim::Seconds rtt);

 private:
  sim::Seconds retransmission(sim::Bytes size);

  SampledCost jitter_;
  sim::RandomStream losses_;
  double loss_;
  sim::Seconds rtt_;
};

}  // namespace models
