// What a server makes of an option's value.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "calibration/readers/option_name.hpp"
#include "calibration/readers/server_options.hpp"
#include "models/option_type.hpp"

namespace calibration {

class OptionValues {
 public:
  OptionValues(const std::optional<models::Release>& release, sim::Diagnostics& diagnostics);

  // Nothing after reporting a value at which the server stops.
  std::optional<ServerSetting> read(const Option& option, const OptionName& name);

 private:
  const models::OptionType* type_of(const OptionName& name) const;
  bool read_typed(ServerSetting& setting, const Option& option, const OptionName& name, const models::OptionType& type);
  void read_switch(ServerSetting& setting, const OptionName& name, const std::string* text);
  bool read_number(ServerSetting& setting, const models::OptionType& type, const std::string& text);
  bool read_choice(ServerSetting& setting, const models::OptionType& type, const std::string& text);
  void read_untyped(ServerSetting& setting, const OptionName& name, const std::string* text);
  void read_log_bin(ServerSetting& setting, const OptionName& name, const std::string* text);
  void warn_of_end(const ServerSetting& setting, std::string_view end);
  bool fault(const ServerSetting& setting, const std::string& message);

  std::optional<models::Release> release_;
  sim::Diagnostics& diagnostics_;
  std::shared_ptr<const models::OptionTypes> types_;
};

}  // namespace calibration
