#include "sim/exec/state/written_bytes.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/exec/state/zero_bytes.h"

namespace lanescope::exec {
namespace {

constexpr std::uint64_t all_ones = ~std::uint64_t{0};

// Where a launch has written, the range begins, if that is in so many words of bits: one that is
// not found costs speed only.
constexpr std::uint64_t most_words_searched = 4096;

std::uint64_t load(std::uint64_t& word) {
  return std::atomic_ref(word).load(std::memory_order_relaxed);
}

// The lowest `count` bits, at most 64.
constexpr std::uint64_t low_bits(std::uint64_t count) {
  return count >= 64 ? all_ones : (std::uint64_t{1} << count) - 1;
}

// Calls what(word, mask) for the bits [first, first + bytes), until it returns false. Returns
// whether it never did.
template <class What>
bool for_words(std::uint64_t first, std::uint64_t bytes, What what) {
  for (std::uint64_t at = first; at < first + bytes;) {
    const std::uint64_t bit = at % 64;
    const std::uint64_t count = std::min(64 - bit, first + bytes - at);
    if (!what(at / 64, low_bits(count) << bit)) return false;
    at += count;
  }
  return true;
}

}  // namespace

WrittenBytes::WrittenBytes(std::uint64_t bytes)
    : bytes_(bytes),
      bits_(reinterpret_cast<std::uint64_t*>(zero_bytes(2 * words() * sizeof(std::uint64_t)))) {}

std::unique_ptr<WrittenBytes> WrittenBytes::make(std::uint64_t bytes) {
  std::unique_ptr<WrittenBytes> made(new WrittenBytes(bytes));
  if (made->bits_ == nullptr) return nullptr;
  return made;
}

void WrittenBytes::mark_in(std::uint64_t* to, std::uint64_t first, std::uint64_t bytes) {
  for_words(first, bytes, [to](std::uint64_t index, std::uint64_t mask) {
    const std::atomic_ref word(to[index]);
    if (mask == all_ones) {
      word.store(mask, std::memory_order_relaxed);
    } else if ((word.load(std::memory_order_relaxed) & mask) != mask) {
      word.fetch_or(mask, std::memory_order_relaxed);
    }
    return true;
  });
}

void WrittenBytes::mark_updated(std::uint64_t first, std::uint64_t bytes) {
  has_updates_.store(true, std::memory_order_relaxed);
  mark_in(updated(), first, bytes);
}

std::uint64_t WrittenBytes::word(std::uint64_t index) const {
  std::uint64_t bits = load(written()[index]);
  const std::uint64_t first = std::max(whole_.first, index * word_bits);
  const std::uint64_t end = std::min(whole_.end, (index + 1) * word_bits);
  if (first < end) bits |= low_bits(end - first) << first % word_bits;
  return bits;
}

std::uint64_t WrittenBytes::bits_from(std::uint64_t first) const {
  const std::uint64_t index = first / word_bits, bit = first % word_bits;
  if (bit == 0) return word(index);
  const std::uint64_t next = index + 1 < words() ? word(index + 1) : 0;
  return word(index) >> bit | next << (word_bits - bit);
}

bool WrittenBytes::all(std::uint64_t first, std::uint64_t bytes) const {
  return whole_.contains(first, bytes) ||
         for_words(first, bytes, [this](std::uint64_t index, std::uint64_t mask) {
           return (word(index) & mask) == mask;
         });
}

bool WrittenBytes::any(std::uint64_t first, std::uint64_t bytes) const {
  return !for_words(first, bytes, [this](std::uint64_t index, std::uint64_t mask) {
    return (word(index) & mask) == 0;
  });
}

bool WrittenBytes::any_updated(std::uint64_t first, std::uint64_t bytes) const {
  return has_updates_.load(std::memory_order_relaxed) &&
         !for_words(first, bytes, [this](std::uint64_t index, std::uint64_t mask) {
           return (load(updated()[index]) & mask) == 0;
         });
}

void WrittenBytes::cover(std::uint64_t first, std::uint64_t bytes) {
  const Range added{first, first + bytes};
  const bool meets = added.first <= whole_.end && added.end >= whole_.first;
  if (meets && whole_.first < whole_.end) {
    whole_ = {std::min(whole_.first, added.first), std::max(whole_.end, added.end)};
  } else if (bytes > whole_.end - whole_.first) {
    dissolve();
    whole_ = added;
  } else {
    mark_in(written(), first, bytes);
  }
  extend();
}

void WrittenBytes::forget(std::uint64_t first, std::uint64_t bytes) {
  if (first < whole_.end && first + bytes > whole_.first) dissolve();
  for_words(first, bytes, [this](std::uint64_t index, std::uint64_t mask) {
    written()[index] &= ~mask;
    return true;
  });
}

void WrittenBytes::copy(const WrittenBytes& from, std::uint64_t from_first, std::uint64_t first,
                        std::uint64_t bytes) {
  if (from.all(from_first, bytes)) return cover(first, bytes);
  if (first < whole_.end && first + bytes > whole_.first) dissolve();
  for_words(first, bytes, [&](std::uint64_t index, std::uint64_t mask) {
    const std::uint64_t at = std::max(first, index * word_bits);
    const std::uint64_t bits = from.bits_from(from_first + (at - first)) << at % word_bits;
    written()[index] = (written()[index] & ~mask) | (bits & mask);
    return true;
  });
  find_whole();
}

void WrittenBytes::settle() {
  if (!is_marked_ && !has_updates_) return;
  if (has_updates_) {
    for (std::uint64_t i = 0; i < words(); ++i) {
      written()[i] |= updated()[i];
      updated()[i] = 0;
    }
  }
  is_marked_ = has_updates_ = false;
  find_whole();
}

void WrittenBytes::find_whole() {
  if (whole_.first == whole_.end) {
    const std::span searched(written(), std::min(words(), most_words_searched));
    const auto found = std::ranges::find_if(searched, [](std::uint64_t word) { return word != 0; });
    if (found == searched.end()) return;
    whole_.first = static_cast<std::uint64_t>(found - searched.begin()) * word_bits +
                   static_cast<std::uint64_t>(std::countr_zero(*found));
    whole_.end = whole_.first;
  }
  extend();
}

void WrittenBytes::dissolve() {
  mark_in(written(), whole_.first, whole_.end - whole_.first);
  whole_ = {};
}

void WrittenBytes::extend() {
  while (whole_.end < bytes_) {
    const std::uint64_t bit = whole_.end % word_bits;
    const auto more =
        static_cast<std::uint64_t>(std::countr_one(written()[whole_.end / word_bits] >> bit));
    whole_.end += std::min(more, bytes_ - whole_.end);
    if (bit + more < word_bits) break;
  }
  while (whole_.first > 0) {
    const std::uint64_t bit = (whole_.first - 1) % word_bits;
    const auto more = static_cast<std::uint64_t>(
        std::countl_one(written()[(whole_.first - 1) / word_bits] << (word_bits - 1 - bit)));
    whole_.first -= more;
    if (more <= bit) break;
  }
}

std::vector<std::byte> WrittenBytes::bits() const {
  std::vector<std::byte> bytes((bytes_ + 7) / 8);
  for (std::uint64_t i = 0; i < words(); ++i) {
    const std::uint64_t bits = word(i);
    const std::size_t at = i * sizeof bits;
    if (at < bytes.size())
      std::memcpy(bytes.data() + at, &bits, std::min(sizeof bits, bytes.size() - at));
  }
  return bytes;
}

void WrittenBytes::set_bits(std::span<const std::byte> bits) {
  dissolve();
  std::memcpy(written(), bits.data(), std::min<std::uint64_t>(bits.size(), (bytes_ + 7) / 8));
  find_whole();
}

}  // namespace lanescope::exec
