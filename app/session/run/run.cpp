#include "app/session/run/run.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "app/session/run/bind_arguments.h"
#include "app/session/run/kernel_list.h"
#include "app/session/run/launch_limits.h"
#include "app/session/run/own_files.h"
#include "app/session/run/raced_places.h"
#include "kernels/lesson_file/places.h"
#include "sim/diagnostics/source_line.h"
#include "sim/exec/decode/decode.h"
#include "sim/exec/decode/kernel_names.h"
#include "sim/exec/run/launch.h"
#include "sim/exec/state/unobserved.h"
#include "sim/exec/state/zero_bytes.h"
#include "sim/ptx/parser.h"
#include "sim/report/build.h"
#include "sim/report/collector.h"

namespace lanescope::app {
namespace {

class Stopwatch {
 public:
  // Milliseconds since the last lap.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double ms = std::chrono::duration<double, std::milli>(now - last_).count();
    last_ = now;
    return ms;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

Problem from(const compile::Failure& failure, const std::string& source_name) {
  Problem problem;
  problem.exit_code = failure.kind == compile::Failure::Kind::unavailable ? 3 : 2;
  problem.cancelled = failure.kind == compile::Failure::Kind::cancelled;
  problem.message = failure.messages.empty() ? failure.summary : "";
  for (const compile::Message& message : failure.messages) {
    if (!problem.message.empty()) problem.message += '\n';
    problem.message += message.formatted();
  }
  for (const compile::Message& message : failure.messages) {
    if (message.severity != compile::MessageSeverity::error || message.line == 0) continue;
    problem.file = message.file;
    problem.line = message.line;
    problem.column = message.column;
    break;
  }
  for (const compile::Message& message : failure.messages) {
    if (message.severity == compile::MessageSeverity::error && message.line > 0 &&
        message.file == source_name)
      problem.errors.push_back({message.line, message.column, message.text});
  }
  return problem;
}

Problem from(const std::vector<Diagnostic>& diagnostics, const std::string& source_name) {
  Problem problem;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!problem.message.empty()) problem.message += '\n';
    problem.message += diagnostic.text();
    if (diagnostic.place.line > 0 && diagnostic.place.file == source_name)
      problem.errors.push_back(
          {diagnostic.place.line, diagnostic.place.column, diagnostic.message});
  }
  problem.file = diagnostics.front().place.file;
  problem.line = diagnostics.front().place.line;
  problem.column = diagnostics.front().place.column;
  return problem;
}

// Counts what kernels launch: one collector for all launches of a kernel.
class NestedCollectors final : public exec::NestedWatcher {
 public:
  NestedCollectors(const std::vector<exec::Program>& programs, const memory::MemoryRules& rules)
      : programs_(programs), rules_(rules), collectors_(programs.size()) {}

  exec::Observer* begin(std::size_t kernel, const exec::LaunchConfig& /*config*/) override {
    std::unique_ptr<report::Collector>& collector = collectors_[kernel];
    if (collector == nullptr) {
      collector = std::make_unique<report::Collector>(programs_[kernel], std::nullopt, 0, rules_);
    }
    return collector.get();
  }
  [[nodiscard]] const std::vector<std::unique_ptr<report::Collector>>& collectors() const {
    return collectors_;
  }

 private:
  const std::vector<exec::Program>& programs_;
  memory::MemoryRules rules_;
  std::vector<std::unique_ptr<report::Collector>> collectors_;  // indexed like the programs
};

// Launch: lesson::Resolved or lesson::EarlierLaunch.
template <class Launch>
exec::LaunchConfig config_of(const Launch& launch) {
  exec::LaunchConfig config;
  for (std::size_t i = 0; i < 3; ++i) {
    config.grid[i] = static_cast<std::uint32_t>(launch.grid[i]);
    config.block[i] = static_cast<std::uint32_t>(launch.block[i]);
  }
  config.dynamic_shared_bytes = launch.dynamic_shared_bytes;
  config.is_cooperative = launch.is_cooperative;
  return config;
}

std::string key_of_earlier(std::size_t index, std::string_view key) {
  return fmt::format("before[{}].{}", index, key);
}

// One run, stage by stage. Each stage returns false with `problem_` set on failure.
class Pipeline {
 public:
  Pipeline(const RunRequest& request, LaunchWatcher* watcher, Progress* progress,
           std::stop_token stop)
      : request_(request),
        watcher_(watcher),
        progress_(progress != nullptr ? *progress : own_progress_),
        stop_(std::move(stop)),
        outcome_(std::make_shared<Outcome>()) {
    outcome_->request = request;
  }

  [[nodiscard]] std::vector<Raced> take_raced() { return std::move(result_.raced); }

  tl::expected<OutcomePtr, Problem> run() {
    using Work = bool (Pipeline::*)();
    struct Timed {
      Stage stage;
      Work work;
      double StageTimes::*time;
    };
    constexpr Timed stages[] = {
        {Stage::loading, &Pipeline::load, &StageTimes::load},
        {Stage::compiling, &Pipeline::compile, &StageTimes::compile},
        {Stage::parsing, &Pipeline::parse, &StageTimes::parse},
        {Stage::preparing, &Pipeline::prepare, &StageTimes::prepare},
        {Stage::emulating, &Pipeline::emulate, &StageTimes::emulate},
        {Stage::reporting, &Pipeline::report, &StageTimes::report},
    };
    Stopwatch watch;
    for (const Timed& timed : stages) {
      progress_.stage = timed.stage;
      const bool good = (this->*timed.work)();
      outcome_->times.*timed.time = watch.lap();
      if (stop_.stop_requested()) return tl::unexpected(cancelled());
      if (!good) {
        problem_.source_name = outcome_->resolved.source_name;
        problem_.source_text = outcome_->resolved.source_text;
        return tl::unexpected(std::move(problem_));
      }
    }
    progress_.stage = Stage::done;
    return OutcomePtr(std::move(outcome_));
  }

 private:
  bool fail(Problem problem) {
    problem_ = std::move(problem);
    return false;
  }
  // An error in the lesson file that shows only after the kernel is compiled.
  bool fail_in_lesson(int line, std::string key, std::string message) {
    lesson::Error error;
    error.file = lesson_path_;
    error.line = line;
    error.key = std::move(key);
    error.message = std::move(message);
    return fail(problem_of(error));
  }

  bool load() {
    auto lesson = lesson::find(request_.lesson);
    if (!lesson) return fail(problem_of(lesson.error()));
    lesson_path_ = lesson->path().string();
    outcome_->lesson_title = lesson->title();
    auto resolved = lesson->resolve(request_.variant, request_.overrides);
    if (!resolved) return fail(problem_of(resolved.error()));
    outcome_->resolved = std::move(*resolved);
    const auto add = [](auto& to, const auto& more) {
      to.insert(to.end(), more.begin(), more.end());
    };
    add(outcome_->resolved.include, request_.include);
    add(outcome_->resolved.flags, request_.flags);
    if (!load_other_kernel()) return false;
    outcome_->launch_line = line_of_launch(outcome_->resolved);
    return load_machine();
  }

  bool load_other_kernel() {
    if (request_.kernel_file.empty()) return true;
    lesson::Resolved& resolved = outcome_->resolved;
    auto text = lesson::read_text_file(request_.kernel_file);
    if (!text)
      return fail(problem_of(lesson::Error{request_.kernel_file.string(), 0, "", text.error()}));
    lesson::set_source(resolved, request_.kernel_file, request_.kernel_file.filename().string(),
                       std::move(*text));
    return true;
  }

  bool load_machine() {
    if (request_.machine.empty()) return true;
    auto profile = machine::find(request_.machine);
    if (!profile) return fail(problem_of(profile.error()));
    outcome_->machine = std::move(*profile);
    return true;
  }

  bool compile() {
    if (!outcome_->resolved.ptx_text.empty()) {
      outcome_->ptx.text = outcome_->resolved.ptx_text;
      warn_of_unused_flags();
      return true;
    }
    auto ptx = compile::to_ptx(source_of(outcome_->resolved), request_.compiler, stop_);
    if (!ptx) return fail(from(ptx.error(), outcome_->resolved.source_name));
    outcome_->ptx = std::move(*ptx);
    return true;
  }

  // A file that is PTX is not compiled.
  void warn_of_unused_flags() {
    const lesson::Resolved& resolved = outcome_->resolved;
    const auto warn = [&](const std::string& file, int line, std::string text) {
      outcome_->ptx.warnings.push_back(
          {compile::MessageSeverity::warning, file, line, 0, std::move(text), ""});
    };
    if (resolved.flags_line > 0) {
      warn(lesson_path_, resolved.flags_line,
           fmt::format("'flags' has no effect: {} is PTX, which is not compiled",
                       resolved.source_name));
    }
    if (resolved.include_line > 0) {
      warn(lesson_path_, resolved.include_line,
           fmt::format("'include' has no effect: {} is PTX, which is not compiled",
                       resolved.source_name));
    }
    if (!request_.flags.empty() || !request_.include.empty()) {
      warn("", 0,
           fmt::format("the flags of the command have no effect: {} is PTX, which is not compiled",
                       resolved.source_name));
    }
  }

  bool parse() {
    const lesson::Resolved& resolved = outcome_->resolved;
    const bool ptx_is_source = resolved.source_text == resolved.ptx_text;
    auto module = ptx::parse(outcome_->ptx.text);
    if (!module) {
      Diagnostic& error = module.error();
      if (ptx_is_source) error.place = {resolved.source_name, error.ptx_line, 0};
      return fail(from(std::vector{error}, resolved.source_name));
    }
    if (!resolved.ptx_text.empty()) {
      outcome_->ptx.compiler = "ptx";
      outcome_->ptx.compiler_version = module->version;
    }
    if (ptx_is_source) module->place_by_ptx_lines(resolved.source_name);
    if (resolved.ptx_text.empty()) {
      outcome_->included = own_files(source_of(resolved), resolved.source_path, *module);
      for (const IncludedFile& each : outcome_->included) module->own_files.push_back(each.name);
    }
    const std::string& symbol = outcome_->ptx.kernel;
    if (!decode(*module, symbol.empty() ? resolved.kernel : symbol, resolved, "", programs_))
      return false;
    for (std::size_t i = 0; i < resolved.before.size(); ++i) {
      const lesson::EarlierLaunch& launch = resolved.before[i];
      std::vector<exec::Program>& programs = earlier_.emplace_back().programs;
      if (!decode(*module, launch.kernel, launch, key_of_earlier(i, ""), programs)) return false;
      outcome_->earlier_symbols.emplace_back(programs.front().name);
    }
    if (!set_symbols(*module)) return false;
    if (watcher_ != nullptr) module_ = std::move(*module);
    outcome_->kernel_symbol = program().name;
    return true;
  }

  // The program of a kernel, and of those that it may launch. Launch: lesson::Resolved or
  // lesson::EarlierLaunch, of which the keys in the lesson file begin with `prefix`.
  template <class Launch>
  bool decode(const ptx::Module& module, const std::string& kernel_name, const Launch& launch,
              const std::string& prefix, std::vector<exec::Program>& into) {
    const lesson::Resolved& resolved = outcome_->resolved;
    const ptx::Function* kernel = exec::find_kernel(module, kernel_name);
    if (kernel == nullptr) {
      return fail_in_lesson(
          launch.kernel_line, prefix + "kernel",
          no_such_kernel(resolved.source_name, launch.kernel, module, resolved.source_text));
    }
    if (auto error = check_arguments(launch.args, *kernel))
      return fail_in_lesson(error->line, prefix + error->key, error->message);
    auto programs = exec::decode_with_launched(module, *kernel);
    if (!programs) return fail(from(programs.error(), resolved.source_name));
    into = std::move(*programs);
    for (const exec::Program& program : into) {
      if (const auto error =
              too_much_static_shared(program, resolved.source_name, resolved.source_text))
        return fail(from(std::vector{*error}, resolved.source_name));
    }
    return true;
  }

  // Makes the lesson's values the variables' initial ones, in every kernel that runs.
  bool set_symbols(const ptx::Module& module) {
    for (const lesson::Argument& symbol : outcome_->resolved.symbols) {
      std::vector<std::byte> bytes = symbol.value;
      if (symbol.is_array) {
        bytes.resize(symbol.count * lesson::bytes_of(symbol.type));
        const auto filled =
            lesson::fill(symbol, std::filesystem::path(lesson_path_).parent_path(), bytes.data());
        if (!filled) return fail(problem_of(filled.error()));
      }
      set_handles(symbol.textures, bytes);
      std::string ptx_name;
      if (!set_variables(programs_, symbol, bytes, ptx_name)) return false;
      for (Earlier& each : earlier_) {
        if (!set_variables(each.programs, symbol, bytes, ptx_name)) return false;
      }
      if (ptx_name.empty() && !check_unused(symbol, module)) return false;
      if (!ptx_name.empty())
        outcome_->symbols.push_back({ptx_name, std::move(bytes), symbol.textures});
    }
    return true;
  }

  static void set_handles(const std::vector<lesson::TextureHandle>& places,
                          std::vector<std::byte>& bytes) {
    for (const lesson::TextureHandle& place : places) {
      const std::uint64_t handle =
          exec::GlobalMemory::texture_handle(place.texture, place.is_surface);
      std::memcpy(bytes.data() + place.at, &handle, sizeof handle);
    }
  }

  bool set_variables(std::vector<exec::Program>& programs, const lesson::Argument& symbol,
                     const std::vector<std::byte>& bytes, std::string& ptx_name) {
    for (exec::Program& program : programs) {
      for (exec::ProgramVariable& variable : program.variables) {
        if (!is_set_by_host(variable.space) || variable.name != symbol.name) continue;
        if (!set_variable(variable, symbol, bytes)) return false;
        ptx_name = variable.ptx_name;
      }
    }
    return true;
  }

  bool set_variable(exec::ProgramVariable& variable, const lesson::Argument& symbol,
                    const std::vector<std::byte>& bytes) {
    if (bytes.size() > variable.bytes) {
      return fail_in_lesson(symbol.line, "symbols",
                            fmt::format("'{}' is set to {} bytes; the variable has {}", symbol.name,
                                        bytes.size(), variable.bytes));
    }
    // An array may be set in part. A structure of another size has another layout.
    if (!symbol.structure.empty() && bytes.size() != variable.bytes) {
      return fail_in_lesson(symbol.line, "symbols",
                            fmt::format("'{}' has {} bytes here, and the variable {}", symbol.name,
                                        bytes.size(), variable.bytes));
    }
    variable.initial.resize(std::max(variable.initial.size(), bytes.size()));
    std::memcpy(variable.initial.data(), bytes.data(), bytes.size());
    std::erase_if(variable.addresses,
                  [&](const ptx::AddressInitialiser& each) { return each.offset < bytes.size(); });
    return true;
  }

  static bool is_set_by_host(ptx::StateSpace space) {
    return space == ptx::StateSpace::global || space == ptx::StateSpace::constant;
  }

  // A variable that this kernel does not use need not be set, but a name that is nowhere is a
  // mistake. Compilers drop variables that no kernel of the file uses, so the text counts, too.
  bool check_unused(const lesson::Argument& symbol, const ptx::Module& module) {
    const std::string last = symbol.name.substr(symbol.name.rfind(':') + 1);
    if (outcome_->resolved.source_text.find(last) != std::string::npos) return true;
    std::string names;
    for (const ptx::Variable& variable : module.variables) {
      const std::string name = exec::demangled(variable.name);
      if (is_set_by_host(variable.space) && !name.starts_with("__") && !name.starts_with("$"))
        names += (names.empty() ? "" : ", ") + name;
      if (name == symbol.name) return true;
    }
    return fail_in_lesson(
        symbol.line, "symbols",
        fmt::format("{} has no __device__ or __constant__ variable '{}'; it has: {}",
                    outcome_->resolved.source_name, symbol.name, names.empty() ? "none" : names));
  }

  bool prepare() {
    const lesson::Resolved& resolved = outcome_->resolved;
    config_ = config_of(resolved);
    for (std::size_t i = 0; i < 3; ++i)
      outcome_->focus_block[i] = std::min(request_.focus_block[i], config_.grid[i] - 1);
    if (!fits_together(program(), config_, resolved.launch_line, "launch")) return false;
    for (std::size_t i = 0; i < earlier_.size(); ++i) {
      const lesson::EarlierLaunch& launch = resolved.before[i];
      earlier_[i].config = config_of(launch);
      if (!fits_together(earlier_[i].programs.front(), earlier_[i].config, launch.launch_line,
                         key_of_earlier(i, "launch")))
        return false;
    }
    return fill_arrays();
  }

  // Whether all blocks of a cooperative launch fit on the machine at once.
  bool fits_together(const exec::Program& program, const exec::LaunchConfig& config, int line,
                     std::string key) {
    if (!config.is_cooperative) return true;
    const auto why = too_many_for_cooperation(program, config, outcome_->machine.get());
    return !why || fail_in_lesson(line, std::move(key), *why);
  }

  // Array addresses, which a watcher needs before the launch.
  void describe_arrays() {
    std::vector<report::ArrayInfo>& arrays = outcome_->report.arrays;
    arrays.clear();
    for (const lesson::Argument& argument : outcome_->resolved.args) {
      if (!argument.is_array) continue;
      report::ArrayInfo info;
      info.name = argument.name;
      info.type = lesson::name_of(argument.type);
      info.count = argument.count;
      info.element_bytes = lesson::bytes_of(argument.type);
      info.address = memory_.arrays()[arrays.size()].address;
      info.shape = argument.shape;
      arrays.push_back(std::move(info));
    }
  }

  // Makes the arrays what they are when the lesson's launch begins, and sets its arguments, which
  // may point to them.
  bool fill_arrays() {
    for (bool is_done = false; !is_done;) {
      if (!fill_with_initial_values()) return false;
      if (stop_.stop_requested()) return true;
      if (!run_earlier(is_done)) return false;
    }
    for (std::size_t i = 0; !earlier_.empty() && i < outcome_->arrays.size(); ++i) {
      ArrayContents& contents = outcome_->arrays[i];
      const std::span<const std::byte> now = memory_.bytes_of(i);
      contents.initial = std::exchange(contents.before, {now.begin(), now.end()});
    }
    arguments_ = bytes_of_arguments(outcome_->resolved.args);
    describe_arrays();
    return true;
  }

  bool fill_with_initial_values() {
    const lesson::Resolved& resolved = outcome_->resolved;
    memory_ = exec::GlobalMemory();
    given_.clear();
    outcome_->arrays.clear();
    for (std::size_t i = 0; i < resolved.args.size(); ++i) {
      const lesson::Argument& argument = resolved.args[i];
      if (!argument.is_array) continue;
      const std::uint64_t bytes = argument.count * lesson::bytes_of(argument.type);
      if (!add_array(argument, bytes)) {
        return fail_in_lesson(argument.line, "args",
                              fmt::format("no memory for '{}' ({} bytes)", argument.name, bytes));
      }
      if (!check_addresses(argument)) return false;
      const exec::GlobalMemory::Array& array = memory_.arrays().back();
      if (argument.init != "zero") {
        auto filled =
            lesson::fill(argument, std::filesystem::path(lesson_path_).parent_path(), array.data);
        if (!filled) return fail(problem_of(filled.error()));
      }
      if (!argument.written.empty() && !begin_unwritten(argument)) return false;
      if (request_.want_arrays)
        outcome_->arrays.push_back({i, {array.data, array.data + array.bytes}, {}, 0, 0});
      if (stop_.stop_requested()) return true;
    }
    if (!place_symbols()) return false;
    for (const lesson::TextureView& view : resolved.textures)
      memory_.add_texture({view.how, view.array, 0});
    return true;
  }

  // The newest array, of which not all bytes are written.
  bool begin_unwritten(const lesson::Argument& argument) {
    auto bits = lesson::written_bits(argument, std::filesystem::path(lesson_path_).parent_path());
    if (!bits) return fail(problem_of(bits.error()));
    exec::WrittenBytes* written = memory_.begin_unwritten(memory_.arrays().size() - 1);
    if (written != nullptr) written->set_bits(*bits);
    return true;
  }

  // False: there is no memory.
  bool add_array(const lesson::Argument& argument, std::uint64_t bytes) {
    if (!argument.address) return memory_.add(argument.name, bytes);
    return add_at(argument.name, *argument.address, bytes) != nullptr;
  }

  // Zero bytes at a given address; nullptr: there is no memory.
  std::byte* add_at(const std::string& name, std::uint64_t address, std::uint64_t bytes) {
    std::unique_ptr<std::byte, FreeBytes> data(exec::zero_bytes((bytes / 64 + 1) * 64));
    if (data == nullptr) return nullptr;
    memory_.add_at(name, address, bytes, data.get());
    given_.push_back(std::move(data));
    return given_.back().get();
  }

  // The newest array overlaps no other, and no addresses that mean another space.
  bool check_addresses(const lesson::Argument& argument) {
    const exec::GlobalMemory::Array& added = memory_.arrays().back();
    const std::uint64_t end = added.address + added.bytes;
    const auto refuse = [&](const std::string& with) {
      return fail_in_lesson(
          argument.line, argument.is_simulators_own ? "simulated_address" : "address",
          fmt::format("'{}' at 0x{:x} overlaps {}", argument.name, added.address, with));
    };
    const std::uint64_t windows_end = exec::launch_window + exec::window_bytes;
    if (end < added.address || (end > exec::shared_window && added.address < windows_end))
      return refuse("the addresses of shared, local and constant memory");
    for (std::size_t i = 0; i + 1 < memory_.arrays().size(); ++i) {
      const exec::GlobalMemory::Array& other = memory_.arrays()[i];
      if (added.address < other.address + other.bytes && other.address < end)
        return refuse(fmt::format("'{}'", other.name));
    }
    return true;
  }

  // The variables whose addresses the lesson gives.
  bool place_symbols() {
    for (const lesson::Argument& symbol : outcome_->resolved.symbols) {
      if (!symbol.address) continue;
      const exec::ProgramVariable* variable = nullptr;
      for (const exec::Program& program : programs_) {
        for (const exec::ProgramVariable& each : program.variables) {
          if (each.space == ptx::StateSpace::global && each.name == symbol.name) variable = &each;
        }
      }
      if (variable == nullptr) continue;
      std::byte* data = add_at(symbol.name, *symbol.address, variable->bytes);
      if (data == nullptr) {
        return fail_in_lesson(
            symbol.line, "symbols",
            fmt::format("no memory for '{}' ({} bytes)", symbol.name, variable->bytes));
      }
      if (!check_addresses(symbol)) return false;
      const std::size_t given = std::min<std::size_t>(variable->initial.size(), variable->bytes);
      if (given > 0) std::memcpy(data, variable->initial.data(), given);
      memory_.place_variable(variable->ptx_name.data(), *symbol.address);
    }
    return true;
  }

  // Runs the launches of [[before]]. `is_done` stays false where the blocks of one turn out to
  // depend on each other: it has to run in order, with the arrays filled again.
  bool run_earlier(bool& is_done) {
    const lesson::Resolved& resolved = outcome_->resolved;
    earlier_findings_.clear();
    for (std::size_t i = 0; i < earlier_.size(); ++i) {
      const lesson::EarlierLaunch& launch = resolved.before[i];
      exec::RunOptions options = usual_options();
      options.in_order = earlier_[i].in_order;
      std::deque<exec::Unobserved> nobodies;  // one for each worker
      auto result = exec::run_nested(
          earlier_[i].programs, earlier_[i].config, bytes_of_arguments(launch.args), memory_,
          [&]() -> exec::Observer* { return &nobodies.emplace_back(); }, nullptr, options, stop_);
      if (!result) {
        return fail_in_lesson(launch.launch_line, key_of_earlier(i, "launch"),
                              result.error().message);
      }
      if (stop_.stop_requested()) return is_done = true;
      if (result->status == exec::RunStatus::blocks_depend) {
        earlier_[i].in_order = true;
        return true;
      }
      std::vector<Diagnostic> errors;
      for (Diagnostic& finding : result->diagnostics) {
        if (finding.severity == Severity::note) continue;
        finding.message =
            fmt::format("{}; in {}, which runs before", finding.message, launch.kernel);
        const bool is_race = finding.kind == DiagnosticKind::shared_race ||
                             finding.kind == DiagnosticKind::global_race;
        const bool ends_run = finding.severity == Severity::error && !is_race;
        (ends_run ? errors : earlier_findings_).push_back(std::move(finding));
      }
      // What follows would work on what a wrong kernel left. Of a race it works on one of the
      // results that a GPU may leave.
      if (!errors.empty()) return fail(from(errors, resolved.source_name));
      if (result->status != exec::RunStatus::completed) {
        return fail_in_lesson(launch.launch_line, key_of_earlier(i, "launch"),
                              fmt::format("{} did not come to its end", launch.kernel));
      }
    }
    return is_done = true;
  }

  [[nodiscard]] std::vector<exec::ArgumentBytes> bytes_of_arguments(
      const std::vector<lesson::Argument>& arguments) const {
    std::vector<exec::ArgumentBytes> all;
    std::size_t next = 0;  // of the arrays
    for (const lesson::Argument& argument : arguments) {
      exec::ArgumentBytes bytes = argument.value;
      std::vector<lesson::ArrayAddress> addresses = argument.addresses;
      if (argument.is_array) {
        bytes.resize(sizeof(std::uint64_t));
        addresses = {{0, next++, 0}};
      }
      for (const lesson::ArrayAddress& place : addresses) {
        const std::uint64_t address = memory_.arrays()[place.array].address + place.offset;
        std::memcpy(bytes.data() + place.at, &address, sizeof address);
      }
      set_handles(argument.textures, bytes);
      if (argument.is_parameter) all.push_back(std::move(bytes));
    }
    return all;
  }

  // Of each launch.
  exec::RunOptions usual_options() {
    exec::RunOptions options;
    options.max_warp_instructions = request_.max_warp_instructions;
    options.threads = request_.threads;
    options.checks = request_.checks;
    options.keeps_variables = !earlier_.empty();
    return options;
  }

  bool emulate() {
    exec::RunOptions options = usual_options();
    options.want_touched = request_.want_arrays;
    options.blocks = request_.blocks;
    options.blocks_done = &progress_.blocks_done;
    const std::uint64_t total = std::uint64_t{config_.grid[0]} * config_.grid[1] * config_.grid[2];
    progress_.blocks_total = std::min(request_.blocks.value_or(total), total);
    if (!emulate_once(options)) return false;
    if (result_.status != exec::RunStatus::blocks_depend) {
      if (result_.in_order) note_order(program().order_reason, program().order_place);
      return true;
    }
    const std::string array = std::move(result_.shared_array);
    options.in_order = true;
    if (!fill_arrays() || !emulate_once(options)) return false;
    if (array.empty()) return true;  // the launch ended early, as in the first pass
    note_order(
        fmt::format("blocks read or write words of {} that other blocks write: on a GPU the result "
                    "depends on timing",
                    array),
        {});
    return true;
  }

  bool emulate_once(const exec::RunOptions& options) {
    const std::uint64_t traced = exec::number_of(outcome_->focus_block, config_.grid);
    const std::uint32_t threads = config_.block[0] * config_.block[1] * config_.block[2];
    const memory::MemoryRules rules = rules_of(*outcome_);
    progress_.blocks_done = 0;
    collectors_.clear();
    if (watcher_ != nullptr) watcher_->begin(module_, program(), config_, *outcome_);
    nested_.emplace(programs_, rules);
    auto result = exec::run_nested(
        programs_, config_, arguments_, memory_,
        [&]() -> exec::Observer* {
          if (watcher_ != nullptr) return watcher_->observer();
          collectors_.push_back(std::make_unique<report::Collector>(
              program(), request_.want_traces ? std::optional(traced) : std::nullopt,
              (threads + 31) / 32, rules));
          return collectors_.back().get();
        },
        watcher_ == nullptr ? &*nested_ : nullptr, options, stop_);
    if (!result)
      return fail_in_lesson(outcome_->resolved.launch_line, "launch", result.error().message);
    result_ = std::move(*result);
    if (result_.stopped_at.file == outcome_->resolved.source_name)
      progress_.stopped_line = result_.stopped_at.line;
    return true;
  }

  void note_order(std::string why, SourcePlace place) {
    Diagnostic note;
    note.severity = Severity::note;
    note.kind = DiagnosticKind::blocks_in_order;
    note.message = "blocks ran one after the other, in order: " + std::move(why);
    note.place = std::move(place);
    if (note.place.file.empty()) note.place.file = outcome_->resolved.source_name;
    // After the errors and warnings.
    result_.diagnostics.insert(
        std::ranges::find(result_.diagnostics, Severity::note, &Diagnostic::severity),
        std::move(note));
    ++result_.diagnostics_total;
  }

  bool report() {
    const lesson::Resolved& resolved = outcome_->resolved;
    const auto traced = request_.want_traces ? std::optional(outcome_->focus_block) : std::nullopt;
    std::vector<report::ArrayInfo> arrays = std::move(outcome_->report.arrays);
    std::vector<std::string> own_files;
    for (const IncludedFile& each : outcome_->included) own_files.push_back(each.name);
    outcome_->report = report::build({program(), config_, result_, collectors_, resolved.kernel,
                                      resolved.source_name, traced, std::move(own_files)});
    const std::vector<report::IncludedLines>& with_code = outcome_->report.included;
    std::erase_if(outcome_->included, [&](const IncludedFile& each) {
      return std::ranges::find(with_code, each.name, &report::IncludedLines::file) ==
             with_code.end();
    });
    outcome_->report.launched =
        report::launched_kernels(programs_, result_.nested, nested_->collectors());
    report::add_launch_tree(programs_, result_.nested, outcome_->report);
    outcome_->report.machine = request_.machine;
    if (outcome_->machine != nullptr)
      remark_on_machine(*outcome_->machine, resolved.source_name, outcome_->report);
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      if (request_.want_arrays) keep_array(i);
      if (request_.want_hashes) arrays[i].fnv1a64 = report::fnv1a64(memory_.bytes_of(i));
    }
    outcome_->report.arrays = std::move(arrays);
    remark_on_left_out();
    std::vector<Diagnostic>& remarks = outcome_->report.remarks;
    remarks.insert(remarks.end(), earlier_findings_.begin(), earlier_findings_.end());
    return true;
  }

  // Missing headers change what is compiled. Other host code does not, and has one note.
  void remark_on_left_out() {
    constexpr std::size_t max_named = 12;
    std::vector<Diagnostic>& remarks = outcome_->report.remarks;
    Diagnostic note;
    note.severity = Severity::note;
    note.kind = DiagnosticKind::host_code_left_out;
    std::string names;
    std::size_t count = 0;
    for (const compile::LeftOut& each : outcome_->ptx.left_out) {
      const std::string name = each.what.substr(each.what.find(' ') + 1);
      if (each.is_missing) {
        Diagnostic warning;
        warning.severity = Severity::warning;
        warning.kind = DiagnosticKind::header_missing;
        warning.message = fmt::format(
            "the header {} was not found and was left out: what it defines is missing here", name);
        warning.place = {each.file, each.line, 0};
        remarks.push_back(std::move(warning));
      } else if (++count <= max_named) {
        if (count == 1) note.place = {each.file, each.line, 0};
        names += fmt::format("{}{} ({}:{})", count == 1 ? "" : ", ", name,
                             std::filesystem::path(each.file).filename().string(), each.line);
      }
    }
    if (count == 0) return;
    if (count > max_named) names += fmt::format(" ... (+{})", count - max_named);
    note.message = fmt::format("host code was left out: {}", names);
    remarks.push_back(std::move(note));
  }

  void keep_array(std::size_t index) {
    const exec::GlobalMemory::Array& array = memory_.arrays()[index];
    ArrayContents& contents = outcome_->arrays[index];
    contents.after.assign(array.data, array.data + array.bytes);
    if (result_.touched.empty()) return;
    contents.bytes_read = result_.touched[index].read;
    contents.bytes_written = result_.touched[index].written;
  }

  [[nodiscard]] const exec::Program& program() const { return programs_.front(); }

  const RunRequest& request_;
  LaunchWatcher* watcher_;  // null: make a report
  ptx::Module module_;      // kept for the watcher only
  Progress own_progress_;
  Progress& progress_;
  std::stop_token stop_;
  std::shared_ptr<Outcome> outcome_;
  Problem problem_;
  std::string lesson_path_;
  // A launch of [[before]].
  struct Earlier {
    std::vector<exec::Program> programs;  // its kernel, then those that it may launch
    exec::LaunchConfig config;
    bool in_order = false;  // its blocks depend on each other
  };
  std::vector<exec::Program> programs_;  // the lesson's kernel, then those that it may launch
  std::vector<Earlier> earlier_;         // as in Resolved::before
  std::vector<Diagnostic> earlier_findings_;
  struct FreeBytes {
    void operator()(std::byte* data) const { std::free(data); }
  };
  std::vector<std::unique_ptr<std::byte, FreeBytes>> given_;  // of arrays at given addresses
  exec::GlobalMemory memory_;
  exec::LaunchConfig config_;
  std::vector<exec::ArgumentBytes> arguments_;
  std::vector<std::unique_ptr<report::Collector>> collectors_;
  std::optional<NestedCollectors> nested_;
  exec::RunResult result_;
};

}  // namespace

compile::Source source_of(const lesson::Resolved& resolved) {
  compile::Source source;
  source.name = resolved.source_name;
  source.text = resolved.source_text;
  if (!resolved.source_path.empty())
    source.folder = std::filesystem::absolute(resolved.source_path).parent_path();
  source.include = resolved.include;
  source.flags = resolved.flags;
  source.kernel = resolved.kernel;
  for (const auto& [name, value] : resolved.params)
    source.defines.emplace_back(name, std::to_string(value));
  return source;
}

const std::string* text_of_file(const Outcome& outcome, std::string_view file) {
  if (file.empty() || file == outcome.resolved.source_name) return &outcome.resolved.source_text;
  const auto found = std::ranges::find(outcome.included, file, &IncludedFile::name);
  return found != outcome.included.end() ? &found->text : nullptr;
}

std::string_view line_at(const Outcome& outcome, const SourcePlace& place) {
  const std::string* text = text_of_file(outcome, place.file);
  return text != nullptr ? source_line(*text, place.line) : std::string_view();
}

int line_of_launch(const lesson::Resolved& resolved) {
  return compile::line_of_device_launch(source_of(resolved));
}

std::optional<lesson::Resolved> variant_that_launches(const lesson::Lesson& lesson) {
  for (const lesson::VariantInfo& variant : lesson.variants()) {
    auto resolved = lesson.resolve(variant.name, {});
    if (resolved && launches_kernels(*resolved)) return std::move(*resolved);
  }
  return std::nullopt;
}

std::string why_no_launches(const lesson::Resolved& resolved, compile::Compiler compiler) {
  if (!launches_kernels(resolved)) return {};
  const std::string why = "it launches kernels, and only NVRTC and nvcc compile that";
  if (compiler == compile::Compiler::clang) return why;
  std::string why_not;
  for (const compile::Availability& each : compile::available()) {  // nvcc does, too
    const bool is_asked = compiler == compile::Compiler::automatic || compiler == each.compiler;
    if (each.compiler == compile::Compiler::clang || !is_asked) continue;
    if (each.usable) return {};
    if (why_not.empty()) why_not = each.why_not;
  }
  return fmt::format("{}: {}", why, why_not);
}

Problem problem_of(const lesson::Error& error) {
  Problem problem = wrong_request(error.formatted());
  problem.file = error.file;
  problem.line = error.line;
  problem.key = error.key;
  return problem;
}

std::string reason_of(const Problem& problem) {
  const std::string place = lesson::Error{problem.file, problem.line, problem.key, {}}.formatted();
  const bool has_place = problem.file.ends_with(".toml") && problem.message.starts_with(place);
  return has_place ? problem.message.substr(place.size()) : problem.message;
}

Problem wrong_request(std::string message) {
  Problem problem;
  problem.message = std::move(message);
  return problem;
}

Problem cancelled() {
  Problem problem = wrong_request("cancelled");
  problem.cancelled = true;
  return problem;
}

tl::expected<OutcomePtr, Problem> run(const RunRequest& request, Progress* progress,
                                      std::stop_token stop) {
  return Pipeline(request, nullptr, progress, std::move(stop)).run();
}

tl::expected<OutcomePtr, Problem> run_watched(const RunRequest& request, LaunchWatcher& watcher,
                                              Progress* progress, std::stop_token stop) {
  return Pipeline(request, &watcher, progress, std::move(stop)).run();
}

tl::expected<OutcomePtr, Problem> run_watched(const RunRequest& request, LaunchWatcher& watcher,
                                              std::vector<Raced>& raced, Progress* progress,
                                              std::stop_token stop) {
  Pipeline pipeline(request, &watcher, progress, std::move(stop));
  auto outcome = pipeline.run();
  raced = pipeline.take_raced();
  return outcome;
}

}  // namespace lanescope::app
