#include "app/command_line/json_text.h"

#include <nlohmann/json.hpp>

namespace lanescope::app {

std::string printed(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace lanescope::app
