// A stream program as one writes it by hand, call by call, and its text:
//
//   in A 1       cudaMemcpyAsync of data A to the device, on stream 1 (0: the default stream)
//   kernel A 1   a kernel that reads data A on the device and writes its result there
//   out A 1      cudaMemcpyAsync of A's result to the host
//   record x 1   cudaEventRecord: event x, on stream 1
//   wait x 2     cudaStreamWaitEvent: stream 2 waits for event x
//   sync         cudaDeviceSynchronize
//   sync 1       cudaStreamSynchronize
//   sync x       cudaEventSynchronize
//   host A       the host itself reads A's result, where `out` puts it
//
// Calls are separated by ";". Words in front of the first call, each with its ";": `per_thread`
// (the default stream is one like any other), `non_blocking` (the other streams do not wait for
// it).
//
// Pure. A program has at most most_calls calls, so that its schedule takes no time to compute.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "sim/transfer/stream_program.h"

namespace lanescope::transfer {

inline constexpr std::size_t most_calls = 32;
inline constexpr std::size_t arranged_streams = 5;  // with the default stream
inline constexpr std::size_t arranged_data = 4;     // A to D
inline constexpr std::size_t arranged_events = 4;   // x, y, z, w

struct Call {
  OperationKind kind = OperationKind::kernel;
  std::size_t data = 0;    // 0 is A; of copies, kernels and host_work
  std::size_t stream = 0;  // of all but event_sync, device_sync and host_work
  std::size_t event = 0;   // 0 is x; of event_record, event_wait and event_sync

  bool operator==(const Call&) const = default;
};
[[nodiscard]] bool has_data(OperationKind kind);
[[nodiscard]] bool has_stream(OperationKind kind);
[[nodiscard]] bool has_event(OperationKind kind);
[[nodiscard]] char data_name(std::size_t data);    // 'A' to 'D'
[[nodiscard]] char event_name(std::size_t event);  // 'x', 'y', 'z', 'w'
// "in A 1"
[[nodiscard]] std::string text_of(const Call& call);
// The same in CUDA: "cudaMemcpyAsync(d_A, h_A, bytes, cudaMemcpyHostToDevice, stream[1]);"
[[nodiscard]] std::string cuda_text(const Call& call);

struct Arrangement {
  DefaultStream default_behaviour = DefaultStream::legacy;
  StreamKind streams = StreamKind::blocking;  // of all but the default stream
  std::vector<Call> calls;                    // in the order of the host

  bool operator==(const Arrangement&) const = default;
};
[[nodiscard]] std::string text_of(const Arrangement& arrangement);

struct ArrangementProblem {
  enum class Kind : std::uint8_t {
    no_such_word,  // `word` is none that may stand here
    missing,       // the call ends where a stream, data or an event must stand
    too_many,      // more than most_calls
  };
  Kind kind = Kind::no_such_word;
  std::size_t call = 0;  // from 0
  std::string word{};
  [[nodiscard]] std::string message() const;  // English
};
[[nodiscard]] tl::expected<Arrangement, ArrangementProblem> arrangement_from(std::string_view text);

// Seconds that each call takes on its engine or on the host, without any waiting.
struct CallSeconds {
  double copy_in = 0, kernel = 0, copy_out = 0, host_work = 0;
};
// Operation i is call i. Its data: "h_A" on the host, "d_A" and "r_A" on the device (r: the
// result), "result A" on the host. A kernel fills the GPU.
[[nodiscard]] StreamProgram program_of(const Arrangement& arrangement, const CallSeconds& seconds);

// ---- changes, for whoever arranges by mouse and keys; each returns the changed program ----

// The call is inserted before `at`; nothing changes where the program is full.
[[nodiscard]] Arrangement with_call(Arrangement arrangement, std::size_t at, const Call& call);
[[nodiscard]] Arrangement without_call(Arrangement arrangement, std::size_t at);
// The call at `from` becomes the one at `to`, on `stream` if it has one.
[[nodiscard]] Arrangement with_moved(Arrangement arrangement, std::size_t from, std::size_t to,
                                     std::size_t stream);

// Programs to begin with, in the order in which they are offered.
struct NamedArrangement {
  const char* name;  // a word; its texts are moving.arranged.NAME
  const char* text;
};
[[nodiscard]] const std::vector<NamedArrangement>& shipped_arrangements();

}  // namespace lanescope::transfer
