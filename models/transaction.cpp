#include "models/transaction.hpp"

#include "models/observer.hpp"

namespace models {

void Transaction::tell_end_of(Part part, sim::Instant now) const { (*watched_by)(&Observer::part_ended, *this, part, now); }

}  // namespace models
