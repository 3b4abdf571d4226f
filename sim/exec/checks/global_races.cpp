// Checks: what orders threads of different blocks, and how a race in global memory is reported.
#include <bit>

#include <fmt/format.h>

#include "sim/exec/checks/checks.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

using memory::Op;
using memory::Space;

namespace {

// How two accesses of the global memory come to race.
enum class GlobalRace : std::uint16_t {
  one_store,      // lanes of one store
  one_warp,       // lanes of one warp
  one_block,      // warps of one block
  blocks,         // with nothing between them
  scope,          // atomic operations, one of them of the scope of a block
  old_read,       // a plain read beside an atomic operation
  missing_fence,  // the flag was read, but the fence behind it is missing
  barrier_only,   // so it is, but a barrier is there, and the access is volatile
};

const char* reason_of(GlobalRace race) {
  switch (race) {
    case GlobalRace::one_store:
      return "both are lanes of one store: which value remains is undefined";
    case GlobalRace::one_warp:
      return "lanes of one warp need not run in lock step, and no __syncwarp() stands between the "
             "two (other warp calls do not order memory)";
    case GlobalRace::one_block:
      return "no __syncthreads() between the two";
    case GlobalRace::blocks:
      return "nothing orders two blocks of a launch: use atomic operations, a launch for each "
             "step, or __threadfence() on both sides of an atomic or volatile flag";
    case GlobalRace::scope:
      return "an atomic operation of the scope of a block (atomicAdd_block, .cta) is atomic for "
             "the threads of its own block only: use one of the scope of the device (atomicAdd, "
             ".gpu)";
    case GlobalRace::old_read:
      return "the value read may be old by the time it is used: only what the atomic operation "
             "returns is certain";
    case GlobalRace::missing_fence:
      return "the flag that hands the data over has been read, but no __threadfence() stands "
             "between that and this access";
    case GlobalRace::barrier_only:
      return "the flag that hands the data over has been read, and a barrier of the block and a "
             "volatile access follow, as in the CUDA guide; the memory model asks for a "
             "__threadfence() behind the flag, too";
  }
  return "";
}

}  // namespace

void Checks::fence(std::uint32_t warp, std::uint32_t lanes, Scope scope) {
  order_.fence(warp);
  if (in_grid_ && scope != Scope::block) in_grid_->fence(warp, lanes, order_);
}

// PTX ISA, "Release and Acquire Patterns": an access with .release or .acquire is a pattern of its
// own.
void Checks::on_strong_access(const MemoryInstruction& in, const memory::WarpAccess& access,
                              std::uint32_t mask, std::uint32_t warp) {
  if (in.releases) fence(warp, mask, in.scope);
  const bool is_shared = access.space == Space::shared;
  const bool is_update = in.atomic != AtomicKind::none;
  const bool reads = in.op == Op::load || in.op == Op::atomic;
  const bool writes = in.op != Op::load;
  const bool is_blocks_own = access.space != Space::global || in.scope == Scope::block;
  if (in_grid_ && is_blocks_own) in_grid_->meet(warp);
  const bool reaches_grid = in_grid_ && !is_blocks_own && in_grid_->hears();
  std::uint32_t rest = mask;
  while (rest != 0) {
    const std::uint64_t word = access.address[std::countr_zero(rest)];
    std::uint32_t same = 0;
    for_set_lanes(rest, [&](int l) { same |= std::uint32_t{access.address[l] == word} << l; });
    rest &= ~same;
    order_.strong_access(warp, word + (is_shared ? shared_window : 0), in.op != Op::store, writes);
    if (reaches_grid) in_grid_->strong_access(warp, same, word, reads, writes, is_update);
  }
  if (in.acquires) fence(warp, mask, in.scope);
}

bool Checks::on_repeated_access(const MemoryInstruction& in, const Lanes& lanes, std::size_t array,
                                std::uint32_t warp, std::uint64_t base, std::uint64_t step_x,
                                std::uint64_t step_y) {
  if (!on_affine_written(in, lanes, array, base, step_x, step_y)) return false;
  if (global_ == nullptr || !global_->watches(array)) return true;
  in_ = &in;
  lanes_ = &lanes;
  const GlobalAccess access{in,   warp,   all_lanes, in.bytes,   nullptr,
                            base, step_x, step_y,    lanes.width};
  global_->on_affine_access(access, array, present_block(), *this);
  return true;
}

void Checks::on_global_race(const GlobalAccess& access, std::uint32_t lane,
                            const GlobalEvent& first, std::uint32_t first_thread, bool first_writes,
                            bool one_event) {
  const MemoryInstruction& in = access.in;
  const std::uint64_t address = access.address_of(lane);
  const std::uint32_t thread = access.warp * warp_lanes + lane;
  const std::uint32_t first_lane = first_thread % warp_lanes;
  const bool one_block = first.block == block_index_;
  const bool one_warp = one_block && first.warp == access.warp;
  // Accesses of one instruction between two synchronisations are one event, but not one store.
  const bool one_store = one_event && access.writes() && (access.mask >> first_lane & 1) != 0 &&
                         access.address_of(first_lane) == address;
  const GlobalMemory::Array* array = launch_.memory.find(address, 1);
  // What an atomic operation left need not be what it leaves in another order.
  const bool same_value =
      first_writes && !first.is_update && in.op == Op::store && array != nullptr &&
      stores_the_same(static_cast<int>(lane), one_store ? static_cast<int>(first_lane) : -1,
                      array->data + (address - array->address));
  if (one_store && same_value) return;
  const bool is_update = in.atomic != AtomicKind::none;
  const bool both_strong = first.strength != Strength::plain && in.strength != Strength::plain;
  const SiteInfo& here = program_.sites[in.site];
  const SiteInfo& there = program_.sites[first.site];
  const bool reads_beside_update =
      (first.is_update && in.op == Op::load) || (is_update && there.op == Op::load);
  GlobalRace race = one_store   ? GlobalRace::one_store
                    : one_warp  ? GlobalRace::one_warp
                    : one_block ? GlobalRace::one_block
                                : GlobalRace::blocks;
  if (both_strong) {
    race = GlobalRace::scope;
  } else if (!one_block &&
             in_grid_->lacks_fence(access.warp, first.block, first_thread, first.stamp)) {
    const bool has_barrier =
        in.strength != Strength::plain &&
        in_grid_->lacks_fence_behind_barrier(access.warp, first.block, first_thread, first.stamp);
    race = has_barrier ? GlobalRace::barrier_only : GlobalRace::missing_fence;
  } else if (reads_beside_update && !one_warp) {
    race = GlobalRace::old_read;
  }
  const bool is_mild = race == GlobalRace::one_store || race == GlobalRace::one_warp ||
                       race == GlobalRace::old_read || race == GlobalRace::barrier_only;
  const Severity severity = same_value ? Severity::note
                            : is_mild  ? Severity::warning
                                       : Severity::error;
  const FindingKey key{DiagnosticKind::global_race, severity,
                       static_cast<std::uint32_t>(race) * 2 + (first_writes ? 1 : 0), here.ptx_line,
                       there.ptx_line};
  const auto describe = [&] {
    Diagnostic diagnostic = at_site(in.site, thread);
    diagnostic.severity = severity;
    diagnostic.kind = DiagnosticKind::global_race;
    diagnostic.address = address;
    const Dim3 first_block = position_of(first.block, launch_.config.grid);
    diagnostic.other = OtherPlace{there.place, there.ptx_line,
                                  position_of(first_thread, launch_.config.block), first_block};
    const std::uint64_t offset = array == nullptr ? address : address - array->address;
    const std::string name = array == nullptr ? fmt::format("global memory at 0x{:x}", address)
                             : array->bytes == in.element_bytes
                                 ? array->name
                                 : fmt::format("{}[{}] (elements of {} bytes)", array->name,
                                               offset / in.element_bytes, in.element_bytes);
    const std::string why = same_value
                                ? "both store the same value, which makes it harmless in practice"
                                : reason_of(race);
    const auto text = [&](fmt::string_view format) {
      return fmt::format(fmt::runtime(format), name, past_of(here.op), text_of(*diagnostic.thread),
                         text_of(block_), past_of(there.op), text_of(there.place, there.ptx_line),
                         text_of(diagnostic.other->thread), fmt::arg("why", why),
                         fmt::arg("block", text_of(first_block)));
    };
    diagnostic.message = text(
        one_block ? "race on {}: {} here by thread {} of block {}, {} at {} by thread {} of the "
                    "same block; {why}"
                  : "race on {}: {} here by thread {} of block {}, {} at {} by thread {} of block "
                    "{block}; {why}");
    return diagnostic;
  };
  log_.add(block_index_, key, describe, {address, in.bytes});
}

}  // namespace lanescope::exec
