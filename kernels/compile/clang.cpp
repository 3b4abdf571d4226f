#include "kernels/compile/clang.h"

#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "kernels/compile/kernel_text.h"
#include "kernels/compile/log.h"
#include "kernels/compile/prelude.h"
#include "kernels/compile/process.h"

namespace lanescope::compile {
namespace {

constexpr std::chrono::seconds compile_deadline{30};
constexpr std::chrono::seconds question_deadline{10};
constexpr int oldest_version = 14;

const std::vector<std::string>& options() {
  static const std::vector<std::string> all{
      "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_80", "-S", "-O3", "-std=c++17",
      // No header, no library and no installation of anyone: the prelude is all there is, as with
      // NVRTC.
      "-nocudainc", "-nocudalib", "-nostdinc", "-nostdinc++", "-Wno-unknown-cuda-version",
      // PTX ISA 7.0 is the first that knows sm_80; left to itself clang may choose an older one.
      "-Xclang", "-target-feature", "-Xclang", "+ptx70",
      // .loc for every instruction, and nothing else of DWARF.
      // A loop that never ends is a mistake to show, as NVRTC does, not one to compile away.
      "-fno-finite-loops", "-gline-tables-only",
      // threadIdx.x is a property (prelude/threads.h).
      "-fdeclspec",
      // One line a message.
      "-fno-caret-diagnostics", "-fno-color-diagnostics", "-fno-diagnostics-show-option",
      "-fno-crash-diagnostics", "-o", "-", "-"};
  return all;
}

std::string prelude_texts() {
  std::string texts =
      "#pragma clang diagnostic push\n#pragma clang diagnostic ignored \"-Weverything\"\n";
  const std::pair<const char*, std::string_view> parts[] = {
      {"keywords", prelude::keywords}, {"vectors", prelude::vectors}, {"threads", prelude::threads},
      {"warp", prelude::warp},         {"atomics", prelude::atomics}, {"math", prelude::math}};
  for (const auto& [name, text] : parts) {
    texts += fmt::format("#line 1 \"/lanescope/{}.h\"\n{}\n", name, text);
  }
  texts += "#pragma clang diagnostic pop\n";
  return texts;
}

// The program behind a name: as it is when it holds a slash, else the first on PATH. Empty when
// there is none.
std::filesystem::path on_path(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    return ::access(name.c_str(), X_OK) == 0 ? std::filesystem::path(name)
                                             : std::filesystem::path{};
  }
  const char* path = std::getenv("PATH");
  std::string_view folders = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
  while (!folders.empty()) {
    const std::size_t end = folders.find(':');
    const std::filesystem::path candidate = std::filesystem::path(folders.substr(0, end)) / name;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(candidate, ignored) &&
        ::access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
    if (end == std::string_view::npos) break;
    folders.remove_prefix(end + 1);
  }
  return {};
}

// "Debian clang version 14.0.6" -> "14.0.6"; empty when it is not clang.
std::string version_in(std::string_view text) {
  constexpr std::string_view before = "clang version ";
  const std::size_t at = text.find(before);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + before.size());
  return std::string(text.substr(0, text.find_first_not_of("0123456789.")));
}

// Asks a candidate for its version and targets; `why_not` is empty when it will do.
Availability examine(const std::filesystem::path& program) {
  Availability result{Compiler::clang, false, {}, {}};
  const ProcessResult asked = run_process(program, {"--version"}, {}, question_deadline);
  result.version = version_in(asked.output);
  int major = 0;
  std::from_chars(result.version.data(), result.version.data() + result.version.size(), major);
  if (result.version.empty()) {
    result.why_not = fmt::format("{} does not answer as clang does", program.string());
  } else if (major < oldest_version) {
    result.why_not = fmt::format("{} is clang {}; {} or newer is needed", program.string(),
                                 result.version, oldest_version);
  } else {
    const ProcessResult targets = run_process(program, {"--print-targets"}, {}, question_deadline);
    if (targets.output.find("nvptx64") == std::string::npos) {
      result.why_not = fmt::format("{} was built without the NVPTX target", program.string());
    }
  }
  result.usable = result.why_not.empty();
  return result;
}

Failure rejected(const Source& source, std::string_view why, std::vector<Message> messages = {}) {
  return {Failure::Kind::rejected, fmt::format("{} {} (clang)", source.name, why),
          std::move(messages)};
}

}  // namespace

Clang Clang::find() {
  std::vector<std::string> names{"clang"};
  for (int version = 19; version >= oldest_version; --version) {
    names.push_back(fmt::format("clang-{}", version));
  }
  const char* forced = std::getenv("LANESCOPE_CLANG");
  const bool is_forced = forced != nullptr && *forced != '\0';
  if (is_forced) names = {forced};

  Clang result;
  for (const std::string& name : names) {
    const std::filesystem::path program = on_path(name);
    if (program.empty()) continue;
    Availability answer = examine(program);
    const bool first_answer = result.availability_.why_not.empty();
    if (answer.usable || first_answer) result.availability_ = answer;
    if (!answer.usable) continue;
    result.program_ = program;
    result.fingerprint_ = fmt::format("clang {} {} {} {}", answer.version,
                                      fmt::join(options(), " "), prelude_texts(), prelude::common);
    return result;
  }
  if (result.availability_.why_not.empty()) {
    result.availability_.why_not =
        is_forced ? fmt::format("LANESCOPE_CLANG names {}, which cannot be run", forced)
                  : "no clang on PATH: install clang 14 or newer, or name one in LANESCOPE_CLANG";
  }
  return result;
}

tl::expected<Ptx, Failure> Clang::compile(const Source& source, std::stop_token stop) const {
  if (!availability_.usable) {
    return tl::unexpected(Failure{Failure::Kind::unavailable, availability_.why_not, {}});
  }
  const auto start = std::chrono::steady_clock::now();
  const ProcessResult run = run_process(program_, options(), prelude_texts() + framed_text(source),
                                        compile_deadline, stop);
  switch (run.ended) {
    case ProcessResult::Ended::cancelled:
      return tl::unexpected(Failure{Failure::Kind::cancelled, "compiling was cancelled", {}});
    case ProcessResult::Ended::timed_out:
      return tl::unexpected(rejected(source, "took longer than 30 s to compile"));
    case ProcessResult::Ended::not_started:
      return tl::unexpected(
          Failure{Failure::Kind::unavailable,
                  fmt::format("{} could not be started: {}", program_.string(), run.error),
                  {}});
    case ProcessResult::Ended::crashed:
      return tl::unexpected(rejected(source, "made the compiler crash"));
    case ProcessResult::Ended::exited:
      break;
  }

  std::vector<Message> messages = parse_clang_log(run.errors, source);
  if (run.exit_status != 0) {
    if (!has_error(messages)) {
      messages.push_back({MessageSeverity::error, source.name, 0, 0, run.errors, {}});
    }
    return tl::unexpected(rejected(source, "does not compile", std::move(messages)));
  }
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  return Ptx{.text = with_source_name(run.output, source.name),
             .compiler = "clang",
             .compiler_version = availability_.version,
             .compile_ms = took.count(),
             .from_cache = false,
             .warnings = std::move(messages)};
}

}  // namespace lanescope::compile
