// Operands: registers, immediates, special registers and addresses of variables, all as rows.
#include <array>
#include <bit>

#include <fmt/format.h>

#include "sim/exec/decoder.h"

namespace lanescope::exec {

using ptx::Axis;
using ptx::Operand;
using Kind = ptx::Operand::Kind;

namespace {

struct SpecialName {
  std::string_view name;
  Axis axis;
  Special special;
};

// Source: PTX ISA, "Special Registers".
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
    SpecialName{"%laneid", Axis::none, Special::laneid},
    SpecialName{"%warpid", Axis::none, Special::warpid},
    SpecialName{"%nwarpid", Axis::none, Special::nwarpid},
    SpecialName{"%lanemask_eq", Axis::none, Special::lanemask_eq},
    SpecialName{"%lanemask_le", Axis::none, Special::lanemask_le},
    SpecialName{"%lanemask_lt", Axis::none, Special::lanemask_lt},
    SpecialName{"%lanemask_ge", Axis::none, Special::lanemask_ge},
    SpecialName{"%lanemask_gt", Axis::none, Special::lanemask_gt},
    SpecialName{"%dynamic_smem_size", Axis::none, Special::dynamic_smem_size},
    SpecialName{"%total_smem_size", Axis::none, Special::total_smem_size},
    SpecialName{"%tid", Axis::w, Special::zero},
    SpecialName{"%ctaid", Axis::w, Special::zero},
};

bool varies_by_warp_or_block(Special special) { return special < Special::ntid_x; }

std::uint64_t as_double_or_float(std::uint64_t bits, std::uint32_t bytes) {
  // A decimal literal is a double; a 32-bit operand takes it rounded to float.
  if (bytes == 8) return bits;
  return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(bits)));
}

}  // namespace

std::uint32_t Decoder::register_bytes(const Operand& operand) const {
  if (operand.kind != Kind::reg) return 0;
  const std::uint32_t bytes = ptx::bytes_of(entry_.registers[operand.index].type);
  return bytes == 1 ? 2 : bytes;
}

Row Decoder::constant_row(Constant constant) {
  for (const Constant& known : program_.constants) {
    Constant same = constant;
    same.offset = known.offset;
    if (same == known) return Row{Row::constant_bit | known.offset};
  }
  constant.offset = program_.constant_row_bytes;
  program_.constant_row_bytes += 8 * warp_lanes;  // one size for all keeps every row aligned
  program_.constants.push_back(constant);
  return Row{Row::constant_bit | constant.offset};
}

std::optional<Row> Decoder::source(const In& in, const Operand& operand, std::uint32_t bytes) {
  if (bytes != 2 && bytes != 4 && bytes != 8) {
    refuse(in, "values of this size are not executed yet");
    return std::nullopt;
  }
  switch (operand.kind) {
    case Kind::reg:
      if (register_bytes(operand) != bytes) {
        refuse(in,
               fmt::format("register {} has {} bytes where {} are read",
                           entry_.registers[operand.index].name, register_bytes(operand), bytes));
        return std::nullopt;
      }
      return register_rows_[operand.index];
    case Kind::immediate:
      return constant_row(
          {.kind = Constant::Kind::bits, .lane_bytes = bytes, .value = operand.bits});
    case Kind::float32:
      return constant_row(
          {.kind = Constant::Kind::bits, .lane_bytes = bytes, .value = operand.bits});
    case Kind::float64:
      return constant_row({.kind = Constant::Kind::bits,
                           .lane_bytes = bytes,
                           .value = as_double_or_float(operand.bits, bytes)});
    case Kind::special: {
      if (bytes == 8) {
        refuse(in, fmt::format("{} is not read as a 64-bit value", operand.name));
        return std::nullopt;
      }
      // Rows are little-endian 32-bit lanes; a 16-bit read would see the wrong lanes.
      if (bytes != 4) {
        refuse(in, fmt::format("{} is only read as a 32-bit value", operand.name));
        return std::nullopt;
      }
      return special_row(in, operand);
    }
    case Kind::symbol: {
      if (operand.name == "WARP_SZ") {
        return constant_row(
            {.kind = Constant::Kind::bits, .lane_bytes = bytes, .value = warp_lanes});
      }
      if (const auto variable = find_variable(operand.name)) {
        return constant_row({.kind = Constant::Kind::variable,
                             .lane_bytes = bytes,
                             .value = static_cast<std::uint64_t>(operand.offset),
                             .index = *variable});
      }
      std::uint32_t offset = 0;
      if (find_parameter(operand.name, offset) != nullptr) {
        return constant_row({.kind = Constant::Kind::bits,
                             .lane_bytes = bytes,
                             .value = offset + static_cast<std::uint64_t>(operand.offset)});
      }
      refuse(in, fmt::format("nothing is declared under the name '{}'", operand.name));
      return std::nullopt;
    }
    default:
      refuse(in, "an operand of this form is not executed");
      return std::nullopt;
  }
}

std::optional<Row> Decoder::destination(const In& in, const Operand& operand, std::uint32_t bytes) {
  if (bytes != 2 && bytes != 4 && bytes != 8) {
    refuse(in, "values of this size are not executed yet");
    return std::nullopt;
  }
  if (operand.kind != Kind::reg || register_bytes(operand) != bytes) {
    refuse(in, fmt::format("the destination must be a register of {} bytes", bytes));
    return std::nullopt;
  }
  return register_rows_[operand.index];
}

std::optional<Row> Decoder::predicate_source(const In& in, const Operand& operand,
                                             std::uint32_t& flip) {
  flip = operand.negated ? all_lanes : 0;
  if (operand.kind == Kind::immediate) {
    return constant_row({.kind = Constant::Kind::predicate,
                         .lane_bytes = 4,
                         .value = operand.bits != 0 ? std::uint64_t{all_lanes} : 0});
  }
  if (operand.kind != Kind::reg || entry_.registers[operand.index].type != ptx::Type::pred) {
    refuse(in, "expected a predicate");
    return std::nullopt;
  }
  return register_rows_[operand.index];
}

std::optional<Row> Decoder::predicate_destination(const In& in, const Operand& operand) {
  std::uint32_t flip = 0;
  if (operand.kind == Kind::immediate || operand.negated) {
    refuse(in, "the destination must be a predicate");
    return std::nullopt;
  }
  return predicate_source(in, operand, flip);
}

std::optional<Row> Decoder::special_row(const In& in, const Operand& operand) {
  for (const SpecialName& name : special_names) {
    if (name.name != operand.name || name.axis != operand.axis) continue;
    if (!varies_by_warp_or_block(name.special)) {
      return constant_row({.kind = Constant::Kind::special,
                           .lane_bytes = 4,
                           .value = static_cast<std::uint64_t>(name.special)});
    }
    for (const SpecialRow& known : program_.special_rows) {
      if (known.special == name.special) return known.row;
    }
    const Row row{program_.warp_row_bytes};
    program_.warp_row_bytes += 4 * warp_lanes;
    program_.special_rows.push_back({name.special, row});
    return row;
  }
  refuse(in, fmt::format("the special register {} is not known or not executed yet", operand.name));
  return std::nullopt;
}

}  // namespace lanescope::exec
