// Executes loads, stores and atomics of one warp instruction: addresses, checks, data, and the
// record for the observer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/diagnostics/diagnostic.h"
#include "sim/exec/checks/checks.h"
#include "sim/exec/checks/request.h"
#include "sim/exec/state/async_copies.h"
#include "sim/exec/state/diagnostic_log.h"
#include "sim/exec/state/footprint.h"
#include "sim/exec/state/launch_state.h"
#include "sim/exec/state/observer.h"

namespace lanescope::exec {

struct BlockPosition {
  std::uint64_t index = 0;  // linear index in the grid
  Dim3 block{};             // blockIdx
};

struct BlockMemory {
  std::vector<std::byte> shared;
  std::vector<std::byte> local;  // thread after thread, Program::local_bytes for each
  AsyncCopies copies;            // in flight to `shared`
};

class MemoryUnit {
 public:
  // `footprint`: marks global words; nullptr if blocks run one after the other. `checks`: nullptr
  // if all are off.
  MemoryUnit(LaunchState& launch, Observer& observer, BlockMemory& block, DiagnosticLog& log,
             Footprint* footprint, Checks* checks)
      : launch_(launch),
        observer_(observer),
        block_(block),
        log_(log),
        footprint_(footprint),
        checks_(checks),
        repeated_(launch.program.memory.size()),
        offset_counters_(launch.program.memory.size()) {}

  void start_block(const BlockPosition& position) {
    position_ = position;
    wants_addresses_ = observer_.wants_addresses(position.index);
  }
  // Reports accesses to the observer that are not counted yet.
  void finish_block();
  // Any access, by Program::memory[index]; also those that repeat() refuses. `may_repeat`: it may
  // be asked again, if the addresses turn out to be affine.
  void execute(std::uint32_t index, const Lanes& lanes, std::uint32_t warp, bool may_repeat);
  // Executes Program::memory[index] for all lanes if it differs from its previous access only by
  // the base of its addresses. Returns false if it does not; nothing was done then.
  bool repeat(std::uint32_t index, const Lanes& lanes, std::uint32_t warp);
  // Returns false for a wait that is not over (mbarrier.test_wait and similar).
  bool operate(const BlockOperation& in, const Lanes& lanes, std::uint32_t warp);

 private:
  // --- affine_access.cpp: loads and stores by all lanes at affine addresses ---
  struct AffineData;
  // Returns false for any other access; nothing was done then.
  bool execute_affine(const MemoryInstruction& in, const Lanes& lanes, std::uint32_t warp);
  bool find_affine(const MemoryInstruction& in, const AffineAccessRecord& access, AffineData& data);
  // `offset`: offset of lane 0's bytes in the recent array.
  void mark_affine(const MemoryInstruction& in, const Lanes& lanes, std::uint64_t offset,
                   std::int64_t step_x, std::int64_t step_y);
  // Who must know of each repetition: the footprint; the checks.
  struct Followed {
    bool marks = false;
    bool is_watched = false;
  };
  // Keeps what repeat() needs. `address`: the form of the address row. `bounds`: in which it may be
  // repeated.
  void remember(const MemoryInstruction& in, const RowForm& address,
                const AffineAccessRecord& access, const AffineData& data,
                const Checks::Bounds& bounds, Followed followed, const AccessCounter& counter,
                const Lanes& lanes);
  [[gnu::noinline]] bool repeat_with_care(std::uint32_t index, const Lanes& lanes,
                                          std::uint32_t warp, std::uint64_t line_offset);

  // An access of an instruction that can be repeated at another base of its address row: two cache
  // lines with everything that it takes. `to_...` is what the base needs added.
  struct alignas(64) RepeatedAccess {
    std::uint64_t* count = nullptr;  // the counter of repetitions; nullptr: nothing to repeat
    std::uint64_t done = 0;          // repetitions that are not added to it yet
    // The move, if the access has a single element and nobody else needs to know of it.
    decltype(Move::by_steps) move = nullptr;
    Row address;
    Row value;
    // The steps of the address row, and the same as signed distances in bytes.
    std::uint64_t row_step_x = 0;
    std::uint64_t row_step_y = 0;
    std::int64_t step_x = 0;
    std::int64_t step_y = 0;
    std::uint64_t to_region = 0;   // gives the offset of the lowest byte in the region
    std::uint64_t last_first = 0;  // the highest valid value of that offset
    std::uintptr_t to_data = 0;    // gives the host's address of lane 0's data
    std::uint64_t to_space = 0;    // gives lane 0's address in the space
    // The access is aligned, and costs the same, if that address is equal in these bits.
    std::uint64_t same_bits = 0;
    std::uint64_t line_offset = 0;  // the bits
    void count_done() {
      if (done != 0) *count += done;
      done = 0;
    }
  };
  static_assert(sizeof(RepeatedAccess) == 128);
  // Whether a lane reads a word of shared memory to which a copy is in flight.
  [[nodiscard]] bool meets_copies(std::uint64_t base, std::int64_t step_x, std::int64_t step_y,
                                  std::uint32_t bytes, const Lanes& lanes) const;
  // Whether the checks let a load of shared memory pass.
  bool passes_checks(const AffineAccess& load, const Lanes& lanes);
  // The counters of one instruction: accesses at other offsets in a line cost something else.
  struct OffsetCounters {
    std::uint64_t region = 0;  // address of its start
    std::size_t array = 0;     // of global memory
    bool marks = false;        // the footprint must be marked
    bool is_checked = false;   // a load of shared memory: the checks must let it pass
    bool is_watched = false;   // the checks look at each access to the array
    AffineAccess checked;      // what they look at, where is_checked
    struct Counter {
      std::uint64_t line_offset = 0;
      std::uint64_t* count = nullptr;
    };
    std::array<Counter, 32> counters{};  // indexed by line_offset / 4
    [[nodiscard]] Counter& at(std::uint64_t line_offset) { return counters[line_offset % 128 / 4]; }
  };

  // --- memory_unit.cpp: any access, lane by lane ---
  // Its addresses are those of the instruction's space.
  [[nodiscard]] Request request_for(const MemoryInstruction& in, const Lanes& lanes,
                                    std::uint32_t warp, std::uint32_t mask) const;
  // Finds the data of a request in `space`, and makes its generic addresses the space's own.
  void locate(Request& request, memory::Space space);
  void execute_in(Request& request, memory::Space space);
  void drop_misaligned(Request& request);
  void check(Request& request);
  // Reports the request to the observer. `copy`: the copy that it is half of.
  void tell_observer(const Request& request, const memory::AsyncCopy* copy = nullptr);
  void find_global(Request& request);
  // `bytes`, from `address` on, that are one lane's or several's.
  void mark(const Request& request, const GlobalMemory::Array& array, std::uint64_t address,
            std::uint64_t bytes);
  void find_constant(Request& request);
  void find_in_buffer(Request& request, std::byte* base, std::uint64_t bytes,
                      std::uint64_t lane_stride);
  void transfer(Request& request);
  void add_finding(const Request& request, DiagnosticKind kind, std::uint32_t lanes,
                   const std::string& where, std::uint32_t side = 0);

  // --- block_operations.cpp ---
  void copy(const BlockOperation& in, const Lanes& lanes, std::uint32_t warp);
  void load_matrices(const BlockOperation& in, const Lanes& lanes, std::uint32_t warp);
  void store_matrices(const BlockOperation& in, const Lanes& lanes, std::uint32_t warp);
  bool mbarrier(const BlockOperation& in, const Lanes& lanes, std::uint32_t warp);

  // --- texture_unit.cpp ---
  struct TextureLane;
  void use_texture(const TextureInstruction& in, const Lanes& lanes, std::uint32_t warp);
  // For one lane. Empty: it was done; else why it can't be.
  std::string use_texture(const TextureInstruction& in, TextureLane& lane);
  void fetch_texels(const TextureInstruction& in, const GlobalMemory::Texture& texture,
                    TextureLane& lane);
  std::string access_surface(const TextureInstruction& in, const GlobalMemory::Texture& texture,
                             TextureLane& lane);
  void mark_texels(const GlobalMemory::Texture& texture, Touch touch, std::uint64_t offset,
                   std::uint64_t bytes);

  LaunchState& launch_;
  Observer& observer_;
  BlockMemory& block_;
  DiagnosticLog& log_;
  Footprint* footprint_;
  Checks* checks_;
  BlockPosition position_;
  bool wants_addresses_ = true;                  // Observer::wants_addresses for this block
  std::vector<RepeatedAccess> repeated_;         // indexed like Program::memory
  std::vector<OffsetCounters> offset_counters_;  // likewise
  std::size_t recent_array_ = 0;                 // the global array of the previous access
};

// In the header, because the loop over instructions calls it for most accesses.
inline bool MemoryUnit::repeat(std::uint32_t index, const Lanes& lanes, std::uint32_t warp) {
  RepeatedAccess& known = repeated_[index];
  if (known.count == nullptr || wants_addresses_) return false;
  const RowForm& address = lanes.form(known.address);
  const std::uint64_t differences =
      (address.step_x ^ known.row_step_x) | (address.step_y ^ known.row_step_y);
  if (differences != 0 || (address.known & RowForm::affine) == 0) return false;
  if (address.base + known.to_region > known.last_first) return false;
  const std::uint64_t line_offset = (address.base + known.to_space) & known.same_bits;
  if (line_offset != known.line_offset || known.move == nullptr)
    return repeat_with_care(index, lanes, warp, line_offset);
  ++known.done;
  known.move(lanes, known.value, reinterpret_cast<std::byte*>(address.base + known.to_data),
             known.step_x, known.step_y);
  return true;
}

}  // namespace lanescope::exec
