#include "kernels/lesson_file/quantity_names.h"

#include <algorithm>

#include <fmt/format.h>

#include "kernels/lesson_file/names.h"
#include "sim/metrics/metrics.h"

namespace lanescope::lesson {
namespace {

// The quantities with the same kind of access ("global_load.").
std::vector<std::string> with_the_same_kind(std::string_view name) {
  std::vector<std::string> names;
  const std::string_view kind = name.substr(0, name.find('.') + 1);
  for (const std::string& other : quantity_names()) {
    if (kind.size() > 1 && other.starts_with(kind)) names.push_back(other);
  }
  return names;
}

}  // namespace

const std::vector<std::string>& quantity_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const report::Quantity& quantity : report::quantities()) all.push_back(quantity.name);
    return all;
  }();
  return names;
}

std::string quantity_problem(std::string_view name) {
  const std::vector<std::string>& names = quantity_names();
  if (std::find(names.begin(), names.end(), name) != names.end()) return {};
  const std::vector<std::string> near = with_the_same_kind(name);
  return fmt::format("unknown quantity '{}'{}; there are {}", name, did_you_mean(name, names),
                     list_of(near.empty() ? names : near));
}

}  // namespace lanescope::lesson
