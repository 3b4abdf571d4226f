// Whether an example of JSON in the documentation has the keys and types of the program's output.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace lanescope::docs {

// One line for each difference: "sites[].colour: the output has no such key". An object of the
// example that has the key "..." leaves keys out. Of an array, the elements are taken together:
// each key of some element here is in some element there.
[[nodiscard]] std::vector<std::string> differences(const nlohmann::json& example,
                                                   const nlohmann::json& output,
                                                   const std::string& path = "");

}  // namespace lanescope::docs
