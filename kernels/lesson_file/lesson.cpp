#include "kernels/lesson_file/lesson.h"

#include <unistd.h>

#include <utility>

#include <fmt/format.h>

#include "kernels/lesson_file/guide.h"
#include "kernels/lesson_file/names.h"
#include "kernels/lesson_file/places.h"
#include "kernels/lesson_file/read_lesson.h"
#include "kernels/lesson_file/resolve.h"
#include "kernels/lesson_file/text_file.h"

namespace lanescope::lesson {

namespace fs = std::filesystem;

std::string Error::formatted() const {
  std::string text = file;
  if (line > 0) text += fmt::format(":{}", line);
  if (!text.empty()) text += ": ";
  if (!key.empty()) text += key + ": ";
  return text + message;
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

}  // namespace

tl::expected<Lesson, Error> Lesson::load(const fs::path& path) {
  std::error_code ignored;
  const fs::path file = fs::is_directory(path, ignored) ? path / "lesson.toml" : path;
  const tl::expected<std::string, std::string> text = read_text_file(file);
  if (!text) return tl::unexpected(Error{file.string(), 0, "", text.error()});
  if (file.extension() == ".cu") {
    return tl::unexpected(Error{file.string(), 0, "",
                                fmt::format("this is a kernel's text, and no lesson file beside it "
                                            "names it: a lesson file says how the kernel is "
                                            "launched, and on which arrays. \"lanescope {}\" opens "
                                            "the window, which can write one; {} describes it",
                                            file.string(), document("lessons.md").string())});
  }
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
  if (resolved) resolved->lesson_id = impl_->id;
  return resolved;
}

std::uint64_t Lesson::default_max_array_bytes() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page_bytes = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page_bytes <= 0) return std::uint64_t{1} << 30;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_bytes) / 2;
}

}  // namespace lanescope::lesson
