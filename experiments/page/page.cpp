#include "experiments/page/page.hpp"

#include <functional>
#include <map>
#include <string_view>

#include "experiments/page/assets.hpp"
#include "experiments/report/version.hpp"

namespace experiments {
namespace {

// Replaces each @NAME@ of the template in one pass, so that nothing in a value is taken for a name.
std::string fill_in(std::string_view text, const std::map<std::string, std::string, std::less<>>& values) {
  std::string filled;
  while (!text.empty()) {
    const std::size_t start = text.find('@');
    const std::size_t end = start == std::string_view::npos ? start : text.find('@', start + 1);
    if (end == std::string_view::npos) break;
    const auto value = values.find(text.substr(start + 1, end - start - 1));
    const bool is_name = value != values.end();
    filled.append(text.substr(0, is_name ? start : end));
    if (is_name) filled += value->second;
    text.remove_prefix(is_name ? end + 1 : end);
  }
  return filled.append(text);
}

}  // namespace

bool has_plot_library() { return !plot_library().empty(); }

std::string escape_html(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '&') escaped += "&amp;";
    else if (c == '<') escaped += "&lt;";
    else if (c == '>') escaped += "&gt;";
    else if (c == '"') escaped += "&quot;";
    else if (c == '\'') escaped += "&#39;";
    else escaped += c;
  }
  return escaped;
}

std::string json_for_script(const sim::Json& document) {
  // In JSON these stand in strings only. Bytes that are no UTF-8 become U+FFFD.
  std::string escaped;
  for (const char c : document.dump(-1, ' ', false, sim::Json::error_handler_t::replace)) {
    if (c == '<') escaped += "\\u003c";
    else if (c == '>') escaped += "\\u003e";
    else if (c == '&') escaped += "\\u0026";
    else escaped += c;
  }
  return escaped;
}

std::string page_of(const std::string& title, const sim::Json& inputs) {
  const sim::Json data = {{"title", title}, {"version", version()}, {"inputs", inputs}};
  return fill_in(page_template(), {{"TITLE", escape_html(title)},
                                   {"STYLE", std::string(page_style())},
                                   {"LIBRARY", std::string(plot_library())},
                                   {"DATA", json_for_script(data)},
                                   {"SCRIPT", std::string(page_script())}});
}

}  // namespace experiments
