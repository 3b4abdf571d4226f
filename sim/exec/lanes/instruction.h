// A decoded instruction, and the rows that its handler works on.
//
// A warp's registers are rows of 32 lanes in one flat buffer, with 2, 4 or 8 bytes per lane,
// depending on the register's type. A predicate is one 32-bit mask. Immediates, parameters and
// addresses of variables are rows too, in a second buffer that all warps share and that is filled
// in at launch. So every operand is an offset, and a handler is a loop over two or three rows that
// the compiler vectorises. Before each row (but not before a predicate) is its form, which may
// describe the whole row by three numbers: row_form.h. Types and suffixes are resolved at decode
// time, by the choice of handler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "sim/exec/lanes/row_form.h"
#include "sim/memory/access.h"

namespace lanescope::exec {

using memory::warp_lanes;
inline constexpr std::uint32_t all_lanes = 0xffff'ffffU;

// Offset of a row. Bit 31 selects the shared constant rows, otherwise the warp's own rows.
struct Row {
  static constexpr std::uint32_t constant_bit = 0x8000'0000U;
  static constexpr std::uint32_t none = 0x7fff'ffffU;
  std::uint32_t value = none;
  [[nodiscard]] bool exists() const { return value != none; }
  [[nodiscard]] bool is_constant() const { return exists() && (value & constant_bit) != 0; }
};

// What a computing handler sees: one warp at one instruction.
//
// Rows are accessed by read, write or row. Call read for all sources before write, because source
// and destination may be the same row.
struct Lanes {
  std::byte* rows[2] = {nullptr, nullptr};  // the warp's rows, the constant rows
  std::uint32_t mask = 0;                   // executing lanes; never 0 in a handler
  // The launch's row shape (row_form.h): lane l is x = l % width, y = l / width. last_x and last_y
  // are the largest x and y.
  std::uint32_t width = warp_lanes;
  std::uint32_t last_x = warp_lanes - 1;
  std::uint32_t last_y = 0;
  // Lane 0 alone computes for all 32 lanes, because the sources are uniform (mask is then 1). The
  // caller sets the form of the result.
  bool for_all = false;

  [[nodiscard]] std::byte* at(Row row) const {
    return rows[row.value >> 31] + (row.value & ~Row::constant_bit);
  }
  [[nodiscard]] RowForm& form(Row row) const {
    return *reinterpret_cast<RowForm*>(at(row) - form_bytes);
  }
  // For reading: the values of all executing lanes are valid.
  template <class T>
  [[nodiscard]] const T* read(Row row) const {
    RowForm& known = form(row);
    if ((known.known & RowForm::lanes) == 0 && mask != 1) write_out(row);
    return reinterpret_cast<const T*>(at(row));
  }
  // For writing all executing lanes; the other lanes keep their values.
  template <class T>
  [[nodiscard]] T* write(Row row) const {
    RowForm& known = form(row);
    if (!for_all) {
      if ((known.known & RowForm::lanes) == 0 && mask != all_lanes) write_out(row);
      known.known = RowForm::lanes;
    }
    return reinterpret_cast<T*>(at(row));
  }
  // For reading and writing any lanes.
  template <class T>
  [[nodiscard]] T* row(Row row) const {
    RowForm& known = form(row);
    if ((known.known & RowForm::lanes) == 0) write_out(row);
    if (!row.is_constant()) known.known = RowForm::lanes;
    return reinterpret_cast<T*>(at(row));
  }
  [[nodiscard]] std::uint32_t& predicate(Row row) const {
    return *reinterpret_cast<std::uint32_t*>(at(row));
  }
  // Sets a row with lanes of type T to base + step_x * x + step_y * y. The values are truncated to
  // T's width, so that equal rows have equal forms.
  template <class T>
  void set_affine(Row row, std::uint64_t base, std::uint64_t step_x, std::uint64_t step_y) const;
  // The same, with the width taken from the row's form.
  void set_affine(Row row, std::uint64_t base, std::uint64_t step_x, std::uint64_t step_y) const;
  void set_uniform(Row row, std::uint64_t value) const { set_affine(row, value, 0, 0); }

 private:
  // Writes out all 32 lanes of an affine row.
  void write_out(Row row) const;
};

template <class T>
void Lanes::set_affine(Row row, std::uint64_t base, std::uint64_t step_x,
                       std::uint64_t step_y) const {
  RowForm& known = form(row);
  known.base = static_cast<T>(base);
  known.step_x = static_cast<T>(step_x);
  known.step_y = static_cast<T>(step_y);
  known.known = (known.step_x | known.step_y) == 0 ? RowForm::affine | RowForm::uniform
                                                   : std::uint32_t{RowForm::affine};
  *reinterpret_cast<T*>(at(row)) = static_cast<T>(base);
}

inline void Lanes::set_affine(Row row, std::uint64_t base, std::uint64_t step_x,
                              std::uint64_t step_y) const {
  switch (form(row).bytes) {
    case 2:
      return set_affine<std::uint16_t>(row, base, step_x, step_y);
    case 4:
      return set_affine<std::uint32_t>(row, base, step_x, step_y);
    default:
      return set_affine<std::uint64_t>(row, base, step_x, step_y);
  }
}

struct Instruction;
using Handler = void (*)(const Lanes&, const Instruction&);
// Called when all 32 lanes execute. Returns true if the instruction was done on the forms alone,
// false if nothing has changed.
using FormHandler = bool (*)(const Lanes&, const Instruction&);

// What the block runner does with an instruction, besides calling the handler.
enum class Flow : std::uint8_t {
  compute,  // call the handler and continue; it depends only on rows a, b and c, lane by lane
  memory,   // Program::memory[index]
  warp,     // the handler exchanges values between lanes (shfl, vote) or uses other rows
  clock,    // d, 64 bits: number of warp instructions that the block has executed
  nothing,  // fences, prefetches: counted, without effect
  // The values from here on end a straight line.
  branch,   // to `target`; conditional if guarded
  barrier,  // Program::barriers[index]
  exit,
  trap,
  block,  // Program::block_operations[index]
  call,   // Program::calls[index]
  ret,    // returns from a called function
  table,  // brx.idx: Program::branch_tables[index], indexed by row a
};

// Which operands of a computing instruction are rows with forms, and which are predicates.
enum OperandBits : std::uint8_t {
  row_a = 1,
  row_b = 2,
  row_c = 4,
  row_d = 8,
  predicate_c = 16,
  predicate_d = 32,
  second_predicate = 64,  // `second`
};

struct Instruction {
  Handler handler = nullptr;
  FormHandler by_form = nullptr;  // tried first if all lanes execute; nullptr: nothing to try
  Row d, a, b, c;
  Row second;                    // a second destination
  Row guard;                     // a predicate row
  std::uint32_t guard_flip = 0;  // all_lanes for @!%p
  Flow flow = Flow::compute;
  std::uint8_t operands = 0;  // OperandBits: which of d, a, b, c have forms
  bool continues = false;     // a further part of one PTX instruction: not counted again
  // Only `flow` says which of the names in a union is valid.
  union {
    // compute, warp: a small constant for the handler, such as a mode; trap: 1 for brkpt
    std::uint8_t immediate = 0;
    std::uint8_t
        leaves;  // branch: 1 if going to `target` leaves a meeting point, 2 if going on does
    std::uint8_t never_returns;  // call: 1 or 0
  };
  union {
    std::uint32_t constant = 0;  // compute, warp: another constant for the handler
    std::uint32_t index;         // into the side table of the program that `flow` names
  };
  union {
    std::uint32_t target = 0;  // branch: instruction index
    std::uint32_t warp_sync;   // warp: 1 + index into Program::warp_syncs, or 0
  };
  std::uint32_t reconverge = 0;  // branch: index where the two sides meet; one past the end: never
  std::uint32_t meeting_points = 0;  // branch, table: index into Program::meeting_points
};

}  // namespace lanescope::exec
