#include "kernels/lesson_file/chosen_variants.h"

#include <algorithm>

#include <fmt/format.h>

#include "kernels/lesson_file/names.h"

namespace lanescope::lesson {

std::vector<std::string> chosen_variants(const Table& table,
                                         const std::vector<VariantSpec>& variants) {
  const auto chosen = table.text_list("variants");
  if (!chosen) return {};
  const std::vector<std::string> names = names_of(variants);
  for (const std::string& name : *chosen) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      table.fail("variants", fmt::format("no variant '{}'{}; there are {}", name,
                                         did_you_mean(name, names), list_of(names)));
    }
  }
  return *chosen;
}

}  // namespace lanescope::lesson
