// Folders may only depend on each other in one direction. Linking shows a wrong dependency only if
// a symbol of the other library is used, so this test reads every #include. What a folder may
// include is in its CMakeLists.txt (LINKS) and nowhere else. The build writes it to a file, in the
// order in which the folders are built, and this test reads that file.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/paths.h"

namespace {

namespace fs = std::filesystem;

const fs::path root = LANESCOPE_SOURCE_DIR;

struct Folder {
  std::string name;             // "sim/memory"
  std::set<std::string> links;  // other folders, and "third_party/fmt"
};

// In build order.
std::vector<Folder> all_folders() {
  std::vector<Folder> folders;
  std::ifstream list(LANESCOPE_FOLDER_LIST);
  for (std::string line; std::getline(list, line);) {
    const std::size_t colon = line.find(':');
    Folder folder{line.substr(0, colon), {}};
    std::istringstream links(line.substr(colon + 1));
    for (std::string link; links >> link;) {
      if (link.find('/') != std::string::npos) folder.links.insert(link);
    }
    folders.push_back(std::move(folder));
  }
  return folders;
}

const std::vector<Folder> folders = all_folders();

const Folder* folder_named(const std::string& name) {
  const auto found = std::find_if(folders.begin(), folders.end(),
                                  [&](const Folder& folder) { return folder.name == name; });
  return found != folders.end() ? &*found : nullptr;
}

// The library that a file belongs to: "app/session" for "app/session/lecture/deck.h". Empty
// if none.
std::string folder_of(const std::string& file) {
  fs::path folder = fs::path(file).parent_path();
  while (!folder.empty() && folder_named(folder.generic_string()) == nullptr)
    folder = folder.parent_path();
  return folder.generic_string();
}

// External headers that only some folders may include.
struct Restricted {
  std::regex header;
  std::vector<std::string> places;  // path prefixes
};
const std::vector<Restricted> restricted = {
    {std::regex("imgui.*|.*/imgui.*"), {"app/window/"}},
    {std::regex("GLFW/.*"), {"app/window/"}},
    {std::regex("glad/.*|GL/.*"), {"viz/gl/", "viz/draw/", "app/window/"}},
    {std::regex("cuda.*|nvrtc.*|cupti.*"),
     {"kernels/compile/nvrtc", "kernels/device/cuda_", "kernels/transfer/cuda_",
      "kernels/runtime/include/"}},
    {std::regex("CLI/.*"), {"app/command_line/command_line.cpp"}},
};

struct Include {
  std::string file;  // relative to the repository root
  std::string header;
};

std::vector<Include> read_includes() {
  static const std::regex pattern(R"re(^\s*#\s*include\s*[<"]([^>"]+)[>"])re");
  std::vector<Include> found;
  for (const char* top : {"sim", "kernels", "viz", "app"}) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / top)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".h" && extension != ".cpp") continue;
      const std::string file = fs::relative(entry.path(), root).generic_string();
      // The kernels' compiler reads the prelude, not ours.
      if (file.find("/prelude/") != std::string::npos) continue;
      std::ifstream text(entry.path());
      std::smatch match;
      for (std::string line; std::getline(text, line);) {
        if (line.find('#') != line.npos && std::regex_search(line, match, pattern))
          found.push_back({file, match[1]});
      }
    }
  }
  return found;
}

// The #includes in the folders of this build configuration.
const std::vector<Include>& all_includes() {
  static const std::vector<Include> includes = read_includes();
  return includes;
}

TEST(Includes, are_found_at_all) {
  EXPECT_GT(folders.size(), 30U);
  EXPECT_GT(all_includes().size(), 300U);
}

TEST(Includes, name_only_folders_that_the_including_folder_links) {
  for (const Include& include : all_includes()) {
    if (!fs::exists(root / include.header)) continue;  // an external header
    const std::string from = folder_of(include.file);
    const std::string to = folder_of(include.header);
    if (from.empty()) continue;  // main.cpp, or not part of this configuration
    EXPECT_FALSE(to.empty()) << include.file << ": no library has " << include.header;
    if (from == to || to.empty()) continue;
    EXPECT_TRUE(folder_named(from)->links.contains(to))
        << include.file << " includes " << include.header << ", but LINKS of " << from << " has no "
        << to;
  }
}

TEST(Includes, are_the_reason_for_every_link) {
  std::map<std::string, std::set<std::string>> included;
  for (const Include& include : all_includes()) {
    if (fs::exists(root / include.header))
      included[folder_of(include.file)].insert(folder_of(include.header));
  }
  for (const Folder& folder : folders) {
    for (const std::string& link : folder.links) {
      if (link.starts_with("third_party/")) continue;
      EXPECT_TRUE(included[folder.name].contains(link))
          << folder.name << " links " << link << " and includes nothing of it";
    }
  }
}

TEST(Includes, go_one_way) {
  std::set<std::string> built;
  for (const Folder& folder : folders) {
    for (const std::string& link : folder.links) {
      if (link.starts_with("third_party/")) continue;
      EXPECT_TRUE(built.contains(link))
          << folder.name << " links " << link << ", which comes after it";
    }
    built.insert(folder.name);
  }
}

TEST(Includes, of_screen_and_gpu_stay_in_their_folders) {
  int seen = 0;
  for (const Include& include : all_includes()) {
    if (fs::exists(root / include.header)) continue;
    for (const Restricted& rule : restricted) {
      if (!std::regex_match(include.header, rule.header)) continue;
      ++seen;
      EXPECT_TRUE(
          std::any_of(rule.places.begin(), rule.places.end(),
                      [&](const std::string& place) { return include.file.starts_with(place); }))
          << include.file << " must not include " << include.header;
    }
  }
  EXPECT_GT(seen, 3);
}

// Only the session itself brings its parts together.
TEST(Includes, of_a_part_of_the_session_name_no_other_part_and_no_session) {
  std::set<std::string> parts;
  for (const char* name : {"lesson_run", "selector", "history", "lesson_times", "lesson_sweeps",
                           "machines", "transfers"})
    parts.insert(std::string("app/session/") + name + ".h");
  std::set<std::string> others = parts;
  others.insert("app/session/session.h");
  std::set<std::string> seen;
  for (const Include& include : all_includes()) {
    const std::string own = fs::path(include.file).replace_extension(".h").generic_string();
    if (!parts.contains(own)) continue;
    seen.insert(own);
    EXPECT_TRUE(include.header == own || !others.contains(include.header))
        << include.file << " includes " << include.header;
  }
  EXPECT_EQ(seen, parts);  // each of them is still there
}

// fmt::arg() keeps a reference to its value. One that a function returns refers to what has ended.
TEST(Texts, get_no_argument_that_a_function_returns) {
  int files = 0;
  for (const char* top : {"sim", "kernels", "viz", "app"}) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / top)) {
      if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
      std::ifstream text(entry.path());
      const std::string all{std::istreambuf_iterator<char>(text), {}};
      ++files;
      EXPECT_EQ(all.find("return fmt::arg("), std::string::npos) << entry.path();
    }
  }
  EXPECT_GT(files, 500);
}

TEST(Folders, hold_at_most_the_allowed_number_of_source_files) {
  std::map<fs::path, int> files;
  for (const char* top : {"sim", "kernels", "viz", "app"}) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / top)) {
      const std::string extension = entry.path().extension().string();
      if (extension == ".h" || extension == ".cpp") ++files[entry.path().parent_path()];
    }
  }
  EXPECT_GT(files.size(), 30U);
  for (const auto& [folder, count] : files) EXPECT_LE(count, 45) << folder;
}

}  // namespace
