// Kernels that come as PTX: from Triton, Numba, another compiler.
//
// PTX may name the text that it was made from: `.file` and `.loc` (PTX ISA, section "Debugging
// Directives"). Where that text can be read, it is the kernel's source, as for a `.cu`. Where it
// can't, the PTX itself is the source, and its own lines are the places.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace lanescope::lesson {

// Whether a text is PTX: after blanks and comments it begins with `.version`, as all PTX must.
[[nodiscard]] bool is_ptx(std::string_view text);
// A file named .ptx is PTX whatever it begins with: the parser then says what is wrong in it.
[[nodiscard]] bool is_ptx(const std::filesystem::path& file, std::string_view text);

struct SourceOfPtx {
  std::filesystem::path path;
  std::string name;  // as shown to the user: "row_max.py"
  std::string text;
  std::string ptx;  // the given PTX with `name` in `.file`; lines keep their numbers
};

// The text that most `.loc` of the PTX speak of, if it can be read: where `.file` says, or beside
// the PTX. Else the PTX itself: `path`, `name` and `ptx` as given.
[[nodiscard]] SourceOfPtx source_of_ptx(const std::filesystem::path& path, const std::string& name,
                                        std::string ptx);

}  // namespace lanescope::lesson
