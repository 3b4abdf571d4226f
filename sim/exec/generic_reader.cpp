#include "sim/exec/generic_reader.h"

#include <cstring>

namespace lanescope::exec {
namespace {

constexpr std::size_t max_text_bytes = 64 * 1024;

}  // namespace

bool GenericReader::read(std::uint64_t address, std::span<std::byte> out,
                         std::uint32_t thread) const {
  const std::uint64_t offset = address % window_bytes;
  const auto copy = [&](const std::byte* base, std::uint64_t bytes) {
    if (offset > bytes || bytes - offset < out.size()) return false;
    std::memcpy(out.data(), base + offset, out.size());
    return true;
  };
  switch (address / window_bytes) {
    case shared_window / window_bytes:
      return copy(block_.shared.data(), launch_.shared_bytes);
    case local_window / window_bytes: {
      const std::uint64_t stride = launch_.program.local_bytes;
      return copy(block_.local.data() + thread * stride, stride);
    }
    case constant_window / window_bytes:
      return copy(launch_.constant_bank.data(), launch_.constant_bank.size());
    case param_window / window_bytes:
      return copy(launch_.parameters.data(), launch_.parameters.size());
    default:
      break;
  }
  const GlobalMemory::Array* array = launch_.memory.find(address, out.size());
  if (array == nullptr) return false;
  const std::uint64_t start = address - array->address;
  std::memcpy(out.data(), array->data + start, out.size());
  if (footprint_ != nullptr) {
    const auto index = static_cast<std::size_t>(array - launch_.memory.arrays().data());
    if (footprint_->wants_reads(index)) footprint_->mark(index, Touch::read, start, out.size());
  }
  return true;
}

std::optional<std::string> GenericReader::text(std::uint64_t address, std::uint32_t thread) const {
  std::string text;
  while (text.size() < max_text_bytes) {
    char c = 0;
    if (!read(address + text.size(), std::as_writable_bytes(std::span(&c, 1)), thread)) {
      return std::nullopt;
    }
    if (c == 0) break;
    text += c;
  }
  return text;
}

}  // namespace lanescope::exec
