#include "sim/exec/state/nested_launches.h"

#include <algorithm>
#include <cstring>
#include <tuple>

#include "sim/exec/lanes/row_form.h"

namespace lanescope::exec {
namespace {

constexpr std::uint64_t buffer_alignment = 64;
constexpr std::uint64_t buffer_gap = 64;  // an argument too many must not reach the next buffer

}  // namespace

std::optional<std::size_t> NestedLaunches::kernel_at(std::uint64_t address) const {
  const auto found = std::ranges::find(programs_, address, &Program::address);
  if (found == programs_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - programs_.begin());
}

std::uint64_t NestedLaunches::add_buffer(std::size_t kernel, const LaunchConfig& config) {
  const std::uint64_t bytes = programs_[kernel].parameter_bytes;
  const std::uint64_t address = next_address_;
  next_address_ = align_up(address + bytes + buffer_gap, buffer_alignment);
  buffers_[address] = {kernel, config, std::vector<std::byte>(bytes), std::vector<bool>(bytes)};
  return address;
}

std::byte* NestedLaunches::find(std::uint64_t address, std::uint64_t bytes, bool writes) {
  auto found = buffers_.upper_bound(address);
  if (found == buffers_.begin()) return nullptr;
  --found;
  Buffer& buffer = found->second;
  const std::uint64_t offset = address - found->first;
  if (offset > buffer.bytes.size() || buffer.bytes.size() - offset < bytes) return nullptr;
  if (writes)
    std::fill_n(buffer.written.begin() + static_cast<std::ptrdiff_t>(offset), bytes, true);
  return buffer.bytes.data() + offset;
}

std::optional<std::size_t> NestedLaunches::missing_argument(std::uint64_t buffer) const {
  const Buffer& of = buffers_.at(buffer);
  const std::vector<ParameterInfo>& parameters = programs_[of.kernel].parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const ParameterInfo& parameter = parameters[i];
    const auto first = of.written.begin() + parameter.offset;
    const auto written =
        std::count(first, first + static_cast<std::ptrdiff_t>(parameter.bytes), true);
    // Structures are arrays of bytes. One without members has one byte, which nothing stores.
    const bool is_whole = parameter.type == ptx::Type::b8
                              ? written > 0 || parameter.bytes == 1
                              : static_cast<std::uint64_t>(written) == parameter.bytes;
    if (!is_whole) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> NestedLaunches::private_argument(std::uint64_t buffer) const {
  const Buffer& of = buffers_.at(buffer);
  const std::vector<ParameterInfo>& parameters = programs_[of.kernel].parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].bytes != 8 || ptx::bytes_of(parameters[i].type) != 8) continue;
    std::uint64_t value = 0;
    std::memcpy(&value, of.bytes.data() + parameters[i].offset, sizeof value);
    for (const std::uint64_t window : {shared_window, local_window, param_window}) {
      if (value / window_bytes == window / window_bytes) return i;
    }
  }
  return std::nullopt;
}

std::optional<std::size_t> NestedLaunches::kernel_of(std::uint64_t buffer) const {
  const auto found = buffers_.find(buffer);
  if (found == buffers_.end()) return std::nullopt;
  return found->second.kernel;
}

void NestedLaunches::launch(std::uint64_t buffer, ThreadNumber by, bool is_tail,
                            const SourcePlace& place) {
  const auto found = buffers_.find(buffer);
  Buffer& from = found->second;
  launches_.push_back({from.kernel, from.config, std::move(from.bytes), by, place, is_tail});
  buffers_.erase(found);
  ++waiting_;
}

DeviceError NestedLaunches::error_of(ThreadNumber thread) const {
  const auto found = errors_.find(thread);
  return found == errors_.end() ? DeviceError::success : found->second;
}

std::vector<NestedLaunch> NestedLaunches::take() {
  std::vector<NestedLaunch> all = std::exchange(launches_, {});
  std::ranges::stable_sort(
      all, {}, [](const NestedLaunch& launch) { return std::tuple(launch.is_tail, launch.by); });
  buffers_.clear();  // a buffer that is never launched ends with its grid
  errors_.clear();
  return all;
}

void NestedLaunches::begin(std::size_t begun) {
  begun_ = begun;
  --waiting_;
}

}  // namespace lanescope::exec
