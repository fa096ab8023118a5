// A server variable as the releases know it: its names, its defaults, and whether the models obey it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/version/release.hpp"
#include "models/version/variable_type.hpp"

namespace models {

struct Variable {
  enum class Effect {
    obeyed,         // a field of ServerVariables
    none,           // accepted, and listed as having none
    not_simulated,  // changes the timing of a server: only the values in `simulated` are accepted
  };

  // The releases of a family from `from` on, until the next period begins.
  struct Period {
    enum class State {
      known,
      ignored,  // the server takes it and does what its default says
      absent,   // the server does not have it and does what its default says, if it says anything
    };

    Releases::Number from;
    State state = State::known;
    std::string default_value;
    std::optional<VariableType> type = std::nullopt;  // where it differs
  };

  std::string name;        // the newest one
  std::string older_name;  // from before the words source and replica; "" where there was none
  Effect effect = Effect::obeyed;
  VariableType type;                   // of one that is obeyed: see server_variables_schema(); a period's own is narrower
  std::string doc;                     // likewise
  std::vector<std::string> simulated;  // if not all values are: those that are; none: what the release has by default
  std::map<std::string, std::vector<Period>> periods;  // by family, the oldest first

  std::vector<std::string> alike = {};  // of one that is obeyed: values that do the same to the models

  // What the tables are written with. The release is the first one that has this default.
  Variable& was(std::string older);
  Variable& mysql(Releases::Number from, std::string by_default);
  Variable& mysql(Releases::Number from, std::string by_default, VariableType other_type);
  Variable& plugin(std::string by_default);  // InnoDB plugin of MySQL 5.1
  Variable& percona(Releases::Number from, std::string by_default);
  Variable& percona(Releases::Number from, std::string by_default, VariableType other_type);
  Variable& mariadb(Releases::Number from, std::string by_default);
  Variable& mariadb(Releases::Number from, std::string by_default, VariableType other_type);
  Variable& ignored(const std::string& family, Releases::Number from, std::string by_default);
  Variable& absent(const std::string& family, Releases::Number from, std::string behaves_as = "");
};

Variable obeyed(std::string name);
Variable without_effect(std::string name, VariableType type, std::string doc);
Variable not_simulated(std::string name, VariableType type, std::vector<std::string> simulated, std::string doc);

// The period of a release; null where the family never knew the variable. Percona Server is as the MySQL release that it is
// built on (5.1: with the InnoDB plugin), unless the variable has periods of its own there.
const Variable::Period* period_of(const Variable& variable, const Release& release);

// Whether the release takes the variable, be it without doing anything.
bool is_known(const Variable& variable, const Release& release);

// Its names in a release, the newest first; none where it is not known. MySQL has the words source and replica from 8.0.26
// on (release notes), and the older names as aliases to this day (sys_vars.cc of 8.4.8); MariaDB has only the older ones.
std::vector<std::string> names_in(const Variable& variable, const Release& release);

// What the release takes for a variable that is not obeyed.
const VariableType& type_in(const Variable& variable, const Release& release);

// What the release does when it is not told; "" where no period says so.
std::string default_in(const Variable& variable, const Release& release);

// The families of which some release takes the value, in words; "" if none does. For variables with types by release.
std::string who_takes(const Variable& variable, const std::string& value);

// Who has the variable: "MySQL has it from 5.6 on", "MySQL has it before 8.0". The family itself if it ever did, or else the
// others.
std::string who_has(const Variable& variable, const std::string& family);

// "MySQL", "MariaDB", "Percona Server"; other names as they are.
std::string family_name(const std::string& family);
bool is_family(const std::string& family);

// "5.7.22", or "8.0" for the first of a series.
std::string to_string(const Releases::Number& number);

}  // namespace models
