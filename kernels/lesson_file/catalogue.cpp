#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "kernels/lesson_file/lesson.h"
#include "kernels/lesson_file/names.h"
#include "kernels/lesson_file/places.h"
#include "kernels/lesson_file/read_lesson.h"
#include "kernels/lesson_file/text_file.h"

namespace lanescope::lesson {

namespace fs = std::filesystem;

namespace {

// id -> the lesson's folder, sorted by id.
std::map<std::string, fs::path> shipped() {
  std::map<std::string, fs::path> found;
  for (const fs::path& place : lesson_folders()) {
    std::error_code error;
    for (fs::directory_iterator at(place, error), end; !error && at != end; at.increment(error)) {
      std::error_code ignored;
      if (fs::exists(at->path() / "lesson.toml", ignored)) {
        found.emplace(at->path().filename().string(), at->path());
      }
    }
  }
  return found;
}

}  // namespace

std::vector<CatalogueEntry> catalogue() {
  std::vector<CatalogueEntry> entries;
  for (const auto& [id, folder] : shipped()) {
    entries.push_back({id, folder / "lesson.toml", Lesson::load(folder)});
  }
  return entries;
}

tl::expected<std::vector<KnownDifference>, Error> common_differences() {
  const fs::path file = first_shipped("differences.toml");
  if (file.empty()) return {};
  const auto text = read_text_file(file);
  if (!text) return tl::unexpected(Error{file.string(), 0, "", text.error()});
  return read_common_differences(*text, file.string());
}

std::vector<fs::path> sources_of(const fs::path& lesson_file) {
  std::vector<fs::path> sources;
  const auto lesson = Lesson::load(lesson_file);
  if (!lesson) return sources;
  for (const VariantInfo& variant : lesson->variants()) {
    const auto resolved = lesson->resolve(variant.name, {});
    if (resolved && std::ranges::find(sources, resolved->source_path) == sources.end())
      sources.push_back(resolved->source_path);
  }
  return sources;
}

fs::path lesson_naming(const fs::path& kernel) {
  for (const fs::path& file :
       files_in(kernel.parent_path().empty() ? "." : kernel.parent_path(), ".toml")) {
    for (const fs::path& source : sources_of(file)) {
      std::error_code error;
      if (fs::equivalent(source, kernel, error)) return file;
    }
  }
  return {};
}

tl::expected<Lesson, Error> find(std::string_view id_or_path) {
  const std::string name(id_or_path);
  const std::map<std::string, fs::path> known = shipped();
  if (const auto found = known.find(name); found != known.end()) return Lesson::load(found->second);

  std::error_code error;
  const bool looks_like_path = name.find('/') != std::string::npos || name.ends_with(".toml");
  if (fs::path(name).extension() == ".cu") {
    if (const fs::path file = lesson_naming(name); !file.empty()) return Lesson::load(file);
  }
  if (!name.empty() && (looks_like_path || fs::exists(name, error))) return Lesson::load(name);
  std::vector<std::string> ids;
  for (const auto& [id, folder] : known) ids.push_back(id);
  return tl::unexpected(Error{name, 0, "",
                              fmt::format("no such lesson{}; shipped are {}; or give the path of a "
                                          "lesson file",
                                          did_you_mean(name, ids), list_of(ids))});
}

}  // namespace lanescope::lesson
