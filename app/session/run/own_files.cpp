#include "app/session/run/parts.h"

#include <algorithm>
#include <map>
#include <set>
#include <system_error>

#include "kernels/lesson_file/folders.h"
#include "sim/ptx/module.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

// The same for all names of a file; empty: there is none.
fs::path one_path(const fs::path& path) {
  std::error_code error;
  fs::path found = fs::canonical(path, error);
  return error ? fs::path() : found;
}

bool is_under(const fs::path& path, const fs::path& folder) {
  return !folder.empty() &&
         std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
             folder.end();
}

// Lies where the Toolkit, a compiler or the system has its headers.
bool has_only_the_systems(const fs::path& file) {
  const std::string& name = file.native();
  return name.starts_with("/usr/") || name.find("/targets/") != std::string::npos;
}

// A #line names a file as its writer saw it, which compilers take to be in the working directory.
fs::path file_named(const fs::path& name, const fs::path& folder) {
  std::error_code error;
  if (name.is_absolute()) {
    if (fs::path there = one_path(name); !there.empty()) return there;
  }
  const fs::path here = fs::current_path(error);
  if (folder.empty()) return {};
  return one_path(folder / (is_under(name, here) ? name.lexically_relative(here) : name));
}

}  // namespace

std::vector<IncludedFile> own_files(const compile::Source& source, const fs::path& source_path,
                                    ptx::Module& module) {
  std::set<std::string> names;
  for (const SourcePlace& place : module.locations) {
    if (!place.file.empty() && place.file != source.name) names.insert(place.file);
  }
  if (names.empty()) return {};
  const fs::path own_text = source_path.empty() ? fs::path() : one_path(source_path);
  const fs::path folder = source.folder.empty() ? fs::path() : one_path(source.folder);
  std::set<fs::path> headers;
  for (const fs::path& each : compile::own_headers(source).files) {
    const fs::path path = one_path(each);
    if (!path.empty() && !has_only_the_systems(path)) headers.insert(path);
  }
  std::map<fs::path, std::string> name_of;
  std::map<std::string, std::string> renamed;
  std::vector<IncludedFile> files;
  for (const std::string& name : names) {
    const fs::path path = file_named(name, folder);
    if (path.empty()) continue;
    if (path == own_text) {
      renamed[name] = source.name;
      continue;
    }
    if (path.parent_path() != folder && !headers.contains(path)) continue;
    if (const auto [known, is_new] = name_of.emplace(path, name); !is_new) {
      renamed[name] = known->second;
    } else if (auto text = lesson::read_text_file(path)) {
      files.push_back({name, path, std::move(*text)});
    }
  }
  for (SourcePlace& place : module.locations) {
    if (const auto found = renamed.find(place.file); found != renamed.end())
      place.file = found->second;
  }
  return files;
}

}  // namespace lanescope::app
