#include "app/session/run/run.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "app/session/run/compiled_text.h"
#include "app/session/run/kernel_list.h"
#include "app/session/run/parts.h"
#include "app/session/run/raced_places.h"
#include "kernels/lesson_file/folders.h"
#include "sim/exec/decode/decode.h"
#include "sim/exec/decode/kernel_names.h"
#include "sim/exec/run/launch.h"
#include "sim/exec/state/unobserved.h"
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

// Counts what kernels launch: one collector for all launches of a kernel.
class NestedCollectors final : public exec::NestedWatcher {
 public:
  NestedCollectors(const std::vector<exec::Program>& programs, const memory::MemoryRules& rules)
      : programs_(programs), rules_(rules), collectors_(programs.size()) {}

  exec::Observer* begin(std::size_t kernel, const exec::LaunchConfig& /*config*/) override {
    std::unique_ptr<report::Collector>& collector = collectors_[kernel];
    if (collector == nullptr)
      collector = std::make_unique<report::Collector>(programs_[kernel], std::nullopt, 0, rules_);
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
    lesson::Resolved& resolved = outcome_->resolved;
    if (request_.kernel_text) {
      const std::filesystem::path path = resolved.source_path;
      const std::string name = resolved.source_name;
      lesson::set_source(resolved, path, name, *request_.kernel_text);
    }
    if (request_.kernel_file.empty()) return true;
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
      warn_of_ptx();
      return true;
    }
    auto ptx = compile::to_ptx(source_of(outcome_->resolved), request_.compiler, stop_);
    if (!ptx) return fail(problem_of(ptx.error(), outcome_->resolved.source_name));
    outcome_->ptx = std::move(*ptx);
    return true;
  }

  // A file that is PTX is not compiled.
  void warn_of_ptx() {
    const lesson::Resolved& resolved = outcome_->resolved;
    const auto warn = [&](const std::string& file, int line, std::string text) {
      outcome_->ptx.warnings.push_back(
          {compile::MessageSeverity::warning, file, line, 0, std::move(text), ""});
    };
    outcome_->has_edited_text = has_edited_text(resolved);
    if (outcome_->has_edited_text) {
      warn("", 0,
           fmt::format("{} was edited after {} was compiled from it: the counts are those of the "
                       "text before",
                       resolved.source_name, resolved.ptx_path.filename().string()));
    }
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
      return fail(problem_of(std::vector{error}, resolved.source_name));
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
    std::vector<std::vector<exec::Program>*> launches{&programs_};
    for (Earlier& each : earlier_) launches.push_back(&each.programs);
    auto symbols = memory_.set_symbols(*module, launches);
    if (!symbols) return fail(problem_of(symbols.error()));
    outcome_->symbols = std::move(*symbols);
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
    if (!programs) return fail(problem_of(programs.error(), resolved.source_name));
    into = std::move(*programs);
    for (const exec::Program& program : into) {
      if (const auto error =
              too_much_static_shared(program, resolved.source_name, resolved.source_text))
        return fail(problem_of(std::vector{*error}, resolved.source_name));
    }
    return true;
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
      info.address = memory().arrays()[arrays.size()].address;
      info.shape = argument.shape;
      arrays.push_back(std::move(info));
    }
  }

  // Makes the arrays what they are when the lesson's launch begins, and sets its arguments, which
  // may point to them.
  bool fill_arrays() {
    for (bool is_done = false; !is_done;) {
      if (auto filled = memory_.fill(programs_, stop_); !filled)
        return fail(problem_of(filled.error()));
      if (stop_.stop_requested()) return true;
      if (request_.want_arrays) keep_initial_arrays();
      if (!run_earlier(is_done)) return false;
    }
    for (std::size_t i = 0; !earlier_.empty() && i < outcome_->arrays.size(); ++i) {
      ArrayContents& contents = outcome_->arrays[i];
      const std::span<const std::byte> now = memory().bytes_of(i);
      contents.initial = std::exchange(contents.before, {now.begin(), now.end()});
    }
    arguments_ = memory_.bytes_of(outcome_->resolved.args);
    describe_arrays();
    return true;
  }

  void keep_initial_arrays() {
    const std::vector<lesson::Argument>& args = outcome_->resolved.args;
    outcome_->arrays.clear();
    for (std::size_t i = 0; i < args.size(); ++i) {
      if (!args[i].is_array) continue;
      const std::span<const std::byte> bytes = memory().bytes_of(outcome_->arrays.size());
      outcome_->arrays.push_back({i, {bytes.begin(), bytes.end()}, {}, 0, 0});
    }
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
          earlier_[i].programs, earlier_[i].config, memory_.bytes_of(launch.args), memory(),
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
      if (!errors.empty()) return fail(problem_of(errors, resolved.source_name));
      if (result->status != exec::RunStatus::completed) {
        return fail_in_lesson(launch.launch_line, key_of_earlier(i, "launch"),
                              fmt::format("{} did not come to its end", launch.kernel));
      }
    }
    return is_done = true;
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
        programs_, config_, arguments_, memory(),
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
      if (request_.want_hashes) arrays[i].fnv1a64 = report::fnv1a64(memory().bytes_of(i));
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
    const exec::GlobalMemory::Array& array = memory().arrays()[index];
    ArrayContents& contents = outcome_->arrays[index];
    contents.after.assign(array.data, array.data + array.bytes);
    if (result_.touched.empty()) return;
    contents.bytes_read = result_.touched[index].read;
    contents.bytes_written = result_.touched[index].written;
  }

  [[nodiscard]] const exec::Program& program() const { return programs_.front(); }
  exec::GlobalMemory& memory() { return memory_.memory(); }

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
  LaunchMemory memory_{outcome_->resolved, lesson_path_};
  exec::LaunchConfig config_;
  std::vector<exec::ArgumentBytes> arguments_;
  std::vector<std::unique_ptr<report::Collector>> collectors_;
  std::optional<NestedCollectors> nested_;
  exec::RunResult result_;
};

}  // namespace

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
