// What a kernel's printf prints (CUDA C++ Programming Guide, "Formatted Output").
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope::exec {

// The arguments as vprintf gets them: each aligned to its size, one behind the other. nullopt where
// they can't be read.
struct PrintSource {
  // `bytes` (4 or 8) of the arguments at `offset`.
  std::function<std::optional<std::uint64_t>(std::uint64_t offset, std::uint32_t bytes)> argument;
  // The text at an address, up to its zero.
  std::function<std::optional<std::string>(std::uint64_t address)> text;
};

struct Printed {
  std::string text;
  int arguments = 0;  // that the format took
};

// % [-+ #0] [width or *] [.precision or .*] [hh h l ll j z t] of d i u o x X c s f F e E g G a A p
// and %%. What is none of these is printed as it stands, as the device does.
[[nodiscard]] Printed format_print(std::string_view format, const PrintSource& source);

}  // namespace lanescope::exec
