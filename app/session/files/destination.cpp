#include "app/session/files/destination.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "kernels/lesson_file/folders.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

// Of all formats that something is saved in.
constexpr std::array<std::string_view, 6> extensions{".svg",  ".png", ".csv",
                                                     ".json", ".md",  ".html"};

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\n") + 1 - first);
}

fs::path full_path(const fs::path& path) {
  std::error_code error;
  const fs::path full = fs::absolute(path, error).lexically_normal();
  return error ? path : full;
}

}  // namespace

fs::path expanded(std::string_view typed) {
  const std::string_view text = trimmed(typed);
  const std::string home = lesson::environment("HOME");
  const bool at_home = text == "~" || text.starts_with("~/");
  if (!at_home || home.empty()) return text;
  return text.size() <= 2 ? fs::path(home) : fs::path(home) / text.substr(2);
}

std::string shortened(const fs::path& path) {
  std::string text = path.string();
  std::string home = lesson::environment("HOME");
  while (home.size() > 1 && home.back() == '/') home.pop_back();
  if (home.size() <= 1) return text;
  if (text == home) return "~";
  return text.starts_with(home + "/") ? "~" + text.substr(home.size()) : text;
}

fs::path free_file(const fs::path& folder, const std::string& stem, const std::string& extension) {
  const auto is_taken = [&](const std::string& name) {
    std::error_code ignored;
    const auto exists = [&](std::string_view end) {
      // A link that leads nowhere is there, too.
      return fs::exists(fs::symlink_status(folder / fmt::format("{}{}", name, end), ignored));
    };
    return exists(extension) || std::ranges::any_of(extensions, exists);
  };
  std::string name = stem;
  for (int i = 2; is_taken(name); ++i) name = fmt::format("{}-{}", stem, i);
  return folder / (name + extension);
}

tl::expected<Destination, BadDestination> destination_of(std::string_view typed,
                                                         const std::string& extension) {
  fs::path path = expanded(typed);
  if (path.empty()) return tl::unexpected(BadDestination::no_name);
  path = full_path(path);
  std::error_code error;
  if (!path.has_filename() || fs::is_directory(path, error))
    return tl::unexpected(BadDestination::is_folder);
  if (path.extension() != extension) path += extension;
  if (fs::is_directory(path, error)) return tl::unexpected(BadDestination::is_folder);
  for (fs::path above = path.parent_path(); above.has_relative_path();
       above = above.parent_path()) {
    if (fs::exists(above, error)) {
      if (!fs::is_directory(above, error)) return tl::unexpected(BadDestination::in_a_file);
      break;
    }
  }
  return Destination{path, fs::exists(path, error)};
}

tl::expected<void, std::string> make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return tl::unexpected(fmt::format("{}: {}", folder.string(), error.message()));
  return {};
}

fs::path folder_of(const Settings& settings) {
  std::error_code error;
  if (!settings.folders.empty() && fs::is_directory(settings.folders.front(), error))
    return settings.folders.front();
  return fs::current_path(error);
}

std::vector<std::string> with_folder(std::vector<std::string> folders, const fs::path& folder) {
  std::string name = full_path(folder).string();
  if (name.size() > 1 && name.ends_with('/')) name.pop_back();
  std::erase(folders, name);
  folders.insert(folders.begin(), std::move(name));
  if (folders.size() > max_remembered_folders) folders.resize(max_remembered_folders);
  return folders;
}

}  // namespace lanescope::app
