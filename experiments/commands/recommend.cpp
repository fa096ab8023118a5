// commitsim recommend: the best point of a study that meets its constraints.
#include <nlohmann/json.hpp>

#include "experiments/commands/command.hpp"
#include "experiments/commands/study_command.hpp"
#include "experiments/study/recommendation.hpp"

namespace experiments {
namespace {

std::string recommended(const Study& study, const std::vector<StoredPoint>& points, const std::string& format, const Arguments&) {
  const Recommendation found = recommend(study.asked, points);
  if (format == "json") return recommendation_json(study, points, found).dump(2) + "\n";
  return recommendation_text(study, points, found);
}

void check_objective(const Study& study, sim::Diagnostics& diagnostics) {
  if (!study.asked.objective)
    diagnostics.error({study.file, 0, 0}, "the study has no objective, such as `objective: maximise tps` or `objective: minimise cost`");
}

int recommend_command(const std::vector<std::string>& words) {
  StudyCommand command;
  command.name = "recommend";
  command.description =
      "Says which settings of a study meet its constraints and are best by its objective, with the margin and the runner-up. "
      "Simulates the points that were not simulated before.";
  command.formats = {"table", "json"};
  command.check = check_objective;
  command.write = recommended;
  return run_study(command, words);
}

const bool recommend_registered =
    register_command({"recommend", "the best settings that meet the constraints of a study", recommend_command});

}  // namespace
}  // namespace experiments
