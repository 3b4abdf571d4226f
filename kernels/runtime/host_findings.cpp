#include "kernels/runtime/host_findings.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "kernels/host_program/code_place.h"
#include "kernels/runtime/errors.h"
#include "kernels/runtime/recorder.h"
#include "kernels/runtime/runtime.h"

namespace lanescope::runtime {
namespace {

// The Toolkit's templates call each other, those of Thrust some twenty deep.
constexpr std::size_t most_callers = 32;

std::string_view library_of(const void* code) {
  Dl_info info;
  return dladdr(code, &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : "";
}

std::uint64_t number_of(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

std::string freed_name(const Allocation& allocation) {
  return fmt::format("freed {}", allocation.name());
}

void report_of_host(DiagnosticKind kind, Severity severity, std::string message,
                    SourcePlace place) {
  Diagnostic finding;
  finding.severity = severity;
  finding.kind = kind;
  finding.message = std::move(message);
  finding.place = std::move(place);
  if (Recorder* recorder = Runtime::get().recorder(); recorder != nullptr) {
    recorder->add_finding(finding);
  } else {
    Runtime::say(finding.text());
  }
}

// Memory that the program has asked for and not given back.
void report_leaks(Runtime& runtime) {
  for (const auto& [address, allocation] : runtime.memory.all()) {
    if (allocation.kind == MemoryKind::variable || allocation.call == managed_variable) continue;
    report_of_host(
        DiagnosticKind::never_freed, Severity::warning,
        fmt::format("{} of {} bytes was never freed", allocation.name(), allocation.bytes),
        place_of_call(allocation.made_by));
  }
}

// The instruction `code` of the program dereferences this address, if it is a device pointer.
void report_dereference(std::uint64_t address, const void* code) {
  DeviceMemory& memory = Runtime::get().memory;
  const Allocation* live = memory.find(address);
  const Allocation* allocation = live != nullptr ? live : memory.find_freed(address);
  if (allocation == nullptr || allocation->host_can_reach()) return;
  report_of_host(
      DiagnosticKind::foreign_pointer, Severity::error,
      fmt::format(
          "host code dereferences a device pointer: {}, at 0x{:x}, byte {} of the {}-byte {}; "
          "copy it with cudaMemcpy() first",
          host_program::place_in_program(code), address, address - allocation->address,
          allocation->bytes, live != nullptr ? live->name() : freed_name(*allocation)),
      host_program::place_of_code(code));
}

struct sigaction before_us;

const void* instruction_of(void* context) {
#if defined(__x86_64__)
  const auto* registers = static_cast<ucontext_t*>(context);
  return reinterpret_cast<const void*>(registers->uc_mcontext.gregs[REG_RIP]);
#else
  (void)context;
  return nullptr;
#endif
}

// The program is about to die: what is not safe in a signal handler may fail only then.
void on_fault(int signal, siginfo_t* info, void* context) {
  sigaction(signal, &before_us, nullptr);  // the instruction faults again, as it would without us
  report_dereference(reinterpret_cast<std::uint64_t>(info->si_addr), instruction_of(context));
}

}  // namespace

// Calls are deep in templates here, so the stack is asked, which only mistakes cost.
Callers calling_code() {
  Callers callers;
  std::array<void*, 64> frames{};
  const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
  const std::string_view ours = library_of(reinterpret_cast<const void*>(&calling_code));
  for (int i = 0; i < count; ++i) {
    const void* frame = frames[static_cast<std::size_t>(i)];
    const std::string_view library = library_of(frame);
    if (library.find("/libc.so") != library.npos) break;  // it started the program or the thread
    // libcuda.so.1, which stands between, is beside this library.
    if (library != ours && library.find("/libcuda.so") == library.npos)
      callers.push_back(static_cast<const char*>(frame) - 1);  // it returns to what follows
    if (callers.size() == most_callers) break;
  }
  return callers;
}

SourcePlace place_of_call(const Callers& callers) {
  for (const void* code : callers) {
    SourcePlace place = host_program::place_of_code(code);
    if (place.line > 0 && !host_program::is_toolkits(place.file)) return place;
  }
  return callers.empty() ? SourcePlace{} : host_program::place_of_code(callers.front());
}

void report_wrong_copy(const void* to, const void* from, std::uint64_t bytes, cudaMemcpyKind kind) {
  static constexpr const char* names[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
                                          "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice",
                                          "cudaMemcpyDefault"};
  const auto side = [&](const void* pointer) {
    DeviceMemory& memory = Runtime::get().memory;
    const Allocation* allocation = memory.find(pointer);
    if (allocation == nullptr) {
      const Allocation* freed = memory.find_freed(number_of(pointer));
      return freed != nullptr ? freed_name(*freed) : std::string("the host's memory");
    }
    const std::uint64_t first = number_of(pointer) - allocation->address;
    const std::uint64_t left = allocation->bytes - first;
    if (bytes > left) {
      return fmt::format("{}, byte {} of {} ({} bytes past its end)", allocation->name(), first,
                         allocation->bytes, bytes - left);
    }
    return fmt::format("{}, byte {} of {}", allocation->name(), first, allocation->bytes);
  };
  report_of_host(
      DiagnosticKind::foreign_pointer, Severity::error,
      fmt::format("cudaMemcpy() of {} bytes, {}: to {}, from {}", bytes,
                  kind >= 0 && kind <= 4 ? names[kind] : "of no known kind", side(to), side(from)),
      place_of_call(calling_code()));
}

void report_wrong_free(const char* call, const void* pointer) {
  DeviceMemory& memory = Runtime::get().memory;
  const std::uint64_t address = number_of(pointer);
  const Allocation* allocation = memory.find(pointer);
  const Allocation* freed = memory.find_freed(address);
  std::string why = "it was not allocated";
  if (allocation != nullptr) {
    why = allocation->address == address
              ? fmt::format("{} is freed by another call", allocation->name())
              : fmt::format("it is not the start of {}", allocation->name());
  } else if (freed != nullptr) {
    why = fmt::format("{} was freed before", freed->name());
  }
  report_of_host(DiagnosticKind::heap_misuse, Severity::error,
                 fmt::format("{}() of 0x{:x}: {}", call, address, why),
                 place_of_call(calling_code()));
}

void report_end(Runtime& runtime, std::uint64_t lost_bytes) {
  if (runtime.fault != cudaSuccess && !runtime.fault_was_seen) {
    // The return address is that of the next instruction.
    const auto* caller = static_cast<const char*>(runtime.fault_caller);
    report_of_host(
        DiagnosticKind::error_not_seen, Severity::warning,
        fmt::format("a kernel failed with {} ({}), and the program made no call after it that "
                    "returns this",
                    error_name(runtime.fault), error_text(runtime.fault)),
        host_program::place_of_code(caller != nullptr ? caller - 1 : nullptr));
  }
  if (lost_bytes > 0) {
    report_of_host(DiagnosticKind::output_lost, Severity::warning,
                   fmt::format("{} bytes that kernels printed were lost, because the program ended "
                               "without waiting for the device",
                               lost_bytes),
                   {});
  }
  // After a kernel's error nothing can be freed.
  if (runtime.settings.leaks && runtime.fault == cudaSuccess) report_leaks(runtime);
}

void install_fault_handler() {
  struct sigaction action = {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, &before_us);
}

}  // namespace lanescope::runtime
