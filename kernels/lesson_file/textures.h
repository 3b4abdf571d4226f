// [[textures]] of a lesson file: arrays that kernels see as textures or surfaces.
#pragma once

#include <vector>

#include "kernels/lesson_file/evaluation.h"
#include "kernels/lesson_file/lesson.h"
#include "kernels/lesson_file/reader.h"
#include "kernels/lesson_file/spec.h"

namespace lanescope::lesson {

// Errors are kept by the tables' reader.
[[nodiscard]] std::vector<TextureSpec> read_textures(const std::vector<Table>& tables);

// Evaluates one; its array is one of `arrays`, with known sizes. Errors are kept in `evaluation`.
[[nodiscard]] TextureView resolve_texture(const TextureSpec& spec,
                                          const std::vector<const Argument*>& arrays,
                                          Evaluation& evaluation);

}  // namespace lanescope::lesson
