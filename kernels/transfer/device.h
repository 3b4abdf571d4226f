// What measuring transfers asks of a GPU. The real one is in cuda_device.cpp; tests use a stand-in
// that lacks whatever they want it to lack.
//
// Times are in microseconds. Nothing throws: what fails is a failure with a message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/device/gpu_info.h"
#include "sim/transfer/stream_program.h"

namespace lanescope::transfer {

using device::JobFailure;
template <class T>
using Outcome = tl::expected<T, JobFailure>;

// Kinds of memory, by how they are got.
enum class Space : std::uint8_t {
  pageable,        // malloc
  pinned,          // cudaHostAlloc
  write_combined,  // cudaHostAlloc, cudaHostAllocWriteCombined
  mapped,          // cudaHostAlloc, cudaHostAllocMapped: the GPU reads it in place
  registered,      // malloc, then cudaHostRegister
  managed,         // cudaMallocManaged
  device,          // cudaMalloc
};
inline constexpr std::size_t space_count = 7;
[[nodiscard]] std::string_view name_of(Space space);  // "pageable", ...
[[nodiscard]] std::string_view call_of(Space space);  // "malloc", "cudaHostAlloc", ...

struct DeviceTraits {
  device::GpuInfo gpu;
  unsigned copy_engines = 0;        // cudaDevAttrAsyncEngineCount
  bool can_map = false;             // cudaDevAttrCanMapHostMemory
  bool has_managed = false;         // cudaDevAttrManagedMemory
  bool can_prefetch = false;        // cudaDevAttrConcurrentManagedAccess
  std::uint64_t persisting_l2 = 0;  // bytes that can be set aside; 0: the GPU has no such thing
  std::uint64_t window_bytes = 0;   // the largest access-policy window
  std::string why_no_kernels;       // empty: kernels can be launched
  std::string why_not_nested;       // empty: kernels can launch kernels
};

// A piece of memory, by its number.
using Memory = std::size_t;
struct Got {
  Memory memory = 0;
  double us = 0;  // what getting it took; of `registered`, cudaHostRegister alone
};

// How a pointer looks to the runtime (cudaPointerGetAttributes).
struct PointerKind {
  std::string type;  // "unregistered", "host", "device", "managed"
  bool has_device_pointer = false, has_host_pointer = false;
};

// A stream program to execute. The data of operation i are bytes [offset, offset + bytes) of three
// arrays: one on the host to copy from, one on the device, one on the host to copy to. Kernels work
// in place. host_work reads every 4-byte word of its extent where it was copied to; without bytes
// it only takes Operation::seconds.
struct ProgramRun {
  StreamProgram program;
  struct Extent {
    std::uint64_t offset = 0, bytes = 0;
  };
  std::vector<Extent> extents;  // one for each operation
  // Of every kernel: rounds of arithmetic for each float of its extent. 0: a small kernel that
  // waits for Operation::seconds instead, and leaves room for others.
  std::uint32_t rounds = 0;
  Memory host_in = 0, on_device = 0, host_out = 0;
  bool wants_times = false;
};
struct ProgramTimes {
  double total_us = 0;  // on the host, from the first call until everything has ended
  // If wanted, from the first call: of each copy and kernel on the device's clock, of host_work on
  // the host's. 0, 0 of others.
  struct Span {
    double queued_us = 0;  // everything before it in its stream had ended
    double end_us = 0;
  };
  std::vector<Span> spans;
};

// What is done for data that are used again and again.
enum class Window : std::uint8_t {
  none,   // nothing is set aside in L2
  aside,  // as much as the device allows is set aside, and left unused
  whole,  // and an access-policy window over the data, with hit ratio 1
  tuned,  // the same, with hit ratio set aside / data where the data are larger
};
[[nodiscard]] std::string_view name_of(Window window);  // "none", "aside", "ratio_1", "tuned"

enum class NestedBy : std::uint8_t { thread, block, grid };  // who launches one kernel each
[[nodiscard]] std::string_view name_of(NestedBy by);         // "thread", ...

class Device {
 public:
  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  virtual ~Device() = default;

  [[nodiscard]] virtual const DeviceTraits& traits() const = 0;
  [[nodiscard]] virtual std::uint64_t free_device_bytes() = 0;
  [[nodiscard]] virtual std::uint64_t free_host_bytes() = 0;

  // Host memory is written once before it is returned, so that it is there.
  virtual Outcome<Got> get(Space space, std::uint64_t bytes) = 0;
  virtual Outcome<double> give_back(Memory memory) = 0;
  virtual Outcome<PointerKind> kind_of(Memory memory) = 0;

  // cudaMemcpy until its return, on the host's clock; within the device, until it has ended. In
  // several pieces: cudaMemcpyAsync on one stream, and the wait for all.
  virtual Outcome<double> copy(Memory from, Memory to, std::uint64_t bytes, unsigned pieces) = 0;
  // Of managed memory, and the wait for it.
  virtual Outcome<double> prefetch(Memory memory, std::uint64_t bytes) = 0;
  // Kernels that read every `stride`-th 4-byte word, one after the other, and the wait for the
  // last.
  virtual Outcome<double> read(Memory memory, std::uint64_t bytes, unsigned stride,
                               unsigned times) = 0;
  virtual Outcome<double> write(Memory memory, std::uint64_t bytes) = 0;
  // By the host: every word is written; a word in each page of 4 KiB is read.
  virtual Outcome<double> host_writes(Memory memory, std::uint64_t bytes) = 0;
  virtual Outcome<double> host_reads_pages(Memory memory, std::uint64_t bytes) = 0;

  virtual Outcome<ProgramTimes> run(const ProgramRun& run) = 0;
  // Empty kernels, one after the other. `waits`: until they have ended, else until the calls have.
  virtual Outcome<double> launch(unsigned count, bool waits) = 0;
  // One launch that reads and writes `kept` bytes again and again beside a stream of `streamed`
  // bytes, on the device's clock, after others of the same kind. `hit_ratio` of the window over the
  // kept bytes: 0 for none.
  virtual Outcome<double> reuse(Memory memory, std::uint64_t kept, std::uint64_t streamed,
                                std::uint64_t set_aside, double hit_ratio) = 0;
  // A kernel that launches kernels of 32 threads, and the wait for all.
  virtual Outcome<double> nested(NestedBy by, unsigned launches) = 0;
};

// The GPU with this index. Only in the worker process (worker.h).
[[nodiscard]] Outcome<std::unique_ptr<Device>> open_device(int index);

}  // namespace lanescope::transfer
