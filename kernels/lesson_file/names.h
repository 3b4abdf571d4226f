// Names in messages: lists of what exists, and suggestions for misspelt names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::lesson {

// "a, b, c"; "none" for an empty list.
[[nodiscard]] std::string list_of(const std::vector<std::string>& names);
// "; did you mean 'count'?" if a candidate is similar enough, else "".
[[nodiscard]] std::string did_you_mean(std::string_view word,
                                       const std::vector<std::string>& candidates);
// Letters, digits and '_', not starting with a digit.
[[nodiscard]] bool is_identifier(std::string_view name);
// A keyword of C++, or a name reserved to the compiler: "int", "__shared__".
[[nodiscard]] bool is_word_of_cpp(std::string_view name);
// "1.5 GiB", "64 MiB", "227 KiB", "12 bytes".
[[nodiscard]] std::string readable_bytes(std::uint64_t bytes);

// What a sweep can plot: counts of a whole run. sim/metrics/metrics.def lists them.

// "global_load.sectors_per_request", "branch_efficiency_percent", ...
[[nodiscard]] const std::vector<std::string>& quantity_names();
// Says what is wrong with the name and suggests a similar one; empty if the name is valid.
[[nodiscard]] std::string quantity_problem(std::string_view name);

}  // namespace lanescope::lesson
