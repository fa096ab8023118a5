// What `describe` shows, as data: sections of rows, for people or as JSON.
#pragma once

#include <string>
#include <vector>

#include "sim/config/codec.hpp"

namespace experiments {

struct DescriptionSection {
  std::string title;  // "" for a description of one section
  std::string text;   // a sentence before the rows
  std::vector<std::string> columns;
  std::vector<std::vector<sim::Json>> rows;  // cells: text, numbers or lists of text
};

struct Description {
  std::string topic;
  std::vector<DescriptionSection> sections;
};

std::string description_text(const Description& description);
sim::Json description_json(const Description& description);

}  // namespace experiments
