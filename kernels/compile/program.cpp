#include "kernels/compile/program.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <future>
#include <optional>
#include <semaphore>
#include <sstream>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "kernels/compile/cache.h"
#include "kernels/compile/clang.h"
#include "kernels/compile/digest.h"
#include "kernels/compile/headers.h"
#include "kernels/compile/log.h"
#include "kernels/compile/nvcc.h"
#include "kernels/compile/nvrtc.h"
#include "kernels/compile/process.h"
#include "kernels/compile/program_flags.h"
#include "kernels/compile/program_headers.h"

namespace lanescope::compile {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// Programs that instantiate templates of the Toolkit's libraries take minutes.
constexpr std::chrono::minutes build_deadline{15};
constexpr std::size_t most_kept_programs = 64;
constexpr std::string_view program_format = "lanescope-program 1\n";

std::optional<std::string> whole_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  if (!file) return std::nullopt;
  return std::move(text).str();
}

bool write_text(const fs::path& path, std::string_view text) {
  std::error_code ignored;
  fs::create_directories(path.parent_path(), ignored);
  std::ofstream file(path, std::ios::binary);
  file << text;
  return static_cast<bool>(file.flush());
}

// Removed with the last copy of the pointer.
std::shared_ptr<void> owned_folder(const fs::path& folder) {
  return {nullptr, [folder](void*) {
            std::error_code ignored;
            fs::remove_all(folder, ignored);
          }};
}

Failure program_failure(Failure::Kind kind, std::string summary,
                        std::vector<Message> messages = {}) {
  return {kind, std::move(summary), std::move(messages)};
}

// ---- the kept programs: a folder for each, with its key and itself ----

class KeptPrograms {
 public:
  KeptPrograms() {
    const fs::path ptx = DiskCache::from_environment().folder();
    if (!ptx.empty()) folder_ = ptx.parent_path() / "programs";
  }

  [[nodiscard]] std::optional<fs::path> find(const std::string& key) const {
    if (folder_.empty()) return std::nullopt;
    const fs::path program = place_of(key) / "program";
    const auto stored = whole_text(place_of(key) / "key");
    if (!stored || *stored != stored_key(key, program)) return std::nullopt;
    std::error_code ignored;
    fs::last_write_time(place_of(key), fs::file_time_type::clock::now(), ignored);
    return program;
  }

  // Where it is now; none: it could not be kept.
  [[nodiscard]] std::optional<fs::path> keep(const std::string& key, const fs::path& built) const {
    if (folder_.empty()) return std::nullopt;
    const fs::path place = place_of(key);
    fs::path beside = place;
    beside += fmt::format(".{}.part", ::getpid());
    std::error_code error;
    fs::create_directories(beside, error);
    fs::copy_file(built, beside / "program", error);
    if (error || !write_text(beside / "key", stored_key(key, beside / "program"))) {
      fs::remove_all(beside, error);
      return std::nullopt;
    }
    fs::rename(beside, place, error);
    if (error) {  // there is an older one
      fs::remove_all(place, error);
      fs::rename(beside, place, error);
    }
    if (error) {
      fs::remove_all(beside, error);
      return std::nullopt;
    }
    remove_oldest();
    return place / "program";
  }

 private:
  [[nodiscard]] fs::path place_of(const std::string& key) const {
    return folder_ / fmt::format("{:016x}", fnv1a64(key));
  }
  // The key, and what the program must look like: a file that was cut off is none.
  [[nodiscard]] static std::string stored_key(const std::string& key, const fs::path& program) {
    const auto bytes = whole_text(program);
    return key + "\n" + (bytes ? digest_of(*bytes) : std::string("none"));
  }
  void remove_oldest() const {
    std::error_code error;
    std::vector<std::pair<fs::file_time_type, fs::path>> places;
    for (fs::directory_iterator at(folder_, error), end; !error && at != end; at.increment(error)) {
      std::error_code gone;
      const auto time = fs::last_write_time(at->path(), gone);
      if (!gone) places.emplace_back(time, at->path());
    }
    if (places.size() <= most_kept_programs) return;
    std::sort(places.begin(), places.end());
    places.resize(places.size() - most_kept_programs);
    for (const auto& [_, place] : places) fs::remove_all(place, error);
  }

  fs::path folder_;
};

// ---- what a build is made of ----

struct BuildFile {
  fs::path path;  // as the user wrote it
  std::string text;
  [[nodiscard]] bool is_cuda() const { return path.extension() == ".cu"; }
};

struct Build {
  const ProgramSource& source;
  ProgramFlags flags;
  std::vector<BuildFile> files;
  fs::path work;  // a folder for everything that is written
  std::stop_token stop;
};

std::string names_of(const Build& build) {
  std::string names = build.files.front().path.string();
  if (build.files.size() > 1) names += fmt::format(" and {} more", build.files.size() - 1);
  return names;
}

// The lines of the source that messages are about.
void add_lines(std::vector<Message>& messages) {
  for (Message& each : messages) {
    if (each.line <= 0 || !each.line_text.empty()) continue;
    if (const auto text = whole_text(each.file)) each.line_text = line_of(*text, each.line);
  }
}

// "heat.cu:71: undefined reference to `cublasCreate_v2'", as the linker writes it.
std::vector<Message> link_errors(std::string_view log) {
  constexpr std::string_view undefined = "undefined reference to ";
  std::vector<Message> messages;
  while (!log.empty() && messages.size() < 20) {
    const std::size_t end = std::min(log.find('\n'), log.size());
    std::string_view line = log.substr(0, end);
    log.remove_prefix(std::min(end + 1, log.size()));
    const std::size_t at = line.find(undefined);
    if (at == line.npos) continue;
    Message message;
    message.text = fmt::format("undefined: {}", line.substr(at + undefined.size()));
    if (const std::string library = vendor_library_in(line.substr(at)); !library.empty()) {
      message.text += fmt::format(
          ", a function of {}: Lanescope runs programs that bring their own kernels, and imitates "
          "no library of NVIDIA's",
          library);
    }
    line = line.substr(0, at);
    // Some linkers begin each line with their own name.
    if (const std::size_t name = line.find("ld: "); name != line.npos) line.remove_prefix(name + 4);
    const std::size_t last = line.rfind(": ");
    if (last != line.npos) {
      line = line.substr(0, last);
      const std::size_t colon = line.rfind(':');
      if (colon != line.npos) {
        const std::string_view number = line.substr(colon + 1);
        std::from_chars(number.data(), number.data() + number.size(), message.line);
        if (message.line > 0) message.file = line.substr(0, colon);
      }
    }
    const bool is_known = std::any_of(messages.begin(), messages.end(), [&](const Message& other) {
      return other.text == message.text && other.file == message.file && other.line == message.line;
    });
    if (!is_known) messages.push_back(std::move(message));
  }
  return messages;
}

std::string last_line_of(std::string_view log) {
  while (!log.empty() && (log.back() == '\n' || log.back() == ' ')) log.remove_suffix(1);
  const std::size_t newline = log.rfind('\n');
  if (newline != log.npos) log.remove_prefix(newline + 1);
  return std::string(log.substr(0, 400));
}

// Why a compiler did not do its work; none: it did.
std::optional<Failure> problem_of_build(const Build& build, const fs::path& program,
                                        const char* compiler, const ProcessResult& run,
                                        std::vector<Message> (*parse)(std::string_view,
                                                                      const Source&)) {
  using Ended = ProcessResult::Ended;
  using Kind = Failure::Kind;
  const auto rejected = [&](std::string_view why, std::vector<Message> messages = {}) {
    return program_failure(Kind::rejected,
                           fmt::format("{} {} ({})", names_of(build), why, compiler),
                           std::move(messages));
  };
  switch (run.ended) {
    case Ended::cancelled:
      return program_failure(Kind::cancelled, "compiling was cancelled");
    case Ended::timed_out:
      return rejected(
          fmt::format("took longer than {} minutes to compile", build_deadline.count()));
    case Ended::too_much:
      return rejected("makes the compiler print without end");
    case Ended::not_started:
      return program_failure(Kind::unavailable, fmt::format("{} could not be started: {}",
                                                            program.string(), run.error));
    case Ended::crashed:
      return rejected("made the compiler crash, which is its fault: another one may do better");
    case Ended::exited:
      break;
  }
  if (run.exit_status == 0) return std::nullopt;
  const std::string log = run.errors + run.output;
  std::vector<Message> messages = link_errors(log);
  const bool is_of_linker = !messages.empty();
  if (!is_of_linker) {
    messages = parse(log, {});
    std::erase_if(messages,
                  [](const Message& each) { return each.severity != MessageSeverity::error; });
  }
  if (messages.empty())
    messages.push_back({MessageSeverity::error, "", 0, 0, last_line_of(log), ""});
  add_lines(messages);
  return rejected(is_of_linker ? "does not link" : "does not compile", std::move(messages));
}

ProcessResult run_compiler(const Build& build, const fs::path& program, const Words& arguments) {
  // Messages are in English, as they are read here; what the compiler leaves behind is removed with
  // the folder.
  Words all{"LC_ALL=C", "TMPDIR=" + build.work.string(), program.string()};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return run_process("/usr/bin/env", all, {}, build_deadline, build.stop, {},
                     compiler_output_limit);
}

// ---- nvcc ----

std::optional<Failure> build_by_nvcc(const Build& build, const Nvcc& nvcc) {
  Words arguments{
      "-cudart=shared",
      fmt::format("-gencode=arch=compute_{0},code=compute_{0}",
                  build.flags.architecture.empty() ? fmt::format("{}", preferred_architecture)
                                                   : build.flags.architecture),
      "-g", "-w"};
  if (!build.flags.has_optimization) arguments.emplace_back("-O2");
  if (!build.flags.has_device_debug) arguments.emplace_back("-lineinfo");
  if (build.files.size() > 1) arguments.emplace_back("--threads=0");
  arguments.insert(arguments.end(), build.flags.nvcc.begin(), build.flags.nvcc.end());
  for (const BuildFile& file : build.files) arguments.push_back(file.path.string());
  arguments.insert(arguments.end(), {"-o", (build.work / "program").string()});
  return problem_of_build(build, nvcc.program(), "nvcc",
                          run_compiler(build, nvcc.program(), arguments), &parse_nvcc_log);
}

// ---- clang ----

class ClangBuild {
 public:
  ClangBuild(const Build& build, const Clang& clang) : build_(build), clang_(clang) {}

  [[nodiscard]] std::optional<Failure> run() const {
    for (const auto& [name, text] : program_headers()) {
      if (!write_text(headers() / name, text)) {
        return program_failure(Failure::Kind::unavailable,
                               fmt::format("{} cannot be written", (headers() / name).string()));
      }
    }
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    std::counting_semaphore<> free_cores(static_cast<std::ptrdiff_t>(cores));
    std::vector<std::future<std::optional<Failure>>> compiled;
    for (std::size_t i = 0; i < build_.files.size(); ++i) {
      compiled.push_back(std::async(std::launch::async, [this, i, &free_cores] {
        free_cores.acquire();
        auto problem = compile_one(i);
        free_cores.release();
        return problem;
      }));
    }
    std::optional<Failure> first;
    for (auto& each : compiled) {
      auto problem = each.get();
      if (problem && !first) first = std::move(problem);
    }
    return first ? first : link();
  }

 private:
  [[nodiscard]] fs::path headers() const { return build_.work / "include"; }
  [[nodiscard]] fs::path object(std::size_t i) const {
    return build_.work / fmt::format("{}.o", i);
  }

  // What both halves of a file are compiled with.
  [[nodiscard]] Words common() const {
    Words all{
        "-std=" + (build_.flags.standard.empty() ? std::string("c++17") : build_.flags.standard),
        "-I",
        headers().string(),
        "-w",
        "-fno-caret-diagnostics",
        "-fno-color-diagnostics",
        "-fno-diagnostics-show-option",
        "-fno-crash-diagnostics"};
    const Words& own = build_.flags.clang_common;
    all.insert(all.end(), own.begin(), own.end());
    return all;
  }
  [[nodiscard]] static Words of_cuda() {
    return {"-x", "cuda", "-nocudainc", "-nocudalib", "-fdeclspec", "-Wno-unknown-cuda-version",
            "-include", program_prelude_name, "-include", program_runtime_name,
            // A launch is then a call of __cudaPushCallConfiguration().
            "-Xclang", "-target-sdk-version=11.5"};
  }

  [[nodiscard]] std::optional<Failure> compile_one(std::size_t i) const {
    const BuildFile& file = build_.files[i];
    Words host = common();
    if (file.is_cuda()) {
      Words device = common();
      const Words cuda = of_cuda();
      device.insert(device.end(), cuda.begin(), cuda.end());
      const Words& more = clang_.options_of_device();
      device.insert(device.end(), more.begin(), more.end());
      const std::string ptx = (build_.work / fmt::format("{}.ptx", i)).string();
      device.insert(device.end(), {"-o", ptx, file.path.string()});
      if (auto problem = run(device)) return problem;
      host.insert(host.end(), cuda.begin(), cuda.end());
      host.insert(host.end(),
                  {"--cuda-host-only", "-Xclang", "-fcuda-include-gpubinary", "-Xclang", ptx});
    } else if (file.path.extension() == ".c") {
      host.front() = "-std=gnu11";
    }
    host.emplace_back("-g");
    if (!build_.flags.has_optimization) host.emplace_back("-O2");
    const Words& own = build_.flags.clang_host;
    host.insert(host.end(), own.begin(), own.end());
    host.insert(host.end(), {"-c", "-o", object(i).string(), file.path.string()});
    return run(host);
  }

  [[nodiscard]] std::optional<Failure> link() const {
    Words arguments{"--driver-mode=g++", "-w", "-g", "-o", (build_.work / "program").string()};
    for (std::size_t i = 0; i < build_.files.size(); ++i) arguments.push_back(object(i).string());
    const Words& host = build_.flags.clang_host;
    arguments.insert(arguments.end(), host.begin(), host.end());
    const Words& own = build_.flags.clang_link;
    arguments.insert(arguments.end(), own.begin(), own.end());
    arguments.push_back(build_.source.runtime_library.string());
    // The runtime's own libraries are found when the program starts.
    arguments.insert(arguments.end(), {"-Wl,--allow-shlib-undefined", "-pthread", "-ldl", "-lm"});
    return run(arguments);
  }

  [[nodiscard]] std::optional<Failure> run(const Words& arguments) const {
    const ProcessResult ended = run_compiler(build_, clang_.program(), arguments);
    auto problem = problem_of_build(build_, clang_.program(), "clang", ended, &parse_clang_log);
    if (!problem) return std::nullopt;
    for (Message& each : problem->messages) {
      if (each.text.ends_with("file not found")) {
        each.text +=
            "; clang has no CUDA Toolkit here, only our own headers for what most programs need: "
            "nvcc has the others";
      }
    }
    return problem;
  }

  const Build& build_;
  const Clang& clang_;
};

// ---- the key ----

// Empty: it must be built each time.
std::string key_of_build(const Build& build, const std::string& compiler, bool is_clang) {
  std::error_code ignored;
  std::string key =
      fmt::format("{}{}\n{}\n", program_format, compiler, fs::current_path(ignored).string());
  for (const std::string& flag : build.source.flags) key += flag + "\n";
  for (const std::string& name : build.flags.files) {
    const auto text = whole_text(name);
    key += fmt::format("{} {}\n", name, text ? digest_of(*text) : "none");
  }
  for (const BuildFile& file : build.files) {
    Source source{file.path.string(), file.text, {}};
    source.folder = file.path.parent_path().empty() ? fs::path(".") : file.path.parent_path();
    for (const std::string& folder : build.flags.folders)
      source.include.push_back(fs::absolute(folder, ignored));
    const Headers headers = is_clang ? Clang::headers(source) : Nvcc::headers(source);
    if (!headers.all_known) return {};
    key += cache_key("", source, headers.digest()) + "\n";
  }
  if (is_clang) {
    key += build.source.runtime_library.string() + "\n";
    std::string all;
    for (const auto& [name, text] : program_headers()) all += name + text;
    key += digest_of(all);
  }
  return key;
}

}  // namespace

tl::expected<Program, Failure> build_program(const ProgramSource& source, Compiler compiler,
                                             std::stop_token stop) {
  using Kind = Failure::Kind;
  const auto fail = [](Kind kind, std::string summary) {
    return tl::unexpected(program_failure(kind, std::move(summary)));
  };
  if (compiler == Compiler::nvrtc)
    return fail(Kind::rejected, "nvrtc compiles kernels, not programs: choose nvcc or clang");
  Build build{source, {}, {}, {}, std::move(stop)};
  for (const fs::path& path : source.files) {
    std::error_code error;
    auto text = fs::is_directory(path, error) ? std::nullopt : whole_text(path);
    if (!text) return fail(Kind::rejected, fmt::format("{}: cannot be read", path.string()));
    build.files.push_back({path, std::move(*text)});
  }
  if (build.files.empty()) return fail(Kind::rejected, "there is no source file");

  std::optional<Nvcc> nvcc;
  std::optional<Clang> clang;
  if (compiler != Compiler::clang) {
    nvcc = Nvcc::find();
    if (!nvcc->availability().usable && compiler == Compiler::nvcc)
      return fail(Kind::unavailable, nvcc->availability().why_not);
    if (!nvcc->availability().usable) nvcc.reset();
  }
  if (!nvcc) {
    clang = Clang::find();
    if (!clang->availability().usable) {
      return fail(Kind::unavailable, compiler == Compiler::clang
                                         ? clang->availability().why_not
                                         : fmt::format("a program needs nvcc or clang: {}; {}",
                                                       Nvcc::find().availability().why_not,
                                                       clang->availability().why_not));
    }
  }
  auto flags = program_flags(source.flags, nvcc ? Compiler::nvcc : Compiler::clang);
  if (!flags) return fail(Kind::rejected, flags.error());
  build.flags = std::move(*flags);

  const Availability& used = nvcc ? nvcc->availability() : clang->availability();
  Program program;
  program.compiler = name_of(used.compiler);
  program.compiler_version = used.version;
  program.warnings = build.flags.warnings;
  const KeptPrograms kept;
  const std::string key =
      key_of_build(build, nvcc ? nvcc->fingerprint() : clang->fingerprint(), !nvcc.has_value());
  if (!key.empty()) {
    if (const auto found = kept.find(key)) {
      program.file = *found;
      program.from_cache = true;
      return program;
    }
  }

  std::error_code ignored;
  std::string name = (fs::temp_directory_path(ignored) / "lanescope-program-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    return fail(Kind::unavailable, "a compiler needs a temporary folder, and none can be made");
  build.work = name;
  program.folder = owned_folder(build.work);
  if (auto problem = nvcc ? build_by_nvcc(build, *nvcc) : ClangBuild(build, *clang).run())
    return tl::unexpected(std::move(*problem));
  program.file = build.work / "program";
  if (!fs::exists(program.file, ignored))
    return fail(Kind::unavailable, fmt::format("{} wrote no program", program.compiler));
  if (!key.empty()) {
    if (const auto place = kept.keep(key, program.file)) {
      program.file = *place;
      program.folder.reset();
    }
  }
  return program;
}

}  // namespace lanescope::compile
