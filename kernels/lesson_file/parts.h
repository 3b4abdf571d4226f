// How arguments, arrays and textures of a lesson file are read, and then resolved for chosen
// parameter values. For the files of this folder only.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kernels/lesson_file/lesson.h"
#include "kernels/lesson_file/spec.h"

namespace lanescope::lesson {

class Table;  // reader.h

// ---- reading: errors are kept by the tables' reader ----

// earlier: an argument of a launch in [[before]].
enum class ArgumentRole : std::uint8_t { argument, array, symbol, member, earlier };

// [[args]], [[arrays]], [[symbols]] and the args of [[before]].
[[nodiscard]] std::vector<ArgumentSpec> read_arguments(const std::vector<Table>& tables,
                                                       ArgumentRole role);
// [[textures]]: arrays that kernels see as textures or surfaces.
[[nodiscard]] std::vector<TextureSpec> read_textures(const std::vector<Table>& tables);

// ---- resolving: errors are kept in an Evaluation ----

// Keeps the first error; what is computed after it is not used.
struct Evaluation {
  const std::string& file;  // in messages
  const Values& values;     // of the parameters
  std::optional<Error> error;

  void fail(const Place& place, std::string message);
  // 1 after an error. Precondition: not a fraction.
  [[nodiscard]] std::int64_t number(const Amount& amount);
};

// Fills args, symbols, array_bytes and the args of each launch in `before` of `into`: sizes, and
// values as bytes, laid out as C++ does. `folder`: what "file:" is relative to.
void resolve_arguments(const VariantSpec& variant, const std::filesystem::path& folder,
                       std::uint64_t max_array_bytes, Evaluation& evaluation, Resolved& into);
// Its array is one of `arrays`, with known sizes.
[[nodiscard]] TextureView resolve_texture(const TextureSpec& spec,
                                          const std::vector<const Argument*>& arrays,
                                          Evaluation& evaluation);

}  // namespace lanescope::lesson
