// Turns operands into rows: registers, immediates, special registers and addresses of variables.
#include <bit>

#include <fmt/format.h>

#include "sim/exec/decode/decoder.h"

namespace lanescope::exec {

using ptx::Operand;
using Kind = ptx::Operand::Kind;

namespace {

// A literal takes the size of its operand: a double is rounded to float if needed.
std::uint64_t double_as(std::uint64_t bits, std::uint32_t bytes) {
  if (bytes == 8) return bits;
  return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(bits)));
}
std::uint64_t single_as(std::uint64_t bits, std::uint32_t bytes) {
  if (bytes == 4) return bits;
  const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return std::bit_cast<std::uint64_t>(static_cast<double>(value));
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
    if (same != known) continue;
    // Another function's decoder may have created it.
    if (constant.kind == Constant::Kind::predicate)
      predicate_rows_.insert(Row::constant_bit | known.offset);
    return Row{Row::constant_bit | known.offset};
  }
  constant.offset = program_.constant_row_bytes + form_bytes;
  // Rows of one size stay aligned.
  program_.constant_row_bytes += form_bytes + 8 * warp_lanes;
  program_.constants.push_back(constant);
  if (constant.kind == Constant::Kind::predicate)
    predicate_rows_.insert(Row::constant_bit | constant.offset);
  return Row{Row::constant_bit | constant.offset};
}

std::optional<Row> Decoder::source(const In& in, const Operand& operand, std::uint32_t bytes) {
  if (bytes != 2 && bytes != 4 && bytes != 8) {
    refuse(in, "values of this size are not executed yet");
    return std::nullopt;
  }
  if (!operand.selector.empty()) {
    refuse(in, "only video instructions read parts of registers");
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
    case Kind::float64:
      if (bytes == 2) {
        refuse(in, "a floating-point literal can't be a 16-bit value");
        return std::nullopt;
      }
      return constant_row({.kind = Constant::Kind::bits,
                           .lane_bytes = bytes,
                           .value = operand.kind == Kind::float32
                                        ? single_as(operand.bits, bytes)
                                        : double_as(operand.bits, bytes)});
    case Kind::special:
      return special_row(in, operand, bytes);
    case Kind::symbol: {
      if (operand.name == "WARP_SZ") {
        return constant_row(
            {.kind = Constant::Kind::bits, .lane_bytes = bytes, .value = warp_lanes});
      }
      if (is_on_stack(operand)) return stack_address(operand, bytes);
      if (const auto address = formal_address(operand, bytes)) return address;
      if (const auto variable = find_variable(operand)) {
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
      const auto function = program_.function_addresses.find(operand.name);
      if (function != program_.function_addresses.end()) {
        return constant_row(
            {.kind = Constant::Kind::bits,
             .lane_bytes = bytes,
             .value = function->second + static_cast<std::uint64_t>(operand.offset)});
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
  if (operand.kind != Kind::reg || register_bytes(operand) != bytes || !operand.selector.empty()) {
    refuse(in, fmt::format("the destination must be a register of {} bytes", bytes));
    return std::nullopt;
  }
  return register_rows_[operand.index];
}

std::optional<Row> Decoder::predicate_source(const In& in, const Operand& operand,
                                             std::uint32_t& flip) {
  flip = operand.negated ? all_lanes : 0;
  // %is_explicit_cluster is the only special register that is a predicate. There are no clusters,
  // so it is false.
  const bool is_never = operand.kind == Kind::special && operand.name == "%is_explicit_cluster";
  if (is_never && refuses_cluster(in, operand)) return std::nullopt;
  if (operand.kind == Kind::immediate || is_never) {
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

}  // namespace lanescope::exec
