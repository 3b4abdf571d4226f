// The arrows between folders run one way. Linking shows a wrong arrow only when something of the
// other library is used; this test reads every #include.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace {

namespace fs = std::filesystem;

const fs::path root = LANESCOPE_SOURCE_DIR;

// What each folder may include of the others (and always of itself). A folder that is not here is a
// failed test.
const std::map<std::string, std::set<std::string>> allowed = {
    {"sim/diagnostics", {}},
    {"sim/launch", {}},
    {"sim/memory", {}},
    {"sim/machine", {"sim/memory"}},
    {"sim/ptx", {"sim/diagnostics"}},
    {"sim/exec", {"sim/diagnostics", "sim/launch", "sim/memory", "sim/ptx"}},
    {"sim/report", {"sim/diagnostics", "sim/memory", "sim/exec"}},
    {"sim/survey", {"sim/diagnostics", "sim/memory", "sim/exec", "sim/report"}},
    {"sim/steps", {"sim/diagnostics", "sim/memory", "sim/ptx", "sim/exec", "sim/report"}},
    {"kernels/compile", {}},
    {"kernels/lesson_file", {}},
    {"kernels/machine_file", {"kernels/lesson_file", "sim/machine", "sim/memory"}},
    {"viz/text", {}},
    {"viz/scene",
     {"viz/text", "sim/report", "sim/survey", "sim/steps", "sim/launch", "sim/memory",
      "sim/machine", "sim/diagnostics"}},
    {"viz/fonts", {"viz/scene"}},
    {"viz/export", {"viz/scene"}},
    {"viz/gl", {}},
    {"viz/draw", {"viz/gl", "viz/scene"}},
    {"kernels/device", {"kernels/compile", "kernels/lesson_file"}},
    {"app/session",
     {"sim/diagnostics", "sim/launch", "sim/memory", "sim/machine", "sim/ptx", "sim/exec",
      "sim/report", "sim/survey", "sim/steps", "kernels/compile", "kernels/lesson_file",
      "kernels/machine_file", "kernels/device"}},
    {"app/figures",
     {"app/session", "viz/text", "viz/scene", "viz/export", "viz/fonts", "sim/diagnostics",
      "sim/launch", "sim/memory", "sim/machine", "sim/report", "sim/survey", "sim/steps",
      "kernels/compile", "kernels/lesson_file", "kernels/machine_file", "kernels/device"}},
    {"app/command_line",
     {"app/session", "app/figures", "app/window", "viz/text", "viz/scene", "viz/export",
      "viz/fonts", "sim/diagnostics", "sim/memory", "sim/machine", "sim/report", "sim/survey",
      "sim/steps", "kernels/compile", "kernels/lesson_file", "kernels/machine_file",
      "kernels/device"}},
    {"app/window",
     {"app/session", "app/figures", "viz/text", "viz/scene", "viz/export", "viz/fonts", "viz/gl",
      "viz/draw", "sim/diagnostics", "sim/launch", "sim/memory", "sim/machine", "sim/report",
      "sim/survey", "sim/steps", "kernels/compile", "kernels/lesson_file", "kernels/machine_file",
      "kernels/device"}},
    {"app", {"app/session", "app/command_line", "app/window", "kernels/device"}},
};

// Headers from elsewhere that only some folders may know.
struct Restricted {
  std::regex header;
  std::vector<std::string> places;  // path prefixes
};
const std::vector<Restricted> restricted = {
    {std::regex("imgui.*|.*/imgui.*"), {"app/window/"}},
    {std::regex("GLFW/.*"), {"app/window/"}},
    {std::regex("glad/.*|GL/.*"), {"viz/gl/", "viz/draw/", "app/window/"}},
    {std::regex("cuda.*|nvrtc.*|cupti.*"), {"kernels/compile/nvrtc", "kernels/device/cuda_"}},
};

struct Include {
  std::string file;  // relative to the root
  std::string header;
};

std::vector<Include> all_includes() {
  static const std::regex pattern(R"re(^\s*#\s*include\s*[<"]([^>"]+)[>"])re");
  std::vector<Include> found;
  for (const char* top : {"sim", "kernels", "viz", "app"}) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / top)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".h" && extension != ".cpp") continue;
      const std::string file = fs::relative(entry.path(), root).generic_string();
      // The prelude is read by the kernels' compiler, not by ours.
      if (file.find("/prelude/") != std::string::npos) continue;
      std::ifstream text(entry.path());
      std::smatch match;
      for (std::string line; std::getline(text, line);) {
        if (std::regex_search(line, match, pattern)) found.push_back({file, match[1]});
      }
    }
  }
  return found;
}

std::string folder_of(const std::string& path) {
  return fs::path(path).parent_path().generic_string();
}

// "app/window/panels" belongs to "app/window".
std::string part_of(std::string folder) {
  while (!folder.empty() && !allowed.contains(folder)) folder = folder_of(folder);
  return folder;
}

TEST(Includes, are_found_at_all) { EXPECT_GT(all_includes().size(), 300U); }

TEST(Includes, follow_the_arrows_between_folders) {
  for (const Include& include : all_includes()) {
    if (!fs::exists(root / include.header)) continue;  // not ours
    const std::string from = part_of(folder_of(include.file));
    const std::string to = part_of(folder_of(include.header));
    ASSERT_FALSE(from.empty()) << include.file << " is in a folder that no rule names";
    if (from == to) continue;
    EXPECT_TRUE(allowed.at(from).contains(to))
        << include.file << " must not include " << include.header;
  }
}

TEST(Includes, of_screen_and_gpu_stay_where_they_belong) {
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

TEST(Includes, go_round_in_no_circle) {
  // The table itself: following the arrows from a folder never leads back to it.
  for (const auto& [start, ignored] : allowed) {
    std::set<std::string> reached;
    std::vector<std::string> open(allowed.at(start).begin(), allowed.at(start).end());
    while (!open.empty()) {
      const std::string next = open.back();
      open.pop_back();
      if (!reached.insert(next).second) continue;
      for (const std::string& further : allowed.at(next)) open.push_back(further);
    }
    EXPECT_FALSE(reached.contains(start)) << start;
  }
}

}  // namespace
