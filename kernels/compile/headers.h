// Finds the headers that a text may read, without compiling it. A cached result is valid only while
// they are unchanged.
//
// Every #include counts, even in a disabled branch or in a header, and so does every file that its
// name may mean in any of the folders. The list may hold more headers than the compiler reads, but
// it misses none, and a new file that hides another is noticed at once. `#include NAME` would need
// a preprocessor: such a text is marked as not fully known and is not cached.
//
// Rejected: the compiler's own list of headers. NVRTC gives none, and such a list can't mention a
// file that did not exist yet.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/compile/compile.h"

namespace lanescope::compile {

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // some editors write it first

struct Header {
  std::filesystem::path path;
  std::string digest;  // of its contents
  bool is_of_toolkit = false;
  bool operator==(const Header&) const = default;
};

struct Headers {
  std::vector<Header> found;
  std::vector<std::filesystem::path> absent;  // searched for and not found, outside the Toolkit
  bool all_known = true;                      // false: there is an `#include NAME`
  std::vector<std::filesystem::path> last;    // those of HeaderSearch::last that have a header
  bool operator==(const Headers&) const = default;

  // Of all names and contents; empty if no header was found.
  [[nodiscard]] std::string digest() const;
};

struct HeaderSearch {
  std::filesystem::path folder;  // the text's folder; empty: none
  // Searched for <name>, and for "name" that is not beside its text.
  std::vector<std::filesystem::path> folders;
  bool are_of_toolkit = false;  // an `#include NAME` in them leads only to other Toolkit headers
  std::vector<std::filesystem::path> own{};  // the user's; searched before `folders`
  // Searched for an #include that is nowhere else, one after the other until one has it. Not for
  // those of a library (<vector>), nor for a name with "..", which could lead out of the folders.
  std::vector<std::filesystem::path> last{};
};

// Source::folder; empty if that is.
[[nodiscard]] std::filesystem::path absolute_folder(const Source& source);

// The folders of CPATH and CPLUS_INCLUDE_PATH, in which clang and nvcc's host compiler search.
// `folder`: the working directory.
[[nodiscard]] std::vector<std::filesystem::path> folders_of_environment(
    const std::filesystem::path& folder);

[[nodiscard]] Headers headers_of(const Source& source, Compiler compiler,
                                 const HeaderSearch& search);

}  // namespace lanescope::compile
