#include "sim/metrics/estimate.hpp"

#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace sim {
namespace {

TEST(Estimate, JsonReadsBackEqual) {
  const Estimate estimate{0.1, 0.02, 30, EstimateMethod::BatchMeans};
  const nlohmann::json json = estimate;
  EXPECT_EQ(json, nlohmann::json::parse(R"({"mean": 0.1, "half_width": 0.02, "n": 30, "method": "batch means"})"));
  const auto back = json.get<Estimate>();
  EXPECT_EQ(back.mean, 0.1);
  EXPECT_EQ(back.half_width, 0.02);
  EXPECT_EQ(back.n, 30);
  EXPECT_EQ(back.method, EstimateMethod::BatchMeans);
}

TEST(Estimate, EveryMethodHasAName) {
  for (const auto method : {EstimateMethod::None, EstimateMethod::BatchMeans, EstimateMethod::CorrelatedBatchMeans,
                            EstimateMethod::Replicates, EstimateMethod::PairedDifference}) {
    const nlohmann::json json = Estimate{1, 1, 2, method};
    EXPECT_EQ(json.get<Estimate>().method, method);
  }
}

TEST(Estimate, UnknownHalfWidthIsNull) {
  const nlohmann::json json = Estimate{5, std::nan(""), 1};
  EXPECT_TRUE(json.at("half_width").is_null());
  EXPECT_TRUE(std::isnan(json.get<Estimate>().half_width));
}

TEST(Estimate, RefusesBadJson) {
  const auto read = [](const char* text) { return nlohmann::json::parse(text).get<Estimate>(); };
  EXPECT_THROW(read(R"({"mean": 1})"), std::invalid_argument);
  EXPECT_THROW(read(R"({"mean": 1, "half_width": 1, "n": 2, "method": "guess"})"), std::invalid_argument);
  EXPECT_THROW(read(R"({"mean": "1", "half_width": 1, "n": 2, "method": "none"})"), std::invalid_argument);
}

TEST(Estimate, TellsItsPrecision) {
  const Estimate estimate{-20, 1, 10};
  EXPECT_DOUBLE_EQ(estimate.relative_half_width(), 0.05);
  EXPECT_TRUE(estimate.covers(-20.9));
  EXPECT_FALSE(estimate.covers(-18.9));
  EXPECT_EQ((Estimate{0, 0, 10}.relative_half_width()), 0);
  EXPECT_TRUE(std::isnan(Estimate{}.relative_half_width()));
  EXPECT_FALSE(Estimate{}.covers(0));
}

}  // namespace
}  // namespace sim
