#include "models/version/release.hpp"

#include <gtest/gtest.h>

namespace {

using models::parse_release;
using models::Release;

TEST(Release, IsReadFromItsName) {
  const auto release = parse_release("mysql-5.7.22");
  ASSERT_TRUE(release);
  EXPECT_EQ(release->family, "mysql");
  EXPECT_EQ(release->major, 5);
  EXPECT_EQ(release->minor, 7);
  EXPECT_EQ(release->patch, 22);
  EXPECT_EQ(parse_release("mysql-5.1-plugin")->variant, "plugin");
  for (const char* wrong : {"", "mysql", "mysql-", "mysql-5.", "mysql-5.7.1.2", "5.7", "mysql-5.7-", "mysql5.7", "mysql-12345"}) {
    EXPECT_FALSE(parse_release(wrong)) << wrong;
  }
}

TEST(Release, ASeriesMeansItsLastRelease) {
  const Release series = *parse_release("mysql-8.0");
  EXPECT_TRUE(series.at_least(8, 0, 39));
  EXPECT_TRUE(series.before(8, 1));
  EXPECT_TRUE(parse_release("mysql-8.0.30")->before(8, 0, 39));
  EXPECT_TRUE(parse_release("mariadb-11")->at_least(11, 8));
}

}  // namespace
