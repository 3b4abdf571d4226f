// The content of a lesson file, checked for form. Expressions are not evaluated yet.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "kernels/lesson_file/lesson.h"

namespace lanescope::lesson {

// A place in the file.
struct Place {
  int line = 0;     // from 1
  std::string key;  // "launch.grid[1]"
};

// A number, or an expression for one. Fractions are allowed only for a scalar's value.
struct Quantity {
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
  std::optional<std::vector<Quantity>> grid, block;  // one to three entries
  std::optional<Quantity> dynamic_shared;            // bytes
  std::optional<Quantity> registers;                 // per thread
  Place place;
};

struct ArgumentSpec {
  std::string name;
  ElementType type = ElementType::f32;
  std::optional<Quantity> count;  // an array; exactly one of count and value is set
  std::optional<Quantity> value;  // a scalar
  LocatedText init;
  std::vector<Quantity> shape;
  Place shape_place;
  Place place;
};

struct BoundSpec {
  BoundKind kind = BoundKind::sum;
  Quantity size;
};

// One kernel of the lesson, including what the lesson says for all variants.
struct VariantSpec {
  std::string name;  // "" for a lesson without variants
  Text title;
  std::optional<LocatedText> source, kernel;
  std::vector<ParameterSpec> params;  // in the file's order; defaults include `set`
  std::vector<LocatedInteger> set;
  LaunchSpec launch;
  std::vector<ArgumentSpec> args;
  std::optional<BoundSpec> bound;
  std::vector<std::string> provokes;
  Place place;
};

struct LessonSpec {
  std::string file;                   // as shown in messages
  Text title;                         // empty if the file gives none
  std::vector<VariantSpec> variants;  // at least one
  std::vector<Sweep> sweeps;
  std::vector<KnownDifference> differences;
};

}  // namespace lanescope::lesson
