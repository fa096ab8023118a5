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
  for (const char* version : {"", "mysql", "mysql-5", "mysql-5.70", "mysql-5.7x", "MySQL-5.7", "mysql-99"}) {
    EXPECT_EQ(find_commit_pipeline(version), nullptr) << version;
  }
}

TEST(PipelineCatalogue, IsSortedAndDescribed) {
  std::string before;
  for (const auto& pipeline : commit_pipelines()) {
    EXPECT_LT(before, pipeline.version);
    EXPECT_FALSE(pipeline.summary.empty());
    before = pipeline.version;
  }
}

TEST(PipelineCatalogue, RefusesASecondPipelineForAVersion) {
  EXPECT_THROW(models::register_commit_pipeline({"mysql-5.7", "another", nullptr}), std::logic_error);
}

}  // namespace
