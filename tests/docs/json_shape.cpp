#include "tests/docs/json_shape.h"

namespace lanescope::docs {
namespace {

using nlohmann::json;

constexpr const char* more = "...";

bool has_type_of(const json& example, const json& output) {
  if (example.is_null() || output.is_null()) return true;  // null: there is none in this run
  if (example.is_number()) return output.is_number();
  return example.type() == output.type();
}

bool tells_nothing(const json& value) {
  return value.is_null() || (value.is_array() && value.empty());
}

// What either has; of arrays, the elements of both.
json united(json all, const json& further) {
  if (tells_nothing(all)) return further;
  if (all.is_object() && further.is_object()) {
    for (const auto& [key, value] : further.items())
      all[key] = all.contains(key) ? united(std::move(all[key]), value) : value;
  } else if (all.is_array() && further.is_array()) {
    all.insert(all.end(), further.begin(), further.end());
  }
  return all;
}

json elements_united(const json& array) {
  json all = array.front();
  for (const json& element : array) all = united(std::move(all), element);
  return all;
}

}  // namespace

std::vector<std::string> differences(const json& example, const json& output,
                                     const std::string& path) {
  std::vector<std::string> found;
  const auto add = [&](const std::vector<std::string>& further) {
    found.insert(found.end(), further.begin(), further.end());
  };
  if (!has_type_of(example, output)) {
    return {path + ": the output has " + output.type_name() + ", the example " +
            example.type_name()};
  }
  if (example.is_object() && output.is_object()) {
    const std::string prefix = path.empty() ? "" : path + ".";
    for (const auto& [key, value] : example.items()) {
      if (key == more) continue;
      if (output.contains(key))
        add(differences(value, output.at(key), prefix + key));
      else
        found.push_back(prefix + key + ": the output has no such key");
    }
    for (const auto& [key, value] : output.items()) {
      if (!example.contains(key) && !example.contains(more))
        found.push_back(prefix + key + ": the example lacks this key");
    }
  } else if (example.is_array() && output.is_array() && !example.empty() && !output.empty()) {
    add(differences(elements_united(example), elements_united(output), path + "[]"));
  }
  return found;
}

}  // namespace lanescope::docs
