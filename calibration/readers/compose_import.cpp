// docker-compose files (Compose Specification) with database servers in them.
//
//   services: {NAME: {image, command: TEXT | [WORD, ...], environment: {NAME: VALUE} | ["NAME=VALUE", ...],
//                     cpus | deploy: {resources: {limits: {cpus}}}, depends_on, ...}}
//
// A service whose image is a server's is one. Its source is named by what images of Bitnami and MariaDB take
// (…_MASTER_HOST, …_PRIMARY_HOST, …_SOURCE_HOST), or by CHANGE MASTER TO / CHANGE REPLICATION SOURCE TO in its command. Several
// servers with wsrep_cluster_address are a Galera cluster.
#include <algorithm>
#include <cctype>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "calibration/readers/container_image.hpp"
#include "calibration/readers/import_reader.hpp"
#include "calibration/readers/topology.hpp"

namespace calibration {
namespace {

bool is_compose(const sim::Node& root) { return root.find("services") != nullptr; }

Confidence recognise_compose(std::string_view head, const std::string& name) {
  const bool has_services = head.starts_with("services:") || head.find("\nservices:") != std::string_view::npos;
  if (!has_services) return kNotMine;
  const bool has_server = head.find("mysql") != std::string_view::npos || head.find("mariadb") != std::string_view::npos ||
                          head.find("percona") != std::string_view::npos;
  return has_server || name.find("compose") != std::string::npos ? kCertain : kPossible;
}

using WordAt = std::pair<std::string, sim::Location>;

// The words of a command, each at the place of the text that it stands in.
std::vector<WordAt> words_of_command(const sim::Node* command) {
  std::vector<WordAt> words;
  if (command == nullptr) return words;
  for (const sim::Node& each : command->items()) {
    if (each.is_scalar()) words.emplace_back(each.text(), each.location());
  }
  if (!command->is_scalar()) return words;
  std::string word;
  char quote = '\0';
  for (const char c : command->text() + " ") {
    if (quote == '\0' && (c == ' ' || c == '\n' || c == '\t')) {
      if (!word.empty()) words.emplace_back(std::exchange(word, ""), command->location());
    } else if (c == quote || (quote == '\0' && (c == '"' || c == '\''))) {
      quote = quote == '\0' ? c : '\0';
    } else {
      word += c;
    }
  }
  return words;
}

std::vector<Option> options_of_words(const std::vector<WordAt>& words) {
  std::vector<Option> options;
  for (const auto& [word, place] : words) {
    if (!word.starts_with("--") || word.size() < 3) continue;
    const auto equals = word.find('=');
    Option option{"", word.substr(2, equals == std::string::npos ? equals : equals - 2), {}, place, place};
    if (equals != std::string::npos) option.value = word.substr(equals + 1);
    options.push_back(std::move(option));
  }
  return options;
}

// The environment as pairs, from either form.
std::vector<WordAt> environment_of(const sim::Node* node, std::vector<std::string>& names) {
  std::vector<WordAt> values;
  if (node == nullptr) return values;
  for (const sim::Field& each : node->fields()) {
    names.push_back(each.key);
    values.emplace_back(each.value.is_scalar() ? each.value.text() : "", each.value.location());
  }
  for (const sim::Node& each : node->items()) {
    const auto equals = each.text().find('=');
    names.push_back(each.text().substr(0, equals));
    values.emplace_back(equals == std::string::npos ? "" : each.text().substr(equals + 1), each.location());
  }
  return values;
}

// The host behind MASTER_HOST= or SOURCE_HOST= in a statement, or "".
std::string host_in_statement(const std::string& text) {
  for (const std::string_view key : {"MASTER_HOST", "SOURCE_HOST"}) {
    auto at = text.find(key);
    if (at == std::string::npos) continue;
    at = text.find_first_not_of(" =\\'\"", at + key.size());
    if (at == std::string::npos) continue;
    const auto end = std::min(text.find_first_of("\\'\" ,;:", at), text.size());
    return text.substr(at, end - at);
  }
  return "";
}

void set_source(const sim::Node& service, const std::vector<WordAt>& words, TopologyServer& server) {
  std::vector<std::string> names;
  const std::vector<WordAt> values = environment_of(service.find("environment"), names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string& name = names[i];
    if (name.ends_with("MASTER_HOST") || name.ends_with("PRIMARY_HOST") || name.ends_with("SOURCE_HOST")) server.source = values[i].first;
  }
  for (const auto& [word, place] : words) {
    if (const std::string host = host_in_statement(word); !host.empty()) server.source = host;
  }
  server.source.resize(std::min(server.source.find(':'), server.source.size()));
}

std::optional<double> cpus_of_service(const sim::Node& service) {
  const sim::Node* cpus = service.find("cpus");
  const sim::Node* at = service.find("deploy");
  for (const char* key : {"resources", "limits", "cpus"}) {
    if (at != nullptr) at = at->find(key);
  }
  if (cpus == nullptr) cpus = at;
  return cpus != nullptr && cpus->is_scalar() ? cpus_of(cpus->text()) : std::nullopt;
}

const ServerSetting* setting_of(const TopologyServer& server, std::string_view newest) {
  for (const ServerSetting& each : server.settings) {
    if (each.newest_name == newest || (each.newest_name.empty() && each.name == newest)) return &each;
  }
  return nullptr;
}

TopologyServer server_of_service(const sim::Field& field, const std::string& release, sim::Diagnostics& diagnostics) {
  TopologyServer server;
  server.address = field.key;
  server.place = field.key_mark.location();
  server.release = release;
  std::vector<WordAt> words = words_of_command(field.value.find("command"));
  for (WordAt& each : words_of_command(field.value.find("entrypoint"))) words.push_back(std::move(each));
  server.settings = read_server_options(options_of_words(words), models::parse_release(release), diagnostics);
  set_source(field.value, words, server);
  server.cpus = cpus_of_service(field.value);
  const auto is_on = [&](std::string_view name) {
    const ServerSetting* setting = setting_of(server, name);
    return setting != nullptr && setting->in_scenario == "ON";
  };
  server.is_semi_sync_source = is_on("rpl_semi_sync_source_enabled");
  server.is_semi_sync_replica = is_on("rpl_semi_sync_replica_enabled");
  if (release.find('-') == std::string::npos)
    diagnostics.warning(server.place, fmt::format("the image of {} does not say which version it is", sim::printable(field.key)));
  return server;
}

constexpr std::size_t kMostServices = 1'000;

}  // namespace

Topology read_compose(TextSource& source, sim::Diagnostics& diagnostics) {
  Topology topology{"replication", {}, sim::Json::object()};
  const auto root = read_yaml_document(source, is_compose, diagnostics);
  if (!root) return topology;
  const sim::Node& services = *root->find("services");
  for (const sim::Field& each : services.fields()) {
    const sim::Node* image = each.value.find("image");
    const std::string release = image != nullptr && image->is_scalar() ? release_of_image(image->text()) : "";
    if (release.empty() || topology.servers.size() >= kMostServices) continue;
    topology.servers.push_back(server_of_service(each, release, diagnostics));
  }
  if (topology.servers.empty()) diagnostics.error(services.location(), "no service with an image of MySQL, MariaDB or Percona Server");
  for (const TopologyServer& each : topology.servers) {
    if (setting_of(each, "wsrep_cluster_address") != nullptr) topology.kind = "Galera";
    if (!each.source.empty() && topology.find(each.source) == nullptr)
      diagnostics.warning(each.place, fmt::format("{} replicates from {}, which is no server of this file", sim::printable(each.address),
                                                  sim::quote(each.source)));
  }
  const bool is_alone = std::all_of(topology.servers.begin(), topology.servers.end(), [](const auto& each) { return each.source.empty(); });
  if (is_alone && topology.servers.size() > 1 && topology.kind == "replication")
    diagnostics.warning(services.location(), "nothing in this file says which server replicates from which");
  name_servers(topology);
  return topology;
}

namespace {

const bool compose_registered = register_import_reader(
    {"docker-compose", "topology", recognise_compose, [](TextSource& source, const ImportOptions&, sim::Diagnostics& diagnostics) {
       return topology_json(read_compose(source, diagnostics));
     }});

}  // namespace
}  // namespace calibration
