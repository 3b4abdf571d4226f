// A decoded kernel, ready to run on any grid: the decoder writes it, the block runner executes it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/diagnostics/diagnostic.h"
#include "sim/exec/arithmetic/atomics.h"
#include "sim/exec/lanes/instruction.h"
#include "sim/exec/lanes/moves.h"
#include "sim/exec/program/parameter_area.h"
#include "sim/memory/access.h"
#include "sim/ptx/module.h"
#include "sim/texture/texture.h"

namespace lanescope::exec {

// Generic addresses: the window that contains an address determines its space, as on the device.
// Global addresses are also generic addresses.
inline constexpr std::uint64_t shared_window = 0x0100'0000'0000ULL;
inline constexpr std::uint64_t local_window = 0x0200'0000'0000ULL;
inline constexpr std::uint64_t constant_window = 0x0300'0000'0000ULL;
inline constexpr std::uint64_t param_window = 0x0400'0000'0000ULL;
inline constexpr std::uint64_t function_window = 0x0500'0000'0000ULL;
// Parameter buffers of nested launches (state/nested_launches.h); accesses to them are global ones.
inline constexpr std::uint64_t launch_window = 0x0600'0000'0000ULL;
inline constexpr std::uint64_t window_bytes = 0x0100'0000'0000ULL;

// The space of a generic address.
[[nodiscard]] constexpr memory::Space space_of_address(std::uint64_t address) {
  switch (address / window_bytes) {
    case shared_window / window_bytes:
      return memory::Space::shared;
    case local_window / window_bytes:
      return memory::Space::local;
    case constant_window / window_bytes:
    case param_window / window_bytes:
      return memory::Space::constant;
    default:
      return memory::Space::global;
  }
}

// Where the space begins in the generic space.
[[nodiscard]] constexpr std::uint64_t window_of(memory::Space space) {
  return space == memory::Space::shared     ? shared_window
         : space == memory::Space::local    ? local_window
         : space == memory::Space::constant ? constant_window
                                            : 0;
}

// The space of an access; `global` if it is generic.
[[nodiscard]] constexpr memory::Space space_of(ptx::StateSpace space) {
  switch (space) {
    case ptx::StateSpace::shared:
      return memory::Space::shared;
    case ptx::StateSpace::local:
      return memory::Space::local;
    case ptx::StateSpace::constant:
      return memory::Space::constant;
    default:
      return memory::Space::global;
  }
}

// 0 for .global and .generic.
[[nodiscard]] constexpr std::uint64_t window_of(ptx::StateSpace space) {
  return space == ptx::StateSpace::param ? param_window : window_of(space_of(space));
}

// The address of Module::functions[i], a kernel or another function: the same in every program of a
// module, so a kernel may pass it to another. Nothing can be loaded or stored there.
[[nodiscard]] constexpr std::uint64_t address_of_function(std::size_t i) {
  return function_window + 16 * (i + 1);
}

// A row of the shared constant rows: the same value in all 32 lanes, of 4 or 8 (or 2) bytes, known
// at launch at the latest.
struct Constant {
  enum class Kind : std::uint8_t {
    bits,  // `value`
    // `bytes_read` bytes at `value` in the parameter buffer. Sign-extended if `is_signed`.
    parameter,
    variable,          // address of Program::variables[index] in its own space, + value
    variable_generic,  // the same address in the generic space
    predicate,         // `value` is a mask
    special,           // a value that the launch determines: ntid, nctaid ...; `value` is a Special
  };
  Kind kind = Kind::bits;
  std::uint32_t lane_bytes = 4;  // lane width of the row: 2, 4 or 8
  std::uint64_t value = 0;
  std::uint32_t index = 0;
  std::uint8_t bytes_read = 0;
  bool is_signed = false;
  std::uint32_t offset = 0;  // offset of the row in the constant rows
  bool operator==(const Constant&) const = default;
};

// Block numbers are distributed over this many multiprocessors if a kernel reads %smid: an H200's.
inline constexpr std::uint32_t model_multiprocessors = 132;
inline constexpr std::uint32_t model_warp_slots = 64;        // of a multiprocessor: %nwarpid
inline constexpr std::uint32_t model_reserved_bytes = 1024;  // of shared memory, for the system

// The order matters: see varies_by_warp_or_block() and BlockRunner::start().
enum class Special : std::uint8_t {
  // Rows of a warp, fixed for the launch.
  tid_x,
  tid_y,
  tid_z,
  laneid,
  warpid,
  lanemask_eq,
  lanemask_le,
  lanemask_lt,
  lanemask_ge,
  lanemask_gt,
  // Rows of a warp, set for each block.
  ctaid_x,
  ctaid_y,
  ctaid_z,
  smid,
  // Constants of the launch.
  ntid_x,
  ntid_y,
  ntid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z,
  dynamic_smem_size,
  total_smem_size,
  aggr_smem_size,
  // The address that the driver gives a cooperative launch for grid.sync() (%envreg1, %envreg2);
  // 0 for other launches, whose grid groups are then not valid.
  grid_workspace_high,
  grid_workspace_low,
};

struct RowInfo {
  Row row;
  std::uint32_t bytes = 4;  // per lane: 2, 4 or 8
};

struct SpecialRow {  // one of the warp's own rows
  Special special;
  Row row;
  Row kernel_row;  // in functions: the row in the kernel's frame that it is copied from
};

// PTX ISA, "Memory Consistency Model": the ordering strength of an access.
enum class Strength : std::uint8_t {
  plain,
  volatile_,  // ld.volatile, st.volatile: like relaxed, but not meant to order anything
  strong,     // atomics; relaxed, acquire, release
};

// PTX ISA, "Scope": the threads that a strong access or a fence works among. A cluster is one block
// here.
enum class Scope : std::uint8_t { block, grid, system };

struct MemoryInstruction {
  ptx::StateSpace space = ptx::StateSpace::global;  // generic: resolved for each lane
  memory::Op op = memory::Op::load;
  ptx::Type type = ptx::Type::b32;  // of one element
  std::uint8_t element_bytes = 4;
  std::uint8_t elements = 1;  // 1, 2 or 4
  std::uint8_t bytes = 4;     // per lane: element_bytes * elements
  bool sign_extend = false;   // for loads into a wider register
  AtomicKind atomic = AtomicKind::none;
  Strength strength = Strength::plain;
  Scope scope = Scope::system;  // unless plain
  bool acquires = false;        // .acquire, .acq_rel
  bool releases = false;        // .release, .acq_rel
  Row address;
  std::uint8_t address_bytes = 8;  // lane width of the address row
  std::int64_t offset = 0;
  Row registers[4];  // destinations or sources; Row::none for '_'
  std::uint8_t register_bytes[4] = {4, 4, 4, 4};
  const Move* moves[4] = {};  // loads and stores: one for each of `registers`
  std::uint32_t site = 0;
  std::uint32_t atomic_index = 0;  // of an atomic operation: in Program::atomics
};
[[nodiscard]] inline bool may_be_global(const MemoryInstruction& in) {
  return in.space == ptx::StateSpace::global || in.space == ptx::StateSpace::generic;
}

// A read that may wait for what another block writes: a volatile or ordered load, or an atomic
// operation (one whose result is not read is a reduction).
[[nodiscard]] inline bool may_poll(const MemoryInstruction& in) {
  const bool is_ordered = in.op == memory::Op::load && in.strength != Strength::plain;
  return (is_ordered || in.op == memory::Op::atomic) && may_be_global(in);
}

enum class BlockOperationKind : std::uint8_t {
  copy,             // cp.async
  commit_copies,    // cp.async.commit_group
  wait_copies,      // cp.async.wait_group
  wait_all_copies,  // cp.async.wait_all
  load_matrices,    // ldmatrix
  store_matrices,   // stmatrix
  mbarrier,         // `action`
  texture,          // Program::textures[count]
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

// An operation that needs more of the block than one access.
struct BlockOperation {
  BlockOperationKind kind = BlockOperationKind::copy;
  MbarrierAction action = MbarrierAction::init;
  MemoryInstruction from;  // copy: in global memory; load_matrices: in shared memory
  MemoryInstruction to;    // all others: in shared memory
  // Matrices; groups left in flight; the constant for `value`; or the index of a texture operation.
  std::uint32_t count = 1;
  bool transposed = false;   // for matrices
  bool bypasses_l1 = false;  // copy: .cg
  bool fills_zeros = false;  // copy: the number of bytes read is known only at run time
  bool expects = false;      // mbarrier: `value` is a number of bytes; for copies: without .noinc
  Row value;                 // copy: number of bytes to read; mbarrier: count, bytes, or state
  std::uint8_t value_bytes = 4;
  Row predicate;  // copy: lanes that read nothing; mbarrier: receives whether the wait is over
  std::uint32_t predicate_flip = 0;
  Row result;  // mbarrier: receives the state
};

enum class TextureQuery : std::uint8_t { width, height, depth, array_size, normalized_coords };
// What becomes of an access outside a surface: an error; the nearest place; loads of 0 and no
// store.
enum class SurfaceBoundary : std::uint8_t { trap, clamp, zero };

// An operation on a texture or surface.
struct TextureInstruction {
  enum class Kind : std::uint8_t {
    sample,  // tex with coordinates of .f32
    fetch,   // tex with coordinates of .s32
    gather,  // tld4
    query,   // txq, suq
    load,    // suld
    store    // sust
  };
  Kind kind = Kind::sample;
  bool is_surface = false;
  texture::Geometry geometry = texture::Geometry::plane;
  Row handle;          // 64 bits
  Row layer;           // 32 bits; none without layers
  Row coordinates[3];  // 32 bits; as many as the geometry has
  Row values[4];       // destinations, or what is stored; none for '_'
  std::uint8_t value_bytes[4] = {4, 4, 4, 4};
  std::uint8_t element_bytes = 4;  // surfaces: in memory
  std::uint8_t elements = 4;
  bool wants_floats = true;    // fetches: the type of the result
  std::uint8_t component = 0;  // gather
  TextureQuery query = TextureQuery::width;
  SurfaceBoundary boundary = SurfaceBoundary::trap;
  std::uint32_t instruction = 0;  // index into Program::code
  SourcePlace place;              // of the call, where a header has the instruction
};

enum class BarrierKind : std::uint8_t { sync, arrive, reduce_popc, reduce_and, reduce_or };

struct BarrierInstruction {
  BarrierKind kind = BarrierKind::sync;
  Row id;           // 32-bit row, uniform
  Row threads;      // none: all threads of the block
  Row destination;  // for reductions
  Row predicate;
  std::uint32_t predicate_flip = 0;
};

// Kinds of warp-synchronous instructions.
enum class WarpSyncKind : std::uint8_t { barrier, shuffle, vote, match, reduce, elect, fence };
[[nodiscard]] const char* name_of(WarpSyncKind kind);  // the name in CUDA C++: "__shfl_sync"

struct WarpSync {
  WarpSyncKind kind = WarpSyncKind::barrier;
  Row mask;  // 32-bit row: each lane's mask of participating lanes; none for a fence
  // Shuffles: the lane that each executing lane reads from; its own number where PTX says so.
  void (*sources)(const Lanes&, const Instruction&, std::int8_t* source) = nullptr;
  Scope scope = Scope::block;  // of a fence
};

// A variable that needs memory: shared variables once per block, others once per launch.
struct ProgramVariable {
  std::string name;  // demangled
  ptx::StateSpace space = ptx::StateSpace::shared;
  std::uint64_t bytes = 0;
  // In its own space. Shared and local variables start from 0; those of .global and .const are set
  // at launch.
  std::uint64_t address = 0;
  std::uint32_t alignment = 1;
  std::vector<std::uint8_t> initial;
  std::vector<ptx::AddressInitialiser> addresses;
  std::string_view ptx_name;  // view into the module's text
  // A texture or surface reference. Kernels name it by its address; the first 8 bytes are a handle.
  bool is_reference = false;
};

struct SiteInfo {  // one memory instruction
  SourcePlace place;
  int ptx_line = 0;
  memory::Space space = memory::Space::global;  // that the instruction names; `global` if generic
  bool is_generic = false;
  memory::Op op = memory::Op::load;
  std::uint32_t bytes = 0;
  // Adds the constant 1 to a word of shared memory, and nothing reads the old value.
  bool adds_one = false;
};

struct ParameterInfo {
  std::uint32_t offset = 0;  // in the parameter buffer
  std::uint64_t bytes = 0;
  ptx::Type type = ptx::Type::b64;
};

// The stack of a thread if its depth is known only at run time (recursion, calls through pointers,
// alloca): its local memory, and the overhead of a frame.
inline constexpr std::uint64_t max_stack_bytes = 64 * 1024;
inline constexpr std::uint64_t frame_overhead_bytes = 32;

// A call, or another operation on a thread's stack.
struct CallInstruction {
  enum class Kind : std::uint8_t {
    function,          // Program::functions[function]
    pointer,           // the function whose address is in `value`, for each lane
    print,             // vprintf(format, arguments)
    assertion,         // __assertfail(text, file, line, function, size of a character)
    parameter_buffer,  // cudaGetParameterBufferV2(kernel, grid, block, bytes of shared memory)
    launch,            // cudaLaunchDeviceV2(parameter buffer, stream)
    take_error,        // cudaGetLastError()
    peek_error,        // cudaPeekAtLastError()
    heap_allocate,     // malloc(bytes), __nv_aligned_device_malloc(bytes, alignment)
    heap_free,         // free(pointer)
    allocate,          // alloca of `value` bytes; the address goes to `destination`
    save_stack,        // to `destination`
    restore_stack      // from `value`
  };
  Kind kind = Kind::function;
  std::uint32_t function = 0;
  Row value;
  std::uint8_t value_bytes = 8;  // lane width of the row
  Row destination;
  std::uint8_t destination_bytes = 8;
  std::uint64_t alignment = 8;                    // for allocate
  std::vector<ParameterArea> arguments, results;  // in the caller's frame

  [[nodiscard]] std::uint32_t argument_bytes() const;  // bytes of the areas in a frame
  [[nodiscard]] std::uint32_t result_bytes() const;
};

struct LocalAddress {  // a row with the address of a function's .local variable
  Row row;
  std::uint8_t lane_bytes = 8;  // 4 or 8
  std::uint64_t offset = 0;     // from the start of the frame's local memory
};

struct CopiedArgument {      // a parameter whose address is taken: also on the stack
  ParameterArea area;        // in the function's frame
  std::uint64_t offset = 0;  // from the start of the frame's local memory
};

// A called function. Its frame holds arguments, results and rows, at the offsets given here.
struct FunctionCode {
  std::string name;           // demangled
  std::string_view ptx_name;  // view into the module's text
  std::uint64_t address = 0;  // that pointers to it hold
  std::uint32_t first = 0;    // index into Program::code
  std::uint32_t row_bytes = 0;
  std::uint64_t local_bytes = 0;  // per thread
  std::uint64_t local_alignment = 16;
  std::uint32_t arguments_at = 0;  // offset in the frame of the areas, which are adjacent
  std::uint32_t argument_bytes = 0;
  std::uint32_t results_at = 0;
  std::uint32_t result_bytes = 0;
  std::vector<SpecialRow> special_rows;
  std::vector<RowInfo> rows;  // the function's rows, like Program::rows for the kernel
  std::vector<Row> rows_to_clear;
  std::vector<Row> predicates_to_clear;
  std::vector<LocalAddress> local_addresses;
  std::vector<CopiedArgument> copied_arguments;
};

// What becomes of an undefined value that an instruction reads (checks/undefined_values.h).
enum class ValueFlow : std::uint8_t {
  none,         // a further part of an instruction, or one without registers
  uses,         // computes, compares, branches, synchronises: the value matters
  copies,       // mov, cvta
  rearranges,   // shifts and bitwise logic: copies, unless it mixes the value with another
  selects,      // selp
  exchanges,    // shfl
  loads,        // to registers; the address matters
  stores,       // to memory; the address matters
  loads_area,   // ld.param of a call's arguments or results
  stores_area,  // st.param
};

// The rows that an instruction reads, those that it writes, and those whose values nothing reads
// after it: Program::used_rows from `first`, in this order. Without predicates, which are never
// undefined.
struct RowUse {
  ValueFlow flow = ValueFlow::none;
  std::uint8_t element_bytes = 0;  // loads_area, stores_area
  std::uint16_t reads = 0;
  std::uint16_t writes = 0;
  std::uint16_t lasts = 0;
  std::uint32_t first = 0;
};

// The origin of one site's address, for accesses to global and shared memory.
struct AddressOrigin {
  bool lost = true;          // may be any pointer: loaded, from another lane, or not traceable
  bool loaded_part = false;  // a part of a pointer, or an index, was loaded
  // Indices into Program::constants: parameters that may be pointers, and addresses of variables in
  // global or shared memory.
  std::vector<std::uint32_t> constants;
};

// The bytes that one statement loads in one piece around a load of its own, such as a structure
// with the load that copies its padding.
struct CopiedBytes {
  std::uint32_t before = 0;  // from the load's address down
  std::uint32_t bytes = 0;   // all of them
};

// Where the sides of one branch meet again, and which of these meeting points lanes give up on
// their way to its targets (decode/control_flow.h explains how it is decided).
struct MeetingPoints {
  // By depth, the innermost last: instruction indices, or Divergence::never.
  std::vector<std::uint32_t> at;
  // Of each target: the depth of the innermost meeting point that can still be reached. For a
  // branch: its target, then the next instruction. For a table: its entries, then the next one.
  std::vector<std::uint32_t> depth;
};

// The PTX instruction that an element of Program::code was decoded from.
struct PtxOrigin {
  static constexpr std::uint32_t none = 0xffff'ffffU;
  std::uint32_t function = 0;  // 0: the kernel; i: Program::functions[i - 1]
  // Index into its Function::instructions. `none`: the decoder added the element.
  std::uint32_t instruction = none;
};

struct Program {
  std::shared_ptr<const std::string> text;  // keeps the string views valid
  std::string name;                         // mangled
  std::string plain_name;                   // as in the source: "reduce<256>"
  std::uint64_t address = 0;                // that a nested launch names it by
  std::vector<Instruction> code;
  std::vector<SourcePlace> places;  // of code[i]
  std::vector<int> ptx_lines;       // of code[i]
  std::vector<PtxOrigin> origins;   // of code[i]
  std::vector<RowUse> row_uses;     // of code[i]
  std::vector<Row> used_rows;
  // For the kernel, then for functions[i - 1]: the row of each of Function::registers. A .b128 has
  // a second row, 8 * warp_lanes + form_bytes after the first. Registers may share a row
  // (register_slots).
  std::vector<std::vector<Row>> register_rows;
  std::vector<MemoryInstruction> memory;
  std::vector<AtomicInstruction> atomics;
  std::vector<BlockOperation> block_operations;
  std::vector<TextureInstruction> textures;
  std::vector<BarrierInstruction> barriers;
  std::vector<WarpSync> warp_syncs;  // for instructions with Flow::warp: index warp_sync - 1
  std::vector<CallInstruction> calls;
  std::vector<FunctionCode> functions;                    // the called functions
  std::vector<std::vector<std::uint32_t>> branch_tables;  // for brx.idx: indices into `code`
  std::vector<MeetingPoints> meeting_points;              // of conditional branches and tables
  std::vector<Constant> constants;
  std::vector<RowInfo> rows;  // the warp's own rows, without predicates
  std::vector<SpecialRow> special_rows;
  // Rows that may be read before they are written: set to zero at the start of each block.
  std::vector<Row> rows_to_clear;
  std::vector<Row> predicates_to_clear;
  // How many of code[0..i) have `continues` set; size is code.size() + 1.
  std::vector<std::uint32_t> continues_before;
  std::vector<ProgramVariable> variables;
  // Of the module's functions and kernels with a body, by their PTX names.
  std::map<std::string_view, std::uint64_t> function_addresses;
  // PTX names of the kernels that it names, and so may launch.
  std::vector<std::string_view> named_kernels;
  bool launches_kernels = false;
  bool uses_heap = false;  // calls malloc or free
  std::vector<SiteInfo> sites;
  std::vector<AddressOrigin> address_origins;  // of sites[i]
  std::vector<CopiedBytes> copied_bytes;       // of sites[i]
  std::vector<ParameterInfo> parameters;
  std::uint32_t parameter_bytes = 0;
  std::uint32_t warp_row_bytes = 0;  // size of the warp's own rows and their forms
  std::uint32_t constant_row_bytes = 0;
  // What the PTX asks of a launch (ptx::Function); 0: nothing.
  std::array<std::uint64_t, 3> required_block{};
  std::uint64_t max_block_threads = 0;
  std::uint64_t static_shared_bytes = 0;
  std::uint64_t dynamic_shared_start = 0;  // start of extern __shared__ arrays, aligned
  std::uint64_t local_bytes = 0;           // per thread, including the stack of its calls
  std::uint64_t kernel_local_bytes = 0;    // part of local_bytes: the kernel's variables, from 0
  bool stack_is_bounded = true;            // local_bytes are enough for any execution
  std::uint64_t constant_bytes = 0;
  std::string model_value;  // special registers with values chosen by the model: "%clock, %smid"
  SourcePlace model_place;  // where the first of them is read
  int model_ptx_line = 0;
  // Why blocks must run one after the other, for the note, and the line of the kernel's own files
  // that makes it so; empty if they need not.
  std::string order_reason;
  SourcePlace order_place;
};

}  // namespace lanescope::exec
