// Calls, and the .param variables of their arguments and results (PTX ISA, "Control Flow
// Instructions: call" and "Parameter State Space: Device Function Parameters").
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "sim/exec/decode/decoder.h"
#include "sim/exec/decode/kernel_names.h"
#include "sim/exec/decode/math_builtins.h"
#include "sim/exec/lanes/moves.h"
#include "sim/exec/program/parameter_area.h"

namespace lanescope::exec {

using ptx::Type;
using Kind = ptx::Operand::Kind;

namespace {

// M is the type in memory, R in the register (moves.h).
template <class M, class R>
void load_area(const Lanes& lanes, const Instruction& in) {
  const std::byte* first = lanes.rows[0] + in.constant;
  load_lanes<M>(lanes.write<R>(in.d), lanes.mask,
                [=](int l) { return first + l * area_word_bytes; });
}

template <class M, class R>
void store_area(const Lanes& lanes, const Instruction& in) {
  std::byte* first = lanes.rows[0] + in.constant;
  store_lanes<M>(lanes.read<R>(in.a), lanes.mask,
                 [=](int l) { return first + l * area_word_bytes; });
}

}  // namespace

ParameterArea Decoder::add_area(std::uint64_t bytes) {
  // Words of 8 bytes side by side, aligned like a row.
  const ParameterArea area{static_cast<std::uint32_t>(align_up(program_.warp_row_bytes, 64)),
                           bytes};
  program_.warp_row_bytes = area.at + area.size();
  return area;
}

void Decoder::lay_out_areas() {
  if (!is_kernel()) {
    const auto lay_out = [this](const std::vector<ptx::Variable>& formals, std::uint32_t& at,
                                std::uint32_t& bytes) {
      at = add_area(0).at;
      for (const ptx::Variable& formal : formals) {
        const ParameterArea area = add_area(formal.bytes);
        bytes += area.size();
        formal_areas_[formal.name] = area;
      }
    };
    lay_out(entry_.params, code_.arguments_at, code_.argument_bytes);
    lay_out(entry_.returns, code_.results_at, code_.result_bytes);
  }
  areas_.resize(entry_.variables.size());
  for (std::size_t i = 0; i < entry_.variables.size(); ++i) {
    const ptx::Variable& variable = entry_.variables[i];
    if (variable.space == ptx::StateSpace::param) areas_[i] = add_area(variable.bytes);
  }
}

const ParameterArea* Decoder::find_area(const ptx::Operand& operand) const {
  if (operand.kind != Kind::symbol) return nullptr;
  if (operand.index != ptx::Operand::not_local) {
    const ParameterArea& area = areas_[operand.index];
    return area.bytes == 0 ? nullptr : &area;
  }
  const auto formal = formal_areas_.find(operand.name);
  return formal == formal_areas_.end() ? nullptr : &formal->second;
}

// PTX ISA, "mov": a parameter whose address is taken is copied onto the stack, and the address is
// one of local memory. Compilers take it of a structure passed by value, to index it or to write to
// it.
std::optional<Row> Decoder::formal_address(const ptx::Operand& symbol, std::uint32_t bytes) {
  const auto formal = std::ranges::find(entry_.params, symbol.name, &ptx::Variable::name);
  if (is_kernel() || formal == entry_.params.end()) return std::nullopt;
  auto known = formal_copies_.find(symbol.name);
  if (known == formal_copies_.end()) {
    ptx::Variable copy = *formal;
    copy.space = ptx::StateSpace::local;
    copy.alignment = std::max(copy.alignment, area_word_bytes);
    const std::uint64_t offset = program_.variables[add_variable(copy)].address;
    code_.copied_arguments.push_back({formal_areas_.at(formal->name), offset});
    known = formal_copies_.emplace(formal->name, offset).first;
  }
  return local_address(known->second + static_cast<std::uint64_t>(symbol.offset), bytes);
}

// ld.param and st.param for the parameters of a call or of a device function.
bool Decoder::access_area(const In& in, bool is_load) {
  const ptx::Operand& address = in.operands[is_load ? 1 : 0];
  const ptx::Operand& values = in.operands[is_load ? 0 : 1];
  const ParameterArea* area =
      address.kind == Kind::address ? find_area(address.elements[0]) : nullptr;
  if (area == nullptr)
    return refuse(in, "only parameters that are named directly can be read and written");
  const Type type = in.types[0];
  const std::uint32_t element = ptx::bytes_of(type);
  const std::span<const ptx::Operand> parts = parts_of(values);
  auto offset = static_cast<std::uint64_t>(address.offset);
  if (offset > area->bytes || area->bytes - offset < parts.size() * element)
    return refuse(in, fmt::format("the parameter has {} bytes", area->bytes));
  if (element == 0 || offset % element != 0) return refuse(in, "the offset is not aligned");
  for (const ptx::Operand& value : parts) {
    const std::uint32_t in_frame = area->offset_of(offset);
    offset += element;
    if (value.kind == Kind::discard) continue;
    if (!move_area(in, is_load, value, element, ptx::is_signed(type), in_frame)) return false;
  }
  return true;
}

// Moves one element between a register (or a constant, for a store) and `offset` in the frame.
bool Decoder::move_area(const In& in, bool is_load, const ptx::Operand& value,
                        std::uint32_t element, bool is_signed, std::uint32_t offset) {
  const std::uint32_t bytes =
      value.kind == Kind::reg ? register_bytes(value) : std::max(element, 2U);
  const auto handler =
      is_load ? by_element_type(element, is_signed, bytes,
                                []<class M, class R>() -> Handler { return &load_area<M, R>; })
              : by_element_type(element, false, bytes,
                                []<class M, class R>() -> Handler { return &store_area<M, R>; });
  if (handler == nullptr) return refuse(in, "the register is smaller than the parameter");
  const auto row = is_load ? destination(in, value, bytes) : source(in, value, bytes);
  if (!row) return false;
  Instruction& out = push(in, Flow::warp);
  out.handler = handler;
  (is_load ? out.d : out.a) = *row;
  out.constant = offset;
  return true;
}

namespace {

// The register of a parameter in the .reg space: it has the parameter's name and was declared
// first.
ptx::Operand register_operand(const ptx::Function& function, std::string_view name) {
  ptx::Operand operand;
  operand.kind = Kind::reg;
  while (function.registers[operand.index].name != name) ++operand.index;
  return operand;
}

}  // namespace

bool Decoder::load_register_parameters() {
  In in;
  in.ptx_line = entry_.ptx_line;
  for (const ptx::Variable& formal : entry_.params) {
    if (formal.space != ptx::StateSpace::reg) continue;
    const auto bytes = static_cast<std::uint32_t>(formal.bytes);
    if (!move_area(in, true, register_operand(entry_, formal.name), bytes,
                   ptx::is_signed(formal.type), formal_areas_[formal.name].at)) {
      return false;
    }
  }
  return true;
}

bool Decoder::store_register_results(const In& in) {
  for (const ptx::Variable& formal : entry_.returns) {
    if (formal.space != ptx::StateSpace::reg) continue;
    const auto bytes = static_cast<std::uint32_t>(formal.bytes);
    if (!move_area(in, false, register_operand(entry_, formal.name), bytes, false,
                   formal_areas_[formal.name].at)) {
      return false;
    }
  }
  return true;
}

namespace {

// Functions that the CUDA runtime defines, not the module. A nested launch calls the CDP2 names
// since CUDA 12; _ptsz: with a default stream for each thread, which changes nothing here.
using SystemCall = CallInstruction::Kind;
const Decoder::SystemFunction system_functions[] = {
    {"vprintf", SystemCall::print, {8, 8}, 4},
    {"__assertfail", SystemCall::assertion, {8, 8, 4, 8, 8}, 0},
    {"__cudaCDP2GetParameterBufferV2", SystemCall::parameter_buffer, {8, 12, 12, 4}, 8},
    {"cudaGetParameterBufferV2", SystemCall::parameter_buffer, {8, 12, 12, 4}, 8},
    {"__cudaCDP2LaunchDeviceV2", SystemCall::launch, {8, 8}, 4},
    {"__cudaCDP2LaunchDeviceV2_ptsz", SystemCall::launch, {8, 8}, 4},
    {"cudaLaunchDeviceV2", SystemCall::launch, {8, 8}, 4},
    {"cudaLaunchDeviceV2_ptsz", SystemCall::launch, {8, 8}, 4},
    {"__cudaCDP2GetLastError", SystemCall::take_error, {}, 4},
    {"cudaGetLastError", SystemCall::take_error, {}, 4},
    {"__cudaCDP2PeekAtLastError", SystemCall::peek_error, {}, 4},
    {"cudaPeekAtLastError", SystemCall::peek_error, {}, 4},
    // `new` and `delete` call malloc and free. The second name is what NVRTC makes of the third.
    {"malloc", SystemCall::heap_allocate, {8}, 8},
    {"__cuda_syscall_aligned_malloc", SystemCall::heap_allocate, {8, 8}, 8},
    {"__nv_aligned_device_malloc", SystemCall::heap_allocate, {8, 8}, 8},
    {"free", SystemCall::heap_free, {8}, 0},
};

// call{.uni} (results), callee, (arguments), prototype. Everything except the callee is optional.
struct CallOperands {
  const ptx::Operand* callee = nullptr;
  std::vector<const ptx::Operand*> arguments, results;
};

CallOperands call_operands(const ptx::Instruction& in) {
  CallOperands out;
  for (const ptx::Operand& operand : in.operands) {
    if (operand.kind == Kind::list) {
      auto& list = out.callee == nullptr ? out.results : out.arguments;
      for (const ptx::Operand& element : operand.elements) list.push_back(&element);
    } else if (out.callee == nullptr) {
      out.callee = &operand;
    }  // the arguments may be followed by a prototype, which adds no information
  }
  return out;
}

}  // namespace

bool Decoder::decode_call(const In& in) {
  const auto [callee, arguments, results] = call_operands(in);
  if (callee == nullptr) return refuse(in, "expected a function's name");
  if (callee->kind == Kind::reg) return call_pointer(in, *callee, arguments, results);
  const std::string_view name = callee->name;
  const ptx::Function* called = module_.find_function(name);
  const auto function = graph_.find(name);
  const bool is_this_kernel = function && *function == 0;
  if (is_this_kernel || (called != nullptr && called->is_entry))
    return refuse(in, "a kernel can't be called");
  if (function) return call_function(in, *function, arguments, results);
  if (const MathBuiltin* builtin = find_math_builtin(name))
    return call_math_builtin(in, *builtin, arguments, results);
  for (const SystemFunction& system : system_functions) {
    if (system.name == name) return call_system(in, system, arguments, results);
  }
  // "cudaDeviceSynchronize", "__cudaDeviceSynchronizeDeprecationAvoidance"
  if (name.find("cudaDeviceSynchronize") != std::string_view::npos) {
    return refuse(in, fmt::format("it calls {}: since CUDA 12 a kernel can't wait for the kernels "
                                  "that it launches",
                                  demangled(name)));
  }
  return refuse(in, fmt::format("it calls {}, which this module only declares", demangled(name)));
}

// The area of a .param variable. A register or constant is first stored into a new area.
std::optional<ParameterArea> Decoder::argument_area(const In& in, const ptx::Operand& operand,
                                                    std::uint64_t bytes) {
  if (const ParameterArea* area = find_area(operand)) {
    if (bytes == 0 || area->bytes == bytes) return *area;
    refuse(in, fmt::format("{} has {} bytes where the function takes {}", operand.name, area->bytes,
                           bytes));
    return std::nullopt;
  }
  const std::uint64_t own = bytes != 0 ? bytes : register_bytes(operand);
  if (own == 0 || own > 8) {
    refuse(in, "an argument of this form is not executed");
    return std::nullopt;
  }
  const ParameterArea area = add_area(own);
  if (!move_area(in, false, operand, static_cast<std::uint32_t>(own), false, area.at))
    return std::nullopt;
  return area;
}

bool Decoder::push_call(const In& in, CallInstruction call,
                        const std::vector<const ptx::Operand*>& results, bool never_returns) {
  Instruction& out = push(in, Flow::call);
  out.index = static_cast<std::uint32_t>(program_.calls.size());
  out.never_returns = never_returns ? 1 : 0;
  program_.calls.push_back(call);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i]->kind != Kind::reg) continue;
    if (!move_area(in, true, *results[i], static_cast<std::uint32_t>(call.results[i].bytes), false,
                   call.results[i].at)) {
      return false;
    }
  }
  return true;
}

bool Decoder::call_function(const In& in, std::uint32_t function,
                            const std::vector<const ptx::Operand*>& arguments,
                            const std::vector<const ptx::Operand*>& results) {
  const ptx::Function& callee = *graph_.functions[function];
  if (arguments.size() != callee.params.size() ||
      (!results.empty() && results.size() != callee.returns.size())) {
    return refuse(
        in, fmt::format("{}: number of arguments {}, number of results {}", demangled(callee.name),
                        callee.params.size(), callee.returns.size()));
  }
  CallInstruction call;
  call.kind = CallInstruction::Kind::function;
  call.function = function - 1;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto area = argument_area(in, *arguments[i], callee.params[i].bytes);
    if (!area) return false;
    call.arguments.push_back(*area);
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    const ParameterArea* area = find_area(*results[i]);
    if (area != nullptr && area->bytes != callee.returns[i].bytes)
      return refuse(in, "the result's size differs from the function's");
    call.results.push_back(area != nullptr ? *area : add_area(callee.returns[i].bytes));
  }
  return push_call(in, std::move(call), results, callee.returns_never);
}

// The prototype is not needed: the arguments show their sizes.
bool Decoder::call_pointer(const In& in, const ptx::Operand& callee,
                           const std::vector<const ptx::Operand*>& arguments,
                           const std::vector<const ptx::Operand*>& results) {
  CallInstruction call;
  call.kind = CallInstruction::Kind::pointer;
  const auto pointer = source(in, callee, 8);
  if (!pointer) return false;
  call.value = *pointer;
  for (const ptx::Operand* argument : arguments) {
    const auto area = argument_area(in, *argument, 0);
    if (!area) return false;
    call.arguments.push_back(*area);
  }
  for (const ptx::Operand* result : results) {
    const ParameterArea* area = find_area(*result);
    if (area == nullptr && result->kind != Kind::reg)
      return refuse(in, "a result of this form is not executed");
    call.results.push_back(area != nullptr ? *area : add_area(register_bytes(*result)));
  }
  return push_call(in, std::move(call), results);
}

bool Decoder::call_system(const In& in, const SystemFunction& function,
                          const std::vector<const ptx::Operand*>& arguments,
                          const std::vector<const ptx::Operand*>& results) {
  if (arguments.size() != function.argument_bytes.size()) {
    return refuse(in,
                  fmt::format("number of arguments: it takes {}", function.argument_bytes.size()));
  }
  CallInstruction call;
  call.kind = function.kind;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto area = argument_area(in, *arguments[i], function.argument_bytes[i]);
    if (!area) return false;
    call.arguments.push_back(*area);
  }
  for (const ptx::Operand* result : results) {
    const ParameterArea* area = find_area(*result);
    if (area != nullptr && area->bytes != function.result_bytes)
      return refuse(in, "the result's size differs from the function's");
    call.results.push_back(area != nullptr ? *area : add_area(function.result_bytes));
  }
  using Kind = CallInstruction::Kind;
  if (call.kind == Kind::parameter_buffer || call.kind == Kind::launch) {
    program_.launches_kernels = true;
    // The launches of a grid are in the order of its blocks.
    run_in_order(in, "the kernel launches kernels");
  }
  if (call.kind == Kind::heap_allocate || call.kind == Kind::heap_free) {
    program_.uses_heap = true;
    run_in_order(in, "the kernel allocates memory, and its addresses depend on the order");
  }
  return push_call(in, std::move(call), results);
}

bool Decoder::call_math_builtin(const In& in, const MathBuiltin& builtin,
                                const std::vector<const ptx::Operand*>& arguments,
                                const std::vector<const ptx::Operand*>& results) {
  const auto expected = static_cast<std::size_t>(std::count_if(
      builtin.argument_bytes.begin(), builtin.argument_bytes.end(), [](auto b) { return b != 0; }));
  bool fits = arguments.size() == expected && results.size() == 1;
  Row rows[4];
  for (std::size_t i = 0; fits && i <= expected; ++i) {
    const ParameterArea* area = find_area(i < expected ? *arguments[i] : *results[0]);
    const std::uint32_t bytes = i < expected ? builtin.argument_bytes[i] : builtin.result_bytes;
    fits = area != nullptr && area->bytes == bytes;
    if (fits) rows[i < expected ? i : 3].value = area->at;
  }
  if (!fits) return refuse(in, fmt::format("{} takes other arguments than these", builtin.name));
  Instruction& out = push(in, Flow::warp);
  out.handler = builtin.handler;
  out.a = rows[0];
  out.b = rows[1];
  out.c = rows[2];
  out.d = rows[3];
  return true;
}

// alloca.type d, size {, alignment}: d is an address in local memory.
bool Decoder::decode_alloca(const In& in) {
  CallInstruction call;
  call.kind = CallInstruction::Kind::allocate;
  const std::uint32_t bytes = ptx::bytes_of(in.types[0]);
  const auto d = destination(in, in.operands[0], bytes);
  const auto size = source(in, in.operands[1], bytes);
  if (!d || !size) return false;
  call.destination = *d;
  call.value = *size;
  call.destination_bytes = call.value_bytes = static_cast<std::uint8_t>(bytes);
  if (in.operands.size() > 2) {
    call.alignment = in.operands[2].bits;
    if (!std::has_single_bit(call.alignment) || call.alignment > 4096)
      return refuse(in, "an alignment is a power of two up to 4096");
  }
  program_.stack_is_bounded = false;
  return push_call(in, call);
}

bool Decoder::decode_stacksave(const In& in) {
  CallInstruction call;
  call.kind = CallInstruction::Kind::save_stack;
  call.destination_bytes = static_cast<std::uint8_t>(ptx::bytes_of(in.types[0]));
  const auto d = destination(in, in.operands[0], call.destination_bytes);
  if (!d) return false;
  call.destination = *d;
  return push_call(in, call);
}

bool Decoder::decode_stackrestore(const In& in) {
  CallInstruction call;
  call.kind = CallInstruction::Kind::restore_stack;
  call.value_bytes = static_cast<std::uint8_t>(ptx::bytes_of(in.types[0]));
  const auto a = source(in, in.operands[0], call.value_bytes);
  if (!a) return false;
  call.value = *a;
  return push_call(in, call);
}

// The kernel's variables are always at the same address, a function's are relative to its frame.
bool Decoder::is_on_stack(const ptx::Operand& operand) const {
  return !is_kernel() && operand.kind == Kind::symbol && operand.index != ptx::Operand::not_local &&
         entry_.variables[operand.index].space == ptx::StateSpace::local;
}

Row Decoder::stack_address(const ptx::Operand& operand, std::uint32_t bytes) {
  return local_address(program_.variables[*own_variables_[operand.index]].address +
                           static_cast<std::uint64_t>(operand.offset),
                       bytes);
}

Row Decoder::local_address(std::uint64_t offset, std::uint32_t bytes) {
  LocalAddress address;
  address.lane_bytes = static_cast<std::uint8_t>(bytes);
  address.offset = offset;
  for (const LocalAddress& known : code_.local_addresses) {
    if (known.lane_bytes == address.lane_bytes && known.offset == address.offset) return known.row;
  }
  address.row = new_row(bytes);
  code_.local_addresses.push_back(address);
  return address.row;
}

bool Decoder::run_functions() {
  program_.kernel_local_bytes = align_up(program_.local_bytes, 16);
  if (graph_.may_recurse) program_.stack_is_bounded = false;
  for (std::uint32_t i = 1; i < graph_.functions.size(); ++i) {
    Decoder function(*this, i);
    append_function(function);
    if (!diagnostics_.empty()) return false;
  }
  if (!program_.stack_is_bounded) {
    program_.local_bytes = program_.kernel_local_bytes + max_stack_bytes;
  } else if (graph_.functions.size() > 1) {
    // No call chain contains a function twice, so the sum over all functions is an upper limit.
    program_.local_bytes = program_.kernel_local_bytes;
    for (const FunctionCode& function : program_.functions)
      program_.local_bytes += function.local_bytes + function.local_alignment;
  }
  place_dynamic_shared();
  return true;
}

namespace {

// The fields that both frames have, the kernel's and a function's. Each decoder fills them in the
// program.
struct FrameFields {
  std::vector<SpecialRow> special_rows;
  std::vector<RowInfo> rows;
  std::vector<Row> rows_to_clear;
  std::vector<Row> predicates_to_clear;
  std::uint32_t warp_row_bytes = 0;
  std::uint64_t local_bytes = 0;

  void exchange(Program& program) {
    std::swap(special_rows, program.special_rows);
    std::swap(rows, program.rows);
    std::swap(rows_to_clear, program.rows_to_clear);
    std::swap(predicates_to_clear, program.predicates_to_clear);
    std::swap(warp_row_bytes, program.warp_row_bytes);
    std::swap(local_bytes, program.local_bytes);
  }
};

}  // namespace

void Decoder::append_function(Decoder& function) {
  FrameFields fields;
  fields.exchange(program_);
  const bool good = function.run();
  fields.exchange(program_);
  if (!good) {
    diagnostics_ = std::move(function.diagnostics_);
    return;
  }
  FunctionCode& code = function.code_;
  code.name = demangled(function.entry_.name);
  code.ptx_name = function.entry_.name;
  code.address = program_.function_addresses.at(function.entry_.name);
  code.row_bytes = fields.warp_row_bytes;
  code.local_bytes = align_up(fields.local_bytes, 16);
  code.special_rows = std::move(fields.special_rows);
  code.rows = std::move(fields.rows);
  code.rows_to_clear = std::move(fields.rows_to_clear);
  code.predicates_to_clear = std::move(fields.predicates_to_clear);
  for (SpecialRow& special : code.special_rows)
    special.kernel_row = special_row_of(special.special);
  program_.functions.push_back(std::move(code));
}

}  // namespace lanescope::exec
