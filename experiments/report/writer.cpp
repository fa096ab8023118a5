#include "experiments/report/writer.hpp"

#include "experiments/report/json_layout.hpp"
#include "experiments/report/result_json.hpp"

namespace experiments {

std::string json_text(const Result& result) { return laid_out(result_json(result)) + "\n"; }

const std::vector<Writer>& writers() {
  static const std::vector<Writer> all{{"table", false, false, table_text},
                                       {"json", false, false, json_text},
                                       {"csv", false, false, csv_text},
                                       {"sysbench", true, false, sysbench_text},
                                       {"pt-heartbeat", false, true, pt_heartbeat_text},
                                       {"openmetrics", false, false, openmetrics_text}};
  return all;
}

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const Writer& writer : writers()) names.push_back(writer.format);
  return names;
}

}  // namespace experiments
