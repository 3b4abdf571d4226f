// A warp through time: every PTX instruction that one warp executed, and the values of its
// registers after each.
//
// For each register there is a list of writes, so its value at any step is one binary search.
// Stepping back costs as much as stepping forward, and nothing is executed again. Registers are
// those of the PTX: a register's value remains visible after its last use, even if the emulator has
// reused its place. A called function has its own registers in each call: a frame.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/report/report.h"
#include "sim/steps/listing.h"

namespace lanescope::steps {

inline constexpr std::size_t lane_count = 32;

// One lane of a register. `high`: the upper 8 bytes of a 16-byte register.
struct Value {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  bool operator==(const Value&) const = default;
};

// One executed PTX instruction. Its writes and events start at first_write and first_event of the
// recording and end where those of the next step start.
struct Step {
  std::uint32_t instruction = 0;  // index into Listing::instructions
  std::uint32_t active = 0;       // lanes that reached it
  std::uint32_t executing = 0;    // active lanes whose guard held
  std::uint32_t frame = 0;        // index into Recording::frames
  std::uint32_t first_write = 0;
  std::uint32_t first_event = 0;
};

// A call that the warp made; frames[0] is the kernel itself.
struct Frame {
  std::uint32_t function = 0;    // index into Listing::functions
  std::uint32_t depth = 0;       // 0: the kernel
  std::uint32_t first_list = 0;  // index in Recording::lists of its register 0
};

// The value of a register after one step, for all lanes that ever received a value.
struct Write {
  enum class Form : std::uint8_t { uniform, line, lanes, predicate };
  std::uint32_t step = 0;
  std::uint32_t frame = 0;
  std::uint32_t reg = 0;      // index into the function's registers
  std::uint32_t written = 0;  // lanes that this step wrote
  std::uint32_t defined = 0;  // lanes that hold a value
  std::uint32_t value = 0;    // index into Recording::words
  Form form = Form::lanes;
};

struct Recording {
  report::Dim3 block{};
  std::uint32_t warp = 0;
  std::uint32_t valid = 0;  // lanes that are threads: the last warp may be partial
  std::shared_ptr<const Listing> listing;
  std::vector<Step> steps;
  std::vector<Frame> frames;
  // Accesses and barriers, in the order of a report's trace; Event::site is an index into
  // Program::sites.
  std::vector<report::Event> events;
  bool truncated = false;  // the recording reached its size limit
  bool ended = false;      // the warp ran to its end; else cut off, or the launch ended early

  std::vector<Write> writes;               // in execution order
  std::vector<std::uint32_t> words;        // see Write::form
  std::vector<std::uint32_t> by_register;  // indices of writes, by list, in order within each
  std::vector<std::uint32_t> lists;        // by register of each frame: index in by_register

  [[nodiscard]] std::size_t bytes() const;  // what it takes in memory

  [[nodiscard]] const Instruction& instruction_of(std::size_t step) const;
  [[nodiscard]] std::size_t first_write(std::size_t step) const;  // step <= steps.size()
  [[nodiscard]] std::size_t first_event(std::size_t step) const;
  // The last write of the register up to and including `step`; nullptr if there is none.
  [[nodiscard]] const Write* last_write(std::uint32_t frame, std::uint32_t reg,
                                        std::size_t step) const;
  // The lane's value after a write; empty if the lane never received a value.
  [[nodiscard]] std::optional<Value> value_of(const Write& write, std::uint32_t lane) const;
  // The register's value after `step`.
  [[nodiscard]] std::optional<Value> value_at(std::uint32_t frame, std::uint32_t reg,
                                              std::uint32_t lane, std::size_t step) const;
};

using RecordingPtr = std::shared_ptr<const Recording>;

// --- Navigation: the nearest such step after `from` (direction +1) or before it (-1) ---

// An access that costs more than necessary: more wavefronts for shared memory, more sectors than
// its bytes need for global memory.
[[nodiscard]] bool is_conflict(const report::Event& event);
[[nodiscard]] std::optional<std::size_t> next_access(const Recording& recording, std::size_t from,
                                                     int direction);
[[nodiscard]] std::optional<std::size_t> next_conflict(const Recording& recording, std::size_t from,
                                                       int direction);
// The next step on that line of the file after `from`, wrapping around the end. Of a visit of
// several steps, the first.
[[nodiscard]] std::optional<std::size_t> next_on_line(const Recording& recording, std::size_t from,
                                                      std::string_view file, int line);
// The step that the event belongs to.
[[nodiscard]] std::optional<std::size_t> step_of_event(const Recording& recording,
                                                       std::size_t event);
// The step's first access or barrier; empty if it has none.
[[nodiscard]] std::optional<std::size_t> event_of_step(const Recording& recording,
                                                       std::size_t step);

// The value in the register's reading: "-3", "0x7f0000000400", "1.25", "true"; a pair of halves
// "(1, 2.5)".
[[nodiscard]] std::string value_text(const Register& reg, const Value& value);

}  // namespace lanescope::steps
