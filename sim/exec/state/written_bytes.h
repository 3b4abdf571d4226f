// Which bytes of an array something has written. Memory of cudaMalloc() or malloc() has no value of
// its own before: the bytes here are zero, those of a GPU whatever was there.
//
// One bit per byte, and one range of which every byte is written, the largest piece in most
// programs: of it no bits are kept, and no access to it needs to look. The range changes between
// launches only. The workers of a launch mark and ask at the same time: they access whole words as
// relaxed atomics. If one reads what another wrote, the run is repeated in order (footprint.h),
// with a copy of the bits that was made before.
//
// An atomic operation on bytes that nothing has written leaves a value as undefined as before. It
// is reported, and its bytes count as written for plain accesses from then on, so that one mistake
// is one finding. For other atomic operations they do so after the launch only: which of them comes
// first depends on the order of the blocks.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

namespace lanescope::exec {

class WrittenBytes {
 public:
  // Of `bytes` bytes, of which none is written. nullptr: there is no memory.
  [[nodiscard]] static std::unique_ptr<WrittenBytes> make(std::uint64_t bytes);
  WrittenBytes(const WrittenBytes&) = delete;
  WrittenBytes& operator=(const WrittenBytes&) = delete;
  ~WrittenBytes() = default;

  struct Range {
    std::uint64_t first = 0, end = 0;
    [[nodiscard]] bool contains(std::uint64_t from, std::uint64_t bytes) const {
      return from >= first && from + bytes <= end;
    }
  };
  // Of which every byte is written.
  [[nodiscard]] const Range& whole() const { return whole_; }
  [[nodiscard]] bool is_all() const { return whole_.contains(0, bytes_); }

  // --- by the workers of a launch; precondition: the bytes are in range ---
  void mark(std::uint64_t first, std::uint64_t bytes) {
    if (whole_.contains(first, bytes)) return;
    if (!is_marked_.load(std::memory_order_relaxed))
      is_marked_.store(true, std::memory_order_relaxed);
    mark_in(written(), first, bytes);
  }
  // An atomic operation computed with their value.
  void mark_updated(std::uint64_t first, std::uint64_t bytes);
  [[nodiscard]] bool all(std::uint64_t first, std::uint64_t bytes) const;
  [[nodiscard]] bool any(std::uint64_t first, std::uint64_t bytes) const;
  [[nodiscard]] bool any_updated(std::uint64_t first, std::uint64_t bytes) const;

  // --- between launches, or while blocks run one after the other ---
  // All of them are written.
  void cover(std::uint64_t first, std::uint64_t bytes);
  // None of them is.
  void forget(std::uint64_t first, std::uint64_t bytes);
  // They get the state of as many bytes of `from`.
  void copy(const WrittenBytes& from, std::uint64_t from_first, std::uint64_t first,
            std::uint64_t bytes);
  // A launch has ended.
  void settle();
  // One bit for each byte, the lowest bit of the first byte first; the last byte is filled with
  // zeros.
  [[nodiscard]] std::vector<std::byte> bits() const;
  void set_bits(std::span<const std::byte> bits);

 private:
  static constexpr std::uint64_t word_bits = 64;

  explicit WrittenBytes(std::uint64_t bytes);
  [[nodiscard]] std::uint64_t words() const { return bytes_ / word_bits + 1; }
  [[nodiscard]] std::uint64_t* written() const { return bits_.get(); }
  [[nodiscard]] std::uint64_t* updated() const { return bits_.get() + words(); }
  static void mark_in(std::uint64_t* to, std::uint64_t first, std::uint64_t bytes);
  // The bits of one word, and those of 64 bytes from any one on.
  [[nodiscard]] std::uint64_t word(std::uint64_t index) const;
  [[nodiscard]] std::uint64_t bits_from(std::uint64_t first) const;
  // Keeps bits of the whole range, which is empty then.
  void dissolve();
  // Makes the range as large as the bits say. Where there is none, their first byte begins it.
  void find_whole();
  void extend();

  struct Free {
    void operator()(std::uint64_t* bits) const { std::free(bits); }
  };
  std::uint64_t bytes_;
  // From calloc: pages in which nothing is marked cost nothing. The words of the written bytes,
  // then those of the updated ones.
  std::unique_ptr<std::uint64_t, Free> bits_;
  Range whole_;
  std::atomic<bool> is_marked_ = false;  // by the launch: there is something to settle
  std::atomic<bool> has_updates_ = false;
};

}  // namespace lanescope::exec
