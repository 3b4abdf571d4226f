// Instruction by instruction from PTX to handlers: the class behind decode() in program.h.
// One decode_<opcode>() for each EXECUTABLE row of sim/ptx/opcodes.def; a missing one does not
// link.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "sim/exec/call_graph.h"
#include "sim/exec/liveness.h"
#include "sim/exec/parameter_area.h"
#include "sim/exec/program.h"

namespace lanescope::exec {

struct MathBuiltin;

class Decoder {
 public:
  // Whether registers whose values are never needed at the same time share a row.
  enum class Rows : std::uint8_t { own, shared };

  // Of the kernel, which is the first function of `graph`.
  Decoder(const ptx::Module& module, const CallGraph& graph, Rows rows, Program& program);
  // Of a function that the kernel calls.
  Decoder(const Decoder& kernel, std::uint32_t function);
  // Appends the function's code to the program's. False when `diagnostics()` has errors.
  bool run();
  // Appends the functions that the kernel calls.
  bool run_functions();
  [[nodiscard]] std::vector<Diagnostic>& diagnostics() { return diagnostics_; }

 private:
  using In = ptx::Instruction;

#define EXECUTABLE(name, min_operands, max_operands) bool decode_##name(const In& in);
#define REFUSED(name, why)
#include "sim/ptx/opcodes.def"
#undef EXECUTABLE
#undef REFUSED

  bool decode_one(const In& in);
  // Reports that this instruction, as it is written, can't be executed. Always false.
  bool refuse(const In& in, std::string why);

  // --- layout (decoder_layout.cpp) ---
  // A number for each register; those with equal ones share a row.
  [[nodiscard]] std::vector<std::uint32_t> register_places(
      const std::vector<RegisterUse>& uses) const;
  void lay_out_registers(const std::vector<RegisterUse>& uses);
  // A row of each warp, of 2, 4 or 8 bytes a lane: a register's, or for what passes between the
  // parts of one instruction.
  Row new_row(std::uint32_t bytes);
  Row new_predicate();
  void lay_out_variables();
  void lay_out_parameters();
  std::uint32_t add_variable(const ptx::Variable& variable);  // its index
  void place_dynamic_shared();
  void find_rows_to_clear(const std::vector<RegisterUse>& uses);

  // --- operands (decoder_operands.cpp) ---
  // The row of a source operand read as lanes of `bytes` bytes. Registers must have that size.
  // Refuses otherwise.
  std::optional<Row> source(const In& in, const ptx::Operand& operand, std::uint32_t bytes);
  std::optional<Row> destination(const In& in, const ptx::Operand& operand, std::uint32_t bytes);
  std::optional<Row> predicate_source(const In& in, const ptx::Operand& operand,
                                      std::uint32_t& flip);
  std::optional<Row> predicate_destination(const In& in, const ptx::Operand& operand);
  // --- special registers (decode_special.cpp) ---
  std::optional<Row> special_row(const In& in, const ptx::Operand& operand, std::uint32_t bytes);
  Row special_row_of(Special special);  // of the frame that is being laid out
  std::optional<Row> clock_row(const In& in, std::string_view name, std::uint32_t bytes);
  void note_model_value(const In& in, std::string_view name);
  Row constant_row(Constant constant);
  [[nodiscard]] std::uint32_t register_bytes(const ptx::Operand& operand) const;
  [[nodiscard]] const ptx::Variable* find_parameter(std::string_view name,
                                                    std::uint32_t& offset) const;
  // Index into Program::variables.
  [[nodiscard]] std::optional<std::uint32_t> find_variable(const ptx::Operand& symbol) const;

  // --- calls (decode_call.cpp) ---
  [[nodiscard]] bool is_kernel() const { return function_number_ == 0; }
  void lay_out_areas();
  ParameterArea add_area(std::uint64_t bytes);
  // Of a .param variable that the body declares, or of a parameter of a function that is called;
  // nullptr where the operand names none.
  [[nodiscard]] const ParameterArea* find_area(const ptx::Operand& operand) const;
  bool access_area(const In& in, bool is_load);
  [[nodiscard]] std::optional<std::uint64_t> formal_address(const ptx::Operand& symbol) const;
  bool load_at_argument_address(const In& in);
  bool move_area(const In& in, bool is_load, const ptx::Operand& value, std::uint32_t element,
                 bool is_signed, std::uint32_t place);
  // Old-style parameters are registers: filled where the function begins, stored where it returns.
  bool load_register_parameters();
  bool store_register_results(const In& in);
  std::optional<ParameterArea> argument_area(const In& in, const ptx::Operand& operand,
                                             std::uint64_t bytes);
  bool load_results(const In& in, const std::vector<const ptx::Operand*>& results,
                    const CallInstruction& call);
  bool call_function(const In& in, std::uint32_t function,
                     const std::vector<const ptx::Operand*>& arguments,
                     const std::vector<const ptx::Operand*>& results);
  bool call_pointer(const In& in, const ptx::Operand& callee,
                    const std::vector<const ptx::Operand*>& arguments,
                    const std::vector<const ptx::Operand*>& results);
  bool call_system(const In& in, CallInstruction::Kind kind,
                   const std::vector<const ptx::Operand*>& arguments,
                   const std::vector<const ptx::Operand*>& results,
                   std::initializer_list<std::uint64_t> argument_bytes);
  // Returns where a body ends without saying so.
  void push_end();
  void push_call(const In& in, CallInstruction call);
  // The row of a called function's frame that holds the address of its .local variable.
  [[nodiscard]] bool is_on_stack(const ptx::Operand& operand) const;
  Row stack_address(const ptx::Operand& operand, std::uint32_t bytes);
  void append_function(Decoder& function);
  bool call_math_builtin(const In& in, const MathBuiltin& builtin,
                         const std::vector<const ptx::Operand*>& arguments,
                         const std::vector<const ptx::Operand*>& results);

  // --- assembling ---
  // d, a [, b [, c]] all of the same size, with this handler (nullptr refuses).
  bool emit(const In& in, Handler handler, std::uint32_t d_bytes, std::uint32_t a_bytes,
            std::uint32_t b_bytes = 0, std::uint32_t c_bytes = 0);
  Instruction& push(const In& in, Flow flow);
  // What instructions `first` and following, all of `in`, try before their handlers.
  void set_form_handlers(const In& in, std::size_t first);
  bool emit_nothing(const In& in);
  bool emit_barrier(const In& in);
  bool emit_fence(const In& in);
  // Of the instruction just pushed: `mask` (absent in forms without .sync) says which lanes take
  // part.
  bool name_members(const In& in, WarpSyncKind kind, std::size_t mask_operand);
  bool emit_memory(const In& in, memory::Op op, std::size_t value_operand,
                   std::size_t address_operand);
  bool emit_atomic(const In& in, memory::Op op);
  bool fill_wide_value(const In& in, const ptx::Operand& value, MemoryInstruction& out);
  void need_order(const In& in, AtomicInstruction& atomic);
  [[nodiscard]] bool is_read_anywhere(const ptx::Operand& operand) const;
  bool fill_atomic_operands(const In& in, std::size_t first, AtomicInstruction& out);
  bool fill_shared_address(const In& in, const ptx::Operand& address, MemoryInstruction& out);
  bool emit_block_operation(const In& in, BlockOperation operation);
  bool emit_copy(const In& in);
  bool emit_copy_arrival(const In& in);
  bool emit_matrices(const In& in, memory::Op op);
  std::uint32_t add_site(const In& in, const MemoryInstruction& access);  // its index
  bool fill_address(const In& in, const ptx::Operand& address, MemoryInstruction& out);
  bool fill_values(const In& in, const ptx::Operand& values, MemoryInstruction& out);
  bool load_parameter(const In& in, const ptx::Operand& address);
  // Arithmetic of every floating-point type, halves included (decode_float.cpp).
  bool decode_floating(const In& in);
  // Refuses the first suffix that is neither a type nor among `known`, words between blanks: what
  // is not understood must not be passed over.
  bool suffixes_known(const In& in, std::string_view known);
  bool convert_to_pair(const In& in);  // decode_cvt.cpp
  bool convert_pack(const In& in);
  void push_compute(const In& in, Handler handler, Row d, Row a, Row b = {}, Row c = {});
  bool emit_video(const In& in, unsigned operation, bool bytes);  // decode_video.cpp
  bool emit_packed(const In& in);  // add, min, max of .u16x2 and .s16x2
  // --- carries (decode_carry.cpp) ---
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
  [[nodiscard]] Row half_of(const ptx::Operand& wide, std::uint32_t half) const;  // of a .b128
  // The comparison of setp and set into one or two predicates (or none).
  bool emit_comparison(const In& in, ptx::Type type, Row first, Row second);
  bool combination_of(const In& in, Row& third, std::uint8_t& immediate);

  const ptx::Module& module_;
  const CallGraph& graph_;
  const Rows rows_;
  std::uint32_t function_number_ = 0;  // in graph_.functions
  const ptx::Function& entry_;         // the function that is being decoded
  Program& program_;
  std::vector<Diagnostic> diagnostics_;
  std::vector<Row> register_rows_;                           // of Function::registers
  std::set<std::uint32_t> predicate_rows_;                   // values of Row
  Row carry_;                                                // none: no carry yet
  std::vector<std::optional<std::uint32_t>> own_variables_;  // of Function::variables
  std::vector<ParameterArea> areas_;  // of Function::variables; no bytes: not a .param
  std::map<std::string_view, ParameterArea> formal_areas_;
  FunctionCode code_;  // of a function that is called
  std::map<std::string_view, std::uint32_t> variable_index_;
  std::map<std::string_view, std::pair<const ptx::Variable*, std::uint32_t>> parameter_index_;
};

}  // namespace lanescope::exec
