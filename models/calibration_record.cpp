#include "models/calibration_record.hpp"

namespace models {

sim::Schema<FittedCostRecord> FittedCostRecord::schema() {
  using F = FittedCostRecord;
  return sim::Schema<F>("fitted cost of a profile", "a cost that a calibration found")
      .field("cost", &F::cost, "its path in the profile", sim::not_empty())
      .required()
      .field("value", &F::value, "the fitted value")
      .field("standard_error", &F::standard_error, "by the curvature of the fit; 0: at a bound, or not determined")
      .field("low", &F::low, "5 % of the fits to resampled runs are below")
      .field("high", &F::high, "5 % of the fits to resampled runs are above");
}

sim::Schema<CalibrationRowRecord> CalibrationRowRecord::schema() {
  using R = CalibrationRowRecord;
  return sim::Schema<R>("row of a calibration", "a measured number beside the predicted one")
      .field("case", &R::name, "the case that was measured")
      .field("metric", &R::metric, "what was measured")
      .field("role", &R::role, "fitted, or predicted from costs that never saw it")
      .field("measured", &R::measured, "median of the repetitions")
      .field("predicted", &R::predicted, "with the fitted costs");
}

sim::Schema<MeasuredRange> MeasuredRange::schema() {
  using M = MeasuredRange;
  return sim::Schema<M>("measured range", "between which values the measured runs lay")
      .field("versions", &M::versions, "of the sources")
      .field("fewest_threads", &M::fewest_threads, "client threads")
      .field("most_threads", &M::most_threads, "client threads");
}

sim::Schema<CalibrationRecord> CalibrationRecord::schema() {
  using C = CalibrationRecord;
  return sim::Schema<C>("calibration record", "where the fitted costs of a profile come from")
      .field("source", &C::source, "the calibration")
      .field("costs", &C::costs, "the fitted costs")
      .field("correlations", &C::correlations, "of the costs' errors, in their order")
      .field("measured", &C::measured, "between which values the measured runs lay")
      .field("rows", &C::rows, "what was measured, and what is predicted");
}

}  // namespace models
