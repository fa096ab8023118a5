// The lab for real: MariaDB with a semi-sync and two async replicas. The costs are fitted to its run with one client; the others, which
// the fit has not seen, are predicted.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/command.hpp"

namespace cli {
namespace {

using nlohmann::json;

constexpr double kMostErrorPct = 15;

bool is_installed(const std::string& program) {
  for (const char* folder : {"/usr/bin/", "/usr/sbin/", "/usr/local/bin/", "/usr/local/sbin/"}) {
    if (std::filesystem::exists(folder + program)) return true;
  }
  return false;
}

TEST(FullLab, PredictsTheRunsThatTheFitHasNotSeen) {
  for (const char* program : {"mariadbd", "mariadb", "mariadb-install-db", "sysbench", "python3"}) {
    if (!is_installed(program)) GTEST_SKIP() << program << " is not installed: the lab has nothing to measure";
  }
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "lab").string();
  const Outcome written = commitsim({"lab", "experiments/scenarios/lab/mariadb_semisync.yaml", "-o", out});
  ASSERT_EQ(written.status, 0) << written;
  const Outcome measured = run("sh", {out + "/measure.sh"});
  ASSERT_EQ(measured.status, 0) << measured;
  const Outcome fitted = commitsim({"calibrate", out + "/calibration.yaml", "--format", "json", "-o", out + "/profile.yaml"});
  ASSERT_EQ(fitted.status, 0) << fitted;
  const json document = json::parse(fitted.out);
  std::vector<double> errors;
  for (const json& row : document["runs"]) {
    if (row["metric"] == "tps" && row["role"] == "predicted") errors.push_back(std::abs(row["error_pct"].get<double>()));
  }
  ASSERT_EQ(errors.size(), 3U);
  std::sort(errors.begin(), errors.end());
  RecordProperty("median_error_pct", std::to_string(errors[1]));
  EXPECT_LE(errors[1], kMostErrorPct) << document["runs"].dump(1);
}

}  // namespace
}  // namespace cli
