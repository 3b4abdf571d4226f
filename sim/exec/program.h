// A kernel decoded once, ready to run on any grid: what the decoder makes and the block runner
// executes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "sim/diagnostics/diagnostic.h"
#include "sim/exec/address_origins.h"
#include "sim/exec/instruction.h"
#include "sim/exec/parameter_area.h"
#include "sim/memory/access.h"
#include "sim/ptx/module.h"

namespace lanescope::exec {

// Generic addresses: which space an address belongs to is told by its window, as on the device.
// Global addresses are generic addresses.
inline constexpr std::uint64_t shared_window = 0x0100'0000'0000ULL;
inline constexpr std::uint64_t local_window = 0x0200'0000'0000ULL;
inline constexpr std::uint64_t constant_window = 0x0300'0000'0000ULL;
inline constexpr std::uint64_t param_window = 0x0400'0000'0000ULL;
inline constexpr std::uint64_t function_window = 0x0500'0000'0000ULL;
inline constexpr std::uint64_t window_bytes = 0x0100'0000'0000ULL;

// Program::functions[i] has this address.
[[nodiscard]] constexpr std::uint64_t address_of_function(std::size_t i) {
  return function_window + 16 * (i + 1);
}

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

// Of the GPU that block numbers are spread over where a kernel asks for %smid: an H200's.
inline constexpr std::uint32_t model_multiprocessors = 132;

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
  ctaid_z,
  smid,  // rows of a warp, set for each block
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

struct RowInfo {
  Row row;
  std::uint32_t bytes = 4;  // a lane: 2, 4 or 8
};

struct SpecialRow {  // lives among the warp's own rows
  Special special;
  Row row;
  Row kernel_row;  // of functions: the one in the kernel's frame, from which it is filled
};

// One load, store or atomic.
enum class AtomicKind : std::uint8_t { none, add, min, max, and_, or_, xor_, exch, cas, inc, dec };

// One element of every lane, at affine addresses: affine_access.cpp.
struct LanePiece {
  const Lanes& lanes;
  Row row;          // the register
  std::byte* data;  // of lane 0
  std::int64_t step_x;
  std::int64_t step_y;
};
using PieceMove = void (*)(const LanePiece&);
// The update of one word. Returns what it held before, in the low bytes.
using AtomicUpdate = std::uint64_t (*)(std::byte* word, std::uint64_t operand,
                                       std::uint64_t replacement, bool is_global);

// What an atomic operation does with the words of one lane.
struct AtomicInstruction {
  AtomicKind kind = AtomicKind::add;
  AtomicUpdate update = nullptr;   // of 2, 4 or 8 bytes; 16 have none
  AtomicUpdate reduce = nullptr;   // the same among other threads of the host; none: in order only
  std::uint8_t reduction = 0;      // for Footprint::note_reduction
  std::uint8_t element_bytes = 4;  // 2, 4, 8 or 16
  std::uint8_t elements = 1;       // more than 1: each is updated by itself
  Row operands[8];                 // of each element; of 16 bytes: the two halves
  Row replacements[2];             // cas
  Row results[8];                  // what was there before; none where nobody asks
};

// PTX ISA, "Memory Consistency Model": what an access promises to others of the same word.
enum class Strength : std::uint8_t {
  plain,
  volatile_,  // ld.volatile, st.volatile: as relaxed, but nobody means an order by it
  strong,     // atomics; relaxed, acquire, release
};

struct MemoryInstruction {
  ptx::StateSpace space = ptx::StateSpace::global;  // generic: resolved lane by lane
  memory::Op op = memory::Op::load;
  ptx::Type type = ptx::Type::b32;  // of one element
  std::uint8_t element_bytes = 4;
  std::uint8_t elements = 1;  // 1, 2 or 4
  std::uint8_t bytes = 4;     // a lane: element_bytes * elements
  bool sign_extend = false;   // loads into a wider register
  AtomicKind atomic = AtomicKind::none;
  Strength strength = Strength::plain;
  Row address;
  std::uint8_t address_bytes = 8;  // lane width of the address row
  std::int64_t offset = 0;
  Row registers[4];  // destinations or sources; Row::none for '_'
  std::uint8_t register_bytes[4] = {4, 4, 4, 4};
  PieceMove moves[4] = {nullptr, nullptr, nullptr, nullptr};  // loads and stores, as registers
  std::uint32_t site = 0;
  std::uint32_t atomics = 0;  // an atomic operation: index into Program::atomics
};

enum class BlockOperationKind : std::uint8_t {
  copy,             // cp.async
  commit_copies,    // cp.async.commit_group
  wait_copies,      // cp.async.wait_group
  wait_all_copies,  // cp.async.wait_all
  load_matrices,    // ldmatrix
  store_matrices,   // stmatrix
  mbarrier,         // `action`
};

enum class MbarrierAction : std::uint8_t {
  init,
  invalidate,
  expect_bytes,
  complete_bytes,
  arrive,
  arrive_and_drop,
  arrive_after_copies,  // cp.async.mbarrier.arrive
  test_state,
  test_parity,
};

// What needs more of the block than one access.
struct BlockOperation {
  BlockOperationKind kind = BlockOperationKind::copy;
  MbarrierAction action = MbarrierAction::init;
  MemoryInstruction from;    // copy: in global memory; load_matrices: in shared memory
  MemoryInstruction to;      // in shared memory: all others
  std::uint32_t count = 1;   // matrices; groups left; or what `value` would hold
  bool transposed = false;   // matrices
  bool past_l1 = false;      // copy: .cg
  bool fills_zeros = false;  // copy: how much is read is known only when it runs
  bool expects = false;      // mbarrier: `value` is a number of bytes; of copies: not .noinc
  Row value;                 // copy: how many bytes to read; mbarrier: count, bytes, or state
  std::uint8_t value_bytes = 4;
  Row predicate;  // copy: lanes that read nothing; mbarrier: whether the wait is over
  std::uint32_t predicate_flip = 0;
  Row result;  // mbarrier: the state
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

// What a warp-synchronous instruction asks of the lanes of its warp.
enum class WarpSyncKind : std::uint8_t { barrier, shuffle, vote, match, reduce, elect, fence };
[[nodiscard]] const char* name_of(WarpSyncKind kind);  // as in CUDA C++: "__shfl_sync"

struct WarpSync {
  WarpSyncKind kind = WarpSyncKind::barrier;
  Row mask;  // 32-bit row: the lanes that take part, as each lane names them; of a fence, none
  // Shuffles: the lane that each executing lane reads from, itself where PTX says so.
  void (*sources)(const Lanes&, const Instruction&, std::int8_t* source) = nullptr;
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

// The stack of a thread whose depth is known only when it runs (recursion, calls through pointers,
// alloca): its local memory, and what a frame takes besides.
inline constexpr std::uint64_t max_stack_bytes = 64 * 1024;
inline constexpr std::uint64_t frame_overhead_bytes = 32;

// A call, or what else changes a thread's stack.
struct CallInstruction {
  enum class Kind : std::uint8_t {
    function,      // Program::functions[function]
    pointer,       // the function whose address is in `value`, lane by lane
    print,         // vprintf(format, arguments)
    assertion,     // __assertfail(text, file, line, function, size of a character)
    allocate,      // alloca of `value` bytes: its address to `destination`
    save_stack,    // to `destination`
    restore_stack  // from `value`
  };
  Kind kind = Kind::function;
  std::uint32_t function = 0;
  Row value;
  std::uint8_t value_bytes = 8;  // lane width of the row
  Row destination;
  std::uint8_t destination_bytes = 8;
  std::uint64_t alignment = 8;                    // allocate
  std::vector<ParameterArea> arguments, results;  // in the caller's frame

  [[nodiscard]] std::uint32_t argument_bytes() const;  // of the areas, in a frame
  [[nodiscard]] std::uint32_t result_bytes() const;
};

struct LocalAddress {  // a row that holds the address of a function's .local variable
  Row row;
  std::uint8_t lane_bytes = 8;  // 4 or 8
  std::uint64_t offset = 0;     // from where the frame's local memory begins
};

// A function that is called. Its frames hold, in this order somewhere: arguments, results, rows.
struct FunctionCode {
  std::string name;           // demangled
  std::string_view ptx_name;  // view into the module's text
  std::uint32_t first = 0;    // index into Program::code
  std::uint32_t row_bytes = 0;
  std::uint64_t local_bytes = 0;  // a thread
  std::uint64_t local_alignment = 16;
  std::uint32_t arguments_at = 0;  // areas, one behind the other, offset in the frame
  std::uint32_t argument_bytes = 0;
  std::uint32_t results_at = 0;
  std::uint32_t result_bytes = 0;
  std::vector<SpecialRow> special_rows;
  std::vector<RowInfo> rows;  // its own, as the kernel's are in Program
  std::vector<Row> rows_to_clear;
  std::vector<Row> predicates_to_clear;
  std::vector<LocalAddress> local_addresses;
};

// The PTX instruction that an element of Program::code was made of.
struct Origin {
  static constexpr std::uint32_t none = 0xffff'ffffU;
  std::uint32_t function = 0;        // 0: the kernel; i: Program::functions[i - 1]
  std::uint32_t instruction = none;  // of its Function::instructions; none: the decoder added it
};

struct Program {
  std::shared_ptr<const std::string> text;  // keeps the views alive
  std::string name;                         // mangled
  std::vector<Instruction> code;
  std::vector<SourcePlace> places;  // of code[i]
  std::vector<int> ptx_lines;       // of code[i]
  std::vector<Origin> origins;      // of code[i]
  // Of the kernel, then of functions[i - 1]: where each of its Function::registers lives. A .b128
  // has a second row, 8 * warp_lanes + form_bytes behind. Registers may share a row (liveness.h).
  std::vector<std::vector<Row>> register_rows;
  std::vector<MemoryInstruction> memory;
  std::vector<AtomicInstruction> atomics;
  std::vector<BlockOperation> block_operations;
  std::vector<BarrierInstruction> barriers;
  std::vector<WarpSync> warp_syncs;  // of instructions with Flow::warp: target - 1
  std::vector<CallInstruction> calls;
  std::vector<FunctionCode> functions;                    // that are called
  std::vector<std::vector<std::uint32_t>> branch_tables;  // of brx.idx: indices into `code`
  std::vector<Constant> constants;
  std::vector<RowInfo> rows;  // the warp's own, but for predicates
  std::vector<SpecialRow> special_rows;
  // May be read before they are written: zero at the start of each block.
  std::vector<Row> rows_to_clear;
  std::vector<Row> predicates_to_clear;
  // How many of code[0..i) `continue` another: size code.size() + 1.
  std::vector<std::uint32_t> continues_before;
  std::vector<ProgramVariable> variables;
  std::vector<SiteInfo> sites;
  std::vector<AddressOrigin> address_origins;  // of sites[i]
  std::vector<ParameterInfo> parameters;
  std::uint32_t parameter_bytes = 0;
  std::uint32_t warp_row_bytes = 0;  // size of the warp's own rows and their forms
  std::uint32_t constant_row_bytes = 0;
  std::uint64_t static_shared_bytes = 0;
  std::uint64_t dynamic_shared_start = 0;  // where extern __shared__ arrays begin, aligned
  std::uint64_t local_bytes = 0;           // a thread, the stack of its calls included
  std::uint64_t kernel_local_bytes = 0;    // of these, the kernel's own variables, from 0
  bool stack_is_bounded = true;            // whatever it does, local_bytes are enough
  std::uint64_t constant_bytes = 0;
  std::string model_value;  // special registers that only the model knows: "%clock, %smid"
  SourcePlace model_place;  // where the first of them is read
  int model_ptx_line = 0;
  // Why blocks must run one after the other, for the note; empty: they need not.
  std::string order_reason;
};

// Decodes the kernel `entry` (a function of the module with is_entry).
// Errors: every instruction that can't be executed, each with its PTX line and source line (at most
// 20).
[[nodiscard]] tl::expected<Program, std::vector<Diagnostic>> decode(const ptx::Module& module,
                                                                    const ptx::Function& entry);

}  // namespace lanescope::exec
