// Which bytes of the threads' local memory have been written: one bit per byte.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/exec/lanes/instruction.h"

namespace lanescope::exec {

class LocalShadow {
 public:
  LocalShadow(std::uint64_t bytes_per_thread, std::uint32_t threads);

  void start_block();
  void write(std::uint32_t warp, std::uint32_t mask, const std::uint64_t* address,
             std::uint32_t bytes);
  // The same for any number of bytes, at one address in all these lanes: a multiple of 8.
  void write_all(std::uint32_t warp, std::uint32_t mask, std::uint64_t address,
                 std::uint64_t bytes);
  // The bytes hold an undefined value from now on.
  void forget(std::uint32_t warp, std::uint32_t mask, const std::uint64_t* address,
              std::uint32_t offset, std::uint32_t bytes);
  [[nodiscard]] bool any_written(std::uint32_t thread, std::uint64_t first,
                                 std::uint64_t bytes) const;
  // The lanes that read no written byte. A partly written access is accepted: the rest may be a
  // structure's padding or an unused element of a vector.
  [[nodiscard]] std::uint32_t unwritten(std::uint32_t warp, std::uint32_t mask,
                                        const std::uint64_t* address, std::uint32_t bytes) const;

 private:
  std::uint64_t words_per_thread_;
  bool any_written_ = false;
  std::vector<std::uint64_t> written_;
};

}  // namespace lanescope::exec
