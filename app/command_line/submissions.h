// Grades a folder of kernels, each in a process of its own, so that one that hangs, crashes or
// wants too much does not touch the others.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/command_line/values.h"

namespace lanescope::app {

struct Submissions {
  std::filesystem::path folder;        // its .cu files are graded, in the order of their names
  std::filesystem::path out;           // gets grades.csv, and NAME.md for each; made if missing
  std::vector<std::string> arguments;  // of `grade`, for each: the lesson, its variant and values
  Shard part;
  std::chrono::seconds deadline{60};  // for each
  std::uint64_t memory_mib = 4096;    // address space of each
};
struct GradedFolder {
  std::size_t graded = 0, passed = 0;
};
// The error says which folder or file can't be read or written.
[[nodiscard]] tl::expected<GradedFolder, std::string> grade_folder(const Submissions& submissions);

// Joins the CSV files of parts 1 to N of a list, in this order, to the file of the whole list. The
// error says which part does not belong to the others.
[[nodiscard]] tl::expected<std::string, std::string> merged_csv(
    const std::vector<std::string>& names, const std::vector<std::string>& parts);

}  // namespace lanescope::app
