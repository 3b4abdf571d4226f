// Instruction by instruction from PTX to handlers: the class behind decode() in program.h.
// One decode_<opcode>() for each EXECUTABLE row of sim/ptx/opcodes.def; a missing one does not
// link.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "sim/exec/decode_float.h"
#include "sim/exec/program.h"

namespace lanescope::exec {

class Decoder {
 public:
  Decoder(const ptx::Module& module, const ptx::Function& entry, Program& program);
  // False when `diagnostics()` has errors.
  bool run();
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
  void lay_out_registers();
  [[nodiscard]] std::set<std::string_view> names_in_use() const;
  void lay_out_variables();
  void lay_out_parameters();
  void add_variable(const ptx::Variable& variable);
  void find_rows_to_clear();

  // --- operands (decoder_operands.cpp) ---
  // The row of a source operand read as lanes of `bytes` bytes. Registers must have that size.
  // Refuses otherwise.
  std::optional<Row> source(const In& in, const ptx::Operand& operand, std::uint32_t bytes);
  std::optional<Row> destination(const In& in, const ptx::Operand& operand, std::uint32_t bytes);
  std::optional<Row> predicate_source(const In& in, const ptx::Operand& operand,
                                      std::uint32_t& flip);
  std::optional<Row> predicate_destination(const In& in, const ptx::Operand& operand);
  std::optional<Row> special_row(const In& in, const ptx::Operand& operand);
  Row constant_row(Constant constant);
  [[nodiscard]] std::uint32_t register_bytes(const ptx::Operand& operand) const;
  [[nodiscard]] const ptx::Variable* find_parameter(std::string_view name,
                                                    std::uint32_t& offset) const;
  [[nodiscard]] std::optional<std::uint32_t> find_variable(std::string_view name) const;

  // --- assembling ---
  // d, a [, b [, c]] all of the same size, with this handler (nullptr refuses).
  bool emit(const In& in, Handler handler, std::uint32_t d_bytes, std::uint32_t a_bytes,
            std::uint32_t b_bytes = 0, std::uint32_t c_bytes = 0);
  Instruction& push(const In& in, Flow flow);
  bool emit_nothing(const In& in);
  bool emit_barrier(const In& in);
  bool emit_memory(const In& in, memory::Op op, std::size_t value_operand,
                   std::size_t address_operand);
  bool emit_atomic(const In& in, memory::Op op);
  std::uint32_t add_site(const In& in, const MemoryInstruction& access);  // its index
  bool fill_address(const In& in, const ptx::Operand& address, MemoryInstruction& out);
  bool fill_values(const In& in, const ptx::Operand& values, MemoryInstruction& out);
  bool load_parameter(const In& in, const ptx::Operand& address);
  // Calls are refused, each once and by the function's name; what only hands over their arguments
  // says nothing more.
  bool refuse_call(const In& in);
  [[nodiscard]] bool has_calls() const;
  // Suffixes that every floating-point instruction may carry; false (and refused) when one isn't
  // executed yet.
  bool float_suffixes_known(const In& in);
  bool emit_float(const In& in, FloatOperation operation);
  template <double (*function)(double)>
  bool emit_approximate(const In& in);
  bool logic(const In& in, Handler b16, Handler b32, Handler b64, Handler predicate);
  bool mov_vector(const In& in);
  // The comparison of setp and set into one or two predicates (or none).
  bool emit_comparison(const In& in, ptx::Type type, Row first, Row second);

  const ptx::Module& module_;
  const ptx::Function& entry_;
  Program& program_;
  std::vector<Diagnostic> diagnostics_;
  std::vector<Row> register_rows_;  // of Function::registers
  std::map<std::string_view, std::uint32_t> variable_index_;
  std::map<std::string_view, std::pair<const ptx::Variable*, std::uint32_t>> parameter_index_;
};

}  // namespace lanescope::exec
