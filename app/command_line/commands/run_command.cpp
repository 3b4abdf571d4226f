#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/command_line/progress_line.h"
#include "app/command_line/run/program_run.h"
#include "app/command_line/run/run_report.h"
#include "app/command_line/shared_options.h"
#include "app/session/files/write_file.h"
#include "app/session/start/replay.h"
#include "kernels/compile/nvcc.h"
#include "kernels/compile/process.h"
#include "kernels/compile/program.h"
#include "kernels/compile/program_file.h"
#include "kernels/compile/program_flags.h"
#include "kernels/launches/writer.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

bool is_source_file(const fs::path& path) {
  const std::string ending = path.extension().string();
  return ending == ".cu" || ending == ".cpp" || ending == ".cc" || ending == ".cxx" ||
         ending == ".c";
}

// The libraries that stand in for CUDA's runtime, where this program is installed or was built.
fs::path runtime_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return program.parent_path().parent_path() / "lib" / "lanescope" / "cudart";
}

// A folder for the recording that nobody asked to keep.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "lanescope-run-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string text_of_failure(const compile::Failure& failure) {
  std::string text = failure.summary;
  for (const compile::Message& each : failure.messages) text += "\n" + each.formatted();
  return text;
}

struct RunCommand : Command {
  RunCommand() : Command("run", "Run a CUDA program, with the simulator in place of the GPU") {
    add("FILE", &files,
        "A program's source files, .cu and .cpp, which are compiled; what follows -- are its "
        "arguments. Without them, -- PROGRAM ARGUMENTS: a program that exists, linked with the "
        "shared CUDA runtime and with PTX in it");
    add("--flags TEXT", &flags,
        "Flags for the compiler, as for nvcc: '-I include -DN=64 -std=c++20'");
    add("--compiler NAME", &compiler,
        "Which compiler builds the program: nvcc, clang, or auto: nvcc where it is found")
        .one_of({"auto", "nvcc", "clang"});
    add_machine(*this, machine);
    add("--check KINDS", &checks,
        "Mistakes to look for in the kernels: all, none, or any of " + check_names());
    add("--leaks", &leaks, "Tell of memory that the program never freed");
    add("--device", &device,
        "Run the program on this machine's GPU instead. Then emulate each launch from the memory "
        "that it had there, and compare what both leave");
    add("--max-instructions N", &max_instructions,
        "End a launch after so many warp instructions; for kernels that may not end")
        .positive();
    add_threads(*this, threads);
    add("-o,--output FILE", &output,
        "Keep every launch in this file, NAME.lanes, with its arguments and arrays");
    add("--at N", &at, "Keep the arrays of launch N in any case; may be given again for others")
        .needs("--output");
    add("--limit MIB", &limit_mib,
        "How much of the arrays to keep; beyond it, of each kernel and shape the first launch")
        .not_negative()
        .needs("--output");
    add("--printed FILE", &printed_file,
        "Write the end of what the program prints, up to 64 KiB, to this file, too");
    add("--fail-on-findings", &fail_on_findings,
        "Exit with 1 if there are findings that are no notes and the program itself ends with 0");
    add("--json", &json,
        "What was launched as JSON, schema lanescope.run/1; the program's own output then goes to "
        "the standard error");
  }

  std::vector<std::string>* after_dashes() override { return &rest; }

  Result run(const Screen& /*screen*/) override {
    (void)checked(parse_checks(checks), "--check");
    const std::string machine_id = checked_machine(machine);
    for (const std::string& number : at) {
      if (number.empty() || number.find_first_not_of("0123456789") != number.npos)
        throw WrongUsage{fmt::format("--at: '{}' is not the number of a launch", number)};
    }
    if (!output.empty() && !can_write_file(output))
      return wrong_input(output + ": can't be written");
    if (files.empty() && rest.empty())
      throw WrongUsage{"run: name the program: FILE.cu, or -- ./PROGRAM"};
    if (!fs::exists(runtime_folder() / "libcudart.so.13")) {
      return failure(ExitCode::not_on_this_machine,
                     fmt::format("lanescope run needs its CUDA runtime, and {} has none",
                                 runtime_folder().string()));
    }
    const Signals signals;
    const bool is_built = std::ranges::all_of(files, is_source_file) && !files.empty();
    if (!is_built && files.size() > 1)
      return wrong_input(
          fmt::format("{}: is no source file; arguments of the program follow --", not_source()));
    return is_built ? run_sources(machine_id) : run_program(machine_id);
  }

 private:
  [[nodiscard]] std::string not_source() const {
    return *std::ranges::find_if_not(files, is_source_file);
  }

  Result run_sources(const std::string& machine_id) {
    compile::ProgramSource source;
    for (const std::string& file : files) source.files.emplace_back(file);
    source.flags = compile::program_flags_in(flags);
    source.runtime_library = runtime_folder() / "libcudart.so.13";
    const auto program = build(source);
    if (Signals::received() != 0)
      return failure(128 + Signals::received(), "compiling was cancelled");
    if (!program) {
      return failure(program.error().kind == compile::Failure::Kind::unavailable
                         ? ExitCode::not_on_this_machine
                         : ExitCode::wrong_input,
                     text_of_failure(program.error()));
    }
    std::string sources;
    for (const std::string& file : files) {
      std::error_code ignored;
      sources += (sources.empty() ? "" : ":") + fs::absolute(file, ignored).string();
    }
    ProgramStart start{program->file, files.front(), rest, {}, json};
    start.environment = {
        {"LANESCOPE_SOURCES", sources},
        {"LANESCOPE_COMPILER", program->compiler + " " + program->compiler_version}};
    std::string warnings;
    for (const compile::Message& each : program->warnings) warnings += each.formatted() + "\n";
    return run_and_tell(std::move(start), machine_id, warnings);
  }

  // Ends with the signal that asks for it.
  static tl::expected<compile::Program, compile::Failure> built(
      const compile::ProgramSource& source, compile::Compiler compiler) {
    std::stop_source stop;
    const std::jthread watch([&stop](const std::stop_token& done) {
      while (!done.stop_requested() && Signals::received() == 0)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (!done.stop_requested()) stop.request_stop();
    });
    return compile::build_program(source, compiler, stop.get_token());
  }
  [[nodiscard]] tl::expected<compile::Program, compile::Failure> build(
      const compile::ProgramSource& source) const {
    const ProgressLine line;
    line.show(fmt::format("compiling {}", files.front()));
    return built(source, compiler_in(compiler));
  }

  Result run_program(const std::string& machine_id) {
    Words words = rest;
    if (!files.empty()) words.insert(words.begin(), files.front());
    if (!flags.empty()) throw WrongUsage{"--flags: nothing is compiled"};
    const fs::path path = compile::program_path(words.front());
    // program_path() finds only what may be executed; the reader says what is wrong.
    const fs::path program = path.empty() ? fs::path(words.front()) : path;
    const auto file = compile::read_program_file(program);
    if (!file) return wrong_input(file.error());
    if (const std::string why = compile::why_not_runnable(*file, words.front(), runtime_folder());
        !why.empty()) {
      return wrong_input(why);
    }
    ProgramStart start{program, words.front(), Words(words.begin() + 1, words.end()), {}, json};
    // DT_RPATH counts before LD_LIBRARY_PATH. A library that is loaded already counts before both.
    if (!device && file->has_run_path && !file->runtime().empty()) {
      start.environment.emplace_back("LD_PRELOAD",
                                     in_front("LD_PRELOAD", runtime_folder() / file->runtime()));
    }
    return run_and_tell(std::move(start), machine_id, {});
  }

  static std::string in_front(const char* variable, const fs::path& own) {
    const char* before = std::getenv(variable);
    return before != nullptr && *before != '\0' ? own.string() + ":" + before : own.string();
  }

  // The folder of CUDA's own runtime; empty: the loader knows it.
  static fs::path devices_runtime() {
    if (const char* folder = std::getenv("LANESCOPE_DEVICE_RUNTIME"); folder != nullptr)
      return folder;
    const compile::Nvcc nvcc = compile::Nvcc::find();
    std::error_code error;
    const fs::path folder =
        fs::canonical(nvcc.program(), error).parent_path().parent_path() / "lib64";
    return fs::is_directory(folder, error) ? folder : fs::path();
  }

  Result run_and_tell(ProgramStart start, const std::string& machine_id, std::string said) {
    const ScratchFolder scratch;
    if (scratch.path().empty()) {
      return failure(ExitCode::not_on_this_machine,
                     "lanescope run needs a temporary folder, and none can be made");
    }
    std::error_code error;
    const fs::path recording =
        output.empty() ? scratch.path() / "run.lanes" : fs::absolute(output, error);
    const auto set = [&start](const char* name, std::string value) {
      start.environment.emplace_back(name, std::move(value));
    };
    if (device) {
      set("LD_PRELOAD", in_front("LD_PRELOAD", runtime_folder() / "liblanescope_capture.so"));
      if (const fs::path folder = devices_runtime(); !folder.empty())
        set("LD_LIBRARY_PATH", in_front("LD_LIBRARY_PATH", folder));
    } else {
      set("LD_LIBRARY_PATH", in_front("LD_LIBRARY_PATH", runtime_folder()));
    }
    set("LANESCOPE_COMMAND", start.name);
    set(device ? "LANESCOPE_CAPTURE" : "LANESCOPE_RECORD", recording.string());
    set("LANESCOPE_CHECK", checks);
    if (!machine_id.empty()) set("LANESCOPE_MACHINE", machine_id);
    if (leaks) set("LANESCOPE_LEAKS", "1");
    if (max_instructions) set("LANESCOPE_MAX_INSTRUCTIONS", fmt::format("{}", *max_instructions));
    if (threads > 0) set("LANESCOPE_THREADS", fmt::format("{}", threads));
    if (output.empty() && !device) {
      set("LANESCOPE_RECORD_LIMIT", "0");
    } else if (limit_mib) {
      set("LANESCOPE_RECORD_LIMIT", fmt::format("{}", *limit_mib << 20));
    }
    if (!at.empty()) set("LANESCOPE_RECORD_KEEP", fmt::format("{}", fmt::join(at, ",")));

    // What an earlier run left is not this one's.
    if (fs::is_regular_file(recording, error)) fs::remove(recording, error);
    RunOfProgram run;
    run.command = start.name;
    std::string printed;
    if (!printed_file.empty()) start.printed = &printed;
    run.end = run_in_place(start);
    if (!printed_file.empty()) {
      if (const auto kept = write_file(printed_file, printed); !kept)
        return wrong_input(kept.error());
    }
    if (!run.end.error.empty())
      return wrong_input(fmt::format("{}: could not be started: {}", start.name, run.end.error));
    if (fs::exists(recording, error)) {
      auto file = launches::File::open(recording);
      if (file) {
        run.file = std::move(*file);
        run.kept_as = output;
      } else {
        run.problem = file.error();
      }
    } else {
      run.problem = fmt::format("{}: made no call of the CUDA runtime", start.name);
    }
    if (device && run.file) compare_with_emulation(run, recording, scratch.path(), machine_id);
    Result result{run.end.code(), {}, said + run_text(run)};
    if (json) result.out = run_json(run);
    if (fail_on_findings && result.exit_code == 0 && run.file &&
        std::ranges::any_of(findings_of(*run.file), is_no_note))
      result.exit_code = static_cast<int>(ExitCode::finding);
    const bool differs = std::ranges::any_of(
        run.replays, [](const Replay& each) { return each.verdict == ReplayVerdict::differs; });
    if (differs && result.exit_code == 0) result.exit_code = static_cast<int>(ExitCode::finding);
    return result;
  }

  // Adds to the recording what the emulator counts.
  void compare_with_emulation(RunOfProgram& run, const fs::path& recording, const fs::path& scratch,
                              const std::string& machine_id) const {
    ReplayOptions options;
    options.machine = machine_id;
    options.checks = checked(parse_checks(checks), "--check");
    if (max_instructions) options.max_warp_instructions = *max_instructions;
    options.threads = threads;
    const ProgressLine line;
    const std::size_t count = run.file->launches().size();
    for (std::size_t number = 1; number <= count && Signals::received() == 0; ++number) {
      line.show(fmt::format("emulating launch {} of {}", number, count));
      run.replays.push_back(replay(*run.file, number, options, scratch));
      if (const auto& outcome = run.replays.back().outcome)
        (void)launches::Writer::add_outcome(recording, number, *outcome);
    }
    if (auto file = launches::File::open(recording)) run.file = std::move(*file);
  }

  Words files, rest, at;
  std::string flags, compiler = "auto", machine, checks = "all", output, printed_file;
  std::optional<std::uint64_t> max_instructions;
  std::optional<std::uint64_t> limit_mib;
  int threads = 0;
  bool fail_on_findings = false;
  bool leaks = false;
  bool device = false;
};

}  // namespace

std::unique_ptr<Command> make_run() { return std::make_unique<RunCommand>(); }

}  // namespace lanescope::app
