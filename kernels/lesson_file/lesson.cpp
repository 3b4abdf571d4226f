#include "kernels/lesson_file/lesson.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>
#include <tl/expected.hpp>

#include "kernels/compile/flags.h"
#include "kernels/lesson_file/folders.h"
#include "kernels/lesson_file/guide.h"
#include "kernels/lesson_file/names.h"
#include "kernels/lesson_file/parameter_range.h"
#include "kernels/lesson_file/parts.h"
#include "kernels/lesson_file/ptx_source.h"
#include "kernels/lesson_file/read_lesson.h"
#include "kernels/lesson_file/spec.h"

namespace lanescope::lesson {

namespace fs = std::filesystem;

namespace {

// ---- a variant with chosen parameter values becomes a launch in numbers ----

constexpr std::int64_t max_block_threads = 1024;
constexpr std::int64_t max_block_extents[3] = {1024, 1024, 64};
constexpr std::int64_t max_grid_extents[3] = {2147483647, 65535, 65535};
constexpr std::int64_t max_block_shared_bytes = 232448;  // 227 KiB per block
constexpr std::int64_t max_thread_registers = 255;       // per thread

// Resolves step by step, to the first error.
class Resolver {
 public:
  Resolver(const std::string& file, const std::filesystem::path& folder,
           const std::filesystem::path& base, const VariantSpec& variant)
      : file_(file), folder_(folder), base_(base), variant_(variant) {}

  tl::expected<Resolved, Error> run(const Values& overrides, std::uint64_t max_array_bytes) {
    result_.variant = variant_.name;
    result_.kernel = variant_.kernel->text;
    result_.kernel_line = variant_.kernel->place.line;
    result_.launch_line = line_of(variant_.launch);
    choose_values(overrides);
    if (!failed()) resolve_launch(variant_.launch, result_);
    result_.guessed = variant_.launch.guessed;
    if (!failed() && variant_.launch.registers) resolve_registers(*variant_.launch.registers);
    for (const EarlierLaunchSpec& spec : variant_.before) {
      if (failed()) break;
      EarlierLaunch& launch = result_.before.emplace_back();
      launch.kernel = spec.kernel.text;
      launch.kernel_line = spec.kernel.place.line;
      launch.launch_line = line_of(spec.launch);
      resolve_launch(spec.launch, launch);
    }
    if (!failed()) resolve_arguments(variant_, folder_, max_array_bytes, evaluation_, result_);
    if (!failed() && variant_.bound) resolve_bound(*variant_.bound);
    if (!failed() && variant_.moving) resolve_moving(*variant_.moving);
    if (!failed()) resolve_compiling();
    if (!failed()) read_source();
    if (failed()) return tl::unexpected(std::move(*evaluation_.error));
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool failed() const { return evaluation_.error.has_value(); }
  void fail(const Place& place, std::string message) {
    evaluation_.fail(place, std::move(message));
  }
  std::int64_t number(const Amount& amount) { return evaluation_.number(amount); }

  void choose_values(const Values& overrides) {
    for (const ParameterSpec& spec : variant_.params)
      result_.params[spec.parameter.name] = spec.parameter.default_value;
    for (const auto& [name, value] : overrides) {
      const ParameterSpec* spec = find_parameter(variant_.params, name);
      if (spec == nullptr) {
        const std::vector<std::string> names = names_of(variant_.params);
        const std::string whose =
            variant_.name.empty() ? "" : fmt::format(" in variant '{}'", variant_.name);
        fail({0, name}, fmt::format("no such parameter{}{}; there are {}", whose,
                                    did_you_mean(name, names), list_of(names)));
        return;
      }
      if (std::string problem = range_problem(spec->parameter, value); !problem.empty())
        fail(spec->place, std::move(problem));
      result_.params[name] = value;
    }
  }

  // Grid or block: missing entries are 1.
  void resolve_extent(const std::vector<Amount>& from, const std::int64_t (&largest)[3],
                      std::string_view of, std::array<std::int64_t, 3>& to) {
    for (std::size_t i = 0; i < from.size() && i < to.size(); ++i) {
      to[i] = number(from[i]);
      if (to[i] < 1) {
        fail(from[i].place, fmt::format("the {}'s {} is {}; a {} has at least 1 in each direction",
                                        of, "xyz"[i], to[i], of));
      } else if (to[i] > largest[i]) {
        fail(from[i].place, fmt::format("the {}'s {} is {}; a {} has at most {} in {}", of,
                                        "xyz"[i], to[i], of, largest[i], "xyz"[i]));
      }
    }
  }

  static int line_of(const LaunchSpec& launch) {
    return launch.block ? launch.block->front().place.line : launch.place.line;
  }

  // Launch: Resolved or EarlierLaunch.
  template <class Launch>
  void resolve_launch(const LaunchSpec& launch, Launch& into) {
    resolve_extent(*launch.grid, max_grid_extents, "grid", into.grid);
    resolve_extent(*launch.block, max_block_extents, "block", into.block);
    if (failed()) return;
    const std::int64_t threads = into.block[0] * into.block[1] * into.block[2];
    if (threads > max_block_threads) {
      const Place& first = launch.block->front().place;
      fail({first.line, first.key.substr(0, first.key.rfind('['))},
           fmt::format("{} x {} x {} = {} threads; a block has at most {}", into.block[0],
                       into.block[1], into.block[2], threads, max_block_threads));
    }
    if (launch.cooperative) {
      const std::int64_t value = number(*launch.cooperative);
      if (value != 0 && value != 1) {
        fail(launch.cooperative->place,
             fmt::format("it is {}; 1 makes the launch cooperative, and 0 does not", value));
      }
      into.is_cooperative = value == 1;
    }
    if (!launch.dynamic_shared) return;
    const std::int64_t bytes = number(*launch.dynamic_shared);
    if (bytes < 0 || bytes > max_block_shared_bytes) {
      fail(launch.dynamic_shared->place,
           fmt::format("it is {} bytes; a block has 0 to {} bytes (227 KiB) of shared memory",
                       bytes, max_block_shared_bytes));
    }
    into.dynamic_shared_bytes = static_cast<std::uint64_t>(bytes);
  }

  void resolve_registers(const Amount& amount) {
    const std::int64_t registers = number(amount);
    if (registers < 1 || registers > max_thread_registers) {
      fail(amount.place, fmt::format("it is {}; a thread has 1 to {} registers", registers,
                                     max_thread_registers));
    }
    result_.registers = static_cast<std::uint32_t>(registers);
  }

  void resolve_bound(const BoundSpec& spec) {
    const std::int64_t size = number(spec.size);
    if (size < 1) fail(spec.size.place, fmt::format("it is {}; it must be at least 1", size));
    result_.bound = Bound{spec.kind, static_cast<std::uint64_t>(size)};
  }

  void resolve_moving(const MovingSpec& spec) {
    MovingWork work;
    const std::span<const MovingKey> keys = moving_keys();
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (!spec.values[i]) continue;
      const std::int64_t value = number(*spec.values[i]);
      if (value < keys[i].least || value > keys[i].most) {
        fail(spec.values[i]->place,
             fmt::format("it is {}; it may be {} to {}", value, keys[i].least, keys[i].most));
      }
      work.*keys[i].value = value;
    }
    if (work.streams > 1 && work.chunks > most_scheduled_chunks) {
      fail(spec.place, fmt::format("there are {} chunks in {} streams; in more than one stream "
                                   "there may be {}",
                                   work.chunks, work.streams, most_scheduled_chunks));
    }
    result_.moving = work;
    resolve_program(spec);
  }

  void resolve_program(const MovingSpec& spec) {
    if (spec.programs.empty()) {
      if (spec.program) {
        fail(spec.program->place,
             "it chooses one of programs, which is missing; for example "
             "programs = [\"in A 1; kernel A 1; out A 1\"]");
      }
      return;
    }
    const std::int64_t which = spec.program ? number(*spec.program) : 0;
    const auto count = static_cast<std::int64_t>(spec.programs.size());
    if (which < 0 || which >= count) {
      fail(spec.program->place,
           fmt::format("it is {}; programs has {} entries, so it may be 0 to {}", which, count,
                       count - 1));
      return;
    }
    result_.stream_program = spec.programs[static_cast<std::size_t>(which)];
  }

  void resolve_compiling() {
    std::error_code ignored;
    const std::filesystem::path here = std::filesystem::absolute(folder_, ignored);
    for (const LocatedText& each : variant_.include) {
      std::filesystem::path folder = (here / each.text).lexically_normal();
      if (!base_.empty() && !std::filesystem::is_directory(folder, ignored))
        folder = (std::filesystem::absolute(base_, ignored) / each.text).lexically_normal();
      if (each.text.empty() || !std::filesystem::is_directory(folder, ignored))
        fail(each.place, fmt::format("no such folder: {}", folder.string()));
      result_.include.push_back(std::move(folder));
    }
    for (const LocatedText& each : variant_.flags) result_.flags.push_back(each.text);
    if (!variant_.include.empty()) result_.include_line = variant_.include.front().place.line;
    if (!variant_.flags.empty()) result_.flags_line = variant_.flags.front().place.line;
    compile::take_folders(result_.flags, result_.include, here);
  }

  void read_source() {
    result_.source_name = variant_.source->text;
    result_.source_path = folder_ / variant_.source->text;
    std::error_code ignored;
    if (!base_.empty() && !std::filesystem::exists(result_.source_path, ignored))
      result_.source_path = base_ / variant_.source->text;
    auto text = read_text_file(result_.source_path);
    if (!text) {
      fail(variant_.source->place,
           fmt::format("{}: {}", result_.source_path.string(), text.error()));
      return;
    }
    const std::filesystem::path path = result_.source_path;
    set_source(result_, path, variant_.source->text, std::move(*text));
  }

  const std::string& file_;
  const std::filesystem::path& folder_;
  const std::filesystem::path& base_;
  const VariantSpec& variant_;
  Resolved result_;
  Evaluation evaluation_{file_, result_.params, std::nullopt};
};

// Fills everything in Resolved except lesson_id. `folder` is the lesson file's folder, which
// `source` and `file:` are relative to. `base`: where a `source` lies that is not there; may be
// empty.
tl::expected<Resolved, Error> resolve_variant(const std::string& file,
                                              const std::filesystem::path& folder,
                                              const std::filesystem::path& base,
                                              const VariantSpec& variant, const Values& overrides,
                                              std::uint64_t max_array_bytes) {
  return Resolver(file, folder, base, variant).run(overrides, max_array_bytes);
}

}  // namespace

void set_source(Resolved& resolved, const std::filesystem::path& path, const std::string& name,
                std::string text) {
  resolved.ptx_path.clear();
  resolved.ptx_text.clear();
  SourceOfPtx source{path, name, std::move(text), {}};
  if (is_ptx(path, source.text)) {
    resolved.ptx_path = path;
    source = source_of_ptx(path, name, std::move(source.text));
  }
  resolved.source_path = std::move(source.path);
  resolved.source_name = std::move(source.name);
  resolved.source_text = std::move(source.text);
  resolved.ptx_text = std::move(source.ptx);
}

std::string Error::formatted() const {
  std::string text = file;
  if (line > 0) text += fmt::format(":{}", line);
  if (!text.empty()) text += ": ";
  if (!key.empty()) text += key + ": ";
  return text + message;
}

const char* name_of(LaunchGuess guess) {
  switch (guess) {
    case LaunchGuess::launch:
      return "launch";
    case LaunchGuess::indices:
      return "indices";
    case LaunchGuess::reqntid:
      return "reqntid";
    case LaunchGuess::all:
      return "all";
    case LaunchGuess::none:
      break;
  }
  return "";
}

const char* name_of(BoundKind kind) { return kind == BoundKind::sum ? "sum" : "sgemm"; }

struct Lesson::Impl {
  std::string id;
  fs::path path;
  fs::path base;  // the folder of the lesson that has the files which are not here; empty: none
  LessonSpec spec;
  std::vector<VariantInfo> variants;
  std::shared_ptr<const Guide> guide;
  std::optional<Error> guide_error;

  [[nodiscard]] fs::path folder() const { return path.parent_path(); }
  [[nodiscard]] fs::path guide_folder() const {
    std::error_code ignored;
    return base.empty() || fs::exists(folder() / "guide.toml", ignored) ? folder() : base;
  }
};

Lesson::Lesson(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Lesson::Lesson(Lesson&&) noexcept = default;
Lesson& Lesson::operator=(Lesson&&) noexcept = default;
Lesson::~Lesson() = default;

namespace {

// NAME.lesson.toml stands beside other lessons. The folder's guide is not its own.
bool is_one_of_several(const fs::path& file) { return file.stem().extension() == ".lesson"; }

std::string id_of(const fs::path& file) {
  if (is_one_of_several(file)) return file.stem().stem().string();
  if (file.filename() != "lesson.toml") return file.stem().string();
  std::error_code error;
  const fs::path whole = fs::absolute(file, error).lexically_normal();
  return whole.parent_path().filename().string();
}

VariantInfo info_of(const VariantSpec& spec) {
  VariantInfo info{spec.name, spec.title, spec.kernel->text, {}, spec.provokes};
  for (const LocatedInteger& set : spec.set) info.set[set.name] = set.value;
  return info;
}

// Whether the text seems to hold `int main(`.
bool has_main(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  for (std::size_t at = text.find("main"); at != std::string_view::npos;
       at = text.find("main", at + 1)) {
    const std::size_t after = text.find_first_not_of(blanks, at + 4);
    const std::string_view before = text.substr(0, at);
    const std::size_t word_end = before.find_last_not_of(blanks) + 1;
    if (after != std::string_view::npos && text[after] == '(' && word_end < at &&
        before.substr(0, word_end).ends_with("int")) {
      return true;
    }
  }
  return false;
}

// What to do with a .cu file that no lesson file names.
std::string why_no_lesson(const std::string& file, const std::string& text) {
  const std::string guide = document("lessons.md").string();
  if (has_main(text)) {
    return fmt::format(
        "this is a whole program: \"lanescope run {0}\" runs it without a GPU, \"lanescope {0}\" "
        "also shows its launches. For one of its kernels alone, \"lanescope new {0}\" writes a "
        "lesson file, which says how the kernel is launched, and on which arrays; {1} describes it",
        file, guide);
  }
  return fmt::format(
      "this is a kernel's text, and no lesson file beside it names it: a lesson file says how the "
      "kernel is launched, and on which arrays. \"lanescope new {0}\" writes one, "
      "\"lanescope {0}\" opens the window, which can do it, too; {1} describes it",
      file, guide);
}

}  // namespace

tl::expected<Lesson, Error> Lesson::load(const fs::path& path) {
  std::error_code ignored;
  const fs::path file = fs::is_directory(path, ignored) ? path / "lesson.toml" : path;
  const tl::expected<std::string, std::string> text = read_text_file(file);
  if (!text) return tl::unexpected(Error{file.string(), 0, "", text.error()});
  if (file.extension() == ".cu")
    return tl::unexpected(Error{file.string(), 0, "", why_no_lesson(file.string(), *text)});
  tl::expected<LessonSpec, Error> spec = read_lesson(*text, file.string());
  if (!spec) return tl::unexpected(spec.error());

  auto impl = std::make_unique<Impl>();
  impl->id = id_of(file);
  impl->path = file;
  impl->spec = std::move(*spec);
  if (!impl->spec.base.empty()) {
    impl->base = first_shipped(impl->spec.base + "/lesson.toml").parent_path();
    if (impl->base.empty()) {
      return tl::unexpected(Error{file.string(), 0, "base",
                                  fmt::format("no such shipped lesson: '{}'", impl->spec.base)});
    }
  }
  if (impl->spec.title.english().empty()) impl->spec.title.by_language["en"] = impl->id;
  for (VariantSpec& variant : impl->spec.variants) {
    if (variant.title.english().empty()) variant.title = impl->spec.title;
    impl->variants.push_back(info_of(variant));
  }
  Lesson lesson(std::move(impl));
  for (const VariantInfo& variant : lesson.variants()) {
    const tl::expected<Resolved, Error> resolved = lesson.resolve(variant.name, {});
    if (!resolved) return tl::unexpected(resolved.error());
  }
  if (is_one_of_several(file)) return lesson;
  if (auto guide = load_guide(lesson.impl_->guide_folder(), lesson.impl_->spec); !guide) {
    lesson.impl_->guide_error = guide.error();
  } else if (*guide) {
    lesson.impl_->guide = std::make_shared<const Guide>(std::move(**guide));
  }
  return lesson;
}

const std::string& Lesson::id() const { return impl_->id; }
const Text& Lesson::title() const { return impl_->spec.title; }
const fs::path& Lesson::path() const { return impl_->path; }
const std::vector<VariantInfo>& Lesson::variants() const { return impl_->variants; }

const std::vector<Sweep>& Lesson::sweeps() const { return impl_->spec.sweeps; }
const std::vector<KnownDifference>& Lesson::differences() const { return impl_->spec.differences; }
const std::shared_ptr<const Guide>& Lesson::guide() const { return impl_->guide; }
const std::optional<Error>& Lesson::guide_error() const { return impl_->guide_error; }

std::vector<Parameter> Lesson::parameters(std::string_view variant) const {
  std::vector<Parameter> parameters;
  if (const VariantSpec* spec = find_variant(impl_->spec.variants, variant)) {
    for (const ParameterSpec& param : spec->params) parameters.push_back(param.parameter);
  }
  return parameters;
}

tl::expected<Resolved, Error> Lesson::resolve(std::string_view variant, const Values& overrides,
                                              std::uint64_t max_array_bytes) const {
  const VariantSpec* spec = find_variant(impl_->spec.variants, variant);
  if (spec == nullptr) {
    std::vector<std::string> names;
    for (const VariantInfo& info : impl_->variants) {
      if (!info.name.empty()) names.push_back(info.name);
    }
    return tl::unexpected(Error{impl_->spec.file, 0, "variants",
                                fmt::format("no variant '{}'{}; there are {}", variant,
                                            did_you_mean(variant, names), list_of(names))});
  }
  tl::expected<Resolved, Error> resolved = resolve_variant(
      impl_->spec.file, impl_->folder(), impl_->base, *spec, overrides, max_array_bytes);
  if (resolved) {
    resolved->lesson_id = impl_->id;
    resolved->program = impl_->spec.program;
  }
  return resolved;
}

std::uint64_t Lesson::default_max_array_bytes() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page_bytes = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page_bytes <= 0) return std::uint64_t{1} << 30;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_bytes) / 2;
}

}  // namespace lanescope::lesson
