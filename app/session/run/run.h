// From a lesson with chosen values to a report: the one path used by the window, the command line
// and the tests. Loads, compiles, parses, emulates, counts. Blocks until done; call it on a worker
// thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/compile/compile.h"
#include "kernels/lesson_file/lesson.h"
#include "kernels/machine_file/machine_file.h"
#include "sim/diagnostics/check_set.h"
#include "sim/report/report.h"

namespace lanescope::ptx {
struct Module;
}
namespace lanescope::exec {
class Observer;
struct LaunchConfig;
struct Program;
}  // namespace lanescope::exec

namespace lanescope::app {

struct RunRequest {
  std::string lesson;        // a shipped id or a path
  std::string variant;       // empty: the lesson's first
  lesson::Values overrides;  // values other than the lesson's defaults
  compile::Compiler compiler = compile::Compiler::automatic;
  // Id of the machine file whose memory rules apply; empty: the rules measured on the H200.
  std::string machine{};
  std::optional<std::uint64_t> blocks;  // simulate only the first N blocks; empty: all
  report::Dim3 focus_block{0, 0, 0};    // traced in full detail; clamped to the grid
  bool want_traces = true;              // false: counts only
  bool want_hashes = true;              // of the arrays after the launch; costs about 1 ms per MiB
  // Upper limit, some seconds of work: an endless loop is stopped there and reported.
  std::uint64_t max_warp_instructions = 250'000'000;
  int threads = 0;                      // 0: one per core
  CheckSet checks = CheckSet::all();    // which mistakes of the kernel to look for
  bool want_arrays = false;             // fill Outcome::arrays: contents before and after
  std::filesystem::path kernel_file{};  // replaces the lesson's kernel text; empty: no replacement
  std::optional<std::string> kernel_text{};  // replaces the text itself, which stays where it is
  // In addition to the lesson's: folders of headers, absolute; flags (kernels/compile/flags.h).
  std::vector<std::filesystem::path> include{};
  std::vector<std::string> flags{};
  bool operator==(const RunRequest&) const = default;
};

struct StageTimes {  // milliseconds
  double load = 0, compile = 0, parse = 0, prepare = 0, emulate = 0, report = 0;
  [[nodiscard]] double total() const { return load + compile + parse + prepare + emulate + report; }
};

// An array's contents, and how many of its bytes the launch read and wrote at least once.
struct ArrayContents {
  std::size_t argument = 0;  // index of the array in lesson::Resolved::args
  std::vector<std::byte> before, after;
  std::uint64_t bytes_read = 0, bytes_written = 0;
  // Before the launches of lesson::Resolved::before; empty: as `before`.
  std::vector<std::byte> initial{};
};

// A __device__ or __constant__ variable that the lesson sets before the launch.
struct SetSymbol {
  std::string ptx_name;
  std::vector<std::byte> bytes;                 // from its start
  std::vector<lesson::TextureHandle> textures;  // in `bytes`
};

// A file of the user's that the kernel's text includes and the kernel has instructions from.
struct IncludedFile {
  std::string name;            // as in SourcePlace
  std::filesystem::path path;  // without "." and symbolic links
  std::string text;            // as it was for this run
};

struct Outcome {
  RunRequest request;
  lesson::Text lesson_title;
  lesson::Resolved resolved;
  compile::Ptx ptx;                    // the text and the compiler's name
  std::vector<IncludedFile> included;  // by name, as Report::included
  report::Report report;
  report::Dim3 focus_block{0, 0, 0};         // the block that report.traces belongs to
  std::string kernel_symbol;                 // as in the PTX
  machine::ProfilePtr machine;               // RunRequest::machine; null: not given
  std::vector<ArrayContents> arrays;         // of the array arguments, in order; only if requested
  std::vector<SetSymbol> symbols;            // that the kernels use
  std::vector<std::string> earlier_symbols;  // of the kernels in resolved.before
  int launch_line = 0;                       // line_of_launch(resolved)
  bool has_edited_text = false;              // the PTX that ran was compiled from another one
  StageTimes times;
};

// An error in the kernel's text.
struct SourceError {
  int line = 0, column = 0;  // from 1; column 0: not known
  std::string message;       // without its place
  bool operator==(const SourceError&) const = default;
};

// Why there is no report. `exit_code`: 2 wrong input, 3 not available on this machine, as
// documented for the command line.
struct Problem {
  int exit_code = 2;
  bool cancelled = false;
  std::string message;  // the whole message, one or more lines, each with its place
  std::string file;     // of the first place; empty: no place
  int line = 0, column = 0;
  bool no_gpu = false;  // the GPU, its driver, or CUDA in this build is missing
  // The kernel's text that was tried, and the errors in it; the text is empty if none was read. An
  // error in a header is only in `message`.
  std::string source_name{}, source_text{};
  std::vector<SourceError> errors{};
  // Of a lesson file: where in it, as "variants[4].launch.block". `message` begins with file, line
  // and key.
  std::string key{};
};
[[nodiscard]] Problem problem_of(const lesson::Error& error);
// The message without the place in a lesson file at its beginning; of other files it stays.
[[nodiscard]] std::string reason_of(const Problem& problem);
[[nodiscard]] Problem wrong_request(std::string message);  // without a place
[[nodiscard]] Problem cancelled();

enum class Stage : int {
  waiting,
  loading,
  compiling,
  parsing,
  preparing,
  emulating,
  reporting,
  done
};

struct Progress {
  std::atomic<Stage> stage{Stage::waiting};
  std::atomic<std::uint64_t> blocks_done{0}, blocks_total{0};
  // Of a run that was cancelled while a kernel ran: the line of the kernel's text it was at; 0:
  // none.
  std::atomic<int> stopped_line{0};
};

using OutcomePtr = std::shared_ptr<const Outcome>;

// The memory rules that determined its costs.
[[nodiscard]] inline memory::MemoryRules rules_of(const Outcome& outcome) {
  return outcome.machine != nullptr ? outcome.machine->memory : memory::MemoryRules{};
}
[[nodiscard]] inline std::string machine_name(const Outcome& outcome) {
  return outcome.machine != nullptr ? outcome.machine->name : "H200";
}

// The text of one of its files; "": the kernel's own. nullptr: the file is none of the user's, or
// cannot be read.
[[nodiscard]] const std::string* text_of_file(const Outcome& outcome, std::string_view file);
// That line of the file, without the blanks around it; empty if there is none.
[[nodiscard]] std::string_view line_at(const Outcome& outcome, const SourcePlace& place);

// The lesson's kernel text with its parameters, for any compiler.
[[nodiscard]] compile::Source source_of(const lesson::Resolved& resolved);
// The first line of its text with a launch, NAME<<<...>>>(...); 0: there is none. NVRTC and nvcc
// compile a kernel that launches kernels, and only the emulator runs it. Reads the whole text: for
// a run that was made, Outcome::launch_line has it.
[[nodiscard]] int line_of_launch(const lesson::Resolved& resolved);
[[nodiscard]] inline bool launches_kernels(const lesson::Resolved& resolved) {
  return line_of_launch(resolved) > 0;
}
// The first variant whose kernel launches kernels, with default values; none: no variant does.
[[nodiscard]] std::optional<lesson::Resolved> variant_that_launches(const lesson::Lesson& lesson);
// Why nothing here compiles a kernel that launches kernels; empty if it launches none, or NVRTC
// or nvcc is there and `compiler` allows it.
[[nodiscard]] std::string why_no_launches(const lesson::Resolved& resolved,
                                          compile::Compiler compiler);

[[nodiscard]] tl::expected<OutcomePtr, Problem> run(const RunRequest& request,
                                                    Progress* progress = nullptr,
                                                    std::stop_token stop = {});

// Observes a launch for purposes other than a report.
class LaunchWatcher {
 public:
  virtual ~LaunchWatcher() = default;
  // Called before the launch; called again if the blocks turn out to depend on each other and the
  // launch is repeated in order: discard the first pass then. The references are valid for the
  // whole run.
  virtual void begin(const ptx::Module& module, const exec::Program& program,
                     const exec::LaunchConfig& config, const Outcome& outcome) = 0;
  // One per worker thread; owned by the watcher.
  virtual exec::Observer* observer() = 0;
};
// Like run(), with the watcher's observers instead of the counting ones: the outcome's report has
// no counts, no sites and no traces.
[[nodiscard]] tl::expected<OutcomePtr, Problem> run_watched(const RunRequest& request,
                                                            LaunchWatcher& watcher,
                                                            Progress* progress = nullptr,
                                                            std::stop_token stop = {});

}  // namespace lanescope::app
