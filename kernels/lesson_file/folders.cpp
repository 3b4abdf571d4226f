#include "kernels/lesson_file/folders.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "kernels/lesson_file/names.h"

namespace lanescope::lesson {
namespace {

namespace fs = std::filesystem;

}  // namespace

std::string environment(const char* variable) {
  const char* value = *variable != '\0' ? std::getenv(variable) : nullptr;
  return value != nullptr ? value : "";
}

std::vector<fs::path> shipped_folders(const char* variable, std::string_view folder) {
  std::vector<fs::path> all;
  if (const std::string named = environment(variable); !named.empty()) all.emplace_back(named);
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    const fs::path beside = program.parent_path();
    all.push_back(beside / folder);
    const fs::path installed = beside.parent_path() / "share/lanescope/shipped" / folder;
    // In a build folder this is a link. Messages name the file in the source tree, which is edited.
    const fs::path real = fs::canonical(installed, error);
    all.push_back(error ? installed : real);
  }
  return all;
}

fs::path user_file(const char* variable, std::string_view fallback, std::string_view name) {
  const std::string home = environment(variable);
  return (home.empty() ? fs::path(environment("HOME")) / fallback : fs::path(home)) / "lanescope" /
         name;
}

fs::path user_folder(std::string_view folder) {
  return user_file("XDG_DATA_HOME", ".local/share", folder);
}

std::vector<fs::path> files_in(const fs::path& folder, std::string_view extension) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (at->path().extension() == extension && fs::is_regular_file(at->path(), ignored))
      files.push_back(at->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

fs::path document(std::string_view name) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  std::vector<fs::path> folders{program.parent_path().parent_path() / "share/doc/lanescope"};
  for (const fs::path& lessons : lesson_folders())  // kernels/lessons of the source tree
    folders.push_back(lessons.parent_path().parent_path());
  for (const fs::path& folder : folders) {
    if (fs::exists(folder / "docs" / name, error)) return folder / "docs" / name;
  }
  return fs::path("docs") / name;
}

std::vector<fs::path> lesson_folders() { return shipped_folders("LANESCOPE_KERNELS", "kernels"); }

fs::path first_shipped(std::string_view name) {
  for (const fs::path& folder : lesson_folders()) {
    std::error_code ignored;
    if (fs::exists(folder / name, ignored)) return folder / name;
  }
  return {};
}

namespace {

// Or UTF-32: by the mark, or by the zero byte of an ASCII character at the start.
bool is_utf16(std::string_view text) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return true;
  return text.size() >= 2 && (text[0] == '\0') != (text[1] == '\0');
}

}  // namespace

tl::expected<std::string, std::string> read_text_file(const std::filesystem::path& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return tl::unexpected<std::string>("no such file");
  if (status.type() == fs::file_type::directory) return tl::unexpected<std::string>("is a folder");
  // Reading a pipe or a device could block forever.
  if (status.type() != fs::file_type::regular)
    return tl::unexpected<std::string>(error ? error.message() : "is not a regular file");
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return tl::unexpected(error.message());
  if (size > max_text_file_bytes) {
    return tl::unexpected(
        fmt::format("is larger than a text may be ({})", readable_bytes(max_text_file_bytes)));
  }
  std::ifstream file(path, std::ios::binary);
  std::string text(static_cast<std::size_t>(size), '\0');
  if (!file) return tl::unexpected<std::string>("cannot be opened for reading");
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.gcount() != static_cast<std::streamsize>(text.size()))
    return tl::unexpected<std::string>("could not be read to its end");
  if (is_utf16(text))
    return tl::unexpected<std::string>("is in UTF-16 or UTF-32; save it as UTF-8");
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
  return text;
}

}  // namespace lanescope::lesson
