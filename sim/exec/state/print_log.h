// The printed output of one worker's blocks. Merged, it is in block order, and within a block in
// execution order, whichever worker ran the block.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::exec {

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
