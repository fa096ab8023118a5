// Output that is kept in a file: tests/cli/data/NAME. With COMMITSIM_UPDATE_GOLDEN=1 the tests write the files anew.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "tests/cli/command.hpp"

namespace cli {

inline const std::filesystem::path kData = std::filesystem::path(COMMITSIM_SOURCE_DIR) / "tests/cli/data";

inline void expect_golden(const std::string& text, const std::string& name) {
  if (std::getenv("COMMITSIM_UPDATE_GOLDEN") != nullptr) std::ofstream(kData / name, std::ios::binary) << text;
  EXPECT_EQ(text, read_file(kData / name))
      << "if this is what it shall be, run the tests with COMMITSIM_UPDATE_GOLDEN=1";
}

}  // namespace cli
