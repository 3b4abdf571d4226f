// A PTX module as plain data. The parser writes it, the decoder reads it.
//
// Names are views into `Module::text`, so a module is movable and its text never changes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/diagnostics/diagnostic.h"
#include "sim/ptx/types.h"

namespace lanescope::ptx {

// A reference to another variable inside an initialiser: the bytes at `offset` hold the address of
// `symbol` plus `addend`.
struct AddressInitialiser {
  std::uint64_t offset = 0;  // bytes from the start of the variable
  std::uint32_t bytes = 8;
  std::string_view symbol;
  std::int64_t addend = 0;
  bool generic = false;  // generic(symbol): the address in the generic space
};

// A variable of a module, a function, or a parameter list.
struct Variable {
  std::string_view name;
  StateSpace space = StateSpace::global;
  Type type = Type::b8;
  std::uint32_t alignment = 1;  // bytes; at least the element's size
  std::uint64_t bytes = 0;      // 0: an array without a size (dynamic shared memory)
  bool is_extern = false;
  bool is_reference = false;  // .texref, .surfref: here 8 bytes, the handle of what it refers to
  std::vector<std::uint8_t> initial;  // the first bytes; the rest is zero
  std::vector<AddressInitialiser> addresses;
  int ptx_line = 0;
};

// A virtual register. Its index in Function::registers is its identity.
struct Register {
  Type type = Type::b32;
  std::string name;  // "%r12", for messages and module text
};

enum class Axis : std::uint8_t { none, x, y, z, w };

struct Operand {
  enum class Kind : std::uint8_t {
    reg,        // `index` into Function::registers
    special,    // %tid.x: `name` "%tid", `axis`
    immediate,  // `bits`, an integer
    float32,    // `bits`
    float64,    // `bits`
    // The address of a variable or function, `name` + `offset`. `index`: into Function::variables,
    // or `not_local`.
    symbol,
    label,    // `name`; `index` is the instruction that follows the label
    address,  // [base + offset]: the base is elements[0] (reg, symbol or immediate)
    vector,   // {elements...}
    pair,     // elements[0] | elements[1]
    list,     // (elements...): a call's operands, or the labels of a .branchtargets
    discard,  // _
  };
  static constexpr std::uint32_t not_local = 0xffff'ffffU;
  Kind kind = Kind::discard;
  bool negated = false;  // !%p; -%r in vmad
  Axis axis = Axis::none;
  std::uint32_t index = 0;
  std::uint64_t bits = 0;
  std::int64_t offset = 0;
  std::string_view name;
  std::string_view selector;  // %r1.b3210, in video instructions: the selected bytes
  std::vector<Operand> elements;
};

struct Guard {  // @%p or @!%p
  std::uint32_t reg = 0;
  bool negated = false;
};

struct Instruction {
  Opcode opcode = Opcode::trap;
  // All suffixes in order, types included: "global", "f32".
  std::vector<std::string_view> modifiers;
  std::vector<Type> types;  // the modifiers that are types, in order
  std::vector<Operand> operands;
  std::optional<Guard> guard;
  int ptx_line = 0;
  std::uint32_t loc = 0;  // index into Module::locations

  [[nodiscard]] bool has(std::string_view modifier) const;
  [[nodiscard]] std::string mnemonic() const;  // "ld.global.f32"
};

struct Label {
  std::string_view name;
  std::uint32_t instruction = 0;  // the instruction that follows; may be one past the last
};

// Formal parameters and results in the .reg space are also registers, with the same name.
struct Function {
  std::string_view name;  // mangled
  bool is_entry = false;
  bool is_declaration = false;
  bool returns_never = false;  // .noreturn
  // What a launch has to keep to (PTX ISA, "Performance-Tuning Directives"); 0: not given.
  std::array<std::uint64_t, 3> required_block{};  // .reqntid: threads in x, y, z
  std::uint64_t max_block_threads = 0;            // .maxntid: the product of its numbers
  std::uint64_t cluster_blocks = 0;               // .reqnctapercluster: the product of its numbers
  std::vector<Variable> returns;
  std::vector<Variable> params;
  std::vector<Variable> variables;  // .shared, .local, .param ... declared in the body
  std::vector<Register> registers;
  std::vector<Instruction> instructions;
  std::vector<Label> labels;
  int ptx_line = 0;
};

struct Module {
  std::shared_ptr<const std::string> text;
  std::string version;              // "9.0"
  std::string target;               // "sm_80"
  std::vector<Variable> variables;  // .global, .const, .shared at module scope
  std::vector<Function> functions;
  // Each `.loc`, resolved against `.file`. Element 0 means "no location yet".
  std::vector<SourcePlace> locations;
  // For each of them the location where its function was inlined; 0: it was not. Callers come
  // first.
  std::vector<std::uint32_t> callers;

  // Files whose lines count as the user's own, beside the outermost caller's; as in `locations`.
  std::vector<std::string> own_files{};

  // The innermost place in the outermost caller's file or in one of own_files: what a helper from a
  // library's header does is done by the line that calls it.
  [[nodiscard]] const SourcePlace& calling_place(std::uint32_t location) const;
  [[nodiscard]] const Function* find_function(std::string_view name) const;
  // For PTX whose source is not there: every instruction's place becomes its line in `file`, the
  // PTX itself.
  void place_by_ptx_lines(const std::string& file);
};

}  // namespace lanescope::ptx
