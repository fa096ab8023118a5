// Looks up what a scenario document names: hosts, profiles, workloads, sources; and checks what only the whole can show.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/scenario/scenario_document.hpp"
#include "models/scenario.hpp"
#include "models/storage/device_costs.hpp"
#include "sim/config/diagnostics.hpp"

namespace experiments {

class ScenarioResolver {
 public:
  // `root` is the document's tree, for places; all must outlive the resolver.
  ScenarioResolver(const sim::Node& root, const ScenarioDocument& document, const std::string& file,
                   sim::Diagnostics& diagnostics)
      : root_(root), document_(document), file_(file), diagnostics_(diagnostics) {}

  // The scenario; meaningful only if the diagnostics are still free of errors.
  models::Scenario resolve();

 private:
  void resolve_hosts();
  void resolve_network();
  void resolve_link(const LinkDocument& link, const std::string& path);
  bool is_of_sites(const models::LinkSpec& link) const;
  void expand_sites();
  void resolve_servers();
  void resolve_load(const std::string& server, const ServerDocument& document, models::ServerSpec& spec);
  void order_servers();

  models::ServerSpec server_spec(const std::string& name, const ServerDocument& document);
  models::RunSpec run_spec();
  std::optional<models::LoadSpec> load_spec(const WorkloadDocument& workload, const std::string& path);
  std::optional<models::WorkloadProfile> workload_profile(const WorkloadDocument& workload, const std::string& path);
  std::vector<models::StopSpec> stops(const std::vector<StopDocument>& documents, const std::string& path);
  models::CostProfile costs_of(const ServerDocument& document, const std::string& host);

  std::optional<models::DeviceCosts> costs_of_device(const DeviceDocument& device, const std::string& path);
  void put_device_kinds_over(models::CostProfile& costs, const ServerDocument& server, const std::string& host,
                             const HostDocument& machine);
  void check_devices(const std::string& server, const ServerDocument& document, const std::string& host);
  void check_replication(const std::string& server, const ServerDocument& document);
  void warn_of_unreadable_acks(const std::string& server, const ServerDocument& document);
  void check_compression(const std::string& server, const ServerDocument& document);
  void check_promote();
  void check_semi_sync(const std::string& server, const ServerDocument& document);
  void check_connections(const std::string& server, const ServerDocument& document, const models::LoadSpec& load,
                         const std::string& path);
  void check_statements(const models::ServerSpec& spec, const std::string& path);
  void check_takes_time(const models::ServerSpec& spec, const std::string& path);
  bool replicates_in_a_circle(const std::string& server) const;
  const ServerDocument* find_server(const std::string& name) const;
  const HostDocument* find_host(const std::string& name) const;

  void error(const std::string& path, const std::string& message);
  void warn(const std::string& path, const std::string& message);

  const sim::Node& root_;
  const ScenarioDocument& document_;
  const std::string& file_;
  sim::Diagnostics& diagnostics_;
  models::Scenario scenario_;
  std::map<std::string, models::CostProfile> profiles_;  // read so far, by the name in the document
};

}  // namespace experiments
