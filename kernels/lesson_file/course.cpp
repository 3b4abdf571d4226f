#include "kernels/lesson_file/course.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "kernels/lesson_file/folders.h"
#include "kernels/lesson_file/lesson.h"
#include "kernels/lesson_file/names.h"
#include "kernels/lesson_file/read_lesson.h"
#include "kernels/lesson_file/reader.h"

namespace lanescope::lesson {
namespace {

Part read_part(const Table& table) {
  table.allow({"name", "title", "lessons", "after"});
  table.require({"name", "title", "lessons"});
  Part part;
  part.name = table.text("name").value_or("");
  if (table.has("name") && part.name.empty()) table.fail("name", "it is empty");
  part.title = table.localised("title").value_or(Text{});
  part.lessons = table.text_list("lessons").value_or(std::vector<std::string>{});
  if (!table.has("after")) return part;
  const auto after = table.table("after");
  for (const std::string& lesson : after ? after->keys() : std::vector<std::string>{}) {
    if (std::find(part.lessons.begin(), part.lessons.end(), lesson) == part.lessons.end())
      after->fail(lesson, fmt::format("'{}' is no lesson of this part", lesson));
    part.after[lesson] = after->text_list(lesson).value_or(std::vector<std::string>{});
  }
  return part;
}

// What a lesson builds on stands before it, so there is no cycle.
void check_after(const Table& table, const Part& part, const std::vector<std::string>& order) {
  const auto position_of = [&](const std::string& lesson) {
    return std::find(order.begin(), order.end(), lesson);
  };
  for (const auto& [lesson, needed] : part.after) {
    const auto after = table.table("after");
    for (const std::string& earlier : needed) {
      if (position_of(earlier) == order.end()) {
        after->fail(lesson, fmt::format("no part lists '{}'", earlier));
      } else if (position_of(earlier) >= position_of(lesson)) {
        after->fail(lesson,
                    fmt::format("'{}' does not stand before '{}' in the course", earlier, lesson));
      }
    }
  }
}

// Empty if there is no such file.
tl::expected<std::vector<Part>, Error> shipped_parts() {
  const std::filesystem::path file = first_shipped("course.toml");
  if (file.empty()) return {};
  const auto text = read_text_file(file);
  if (!text) return tl::unexpected(Error{file.string(), 0, "", text.error()});
  return read_course(*text, file.string());
}

}  // namespace

tl::expected<std::vector<Part>, Error> read_course(std::string_view text, const std::string& file) {
  const auto root = parse_toml(text, file);
  if (!root) return tl::unexpected(root.error());
  Reader reader(file);
  const Table table(reader, *root, Place{1, ""});
  table.allow({"parts"});
  std::vector<Part> parts;
  std::set<std::string> names, lessons;
  std::vector<std::string> order;
  const std::vector<Table> entries = table.tables("parts").value_or(std::vector<Table>{});
  for (const Table& entry : entries) {
    Part part = read_part(entry);
    if (!names.insert(part.name).second)
      entry.fail("name", fmt::format("there is a part '{}' already", part.name));
    for (const std::string& lesson : part.lessons) {
      if (!lessons.insert(lesson).second)
        entry.fail("lessons", fmt::format("'{}' is listed already", lesson));
      order.push_back(lesson);
    }
    parts.push_back(std::move(part));
  }
  for (std::size_t i = 0; i < parts.size(); ++i) check_after(entries[i], parts[i], order);
  if (reader.error()) return tl::unexpected(*reader.error());
  return parts;
}

std::vector<std::string> CourseCatalogue::after_of(const std::string& lesson) const {
  const auto found = after.find(lesson);
  return found != after.end() ? found->second : std::vector<std::string>{};
}

CourseCatalogue course_catalogue() {
  CourseCatalogue result;
  std::vector<CatalogueEntry> all = catalogue();
  auto parts = shipped_parts();
  if (!parts) {
    result.error = parts.error();
    parts = std::vector<Part>{};
  }
  const auto exists = [&](const std::string& id) {
    return std::any_of(all.begin(), all.end(),
                       [&](const CatalogueEntry& entry) { return entry.id == id; });
  };
  for (const Part& part : *parts) {
    for (const auto& [id, needed] : part.after)
      std::copy_if(needed.begin(), needed.end(), std::back_inserter(result.after[id]), exists);
  }
  for (Part& part : *parts) {
    CataloguePart shelved{std::move(part.name), std::move(part.title), {}};
    for (const std::string& id : part.lessons) {
      const auto found = std::find_if(all.begin(), all.end(),
                                      [&](const CatalogueEntry& entry) { return entry.id == id; });
      if (found == all.end()) continue;
      shelved.lessons.push_back(std::move(*found));
      all.erase(found);
    }
    if (!shelved.lessons.empty()) result.parts.push_back(std::move(shelved));
  }
  if (!all.empty()) result.parts.push_back({{}, {}, std::move(all)});
  return result;
}

namespace fs = std::filesystem;

namespace {

// id -> the lesson's folder, sorted by id.
std::map<std::string, fs::path> shipped() {
  std::map<std::string, fs::path> found;
  for (const fs::path& folder : lesson_folders()) {
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
      std::error_code ignored;
      if (fs::exists(at->path() / "lesson.toml", ignored))
        found.emplace(at->path().filename().string(), at->path());
    }
  }
  return found;
}

}  // namespace

std::vector<CatalogueEntry> catalogue() {
  std::vector<CatalogueEntry> entries;
  for (const auto& [id, folder] : shipped())
    entries.push_back({id, folder / "lesson.toml", Lesson::load(folder)});
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
    if (!resolved) continue;
    for (const fs::path& each : {resolved->source_path, resolved->ptx_path}) {
      if (!each.empty() && std::ranges::find(sources, each) == sources.end())
        sources.push_back(each);
    }
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
  const fs::path extension = fs::path(name).extension();
  const bool is_kernel = extension == ".cu" || extension == ".ptx";
  const bool looks_like_path =
      name.find('/') != std::string::npos || name.ends_with(".toml") || is_kernel;
  if (is_kernel) {
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
