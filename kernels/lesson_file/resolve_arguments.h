// Arguments, arrays and symbols of a lesson file become what a launch gets: sizes, and values as
// bytes, laid out as C++ does.
#pragma once

#include <cstdint>
#include <filesystem>

#include "kernels/lesson_file/evaluation.h"
#include "kernels/lesson_file/lesson.h"
#include "kernels/lesson_file/spec.h"

namespace lanescope::lesson {

// Fills args, symbols, array_bytes and the args of each launch in `before` of `into`. `folder`:
// what "file:" is relative to. Errors are kept in `evaluation`.
void resolve_arguments(const VariantSpec& variant, const std::filesystem::path& folder,
                       std::uint64_t max_array_bytes, Evaluation& evaluation, Resolved& into);

}  // namespace lanescope::lesson
