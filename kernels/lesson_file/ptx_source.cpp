#include "kernels/lesson_file/ptx_source.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/lesson_file/folders.h"

namespace lanescope::lesson {
namespace {

namespace fs = std::filesystem;

std::string_view without_leading_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text;
}

// Takes a number from the start of `text`, after blanks.
std::optional<int> take_number(std::string_view& text) {
  text = without_leading_blanks(text);
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

struct NamedFile {
  std::string name;
  std::size_t at = 0;  // of the name in the PTX
  std::size_t uses = 0;
};

// The files of `.file NUMBER "name"`, and how many `.loc` speak of each.
std::map<int, NamedFile> named_files(std::string_view ptx) {
  std::map<int, NamedFile> files;
  for (std::size_t begin = 0; begin < ptx.size();) {
    const std::size_t end = std::min(ptx.find('\n', begin), ptx.size());
    std::string_view line = without_leading_blanks(ptx.substr(begin, end - begin));
    const bool is_file = line.starts_with(".file");
    if (is_file || line.starts_with(".loc")) {
      line.remove_prefix(line.find_first_of(" \t") == std::string_view::npos
                             ? line.size()
                             : line.find_first_of(" \t"));
      const std::optional<int> number = take_number(line);
      if (number && is_file) {
        const std::size_t quote = line.find('"');
        const std::size_t last =
            quote == std::string_view::npos ? quote : line.find('"', quote + 1);
        if (last != std::string_view::npos) {
          NamedFile& file = files[*number];
          file.name = line.substr(quote + 1, last - quote - 1);
          file.at = static_cast<std::size_t>(line.data() - ptx.data()) + quote + 1;
        }
      } else if (number) {
        ++files[*number].uses;
      }
    }
    begin = end + 1;
  }
  return files;
}

}  // namespace

bool is_ptx(std::string_view text) {
  while (true) {
    text = without_leading_blanks(text);
    const bool is_line = text.starts_with("//");
    if (!is_line && !text.starts_with("/*")) return text.starts_with(".version");
    const std::string_view mark = is_line ? "\n" : "*/";
    const std::size_t end = text.find(mark, 2);
    if (end == std::string_view::npos) return false;
    text.remove_prefix(end + mark.size());
  }
}

bool is_ptx(const fs::path& file, std::string_view text) {
  return file.extension() == ".ptx" || is_ptx(text);
}

SourceOfPtx source_of_ptx(const fs::path& path, const std::string& name, std::string ptx) {
  std::vector<NamedFile> files;
  for (auto& [number, file] : named_files(ptx)) {
    if (!file.name.empty() && file.uses > 0) files.push_back(std::move(file));
  }
  std::ranges::stable_sort(files, std::greater<>(), &NamedFile::uses);
  for (const NamedFile& file : files) {
    const fs::path named(file.name);
    // An absolute path replaces the folder.
    for (const fs::path& each :
         {path.parent_path() / named, path.parent_path() / named.filename()}) {
      auto text = read_text_file(each);
      if (!text) continue;
      const std::string shown = named.filename().string();
      ptx.replace(file.at, file.name.size(), shown);
      return {each, shown, std::move(*text), std::move(ptx)};
    }
  }
  std::string text = ptx;
  return {path, name, std::move(text), std::move(ptx)};
}

}  // namespace lanescope::lesson
