#include <gmock/gmock.h>

#include <stdexcept>

#include "models/commit/pipeline_catalogue.hpp"

namespace {

using models::commit_pipelines;
using models::find_commit_pipeline;

TEST(PipelineCatalogue, FindsASeriesAndItsReleases) {
  for (const char* version : {"mysql-5.7", "mysql-5.7.18", "mysql-5.7.44"}) {
    ASSERT_NE(find_commit_pipeline(version), nullptr) << version;
    EXPECT_EQ(find_commit_pipeline(version)->version, "mysql-5.7");
  }
  for (const char* version : {"", "mysql", "mysql-", "mysql-5.70", "mysql-5.7x", "MySQL-5.7", "mysql-99", "oracle-5.7"}) {
    EXPECT_EQ(find_commit_pipeline(version), nullptr) << version;
  }
}

TEST(PipelineCatalogue, PerconaServerHasThePipelinesOfMySql) {
  EXPECT_EQ(find_commit_pipeline("percona-5.7.18"), find_commit_pipeline("mysql-5.7.18"));
}

// Each name means the pipeline that it stands for.
TEST(PipelineCatalogue, IsDescribed) {
  for (const auto& pipeline : commit_pipelines()) {
    EXPECT_FALSE(pipeline.summary.empty());
    EXPECT_EQ(find_commit_pipeline(pipeline.version), &pipeline);
  }
}

TEST(PipelineCatalogue, RefusesASecondPipelineForARelease) {
  EXPECT_THROW(models::register_commit_pipeline({"mine", {"mysql", {5, 7, 20}, {5, 7, 21}, ""}, "another", nullptr}), std::logic_error);
}

}  // namespace
