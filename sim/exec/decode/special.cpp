// Special registers (PTX ISA, "Special Registers"), as rows.
//
// Most are properties of the launch. Those that describe a real GPU have values chosen by the
// model, and a note says so once per run: the clocks count the warp instructions that the block has
// executed, and block i runs on multiprocessor i modulo 132, as on an H200, which also gives the
// largest warp number and the shared memory that the system reserves. A grid without clusters
// counts as one with one block per cluster.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sim/exec/decode/decoder.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

using ptx::Axis;

namespace {

using U16 = std::uint16_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;

struct SpecialName {
  std::string_view name;
  Axis axis;
  Special special;
};

constexpr std::array special_names{
    SpecialName{"%tid", Axis::x, Special::tid_x},
    SpecialName{"%tid", Axis::y, Special::tid_y},
    SpecialName{"%tid", Axis::z, Special::tid_z},
    SpecialName{"%ntid", Axis::x, Special::ntid_x},
    SpecialName{"%ntid", Axis::y, Special::ntid_y},
    SpecialName{"%ntid", Axis::z, Special::ntid_z},
    SpecialName{"%ctaid", Axis::x, Special::ctaid_x},
    SpecialName{"%ctaid", Axis::y, Special::ctaid_y},
    SpecialName{"%ctaid", Axis::z, Special::ctaid_z},
    SpecialName{"%nctaid", Axis::x, Special::nctaid_x},
    SpecialName{"%nctaid", Axis::y, Special::nctaid_y},
    SpecialName{"%nctaid", Axis::z, Special::nctaid_z},
    SpecialName{"%clusterid", Axis::x, Special::ctaid_x},
    SpecialName{"%clusterid", Axis::y, Special::ctaid_y},
    SpecialName{"%clusterid", Axis::z, Special::ctaid_z},
    SpecialName{"%nclusterid", Axis::x, Special::nctaid_x},
    SpecialName{"%nclusterid", Axis::y, Special::nctaid_y},
    SpecialName{"%nclusterid", Axis::z, Special::nctaid_z},
    SpecialName{"%laneid", Axis::none, Special::laneid},
    SpecialName{"%warpid", Axis::none, Special::warpid},
    SpecialName{"%smid", Axis::none, Special::smid},
    SpecialName{"%lanemask_eq", Axis::none, Special::lanemask_eq},
    SpecialName{"%lanemask_le", Axis::none, Special::lanemask_le},
    SpecialName{"%lanemask_lt", Axis::none, Special::lanemask_lt},
    SpecialName{"%lanemask_ge", Axis::none, Special::lanemask_ge},
    SpecialName{"%lanemask_gt", Axis::none, Special::lanemask_gt},
    SpecialName{"%dynamic_smem_size", Axis::none, Special::dynamic_smem_size},
    SpecialName{"%total_smem_size", Axis::none, Special::total_smem_size},
    SpecialName{"%aggr_smem_size", Axis::none, Special::aggr_smem_size},
    SpecialName{"%envreg1", Axis::none, Special::grid_workspace_high},
    SpecialName{"%envreg2", Axis::none, Special::grid_workspace_low},
};

// A special register with the same value in every kernel.
struct FixedName {
  std::string_view name;
  U64 value;
};
constexpr std::array fixed_names{
    FixedName{"%nsmid", model_multiprocessors},
    FixedName{"%nwarpid", model_warp_slots},
    FixedName{"%gridid", 1},
    FixedName{"%current_graph_exec", 0},
    FixedName{"%cluster_ctarank", 0},
    FixedName{"%cluster_nctarank", 1},
    FixedName{"%cluster_ctaid", 0},
    FixedName{"%cluster_nctaid", 1},
};

bool is_vector(std::string_view name) {
  return name == "%cluster_ctaid" || name == "%cluster_nctaid" ||
         std::ranges::any_of(special_names, [&](const SpecialName& special) {
           return special.name == name && special.axis == Axis::x;
         });
}

std::optional<U64> fixed_value(const ptx::Operand& operand) {
  // PTX ISA: the fourth element is unused and always zero.
  if (operand.axis == Axis::w && is_vector(operand.name)) return 0;
  for (const FixedName& fixed : fixed_names) {
    if (fixed.name == operand.name) return fixed.value;
  }
  // %envreg0 to %envreg31 and %pm0 to %pm7, %pm0_64 ...: set by the driver, 0 here but for two.
  if (operand.name == "%envreg1" || operand.name == "%envreg2") return std::nullopt;
  if (operand.name.starts_with("%envreg") || operand.name.starts_with("%pm")) return 0;
  return std::nullopt;
}

// Bytes of the register itself.
std::uint32_t width_of(std::string_view name) {
  return name == "%gridid" || name == "%current_graph_exec" || name.ends_with("_64") ? 8 : 4;
}

bool varies_by_warp_or_block(Special special) { return special < Special::ntid_x; }

// %clock and related registers, from a row of 64 bits.
struct ClockName {
  std::string_view name;
  unsigned shift;       // first bit of the register within the 64 bits
  std::uint32_t bytes;  // size of the register
};
constexpr std::array clock_names{
    ClockName{"%clock", 0, 4},          ClockName{"%clock_hi", 32, 4},
    ClockName{"%clock64", 0, 8},        ClockName{"%globaltimer", 0, 8},
    ClockName{"%globaltimer_lo", 0, 4}, ClockName{"%globaltimer_hi", 32, 4},
};

}  // namespace

// Lists the registers with model values, for the run's note.
void Decoder::note_model_value(const In& in, std::string_view name) {
  if (program_.model_value.empty()) {
    program_.model_place = module_.locations[in.loc];
    program_.model_ptx_line = in.ptx_line;
  }
  if (program_.model_value.find(name) != std::string::npos) return;
  program_.model_value += (program_.model_value.empty() ? "" : ", ") + std::string(name);
}

bool Decoder::refuses_cluster(const In& in, const ptx::Operand& operand) {
  if (entry_.cluster_blocks < 2 || operand.name.find("cluster") == operand.name.npos) return false;
  refuse(in, "thread-block clusters are not emulated");
  return true;
}

std::optional<Row> Decoder::clock_row(const In& in, std::string_view name, std::uint32_t bytes) {
  for (const ClockName& clock : clock_names) {
    if (clock.name != name) continue;
    if (bytes != clock.bytes) break;
    note_model_value(in, name);
    const Row count = new_row(8);
    push(in, Flow::clock).d = count;
    if (bytes == 8) return count;
    const Row row = new_row(4);
    push_compute(in,
                 clock.shift == 0
                     ? &unary<U32, U64, [](U64 a) { return static_cast<U32>(a); }>
                     : &unary<U32, U64, [](U64 a) { return static_cast<U32>(a >> 32); }>,
                 row, count);
    return row;
  }
  return std::nullopt;
}

std::optional<Row> Decoder::special_row(const In& in, const ptx::Operand& operand,
                                        std::uint32_t bytes) {
  if (refuses_cluster(in, operand)) return std::nullopt;
  if (const auto clock = clock_row(in, operand.name, bytes)) return clock;
  if (const auto fixed = fixed_value(operand)) {
    if (operand.name == "%nsmid" || operand.name == "%nwarpid") note_model_value(in, operand.name);
    if (bytes <= width_of(operand.name))
      return constant_row({.kind = Constant::Kind::bits, .lane_bytes = bytes, .value = *fixed});
  }
  for (const SpecialName& name : special_names) {
    if (name.name != operand.name || name.axis != operand.axis || bytes == 8) continue;
    if (name.special == Special::smid || name.special == Special::aggr_smem_size)
      note_model_value(in, operand.name);
    if (!varies_by_warp_or_block(name.special)) {
      return constant_row({.kind = Constant::Kind::special,
                           .lane_bytes = bytes,
                           .value = static_cast<U64>(name.special)});
    }
    const Row row = special_row_of(name.special);
    if (bytes == 4) return row;
    // A 16-bit read, as in old PTX. The rows have 32 bits.
    const Row narrow = new_row(2);
    push_compute(in, &unary<U16, U32, [](U32 a) { return static_cast<U16>(a); }>, narrow, row);
    return narrow;
  }
  if (operand.name.starts_with("%reserved_smem_offset")) {
    refuse(in, fmt::format("{} is a place in the shared memory that the system reserves on a GPU; "
                           "the emulator has no such memory",
                           operand.name));
    return std::nullopt;
  }
  refuse(in, fmt::format("the special register {} is not known, or does not have {} bits",
                         operand.name, 8 * bytes));
  return std::nullopt;
}

Row Decoder::special_row_of(Special special) {
  for (const SpecialRow& known : program_.special_rows) {
    if (known.special == special) return known.row;
  }
  const Row row = new_row(4);
  program_.special_rows.push_back({special, row, Row{}});
  return row;
}

}  // namespace lanescope::exec
