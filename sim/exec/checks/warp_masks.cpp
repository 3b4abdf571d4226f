// Checks::on_warp_sync: the member masks of warp-synchronous calls.
//
// CUDA C++ Programming Guide, "Warp Shuffle Functions", "Warp Vote Functions", "__syncwarp": each
// calling thread must have its own bit set in the mask, and all non-exited threads named in the
// mask must execute the same call with the same mask. Lanes that have exited (or never existed) may
// be named. Lanes of one call may have different masks as long as each group is complete: that is
// what __match_any_sync is for.
#include <array>
#include <bit>

#include <fmt/format.h>

#include "sim/exec/checks/checks.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {
namespace {

enum Detail : std::uint16_t { not_in_mask, missing, other_masks, absent_source, outside_source };

// "lanes 0-3, 8": for messages.
std::string lanes_text(std::uint32_t lanes) {
  std::string text;
  for (int l = 0; l < warp_lanes; ++l) {
    if ((lanes >> l & 1) == 0) continue;
    const int run = std::countr_one(lanes >> l);
    text += fmt::format("{}{}", text.empty() ? "" : ", ", l);
    if (run > 1) text += fmt::format("-{}", l + run - 1);
    l += run;
  }
  return fmt::format("lane{} {}", std::popcount(lanes) == 1 ? "" : "s", text);
}

}  // namespace

void Checks::on_warp_sync(std::uint32_t pc, const Lanes& lanes, const Divergence& flow,
                          std::uint32_t warp) {
  const Instruction& in = program_.code[pc];
  const WarpSync& sync = program_.warp_syncs[in.warp_sync - 1];
  if (sync.kind == WarpSyncKind::fence) return fence(warp, lanes.mask, sync.scope);
  const std::uint32_t here = lanes.mask;
  const std::uint32_t* mask = lanes.read<std::uint32_t>(sync.mask);
  const int first = std::countr_zero(here);
  bool uniform = true;
  for_lanes(here, [&](int l) { uniform = uniform && mask[l] == mask[first]; });
  const bool complete =
      uniform && (here & ~mask[first]) == 0 && (flow.alive() & mask[first]) == here;
  if (sync.kind == WarpSyncKind::barrier) {
    const std::uint32_t synced = uniform ? here & mask[first] : here;
    order_.sync_lanes(warp, synced, uniform && (flow.alive() & ~(here & mask[first])) == 0);
    if (in_grid_) in_grid_->sync_lanes(warp, synced);
  }
  if (!check_masks_) return;
  if (!complete) {
    std::uint32_t strangers = 0;  // lanes missing from their own mask
    std::uint32_t absent = 0;     // named lanes that are alive but not here
    std::uint32_t differ = 0;     // lanes named by a lane with a different mask
    const std::uint32_t running = running_lanes(program_, flow);
    for_lanes(here, [&](int l) {
      if ((mask[l] >> l & 1) == 0) strangers |= 1U << l;
      absent |= mask[l] & running & ~here;
      for_lanes(mask[l] & here, [&](int other) {
        if (mask[other] != mask[l]) differ |= 1U << other;
      });
    });
    differ &= ~strangers;
    if (strangers != 0) {
      mask_finding(pc, warp, strangers, Severity::error, not_in_mask,
                   fmt::format("{} of the warp call{} {} with a mask (0x{:08x}) that does not name "
                               "the caller: the result is undefined",
                               lanes_text(strangers), std::popcount(strangers) == 1 ? "s" : "",
                               name_of(sync.kind), mask[std::countr_zero(strangers)]));
    }
    if (absent != 0 && sync.kind == WarpSyncKind::barrier) {
      mask_finding(pc, warp, here, Severity::warning, missing,
                   fmt::format("the mask 0x{:08x} of __syncwarp names {}, which have taken another "
                               "branch; a GPU waits for them to call it, perhaps for ever; the "
                               "emulator runs the branches one after the other and does not wait",
                               mask[first], lanes_text(absent)));
    } else if (absent != 0) {
      mask_finding(
          pc, warp, here, Severity::error, missing,
          fmt::format("the mask 0x{:08x} of {} names {}, which do not reach it together "
                      "with {}: on a GPU the result is undefined or the warp hangs; the emulator "
                      "leaves them out",
                      mask[first], name_of(sync.kind), lanes_text(absent), lanes_text(here)));
    }
    if (differ != 0) {
      mask_finding(pc, warp, differ, Severity::error, other_masks,
                   fmt::format("lanes of one {} name each other with different masks (0x{:08x} and "
                               "others): the result is undefined",
                               name_of(sync.kind), mask[std::countr_zero(differ)]));
    }
  }
  if (sync.sources == nullptr || (complete && here == all_lanes)) return;
  std::array<std::int8_t, warp_lanes> source{};
  sync.sources(lanes, in, source.data());
  std::uint32_t readers = 0;
  std::uint32_t named = 0;
  for_lanes(here, [&](int l) {
    const int from = source[static_cast<std::size_t>(l)];
    const bool is_named = (mask[l] >> from & 1) != 0;
    if (from == l || (is_named && (here >> from & 1) != 0)) return;
    readers |= 1U << l;
    named |= std::uint32_t{is_named} << l;
  });
  if (readers != 0) on_foreign_lanes(pc, lanes, warp, source.data(), readers, named);
}

// CUDA C++ Programming Guide, "Warp Shuffle Functions"; PTX ISA, shfl.sync: what is read from an
// inactive lane, or from one that the mask does not name, is undefined. (An H200 gave 0 for an
// inactive lane, and the value of a lane with another mask that made the same call.) The tail of a
// reduction may well read such lanes without using the value, so it is followed to its use.
void Checks::on_foreign_lanes(std::uint32_t pc, const Lanes& lanes, std::uint32_t warp,
                              const std::int8_t* source, std::uint32_t readers,
                              std::uint32_t named) {
  UndefinedValues::Source sources[warp_lanes];
  for_set_lanes(readers, [&](int l) {
    sources[l].address = static_cast<std::uint64_t>(source[l]);
    sources[l].site = pc;
    sources[l].is_shuffle = true;
    sources[l].is_named = (named >> l & 1) != 0;
    sources[l].reader = static_cast<std::uint8_t>(l);
  });
  undefined_->mark(warp, lanes, program_.code[pc].d, readers, sources);
}

void Checks::on_shuffled_use(std::uint32_t warp, const UndefinedValues::Source& source,
                             const std::string& place) {
  mask_finding(
      source.site, warp, 1U << source.reader, Severity::warning,
      source.is_named ? absent_source : outside_source,
      fmt::format(
          "a shuffle reads a lane that {} (lane {} from lane {}): the value is undefined, "
          "and it is used at {}",
          source.is_named ? "the mask names but that does not take part" : "is outside of the mask",
          source.reader, source.address, place));
}

void Checks::mask_finding(std::uint32_t pc, std::uint32_t warp, std::uint32_t lanes,
                          Severity severity, std::uint16_t detail, const std::string& message) {
  const FindingKey key{DiagnosticKind::warp_mask, severity, detail, program_.ptx_lines[pc], 0};
  log_.add(block_index_, key, [&] {
    return diagnostic_at(launch_, pc, key.kind, severity, block_, warp, lanes, message);
  });
}

}  // namespace lanescope::exec
