#include "calibration/readers/import_reader.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace calibration {
namespace {

std::vector<ImportReader>& readers() {
  static std::vector<ImportReader> all;
  return all;
}

std::string known_formats() {
  std::vector<std::string> names;
  for (const ImportReader& each : readers()) names.push_back(each.format);
  return sim::list_of(names);
}

// What was said of one severity, as JSON.
sim::Json said(const sim::Diagnostics& diagnostics, sim::Diagnostic::Severity severity) {
  sim::Json all = sim::Json::array();
  for (const sim::Diagnostic& each : diagnostics.sorted()) {
    if (each.severity == severity) all.push_back({{"place", to_string(each.place)}, {"message", each.message}});
  }
  return all;
}

void pass_on(const sim::Diagnostics& from, sim::Diagnostics& to) {
  for (const sim::Diagnostic& each : from.sorted()) {
    switch (each.severity) {
      case sim::Diagnostic::Severity::Error: to.error(each.place, each.message); break;
      case sim::Diagnostic::Severity::Warning: to.warning(each.place, each.message); break;
      case sim::Diagnostic::Severity::Note: to.note(each.place, each.message); break;
    }
  }
}

sim::Json with_faults(sim::Json file, const sim::Diagnostics& diagnostics, sim::Diagnostics& all) {
  file["warnings"] = said(diagnostics, sim::Diagnostic::Severity::Warning);
  if (auto notes = said(diagnostics, sim::Diagnostic::Severity::Note); !notes.empty()) file["notes"] = std::move(notes);
  file["errors"] = said(diagnostics, sim::Diagnostic::Severity::Error);
  pass_on(diagnostics, all);
  return file;
}

}  // namespace

const std::vector<ImportReader>& import_readers() { return readers(); }

bool register_import_reader(ImportReader reader) {
  auto& all = readers();
  const auto later = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.format >= reader.format; });
  if (later != all.end() && later->format == reader.format)
    throw std::logic_error(fmt::format("two readers of '{}'", reader.format));
  all.insert(later, std::move(reader));
  return true;
}

const ImportReader* find_import_reader(const TextSource& source) {
  const ImportReader* surest = nullptr;
  Confidence most = kNotMine;
  for (const ImportReader& each : readers()) {
    const Confidence sure = each.recognise(source.head(), source.name());
    if (sure > most) surest = &each;
    most = std::max(most, sure);
  }
  return surest;
}

sim::Json import_source(TextSource& source, const ImportOptions& options, sim::Diagnostics& diagnostics) {
  sim::Diagnostics own;
  sim::Json file{{"file", source.name()}};
  const ImportReader* reader = find_import_reader(source);
  if (reader == nullptr) {
    own.error(source.whole(), fmt::format("nothing that can be imported was found; known: {}", known_formats()));
    file["kind"] = "unknown";
    return with_faults(std::move(file), own, diagnostics);
  }
  file["kind"] = reader->kind;
  file["format"] = reader->format;
  if (source.has_byte_order_mark()) file["byte_order_mark"] = true;
  file.update(reader->read(source, options, own));
  return with_faults(std::move(file), own, diagnostics);
}

sim::Json import_file(const std::string& path, const ImportOptions& options, sim::Diagnostics& diagnostics) {
  sim::Diagnostics own;
  auto source = TextSource::open(path, own);
  if (source) return import_source(*source, options, diagnostics);
  return with_faults({{"file", path}, {"kind", "unknown"}}, own, diagnostics);
}

sim::Json placed(sim::Json value, const sim::Location& place) {
  return {{"value", std::move(value)}, {"place", to_string(place)}};
}

}  // namespace calibration
