#include "experiments/trace/trace.hpp"

#include "sim/config/quantity.hpp"

namespace experiments {

TraceFormat trace_format_of(std::string_view file) {
  constexpr std::string_view kSuffix = ".csv";
  const bool is_csv = file.size() >= kSuffix.size() && file.substr(file.size() - kSuffix.size()) == kSuffix;
  return is_csv ? TraceFormat::csv : TraceFormat::chrome;
}

std::optional<models::TimelineWindow> parse_trace_window(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  const auto from = sim::parse_time(text.substr(0, dots));
  const auto until = sim::parse_time(text.substr(dots + 2));
  if (!from.value || !until.value || from.value->count() < 0 || *until.value <= *from.value) return std::nullopt;
  return models::TimelineWindow{*from.value, *until.value};
}

std::string trace_text(TraceFormat format, const models::Timeline& timeline) {
  return format == TraceFormat::csv ? csv_trace(timeline) : chrome_trace(timeline);
}

}  // namespace experiments
