// Finds the PTX in what a compiler put into a program for the runtime.
//
// nvcc's host code registers a wrapper (magic 0x466243b1) that points to a fat binary: containers
// (magic 0xba55ed50) of entries, machine code (kind 2) and PTX (kind 1). An entry is stored plain,
// compressed by LZ4 (flag 0x2000, until CUDA 12.7) or by Zstandard (flag 0x8000). NVIDIA does not
// document the format; it was found out by looking at what nvcc 11.8 to 13.0 write. Lanescope's own
// builds by clang put the PTX's text itself where the containers would be.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace lanescope::runtime {

// The PTX texts of an image: a wrapper, containers, or a text. Of the versions for several
// architectures only that for the newest; those of several files that were linked as one text. The
// error says what is there instead.
[[nodiscard]] tl::expected<std::vector<std::string>, std::string> ptx_texts_of(const void* image);

}  // namespace lanescope::runtime
