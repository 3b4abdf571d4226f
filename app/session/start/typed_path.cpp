#include "app/session/start/typed_path.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

#include "app/session/files/destination.h"
#include "app/session/start/opening.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

char lower_letter(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Number of letters that both begin with, in either case.
std::size_t common_letters(std::string_view a, std::string_view b) {
  const auto [in_a, in_b] =
      std::mismatch(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower_letter(x) == lower_letter(y); });
  return static_cast<std::size_t>(in_a - a.begin());
}

bool can_be_opened(const fs::path& file) {
  if (file.filename() == "guide.toml") return false;  // a part of the lesson beside it
  return file.extension() == ".cu" || file.extension() == ".toml" || file.extension() == ".lanes";
}

}  // namespace

bool begins_path(const std::string& typed) {
  return !typed.empty() && (typed.front() == '/' || typed.front() == '~' || typed.front() == '.');
}

TypedPath split_path(const std::string& typed) {
  const bool is_folder = typed == "~" || typed == ".." || typed.ends_with("/..");
  const std::string path = is_folder ? typed + "/" : typed;
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return {{}, path};
  return {path.substr(0, slash + 1), path.substr(slash + 1)};
}

FolderListing list_folder(const std::string& folder, std::size_t most) {
  FolderListing listing{folder, {}, true};
  std::error_code error;
  fs::directory_iterator entry(folder.empty() ? fs::path(".") : path_from(folder),
                               fs::directory_options::skip_permission_denied, error);
  listing.is_there = !error;
  for (std::size_t i = 0; !error && entry != fs::directory_iterator() && i < most; ++i) {
    std::error_code unknown;  // a link that leads nowhere
    const bool is_folder = entry->is_directory(unknown);
    if (is_folder || (can_be_opened(entry->path()) && entry->is_regular_file(unknown)))
      listing.entries.push_back({entry->path().filename().string(), is_folder});
    entry.increment(error);
  }
  std::sort(listing.entries.begin(), listing.entries.end(),
            [](const FolderEntry& a, const FolderEntry& b) {
              return std::tie(b.is_folder, a.name) < std::tie(a.is_folder, b.name);
            });
  return listing;
}

std::vector<FolderEntry> entries_for(const FolderListing& listing, const std::string& typed) {
  const TypedPath path = split_path(typed);
  std::vector<FolderEntry> entries;
  if (path.folder != listing.folder) return entries;
  for (const FolderEntry& entry : listing.entries) {
    const bool is_hidden = entry.name.starts_with('.') && !path.name.starts_with('.');
    if (is_hidden || common_letters(entry.name, path.name) < path.name.size()) continue;
    entries.push_back(entry);
    if (entries.size() == max_shown_entries) break;
  }
  return entries;
}

std::string path_with(const std::string& typed, const FolderEntry& entry) {
  return split_path(typed).folder + entry.name + (entry.is_folder ? "/" : "");
}

std::optional<std::string> completed(const std::string& typed,
                                     const std::vector<FolderEntry>& entries) {
  if (entries.empty()) return std::nullopt;
  const std::string first = path_with(typed, entries.front());
  std::size_t common = first.size();
  for (const FolderEntry& entry : entries)
    common = std::min(common, common_letters(first, path_with(typed, entry)));
  const auto is_inside_character = [&](std::size_t at) {
    return at < first.size() && (static_cast<unsigned char>(first[at]) & 0xc0U) == 0x80U;
  };
  while (is_inside_character(common)) --common;
  if (common <= typed.size() && entries.size() > 1) return std::nullopt;
  std::string path = first.substr(0, common);
  return path != typed ? std::optional(std::move(path)) : std::nullopt;
}

std::optional<std::string> folder_above(const std::string& typed) {
  const TypedPath path = split_path(typed);
  std::error_code error;
  const fs::path full =
      fs::absolute(path.folder.empty() ? fs::path(".") : path_from(path.folder), error);
  if (error) return std::nullopt;
  fs::path folder = full.lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();  // without "/" at its end
  if (!folder.has_relative_path()) return std::nullopt;
  const std::string above = shortened(folder.parent_path());
  return above.ends_with('/') ? above : above + "/";
}

}  // namespace lanescope::app
