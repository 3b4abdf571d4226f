// A decoded instruction and what its handler works on.
//
// Registers of a warp are rows of 32 lanes in one flat buffer, 2, 4 or 8 bytes a lane after the
// register's type; a predicate is one 32-bit mask. Immediates, parameters and addresses of
// variables are rows too, in a second buffer that all warps share, filled in at launch. So every
// operand is an offset, and a handler is a loop over two or three rows that the compiler turns into
// vector instructions. Before each row (but not before a predicate) stands its form, which may say
// all of it in three numbers: row_form.h. Everything that depends on types and suffixes was decided
// at decode time, by choosing the handler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "sim/exec/row_form.h"
#include "sim/memory/access.h"

namespace lanescope::exec {

using memory::warp_lanes;
inline constexpr std::uint32_t all_lanes = 0xffff'ffffU;

// Offset of a row: bit 31 set means the shared constant rows, else the warp's own.
struct Row {
  static constexpr std::uint32_t constant_bit = 0x8000'0000U;
  static constexpr std::uint32_t none = 0x7fff'ffffU;
  std::uint32_t value = none;
  [[nodiscard]] bool exists() const { return value != none; }
  [[nodiscard]] bool is_constant() const { return exists() && (value & constant_bit) != 0; }
};

// What a computing handler sees: one warp, at one instruction.
//
// Rows are got by what is done with them. Ask for all that is read before what is written: they may
// be the same row.
struct Lanes {
  std::byte* rows[2] = {nullptr, nullptr};  // the warp's, the constants
  std::uint32_t mask = 0;                   // lanes that execute, never 0 in a handler
  // Of the launch: row_form.h. Lane l is x = l % width, y = l / width, and these the last of each.
  std::uint32_t width = warp_lanes;
  std::uint32_t last_x = warp_lanes - 1;
  std::uint32_t last_y = 0;
  // Lane 0 alone computes for all 32, since what it reads is uniform (mask is 1 then): the rows'
  // forms are left to the caller.
  bool for_all = false;

  [[nodiscard]] std::byte* at(Row row) const {
    return rows[row.value >> 31] + (row.value & ~Row::constant_bit);
  }
  [[nodiscard]] RowForm& form(Row row) const {
    return *reinterpret_cast<RowForm*>(at(row) - form_bytes);
  }
  // To read: every executing lane is there.
  template <class T>
  [[nodiscard]] const T* read(Row row) const {
    RowForm& known = form(row);
    if ((known.known & RowForm::lanes) == 0 && mask != 1) write_out(row);
    return reinterpret_cast<const T*>(at(row));
  }
  // To write every executing lane; what others hold is kept.
  template <class T>
  [[nodiscard]] T* write(Row row) const {
    RowForm& known = form(row);
    if (!for_all) {
      if ((known.known & RowForm::lanes) == 0 && mask != all_lanes) write_out(row);
      known.known = RowForm::lanes;
    }
    return reinterpret_cast<T*>(at(row));
  }
  // To do both, or either, in any lane.
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
  // The row, of lanes of T, now holds base + step_x * x + step_y * y, cut to T's width: so equal
  // rows have equal forms.
  template <class T>
  void set_affine(Row row, std::uint64_t base, std::uint64_t step_x, std::uint64_t step_y) const;
  // The same of a row whose width only its form tells.
  void set_affine(Row row, std::uint64_t base, std::uint64_t step_x, std::uint64_t step_y) const;
  void set_uniform(Row row, std::uint64_t value) const { set_affine(row, value, 0, 0); }

 private:
  // The lanes of an affine row, all 32.
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
// All 32 lanes execute. True: done, by the forms of the rows alone. False: nothing was changed.
using FormHandler = bool (*)(const Lanes&, const Instruction&);

// What the warp does around the handler.
enum class Flow : std::uint8_t {
  compute,  // call the handler, go on: pure, lane by lane, of the rows a, b, c and nothing else
  memory,   // Program::memory[detail]
  warp,     // the handler exchanges values between lanes (shfl, vote), or uses further rows
  clock,    // d, 64 bits: how many warp instructions the block has executed
  nothing,  // fences, prefetches: counted, no effect
  // From here on: what ends a straight line.
  branch,   // target; conditional when guarded
  barrier,  // Program::barriers[detail]
  exit,
  trap,
  block,  // Program::block_operations[detail]
  call,   // Program::calls[detail]
  ret,    // from a function that was called
  table,  // brx.idx: Program::branch_tables[detail], the index is row a
};

// Which operands of a computing instruction are rows with forms, and which are predicates.
enum OperandBits : std::uint8_t {
  row_a = 1,
  row_b = 2,
  row_c = 4,
  row_d = 8,
  predicate_c = 16,
  predicate_d = 32,
  second_predicate = 64,  // `detail`
};

struct Instruction {
  Handler handler = nullptr;
  FormHandler by_form = nullptr;  // tried first when all lanes execute; nullptr: nothing to try
  Row d, a, b, c;
  Row guard;                     // a predicate row
  std::uint32_t guard_flip = 0;  // all_lanes for @!%p
  Flow flow = Flow::compute;
  std::uint8_t operands = 0;  // which of d, a, b, c have forms: OperandBits
  bool continues = false;  // the rest of a PTX instruction that became several: not counted again
  std::uint8_t immediate = 0;  // a small constant of the handler's own: a look-up table, a mode
  std::uint32_t detail =
      0;  // index into a side table of the program, by flow; or a second destination row
  // Branch: instruction index. Warp: 1 + index into Program::warp_syncs, or 0.
  std::uint32_t target = 0;
  std::uint32_t reconverge =
      0;  // branch: where the two sides meet again (index; one past the end: never)
};

}  // namespace lanescope::exec
