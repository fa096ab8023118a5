// A draft as YAML: every line says where its value came from.
#include <algorithm>

#include <fmt/format.h>

#include "experiments/init/scenario_draft.hpp"
#include "sim/config/diagnostics.hpp"

namespace experiments {
namespace {

constexpr std::size_t kCommentColumn = 48;

// Text that YAML takes as it stands, or in double quotes.
std::string scalar(const std::string& text) {
  const bool is_plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '/' || c == '-';
  });
  if (is_plain && text.front() != '-' && text.front() != '.') return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) quoted += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else quoted += c;
  }
  return quoted + "\"";
}

std::string comment(const std::string& text) { return "# " + sim::printable(text); }

// "  key: value      # where from"
std::string said_line(std::size_t indent, const std::string& key, const Said& said) {
  const std::string line = fmt::format("{}{}: {}", std::string(indent, ' '), key, scalar(said.value));
  return fmt::format("{:<{}} {}\n", line, kCommentColumn, comment(said.origin));
}

std::string title(const ScenarioDraft& draft) {
  std::string text = comment("Composed by `commitsim init` from these files; behind each value stands where it came from:") + "\n";
  for (const std::string& file : draft.files) text += comment("  " + file) + "\n";
  text += comment("What begins with \"default\" no file says: put there what you have.") + "\n";
  if (!draft.measured.empty()) text += comment("Measured there, to compare with:") + "\n";
  for (const std::string& each : draft.measured) text += comment("  " + each) + "\n";
  for (const std::string& each : draft.notes) text += comment(each) + "\n";
  return text;
}

std::string server_text(const DraftServer& server) {
  std::string text = fmt::format("  {}:\n    host: {}\n", server.name, server.host);
  text += said_line(4, "version", server.version);
  if (!server.replicates_from.empty()) text += fmt::format("    replicates_from: {}\n", server.replicates_from);
  if (!server.source_delay.value.empty()) text += said_line(4, "source_delay", server.source_delay);
  for (const std::string& note : server.notes) text += "    " + comment(note) + "\n";
  if (server.variables.empty()) return text + "    " + comment("default: every variable as in this version") + "\n";
  text += "    variables:\n";
  for (const auto& [name, said] : server.variables) text += said_line(6, name, said);
  return text;
}

}  // namespace

std::string draft_yaml(const ScenarioDraft& draft) {
  std::string text = title(draft);
  text += "workload:\n" + said_line(2, "sysbench", draft.workload) + said_line(2, "threads", draft.threads);
  if (!draft.rate.value.empty()) text += said_line(2, "rate", draft.rate);
  text += said_line(2, "tables", draft.tables) + said_line(2, "table_size", draft.table_size);
  text += "run:\n" + said_line(2, "duration", draft.duration) + said_line(2, "seed", {"1", "default"});
  text += said_line(0, "profile", {"vm-4core-ssd", "default: `commitsim describe profiles` lists others"});
  text += "hosts:\n";
  for (const DraftServer& server : draft.servers) {
    const Said& cores = server.cores;
    text += fmt::format("  {}:\n", server.host) +
            said_line(4, "cores", cores.value.empty() ? Said{"4", "default: no file says how many"} : cores);
    if (draft.device.value.empty()) continue;
    text += "    devices:\n      disk:\n" + said_line(8, "fio", draft.device);
  }
  text += "network:\n  default:\n" + said_line(4, "rtt", {"200us", "default: between machines in one room; ping says yours"}) +
          said_line(4, "bandwidth", {"1Gbps", "default"});
  text += "servers:\n";
  for (const DraftServer& server : draft.servers) text += server_text(server);
  return text;
}

}  // namespace experiments
