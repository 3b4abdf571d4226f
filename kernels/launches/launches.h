// The launches of a program, as a file: NAME.lanes. `lanescope run -o NAME.lanes` writes it;
// `lanescope NAME.lanes` and `lanescope launches` read it.
//
// The file (version 1; docs/launches.md)
//
// All numbers are little-endian. The file begins with the 8 bytes "LANES\r\n\x1a" and the version
// (u32). Then chunks follow, which are only ever appended:
//
//   tag          4 ASCII letters
//   head bytes   u32
//   data bytes   u64
//   head         JSON (UTF-8)
//   data         raw bytes
//
// A chunk refers only to earlier ones, and each is written by one call. So a file that ends
// anywhere, because its program crashed or the disk was full, can be read up to the last whole
// chunk. Readers skip tags that they do not know; a change that old readers would misread gets
// another version.
//
//   tag   head                                                     data
//   prog  the program: command, arguments, folder, machine, ...    -
//   modu  {"name"}                                                 the PTX; modules count from 0
//   text  {"path"}                                                 a source file that a module
//   names blks  {"sizes"}: of the blocks in order                        blocks; they count from 0
//   cont  {"bytes"}                                                a content: its blocks, u32 each;
//                                                                  contents count from 0
//   lnch  a launch before it runs: kernel, shape, arguments,       the arguments' bytes, one after
//         arrays and variables with their contents                 the other
//   done  {"number"}: what came of it: totals, findings, ...       what its kernels printed
//   find  a finding of the host's code                             -
//   exit  how the program ended                                    -
//
// Arrays are cut into blocks of 64 KiB, and a block that was written before is not written again.
// So an array of which a launch changes little costs little.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/diagnostics/diagnostic.h"
#include "sim/metrics/counts.h"
#include "sim/texture/texture.h"

namespace lanescope::launches {

using Dim3 = std::array<std::uint32_t, 3>;  // x, y, z

inline constexpr std::uint32_t format_version = 1;
inline constexpr std::size_t block_bytes = 64 * 1024;

struct Program {
  std::string command;                 // "heat.cu", "./heat"
  std::vector<std::string> arguments;  // without the command
  std::string folder;                  // the working folder, absolute
  std::string machine;                 // id of the machine file; empty: the default (H200)
  std::string compiler;                // "nvcc 13.0.88"; empty: it was built before
  std::string version;                 // of Lanescope
  std::string date;                    // of the start, UTC: "2026-07-30T12:34:56Z"
  // The user's own source files, absolute, the one with main() first; may be empty.
  std::vector<std::string> sources;
};

// One parameter of the kernel, in order.
struct Argument {
  std::vector<std::byte> bytes;
  std::string type;  // as in C++: "float*", "int", "Params"; empty: not known (extern "C")
};

// Memory that a launch may reach, as it was before the launch.
struct Array {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  std::string name;  // empty: not known
  // Number of its content; none: it was not kept.
  std::optional<std::uint32_t> content;
  // Number of the content that says which bytes something had written: one bit for each, the lowest
  // bit of a byte first. None: all, or it is not known.
  std::optional<std::uint32_t> written{};
};

// A .global or .const variable of the module.
struct Variable {
  std::string symbol;         // as in the PTX
  std::uint64_t address = 0;  // 0: not known, or .const
  std::uint64_t bytes = 0;
  std::optional<std::uint32_t> content;
};

// A texture or surface object, or what a reference is bound to.
struct TextureObject {
  std::uint64_t handle = 0;  // as kernels get it
  bool is_surface = false;
  std::uint64_t address = 0;  // of its first texel, in one of the arrays
  texture::Texture how;
};

// The costliest access of a launch: that with the largest cost / ideal. Its place is in the source.
struct Worst {
  SourcePlace place;
  std::string space;        // "global", "shared", ...; empty: there is none
  std::uint64_t cost = 0;   // sectors or wavefronts, of all its requests
  std::uint64_t ideal = 0;  // at least 1
  std::uint32_t ways = 0;   // shared memory: the largest N-way conflict
  [[nodiscard]] double ratio() const {
    return ideal != 0 ? static_cast<double>(cost) / static_cast<double>(ideal) : 1.0;
  }
};

enum class Status : std::uint8_t {
  unfinished,  // the file ends before the launch did
  completed,
  refused,    // it did not run: wrong shape, too much shared memory ...; see error
  failed,     // a finding ended it, as a GPU's fault would
  limited,    // the limit for instructions was reached
  cancelled,  // by the user
};
[[nodiscard]] const char* name_of(Status status);  // "completed", as in JSON

// What came of a launch.
struct Outcome {
  Status status = Status::completed;
  report::Totals totals;          // without those of launches by kernels
  bool has_access_counts = true;  // false: of the totals only instructions, branches and barriers
  std::uint64_t blocks_run = 0;
  std::uint32_t shared_bytes = 0;         // per block, static and dynamic
  std::uint64_t launched_by_kernels = 0;  // launches that its kernels made
  std::optional<double> occupancy_percent;
  Worst worst;
  std::vector<Diagnostic> findings;  // at most 100
  std::uint64_t findings_total = 0;  // distinct ones
  std::string printed;               // by the kernel
  double milliseconds = 0;           // of emulation
  // On a GPU, if the program ran there: milliseconds of the launch.
  std::optional<double> device_milliseconds;
  // If it ran on a GPU: its arrays after it, those of Launch::arrays. Only where contents were
  // kept.
  std::vector<Array> after{};
  int error = 0;           // cudaError_t that the launch, or the next call, returned
  std::string error_name;  // "cudaErrorInvalidConfiguration"; empty: none
};

struct Launch {
  std::uint64_t number = 0;  // from 1, in the order of the program
  std::string symbol;        // the kernel, as in the PTX
  std::string kernel;        // as in the source: "step<float>(float*, int)", or the symbol
  std::uint32_t module = 0;
  SourcePlace place;  // of the launch in the host's code; line 0: not known
  Dim3 grid{1, 1, 1}, block{1, 1, 1};
  std::uint64_t dynamic_shared_bytes = 0;
  bool is_cooperative = false;
  std::string stream;  // "", or how the program can be told about it: "stream 2", "graph 1"
  // Why the launch cannot be shown by itself: what it needs is not in the file, such as a texture.
  // Empty: it can, if its contents were kept.
  std::string needs;
  std::vector<Argument> arguments;
  std::vector<Array> arrays;
  std::vector<Variable> variables;
  std::vector<TextureObject> textures;  // of a kernel that reads textures: all of the program
  Outcome outcome;                      // Status::unfinished until the file says more

  // Every content was kept.
  [[nodiscard]] bool has_contents() const;
  [[nodiscard]] std::uint64_t blocks() const { return std::uint64_t{grid[0]} * grid[1] * grid[2]; }
  [[nodiscard]] std::uint32_t threads() const { return block[0] * block[1] * block[2]; }
};

// How the program ended.
struct Exit {
  int code = 0;
  int signal = 0;            // that ended it; 0: none
  double milliseconds = 0;   // from its start
  std::uint64_t errors = 0;  // CUDA calls that returned an error
  std::string message;       // for the user: "segmentation fault in heat.cu:71"; may be empty
};

}  // namespace lanescope::launches
