// SHOW REPLICA STATUS (SHOW SLAVE STATUS), with the SHOW MASTER STATUS (SHOW BINARY LOG STATUS) of its source where the file
// has one as well, in the layouts of result_set.hpp. Older and newer names of columns are one.
//
// What the receiver has not got yet is the source's position less the one it read to, what the applier has not done yet is the
// latter less the one it executed to; both only inside one file of the binary log.
#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "calibration/readers/import_reader.hpp"
#include "calibration/readers/name_value_rows.hpp"
#include "calibration/readers/result_set.hpp"

namespace calibration {
namespace {

struct ReplicaColumn {
  const char* older;
  const char* newer;
  const char* ours;
};

constexpr ReplicaColumn kReplicaColumns[] = {
    {"Channel_Name", "Connection_name", "channel"},
    {"Master_Host", "Source_Host", "source_host"},
    {"Master_Port", "Source_Port", "source_port"},
    {"Master_Server_Id", "Source_Server_Id", "source_server_id"},
    {"Slave_IO_Running", "Replica_IO_Running", "io_running"},
    {"Slave_SQL_Running", "Replica_SQL_Running", "sql_running"},
    {"Slave_IO_State", "Replica_IO_State", "io_state"},
    {"Slave_SQL_Running_State", "Replica_SQL_Running_State", "sql_state"},
    {"Seconds_Behind_Master", "Seconds_Behind_Source", "seconds_behind"},
    {"Master_Log_File", "Source_Log_File", "read_file"},
    {"Read_Master_Log_Pos", "Read_Source_Log_Pos", "read_pos"},
    {"Relay_Master_Log_File", "Relay_Source_Log_File", "exec_file"},
    {"Exec_Master_Log_Pos", "Exec_Source_Log_Pos", "exec_pos"},
    {"Relay_Log_Space", "Relay_Log_Space", "relay_log_space"},
    {"SQL_Delay", "SQL_Delay", "sql_delay_s"},
    {"Parallel_Mode", "Parallel_Mode", "parallel_mode"},
    {"Auto_Position", "Using_Gtid", "auto_position"},
};

const std::string* text_in(const ResultSet& set, std::size_t row, const char* older, const char* newer) {
  const ResultCell* cell = set.cell(row, newer);
  if (cell == nullptr) cell = set.cell(row, older);
  return cell == nullptr ? nullptr : &cell->text;
}

bool is_replica_status(const ResultSet& set) {
  return set.column("Slave_IO_Running") || set.column("Replica_IO_Running") || set.column("Slave_SQL_Running") ||
         set.column("Seconds_Behind_Master") || set.column("Seconds_Behind_Source");
}

bool is_source_status(const ResultSet& set) { return set.column("File") && set.column("Position") && !set.rows.empty(); }

std::optional<std::int64_t> whole_number_under(const sim::Json& json, const char* key) {
  const auto found = json.find(key);
  const bool is_position = found != json.end() && found->is_number_integer() && found->get<std::int64_t>() >= 0;
  return is_position ? std::optional(found->get<std::int64_t>()) : std::nullopt;
}

// The first error number that is not 0: the applier's, the receiver's, then the older one for both.
void add_replica_error(const ResultSet& set, std::size_t row, sim::Json& json) {
  const std::pair<const char*, const char*> kErrors[] = {
      {"Last_SQL_Errno", "Last_SQL_Error"}, {"Last_IO_Errno", "Last_IO_Error"}, {"Last_Errno", "Last_Error"}};
  for (const auto& [number, text] : kErrors) {
    const ResultCell* cell = set.cell(row, number);
    if (cell == nullptr || cell->text.empty() || cell->text == "0") continue;
    json["errno"] = value_json(cell->text);
    if (const ResultCell* words = set.cell(row, text)) json["error"] = words->text;
    return;
  }
}

void add_backlog(const ResultSet& set, std::size_t row, const ResultSet* source_status, sim::Json& json) {
  const auto read_pos = whole_number_under(json, "read_pos");
  const auto exec_pos = whole_number_under(json, "exec_pos");
  // A name may look like a number, and is one in JSON then.
  const bool is_one_file = json.contains("read_file") && json.contains("exec_file") && json["exec_file"] == json["read_file"];
  if (read_pos && exec_pos && is_one_file) json["unapplied_bytes"] = *read_pos - *exec_pos;
  if (source_status == nullptr) return;
  const ResultCell* file = source_status->cell(0, "File");
  const ResultCell* position = source_status->cell(0, "Position");
  if (file == nullptr || position == nullptr) return;
  json["master_file"] = file->text;
  json["master_pos"] = value_json(position->text);
  const auto source_pos = whole_number_under(json, "master_pos");
  const std::string* read_file = text_in(set, row, "Master_Log_File", "Source_Log_File");
  if (!source_pos || !read_pos || read_file == nullptr || *read_file != file->text) return;
  json["unread_bytes"] = *source_pos - *read_pos;
  const auto unapplied = whole_number_under(json, "unapplied_bytes");
  if (!unapplied) return;
  const bool receiver_is_behind = *source_pos - *read_pos > *unapplied;
  json["bottleneck"] = receiver_is_behind ? "receiver" : "applier";
  json["bottleneck_why"] = receiver_is_behind ? "the network, the I/O thread or the relay log: more is unread than unapplied"
                                              : "the SQL thread or its workers: more is unapplied than unread";
}

sim::Json replica_json(const ResultSet& set, std::size_t row, const ResultSet* source_status) {
  sim::Json json = sim::Json::object();
  for (const ReplicaColumn& column : kReplicaColumns) {
    const std::string* text = text_in(set, row, column.older, column.newer);
    if (text != nullptr) json[column.ours] = value_json(*text);  // NULL stays the word that the client prints
  }
  add_replica_error(set, row, json);
  add_backlog(set, row, source_status, json);
  if (row < set.rows.size() && !set.rows[row].empty()) json["place"] = to_string(set.rows[row][0].place);
  return json;
}

Confidence recognise_replica_status(std::string_view head, const std::string&) {
  int words = 0;
  for (const ReplicaColumn& each : kReplicaColumns) {
    if (head.find(each.older) != std::string_view::npos || head.find(each.newer) != std::string_view::npos) ++words;
  }
  return words >= 5 ? kCertain : words >= 3 ? kLikely : kNotMine;
}

sim::Json read_replica_status(TextSource& source, const ImportOptions&, sim::Diagnostics& diagnostics) {
  const std::vector<ResultSet> sets = read_result_sets(source, diagnostics);
  const auto of_source = std::find_if(sets.begin(), sets.end(), is_source_status);
  const ResultSet* source_status = of_source == sets.end() ? nullptr : &*of_source;
  sim::Json json{{"replicas", sim::Json::array()}};
  for (const ResultSet& set : sets) {
    if (!is_replica_status(set)) continue;
    json["columns"] = set.columns.size();
    for (std::size_t row = 0; row < set.rows.size(); ++row) {
      json["replicas"].push_back(replica_json(set, row, source_status));
      const sim::Json& replica = json["replicas"].back();
      if (replica.value("seconds_behind", sim::Json()) == "NULL")
        diagnostics.warning(set.rows[row].empty() ? set.place : set.rows[row][0].place,
                            "the lag is NULL: a thread is stopped, or the receiver is not connected");
    }
  }
  if (json["replicas"].empty() && diagnostics.ok()) diagnostics.error(source.whole(), "no replica's status in it");
  return json;
}

const bool replica_status_registered =
    register_import_reader({"SHOW REPLICA STATUS", "status", recognise_replica_status, read_replica_status});

}  // namespace
}  // namespace calibration
