#include "kernels/compile/clang.h"

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "kernels/compile/cache.h"
#include "kernels/compile/flags.h"
#include "kernels/compile/kernel_text.h"
#include "kernels/compile/log.h"
#include "kernels/compile/prelude_choice.h"
#include "kernels/compile/process.h"

namespace lanescope::compile {
namespace {

constexpr std::chrono::seconds compile_deadline{30};
constexpr std::chrono::seconds question_deadline{10};
constexpr int oldest_version = 14;

// How device code becomes PTX, for a kernel by itself and for a whole program.
std::vector<std::string> device_options(int major) {
  return {"--cuda-device-only", "--cuda-gpu-arch=sm_80", "-S", "-O3", "-Wno-unknown-cuda-version",
          // PTX ISA 7.0 is the first version that supports sm_80; clang's default may be older.
          "-Xclang", "-target-feature", "-Xclang", "+ptx70",
          // A .loc for every instruction, and no other debug information. Infinite loops are kept,
          // as NVRTC does: they are mistakes to show, not to optimise away.
          "-fno-finite-loops", "-gline-tables-only",
          // A lane that takes no part in a shuffle may pass any value. clang treats an undefined
          // argument as undefined behaviour and then generates wrong code. All lanes would add in
          // `if (leader) r = atomicAdd(..); r = __shfl_sync(m, r, l);`.
          "-Xclang", major < 15 ? "-disable-noundef-analysis" : "-no-enable-noundef-analysis"};
}

std::vector<std::string> options_of(int major) {
  std::vector<std::string> all = device_options(major);
  all.insert(all.end(),
             {"-x", "cuda", "-std=c++17",
              // No headers, no libraries, no CUDA installation: the prelude replaces them, as with
              // NVRTC.
              "-nocudainc", "-nocudalib", "-nostdinc", "-nostdinc++",
              // threadIdx.x is a property (prelude/threads.h).
              "-fdeclspec",
              // One line per message.
              "-fno-caret-diagnostics", "-fno-color-diagnostics", "-fno-diagnostics-show-option",
              "-fno-crash-diagnostics",
              // host_code.h leaves out what holds an error, so the usual 20 are not enough.
              "-ferror-limit=2000", "-o", "-", "-"});
  return all;
}

// In order: a text may use names from the texts before it.
const std::vector<std::pair<std::string_view, std::string_view>>& prelude_texts() {
  static const std::vector<std::pair<std::string_view, std::string_view>> all{
      {"first",
       "// gives always\n#pragma clang diagnostic push\n"
       "#pragma clang diagnostic ignored \"-Weverything\""},
      {"keywords", prelude::keywords},
      {"common", prelude::common},
      {"vectors", prelude::vectors},
      {"threads", prelude::threads},
      {"integers", prelude::integers},
      {"conversions", prelude::conversions},
      {"math", prelude::math},
      {"libm", prelude::libm},
      {"warp", prelude::warp},
      {"atomics", prelude::atomics},
      {"loads", prelude::loads},
      {"video", prelude::video},
      {"textures", prelude::textures},
      {"stdlib", prelude::stdlib},
      {"halves", prelude::halves},
      {"fp16", prelude::fp16},
      {"bf16", prelude::bf16},
      {"fp8", prelude::fp8},
      {"curand_kernel", prelude::curand_kernel},
      {"cooperative_groups", prelude::cooperative_groups},
      {"asynchronous", prelude::asynchronous},
      {"last", "// gives always\n#pragma clang diagnostic pop"}};
  return all;
}

const PreludeChoice& clang_prelude_choice() {
  static const PreludeChoice choice(prelude_texts());
  return choice;
}

// "Debian clang version 14.0.6" -> "14.0.6"; empty if it is not clang.
std::string version_in(std::string_view text) {
  constexpr std::string_view before = "clang version ";
  const std::size_t at = text.find(before);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + before.size());
  return std::string(text.substr(0, text.find_first_not_of("0123456789.")));
}

int major_of(const std::string& version) {
  int major = 0;
  std::from_chars(version.data(), version.data() + version.size(), major);
  return major;
}

// Whether the file is clang itself. A script and a compiler cache start a clang that can change
// while they stay.
bool is_clang_itself(const std::filesystem::path& file) {
  std::string magic(4, '\0');
  std::ifstream(file, std::ios::binary).read(magic.data(), 4);
  return magic == "\177ELF" && file.filename().string().starts_with("clang");
}

// What a candidate prints about itself. The answer is kept beside the PTX, because a start of clang
// takes a tenth of a second.
std::string answer_of(const std::filesystem::path& program, const std::string& question) {
  std::error_code ignored;
  const bool is_kept = is_clang_itself(std::filesystem::canonical(program, ignored));
  const DiskCache kept = is_kept ? DiskCache::from_environment() : DiskCache({});
  const std::string key = fmt::format("answer to {} of {}", question, file_stamp(program));
  if (std::optional<std::string> found = kept.find(key)) return std::move(*found);
  const ProcessResult asked = run_process(program, {question}, {}, question_deadline);
  if (asked.ended == ProcessResult::Ended::exited && asked.exit_status == 0)
    kept.insert(key, asked.output);
  return asked.output;
}

// Asks a candidate for its version and targets. `why_not` is empty if it is usable.
Availability examine(const std::filesystem::path& program) {
  Availability result{Compiler::clang, false, {}, {}};
  result.version = version_in(answer_of(program, "--version"));
  const int major = major_of(result.version);
  if (result.version.empty()) {
    result.why_not = fmt::format("{} is not clang, judging by its --version", program.string());
  } else if (major < oldest_version) {
    result.why_not = fmt::format("{} is clang {}; {} or newer is needed", program.string(),
                                 result.version, oldest_version);
  } else if (answer_of(program, "--print-targets").find("nvptx64") == std::string::npos) {
    result.why_not = fmt::format("{} was built without the NVPTX target", program.string());
  }
  result.usable = result.why_not.empty();
  return result;
}

Failure rejected(const Source& source, std::string_view why, std::vector<Message> messages = {}) {
  return {Failure::Kind::rejected, fmt::format("{} {} (clang)", source.name, why),
          std::move(messages)};
}

// clang reads the text from standard input, so for clang it is in the working directory.
std::filesystem::path folder_of(const Source& source) {
  std::error_code ignored;
  return source.folder.empty() ? std::filesystem::current_path(ignored) : absolute_folder(source);
}

// Lets clang read Source::header_texts in place of the files, through an overlay of its file
// system.
class HeaderOverlay {
 public:
  explicit HeaderOverlay(const Source& source) {
    if (source.header_texts.empty()) return;
    std::error_code error;
    std::string name = (std::filesystem::temp_directory_path(error) / "lanescope-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      problem_ = "clang needs a temporary folder, and none can be made";
      return;
    }
    folder_ = name;
    std::string files;
    for (std::size_t i = 0; i < source.header_texts.size(); ++i) {
      const std::filesystem::path instead = folder_ / fmt::format("{}.h", i);
      write(instead, without_known_headers(source.header_texts[i].second, Compiler::clang));
      files +=
          fmt::format("{}{{\"type\": \"file\", \"name\": {}, \"external-contents\": {}}}",
                      i == 0 ? "" : ",\n", quoted(source.header_texts[i].first), quoted(instead));
    }
    write(
        folder_ / "overlay.yaml",
        fmt::format("{{\"version\": 0, \"use-external-names\": false, \"roots\": [{}]}}\n", files));
  }
  ~HeaderOverlay() {
    std::error_code ignored;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
  }
  HeaderOverlay(const HeaderOverlay&) = delete;
  HeaderOverlay& operator=(const HeaderOverlay&) = delete;

  [[nodiscard]] const std::string& problem() const { return problem_; }  // empty: none
  [[nodiscard]] std::vector<std::string> options() const {
    if (folder_.empty()) return {};
    return {"-ivfsoverlay", (folder_ / "overlay.yaml").string()};
  }

 private:
  static std::string quoted(const std::filesystem::path& path) {
    std::string result = "\"";
    for (const char c : path.native()) {
      if (c == '"' || c == '\\') result += '\\';
      result += c;
    }
    return result + '"';
  }
  void write(const std::filesystem::path& path, std::string_view text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) problem_ = fmt::format("{} cannot be written", path.string());
  }
  std::filesystem::path folder_;
  std::string problem_;
};

std::string crashed(std::string_view version) {
  return fmt::format(
      "made clang {} crash, which is that compiler's fault: NVRTC or a newer clang may do better",
      version);
}

}  // namespace

Clang Clang::find() {
  std::vector<std::string> names{"clang"};
  for (int version = 19; version >= oldest_version; --version)
    names.push_back(fmt::format("clang-{}", version));
  const char* forced = std::getenv("LANESCOPE_CLANG");
  const bool is_forced = forced != nullptr && *forced != '\0';
  if (is_forced) names = {forced};

  Clang result;
  for (const std::string& name : names) {
    const std::filesystem::path program = program_path(name);
    if (program.empty()) continue;
    Availability answer = examine(program);
    const bool first_answer = result.availability_.why_not.empty();
    if (answer.usable || first_answer) result.availability_ = answer;
    if (!answer.usable) continue;
    result.program_ = program;
    result.options_ = options_of(major_of(answer.version));
    result.options_of_device_ = device_options(major_of(answer.version));
    result.fingerprint_ =
        fmt::format("clang {} {}", answer.version, fmt::join(result.options_, " "));
    return result;
  }
  if (result.availability_.why_not.empty()) {
    result.availability_.why_not =
        is_forced ? fmt::format("LANESCOPE_CLANG names {}, which cannot be run", forced)
                  : "no clang on PATH: install clang 14 or newer, or name one in LANESCOPE_CLANG";
  }
  return result;
}

Headers Clang::headers(const Source& source) {
  const std::filesystem::path folder = folder_of(source);
  return headers_of(source, Compiler::clang,
                    {folder, folders_of_environment(folder), false, source.include});
}

tl::expected<Ptx, Failure> Clang::compile(const Source& source, std::stop_token stop) const {
  if (!availability_.usable)
    return tl::unexpected(Failure{Failure::Kind::unavailable, availability_.why_not, {}});
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::string> options{"-working-directory=" + folder_of(source).string()};
  options.insert(options.end(), options_.begin(), options_.end());
  CompilerFlags flags = flags_for(source.flags, Compiler::clang);
  options.push_back("-std=" + flags.standard);  // the last one counts
  for (const std::filesystem::path& folder : source.include)
    options.push_back("-I" + folder.string());
  const HeaderOverlay overlay(source);
  if (!overlay.problem().empty())
    return tl::unexpected(Failure{Failure::Kind::unavailable, overlay.problem(), {}});
  const std::vector<std::string> more = overlay.options();
  options.insert(options.begin(), more.begin(), more.end());
  const ProcessResult run =
      run_process(program_, options, framed_text(source, clang_prelude_choice(), Compiler::clang),
                  compile_deadline, stop, {}, compiler_output_limit);
  switch (run.ended) {
    case ProcessResult::Ended::cancelled:
      return tl::unexpected(Failure{Failure::Kind::cancelled, "compiling was cancelled", {}});
    case ProcessResult::Ended::timed_out:
      return tl::unexpected(rejected(source, "took longer than 30 s to compile"));
    case ProcessResult::Ended::too_much:
      return tl::unexpected(rejected(source, "makes the compiler print without end"));
    case ProcessResult::Ended::not_started:
      return tl::unexpected(
          Failure{Failure::Kind::unavailable,
                  fmt::format("{} could not be started: {}", program_.string(), run.error),
                  {}});
    case ProcessResult::Ended::crashed:
      return tl::unexpected(rejected(source, crashed(availability_.version)));
    case ProcessResult::Ended::exited:
      break;
  }

  // 128 plus a signal number: the front end, which runs inside the driver process, crashed.
  if (run.exit_status > 128)
    return tl::unexpected(rejected(source, crashed(availability_.version)));
  std::vector<Message> messages = parse_clang_log(run.errors, source);
  for (Message& each : flags.warnings) messages.push_back(std::move(each));
  for (Message& each : messages) {
    if (each.text.ends_with("file not found")) {
      each.text +=
          "; clang has no CUDA Toolkit here, only the parts of the most common headers that "
          "kernels need: NVRTC has the others";
    } else if (each.text.find("Undefined external symbol") != std::string::npos) {
      each.text += ", a function that clang has for no GPU: NVRTC may do better";
    }
  }
  if (run.exit_status != 0) {
    if (!has_error(messages))
      messages.push_back({MessageSeverity::error, source.name, 0, 0, run.errors, {}});
    Failure failure = rejected(source, "does not compile", std::move(messages));
    explain_launches(failure, source,
                     "clang can't compile a kernel that launches kernels: NVRTC and nvcc can");
    return tl::unexpected(std::move(failure));
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
