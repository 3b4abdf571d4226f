#include "kernels/compile/headers.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <sstream>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "kernels/compile/digest.h"
#include "kernels/compile/kernel_text.h"

namespace lanescope::compile {
namespace {

namespace fs = std::filesystem;

struct Named {
  std::string name;
  bool quoted;
  bool is_included = false;  // false: it may be, or is queried
};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r'; }
bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

void skip_blanks(std::string_view& text) {
  while (!text.empty()) {
    if (is_blank(text[0])) {
      text.remove_prefix(1);
    } else if (text.starts_with("/*")) {
      text.remove_prefix(std::min(text.find("*/", 2), text.size() - 2) + 2);
    } else {
      return;
    }
  }
}

std::string_view take_word(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), in_word);
  const auto size = static_cast<std::size_t>(end - text.begin());
  const std::string_view word = text.substr(0, size);
  text.remove_prefix(size);
  return word;
}

// The "name" or <name> at the start of `text`.
std::optional<Named> name_at(std::string_view text) {
  if (text.empty() || (text[0] != '"' && text[0] != '<')) return std::nullopt;
  const std::size_t end = text.find(text[0] == '"' ? '"' : '>', 1);
  if (end == std::string_view::npos) return std::nullopt;
  return Named{std::string(text.substr(1, end - 1)), text[0] == '"'};
}

// Joins lines that end with a backslash to the next line.
std::string with_lines_joined(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\')) {
    std::size_t end = at + 1;
    while (end < text.size() && is_blank(text[end])) ++end;
    const bool joins = end < text.size() && text[end] == '\n';
    result += text.substr(0, joins ? at : at + 1);
    text.remove_prefix(joins ? end + 1 : at + 1);
  }
  result += text;
  return result;
}

// The directive of a line, from its first word on; empty if there is none. Only blanks and comments
// may precede it, and a comment may have begun on an earlier line.
std::string_view directive_in(std::string_view line) {
  const auto sign_from = [&](std::size_t at) {
    return std::min(line.find('#', at), line.find("%:", at));
  };
  for (std::size_t at = sign_from(0); at != std::string_view::npos; at = sign_from(at + 1)) {
    std::string_view before = line.substr(0, at);
    while (!before.empty() && is_blank(before.back())) before.remove_suffix(1);
    if (!before.empty() && !before.ends_with("*/")) continue;
    std::string_view rest = line.substr(at);
    rest.remove_prefix(rest[0] == '#' ? 1 : 2);
    skip_blanks(rest);
    return rest;
  }
  return {};
}

// What a text includes, queries (__has_include) or may include through a macro.
struct Included {
  std::vector<Named> names;
  bool all_known = true;

  void read(std::string_view line) {
    for (std::size_t at = line.find("__has_"); at != std::string_view::npos;
         at = line.find("__has_", at + 1)) {
      std::string_view rest = line.substr(at);
      const std::string_view word = take_word(rest);
      if (!word.starts_with("__has_include") && word != "__has_embed") continue;
      skip_blanks(rest);
      if (rest.starts_with('(')) read_operand(rest.substr(1), false);
    }
    std::string_view rest = directive_in(line);
    const std::string_view word = take_word(rest);
    if (word == "include" || word == "include_next" || word == "import" || word == "embed") {
      read_operand(rest, true);
    } else if (word == "define") {
      for (; !rest.empty(); rest.remove_prefix(1)) {
        if (auto name = name_at(rest)) names.push_back(std::move(*name));
      }
    }
  }

 private:
  void read_operand(std::string_view rest, bool is_included) {
    skip_blanks(rest);
    if (auto name = name_at(rest)) {
      name->is_included = is_included;
      names.push_back(std::move(*name));
    } else if (!rest.empty()) {
      all_known = false;
    }
  }
};

Included included_by(std::string_view text) {
  Included included;
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  const std::string joined = with_lines_joined(text);
  for (std::string_view rest = joined; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    included.read(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return included;
}

// A file's content at the time of reading. Any write to the file changes its stamp.
struct File {
  std::array<std::int64_t, 7> stamp;
  std::string digest;
  Included included;
};
using FilePtr = std::shared_ptr<const File>;

std::array<std::int64_t, 7> stamp_of(const struct ::stat& s) {
  return {static_cast<std::int64_t>(s.st_dev),
          static_cast<std::int64_t>(s.st_ino),
          s.st_size,
          s.st_mtim.tv_sec,
          s.st_mtim.tv_nsec,
          s.st_ctim.tv_sec,
          s.st_ctim.tv_nsec};
}

// Caches files, because the Toolkit's headers include each other hundreds of times. Thread-safe.
class Files {
 public:
  // nullptr: no such file.
  FilePtr read(const std::string& path) {
    struct ::stat status {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return nullptr;
    const auto stamp = stamp_of(status);
    {
      const std::lock_guard lock(mutex_);
      const auto known = files_.find(path);
      if (known != files_.end() && known->second->stamp == stamp) return known->second;
    }
    std::ifstream stream(path, std::ios::binary);
    std::stringstream contents;
    contents << stream.rdbuf();
    if (!stream) return nullptr;
    const std::string text = std::move(contents).str();
    auto file = std::make_shared<const File>(File{stamp, digest_of(text), included_by(text)});
    // File system clocks tick only some hundred times a second, so two writes may have the same
    // stamp. Recently written files are not cached.
    constexpr std::time_t settled_s = 2;
    if (std::time(nullptr) - status.st_ctim.tv_sec > settled_s) {
      const std::lock_guard lock(mutex_);
      files_.insert_or_assign(path, file);
    }
    return file;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<std::string, FilePtr> files_;
};

Files& files() {
  static Files instance;
  return instance;
}

class Finder {
 public:
  explicit Finder(const HeaderSearch& search) : search_(search) {}

  Headers run(std::string_view text) {
    look_at(included_by(text), search_.folder, false);
    while (!open_.empty()) {
      const Open next = std::move(open_.back());
      open_.pop_back();
      look_at(next.file->included, next.path.parent_path(), next.of_toolkit);
    }
    for (const std::size_t each : last_) headers_.last.push_back(search_.last[each]);
    return std::move(headers_);
  }

 private:
  struct Open {
    fs::path path;
    FilePtr file;
    bool of_toolkit;
  };

  void look_at(const Included& included, const fs::path& folder, bool of_toolkit) {
    if (!of_toolkit) headers_.all_known = headers_.all_known && included.all_known;
    for (const Named& each : included.names) {
      if (each.name.empty()) continue;
      if (each.name[0] == '/') {
        try_file(each.name, of_toolkit);
        continue;
      }
      bool is_beside = false;
      if (each.quoted && !folder.empty())
        is_beside = try_file(folder.native() + '/' + each.name, of_toolkit);
      const auto [searched, is_first] = searched_.try_emplace(each.name, false);
      bool& is_there = searched->second;
      if (is_first) {
        for (const fs::path& own : search_.own)
          is_there |= try_file(own.native() + '/' + each.name, false);
        for (const fs::path& other : search_.folders)
          is_there |= try_file(other.native() + '/' + each.name, search_.are_of_toolkit);
      }
      if (each.is_included && !is_beside && !is_there && !of_toolkit)
        is_there = is_in_last(each.name);
    }
  }

  bool is_in_last(const std::string& name) {
    const bool is_of_library =  // <vector>, <cuda/atomic>: others have an extension
        is_known_header(name, Compiler::nvrtc) || !fs::path(name).has_extension();
    if (is_of_library || name.find("..") != std::string::npos) return false;
    for (std::size_t i = 0; i < search_.last.size(); ++i) {
      if (!try_file(search_.last[i].native() + '/' + name, false)) continue;
      last_.insert(i);
      return true;
    }
    return false;
  }

  // Whether there is such a file.
  bool try_file(const std::string& path, bool of_toolkit) {
    // Without this, headers that include each other through ".." would produce ever longer names.
    const bool is_plain = path.find("/.") == std::string::npos;
    const auto [tried, is_first] =
        tried_.try_emplace(is_plain ? path : fs::path(path).lexically_normal().native(), false);
    if (!is_first) return tried->second;
    if (FilePtr file = files().read(path)) {
      headers_.found.push_back({path, file->digest, of_toolkit});
      open_.push_back({path, std::move(file), of_toolkit});
      tried->second = true;
    } else if (!of_toolkit) {
      headers_.absent.emplace_back(path);
    }
    return tried->second;
  }

  const HeaderSearch& search_;
  Headers headers_;
  std::unordered_map<std::string, bool> searched_;  // names, in the folders; true: one has it
  std::unordered_map<std::string, bool> tried_;     // paths; true: there is a file
  std::set<std::size_t> last_;                      // indices in search_.last
  std::vector<Open> open_;
};

}  // namespace

std::string Headers::digest() const {
  if (found.empty()) return {};
  std::string all;
  for (const Header& each : found) all += fmt::format("{}\n{}\n", each.path.native(), each.digest);
  return digest_of(all);
}

std::vector<fs::path> folders_of_environment(const fs::path& folder) {
  std::vector<fs::path> folders;
  for (const char* name : {"CPATH", "CPLUS_INCLUDE_PATH"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    for (std::string_view rest = value;;) {
      const std::size_t end = rest.find(':');
      folders.push_back(folder / rest.substr(0, end));  // "" is the folder itself
      if (end == std::string_view::npos) break;
      rest.remove_prefix(end + 1);
    }
  }
  return folders;
}

std::filesystem::path absolute_folder(const Source& source) {
  std::error_code ignored;
  return source.folder.empty() ? std::filesystem::path()
                               : std::filesystem::absolute(source.folder, ignored);
}

Headers headers_of(const Source& source, Compiler compiler, const HeaderSearch& search) {
  const auto names = [&](std::string_view word) {
    return source.text.find(word) != std::string::npos;
  };
  // Most texts end here. (A backslash at a line's end may split a word.)
  if (!names("include") && !names("import") && !names("embed") && !names("\\")) return {};
  return Finder(search).run(defines_of(source) + without_known_headers(source.text, compiler));
}

}  // namespace lanescope::compile
