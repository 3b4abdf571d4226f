#include "kernels/lesson_file/quantity_names.h"

#include <algorithm>

#include <fmt/format.h>

#include "kernels/lesson_file/names.h"

namespace lanescope::lesson {
namespace {

// For each kind of access, the counts that its memory has.
std::vector<std::string> all_names() {
  std::vector<std::string> names{"threads_per_block",
                                 "warps_per_block",
                                 "blocks",
                                 "shared_bytes",
                                 "warp_instructions",
                                 "thread_instructions",
                                 "branches",
                                 "divergent_branches",
                                 "barriers",
                                 "branch_efficiency_percent",
                                 "occupancy.percent",
                                 "warp_execution_efficiency_percent"};
  const auto add = [&](std::initializer_list<const char*> kinds,
                       std::initializer_list<const char*> counts) {
    for (const char* kind : kinds) {
      for (const char* count : counts) names.push_back(fmt::format("{}.{}", kind, count));
    }
  };
  add({"global_load", "global_store", "global_atomic", "local_load", "local_store"},
      {"requests", "bytes_requested", "bytes_used", "sectors", "ideal_sectors", "tag_lookups",
       "efficiency_percent", "sectors_per_request"});
  add({"shared_load", "shared_store", "shared_atomic", "constant_load"},
      {"requests", "bytes_requested", "wavefronts", "ideal_wavefronts", "conflicts",
       "wavefronts_per_request"});
  return names;
}

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
  static const std::vector<std::string> names = all_names();
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
