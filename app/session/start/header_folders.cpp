#include "app/session/start/header_folders.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <system_error>

#include "kernels/compile/compile.h"
#include "kernels/compile/headers.h"
#include "kernels/lesson_file/folders.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

// In each folder: itself, then these of it.
constexpr const char* names_in_each[] = {"",           "include", "inc", "common",
                                         "common/inc", "Common",  "src"};
constexpr const char* marks_of_repository[] = {".git", ".hg", ".svn", ".jj"};
constexpr std::size_t most_above = 4;  // outside a repository

bool is_top(const fs::path& folder) {
  return std::any_of(std::begin(marks_of_repository), std::end(marks_of_repository),
                     [&](const char* mark) {
                       std::error_code ignored;
                       return fs::exists(folder / mark, ignored);
                     });
}

// The folder and those above it that may have headers.
std::vector<fs::path> from_folder_up(const fs::path& folder) {
  const fs::path home = lesson::environment("HOME");
  std::vector<fs::path> all;
  std::error_code ignored;
  for (fs::path at = folder; at.has_relative_path() && !fs::equivalent(at, home, ignored);
       at = at.parent_path()) {
    all.push_back(at);
    if (is_top(at)) return all;
  }
  all.resize(std::min(all.size(), 1 + most_above));
  return all;
}

}  // namespace

std::vector<std::string> header_folders_for(const fs::path& kernel_file, std::string_view text) {
  std::error_code ignored;
  compile::Source source;
  source.text = text;
  source.folder = fs::absolute(kernel_file, ignored).lexically_normal().parent_path();
  compile::HeaderSearch search{source.folder, {}};
  for (const fs::path& each : from_folder_up(source.folder)) {
    for (const char* name : names_in_each)
      search.last.push_back(*name == '\0' ? each : each / name);
  }
  std::vector<std::string> folders;
  for (const fs::path& each : compile::headers_of(source, compile::Compiler::nvrtc, search).last)
    folders.push_back(each.lexically_relative(source.folder).string());
  return folders;
}

}  // namespace lanescope::app
