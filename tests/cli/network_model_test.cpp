// SimGrid is the reference: without it every shipped scenario gives the same, to the last digit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/command.hpp"

namespace cli {
namespace {

using nlohmann::json;

std::vector<std::string> shipped_scenarios() {
  const std::filesystem::path root = COMMITSIM_SOURCE_DIR;
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "experiments/scenarios")) {
    if (entry.path().extension() == ".yaml") files.push_back(std::filesystem::relative(entry.path(), root));
  }
  std::sort(files.begin(), files.end());
  return files;
}

// What a short run on that network gives, less what says which it was.
json result_on(const std::string& scenario, const std::string& model) {
  const Outcome outcome = commitsim({"run", scenario, "--duration", "1s", "--warm-up", "50ms", "--replicates", "1", "--set",
                                     "network.model=" + model, "--format", "json"});
  EXPECT_EQ(outcome.status, 0) << scenario << ": " << outcome;
  if (outcome.status != 0) return {};
  json result = json::parse(outcome.out);
  for (const char* key : {"scenario", "origins", "network_model"}) result.erase(key);
  return result;
}

std::string model_with(const std::string& setting) {
  const Outcome outcome = commitsim({"run", "experiments/scenarios/one_semisync_two_async.yaml", "--duration", "10ms", "--warm-up", "0s",
                                     "--set", setting, "--format", "json"});
  return outcome.status == 0 ? json::parse(outcome.out).at("network_model").get<std::string>() : outcome.err;
}

class NetworkModel : public testing::TestWithParam<std::string> {};

TEST_P(NetworkModel, GivesTheSameAsSimGrid) { EXPECT_EQ(result_on(GetParam(), "auto"), result_on(GetParam(), "simgrid")); }

INSTANTIATE_TEST_SUITE_P(Scenarios, NetworkModel, testing::ValuesIn(shipped_scenarios()), [](const auto& each) {
  std::string name = std::filesystem::path(each.param).replace_extension().string().substr(sizeof "experiments/scenarios");
  std::replace_if(name.begin(), name.end(), [](char letter) { return std::isalnum(static_cast<unsigned char>(letter)) == 0; }, '_');
  return name;
});

TEST(NetworkModels, TheResultSaysWhichItWas) {
  EXPECT_EQ(model_with("network.model=auto"), "point_to_point");
  EXPECT_EQ(model_with("network.model=simgrid"), "simgrid");
  EXPECT_EQ(model_with("servers.replica2.host=db2"), "simgrid");  // beside the other replica
}

}  // namespace
}  // namespace cli
