// The content of a lesson file, checked for form. Expressions are not evaluated yet.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "kernels/lesson_file/element_type.h"
#include "kernels/lesson_file/lesson.h"
#include "kernels/lesson_file/moving.h"
#include "sim/texture/texture.h"

namespace lanescope::lesson {

// A place in the file.
struct Place {
  int line = 0;     // from 1
  std::string key;  // "launch.grid[1]"
};

// A number, or an expression for one. Fractions are allowed only for values of arguments.
struct Amount {
  std::variant<std::int64_t, double, std::string> value;
  Place place;
};

struct LocatedText {
  std::string text;
  Place place;
};

struct LocatedInteger {
  std::string name;
  std::int64_t value = 0;
  Place place;
};

struct ParameterSpec {
  Parameter parameter;
  Place place;
};

struct LaunchSpec {
  std::optional<std::vector<Amount>> grid, block;  // one to three entries
  std::optional<Amount> dynamic_shared;            // bytes
  std::optional<Amount> registers;                 // per thread
  std::optional<Amount> cooperative;               // 0 or 1
  LaunchGuess guessed = LaunchGuess::none;
  Place place;
};

// An argument, an array, a symbol, or a member of a structure. One of count, values, pointer,
// structure and texture is there; in a structure, count makes an array that is part of it.
struct ArgumentSpec {
  std::string name;  // a member's may be empty
  ValueType type;
  bool has_type = true;         // false: a structure, or a pointer of its array's type
  std::optional<Amount> count;  // elements
  LocatedText init;
  std::string written{};       // as in Argument
  std::vector<Amount> values;  // one; a vector's lanes; in a structure also an array's elements
  std::optional<LocatedText> pointer;    // "nullptr", or an array with an offset: "A + N"
  std::optional<LocatedText> structure;  // the type's name
  std::optional<LocatedText> texture;    // the name of a texture
  bool is_surface = false;               // the texture, as a surface
  std::vector<ArgumentSpec> members;
  std::optional<Amount> align;     // bytes
  std::optional<Amount> address;   // on the device; empty: chosen
  bool is_simulators_own = false;  // the address: a GPU chooses another one
  bool is_scratch = false;
  std::vector<Amount> shape;
  Place shape_place;
  Place place;
};

// An array seen as a texture.
struct TextureSpec {
  std::string name;
  LocatedText array;
  bool is_cube = false;
  texture::Memory memory = texture::Memory::array;
  std::optional<Amount> width, height, depth, layers;
  std::optional<Amount> pitch;      // bytes
  std::optional<LocatedText> type;  // of a channel; none: the array's
  std::optional<Amount> channels;
  texture::Filter filter = texture::Filter::point;
  std::array<texture::Address, 3> address{};
  std::optional<Amount> normalized;  // 0 or 1
  bool reads_fractions = false;
  std::vector<Amount> border;
  Place filter_place, read_place, border_place;
  Place place;
};

// A launch before the lesson's own: an entry of [[before]]. Its arguments have no count.
struct EarlierLaunchSpec {
  LocatedText kernel;
  LaunchSpec launch;
  std::vector<ArgumentSpec> args;
};

struct MovingSpec {
  // In the order of moving_keys(); empty: the key's default.
  std::vector<std::optional<Amount>> values;
  std::vector<std::string> programs;  // of streams: sim/transfer/arrangement.h
  std::optional<Amount> program;      // which of them, from 0
  Place place;
};

struct BoundSpec {
  BoundKind kind = BoundKind::sum;
  Amount size;
};

// One kernel of the lesson, including what the lesson says for all variants.
struct VariantSpec {
  std::string name;  // "" for a lesson without variants
  Text title;
  std::optional<LocatedText> source, kernel;
  std::vector<LocatedText> include, flags;
  std::vector<ParameterSpec> params;  // in the file's order; defaults include `set`
  std::vector<LocatedInteger> set;
  LaunchSpec launch;
  std::vector<ArgumentSpec> args, arrays, symbols;
  std::vector<TextureSpec> textures;
  std::vector<EarlierLaunchSpec> before;
  std::optional<BoundSpec> bound;
  std::optional<MovingSpec> moving;
  std::vector<std::string> provokes;
  Place place;
};

struct LessonSpec {
  std::string file;                   // as shown in messages
  std::string base;                   // a shipped lesson's id; empty: none
  Text title;                         // empty if the file gives none
  std::string program{};              // as in Resolved
  std::vector<VariantSpec> variants;  // at least one
  std::vector<Sweep> sweeps;
  std::vector<KnownDifference> differences;
};

// An empty name: the first. nullptr: there is no such variant.
[[nodiscard]] const VariantSpec* find_variant(const std::vector<VariantSpec>& variants,
                                              std::string_view name);
// `params`: a vector of ParameterSpec, const or not. nullptr: there is no such parameter.
[[nodiscard]] auto* find_parameter(auto& params, std::string_view name) {
  const auto found = std::find_if(params.begin(), params.end(), [name](const ParameterSpec& each) {
    return each.parameter.name == name;
  });
  return found != params.end() ? &*found : nullptr;
}
[[nodiscard]] std::vector<std::string> names_of(const std::vector<VariantSpec>& variants);
[[nodiscard]] std::vector<std::string> names_of(const std::vector<ParameterSpec>& params);

}  // namespace lanescope::lesson
