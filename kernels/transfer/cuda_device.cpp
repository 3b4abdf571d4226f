// Transfers on a real GPU, through the CUDA runtime.
#include <sys/sysinfo.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "kernels/device/cuda_check.h"
#include "kernels/device/cuda_device.h"
#include "kernels/transfer/cuda_kernels.h"
#include "kernels/transfer/device.h"

namespace lanescope::transfer {
namespace {

using device::check;
using device::CudaFailure;
using Kind = JobFailure::Kind;

constexpr std::size_t page_bytes = 4096;

// Runs what may throw, and leaves no error behind for the next call.
template <class Work>
auto attempt(const Work& work) -> Outcome<decltype(work())> {
  try {
    return work();
  } catch (const CudaFailure& error) {
    (void)cudaGetLastError();
    return tl::unexpected(error.failure);
  }
}

using Clock = std::chrono::steady_clock;

double microseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}

double microseconds(const std::function<void()>& work) {
  const auto begin = Clock::now();
  work();
  return microseconds_since(begin);
}

void wait_for_all() { check(cudaDeviceSynchronize(), "waiting for the GPU"); }

class Event {
 public:
  Event() { check(cudaEventCreate(&event_), "creating an event"); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() { cudaEventDestroy(event_); }
  void record(cudaStream_t stream) const {
    check(cudaEventRecord(event_, stream), "recording an event");
  }
  [[nodiscard]] cudaEvent_t get() const { return event_; }
  // Microseconds from the other event to this one.
  [[nodiscard]] double since(const Event& other) const {
    float ms = 0;
    check(cudaEventElapsedTime(&ms, other.event_, event_), "reading the time");
    return static_cast<double>(ms) * 1000;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

// The default stream is not created: cudaStreamLegacy, or cudaStreamPerThread.
class Stream {
 public:
  explicit Stream(StreamKind kind) {
    const unsigned flags = kind == StreamKind::blocking ? cudaStreamDefault : cudaStreamNonBlocking;
    check(cudaStreamCreateWithFlags(&stream_, flags), "creating a stream");
    is_own_ = true;
  }
  explicit Stream(DefaultStream behaviour)
      : stream_(behaviour == DefaultStream::legacy ? cudaStreamLegacy : cudaStreamPerThread) {}
  Stream(Stream&& other) noexcept
      : stream_(other.stream_), is_own_(std::exchange(other.is_own_, false)) {}
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  Stream& operator=(Stream&&) = delete;
  ~Stream() {
    if (is_own_) cudaStreamDestroy(stream_);
  }
  [[nodiscard]] cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
  bool is_own_ = false;
};

std::uint64_t attribute(cudaDeviceAttr attribute, int device) {
  int value = 0;
  const bool is_known = cudaDeviceGetAttribute(&value, attribute, device) == cudaSuccess;
  return is_known && value > 0 ? static_cast<std::uint64_t>(value) : 0;
}

cudaError_t launch_nested(NestedBy by, unsigned launches, unsigned* counter) {
  switch (by) {
    case NestedBy::thread:
      return launch_nested_by_thread(launches, counter);
    case NestedBy::block:
      return launch_nested_by_block(launches, counter);
    case NestedBy::grid:
      return launch_nested_by_grid(counter);
  }
  return cudaErrorInvalidValue;
}

DeviceTraits traits_of(const device::GpuInfo& gpu) {
  DeviceTraits traits;
  traits.gpu = gpu;
  traits.copy_engines = static_cast<unsigned>(attribute(cudaDevAttrAsyncEngineCount, gpu.index));
  traits.can_map = attribute(cudaDevAttrCanMapHostMemory, gpu.index) != 0;
  traits.has_managed = attribute(cudaDevAttrManagedMemory, gpu.index) != 0;
  traits.can_prefetch = attribute(cudaDevAttrConcurrentManagedAccess, gpu.index) != 0;
  traits.persisting_l2 = attribute(cudaDevAttrMaxPersistingL2CacheSize, gpu.index);
  traits.window_bytes = attribute(cudaDevAttrMaxAccessPolicyWindowSize, gpu.index);
  if (!have_kernels()) {
    traits.why_no_kernels =
        "this program was built without nvcc (the CUDA compiler): it has no kernels to measure "
        "with";
  } else if (gpu.major != 8 && gpu.major != 9) {
    traits.why_not_nested = fmt::format(
        "kernels that launch kernels are built for compute capability 8 and 9; this GPU has {}.{}",
        gpu.major, gpu.minor);
  }
  return traits;
}

class CudaDevice : public Device {
 public:
  explicit CudaDevice(const device::GpuInfo& gpu) : traits_(traits_of(gpu)) {
    check(cudaSetDevice(gpu.index), fmt::format("choosing GPU {}", gpu.index));
    // A wait that polls: one that sleeps would add its waking up to every time.
    (void)cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    check(cudaFree(nullptr), "starting the GPU");
    check(cudaMalloc(&scratch_, page_bytes), "the GPU has no room");
  }
  ~CudaDevice() override {
    while (!blocks_.empty()) (void)give_back(blocks_.begin()->first);
    cudaFree(scratch_);
  }

  [[nodiscard]] const DeviceTraits& traits() const override { return traits_; }

  [[nodiscard]] std::uint64_t free_device_bytes() override {
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    return cudaMemGetInfo(&free_bytes, &total_bytes) == cudaSuccess ? free_bytes : 0;
  }

  [[nodiscard]] std::uint64_t free_host_bytes() override {
    std::ifstream file("/proc/meminfo");
    std::string word;
    while (file >> word) {
      std::uint64_t kib = 0;
      if (word == "MemAvailable:" && file >> kib) return kib * 1024;
    }
    struct sysinfo info {};
    return ::sysinfo(&info) == 0 ? std::uint64_t{info.freeram} * info.mem_unit : 0;
  }

  // ---- memory ----

  Outcome<Got> get(Space space, std::uint64_t bytes) override {
    return attempt([&] {
      Block block{space, nullptr, nullptr, bytes};
      const double us = allocate(block);
      const bool is_on_host = space != Space::device && space != Space::managed;
      if (is_on_host && space != Space::registered) fill(block.data, bytes);
      blocks_.emplace(next_, block);
      return Got{next_++, us};
    });
  }

  Outcome<double> give_back(Memory memory) override {
    const Block block = blocks_.at(memory);
    blocks_.erase(memory);
    return attempt([&] {
      const double us = microseconds([&] {
        switch (block.space) {
          case Space::pageable:
            std::free(block.data);
            return;
          case Space::registered:
            return check(cudaHostUnregister(block.data), "cudaHostUnregister");
          case Space::pinned:
          case Space::write_combined:
          case Space::mapped:
            return check(cudaFreeHost(block.data), "cudaFreeHost");
          case Space::managed:
          case Space::device:
            return check(cudaFree(block.data), "cudaFree");
        }
      });
      if (block.space == Space::registered) std::free(block.data);
      return us;
    });
  }

  Outcome<PointerKind> kind_of(Memory memory) override {
    return attempt([&] {
      cudaPointerAttributes attributes{};
      check(cudaPointerGetAttributes(&attributes, blocks_.at(memory).data),
            "cudaPointerGetAttributes");
      constexpr std::array types{"unregistered", "host", "device", "managed"};
      const auto type = static_cast<std::size_t>(attributes.type);
      return PointerKind{type < types.size() ? types[type] : "unknown",
                         attributes.devicePointer != nullptr, attributes.hostPointer != nullptr};
    });
  }

  // ---- moving ----

  Outcome<double> copy(Memory from, Memory to, std::uint64_t bytes, unsigned pieces) override {
    const Block& source = blocks_.at(from);
    const Block& target = blocks_.at(to);
    const bool is_within = source.space == Space::device && target.space == Space::device;
    return attempt([&] {
      return microseconds([&] {
        if (pieces <= 1 && !is_within) {
          return check(cudaMemcpy(target.data, source.data, bytes, cudaMemcpyDefault),
                       "cudaMemcpy");
        }
        const std::uint64_t piece = bytes / pieces;
        for (unsigned i = 0; i < pieces; ++i) {
          check(
              cudaMemcpyAsync(target.at(i * piece), source.at(i * piece), piece, cudaMemcpyDefault),
              "cudaMemcpyAsync");
        }
        wait_for_all();
      });
    });
  }

  Outcome<double> prefetch(Memory memory, std::uint64_t bytes) override {
    return attempt([&] {
      return microseconds([&] {
#if CUDART_VERSION >= 13000
        cudaMemLocation target{};
        target.type = cudaMemLocationTypeDevice;
        target.id = traits_.gpu.index;
        check(cudaMemPrefetchAsync(blocks_.at(memory).data, bytes, target, 0, nullptr),
              "cudaMemPrefetchAsync");
#else
        check(cudaMemPrefetchAsync(blocks_.at(memory).data, bytes, traits_.gpu.index),
              "cudaMemPrefetchAsync");
#endif
        wait_for_all();
      });
    });
  }

  Outcome<double> read(Memory memory, std::uint64_t bytes, unsigned stride,
                       unsigned times) override {
    return attempt([&] {
      const void* data = blocks_.at(memory).on_device();
      return microseconds([&] {
        for (unsigned i = 0; i < times; ++i)
          check(launch_read(data, bytes, stride, scratch_), "launching the kernel");
        wait_for_all();
      });
    });
  }

  Outcome<double> write(Memory memory, std::uint64_t bytes) override {
    return attempt([&] {
      void* data = blocks_.at(memory).on_device();
      return microseconds([&] {
        check(launch_write(data, bytes), "launching the kernel");
        wait_for_all();
      });
    });
  }

  Outcome<double> host_writes(Memory memory, std::uint64_t bytes) override {
    return microseconds([&] { fill(blocks_.at(memory).data, bytes); });
  }

  Outcome<double> host_reads_pages(Memory memory, std::uint64_t bytes) override {
    const auto* words = static_cast<const volatile unsigned*>(blocks_.at(memory).data);
    return microseconds([&] {
      for (std::uint64_t i = 0; i < bytes / sizeof(unsigned); i += page_bytes / sizeof(unsigned))
        (void)words[i];
    });
  }

  // ---- programs ----

  Outcome<ProgramTimes> run(const ProgramRun& run) override {
    return attempt([&] { return Execution(*this, run).times(); });
  }

  Outcome<double> launch(unsigned count, bool waits) override {
    return attempt([&] {
      wait_for_all();
      const double us = microseconds([&] {
        for (unsigned i = 0; i < count; ++i) check(launch_empty(), "launching the kernel");
        if (waits) wait_for_all();
      });
      wait_for_all();
      return us;
    });
  }

  Outcome<double> nested(NestedBy by, unsigned launches) override {
    return attempt([&] {
      // Launches that wait to run; the default is 2,048.
      check(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, most_pending),
            "cudaDeviceSetLimit");
      auto* counter = static_cast<unsigned*>(scratch_);
      check(cudaMemset(counter, 0, sizeof(unsigned)), "cudaMemset");
      wait_for_all();
      const double us = microseconds([&] {
        check(launch_nested(by, launches, counter), "launching the kernel");
        wait_for_all();
      });
      unsigned counted = 0;
      check(cudaMemcpy(&counted, counter, sizeof(counted), cudaMemcpyDeviceToHost), "cudaMemcpy");
      if (counted != launches) {
        throw CudaFailure{{Kind::failed, fmt::format("only {} of {} kernels that the device "
                                                     "launched have run",
                                                     counted, launches)}};
      }
      return us;
    });
  }

  Outcome<double> reuse(Memory memory, std::uint64_t kept, std::uint64_t streamed,
                        std::uint64_t set_aside, double hit_ratio) override {
    return attempt([&] {
      const Stream stream(StreamKind::non_blocking);
      Block& block = blocks_.at(memory);
      // A device without such a cache has no such limit.
      if (traits_.persisting_l2 > 0)
        check(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, set_aside), "cudaDeviceSetLimit");
      if (hit_ratio > 0) set_window(stream.get(), block.data, kept, static_cast<float>(hit_ratio));
      const Event begin;
      const Event end;
      constexpr int rehearsals = 2;
      for (int i = 0; i <= rehearsals; ++i) {
        begin.record(stream.get());
        check(launch_reuse(block.data, kept, block.at(kept), streamed, stream.get()),
              "launching the kernel");
        end.record(stream.get());
      }
      wait_for_all();
      if (hit_ratio > 0) {
        set_window(stream.get(), block.data, 0, 0);
        check(cudaCtxResetPersistingL2Cache(), "cudaCtxResetPersistingL2Cache");
      }
      return end.since(begin);
    });
  }

 private:
  static constexpr std::size_t most_pending = 32768;

  struct Block {
    Space space = Space::pageable;
    void* data = nullptr;
    void* mapped = nullptr;  // as the device sees it, if it differs
    std::uint64_t bytes = 0;

    [[nodiscard]] void* at(std::uint64_t offset) const {
      return static_cast<unsigned char*>(data) + offset;
    }
    [[nodiscard]] void* on_device() const { return mapped != nullptr ? mapped : data; }
  };

  static void fill(void* data, std::uint64_t bytes) {
    auto* words = static_cast<unsigned*>(data);
    for (std::uint64_t i = 0; i < bytes / sizeof(unsigned); ++i)
      words[i] = static_cast<unsigned>(i);
  }

  static void* host_memory(std::uint64_t bytes) {
    void* data = std::aligned_alloc(page_bytes, (bytes + page_bytes - 1) / page_bytes * page_bytes);
    if (data == nullptr)
      throw CudaFailure{{Kind::out_of_memory, fmt::format("no room for {} bytes", bytes)}};
    return data;
  }

  // Returns the time of the call.
  static double allocate(Block& block) {
    const auto pin = [&](unsigned flags) {
      return microseconds([&] {
        check(cudaHostAlloc(&block.data, block.bytes, flags),
              fmt::format("cudaHostAlloc of {} bytes", block.bytes));
      });
    };
    switch (block.space) {
      case Space::pageable:
        return microseconds([&] { block.data = host_memory(block.bytes); });
      case Space::pinned:
        return pin(cudaHostAllocDefault);
      case Space::write_combined:
        return pin(cudaHostAllocWriteCombined);
      case Space::mapped: {
        const double us = pin(cudaHostAllocMapped);
        check(cudaHostGetDevicePointer(&block.mapped, block.data, 0), "cudaHostGetDevicePointer");
        return us;
      }
      case Space::registered: {
        block.data = host_memory(block.bytes);
        fill(block.data, block.bytes);
        cudaError_t status = cudaSuccess;
        const double us = microseconds(
            [&] { status = cudaHostRegister(block.data, block.bytes, cudaHostRegisterDefault); });
        if (status != cudaSuccess) std::free(block.data);
        check(status, fmt::format("cudaHostRegister of {} bytes", block.bytes));
        return us;
      }
      case Space::managed:
        return microseconds([&] {
          check(cudaMallocManaged(&block.data, block.bytes, cudaMemAttachGlobal),
                fmt::format("cudaMallocManaged of {} bytes", block.bytes));
        });
      case Space::device:
        return microseconds([&] {
          check(cudaMalloc(&block.data, block.bytes),
                fmt::format("cudaMalloc of {} bytes", block.bytes));
        });
    }
    return 0;
  }

  static void set_window(cudaStream_t stream, void* data, std::uint64_t bytes, float hit_ratio) {
    cudaStreamAttrValue value{};
    value.accessPolicyWindow.base_ptr = data;
    value.accessPolicyWindow.num_bytes = bytes;
    value.accessPolicyWindow.hitRatio = hit_ratio;
    value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    check(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value),
          "setting the access-policy window");
  }

  // One run of a stream program.
  class Execution {
   public:
    Execution(CudaDevice& device, const ProgramRun& run) : device_(device), run_(run) {
      streams_.emplace_back(run.program.default_behaviour);
      for (std::size_t i = 1; i < run.program.streams.size(); ++i)
        streams_.emplace_back(run.program.streams[i]);
      for (const Operation& operation : run.program.operations)
        while (events_.size() <= operation.event) events_.push_back(std::make_unique<Event>());
      if (!run.wants_times) return;
      for (std::size_t i = 0; i < 2 * run.program.operations.size(); ++i)
        around_.push_back(std::make_unique<Event>());
    }

    ProgramTimes times() {
      const std::vector<Operation>& operations = run_.program.operations;
      wait_for_all();
      if (run_.wants_times) first_.record(streams_.back().get());
      ProgramTimes times;
      if (run_.wants_times) times.spans.resize(operations.size());
      const auto first_call = Clock::now();
      for (std::size_t i = 0; i < operations.size(); ++i) {
        const bool is_timed = run_.wants_times && is_on_engine(operations[i].kind);
        const cudaStream_t stream = streams_.at(operations[i].stream).get();
        if (is_timed) around_[2 * i]->record(stream);
        const double begin_us = microseconds_since(first_call);
        call(operations[i], run_.extents[i]);
        if (is_timed) around_[2 * i + 1]->record(stream);
        if (run_.wants_times && operations[i].kind == OperationKind::host_work)
          times.spans[i] = {begin_us, microseconds_since(first_call)};
      }
      wait_for_all();
      times.total_us = microseconds_since(first_call);
      if (!run_.wants_times) return times;
      for (std::size_t i = 0; i < operations.size(); ++i) {
        if (is_on_engine(operations[i].kind))
          times.spans[i] = {around_[2 * i]->since(first_), around_[2 * i + 1]->since(first_)};
      }
      return times;
    }

   private:
    void call(const Operation& operation, const ProgramRun::Extent& extent) {
      const cudaStream_t stream = streams_.at(operation.stream).get();
      const cudaEvent_t event = events_.at(operation.event)->get();
      switch (operation.kind) {
        case OperationKind::copy_in:
          return copy(block(run_.on_device), block(run_.host_in), extent, operation, stream);
        case OperationKind::copy_out:
          return copy(block(run_.host_out), block(run_.on_device), extent, operation, stream);
        case OperationKind::kernel:
          launch(operation, extent, stream);
          if (operation.is_synchronous) check(cudaStreamSynchronize(stream), "waiting");
          return;
        case OperationKind::event_record:
          return check(cudaEventRecord(event, stream), "cudaEventRecord");
        case OperationKind::event_wait:
          return check(cudaStreamWaitEvent(stream, event, 0), "cudaStreamWaitEvent");
        case OperationKind::stream_sync:
          return check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
        case OperationKind::event_sync:
          return check(cudaEventSynchronize(event), "cudaEventSynchronize");
        case OperationKind::device_sync:
          return wait_for_all();
        case OperationKind::host_work:
          return extent.bytes > 0 ? host_reads(extent) : host_waits(operation.seconds);
      }
    }

    void host_reads(const ProgramRun::Extent& extent) const {
      const auto* words =
          static_cast<const volatile unsigned*>(block(run_.host_out).at(extent.offset));
      for (std::uint64_t i = 0; i < extent.bytes / sizeof(unsigned); ++i) (void)words[i];
    }

    static void host_waits(double seconds) {
      const auto begin = Clock::now();
      while (microseconds_since(begin) < seconds * 1e6) {
      }
    }

    [[nodiscard]] const Block& block(Memory memory) const { return device_.blocks_.at(memory); }

    static void copy(const Block& to, const Block& from, const ProgramRun::Extent& extent,
                     const Operation& operation, cudaStream_t stream) {
      check(cudaMemcpyAsync(to.at(extent.offset), from.at(extent.offset), extent.bytes,
                            cudaMemcpyDefault, stream),
            "cudaMemcpyAsync");
      if (operation.is_synchronous) check(cudaStreamSynchronize(stream), "waiting");
    }

    void launch(const Operation& operation, const ProgramRun::Extent& extent,
                cudaStream_t stream) const {
      const cudaError_t status =
          run_.rounds > 0
              ? launch_work(block(run_.on_device).at(extent.offset), extent.bytes, run_.rounds,
                            stream)
              : launch_wait(static_cast<std::uint64_t>(operation.seconds * 1e9), stream);
      check(status, "launching the kernel");
    }

    CudaDevice& device_;
    const ProgramRun& run_;
    std::vector<Stream> streams_;
    std::vector<std::unique_ptr<Event>> events_, around_;
    Event first_;
  };

  const DeviceTraits traits_;
  std::map<Memory, Block> blocks_;
  Memory next_ = 0;
  void* scratch_ = nullptr;
};

}  // namespace

Outcome<std::unique_ptr<Device>> open_device(int index) {
  const auto gpus = device::list_devices();
  if (!gpus) return tl::unexpected(gpus.error());
  if (index < 0 || static_cast<std::size_t>(index) >= gpus->size()) {
    return tl::unexpected(JobFailure{
        Kind::no_device,
        fmt::format("there is no GPU {} on this machine; it has {}", index, gpus->size())});
  }
  return attempt([&]() -> std::unique_ptr<Device> {
    return std::make_unique<CudaDevice>((*gpus)[static_cast<std::size_t>(index)]);
  });
}

}  // namespace lanescope::transfer
