// Lists of names and values, as SHOW VARIABLES and SHOW STATUS print them: one list, or one per snapshot.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "calibration/readers/text_source.hpp"
#include "sim/config/codec.hpp"

namespace calibration {

struct NameValue {
  std::string name;
  std::string text;
  sim::Location place;
};

struct NameValueRows {
  std::vector<std::vector<NameValue>> samples;
  std::vector<sim::Location> places;  // of the samples
  std::size_t columns = 2;            // of a line: 3 where a line holds the values of two snapshots

  const std::vector<NameValue>& first() const;
  const std::string* value(std::string_view name, std::size_t sample = 0) const;  // nullptr where it is not there
};

NameValueRows read_name_values(TextSource& source, sim::Diagnostics& diagnostics);

// Lines of the text whose first word is a server variable that is known, or looks like a status variable.
struct NameCounts {
  int variables = 0;
  int status = 0;
};
NameCounts count_names(std::string_view head);

// A number where the text is one, the text otherwise.
sim::Json value_json(const std::string& text);

}  // namespace calibration
