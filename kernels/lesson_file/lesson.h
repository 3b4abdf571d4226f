// Lesson files (TOML): which kernel, with which parameters, launched how, on which arrays.
// The format is documented in README.md, "Adding a lesson". Every error names file, line and key.
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

namespace lanescope::lesson {

// Text in the languages we write ourselves; `in` falls back to English.
struct Text {
  std::string en, zh;
  [[nodiscard]] const std::string& in(std::string_view language) const;  // "en", "zh"
};

struct Error {
  std::string file;
  int line = 0;         // from 1; 0 when the file itself could not be read
  std::string key;      // "launch.grid[1]", "args[2].count"; empty when it does not apply
  std::string message;  // what is wrong and what to do

  // "file:line: key: message"
  [[nodiscard]] std::string formatted() const;
};

struct Parameter {
  std::string name;
  std::int64_t default_value = 0;
  std::optional<std::int64_t> min, max;
  std::int64_t step = 1;
  Text label;  // name when the file gives none
};

enum class ElementType { f32, f64, i8, u8, i16, u16, i32, u32, i64, u64 };
[[nodiscard]] std::uint32_t bytes_of(ElementType type);
[[nodiscard]] const char* name_of(ElementType type);  // as in the file: "float", "uint", ...

struct VariantInfo {
  std::string name;  // "" for a lesson without variants
  Text title;
  std::string kernel;
  std::map<std::string, std::int64_t> set;
  std::vector<std::string> provokes;  // kinds of findings that it is there to show
};

using Values = std::map<std::string, std::int64_t>;

struct Guide;  // guide.h

// One parameter over several values, the others fixed: [[sweeps]].
struct Sweep {
  std::string name;
  Text title;
  std::string parameter;
  std::vector<std::int64_t> values;   // at least one, each in the parameter's range
  Values set;                         // other parameters than the lesson's defaults say
  std::vector<std::string> variants;  // which have all these parameters; "" without variants
};

// Where the GPU's counters are known to differ from the model's, and why: [[differences]].
struct KnownDifference {
  std::vector<std::string> variants;  // empty: all
  // At most so large, as a share of the model's figure; not there: whatever it is.
  std::optional<double> within;
  std::vector<std::string> counters;  // as `lanescope count` names them: "shared_load.requests"
  Text why;
};

// What others wrote for the same work, to hold the lesson's kernel against: [bound].
enum class BoundKind { sum, sgemm };
[[nodiscard]] const char* name_of(BoundKind kind);  // as in the file: "sum", "sgemm"
struct Bound {
  BoundKind kind = BoundKind::sum;
  std::uint64_t size = 0;  // sum: elements; sgemm: rows of each matrix, all square
};

// One argument of the launch, resolved to numbers.
struct Argument {
  std::string name;
  ElementType type = ElementType::f32;
  bool is_array = false;
  std::uint64_t count = 0;  // elements, arrays only
  std::string init = "zero";
  std::vector<std::uint64_t> shape;
  std::vector<std::byte>
      scalar;    // value converted to `type` as C++ would, little-endian; scalars only
  int line = 0;  // of its [[args]] entry, for messages
};

// A lesson with a variant and parameter values chosen: everything a launch needs, all in numbers.
struct Resolved {
  std::string lesson_id;
  std::string variant;
  std::filesystem::path source_path;
  std::string source_name;  // as shown to the user: "transpose.cu"
  std::string source_text;
  std::string kernel;
  Values params;  // every parameter with its value: the -D defines
  std::array<std::int64_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  std::uint64_t dynamic_shared_bytes = 0;
  std::optional<std::uint32_t> registers;  // a thread, where the file says so
  std::optional<Bound> bound;
  std::vector<Argument> args;
  std::uint64_t array_bytes = 0;  // of all arrays together
  int kernel_line = 0;            // of its key in the lesson file, for messages
  int launch_line = 0;            // of launch.block
};

class Lesson {
 public:
  // Reads and checks the file (all variants at default values). `path`: a lesson.toml or a folder
  // with one.
  [[nodiscard]] static tl::expected<Lesson, Error> load(const std::filesystem::path& path);

  Lesson(Lesson&&) noexcept;
  Lesson& operator=(Lesson&&) noexcept;
  ~Lesson();

  [[nodiscard]] const std::string& id()
      const;  // the folder's name, or the file's stem when it is not lesson.toml
  [[nodiscard]] const Text& title() const;
  [[nodiscard]] const std::filesystem::path& path() const;
  [[nodiscard]] const std::vector<VariantInfo>& variants() const;  // at least one
  [[nodiscard]] const std::vector<Sweep>& sweeps() const;
  [[nodiscard]] const std::vector<KnownDifference>& differences() const;
  // Its steps and questions (guide.h); null: it has none, or one that is broken, and then
  // guide_error() says why. The lesson serves all the same.
  [[nodiscard]] const std::shared_ptr<const Guide>& guide() const;
  [[nodiscard]] const std::optional<Error>& guide_error() const;
  // Parameters of a variant (a variant may override the table); empty name: the first variant.
  [[nodiscard]] std::vector<Parameter> parameters(std::string_view variant) const;
  // Evaluates everything. Unknown variant or parameter, value out of range, division by zero,
  // unknown name in an expression, zero or over-limit grid or block, arrays beyond
  // `max_array_bytes`: an Error.
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

// The array's bytes before the launch. Deterministic; `init` as in the lesson file.
// Writes exactly count * bytes_of(type) bytes to `out`.
[[nodiscard]] tl::expected<void, Error> fill(const Argument& argument,
                                             const std::filesystem::path& lesson_folder,
                                             std::byte* out);

// Shipped lessons: searched in $LANESCOPE_KERNELS, beside the program, in the install prefix, in
// the source tree.
struct CatalogueEntry {
  std::string id;
  std::filesystem::path path;
  tl::expected<Lesson, Error>
      lesson;  // a broken lesson shows its error and leaves the others usable
};
[[nodiscard]] std::vector<CatalogueEntry> catalogue();
// The differences that are known of all lessons: differences.toml beside the shipped ones. Empty
// where there is no such file.
[[nodiscard]] tl::expected<std::vector<KnownDifference>, Error> common_differences();
// A shipped id, or a path to a lesson file or its folder.
[[nodiscard]] tl::expected<Lesson, Error> find(std::string_view id_or_path);

}  // namespace lanescope::lesson
