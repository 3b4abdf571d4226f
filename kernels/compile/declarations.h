// The declarations of a CUDA text, found without compiling it and without its headers.
//
// It reads tokens and brackets, no grammar: what a name means is unknown here, and the text may be
// one that no compiler accepts. So it answers only what brackets, `;` and CUDA's markers tell. A
// text that it takes apart wrongly costs at most a function that is kept although it could go:
// whatever has a marker, or lies in something that has one, is for the device.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::compile {

enum class DeclarationKind {
  function,    // a declaration or a definition; also the test of a framework: TEST(a, b) { ... }
  variable,    // of a namespace, or a class's data member
  type,        // class, struct, union, enum
  alias,       // using, typedef, namespace a = b
  macro_call,  // NAME(...), with or without a semicolon
  include,     // #include
  other        // static_assert, friend class, an asm, what is not understood
};

struct Declaration {
  DeclarationKind kind = DeclarationKind::other;
  std::string name;                // "main", "operator<<", "Matrix::print", "vector"; may be empty
  std::size_t begin = 0, end = 0;  // bytes of the text: [begin, end)
  int first_line = 0, last_line = 0;  // from 1
  // Of a function with a body: where it begins, at `{`, or at the `:` of a constructor. 0: none.
  std::size_t body = 0;
  int body_line = 0;
  bool is_device = false;  // carries or contains __global__, __device__, __constant__, ...
  bool is_constexpr = false;
  bool is_template = false;
  std::string template_parameters;  // as written: "typename T, int B"
  bool is_kernel = false;           // carries __global__
  bool is_virtual = false;          // also override
  int launch_line = 0;              // of the first <<< in it, from 1; 0: none
  bool is_member = false;           // of a class; it follows the class in the list

  [[nodiscard]] bool holds(int line) const { return first_line <= line && line <= last_line; }
};

// In the order of the text; members follow their class. What lies in namespaces, in extern "C" and
// in the branches of #if is at the top level, too.
//
// `device_words`: macros that stand for a marker, beside those that the text defines itself.
[[nodiscard]] std::vector<Declaration> declarations_of(
    std::string_view text, const std::vector<std::string>& device_words = {});

// The text's macros whose value has a marker, such as `#define HD __host__ __device__`, or one of
// the given words.
[[nodiscard]] std::vector<std::string> device_words_of(
    std::string_view text, const std::vector<std::string>& device_words = {});

// Blanks the bytes [begin, end) of the text. Line ends stay, so all else keeps its line and column.
// Of the directives all stay but #pragma: the #if that is in there may belong to an #endif that is
// not.
void blank(std::string& text, std::size_t begin, std::size_t end);

}  // namespace lanescope::compile
