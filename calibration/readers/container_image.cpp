#include "calibration/readers/container_image.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "calibration/readers/option_file.hpp"
#include "calibration/readers/option_groups.hpp"

namespace calibration {

std::string release_of_image(const std::string& image) {
  const auto slash = image.rfind('/');
  const std::string last = image.substr(slash == std::string::npos ? 0 : slash + 1);
  const std::string program = last.substr(0, last.find_first_of(":@"));
  std::string family;
  if (program.find("mariadb") != std::string::npos) family = "mariadb";
  else if (program.find("percona") != std::string::npos) family = "percona";
  else if (program.find("mysql") != std::string::npos) family = "mysql";
  else return "";
  for (const char* other : {"router", "operator", "exporter", "shell", "proxysql", "adminer", "phpmyadmin", "backup", "toolkit", "pmm"}) {
    if (program.find(other) != std::string::npos) return "";
  }
  const auto colon = last.find(':');
  std::string tag = colon == std::string::npos ? "" : last.substr(colon + 1);
  tag.resize(std::min(tag.find_first_not_of("0123456789."), tag.size()));
  while (tag.ends_with('.')) tag.pop_back();
  return tag.empty() ? family : fmt::format("{}-{}", family, tag);
}

std::optional<double> cpus_of(const std::string& text) {
  const bool is_milli = text.ends_with('m');
  const auto number = sim::parse_number(is_milli ? text.substr(0, text.size() - 1) : text);
  if (!number || *number.value <= 0) return std::nullopt;
  return is_milli ? *number.value / 1000 : *number.value;
}

std::optional<sim::Node> read_yaml_document(TextSource& source, bool (*wanted)(const sim::Node& root), sim::Diagnostics& diagnostics) {
  const auto text = source.rest(sim::kDocumentBytes, diagnostics);
  if (!text) return std::nullopt;
  std::string document;  // with the lines before it left empty, for the places
  std::size_t line = 0;
  const auto read = [&](sim::Diagnostics& told) -> std::optional<sim::Node> {
    auto root = sim::read_document_text(document, source.name(), told, {true});
    return root && wanted(*root) ? std::move(root) : std::nullopt;
  };
  std::size_t documents = 0;
  sim::Diagnostics first;
  constexpr std::size_t kMostDocuments = 100;
  for (std::size_t at = 0; at <= text->size() && documents < kMostDocuments;) {
    const auto end = std::min(text->find('\n', at), text->size());
    const std::string_view each = std::string_view(*text).substr(at, end - at);
    const bool is_last = end == text->size();
    const bool separates = each.starts_with("---") && each.find_first_not_of("- \t\r") == std::string_view::npos;
    if (!separates) document.append(each).push_back('\n');
    at = end + 1;
    ++line;
    if (!separates && !is_last) continue;
    if (document.find_first_not_of("\n\r \t") != std::string::npos) {
      ++documents;
      sim::Diagnostics own;
      if (auto root = read(own); root && own.ok()) return root;
      if (first.ok()) first = own;
    }
    document.assign(line, '\n');
  }
  for (const sim::Diagnostic& each : first.sorted()) diagnostics.error(each.place, each.message);
  if (first.ok()) diagnostics.error(source.whole(), "no database server in it");
  return std::nullopt;
}

std::vector<ServerSetting> settings_in_block(const sim::Node& block, const std::string& release, sim::Diagnostics& diagnostics) {
  const sim::Location place = block.location();
  const std::string before(static_cast<std::size_t>(std::max(place.line, 0)), '\n');  // a block begins on the next line
  TextSource source = TextSource::of_text(before + block.text(), place.file);
  const OptionFile file = read_option_file(source, {false, false}, diagnostics);
  const auto known = models::parse_release(release);
  const std::vector<std::string> groups = known ? groups_read_by(*known) : std::vector<std::string>{"mysqld", "server", "mariadb"};
  std::vector<Option> options;
  std::copy_if(file.options.begin(), file.options.end(), std::back_inserter(options),
               [&](const Option& each) { return std::find(groups.begin(), groups.end(), each.group) != groups.end(); });
  return read_server_options(options, known, diagnostics);
}

}  // namespace calibration
