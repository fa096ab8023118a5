#include "sim/metrics/estimate.hpp"

#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

namespace sim {

namespace {

constexpr std::array<std::pair<EstimateMethod, std::string_view>, 5> kNames{{
    {EstimateMethod::None, "none"},
    {EstimateMethod::BatchMeans, "batch means"},
    {EstimateMethod::CorrelatedBatchMeans, "correlated batch means"},
    {EstimateMethod::Replicates, "replicates"},
    {EstimateMethod::PairedDifference, "paired difference"},
}};

EstimateMethod method_named(const std::string& name) {
  for (const auto& [method, known] : kNames) {
    if (known == name) return method;
  }
  throw std::invalid_argument("estimate JSON: unknown method '" + name + "'");
}

nlohmann::json number_or_null(double value) {
  return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json(nullptr);
}

double number_or_nan(const nlohmann::json& json) {
  return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

}  // namespace

std::string_view to_string(EstimateMethod method) { return kNames.at(static_cast<std::size_t>(method)).second; }

double Estimate::relative_half_width() const {
  if (half_width <= 0) return 0;
  return half_width / std::abs(mean);
}

bool Estimate::covers(double value) const { return std::abs(value - mean) <= half_width; }

void to_json(nlohmann::json& json, const Estimate& estimate) {
  json = {{"mean", number_or_null(estimate.mean)},
          {"half_width", number_or_null(estimate.half_width)},
          {"n", estimate.n},
          {"method", to_string(estimate.method)}};
}

void from_json(const nlohmann::json& json, Estimate& estimate) {
  try {
    estimate = {number_or_nan(json.at("mean")), number_or_nan(json.at("half_width")), json.at("n").get<std::int64_t>(),
                method_named(json.at("method").get<std::string>())};
  } catch (const nlohmann::json::exception& fault) {
    throw std::invalid_argument(std::string("estimate JSON: ") + fault.what());
  }
}

}  // namespace sim
