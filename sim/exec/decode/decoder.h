// Translates PTX instructions into handlers: the class behind decode() (decode.h). There is one
// decode_<opcode>() for each EXECUTABLE row of sim/ptx/opcodes.def; a missing one does not link.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "sim/exec/decode/call_graph.h"
#include "sim/exec/decode/decode.h"
#include "sim/exec/decode/register_uses.h"
#include "sim/exec/program/parameter_area.h"
#include "sim/exec/program/program.h"

namespace lanescope::exec {

struct MathBuiltin;

// Handlers of floating-point arithmetic, selected by opcode, type and suffixes. nullptr: not
// supported. Precondition: the suffixes have been checked; each applies to the instruction.
// f32, f64, f32x2. The rounding direction (rounding.h) is in Instruction::immediate.
[[nodiscard]] Handler float_handler(const ptx::Instruction& in);
// f16, bf16 and their pairs: add sub mul fma abs neg min max ex2 tanh.
[[nodiscard]] Handler half_handler(const ptx::Instruction& in);
// add, sub, fma of f32 with f16 or bf16 operands.
[[nodiscard]] Handler mixed_handler(const ptx::Instruction& in);
// The .approx functions of f32 and f64 (approximate.cpp).
[[nodiscard]] Handler approximate_handler(const ptx::Instruction& in);

// The elements of a vector; the operand itself if it is none.
[[nodiscard]] inline std::span<const ptx::Operand> parts_of(const ptx::Operand& operand) {
  if (operand.kind == ptx::Operand::Kind::vector) return operand.elements;
  return {&operand, 1};
}

// The scope that an access or fence names; `otherwise`: without one.
[[nodiscard]] Scope scope_of(const ptx::Instruction& in, Scope otherwise);

// Copies a row with this many bytes per lane; nullptr if it is not 2, 4 or 8.
[[nodiscard]] Handler copy_handler(std::uint32_t bytes);

class Decoder {
 public:
  // For the kernel, which is the first function of `graph`.
  Decoder(const ptx::Module& module, const CallGraph& graph, Program& program);
  // For a function that the kernel calls.
  Decoder(const Decoder& kernel, std::uint32_t function);
  // Appends the function's code to the program. Returns false if `diagnostics()` has errors.
  bool run();
  // Appends the functions that the kernel calls.
  bool run_functions();
  [[nodiscard]] std::vector<Diagnostic>& diagnostics() { return diagnostics_; }

  // A function of the CUDA runtime that a kernel may call.
  struct SystemFunction {
    std::string_view name;
    CallInstruction::Kind kind;
    std::vector<std::uint64_t> argument_bytes;
    std::uint64_t result_bytes;
  };

 private:
  using In = ptx::Instruction;

#define EXECUTABLE(name, min_operands, max_operands, type, result) bool decode_##name(const In& in);
#define REFUSED(name, why)
#include "sim/ptx/opcodes.def"
#undef EXECUTABLE
#undef REFUSED

  // Gives the module's functions their addresses.
  void name_functions();
  bool decode_one(const In& in);
  // Reports that this form of the instruction can't be executed. Always returns false.
  bool refuse(const In& in, std::string why);

  // --- Layout (decoder_layout.cpp) ---

  void lay_out_registers(const std::vector<RegisterUse>& uses);
  // Adds a row to the rows of a warp, with 2, 4 or 8 bytes per lane: for a register, or for values
  // between the parts of one instruction.
  Row new_row(std::uint32_t bytes);
  Row new_predicate();
  void lay_out_variables();
  void lay_out_parameters();
  std::uint32_t add_variable(const ptx::Variable& variable);  // returns its index
  void place_dynamic_shared();
  void find_rows_to_clear(const std::vector<RegisterUse>& uses);

  // --- Operands (decoder_operands.cpp) ---

  // The row of a source operand, with `bytes` bytes per lane. Reports an error if a register has a
  // different size.
  std::optional<Row> source(const In& in, const ptx::Operand& operand, std::uint32_t bytes);
  std::optional<Row> destination(const In& in, const ptx::Operand& operand, std::uint32_t bytes);
  std::optional<Row> predicate_source(const In& in, const ptx::Operand& operand,
                                      std::uint32_t& flip);
  std::optional<Row> predicate_destination(const In& in, const ptx::Operand& operand);
  // --- Special registers (special.cpp) ---
  std::optional<Row> special_row(const In& in, const ptx::Operand& operand, std::uint32_t bytes);
  Row special_row_of(Special special);  // in the frame being laid out
  std::optional<Row> clock_row(const In& in, std::string_view name, std::uint32_t bytes);
  // Of a cluster that the kernel says it has.
  bool refuses_cluster(const In& in, const ptx::Operand& operand);
  void note_model_value(const In& in, std::string_view name);
  Row constant_row(Constant constant);
  [[nodiscard]] std::uint32_t register_bytes(const ptx::Operand& operand) const;
  [[nodiscard]] const ptx::Variable* find_parameter(std::string_view name,
                                                    std::uint32_t& offset) const;
  // Index into Program::variables.
  [[nodiscard]] std::optional<std::uint32_t> find_variable(const ptx::Operand& symbol) const;

  // --- Calls (call.cpp) ---
  [[nodiscard]] bool is_kernel() const { return function_number_ == 0; }
  void lay_out_areas();
  ParameterArea add_area(std::uint64_t bytes);
  // The area of a .param variable of the body, or of a parameter of a called function; nullptr if
  // the operand names neither.
  [[nodiscard]] const ParameterArea* find_area(const ptx::Operand& operand) const;
  bool access_area(const In& in, bool is_load);
  // In the frame of a called function, the row with the address of a parameter's copy; nullopt if
  // the operand names no parameter of it.
  std::optional<Row> formal_address(const ptx::Operand& symbol, std::uint32_t bytes);
  bool move_area(const In& in, bool is_load, const ptx::Operand& value, std::uint32_t element,
                 bool is_signed, std::uint32_t offset);
  // Old-style parameters are registers: they are loaded when the function begins and stored when it
  // returns.
  bool load_register_parameters();
  bool store_register_results(const In& in);
  std::optional<ParameterArea> argument_area(const In& in, const ptx::Operand& operand,
                                             std::uint64_t bytes);
  bool call_function(const In& in, std::uint32_t function,
                     const std::vector<const ptx::Operand*>& arguments,
                     const std::vector<const ptx::Operand*>& results);
  bool call_pointer(const In& in, const ptx::Operand& callee,
                    const std::vector<const ptx::Operand*>& arguments,
                    const std::vector<const ptx::Operand*>& results);
  bool call_system(const In& in, const SystemFunction& function,
                   const std::vector<const ptx::Operand*>& arguments,
                   const std::vector<const ptx::Operand*>& results);
  // Adds the return that a body without a final ret needs.
  void push_end();
  // Adds the call, and loads the results that are returned in registers.
  bool push_call(const In& in, CallInstruction call,
                 const std::vector<const ptx::Operand*>& results = {}, bool never_returns = false);
  // In the frame of a called function, the row with the address of its .local variable.
  [[nodiscard]] bool is_on_stack(const ptx::Operand& operand) const;
  Row stack_address(const ptx::Operand& operand, std::uint32_t bytes);
  Row local_address(std::uint64_t offset, std::uint32_t bytes);  // from the frame's start
  void append_function(Decoder& function);
  bool call_math_builtin(const In& in, const MathBuiltin& builtin,
                         const std::vector<const ptx::Operand*>& arguments,
                         const std::vector<const ptx::Operand*>& results);

  // --- Assembling ---

  // d, a [, b [, c]], all of the same size, with this handler; nullptr reports an error.
  bool emit(const In& in, Handler handler, std::uint32_t d_bytes, std::uint32_t a_bytes,
            std::uint32_t b_bytes = 0, std::uint32_t c_bytes = 0);
  // d, a, both predicates; `immediate` is 1 if a is negated.
  bool emit_predicate(const In& in, Handler handler);
  // Where the instruction is in the source.
  [[nodiscard]] const SourcePlace& place_of(const In& in) const;
  Instruction& push(const In& in, Flow flow);
  // Sets the form handlers of instruction `first` and those after it, all decoded from `in`.
  void set_form_handlers(const In& in, std::size_t first);
  // The same for Program::row_uses (value_flow.cpp).
  void note_row_use(const In& in, const RegisterUse& use, const std::vector<std::uint32_t>& lasts,
                    std::size_t first);
  // `first_of`: index into Program::code of each of the function's instructions.
  void find_copied_bytes(const std::vector<std::uint32_t>& first_of);
  bool emit_nothing(const In& in);
  bool emit_barrier(const In& in);
  bool emit_fence(const In& in);
  // Records the members of the instruction just pushed: the operand `mask` (absent in forms without
  // .sync) names the lanes that take part.
  bool name_members(const In& in, WarpSyncKind kind, std::size_t mask_operand,
                    decltype(WarpSync::sources) sources = nullptr);
  bool emit_memory(const In& in, memory::Op op, std::size_t value_operand,
                   std::size_t address_operand);
  bool emit_atomic(const In& in, memory::Op op);
  bool push_memory(const In& in, const MemoryInstruction& access);
  bool fill_wide_value(const In& in, const ptx::Operand& value, MemoryInstruction& out);
  void need_order(const In& in, AtomicInstruction& atomic);
  // Makes the blocks run one after the other; the note names the line of `in`, the first such
  // instruction.
  void run_in_order(const In& in, const std::string& why);
  [[nodiscard]] bool becomes_reduction(const In& in, const MemoryInstruction& access) const;
  [[nodiscard]] bool adds_one(const In& in, const MemoryInstruction& access) const;
  [[nodiscard]] bool is_read_anywhere(const ptx::Operand& operand) const;
  bool fill_atomic_operands(const In& in, std::size_t first, AtomicInstruction& out);
  bool fill_shared_address(const In& in, const ptx::Operand& address, MemoryInstruction& out);
  bool emit_block_operation(const In& in, BlockOperation operation);
  bool emit_copy(const In& in);
  bool emit_copy_arrival(const In& in);
  bool emit_matrices(const In& in, memory::Op op);
  // --- Textures and surfaces (texture.cpp) ---
  bool emit_texture(const In& in, const TextureInstruction& texture);
  bool emit_texture_query(const In& in, bool is_surface);
  bool emit_surface(const In& in, bool is_load);
  bool fill_texture_address(const In& in, const ptx::Operand& address, bool has_coordinates,
                            TextureInstruction& out);
  bool fill_texels(const In& in, const ptx::Operand& operand, TextureInstruction& out);
  bool fill_fetch(const In& in, TextureInstruction& out);
  std::uint32_t add_site(const In& in, const MemoryInstruction& access);  // returns its index
  bool fill_address(const In& in, const ptx::Operand& address, MemoryInstruction& out);
  bool fill_values(const In& in, const ptx::Operand& values, MemoryInstruction& out);
  bool load_parameter(const In& in, const ptx::Operand& address);
  // Arithmetic of every floating-point type, halves included (float.cpp).
  bool decode_floating(const In& in);
  // Reports an error for the first suffix that is neither a type nor in `known`, a list separated
  // by blanks. An unknown suffix must never be ignored.
  bool suffixes_known(const In& in, std::string_view known);
  bool convert_to_pair(const In& in);  // cvt.cpp
  bool convert_pack(const In& in);     // cvt_pack.cpp
  void push_compute(const In& in, Handler handler, Row d, Row a, Row b = {}, Row c = {});
  bool emit_video(const In& in, unsigned operation, bool bytes);  // video.cpp
  bool emit_scalar_video(const In& in, unsigned operation);       // scalar_video.cpp
  bool emit_packed(const In& in);  // add, min, max of .u16x2 and .s16x2
  // --- Carry flag (carry.cpp) ---
  Row carry_row();  // CC.CF
  void push_carry(const In& in, bool subtract, bool takes, Row d, Row a, Row b);
  bool carry_type_known(const In& in);
  bool emit_carry(const In& in, bool subtract, bool takes);
  bool emit_carry_mad(const In& in, bool takes);

  bool logic(const In& in, Handler b16, Handler b32, Handler b64, Handler predicate);
  bool mov_vector(const In& in);
  bool mov_wide_vector(const In& in, const ptx::Operand& whole, const ptx::Operand& vector,
                       bool unpack);
  bool mov_wide(const In& in);
  // One half of a .b128 register.
  [[nodiscard]] Row half_of(const ptx::Operand& wide, std::uint32_t half) const;
  // The comparison of setp and set, into up to two predicates.
  bool emit_comparison(const In& in, ptx::Type type, Row first, Row second);
  bool combination_of(const In& in, Row& third, std::uint8_t& immediate);

  const ptx::Module& module_;
  const CallGraph& graph_;
  std::uint32_t function_number_ = 0;  // index in graph_.functions
  const ptx::Function& entry_;         // the function being decoded
  Program& program_;
  std::vector<Diagnostic> diagnostics_;
  std::vector<Row> register_rows_;                           // indexed like Function::registers
  std::set<std::uint32_t> predicate_rows_;                   // values of Row
  Row carry_;                                                // none: not used yet
  std::vector<std::optional<std::uint32_t>> own_variables_;  // indexed like Function::variables
  std::vector<ParameterArea> areas_;  // indexed like Function::variables; no bytes: not a .param
  std::map<std::string_view, ParameterArea> formal_areas_;
  std::map<std::string_view, std::uint64_t> formal_copies_;  // offset in the frame's local memory
  FunctionCode code_;                                        // for a called function
  std::map<std::string_view, std::uint32_t> variable_index_;
  std::map<std::string_view, std::pair<const ptx::Variable*, std::uint32_t>> parameter_index_;
};

}  // namespace lanescope::exec
