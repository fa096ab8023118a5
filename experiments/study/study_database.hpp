// Results of studies in an SQLite file: each finished point in a transaction of its own, so that a sweep may be killed at any moment.
//
//   study        name, description, document       each study that was run into the file
//   study_point  study, place, levels, cost, point  its points in their order
//   point        key, scenario, seed, version, provenance, status, error, result    one simulated scenario
//   figure       point, name, value, half_width, unit                               what came out
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/study/criterion.hpp"
#include "sim/config/codec.hpp"
#include "sim/config/diagnostics.hpp"

namespace SQLite {
class Database;
}

namespace experiments {

// A point as it was simulated.
struct PointRecord {
  std::string key;
  sim::Json scenario;        // resolved
  std::uint64_t seed = 0;
  std::string error;         // why it failed; "" where it is done
  std::string figures;       // JSON: [[name, value, half_width, unit], ...]
  std::string result;        // commitsim.result/1 without scenario and origins
};

// A point of a study, with what is known of it.
struct StoredPoint {
  sim::Json levels;          // {"threads": "4"}
  double cost = 0;
  std::string key;
  std::uint64_t seed = 0;
  std::string version;
  std::string status;        // done, failed, or "" where it was not simulated yet
  std::string error;
  FigureValues figures;
};

class StudyDatabase {
 public:
  enum class Access { read_only, read_write };

  // Opens the file; for writing it is made where there is none. Nothing after reporting why not: not writable, no database, one of
  // another version of commitsim.
  static std::optional<StudyDatabase> open(const std::filesystem::path& file, Access access, sim::Diagnostics& diagnostics);

  StudyDatabase(StudyDatabase&&) noexcept;
  StudyDatabase& operator=(StudyDatabase&&) noexcept;
  ~StudyDatabase();

  // Keeps a study's name and document; its points of a run before are forgotten, their results are not.
  void begin_study(const std::string& name, const std::string& description, const sim::Json& document);

  // Keeps a point's place in its study.
  struct Place {
    std::size_t place;
    sim::Json levels;
    double cost;
    std::string key;
  };
  void add_points(const std::string& study, const std::vector<Place>& places);

  // Whether the point has been simulated, and did not fail.
  bool is_done(const std::string& key) const;

  // The figures of a point that is done.
  std::optional<FigureValues> figures(const std::string& key) const;

  // Keeps what came of a point, in one transaction. A point that another sweep has finished in the meantime stays as it is.
  void add(const PointRecord& point);

  std::vector<std::string> studies() const;

  // {"name", "description", "document"}
  sim::Json study(const std::string& name) const;

  // The points of a study in their order.
  std::vector<StoredPoint> points(const std::string& study) const;

  // The result of a point that is done, as JSON; null where there is none. And its scenario.
  sim::Json result(const std::string& key) const;
  sim::Json scenario(const std::string& key) const;

 private:
  explicit StudyDatabase(std::unique_ptr<SQLite::Database> database);

  std::unique_ptr<SQLite::Database> database_;
};

// The key of a point: the same scenario simulated by the same version has the same.
std::string point_key(const sim::Json& resolved);

}  // namespace experiments
