// JSON as it is printed. A file that only prints a document need not read the library's header.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace lanescope::app {

// Indented by two, with a line break at the end. Bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string printed(const nlohmann::ordered_json& json);

}  // namespace lanescope::app
