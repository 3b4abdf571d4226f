// What a lesson file says, read and checked for form, but with its expressions not yet evaluated.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "kernels/lesson_file/lesson.h"

namespace lanescope::lesson {

// Where in the file something stands.
struct Place {
  int line = 0;     // from 1
  std::string key;  // "launch.grid[1]"
};

// A number, or an expression that gives one. Fractions only where the format allows them (a
// scalar's value).
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
  std::optional<Quantity> registers;                 // a thread
  Place place;
};

struct ArgumentSpec {
  std::string name;
  ElementType type = ElementType::f32;
  std::optional<Quantity> count;  // an array; exactly one of count and value is there
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

// One kernel of the lesson, with what the whole lesson says filled in.
struct VariantSpec {
  std::string name;  // "" for a lesson without variants
  Text title;
  std::optional<LocatedText> source, kernel;
  std::vector<ParameterSpec> params;  // in the file's order; `set` has become their defaults
  std::vector<LocatedInteger> set;
  LaunchSpec launch;
  std::vector<ArgumentSpec> args;
  std::optional<BoundSpec> bound;
  std::vector<std::string> provokes;
  Place place;
};

struct LessonSpec {
  std::string file;                   // as shown in messages
  Text title;                         // empty when the file gives none
  std::vector<VariantSpec> variants;  // at least one
  std::vector<Sweep> sweeps;
  std::vector<KnownDifference> differences;
};

}  // namespace lanescope::lesson
