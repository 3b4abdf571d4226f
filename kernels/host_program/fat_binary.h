// Finds the PTX in what a compiler put into a program for the runtime.
//
// nvcc's host code registers a wrapper (magic 0x466243b1) that points to a fat binary: containers
// (magic 0xba55ed50) of entries, machine code (kind 2) and PTX (kind 1). An entry is stored plain,
// compressed by LZ4 (flag 0x2000, until CUDA 12.7) or by Zstandard (flag 0x8000). NVIDIA does not
// document the format; it was found out by looking at what nvcc 11.8 to 13.0 write. Lanescope's own
// builds by clang put the PTX's text itself where the containers would be.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace lanescope::host_program {

// The PTX texts of an image: a wrapper, containers, or a text. Of the versions for several
// architectures only that for the newest; those of several files that were linked as one text. The
// error says what is there instead.
[[nodiscard]] tl::expected<std::vector<std::string>, std::string> ptx_texts_of(const void* image);

using RegisterCounts = std::map<std::string, std::uint32_t, std::less<>>;

// The registers per thread of each kernel, by its name in the PTX, in the machine code that a GPU
// of this architecture (90: compute capability 9.0) would run: the newest one for the same major
// version. Empty: the image, as above, has none for it.
//
// ptxas writes them into the machine code's ELF file: in the section .nv.info, as attribute 0x2f
// (REGCOUNT) with the index of a symbol and the number. `cuobjdump -elf` shows them.
[[nodiscard]] RegisterCounts registers_in(const void* image, int architecture);

}  // namespace lanescope::host_program
