#include "viz/picture/access/global_text.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "viz/picture/access/global_transactions.h"
#include "viz/picture/core/line_break.h"

namespace lanescope::picture {
namespace {

// Bytes from each participating lane to the next one that takes part; nullopt if not the same for
// all.
std::optional<std::int64_t> byte_stride(const memory::WarpAccess& access) {
  std::optional<std::int64_t> stride;
  std::optional<std::uint64_t> before;
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    if (!access.lane_is_active(lane)) continue;
    const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
    if (before) {
      const auto difference = static_cast<std::int64_t>(address - *before);
      if (stride && *stride != difference) return std::nullopt;
      stride = difference;
    }
    before = address;
  }
  return stride;
}

bool are_neighbours(std::uint32_t mask) {
  const std::uint32_t from_zero = mask >> std::countr_zero(mask);
  return (from_zero & (from_zero + 1)) == 0;
}

std::uint64_t lowest_address(const memory::WarpAccess& access) {
  std::uint64_t lowest = ~std::uint64_t{0};
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    if (access.lane_is_active(lane))
      lowest = std::min(lowest, access.address[static_cast<std::size_t>(lane)]);
  }
  return lowest;
}

std::string scattered(const memory::WarpAccess& access, const memory::GlobalCost& cost,
                      const text::Texts& texts) {
  const auto lanes = static_cast<std::uint64_t>(std::popcount(access.mask));
  // What an atomic costs counts sectors again that several lanes touch.
  memory::WarpAccess each_once = access;
  if (memory::is_atomic(access.op)) each_once.op = memory::Op::load;
  const std::uint32_t sectors =
      memory::is_atomic(access.op) ? memory::global_cost(each_once).sectors : cost.sectors;
  return texts.count("stage.global.scattered", lanes,
                     fmt::arg("sectors", texts.count("stage.sectors", sectors)),
                     fmt::arg("lines", texts.count("stage.lines", cost.tag_lookups)));
}

// How the machine forms its requests; the longer sentence first.
std::vector<std::string> rules_of(const StageInput& input, const text::Texts& texts) {
  switch (input.machine.global) {
    case memory::GlobalRule::segments:
      return {texts.get("stage.machine.segments"), texts.get("stage.machine.segments_short")};
    case memory::GlobalRule::sequential_segments:
      return {texts.get("stage.machine.sequential"), texts.get("stage.machine.sequential_short")};
    case memory::GlobalRule::cached_lines:
    case memory::GlobalRule::sectors:
      break;
  }
  if (input.access.op == memory::Op::load)
    return {texts.get("stage.machine.lines"), texts.get("stage.machine.lines_short")};
  return {texts.get("stage.machine.stores"), texts.get("stage.machine.stores_short")};
}

std::string explanation(const StageInput& input, const memory::GlobalCost& cost,
                        const text::Texts& texts) {
  const memory::WarpAccess& access = input.access;
  if (access.op == memory::Op::atomic || access.op == memory::Op::reduction)
    return texts.get("stage.global.atomics");
  if (input.copy != nullptr && input.copy->bypasses_l1)
    return texts.get("stage.global.copy_past_l1");
  const auto stride = byte_stride(access);
  if (!stride) return scattered(access, cost, texts);
  const auto lanes = [&](bool as_named) {
    return texts.get(as_named ? "stage.global.lanes" : "stage.global.active");
  };
  const auto apart = static_cast<std::uint64_t>(*stride < 0 ? -*stride : *stride);
  if (apart == 0) {
    return texts.get(global_key(access.op, "same"),
                     fmt::arg("lanes", lanes(std::popcount(access.mask) == memory::warp_lanes)));
  }
  const bool neighbours = are_neighbours(access.mask);
  if (apart == access.bytes) {
    const bool is_ideal = cost.sectors == cost.ideal_sectors;
    if (!is_ideal && lowest_address(access) % memory::sector_bytes == 0)
      return scattered(access, cost, texts);
    return texts.get(is_ideal ? "stage.global.coalesced" : "stage.global.shifted",
                     fmt::arg("lanes", lanes(neighbours)),
                     fmt::arg("sectors", texts.count("stage.sectors", cost.sectors)));
  }
  const std::string distance = text::Texts::grouped(apart);
  if (apart >= memory::sector_bytes)
    return texts.get("stage.global.far", fmt::arg("lanes", lanes(neighbours)),
                     fmt::arg("apart", distance));
  return texts.get(global_key(access.op, "strided"), fmt::arg("lanes", lanes(neighbours)),
                   fmt::arg("apart", distance), fmt::arg("bytes", access.bytes));
}

}  // namespace

std::string global_key(memory::Op op, std::string_view name) {
  const char* table = op == memory::Op::load    ? "stage.global.load."
                      : op == memory::Op::store ? "stage.global.store."
                                                : "stage.global.atomic.";
  return table + std::string(name);
}

std::string address_name(std::uint64_t address, const std::vector<report::ArrayInfo>& arrays) {
  const report::ArrayInfo* array = report::array_at(arrays, address);
  if (array == nullptr) return fmt::format("0x{:x}", address);
  if (address == array->address) return array->name;
  return fmt::format("{} + {} B", array->name, text::Texts::grouped(address - array->address));
}

std::string address_offset(std::uint64_t address, const std::vector<report::ArrayInfo>& arrays) {
  const report::ArrayInfo* array = report::array_at(arrays, address);
  if (array == nullptr) return fmt::format("0x{:x}", address);
  return "+" + text::Texts::grouped(address - array->address);
}

memory::GlobalCost global_cost_of(const StageInput& input) {
  return input.copy != nullptr ? memory::async_copy_cost(*input.copy).read
                               : memory::global_cost(input.access, input.machine);
}

Frame global_frame(const StageInput& input, const memory::GlobalCost& cost,
                   const text::Texts& texts) {
  Frame frame;
  frame.form = input.scale.frame;
  frame.machine = input.machine_name;
  frame.title = trimmed(input.source_text);
  frame.subtitle = describe(input.access, texts, input.copy != nullptr);
  if (cost.sectors == 0) {
    frame.verdict = texts.get("stage.verdict.nothing");
    return frame;
  }
  frame.costly = cost.sectors > cost.ideal_sectors;
  frame.verdict = texts.count("stage.sectors", cost.sectors);
  frame.other_verdicts = {texts.count("stage.sectors", memory::warp_lanes)};
  frame.detail = texts.get(
      global_key(input.access.op, "detail"), fmt::arg("ideal", cost.ideal_sectors),
      fmt::arg("used", text::Texts::grouped(cost.bytes_used)),
      fmt::arg("moved", text::Texts::grouped(std::uint64_t{cost.sectors} * memory::sector_bytes)));
  if (input.bad_lanes != 0) {
    frame.explanations = {texts.get("stage.global.out_of_range",
                                    fmt::arg("lanes", lane_list(input.bad_lanes, texts))),
                          texts.count("stage.global.out_of_range_short",
                                      static_cast<std::uint64_t>(std::popcount(input.bad_lanes)))};
    return frame;
  }
  if (const auto moved = transactions_of(input); !moved.empty()) {
    frame.detail =
        texts.get("stage.machine.transactions", fmt::arg("sizes", sizes_text(moved, texts)),
                  fmt::arg("rest", frame.detail));
    frame.explanations = rules_of(input, texts);
    return frame;
  }
  frame.explanations = {explanation(input, cost, texts), scattered(input.access, cost, texts)};
  if (memory::is_atomic(input.access.op)) {
    frame.explanations.insert(
        frame.explanations.begin(),
        texts.get("stage.global.atomics_ideal", fmt::arg("rule", frame.explanations.front()),
                  fmt::arg("ideal", cost.ideal_sectors)));
  }
  const bool as_on_h200 = input.machine.global != memory::GlobalRule::sectors;
  if (as_on_h200 && input.copy == nullptr) {
    frame.explanations.insert(frame.explanations.begin(), texts.get("stage.machine.atomics"));
  } else if (input.copy != nullptr && !input.machine_name.empty()) {
    frame.explanations.insert(frame.explanations.begin(), texts.get("stage.machine.copy"));
  }
  return frame;
}

std::string lane_tooltip(const StageInput& input, int lane, const text::Texts& texts) {
  if (!input.access.lane_is_active(lane))
    return texts.get("stage.lane_off", fmt::arg("lane", lane));
  const std::uint64_t address = input.access.address[static_cast<std::size_t>(lane)];
  const report::ArrayInfo* array = report::array_at(input.arrays, address);
  if (((input.bad_lanes >> lane) & 1U) != 0) {
    return texts.get("stage.global.lane_out_of_range", fmt::arg("lane", lane),
                     fmt::arg("bytes", input.access.bytes),
                     fmt::arg("address", fmt::format("0x{:x}", address)));
  }
  if (array == nullptr || array->element_bytes == 0) {
    return texts.get("stage.lane_address", fmt::arg("lane", lane),
                     fmt::arg("first", fmt::format("0x{:x}", address)),
                     fmt::arg("bytes", input.access.bytes));
  }
  const std::uint64_t offset = address - array->address;
  return texts.get(global_key(input.access.op, "lane_element"), fmt::arg("lane", lane),
                   fmt::arg("array", array->name),
                   fmt::arg("element", offset / array->element_bytes), fmt::arg("first", offset),
                   fmt::arg("last", offset + input.access.bytes - 1));
}

}  // namespace lanescope::picture
