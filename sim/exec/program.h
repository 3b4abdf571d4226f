// A kernel decoded once, ready to run on any grid: what the decoder makes and the block runner
// executes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "sim/diagnostics/diagnostic.h"
#include "sim/exec/instruction.h"
#include "sim/memory/access.h"
#include "sim/ptx/module.h"

namespace lanescope::exec {

// Generic addresses: which space an address belongs to is told by its window, as on the device.
// Global addresses are generic addresses.
inline constexpr std::uint64_t shared_window = 0x0100'0000'0000ULL;
inline constexpr std::uint64_t local_window = 0x0200'0000'0000ULL;
inline constexpr std::uint64_t constant_window = 0x0300'0000'0000ULL;
inline constexpr std::uint64_t param_window = 0x0400'0000'0000ULL;
inline constexpr std::uint64_t window_bytes = 0x0100'0000'0000ULL;

// A row of the shared constant rows: 32 times the same value, of 4 or 8 (or 2) bytes, known at
// launch at the latest.
struct Constant {
  enum class Kind : std::uint8_t {
    bits,              // `value`
    parameter,         // `bytes_read` bytes at `value` in the parameter buffer, sign-extended if
                       // `is_signed`
    variable,          // address of Program::variables[index] in its own space, + value
    variable_generic,  // the same in the generic space
    predicate,         // `value` is a mask
    special,           // a value that the launch fixes: ntid, nctaid ...; `value` is a Special
  };
  Kind kind = Kind::bits;
  std::uint32_t lane_bytes = 4;  // of the row: 2, 4 or 8
  std::uint64_t value = 0;
  std::uint32_t index = 0;
  std::uint8_t bytes_read = 0;
  bool is_signed = false;
  std::uint32_t offset = 0;  // of the row in the constant rows
  bool operator==(const Constant&) const = default;
};

enum class Special : std::uint8_t {
  tid_x,
  tid_y,
  tid_z,
  laneid,
  warpid,  // rows of a warp, fixed for the launch
  lanemask_eq,
  lanemask_le,
  lanemask_lt,
  lanemask_ge,
  lanemask_gt,
  ctaid_x,
  ctaid_y,
  ctaid_z,  // rows of a warp, set for each block
  ntid_x,
  ntid_y,
  ntid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z,
  nwarpid,  // constants of the launch
  dynamic_smem_size,
  total_smem_size,
  zero,
};

struct SpecialRow {  // lives among the warp's own rows
  Special special;
  Row row;
};

// One load, store or atomic.
enum class AtomicKind : std::uint8_t { none, add, min, max, and_, or_, xor_, exch, cas, inc, dec };

struct MemoryInstruction {
  ptx::StateSpace space = ptx::StateSpace::global;  // generic: resolved lane by lane
  memory::Op op = memory::Op::load;
  ptx::Type type = ptx::Type::b32;  // of one element
  std::uint8_t element_bytes = 4;
  std::uint8_t elements = 1;  // 1, 2 or 4
  std::uint8_t bytes = 4;     // a lane: element_bytes * elements
  bool sign_extend = false;   // loads into a wider register
  AtomicKind atomic = AtomicKind::none;
  Row address;
  std::uint8_t address_bytes = 8;  // lane width of the address row
  std::int64_t offset = 0;
  Row registers[4];  // destinations or sources; Row::none for '_'
  std::uint8_t register_bytes[4] = {4, 4, 4, 4};
  Row compare;  // cas: the second operand
  std::uint32_t site = 0;
};

enum class BarrierKind : std::uint8_t { sync, arrive, reduce_popc, reduce_and, reduce_or };

struct BarrierInstruction {
  BarrierKind kind = BarrierKind::sync;
  Row id;           // 32-bit row, uniform
  Row threads;      // none: all threads of the block
  Row destination;  // reductions
  Row predicate;
  std::uint32_t predicate_flip = 0;
};

// A variable that needs memory: shared ones in each block, others once a launch.
struct ProgramVariable {
  std::string name;  // demangled
  ptx::StateSpace space = ptx::StateSpace::shared;
  std::uint64_t bytes = 0;
  std::uint64_t address =
      0;  // in its own space: shared and local from 0; global and const set at launch
  std::uint32_t alignment = 1;
  std::vector<std::uint8_t> initial;
  std::vector<ptx::AddressInitialiser> addresses;
  std::string_view ptx_name;  // view into the module's text
};

struct SiteInfo {  // of one memory instruction
  SourcePlace place;
  int ptx_line = 0;
  memory::Space space = memory::Space::global;  // generic accesses: set from the first one executed
  bool is_generic = false;
  memory::Op op = memory::Op::load;
  std::uint32_t bytes = 0;
};

struct ParameterInfo {
  std::uint32_t offset = 0;  // in the parameter buffer
  std::uint64_t bytes = 0;
  ptx::Type type = ptx::Type::b64;
};

struct Program {
  std::shared_ptr<const std::string> text;  // keeps the views alive
  std::string name;                         // mangled
  std::vector<Instruction> code;
  std::vector<SourcePlace> places;  // of code[i]
  std::vector<int> ptx_lines;       // of code[i]
  std::vector<MemoryInstruction> memory;
  std::vector<BarrierInstruction> barriers;
  std::vector<Constant> constants;
  std::vector<SpecialRow> special_rows;
  std::vector<Row>
      rows_to_clear;  // may be read before they are written: zero at the start of each block
  std::vector<std::uint32_t> clear_bytes;  // of each of these
  std::vector<ProgramVariable> variables;
  std::vector<SiteInfo> sites;
  std::vector<ParameterInfo> parameters;
  std::uint32_t parameter_bytes = 0;
  std::uint32_t warp_row_bytes = 0;  // size of the warp's own rows
  std::uint32_t constant_row_bytes = 0;
  std::uint64_t static_shared_bytes = 0;
  std::uint64_t dynamic_shared_start = 0;  // where extern __shared__ arrays begin, aligned
  std::uint64_t local_bytes = 0;           // a thread
  std::uint64_t constant_bytes = 0;
  bool has_global_atomics = false;  // blocks then run in order
};

// Decodes the kernel `entry` (a function of the module with is_entry).
// Errors: every instruction that can't be executed, each with its PTX line and source line (at most
// 20).
[[nodiscard]] tl::expected<Program, std::vector<Diagnostic>> decode(const ptx::Module& module,
                                                                    const ptx::Function& entry);

}  // namespace lanescope::exec
