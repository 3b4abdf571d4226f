// What the text of a kernel's file tells of its launch without being compiled, for the lesson file
// that is written for it (own_kernel.h): its parameters and their types, and its block.
//
// `text`: of code_to_read() (kernel_in_text.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/lesson_file/element_type.h"
#include "kernels/lesson_file/lesson.h"

namespace lanescope::app {

// A parameter of the kernel or a member of a structure, as a lesson file says it.
struct ParameterInText {
  std::string name;
  lesson::ValueType type;  // of a value, or what a pointer points to
  bool is_pointer = false, is_constant = false;
  std::uint32_t elements = 0;            // of an array in a structure; else 0
  std::string structure;                 // its type's name; empty: no structure
  std::string align;                     // bytes, where the structure states them
  std::vector<ParameterInText> members;  // of the structure
  std::string object;                    // "texture" or "surface"; empty: neither
  std::string extents;                   // of that, as the file says them
  std::uint32_t texels = 0;
  // Of an array: elements for each one of the kernel's, where those are structures; and what the
  // lesson file says about it in a comment.
  std::uint32_t times = 1;
  std::string comment;
};

// A parameter as it is declared, the kernel's `number`-th, from 0. What a lesson file cannot say
// gets a stand-in and a comment that says why.
[[nodiscard]] ParameterInText parameter_in_text(const std::string& declared,
                                                const std::string& text, std::size_t number);

// Along x, y and z: of the function's first launch in the text, else of its indices.
struct BlockInText {
  std::vector<std::uint32_t> extents{};  // empty: the text does not tell it
  // From one block's elements to the next one's: more than the extent where a thread takes several.
  std::vector<std::uint32_t> steps{};
  lesson::LaunchGuess from = lesson::LaunchGuess::all;
};
[[nodiscard]] BlockInText block_in_text(const std::string& text, const std::string& function);

// Whether this word is in the text.
[[nodiscard]] bool has_word(const std::string& text, const std::string& word);

}  // namespace lanescope::app
