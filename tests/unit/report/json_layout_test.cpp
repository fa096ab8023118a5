#include "experiments/report/json_layout.hpp"

#include <gtest/gtest.h>

namespace experiments {
namespace {

using sim::Json;

TEST(JsonLayout, KeepsShortThingsOnOneLine) {
  EXPECT_EQ(laid_out(Json::parse(R"({"a":{"b":[1,2]},"c":null})")), R"({"a": {"b": [1, 2]}, "c": null})");
  EXPECT_EQ(laid_out(Json::object()), "{}");
  EXPECT_EQ(laid_out(Json::array()), "[]");
  EXPECT_EQ(laid_out(Json("text")), "\"text\"");
}

TEST(JsonLayout, BreaksLongOnesAndSaysTheSame) {
  Json json;
  json["numbers"] = Json::array();
  for (int i = 0; i < 40; ++i) json["numbers"].push_back(1000 + i);
  json["short"] = {{"x", 1}};
  const std::string text = laid_out(json);
  EXPECT_NE(text.find("\n  \"numbers\": [\n    1000,\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\n  \"short\": {\"x\": 1}\n}"), std::string::npos) << text;
  EXPECT_EQ(Json::parse(text), json);
}

TEST(JsonLayout, SurvivesBytesThatAreNotText) { EXPECT_TRUE(Json::accept(laid_out(Json("file\xff.yaml")))); }

}  // namespace
}  // namespace experiments
