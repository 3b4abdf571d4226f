// Follows the values that loads got from memory which nothing has written, until one of them is
// used.
//
// Reading such memory is no mistake in itself: compilers copy a structure's padding along, by loads
// of their own, and load early what only one side of a branch needs. So a load only marks its
// registers, lane by lane. The marks go along with moves, shifts, selections, shuffles and the
// arguments of calls. A store to shared or local memory makes that memory unwritten again. Anything
// else is a use: arithmetic, a comparison, an address, an atomic operation, a store to global
// memory, which the kernel's caller sees. Only padding may be stored to global memory: bytes beside
// which the same statement loads written ones in one piece (Program::copied_bytes).
//
// What a shuffle reads from a lane that does not take part is undefined, too, and is followed
// further: reductions compute with such values in lanes whose sums nobody reads. So arithmetic
// passes these on, and a store to any memory is a use.
//
// Nothing is followed until the first such load or shuffle. From then on the block runner executes
// the warp instruction by instruction and calls `execute` for each.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/exec/lanes/instruction.h"
#include "sim/exec/program/program.h"

namespace lanescope::exec {

class UndefinedValues {
 public:
  UndefinedValues(const Program& program, std::uint32_t warps)
      : program_(program), marks_(warps), executed_(warps) {}

  void start_block();
  // Whether the warp holds undefined values.
  [[nodiscard]] bool any(std::uint32_t warp) const { return !marks_[warp].empty(); }

  // Where a value came from: the load, and its lane's address; or the shuffle.
  struct Source {
    std::uint64_t address = 0;
    std::uint32_t site = 0;
    memory::Space space = memory::Space::shared;
    bool is_padding = false;
    // For a shuffle, `site` is its index in Program::code, `reader` the lane that read `address`.
    bool is_shuffle = false;
    bool is_named = false;  // the reader's mask names the lane
    std::uint8_t reader = 0;
    bool operator==(const Source&) const = default;
  };
  // A load by `lanes` that read no written byte into `row`, or a shuffle.
  void mark(std::uint32_t warp, const Lanes& lanes, Row row, std::uint32_t bad,
            const Source (&sources)[warp_lanes]);

  // Lanes that used a value of one load. They hold no value of it afterwards.
  struct Use {
    std::uint32_t lanes = 0;
    Source source;  // of the first of the lanes
  };
  // Call before code[pc] is executed by lanes.mask; returns what it uses. Valid until the next
  // call.
  const std::vector<Use>& execute(std::uint32_t warp, std::uint32_t pc, const Lanes& lanes);
  // The value in `row` is stored to global memory.
  const std::vector<Use>& store_global(std::uint32_t warp, const Lanes& lanes, Row row,
                                       std::uint32_t mask);
  // The same for other memory: only values of shuffles are used.
  const std::vector<Use>& store_elsewhere(std::uint32_t warp, const Lanes& lanes, Row row,
                                          std::uint32_t mask);
  // The lanes of a row that are undefined.
  [[nodiscard]] std::uint32_t lanes_of(std::uint32_t warp, const Lanes& lanes, Row row) const {
    return undefined(marks_[warp], lanes.at(row));
  }
  // Arguments or results of a call moved from frame to frame for these lanes.
  void move_area(std::uint32_t warp, const std::byte* from, const std::byte* to,
                 std::uint32_t bytes, std::uint32_t lanes);
  // A frame begins or ends: its rows are not those of another one.
  void forget_frame(std::uint32_t warp, const std::byte* rows, std::uint32_t bytes);

 private:
  struct Mark {
    std::uint32_t lanes = 0;
    Source sources[warp_lanes];
  };
  // By the first byte of the row, or of lane 0's byte of an area.
  using Marks = std::unordered_map<const std::byte*, Mark>;

  [[nodiscard]] static std::uint32_t undefined(const Marks& marks, const std::byte* at) {
    const auto found = marks.find(at);
    return found == marks.end() ? 0 : found->second.lanes;
  }
  static void set(Marks& marks, const std::byte* to, std::uint32_t executing,
                  std::uint32_t undefined, const Mark* from);
  enum class Used : std::uint8_t { all, without_padding, loaded, shuffled };
  void use(Marks& marks, const std::byte* at, std::uint32_t mask, Used used);
  // The executing lanes in which a source comes from a shuffle, with the lowest reader.
  [[nodiscard]] Mark shuffled(const Marks& marks, const RowUse& in, const Lanes& lanes) const;
  void copy(Marks& marks, const RowUse& in, const Lanes& lanes, bool mixing_uses);
  void select(Marks& marks, const Instruction& in, const Lanes& lanes);
  void exchange(Marks& marks, const Instruction& in, const Lanes& lanes);
  void load_area(Marks& marks, const Instruction& in, std::uint32_t bytes, const Lanes& lanes);
  void store_area(Marks& marks, const Instruction& in, std::uint32_t bytes, const Lanes& lanes);
  [[nodiscard]] const std::byte* at(const Lanes& lanes, const RowUse& in, std::uint32_t i) const {
    return lanes.at(program_.used_rows[in.first + i]);
  }

  const Program& program_;
  // Drops the values that nothing reads after the instruction executed last.
  void drop_read(std::uint32_t warp);

  std::vector<Marks> marks_;  // of each warp
  struct Executed {
    std::uint32_t pc = none_executed;
    std::uint32_t lanes = 0;
    std::byte* rows = nullptr;
  };
  static constexpr std::uint32_t none_executed = 0xffff'ffffU;
  std::vector<Executed> executed_;  // of each warp, the instruction before
  std::vector<Use> uses_;
};

}  // namespace lanescope::exec
