#include "models/variable_settings.hpp"

#include <algorithm>
#include <map>

#include "models/version/variable_catalogue.hpp"

namespace models {
namespace {

using Effect = Variable::Effect;
using State = Variable::Period::State;

bool contains(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

// The values that are simulated of a variable that otherwise is not.
std::vector<std::string> simulated_values(const Variable& variable, const Release& release) {
  return variable.simulated.empty() ? std::vector{default_in(variable, release)} : variable.simulated;
}

// Sorts the fields of the mapping into those to bind, those only to check, and faults.
class VariableReader {
 public:
  VariableReader(VariableSettings& settings, const std::string& version, const sim::Reader& reader)
      : settings_(settings), version_(version), reader_(reader),
        obeyed_(sim::Node::mapping(settings.node.mark())), ignored_(obeyed_) {}

  bool read() {
    for (const sim::Field& field : settings_.node.fields()) right_ = read(field) && right_;
    if (!settings_.release) return right_;
    const auto schema = server_variables_schema(*settings_.release);
    ServerVariables unused;
    right_ = schema.read(ignored_, unused, reader_.without_provenance()) && right_;
    return schema.read(obeyed_, settings_.values, reader_) && right_;
  }

 private:
  bool read(const sim::Field& field) {
    const Variable* variable = find_variable(field.key);
    if (variable == nullptr) return report_unknown(field);
    const auto [first, is_new] = written_as_.emplace(variable->name, field.key);
    if (!is_new) {
      return fault(field, sim::quote(first->second) + " and " + sim::quote(field.key) + " are one variable, and it is set twice");
    }
    if (!settings_.release) return true;
    const std::vector<std::string> names = names_in(*variable, *settings_.release);
    if (names.empty()) return fault(field, version_ + " has no " + field.key + "; " + who_has(*variable, settings_.release->family));
    if (!contains(names, field.key)) note(field, version_ + " calls " + field.key + " " + names.front() + ": one variable, two names");
    settings_.given.push_back(variable->name);
    return variable->effect == Effect::obeyed ? sort_obeyed(field, *variable, names.front()) : check_other(field, *variable);
  }

  bool sort_obeyed(const sim::Field& field, const Variable& variable, const std::string& name) {
    const Variable::Period& period = *period_of(variable, *settings_.release);
    if (period.type && !check_narrower(field, variable, *period.type)) return false;
    const bool is_ignored = period.state == State::ignored;
    (is_ignored ? ignored_ : obeyed_).append(name, field.key_mark, field.value);
    const std::string stays = default_of(variable);
    if (is_ignored && field.value.text() != stays) {
      note(field, field.key + " has no effect in " + version_ + ", where it stays at " + stays);
    }
    return true;
  }

  // Of a variable that is obeyed, some values are not there in this release, or not simulated.
  bool check_narrower(const sim::Field& field, const Variable& variable, const VariableType& type) {
    const std::string others = field.value.is_scalar() ? who_takes(variable, field.value.text()) : "";
    if (!others.empty() && !contains(type.choices, field.value.text())) {
      return fault(field, version_ + " takes no " + field.value.text() + " for " + field.key + "; some releases of " + others + " do");
    }
    const auto value = read_value(field.value, type, reader_.at_key(field.key));
    if (!value) return false;
    const std::string usual = default_of(variable);
    if (*value != usual && contains(variable.alike, *value) && contains(variable.alike, usual)) {
      note(field, field.key + " has no effect on the model (" + *value + " is simulated as " + usual + ")");
    }
    if (variable.simulated.empty() || contains(variable.simulated, *value)) return true;
    std::vector<std::string> simulated = variable.simulated;
    std::erase_if(simulated, [&](const std::string& each) { return !contains(type.choices, each); });
    return fault(field, sim::quote(field.key) + " is not simulated at " + *value + ", only at " + sim::list_of(simulated));
  }

  bool check_other(const sim::Field& field, const Variable& variable) {
    const sim::Reader reader = reader_.at_key(field.key);
    const auto value = read_value(field.value, type_in(variable, *settings_.release), reader);
    if (!value) return false;
    if (period_of(variable, *settings_.release)->state == State::ignored) {
      note(field, field.key + " has no effect in " + version_);
    } else if (variable.effect == Effect::none) {
      note(field, field.key + " has no effect on the model (" + variable.doc + ")");
    } else if (!check_simulated(field, variable, *value)) {
      return false;
    }
    settings_.without_effect[field.key] = *value;
    std::string as_given;
    return reader.read(field.value, as_given);  // for its origin
  }

  bool check_simulated(const sim::Field& field, const Variable& variable, const std::string& value) {
    const std::vector<std::string> simulated = simulated_values(variable, *settings_.release);
    if (!contains(simulated, value)) {
      return fault(field, sim::quote(field.key) + " is not simulated at " + value + ", only at " + sim::list_of(simulated));
    }
    const std::string usual = default_of(variable);
    if (value != usual && contains(simulated, usual)) {
      note(field, field.key + " has no effect on the model (" + value + " is simulated as " + usual + ")");
    }
    return true;
  }

  std::string default_of(const Variable& variable) const { return default_in(variable, *settings_.release); }

  bool report_unknown(const sim::Field& field) {
    const auto known = settings_.release ? variable_names(*settings_.release) : variable_names();
    return fault(field, "unknown server variable " + sim::quote(field.key) + sim::known_words(field.key, known));
  }

  bool fault(const sim::Field& field, std::string message) {
    return reader_.error_at(field.key_mark.location(), std::move(message));
  }

  void note(const sim::Field& field, std::string text) {
    settings_.notes.emplace_back(field.key_mark.location(), std::move(text));
  }

  VariableSettings& settings_;
  const std::string& version_;
  const sim::Reader& reader_;
  sim::Node obeyed_;
  sim::Node ignored_;
  std::map<std::string, std::string> written_as_;  // by newest name
  bool right_ = true;
};

// All values that some release takes.
VariableType widest_type(const Variable& variable) {
  VariableType widest = variable.type;
  for (const auto& [family, periods] : variable.periods) {
    for (const Variable::Period& period : periods) {
      if (!period.type) continue;
      if (widest.kind == VariableType::Kind::toggle) widest = *period.type;
      for (const std::string& choice : period.type->choices) {
        if (!contains(widest.choices, choice)) widest.choices.push_back(choice);
      }
    }
  }
  return widest;
}

}  // namespace

bool VariableSettings::is_given(const std::string& newest_name) const { return contains(given, newest_name); }

bool resolve_variables(VariableSettings& settings, const std::string& version, const sim::Reader& reader) {
  settings.release = parse_release(version);
  if (settings.release && !is_family(settings.release->family)) settings.release.reset();
  if (settings.release) settings.values = default_variables(*settings.release);
  return VariableReader(settings, version, reader).read();
}

}  // namespace models

namespace sim {

bool Codec<models::VariableSettings>::read(const Node& node, models::VariableSettings& settings, const Reader& reader) {
  if (!node.is_mapping() && !node.is_null()) return reader.wrong_kind(node, "a mapping from server variables to values");
  settings.node = node;
  return true;
}

Json Codec<models::VariableSettings>::write(const models::VariableSettings& settings) {
  if (!settings.release) return Json::object();
  Json written = models::server_variables_schema(*settings.release).write(settings.values);
  written.update(settings.without_effect);
  return written;
}

void Codec<models::VariableSettings>::describe(const FieldDescription& row, const models::VariableSettings&,
                                               std::vector<FieldDescription>& out) {
  for (auto& inner : models::server_variables_schema().describe({}, row.path)) {
    inner.default_value = "(of the version)";
    out.push_back(std::move(inner));
  }
}

Json Codec<models::VariableSettings>::json_schema() {
  Json schema = models::server_variables_schema().json_schema_with_defaults({});
  Json& properties = schema["properties"];
  for (const models::Variable& each : models::server_variables()) {
    Json& property = properties[each.name];
    if (each.effect != models::Variable::Effect::obeyed) {
      property = models::json_schema(models::widest_type(each));
      property["description"] = each.doc;
    }
    property.erase("default");
    if (each.older_name.empty()) continue;
    Json older = property;
    properties[each.older_name] = std::move(older);
  }
  return schema;
}

}  // namespace sim
