// Lesson files (TOML): a kernel with its parameters, launch and arrays. docs/lessons.md documents
// the format. Every error names file, line and key.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/lesson_file/moving.h"
#include "sim/text/localised.h"
#include "sim/texture/texture.h"

namespace lanescope::lesson {

using Text = Localised;  // "text", or { en = "text", zh = "..." }, in any languages

struct Error {
  std::string file;
  int line = 0;         // from 1; 0 if the file itself could not be read
  std::string key;      // "launch.grid[1]", "args[2].count"; empty if it does not apply
  std::string message;  // what is wrong and what to do

  // "file:line: key: message"
  [[nodiscard]] std::string formatted() const;
};

struct Parameter {
  std::string name;
  std::int64_t default_value = 0;
  std::optional<std::int64_t> min, max;
  std::int64_t increment = 1;
  Text label;  // the name if the file gives none
};

// Recordings name arguments by these numbers: new types stand at the end.
enum class ElementType { f32, f64, i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16 };
[[nodiscard]] std::uint32_t bytes_of(ElementType type);
[[nodiscard]] const char* name_of(ElementType type);  // as in the file: "float", "uint", ...

struct VariantInfo {
  std::string name;  // "" for a lesson without variants
  Text title;
  std::string kernel;
  std::map<std::string, std::int64_t> set;
  std::vector<std::string> provokes;  // kinds of findings that it exists to show
};

using Values = std::map<std::string, std::int64_t>;

struct Guide;  // guide.h

// A parameter and its values: at least one, all in the parameter's range.
struct SweepAxis {
  std::string parameter;
  std::vector<std::int64_t> values;
};

// One parameter over several values, optionally with a second one, the others fixed: [[sweeps]].
struct Sweep {
  std::string name;
  Text title;
  std::string parameter;
  std::vector<std::int64_t> values;     // as in SweepAxis
  Values set;                           // parameters that differ from the lesson's defaults
  Values timed;                         // overrides `set` for timing, e.g. for a larger launch
  std::vector<std::string> variants;    // with all these parameters; "" without variants
  std::vector<std::string> quantities;  // see names.h; empty: the costliest per request
  std::optional<SweepAxis> by;          // the second axis, which makes it a map
};
// The parameter values of each point, row by row: all `values` for the first value of `by`, then
// for the next.
[[nodiscard]] std::vector<Values> launches_of(const Sweep& sweep);
// The parameter values with which a point is timed.
[[nodiscard]] Values timed_launch(const Sweep& sweep, Values launch);
// The same for all points. Empty for a map without `timed`: most of its points are there only for
// their counts.
[[nodiscard]] std::vector<Values> timed_launches_of(const Sweep& sweep);
// Names that `--view sweep=NAME` accepts.
[[nodiscard]] bool is_sweep_name(std::string_view name);

// A known difference between the GPU's counters and the model's, with the reason: [[differences]].
struct KnownDifference {
  std::vector<std::string> variants;  // empty: all
  // The largest difference, as a fraction of the model's figure; nullopt: any.
  std::optional<double> within;
  std::vector<std::string> counters;  // as in `lanescope count`: "shared_load.requests"
  Text why;
};

// A library's implementation of the same work, to compare the lesson's kernel with: [bound].
enum class BoundKind { sum, sgemm };
[[nodiscard]] const char* name_of(BoundKind kind);  // as in the file: "sum", "sgemm"
struct Bound {
  BoundKind kind = BoundKind::sum;
  std::uint64_t size = 0;  // sum: elements; sgemm: rows of each square matrix
};

// Where the block of a lesson file comes from that was written for a kernel. Of any but `none`,
// grid and sizes are guesses.
enum class LaunchGuess {
  none,     // somebody has written the launch
  launch,   // a launch in the kernel's text
  indices,  // the kernel's indices
  reqntid,  // the PTX's .reqntid
  all,      // from nowhere: the block is a guess, too
};
[[nodiscard]] const char* name_of(LaunchGuess guess);  // as in the file; "" for `none`

// A place in an argument's bytes that gets an address before the launch.
struct ArrayAddress {
  std::uint64_t at = 0;      // bytes from the argument's begin
  std::size_t array = 0;     // of the arguments that are arrays, counted from 0
  std::uint64_t offset = 0;  // bytes from the array's begin; at most its size
};

// An array seen as a texture or a surface: [[textures]].
struct TextureView {
  std::string name;
  texture::Texture how;
  std::size_t array = 0;  // of the arguments that are arrays, counted from 0
  int line = 0;           // of its entry in the file, for messages
};

// A place in an argument's bytes that gets the handle of a texture before the launch: 8 bytes.
struct TextureHandle {
  std::uint64_t at = 0;     // bytes from the argument's begin
  std::size_t texture = 0;  // index into Resolved::textures
  bool is_surface = false;
};

// One argument of the launch, with evaluated expressions: an array, or a value, which may be a
// pointer or a structure.
struct Argument {
  std::string name;
  ElementType type = ElementType::f32;  // of an array, a value, or what a pointer points to
  std::uint32_t lanes = 1;              // of a vector; 1 for arrays and structures
  bool is_array = false;
  // false: an array of [[arrays]], which no parameter of the kernel stands for. These come last.
  bool is_parameter = true;
  bool is_pointer = false;  // null where it has no address
  std::string structure;    // its type's name; empty: no structure
  std::uint64_t count = 0;  // elements; arrays only
  std::string init = "zero";
  // Which bytes something has written before the launch: empty: all; "none"; or "file:PATH", a bit
  // for each.
  std::string written{};
  // The kernel also works in it: what it writes there is no result, and need not move.
  bool is_scratch = false;
  std::vector<std::uint64_t> shape;
  // Values: converted and laid out as in C++, little-endian.
  std::vector<std::byte> value;
  std::uint64_t alignment = 1;          // of `value`, bytes
  std::vector<ArrayAddress> addresses;  // in `value`
  std::vector<TextureHandle> textures;  // in `value`
  // On the device; empty: chosen. Arrays and symbols.
  std::optional<std::uint64_t> address{};
  // The address is the simulator's own: recordings name it, and a GPU chooses another one.
  bool is_simulators_own = false;
  int line = 0;  // of its entry in the file, for messages
};

// A launch of another kernel of the same source, before the lesson's own: [[before]].
struct EarlierLaunch {
  std::string kernel;  // as Resolved::kernel; the text itself has to instantiate a template
  std::array<std::int64_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  std::uint64_t dynamic_shared_bytes = 0;
  bool is_cooperative = false;
  std::vector<Argument> args;  // no arrays: pointers to those of Resolved::args
  int kernel_line = 0, launch_line = 0;
};

// A lesson with a chosen variant and parameter values: everything a launch needs, evaluated.
struct Resolved {
  std::string lesson_id;
  std::string program;  // the lesson is a launch of it: its source file; empty: of none
  std::string variant;
  std::filesystem::path source_path;
  std::string source_name;  // as shown to the user: "transpose.cu"
  std::string source_text;
  // Where the file is PTX (ptx_source.h): its path and text, with `source_name` in `.file`; equal
  // to the source if that can't be read. Empty: the source is to be compiled.
  std::filesystem::path ptx_path;
  std::string ptx_text;
  std::string kernel;  // also "scan<int, 256>" or "add(float*, int)"
  // Folders in which headers are looked for, absolute; flags for the compiler
  // (kernels/compile/flags.h).
  std::vector<std::filesystem::path> include;
  std::vector<std::string> flags;
  Values params;  // every parameter with its value, passed as -D defines
  std::array<std::int64_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  std::uint64_t dynamic_shared_bytes = 0;
  bool is_cooperative = false;  // the blocks run together: cudaLaunchCooperativeKernel
  LaunchGuess guessed = LaunchGuess::none;
  std::optional<std::uint32_t> registers;  // per thread, if the file gives them
  std::optional<Bound> bound;
  std::optional<MovingWork> moving;
  // The program of streams that `moving` chooses, as text (sim/transfer/arrangement.h); empty:
  // none.
  std::string stream_program;
  // Those of [[args]], then those of [[arrays]].
  std::vector<Argument> args;
  // What the host copies to __device__ and __constant__ variables before the launch, by their
  // names.
  std::vector<Argument> symbols;
  std::vector<TextureView> textures;
  // In this order, once, after the arrays are filled and the symbols set. The lesson's own launch
  // follows, and is the only one that is shown, counted and timed.
  std::vector<EarlierLaunch> before;
  std::uint64_t array_bytes = 0;         // of all arrays together, those of symbols included
  int kernel_line = 0;                   // of the kernel's key in the lesson file, for messages
  int launch_line = 0;                   // of launch.block
  int include_line = 0, flags_line = 0;  // of these keys; 0: not given
};

// Makes `text` the kernel's text; `name` and `path` are those of its file.
void set_source(Resolved& resolved, const std::filesystem::path& path, const std::string& name,
                std::string text);

class Lesson {
 public:
  // Reads and checks the file (all variants, with default values). `path`: a lesson.toml or its
  // folder.
  [[nodiscard]] static tl::expected<Lesson, Error> load(const std::filesystem::path& path);

  Lesson(Lesson&&) noexcept;
  Lesson& operator=(Lesson&&) noexcept;
  ~Lesson();

  // The folder's name, or the file's stem if it is not lesson.toml.
  [[nodiscard]] const std::string& id() const;
  [[nodiscard]] const Text& title() const;
  [[nodiscard]] const std::filesystem::path& path() const;
  [[nodiscard]] const std::vector<VariantInfo>& variants() const;  // at least one
  [[nodiscard]] const std::vector<Sweep>& sweeps() const;
  [[nodiscard]] const std::vector<KnownDifference>& differences() const;
  // The steps and questions (guide.h). nullptr: there is no guide, or it is broken and
  // guide_error() says why. The lesson is usable either way.
  [[nodiscard]] const std::shared_ptr<const Guide>& guide() const;
  [[nodiscard]] const std::optional<Error>& guide_error() const;
  // The parameters of a variant, which may override the lesson's. An empty name: the first variant.
  [[nodiscard]] std::vector<Parameter> parameters(std::string_view variant) const;
  // Evaluates everything. Errors: unknown variant or parameter, value out of range, division by
  // zero, unknown name in an expression, zero or too large grid or block, arrays of more than
  // `max_array_bytes`.
  [[nodiscard]] tl::expected<Resolved, Error> resolve(
      std::string_view variant, const Values& overrides,
      std::uint64_t max_array_bytes = default_max_array_bytes()) const;
  // Half of this machine's memory.
  [[nodiscard]] static std::uint64_t default_max_array_bytes();

 private:
  struct Impl;
  explicit Lesson(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Writes the array's content before the launch to `out`: exactly count * bytes_of(type) bytes.
// Deterministic; `init` as in the lesson file.
[[nodiscard]] tl::expected<void, Error> fill(const Argument& argument,
                                             const std::filesystem::path& lesson_folder,
                                             std::byte* out);

// The bits of an array whose `written` is not empty: one for each byte, the lowest bit of a byte
// first.
[[nodiscard]] tl::expected<std::vector<std::byte>, Error> written_bits(
    const Argument& argument, const std::filesystem::path& lesson_folder);

// The shipped lessons, searched in $LANESCOPE_KERNELS and where shipped_folders() looks for
// `kernels`. The first lesson with an id wins.
struct CatalogueEntry {
  std::string id;
  std::filesystem::path path;
  tl::expected<Lesson, Error> lesson;  // a broken one has its error; the others stay usable
};
[[nodiscard]] std::vector<CatalogueEntry> catalogue();
// The known differences that apply to all lessons: differences.toml beside the shipped ones. Empty
// if there is no such file.
[[nodiscard]] tl::expected<std::vector<KnownDifference>, Error> common_differences();
// The kernels' files that a lesson file uses; empty if it can't be read.
[[nodiscard]] std::vector<std::filesystem::path> sources_of(
    const std::filesystem::path& lesson_file);
// The lesson file beside a kernel's file that names it; empty: there is none.
[[nodiscard]] std::filesystem::path lesson_naming(const std::filesystem::path& kernel);
// `id_or_path`: a shipped lesson's id, or the path of a lesson file, its folder, or a kernel's file
// that it names.
[[nodiscard]] tl::expected<Lesson, Error> find(std::string_view id_or_path);

}  // namespace lanescope::lesson
