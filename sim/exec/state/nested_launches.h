// The launches that the kernels of one run make, and the memory of their arguments (CUDA C++
// Programming Guide 13.0, "CUDA Dynamic Parallelism").
//
// A thread asks for a parameter buffer of a kernel, a grid and a block, stores the arguments there
// and launches the buffer. The launch is only recorded: it runs after its parent grid has ended
// (run/launch.h). Buffers have addresses in launch_window of their own, 64-byte aligned as on the
// device, outside of the arrays. A buffer exists until it is launched. Not safe for several
// threads: kernels that launch run their blocks in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sim/diagnostics/diagnostic.h"
#include "sim/exec/program/program.h"
#include "sim/exec/state/launch_config.h"

namespace lanescope::exec {

// The device runtime's default for cudaLimitDevRuntimePendingLaunchCount. Measured on an H100 (CUDA
// 13.0): it counts the launched grids that have not finished, and a grid finishes after those that
// it launched. So kernels that launch themselves in the default stream reach depth 2048, and those
// that do so by tail launches, each after its parent has finished, go on without end. An H200 does
// the same (5000 tail launches deep were tried), in cudaStreamFireAndForget as in the default
// stream.
inline constexpr std::size_t max_unfinished_launches = 2048;
// The emulator's limit for all launches of a run.
inline constexpr std::size_t max_nested_launches = 100'000;

// Values of cudaError_t that the calls return (CUDA Runtime API, "Data types used by CUDA
// Runtime").
enum class DeviceError : std::uint32_t {
  success = 0,
  invalid_value = 1,
  invalid_configuration = 9,
  pending_count_exceeded = 69,
  invalid_device_function = 98,
  invalid_resource_handle = 400,
};

// The streams that a kernel may name without creating one (cuda_device_runtime_api.h).
inline constexpr std::uint64_t last_default_stream = 2;  // the default ones are 0, 1 and 2
inline constexpr std::uint64_t tail_launch_stream = 3;
inline constexpr std::uint64_t fire_and_forget_stream = 4;

// A thread of the grid that runs: block and thread by their linear numbers.
struct ThreadNumber {
  std::uint64_t block = 0;
  std::uint32_t thread = 0;
  auto operator<=>(const ThreadNumber&) const = default;
};

struct NestedLaunch {
  std::size_t kernel = 0;  // index into NestedLaunches::programs()
  LaunchConfig config;
  std::vector<std::byte> parameters;  // Program::parameter_bytes of them
  ThreadNumber by;
  SourcePlace place;     // of the launch
  bool is_tail = false;  // runs after the grid's other launches
};

class NestedLaunches {
 public:
  // `programs`: the kernels that can be launched; they outlive this.
  explicit NestedLaunches(std::span<const Program> programs) : programs_(programs) {}

  [[nodiscard]] std::span<const Program> programs() const { return programs_; }
  // The kernel with this address: an index into programs().
  [[nodiscard]] std::optional<std::size_t> kernel_at(std::uint64_t address) const;

  // Launches that have not finished, and buffers for further ones.
  [[nodiscard]] std::size_t unfinished() const { return buffers_.size() + waiting_ + begun_; }

  // The address of a new buffer of zero bytes. Precondition: unfinished() <
  // max_unfinished_launches.
  [[nodiscard]] std::uint64_t add_buffer(std::size_t kernel, const LaunchConfig& config);

  // [address, address + bytes) if one buffer contains all of it, else nullptr. `writes`: the bytes
  // count as written.
  [[nodiscard]] std::byte* find(std::uint64_t address, std::uint64_t bytes, bool writes);

  // The number of the first of its parameters in whose place nothing was stored. A structure counts
  // as stored if one of its bytes is, because compilers do not store its padding.
  [[nodiscard]] std::optional<std::size_t> missing_argument(std::uint64_t buffer) const;
  // The number of the first argument that is the generic address of shared or local memory or of a
  // parameter: another grid has others there, so the guide forbids to pass it on.
  [[nodiscard]] std::optional<std::size_t> private_argument(std::uint64_t buffer) const;
  // What a buffer launches; nullopt if this is not the address of one.
  [[nodiscard]] std::optional<std::size_t> kernel_of(std::uint64_t buffer) const;
  // Precondition: kernel_of(buffer).
  void launch(std::uint64_t buffer, ThreadNumber by, bool is_tail, const SourcePlace& place);

  // The last error of a thread.
  void set_error(ThreadNumber thread, DeviceError error) { errors_[thread] = error; }
  [[nodiscard]] DeviceError error_of(ThreadNumber thread) const;
  void forget_error(ThreadNumber thread) { errors_.erase(thread); }

  // The launches of the grid that has ended, in the order in which they run: by block and thread,
  // in each thread as it made them; those of cudaStreamTailLaunch last. They wait until begin().
  [[nodiscard]] std::vector<NestedLaunch> take();
  // A launch begins. `begun`: those that have begun and not finished, with this one.
  void begin(std::size_t begun);

 private:
  struct Buffer {
    std::size_t kernel = 0;
    LaunchConfig config;
    std::vector<std::byte> bytes;
    std::vector<bool> written;
  };

  std::span<const Program> programs_;
  std::map<std::uint64_t, Buffer> buffers_;  // by address
  std::uint64_t next_address_ = launch_window;
  std::vector<NestedLaunch> launches_;  // of the grid that runs
  std::size_t waiting_ = 0;             // launches that have not begun
  std::size_t begun_ = 0;               // and not finished
  std::map<ThreadNumber, DeviceError> errors_;
};

}  // namespace lanescope::exec
