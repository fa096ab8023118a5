// The parts of a report page that are embedded into the program when it is built (CMakeLists.txt makes the definitions).
#pragma once

#include <string_view>

namespace experiments {

std::string_view page_template();  // HTML with @TITLE@, @STYLE@, @LIBRARY@, @DATA@ and @SCRIPT@ where the rest goes
std::string_view page_style();     // CSS
std::string_view page_script();    // JavaScript, the parts of assets/*.js one after the other
std::string_view lab_html();       // the page of `commitsim serve`, which loads the others by their addresses
std::string_view lab_style();      // the style of reports, and its own
std::string_view lab_script();     // what it shares with reports, and its own
std::string_view plot_library();   // the modules of D3; "" in a program that was built without

}  // namespace experiments
