// Which variable an option means.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "calibration/readers/option_file.hpp"
#include "models/version/release.hpp"
#include "models/version/variable.hpp"

namespace calibration {

struct OptionName {
  std::string name;                            // with underscores, without prefixes, spelt out
  const models::Variable* variable = nullptr;  // null for options that touch neither commit nor replication
  bool is_loose = false;
  std::optional<bool> switched;                // by enable_ (true), skip_ or disable_ (false)
};

class OptionNames {
 public:
  OptionNames(const std::optional<models::Release>& release, sim::Diagnostics& diagnostics)
      : release_(release), diagnostics_(diagnostics) {}

  // Nothing for one that a server passes over, and after reporting one at which it stops.
  std::optional<OptionName> find(const Option& option);

 private:
  bool resolve(OptionName& name, const Option& option);
  bool take_prefix(OptionName& name) const;
  bool is_full_name(const std::string& name) const;
  bool spell_out(OptionName& name, const Option& option);
  bool accepts_short_names() const;
  bool check_known(const OptionName& name, const Option& option);
  void report_unknown(const OptionName& name, const Option& option);

  std::optional<models::Release> release_;
  sim::Diagnostics& diagnostics_;
  int unknown_ = 0;
};

// "mysql-5.7", "mariadb-10.11.19"
std::string release_name(const models::Release& release);

}  // namespace calibration
