#include "kernels/lesson_file/spec.h"

namespace lanescope::lesson {

const VariantSpec* find_variant(const std::vector<VariantSpec>& variants, std::string_view name) {
  if (name.empty()) return &variants.front();
  const auto found = std::find_if(variants.begin(), variants.end(),
                                  [name](const VariantSpec& each) { return each.name == name; });
  return found != variants.end() ? &*found : nullptr;
}

std::vector<std::string> names_of(const std::vector<VariantSpec>& variants) {
  std::vector<std::string> names;
  for (const VariantSpec& variant : variants) names.push_back(variant.name);
  return names;
}

std::vector<std::string> names_of(const std::vector<ParameterSpec>& params) {
  std::vector<std::string> names;
  for (const ParameterSpec& param : params) names.push_back(param.parameter.name);
  return names;
}

}  // namespace lanescope::lesson
