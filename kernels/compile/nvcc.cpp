#include "kernels/compile/nvcc.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <initializer_list>
#include <optional>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernels/compile/flags.h"
#include "kernels/compile/kernel_text.h"
#include "kernels/compile/log.h"
#include "kernels/compile/nvrtc.h"
#include "kernels/compile/process.h"

namespace lanescope::compile {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds nvcc_deadline{60};
constexpr std::chrono::seconds version_deadline{10};
constexpr int oldest_nvcc = 11;  // the first that knows sm_80
constexpr std::uintmax_t largest_ptx_bytes = std::uintmax_t{256} << 20;

std::string value_of(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr ? value : "";
}

// -w: a whole program has warnings about its host's half, and a text with warnings would be
// compiled again each time (see keep() in compile.cpp).
std::vector<std::string> nvcc_options(int architecture) {
  return {"-ptx", "-lineinfo", "-w", fmt::format("-arch=compute_{}", architecture)};
}

// The messages of nvcc's parts are in English, as they are read here. `temporary`: the folder for
// what it writes beside its output, some of which it leaves there; empty: the usual one.
ProcessResult run_nvcc(const fs::path& program, const std::vector<std::string>& arguments,
                       std::chrono::milliseconds patience, std::stop_token stop = {},
                       const fs::path& temporary = {}) {
  std::vector<std::string> all{"LC_ALL=C"};
  if (!temporary.empty()) all.push_back("TMPDIR=" + temporary.string());
  all.push_back(program.string());
  all.insert(all.end(), arguments.begin(), arguments.end());
  return run_process("/usr/bin/env", all, {}, patience, std::move(stop), {}, compiler_output_limit);
}

// "release 13.0, V13.0.88" -> "13.0", and "13.0.88" with `before` "V"; empty: it is not nvcc.
std::string number_after(std::string_view text, std::string_view before) {
  const std::size_t at = text.find(before);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + before.size());
  return std::string(text.substr(0, text.find_first_not_of("0123456789.")));
}

struct Examined {
  Availability availability{Compiler::nvcc, false, {}, {}};
  std::string full_version;
};

Examined examine_nvcc(const fs::path& program) {
  Examined result;
  Availability& found = result.availability;
  const ProcessResult asked = run_nvcc(program, {"--version"}, version_deadline);
  found.version = number_after(asked.output, "release ");
  result.full_version = number_after(asked.output, ", V");
  int major = 0;
  std::from_chars(found.version.data(), found.version.data() + found.version.size(), major);
  if (asked.ended == ProcessResult::Ended::timed_out) {
    found.why_not = fmt::format("{} did not answer --version within {} s", program.string(),
                                version_deadline.count());
  } else if (asked.output.find("Cuda compiler driver") == std::string::npos || major == 0) {
    found.why_not = fmt::format("{} is not nvcc, judging by its --version", program.string());
  } else if (major < oldest_nvcc) {
    found.why_not = fmt::format("{} is nvcc {}; {} or newer is needed", program.string(),
                                found.version, oldest_nvcc);
  }
  found.usable = found.why_not.empty();
  return result;
}

// Changes when the host compiler is replaced, and with it its headers.
std::string host_compiler_stamp() {
  const std::string named = value_of("NVCC_CCBIN");
  const std::string stamp = file_stamp(program_path(named.empty() ? "gcc" : named));
  return stamp.empty() ? "no gcc" : stamp;
}

// nvcc hands these characters of a path on to the programs that it runs, through a shell.
bool is_plain_path(std::string_view path) {
  return std::all_of(path.begin(), path.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c >= 0x80 ||
           std::string_view("/._-+=@%").find(static_cast<char>(c)) != std::string_view::npos;
  });
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
}

// A folder for one compilation, with all that nvcc writes. Removed at the end, also if nvcc was
// killed and could not.
class Workplace {
 public:
  Workplace() {
    std::error_code ignored;
    for (const fs::path& parent : {fs::temp_directory_path(ignored), fs::path("/tmp")}) {
      std::string name = (parent / "lanescope-nvcc-XXXXXX").string();
      if (parent.empty() || !is_plain_path(name) || ::mkdtemp(name.data()) == nullptr) continue;
      folder_ = name;
      return;
    }
  }
  ~Workplace() {
    std::error_code ignored;
    if (!folder_.empty()) fs::remove_all(folder_, ignored);
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  [[nodiscard]] bool is_there() const { return !folder_.empty(); }
  [[nodiscard]] fs::path file(const char* name) const { return folder_ / name; }

  // The folder itself, or a link to it where a shell would read its name differently.
  std::string safe(const fs::path& folder) {
    if (is_plain_path(folder.native())) return folder.string();
    const fs::path link = folder_ / fmt::format("include{}", links_.size());
    std::error_code ignored;
    fs::create_directory_symlink(folder, link, ignored);
    links_.emplace_back(link.string() + "/", folder.string() + "/");
    return link.string();
  }
  // Such links replaced by the folders' own names. In PTX they stand in strings.
  [[nodiscard]] std::string with_folders(std::string text, bool is_ptx) const {
    for (const auto& [link, folder] : links_) {
      std::string name = folder;
      for (char& c : name) {
        if (is_ptx && (c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20)) c = '_';
      }
      replace_all(text, link, name);
    }
    return text;
  }

 private:
  fs::path folder_;
  std::vector<std::pair<std::string, std::string>> links_;
};

Failure nvcc_rejects(const Source& source, std::string_view why,
                     std::vector<Message> messages = {}) {
  return {Failure::Kind::rejected, fmt::format("{} {} (nvcc)", source.name, why),
          std::move(messages)};
}

Failure nvcc_unavailable(std::string summary) {
  return {Failure::Kind::unavailable, std::move(summary), {}};
}

constexpr std::initializer_list<const char*> read_by_nvcc{
    "NVCC_CCBIN", "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS", "CPATH", "CPLUS_INCLUDE_PATH"};

std::string values_of(std::initializer_list<const char*> variables) {
  std::string all;
  for (const char* name : variables) all += fmt::format("{}={}\n", name, value_of(name));
  return all;
}

// The flag of the user that nvcc's fatal error is about; empty: none. "nvcc fatal   : Value 'c++20'
// is not defined for option 'std'"
std::string refused_flag(std::string_view log, const Source& source) {
  const std::size_t fatal = log.find("nvcc fatal");
  if (fatal == log.npos) return {};
  const std::string_view line = log.substr(fatal, log.find('\n', fatal) - fatal);
  for (const std::string& flag : source.flags) {
    if (flag.starts_with("-D") || flag.starts_with("-U")) continue;  // they are text
    const std::string_view name =
        std::string_view(flag).substr(0, flag.find('=')).substr(flag.find_first_not_of('-'));
    for (const std::string_view dashes : {"", "-", "--"}) {
      if (line.find(fmt::format("'{}{}", dashes, name)) != line.npos) return flag;
    }
  }
  return {};
}

std::string last_line(std::string_view log) {
  while (!log.empty() && std::isspace(static_cast<unsigned char>(log.back())) != 0)
    log.remove_suffix(1);
  const std::size_t newline = log.rfind('\n');
  if (newline != log.npos) log.remove_prefix(newline + 1);
  return std::string(log.substr(0, 400));
}

}  // namespace

std::string Nvcc::environment() {
  return values_of({"LANESCOPE_NVCC", "PATH", "CUDA_HOME", "CUDA_PATH"}) + values_of(read_by_nvcc);
}

Nvcc Nvcc::find() {
  const std::string forced = value_of("LANESCOPE_NVCC");
  Nvcc result;
  if (forced == "off") {
    result.availability_.why_not = "switched off by LANESCOPE_NVCC=off";
    return result;
  }
  std::vector<std::string> names{forced};
  if (forced.empty()) {
    names = {"nvcc"};
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
      if (const std::string home = value_of(variable); !home.empty())
        names.push_back(home + "/bin/nvcc");
    }
    names.emplace_back("/usr/local/cuda/bin/nvcc");
  }
  for (const std::string& name : names) {
    const fs::path program = program_path(name);
    if (program.empty()) continue;
    Examined answer = examine_nvcc(program);
    const bool first_answer = result.availability_.why_not.empty();
    if (answer.availability.usable || first_answer) result.availability_ = answer.availability;
    if (!answer.availability.usable) continue;
    result.program_ = program;
    result.fingerprint_ = fmt::format("nvcc {} {} {}\n{}", answer.full_version,
                                      fmt::join(nvcc_options(preferred_architecture), " "),
                                      host_compiler_stamp(), values_of(read_by_nvcc));
    return result;
  }
  if (result.availability_.why_not.empty()) {
    result.availability_.why_not =
        forced.empty()
            ? "no nvcc on PATH: install the CUDA Toolkit, or name its nvcc in LANESCOPE_NVCC"
            : fmt::format("LANESCOPE_NVCC names {}, which cannot be run", forced);
  }
  return result;
}

Headers Nvcc::headers(const Source& source) {
  std::error_code ignored;
  return headers_of(source, Compiler::nvcc,
                    {absolute_folder(source), folders_of_environment(fs::current_path(ignored)),
                     false, source.include});
}

Failure Nvcc::broken(std::string_view why) const {
  return nvcc_unavailable(fmt::format("nvcc {} does not work here ({}): {}", availability_.version,
                                      program_.string(), why));
}

Failure Nvcc::crashed(const Source& source) const {
  return nvcc_rejects(
      source,
      fmt::format("made nvcc {} crash, which is that compiler's fault: a newer one may do better",
                  availability_.version));
}

// An error without a place in a text is not the text's, and neither is one in the header that looks
// at the host compiler's version.
Failure Nvcc::failure_of(std::string_view log, const Source& source) const {
  std::vector<Message> messages = parse_nvcc_log(log, source);
  const auto is_of_text = [](const Message& each) {
    return each.severity == MessageSeverity::error && each.line > 0 &&
           !each.file.ends_with("host_config.h");
  };
  if (log.find("died due to signal") != log.npos && !std::ranges::any_of(messages, is_of_text))
    return crashed(source);
  if (!std::ranges::any_of(messages, is_of_text)) {
    if (const std::string flag = refused_flag(log, source); !flag.empty()) {
      return nvcc_rejects(source, fmt::format("is given the flag {}, which nvcc {} does not take",
                                              flag, availability_.version));
    }
    const auto first = std::ranges::find(messages, MessageSeverity::error, &Message::severity);
    return broken(first != messages.end() ? first->text : last_line(log));
  }
  for (Message& each : messages) {
    if (!each.text.ends_with(": No such file or directory")) continue;
    std::string folders;
    for (const fs::path& folder : source.include) folders += ", in " + folder.string();
    each.text = fmt::format(
        "{}; looked for beside the file that includes it{}, and among the headers of the CUDA "
        "Toolkit and of the host compiler",
        each.text, folders);
  }
  return nvcc_rejects(source, "does not compile", std::move(messages));
}

tl::expected<Ptx, Failure> Nvcc::compile_with(const Source& source, std::stop_token stop,
                                              const char* more, int architecture) const {
  using Ended = ProcessResult::Ended;
  Workplace work;
  if (!work.is_there())
    return tl::unexpected(nvcc_unavailable("nvcc needs a temporary folder, and none can be made"));
  const fs::path text = work.file("source.cu");
  const fs::path output = work.file("out.ptx");
  std::ofstream copy(text, std::ios::binary);
  copy << framed_text(source, Compiler::nvcc);
  copy.close();
  if (!copy)
    return tl::unexpected(nvcc_unavailable(fmt::format("{} cannot be written", text.string())));

  const CompilerFlags flags = flags_for(source.flags, Compiler::nvcc);
  std::vector<std::string> options = nvcc_options(architecture);
  options.push_back("-std=" + flags.standard);
  options.insert(options.end(), flags.options.begin(), flags.options.end());
  if (more != nullptr) options.emplace_back(more);
  // For "name" only, as if the copy lay there: <string.h> is never a file beside the text.
  if (!source.folder.empty())
    options.push_back("-Xcompiler=-iquote," + work.safe(absolute_folder(source)));
  for (const fs::path& folder : source.include) options.push_back("-I" + work.safe(folder));
  options.insert(options.end(), {"-o", output.string(), text.string()});

  const ProcessResult run =
      run_nvcc(program_, options, nvcc_deadline, std::move(stop), text.parent_path());
  switch (run.ended) {
    case Ended::cancelled:
      return tl::unexpected(Failure{Failure::Kind::cancelled, "compiling was cancelled", {}});
    case Ended::timed_out:
      return tl::unexpected(nvcc_rejects(source, "took longer than 60 s to compile"));
    case Ended::too_much:
      return tl::unexpected(nvcc_rejects(source, "makes the compiler print without end"));
    case Ended::not_started:
      return tl::unexpected(nvcc_unavailable(
          fmt::format("{} could not be started: {}", program_.string(), run.error)));
    case Ended::crashed:
      return tl::unexpected(crashed(source));
    case Ended::exited:
      break;
  }
  if (run.exit_status != 0)
    return tl::unexpected(failure_of(work.with_folders(run.errors + run.output, false), source));

  std::error_code error;
  const std::uintmax_t size = fs::file_size(output, error);
  if (error || size == 0) return tl::unexpected(broken("it wrote no PTX"));
  if (size > largest_ptx_bytes)
    return tl::unexpected(nvcc_rejects(source, "makes the compiler print without end"));
  std::stringstream ptx;
  ptx << std::ifstream(output, std::ios::binary).rdbuf();
  return Ptx{.text = with_source_name(work.with_folders(std::move(ptx).str(), true), source.name),
             .compiler = name_of(Compiler::nvcc),
             .compiler_version = availability_.version,
             .compile_ms = 0,
             .from_cache = false,
             .warnings = {}};
}

tl::expected<Ptx, Failure> Nvcc::compile(const Source& source, std::stop_token stop) const {
  if (!availability_.usable)
    return tl::unexpected(Failure{Failure::Kind::unavailable, availability_.why_not, {}});
  const auto start = std::chrono::steady_clock::now();
  auto result = compile_with(source, stop, nullptr, preferred_architecture);
  // As with NVRTC: a kernel that launches kernels compiles only so.
  if (!result && refuses_launch(result.error(), source))
    result = compile_with(source, stop, "-rdc=true", preferred_architecture);
  if (!result && needs_later_architecture(result.error())) {
    // An nvcc that does not know the architecture is no reason to call it broken.
    auto later = compile_with(source, stop, nullptr, later_architecture);
    if (later || later.error().kind != Failure::Kind::unavailable) result = std::move(later);
  }
  if (!result && nests_too_deep(result.error())) {
    // As deep as clang goes. An nvcc that does not know the option rejects the text for that.
    auto deeper = compile_with(source, stop, "-ftemplate-depth=1024", preferred_architecture);
    if (deeper || nests_too_deep(deeper.error())) result = std::move(deeper);
  }
  if (!result) return result;
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  result->compile_ms = took.count();
  return result;
}

}  // namespace lanescope::compile
