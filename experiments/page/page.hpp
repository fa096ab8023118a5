// A report as one HTML page that needs nothing else: style, scripts, plot library and data stand in it.
#pragma once

#include <string>

#include "sim/config/codec.hpp"

namespace experiments {

// Whether the program was built with the plot library, without which there is no page.
bool has_plot_library();

// The page of some inputs (report_input.hpp). Whatever stands in them is shown as text and never as markup.
std::string page_of(const std::string& title, const sim::Json& inputs);

// The text as it may stand in HTML between tags or in a quoted attribute.
std::string escape_html(std::string_view text);

// JSON as it may stand in a <script> element: no text in it ends the element or begins a comment.
std::string json_for_script(const sim::Json& document);

}  // namespace experiments
