#include "kernels/lesson_file/course.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "kernels/lesson_file/places.h"
#include "kernels/lesson_file/reader.h"
#include "kernels/lesson_file/text_file.h"

namespace lanescope::lesson {
namespace {

Part read_part(const Table& table) {
  table.allow({"name", "title", "lessons"});
  table.require({"name", "title", "lessons"});
  Part part;
  part.name = table.text("name").value_or("");
  if (table.has("name") && part.name.empty()) table.fail("name", "it is empty");
  part.title = table.localised("title").value_or(Text{});
  part.lessons = table.text_list("lessons").value_or(std::vector<std::string>{});
  return part;
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
  for (const Table& entry : table.tables("parts").value_or(std::vector<Table>{})) {
    Part part = read_part(entry);
    if (!names.insert(part.name).second)
      entry.fail("name", fmt::format("there is a part '{}' already", part.name));
    for (const std::string& lesson : part.lessons) {
      if (!lessons.insert(lesson).second)
        entry.fail("lessons", fmt::format("'{}' is listed already", lesson));
    }
    parts.push_back(std::move(part));
  }
  if (reader.error()) return tl::unexpected(*reader.error());
  return parts;
}

CourseCatalogue course_catalogue() {
  CourseCatalogue result;
  std::vector<CatalogueEntry> all = catalogue();
  auto parts = shipped_parts();
  if (!parts) {
    result.error = parts.error();
    parts = std::vector<Part>{};
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

}  // namespace lanescope::lesson
