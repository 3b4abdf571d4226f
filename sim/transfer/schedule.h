// When the operations of a stream program run on a GPU's engines: a timeline, computed.
//
// The model: the host makes its calls one after the other. An operation becomes ready when
// everything that it must wait for has ended (order.h). An engine that is free takes the next
// operation. Durations are given, and those of copies are longer while others run in the other
// direction (StreamMachine::both_ways). That kernels slow copies, and copies kernels, is not
// modelled.
//
// Old GPUs differ in how an engine chooses (Queues). Sources: S. Rennich, "CUDA C/C++ Streams and
// Concurrency", GTC 2011; M. Harris, "How to Overlap Data Transfers in CUDA C/C++", NVIDIA
// developer blog, 2012; CUDA C Programming Guide 5.0, "Implicit Synchronization".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "sim/transfer/order.h"
#include "sim/transfer/stream_program.h"

namespace lanescope::transfer {

enum class Queues : std::uint8_t {
  // Compute capability 3.5 and later: an engine takes what became ready first.
  many,
  // Before: one hardware queue for each engine, filled in the order of the calls. An operation that
  // waits holds up all behind it, also those of other streams.
  one_per_engine,
};

struct StreamMachine {
  // cudaDevAttrAsyncEngineCount. 0: copies and kernels exclude each other. 1: both directions share
  // an engine. 2 or more: one for each direction (the others serve copies between GPUs).
  unsigned copy_engines = 2;
  Queues queues = Queues::many;
  // Compute capability 2.x: kernels that are given directly after each other are signalled as ended
  // together, when the last one has. Only other kernels go on before.
  bool signals_kernels_together = false;
  double call_seconds = 0;  // the host's time for each call
  // How many times as long copies take while others run in the other direction. 1 to 2: at 2 they
  // might as well take turns.
  double both_ways = 1;
};
[[nodiscard]] StreamMachine tesla_c1060();  // 2008: one copy engine, one queue for each engine
[[nodiscard]] StreamMachine tesla_c2050();  // 2010: two copy engines, one queue for each engine
[[nodiscard]] StreamMachine many_queues();  // since 2012

// The lanes of the timeline.
enum class Engine : std::uint8_t {
  copy_in,  // both directions if there is only one copy engine
  copy_out,
  compute,
  host,
  none,  // events and waits, which take no time
};
inline constexpr std::size_t engine_count = 5;
[[nodiscard]] std::string_view name_of(Engine engine);  // "copy_in", ...
[[nodiscard]] Engine engine_of(const Operation& operation, const StreamMachine& machine);

// Why an operation did not run in a part of the time between its call and its begin.
struct Wait {
  enum class Cause : std::uint8_t {
    order,   // for `on` to end, as the program demands (`reason`)
    engine,  // `on` had the engine
    queue,   // the engine was idle: `on` was before it in the queue and itself waited
  };
  Cause cause = Cause::order;
  OrderReason reason = OrderReason::same_stream;  // of Cause::order
  std::size_t on = 0;                             // an index into StreamProgram::operations
  double from = 0, to = 0;                        // seconds, from < to
};

// Seconds since the host's first call. issued <= ready <= begin <= end.
struct Placed {
  Engine engine = Engine::none;
  double issued = 0;  // the host's call
  double ready = 0;   // everything before it has ended
  double begin = 0, end = 0;
  std::vector<Wait> waits;  // they fill the time from issued to begin, in order
};

struct Timeline {
  std::vector<Placed> operations;  // as StreamProgram::operations
  std::vector<Dependency> dependencies;
  std::vector<Race> races;
  double total_seconds = 0;  // until the last operation has ended
  // The same operations one after the other, on one stream.
  double sequential_seconds = 0;
  // No order of this program's operations on this machine's engines takes less: the longest chain
  // of dependencies, or an engine's whole work with the shortest way to it and from it.
  double bound_seconds = 0;
};

[[nodiscard]] tl::expected<Timeline, ProgramProblem> schedule(const StreamProgram& program,
                                                              const StreamMachine& machine);

// What the operation at `index` waits for at a time; empty: it runs, has ended, or is not issued
// yet. "Who waits for whom".
[[nodiscard]] std::optional<Wait> wait_at(const Timeline& timeline, std::size_t index,
                                          double seconds);

}  // namespace lanescope::transfer
