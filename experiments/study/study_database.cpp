#include "experiments/study/study_database.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "experiments/report/version.hpp"
#include "sim/engine/simgrid_setup.hpp"

namespace experiments {
namespace {

constexpr int kLayout = 1;                        // user_version of the file
constexpr int kApplication = 0x434D5453;          // "CMTS", application_id of the file
constexpr int kPatience = 60'000;                 // ms that another writer is waited for

constexpr const char* kTables = R"(
CREATE TABLE study (name TEXT PRIMARY KEY, description TEXT NOT NULL, document TEXT NOT NULL);
CREATE TABLE point (key TEXT PRIMARY KEY, scenario TEXT NOT NULL, seed TEXT NOT NULL, version TEXT NOT NULL, provenance TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('done', 'failed')), error TEXT NOT NULL, result TEXT NOT NULL);
CREATE TABLE study_point (study TEXT NOT NULL REFERENCES study (name), place INTEGER NOT NULL, levels TEXT NOT NULL, cost REAL NOT NULL,
  point TEXT NOT NULL, PRIMARY KEY (study, place));
CREATE TABLE figure (point TEXT NOT NULL REFERENCES point (key), name TEXT NOT NULL, value REAL, half_width REAL, unit TEXT NOT NULL,
  PRIMARY KEY (point, name)) WITHOUT ROWID;
)";

std::string text_of(SQLite::Database& database, const char* query) { return database.execAndGet(query).getString(); }

void make_tables(SQLite::Database& database) {
  database.exec("PRAGMA journal_mode = TRUNCATE");  // one directory entry less to make durable per point; fit for network file systems
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  if (text_of(database, "SELECT count(*) FROM sqlite_master") == "0") {
    database.exec(kTables);
    database.exec(fmt::format("PRAGMA application_id = {}", kApplication));
    database.exec(fmt::format("PRAGMA user_version = {}", kLayout));
  }
  transaction.commit();
}

// Why the file is none of ours; "" if it is.
std::string objection(SQLite::Database& database) {
  const bool is_ours = text_of(database, "PRAGMA application_id") == std::to_string(kApplication);
  if (!is_ours) return "is an SQLite database, but not one of commitsim's";
  const std::string layout = text_of(database, "PRAGMA user_version");
  if (layout == std::to_string(kLayout)) return "";
  return fmt::format("was made by another version of commitsim: its layout is {}, this one's is {}", layout, kLayout);
}

void bind_number(SQLite::Statement& statement, int index, double value) {
  if (std::isfinite(value)) statement.bind(index, value);
  else statement.bind(index);
}

double number(const SQLite::Column& column) { return column.isNull() ? std::numeric_limits<double>::quiet_NaN() : column.getDouble(); }

double number(const sim::Json& value) { return value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN(); }

void add_figures(SQLite::Database& database, const std::string& key, const std::string& figures) {
  SQLite::Statement insert(database, "INSERT INTO figure VALUES (?, ?, ?, ?, ?)");
  for (const sim::Json& figure : sim::Json::parse(figures)) {
    insert.bind(1, key);
    insert.bind(2, figure[0].get<std::string>());
    bind_number(insert, 3, number(figure[1]));
    bind_number(insert, 4, number(figure[2]));
    insert.bind(5, figure[3].get<std::string>());
    insert.exec();
    insert.reset();
  }
}

FigureValues figures_in(SQLite::Database& database, const std::string& key) {
  SQLite::Statement query(database, "SELECT name, value, half_width, unit FROM figure WHERE point = ?");
  query.bind(1, key);
  FigureValues figures;
  while (query.executeStep())
    figures[query.getColumn(0).getString()] = {number(query.getColumn(1)), number(query.getColumn(2)), query.getColumn(3).getString()};
  return figures;
}

sim::Json json_of_point(SQLite::Database& database, const char* query_text, const std::string& key) {
  SQLite::Statement query(database, query_text);
  query.bind(1, key);
  if (!query.executeStep() || query.getColumn(0).getString().empty()) return {};
  return sim::Json::parse(query.getColumn(0).getString());
}

}  // namespace

std::string point_key(const sim::Json& resolved) {
  static const boost::uuids::name_generator_sha1 name(boost::uuids::ns::oid());
  return boost::uuids::to_string(name(version() + "\n" + resolved.dump()));
}

StudyDatabase::StudyDatabase(std::unique_ptr<SQLite::Database> database) : database_(std::move(database)) {}
StudyDatabase::StudyDatabase(StudyDatabase&&) noexcept = default;
StudyDatabase& StudyDatabase::operator=(StudyDatabase&&) noexcept = default;
StudyDatabase::~StudyDatabase() = default;

std::optional<StudyDatabase> StudyDatabase::open(const std::filesystem::path& file, Access access, sim::Diagnostics& diagnostics) {
  const bool is_written = access == Access::read_write;
  try {
    const int flags = is_written ? SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE : SQLite::OPEN_READONLY;
    auto database = std::make_unique<SQLite::Database>(file.string(), flags, kPatience);
    if (is_written) make_tables(*database);
    const std::string fault = objection(*database);
    if (fault.empty()) return StudyDatabase(std::move(database));
    diagnostics.error({file.string(), 0, 0}, "it " + fault);
  } catch (const SQLite::Exception& error) {
    diagnostics.error({file.string(), 0, 0}, fmt::format("cannot {} this database: {}", is_written ? "write" : "read", error.what()));
  }
  return std::nullopt;
}

void StudyDatabase::begin_study(const std::string& name, const std::string& description, const sim::Json& document) {
  SQLite::Transaction transaction(*database_, SQLite::TransactionBehavior::IMMEDIATE);
  SQLite::Statement insert(*database_, "INSERT INTO study VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE "
                                       "SET description = excluded.description, document = excluded.document");
  insert.bind(1, name);
  insert.bind(2, description);
  insert.bind(3, document.dump());
  insert.exec();
  SQLite::Statement forget(*database_, "DELETE FROM study_point WHERE study = ?");
  forget.bind(1, name);
  forget.exec();
  transaction.commit();
}

void StudyDatabase::add_points(const std::string& study, const std::vector<Place>& places) {
  SQLite::Transaction transaction(*database_, SQLite::TransactionBehavior::IMMEDIATE);
  SQLite::Statement insert(*database_, "INSERT OR REPLACE INTO study_point VALUES (?, ?, ?, ?, ?)");
  for (const Place& each : places) {
    insert.bind(1, study);
    insert.bind(2, static_cast<std::int64_t>(each.place));
    insert.bind(3, each.levels.dump());
    insert.bind(4, each.cost);
    insert.bind(5, each.key);
    insert.exec();
    insert.reset();
  }
  transaction.commit();
}

bool StudyDatabase::is_done(const std::string& key) const {
  SQLite::Statement query(*database_, "SELECT 1 FROM point WHERE key = ? AND status = 'done'");
  query.bind(1, key);
  return query.executeStep();
}

std::optional<FigureValues> StudyDatabase::figures(const std::string& key) const {
  if (!is_done(key)) return std::nullopt;
  return figures_in(*database_, key);
}

void StudyDatabase::add(const PointRecord& point) {
  SQLite::Transaction transaction(*database_, SQLite::TransactionBehavior::IMMEDIATE);
  if (is_done(point.key)) return;
  SQLite::Statement insert(*database_, "INSERT OR REPLACE INTO point VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  insert.bind(1, point.key);
  insert.bind(2, point.scenario.dump());
  insert.bind(3, std::to_string(point.seed));
  insert.bind(4, version());
  insert.bind(5, sim::simgrid_provenance());
  insert.bind(6, point.error.empty() ? "done" : "failed");
  insert.bind(7, point.error);
  insert.bind(8, point.result);
  insert.exec();
  if (point.error.empty()) add_figures(*database_, point.key, point.figures);
  transaction.commit();
}

std::vector<std::string> StudyDatabase::studies() const {
  SQLite::Statement query(*database_, "SELECT name FROM study ORDER BY name");
  std::vector<std::string> names;
  while (query.executeStep()) names.push_back(query.getColumn(0).getString());
  return names;
}

sim::Json StudyDatabase::study(const std::string& name) const {
  SQLite::Statement query(*database_, "SELECT description, document FROM study WHERE name = ?");
  query.bind(1, name);
  if (!query.executeStep()) return {};
  return {{"name", name},
          {"description", query.getColumn(0).getString()},
          {"document", sim::Json::parse(query.getColumn(1).getString())}};
}

std::vector<StoredPoint> StudyDatabase::points(const std::string& study) const {
  SQLite::Statement query(*database_, "SELECT levels, cost, study_point.point, seed, version, status, error FROM study_point "
                                      "LEFT JOIN point ON point.key = study_point.point WHERE study = ? ORDER BY place");
  query.bind(1, study);
  std::vector<StoredPoint> points;
  while (query.executeStep()) {
    StoredPoint point;
    point.levels = sim::Json::parse(query.getColumn(0).getString());
    point.cost = query.getColumn(1).getDouble();
    point.key = query.getColumn(2).getString();
    if (!query.getColumn(3).isNull()) point.seed = std::stoull(query.getColumn(3).getString());
    point.version = query.getColumn(4).getString();
    point.status = query.getColumn(5).getString();
    point.error = query.getColumn(6).getString();
    if (point.status == "done") point.figures = figures_in(*database_, point.key);
    points.push_back(std::move(point));
  }
  return points;
}

sim::Json StudyDatabase::result(const std::string& key) const {
  return json_of_point(*database_, "SELECT result FROM point WHERE key = ?", key);
}

sim::Json StudyDatabase::scenario(const std::string& key) const {
  return json_of_point(*database_, "SELECT scenario FROM point WHERE key = ?", key);
}

}  // namespace experiments
