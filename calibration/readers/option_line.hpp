// One line of an option file (my.cnf, my.ini), as the server's own reader takes it apart.
//
//   line      = blanks ( comment | group | directive | option )
//   comment   = ("#" | ";") anything               only at the start of a line
//   group     = "[" name blanks "]" anything       a blank after "[" belongs to the name
//   directive = "!" blanks ("include" | "includedir") blank path      any other is ignored
//   option    = name [ blanks "=" blanks value ]   up to a "#" that stands outside quotes; there, \ keeps a quote from closing
//
// A value in quotes of one kind at both ends loses them; \n \t \r \b \s \" \' \\ are escapes, any other \ is itself. Sources:
// mysys/my_default.c; checked with my_print_defaults of MariaDB 10.11.19.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace calibration {

struct OptionLine {
  enum class Kind { nothing, group, option, include, include_folder, fault };

  Kind kind = Kind::nothing;
  std::string text;                  // the group, the option's name as written, the path, or what is wrong
  std::size_t at = 0;                // where it stands in the line, in bytes
  std::optional<std::string> value;  // of an option; escapes resolved
  std::size_t value_at = 0;
};

OptionLine parse_option_line(std::string_view line);

}  // namespace calibration
