#include "sim/exec/state/launch_state.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "sim/exec/program/initial_value.h"

namespace lanescope::exec {
namespace {

class Preparation {
 public:
  Preparation(LaunchState& state, const std::vector<ArgumentBytes>& arguments)
      : state_(state), program_(state.program), arguments_(arguments) {}

  tl::expected<void, Diagnostic> run() {
    if (!copy_arguments() || !place_variables() || !place_grid_workspace() || !place_heap())
      return tl::unexpected(error_);
    fill_constant_rows();
    return {};
  }

 private:
  bool fail(std::string message) {
    error_.kind = DiagnosticKind::launch_invalid;
    error_.message = std::move(message);
    return false;
  }

  bool copy_arguments() {
    if (arguments_.size() != program_.parameters.size()) {
      return fail(fmt::format("number of arguments: the kernel takes {}, not {}",
                              program_.parameters.size(), arguments_.size()));
    }
    state_.parameters.resize(program_.parameter_bytes);
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      const ParameterInfo& parameter = program_.parameters[i];
      if (arguments_[i].size() != parameter.bytes) {
        return fail(fmt::format("argument {} has {} bytes where the kernel takes {}", i,
                                arguments_[i].size(), parameter.bytes));
      }
      std::memcpy(state_.parameters.data() + parameter.offset, arguments_[i].data(),
                  parameter.bytes);
    }
    return true;
  }

  // .global variables become arrays of the launch, .const variables bytes of the constant bank.
  bool place_variables() {
    state_.constant_bank.resize(program_.constant_bytes);
    addresses_.resize(program_.variables.size());
    for (std::size_t i = 0; i < program_.variables.size(); ++i) {
      const ProgramVariable& variable = program_.variables[i];
      addresses_[i] = variable.address;
      std::byte* bytes = nullptr;
      if (const auto known = placed_at(variable)) {
        addresses_[i] = *known;
        targets_.push_back(nullptr);
        if (variable.is_reference) state_.references[addresses_[i]] = i;
        continue;
      }
      if (variable.space == ptx::StateSpace::global) {
        if (!state_.memory.add(variable.name, variable.bytes)) {
          return fail(fmt::format("no memory for the variable {} ({} bytes)", variable.name,
                                  variable.bytes));
        }
        addresses_[i] = state_.memory.arrays().back().address;
        bytes = state_.memory.arrays().back().data;
        if (variable.is_reference) state_.references[addresses_[i]] = i;
        if (state_.keeps_variables)
          state_.memory.place_variable(variable.ptx_name.data(), addresses_[i]);
      } else if (variable.space == ptx::StateSpace::constant) {
        bytes = state_.constant_bank.data() + variable.address;
      }
      targets_.push_back(bytes);
    }
    return write_initial_values();
  }

  // What grid.sync() counts the blocks' arrivals in: the layout is that of cooperative_groups.h, a
  // size and a barrier of 4 bytes each, zero at first.
  bool place_grid_workspace() {
    const bool is_read = std::ranges::any_of(program_.constants, [](const Constant& constant) {
      return constant.kind == Constant::Kind::special &&
             static_cast<Special>(constant.value) == Special::grid_workspace_low;
    });
    if (!state_.config.is_cooperative || !is_read) return true;
    if (!state_.memory.add("the grid's barrier", 8))
      return fail("no memory for the grid's barrier");
    grid_workspace_ = state_.memory.arrays().back().address;
    return true;
  }

  bool place_heap() {
    if (!program_.uses_heap || state_.memory.add_heap()) return true;
    return fail("no memory for the device heap");
  }

  // The address of a variable that an earlier kernel of the run, or who prepared the memory, has
  // placed and initialised.
  [[nodiscard]] std::optional<std::uint64_t> placed_at(const ProgramVariable& variable) const {
    if (variable.space != ptx::StateSpace::global) return std::nullopt;
    return state_.memory.variable_at(variable.ptx_name.data());
  }

  // After all are placed: they may name each other. Shared and local memory has none, and a
  // variable that was placed before keeps what is in it.
  bool write_initial_values() {
    const auto address_of =
        [this](const ptx::AddressInitialiser& item) -> std::optional<std::uint64_t> {
      const auto function = program_.function_addresses.find(item.symbol);
      if (function != program_.function_addresses.end()) return function->second;
      const std::size_t target = index_of(item.symbol);
      if (target == program_.variables.size()) return std::nullopt;
      return item.generic ? generic_address(target) : addresses_[target];
    };
    for (std::size_t i = 0; i < program_.variables.size(); ++i) {
      if (targets_[i] == nullptr) continue;
      const ProgramVariable& variable = program_.variables[i];
      const auto* unknown = write_initial_value(variable, targets_[i], address_of);
      if (unknown != nullptr) {
        return fail(fmt::format("the initialiser of {} refers to '{}', which is no variable",
                                variable.name, unknown->symbol));
      }
    }
    return true;
  }

  [[nodiscard]] std::size_t index_of(std::string_view ptx_name) const {
    std::size_t i = 0;
    while (i < program_.variables.size() && program_.variables[i].ptx_name != ptx_name) ++i;
    return i;
  }

  [[nodiscard]] std::uint64_t generic_address(std::size_t variable) const {
    return window_of(program_.variables[variable].space) + addresses_[variable];
  }

  [[nodiscard]] std::uint64_t parameter_value(const Constant& constant) const {
    std::uint64_t bits = 0;
    std::memcpy(&bits, state_.parameters.data() + constant.value, constant.bytes_read);
    const unsigned unused = 64 - 8U * constant.bytes_read;
    if (constant.is_signed)
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused);
    return bits;
  }

  [[nodiscard]] std::uint64_t special_value(Special special) const {
    const Dim3& grid = state_.config.grid;
    const Dim3& block = state_.config.block;
    switch (special) {
      case Special::ntid_x:
        return block[0];
      case Special::ntid_y:
        return block[1];
      case Special::ntid_z:
        return block[2];
      case Special::nctaid_x:
        return grid[0];
      case Special::nctaid_y:
        return grid[1];
      case Special::nctaid_z:
        return grid[2];
      case Special::dynamic_smem_size:
        return state_.config.dynamic_shared_bytes;
      case Special::total_smem_size:
        return state_.shared_bytes;
      case Special::aggr_smem_size:
        return state_.shared_bytes + model_reserved_bytes;
      case Special::grid_workspace_high:
        return grid_workspace_ >> 32;
      case Special::grid_workspace_low:
        return grid_workspace_ & 0xffff'ffff;
      default:
        return 0;  // the others are rows of a warp, not constants
    }
  }

  [[nodiscard]] std::uint64_t value_of(const Constant& constant) const {
    switch (constant.kind) {
      case Constant::Kind::parameter:
        return parameter_value(constant);
      case Constant::Kind::variable:
        return addresses_[constant.index] + constant.value;
      case Constant::Kind::variable_generic:
        return generic_address(constant.index) + constant.value;
      case Constant::Kind::special:
        return special_value(static_cast<Special>(constant.value));
      case Constant::Kind::bits:
      case Constant::Kind::predicate:
        break;
    }
    return constant.value;
  }

  void fill_constant_rows() {
    state_.constant_rows.resize(program_.constant_row_bytes);
    for (const Constant& constant : program_.constants) {
      const std::uint64_t value = value_of(constant);
      std::byte* row = state_.constant_rows.data() + constant.offset;
      for (int lane = 0; lane < warp_lanes; ++lane) {
        std::memcpy(row + static_cast<std::size_t>(lane) * constant.lane_bytes, &value,
                    constant.lane_bytes);
      }
      RowForm form;
      std::memcpy(&form.base, row, constant.lane_bytes);
      form.known = RowForm::lanes | RowForm::affine | RowForm::uniform;
      form.bytes = constant.lane_bytes;
      std::memcpy(row - form_bytes, &form, form_bytes);
    }
  }

  LaunchState& state_;
  const Program& program_;
  const std::vector<ArgumentBytes>& arguments_;
  std::vector<std::uint64_t> addresses_;  // indexed like Program::variables, in their own spaces
  std::vector<std::byte*> targets_;       // their bytes; nullptr for shared and local variables
  std::uint64_t grid_workspace_ = 0;      // its address; 0: there is none
  Diagnostic error_;
};

}  // namespace

tl::expected<void, Diagnostic> prepare(LaunchState& state,
                                       const std::vector<ArgumentBytes>& arguments) {
  return Preparation(state, arguments).run();
}

}  // namespace lanescope::exec
