// The output of a kernel's printf (CUDA C++ Programming Guide, "Formatted Output").
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::exec {

// The arguments in vprintf's layout: in order, each aligned to its size. The functions return
// nullopt if the memory can't be read.
struct PrintSource {
  // Reads `bytes` (4 or 8) at `offset` of the arguments.
  std::function<std::optional<std::uint64_t>(std::uint64_t offset, std::uint32_t bytes)> argument;
  // Reads the zero-terminated text at an address.
  std::function<std::optional<std::string>(std::uint64_t address)> text;
};

struct Printed {
  std::string text;
  int arguments = 0;  // number of arguments used by the format
};

// % [-+ #0] [width or *] [.precision or .*] [hh h l ll j z t] with one of d i u o x X c s f F e E g
// G a A p, and %%. Anything else is printed unchanged, as on the device.
[[nodiscard]] Printed format_print(std::string_view format, const PrintSource& source);

// The printed output of one worker's blocks. Merged, it is in block order, and within a block in
// execution order, whichever worker ran the block.
class PrintLog {
 public:
  struct Entry {
    std::uint64_t block_index = 0;
    std::string text;
  };
  // `block_index` never decreases, because a worker's blocks come in order. So output that does not
  // fit comes after everything that is kept.
  void add(std::uint64_t block_index, const std::string& text);
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  [[nodiscard]] bool is_cut() const { return is_cut_; }

 private:
  std::vector<Entry> entries_;  // one per block
  std::uint64_t bytes_ = 0;
  bool is_cut_ = false;
};

struct PrintedText {
  std::string text;  // at most max_printed_bytes
  bool is_cut = false;
};
[[nodiscard]] PrintedText printed_in_order(const std::vector<const PrintLog*>& logs);

}  // namespace lanescope::exec
