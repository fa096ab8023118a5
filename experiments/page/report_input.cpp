#include "experiments/page/report_input.hpp"

#include <SQLiteCpp/Exception.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "experiments/page/study_input.hpp"

namespace experiments {
namespace {

constexpr std::string_view kDatabaseStart{"SQLite format 3\0", 16};  // https://www.sqlite.org/fileformat.html, 1.3.1

std::optional<std::string> content_of(const std::string& file, sim::Diagnostics& diagnostics) {
  std::error_code fault;
  if (std::filesystem::is_directory(file, fault)) {
    diagnostics.error({file, 0, 0}, "this is a folder; wanted is a file");
    return std::nullopt;
  }
  std::ifstream in(file, std::ios::binary);
  std::ostringstream content;
  if (in) content << in.rdbuf();
  if (!in || in.bad()) {
    diagnostics.error({file, 0, 0}, std::filesystem::exists(file, fault) ? "cannot read this file" : "there is no such file");
    return std::nullopt;
  }
  return content.str();
}

std::vector<sim::Json> studies_in(const std::string& file, sim::Diagnostics& diagnostics) {
  std::vector<sim::Json> inputs;
  const auto database = StudyDatabase::open(file, StudyDatabase::Access::read_only, diagnostics);
  if (!database) return inputs;
  try {
    for (const std::string& name : database->studies())
      inputs.push_back({{"kind", "study"}, {"file", file}, {"document", study_input(*database, name, diagnostics)}});
    if (inputs.empty()) diagnostics.error({file, 0, 0}, "there is no study in this database");
  } catch (const SQLite::Exception& error) {
    diagnostics.error({file, 0, 0}, fmt::format("cannot read this database: {}", error.what()));
  } catch (const sim::Json::exception& error) {
    diagnostics.error({file, 0, 0}, fmt::format("this database is damaged: {}", error.what()));
  }
  return inputs;
}

// The keys that the page reads of each schema; a document without them is none.
struct InputKind {
  std::string schema, kind;
  std::vector<std::string> keys;
};

const std::vector<InputKind>& input_kinds() {
  static const std::vector<InputKind> all = {
      {"commitsim.result/1", "result", {"throughput", "response_ms", "response_parts_ms", "scenario", "replicas", "servers"}},
      {"commitsim.comparison/1", "comparison", {"a", "b", "rows", "verdicts", "reasons"}},
      {"commitsim.validation/1", "validation", {"rows", "scores", "claims"}}};
  return all;
}

// What speaks against a JSON document as an input; "" with its kind if it is one.
std::string objection_to(const sim::Json& document, std::string& kind) {
  const std::string unknown = "this is neither a study database nor JSON of commitsim run, compare or validate (--format json)";
  if (!document.is_object() || !document.contains("schema") || !document["schema"].is_string()) return unknown;
  for (const InputKind& each : input_kinds()) {
    if (document["schema"] != each.schema) continue;
    kind = each.kind;
    for (const std::string& key : each.keys) {
      if (!document.contains(key)) return fmt::format("this says to be {}, but '{}' is missing in it", each.schema, key);
    }
    return "";
  }
  std::vector<std::string> known;
  for (const InputKind& each : input_kinds()) known.push_back(each.schema);
  return fmt::format("the schema {} is not known; known: {}", sim::quote(document["schema"].get<std::string>()), sim::list_of(known));
}

}  // namespace

std::vector<sim::Json> read_report_inputs(const std::string& file, sim::Diagnostics& diagnostics) {
  const auto content = content_of(file, diagnostics);
  if (!content) return {};
  if (content->compare(0, kDatabaseStart.size(), kDatabaseStart) == 0) return studies_in(file, diagnostics);
  sim::Json document = sim::Json::parse(*content, nullptr, false);
  std::string kind;
  const std::string objection = objection_to(document, kind);
  if (!objection.empty()) {
    diagnostics.error({file, 0, 0}, objection);
    return {};
  }
  document.erase("origins");  // where each value of the scenario comes from: many lines, and the scenario stands there whole
  std::vector<sim::Json> inputs;
  inputs.push_back({{"kind", kind}, {"file", file}, {"document", std::move(document)}});
  return inputs;
}

}  // namespace experiments
