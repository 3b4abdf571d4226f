#include <algorithm>
#include <cstdlib>
#include <set>
#include <system_error>
#include <tuple>

#include <fmt/format.h>

#include "kernels/lesson_file/folders.h"
#include "kernels/lesson_file/names.h"
#include "kernels/machine_file/machine_file.h"

namespace lanescope::machine {
namespace {

namespace fs = std::filesystem;

// The user's machines, which take precedence over shipped ones with the same name.
std::vector<fs::path> user_folders() {
  std::vector<fs::path> all;
  if (const char* named = std::getenv("LANESCOPE_DEVICES"); named != nullptr && *named != '\0')
    all.emplace_back(named);
  all.push_back(user_folder());
  return all;
}

// Includes folders, so that one that ends in .toml gives an error instead of a missing machine.
std::vector<fs::path> toml_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".toml") files.push_back(at->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

tl::expected<ProfilePtr, Error> read(const fs::path& path) {
  const auto text = lesson::read_text_file(path);
  if (!text) return tl::unexpected(Error{path.string(), 0, "", text.error()});
  auto profile = read_profile(*text, path.string());
  if (!profile) return tl::unexpected(std::move(profile.error()));
  return std::make_shared<const Profile>(std::move(*profile));
}

struct MachineFile {
  std::string id;
  fs::path path;
  bool shipped;
};

// The first place with an id wins.
std::vector<MachineFile> machine_files(const std::vector<fs::path>& own,
                                       const std::vector<fs::path>& shipped) {
  std::vector<MachineFile> files;
  std::set<std::string> ids;
  for (const auto* folders : {&own, &shipped}) {
    for (const fs::path& folder : *folders) {
      for (const fs::path& path : toml_files(folder)) {
        const std::string id = path.stem().string();
        if (ids.insert(id).second) files.push_back({id, path, folders == &shipped});
      }
    }
  }
  return files;
}

std::vector<fs::path> shipped_machine_folders() { return lesson::shipped_folders("", "devices"); }

}  // namespace

fs::path user_folder() { return lesson::user_folder("devices"); }

std::vector<Entry> catalogue() { return catalogue(user_folders(), shipped_machine_folders()); }

std::vector<Entry> catalogue(const std::vector<fs::path>& own,
                             const std::vector<fs::path>& shipped) {
  std::vector<Entry> entries;
  for (const MachineFile& file : machine_files(own, shipped))
    entries.push_back({file.id, file.path, file.shipped, read(file.path)});
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    const auto key = [](const Entry& entry) {
      return entry.profile ? std::tuple(0, (*entry.profile)->year, (*entry.profile)->major,
                                        (*entry.profile)->minor, (*entry.profile)->name)
                           : std::tuple(1, 0, 0, 0, entry.id);
    };
    return key(a) < key(b);
  });
  return entries;
}

std::string requested_id(std::string_view id) {
  return id == default_id ? std::string() : std::string(id);
}

std::string file_id(std::string_view requested) {
  return std::string(requested.empty() ? default_id : requested);
}

tl::expected<ProfilePtr, Error> find(std::string_view id) {
  const std::string wanted = file_id(id);
  for (const MachineFile& file : machine_files(user_folders(), shipped_machine_folders())) {
    if (file.id == wanted) return read(file.path);
  }
  std::vector<std::string> ids;
  for (const Entry& entry : catalogue()) ids.push_back(entry.id);
  return tl::unexpected(
      Error{wanted, 0, "",
            fmt::format("no such machine{}; there are {}", lesson::did_you_mean(wanted, ids),
                        lesson::list_of(ids))});
}

}  // namespace lanescope::machine
