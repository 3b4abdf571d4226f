// What `cmake --install` puts into an empty folder: a program that finds everything that it ships,
// from any folder, and what a desktop and a shell want of it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "kernels/compile/compile.h"
#include "kernels/compile/process.h"
#include "tests/docs/document.h"
#include "tests/export/xml_tree.h"
#include "tests/paths.h"
#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;
using compile::ProcessResult;
using compile::run_process;
using Json = nlohmann::json;
using Words = std::vector<std::string>;

constexpr std::chrono::minutes patience{2};

bool contains_text(const std::string& text, const std::string& wanted) {
  return text.find(wanted) != std::string::npos;
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

// Where a program is; empty where it is not on PATH.
std::string on_path(const std::string& name) {
  std::istringstream folders(variable("PATH"));
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path program = fs::path(folder) / name;
    if (::access(program.c_str(), X_OK) == 0) return program;
  }
  return {};
}

bool has_compiler() {
  const auto found = compile::available();
  return std::any_of(found.begin(), found.end(),
                     [](const compile::Availability& each) { return each.usable; });
}

class Installed : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    std::string name = (fs::temp_directory_path() / "lanescope-installed-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = fs::canonical(name);
    const ProcessResult installed =
        run_process(LANESCOPE_CMAKE, {"--install", LANESCOPE_BUILD, "--prefix", prefix().string()},
                    {}, patience);
    ASSERT_EQ(installed.exit_status, 0) << installed.output << installed.errors << installed.error;
    fs::create_directories(folder_ / "home");
  }
  static void TearDownTestSuite() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  static fs::path prefix() { return folder_ / "prefix"; }
  static fs::path share(const std::string& file) { return prefix() / "share" / file; }

  // The program in `prefix`, started in /, with nothing in the environment that could tell it where
  // its files are.
  static ProcessResult run(const Words& arguments, const fs::path& prefix) {
    Words words{"--ignore-environment",
                "--chdir=/",
                "HOME=" + (folder_ / "home").string(),
                "XDG_CACHE_HOME=" + variable("XDG_CACHE_HOME"),
                "PATH=" + variable("PATH"),
                "DISPLAY=" + variable("DISPLAY"),
                "XAUTHORITY=" + variable("XAUTHORITY"),
                (prefix / "bin/lanescope").string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run_process(on_path("env"), words, {}, patience);
  }
  static std::string output(const Words& arguments) {
    const ProcessResult ended = run(arguments, prefix());
    EXPECT_EQ(ended.exit_status, 0) << ended.errors << ended.error;
    return ended.output;
  }
  static Json json(const Words& arguments) {
    return Json::parse(output(arguments), nullptr, false);
  }

  // Of the folder in the source tree, the entries that ship.
  static std::set<std::string> names_in(const fs::path& folder, const std::string& extension) {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == extension) names.insert(entry.path().filename());
    }
    return names;
  }

  static inline fs::path folder_;
};

TEST_F(Installed, lists_all_lessons_and_finds_them_below_the_prefix) {
  const Json list = json({"list", "--json"});
  ASSERT_TRUE(list.is_object());
  const std::string root = prefix().string() + "/";
  std::size_t lessons = 0;
  for (const Json& lesson : list.at("lessons")) {
    const std::string path = lesson.at("path");
    EXPECT_TRUE(path.starts_with(root)) << path;
    EXPECT_TRUE(fs::exists(path)) << path;
    ++lessons;
  }
  EXPECT_GE(lessons, 23U);
}

// As many files as in the source tree: a file that a rule forgets is a lesson without its guide.
TEST_F(Installed, each_lesson_is_complete) {
  const fs::path built = fs::path(LANESCOPE_BUILD) / "share/lanescope/shipped/kernels";
  std::size_t seen = 0;
  for (const auto& lesson : fs::directory_iterator(built)) {
    if (!fs::exists(lesson.path() / "lesson.toml")) continue;
    for (const auto& file : fs::recursive_directory_iterator(lesson.path())) {
      const fs::path relative = fs::relative(file.path(), built);
      EXPECT_TRUE(fs::exists(share("lanescope/shipped/kernels") / relative)) << relative;
      ++seen;
    }
  }
  EXPECT_GT(seen, 100U);
  EXPECT_EQ(names_in(built, ".toml"), names_in(share("lanescope/shipped/kernels"), ".toml"));
  EXPECT_TRUE(fs::exists(share("lanescope/shipped/kernels/course.toml")));
}

TEST_F(Installed, machines_recordings_and_scenes_are_there) {
  const fs::path assets = fs::path(LANESCOPE_SOURCE_DIR) / "assets";
  const auto expect_all = [&](const char* folder, const char* extension) {
    const auto wanted = names_in(assets / folder, extension);
    EXPECT_FALSE(wanted.empty()) << folder;
    EXPECT_EQ(names_in(share("lanescope/shipped") / folder, extension), wanted);
  };
  expect_all("devices", ".toml");
  expect_all("recorded", ".json");
  expect_all("scenes", ".toml");
  const Json machines = json({"machines", "--json"});
  EXPECT_EQ(machines.at("machines").size(), names_in(assets / "devices", ".toml").size());
  // Names a shipped deck, which is read.
  output({"check-scenes", "transpose", "--files"});
}

TEST_F(Installed, simulates_and_knows_recorded_times) {
  if (!has_compiler()) GTEST_SKIP() << "no compiler on this machine";
  const Json sim =
      json({"sim", "transpose", "--variant", "tile", "--set", "N=64", "--set", "PAD=0", "--json"});
  EXPECT_EQ(sim.at("totals").at("shared_load").at("wavefronts"), 128 * 32);
  const Json sweep =
      json({"sweep", "transpose", "--name", "padding", "--variant", "tile", "--json"});
  EXPECT_EQ(sweep.at("points").at(0).at("time").at("source"), "RECORDED");
}

TEST_F(Installed, writes_the_picture_of_the_window) {
  if (!LANESCOPE_WITH_WINDOW || !has_compiler() || variable("DISPLAY").empty())
    GTEST_SKIP() << "no window in this build, no compiler, or no display";
  const fs::path picture = folder_ / "window.png";
  output({"shot", "transpose", "--size", "1280x720", "-o", picture.string()});
  EXPECT_TRUE(tests::text_of(picture).starts_with("\x89PNG"));
}

TEST_F(Installed, stands_in_for_the_runtime_of_programs) {
  EXPECT_TRUE(fs::exists(prefix() / "lib/lanescope/cudart/libcudart.so.13"));
  const ProcessResult ended = run({"run", "--", "/bin/sh", "-c", "exit 5"}, prefix());
  EXPECT_EQ(ended.exit_status, 5) << ended.errors;
  if (!has_compiler()) return;
  const fs::path program = folder_ / "answer.cu";
  std::ofstream(program) << "#include <cstdio>\n__global__ void k() { printf(\"%d\\n\", 42); }\n"
                            "int main() { k<<<1, 1>>>(); cudaDeviceSynchronize(); }\n";
  const ProcessResult answered = run({"run", program.string()}, prefix());
  EXPECT_EQ(answered.output, "42\n") << answered.errors;
}

TEST_F(Installed, uses_nothing_of_the_source_tree) {
  const fs::path bare = folder_ / "bare";
  fs::copy(prefix(), bare, fs::copy_options::recursive);
  fs::remove_all(bare / "share");
  const ProcessResult ended = run({"list"}, bare);
  EXPECT_EQ(ended.exit_status, 3) << ended.output;
  EXPECT_TRUE(contains_text(ended.errors, "no lessons found")) << ended.errors;
}

TEST_F(Installed, runs_from_wherever_its_folder_is_moved_to) {
  const fs::path moved = folder_ / "moved here";
  fs::copy(prefix(), moved, fs::copy_options::recursive);
  const ProcessResult ended = run({"list", "--json"}, moved);
  ASSERT_EQ(ended.exit_status, 0) << ended.errors;
  EXPECT_TRUE(contains_text(ended.output, moved.string()));
}

// In the archive the libraries lie beside the program: each of them is taken, none of the system's
// in its place, and none of those that must be the system's is there.
TEST_F(Installed, the_archives_own_libraries_are_the_ones_that_are_loaded) {
  const fs::path archive = folder_ / "archive";
  for (const char* component : {"program", "libraries"}) {
    const ProcessResult installed = run_process(
        LANESCOPE_CMAKE,
        {"--install", LANESCOPE_BUILD, "--prefix", archive.string(), "--component", component}, {},
        patience);
    ASSERT_EQ(installed.exit_status, 0) << installed.errors;
  }
  const ProcessResult loaded = run_process(
      on_path("env"), {"LD_TRACE_LOADED_OBJECTS=1", (archive / "bin/lanescope").string()}, {},
      patience);
  ASSERT_EQ(loaded.exit_status, 0) << loaded.errors;
  std::size_t seen = 0;
  std::istringstream lines(loaded.output);
  for (std::string name, line; lines >> name && std::getline(lines, line);) {
    if (fs::path(name).is_absolute()) continue;  // the loader itself
    const bool inside = fs::exists(archive / "lib/lanescope" / name);
    EXPECT_EQ(contains_text(line, (archive / "bin/../lib/lanescope" / name).string()), inside)
        << name << line;
    seen += inside;
    for (const char* outside : {"libc.so", "libstdc++", "libfontconfig", "libfreetype"})
      EXPECT_FALSE(inside && name.starts_with(outside)) << name;
  }
  EXPECT_GE(seen, 1U);
}

// Third-party libraries that CMake fetches have install rules of their own.
TEST_F(Installed, no_files_of_other_projects_are_installed) {
  const auto entries = [](const fs::path& folder) {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
    return names;
  };
  EXPECT_EQ(entries(prefix() / "bin"), (std::set<std::string>{"lanescope"}));
  std::set<std::string> top = entries(prefix());
  top.erase("lib");  // where a fetched TBB is
  EXPECT_EQ(top, (std::set<std::string>{"bin", "share"}));
  std::set<std::string> known{"lanescope", "man", "bash-completion", "fish", "zsh", "doc"};
  if (LANESCOPE_WITH_WINDOW) known.insert({"applications", "icons", "mime"});
  EXPECT_EQ(entries(prefix() / "share"), known);
  EXPECT_EQ(entries(share("doc")), (std::set<std::string>{"lanescope"}));
  EXPECT_TRUE(contains_text(tests::text_of(share("doc/lanescope/copyright")), "MIT License"));
}

TEST_F(Installed, links_of_the_documents_lead_somewhere) {
  const fs::path root = share("doc/lanescope");
  int seen = 0;
  for (const docs::Document& document : docs::read_documents(root)) {
    for (const docs::Link& link : document.links) {
      if (link.path.empty() || link.path.find("://") != std::string::npos) continue;
      ++seen;
      EXPECT_TRUE(fs::exists(root / document.path.parent_path() / link.path))
          << document.at(link.line) << ": " << link.path;
    }
  }
  EXPECT_GT(seen, 20);
}

TEST_F(Installed, the_desktop_entry_starts_the_program_on_a_lesson_file) {
  if (!LANESCOPE_WITH_WINDOW) GTEST_SKIP() << "no window in this build";
  const fs::path file = share("applications/lanescope.desktop");
  std::map<std::string, std::string> entry;
  std::istringstream lines(tests::text_of(file));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "[Desktop Entry]");
  while (std::getline(lines, line)) {
    const std::size_t equals = line.find('=');
    ASSERT_NE(equals, std::string::npos) << line;
    entry[line.substr(0, equals)] = line.substr(equals + 1);
  }
  EXPECT_EQ(entry["Type"], "Application");
  EXPECT_EQ(entry["Exec"], "lanescope %f");
  EXPECT_FALSE(entry["Name"].empty());
  EXPECT_FALSE(entry["Comment"].empty());
  EXPECT_FALSE(entry["Comment[zh_CN]"].empty());
  EXPECT_TRUE(fs::exists(share("icons/hicolor/scalable/apps") / (entry["Icon"] + ".svg")));
  EXPECT_EQ(entry["MimeType"], "application/x-lanescope-lesson;");
  if (const std::string validate = on_path("desktop-file-validate"); !validate.empty()) {
    const ProcessResult valid = run_process(validate, {file.string()}, {}, patience);
    EXPECT_EQ(valid.exit_status, 0) << valid.output << valid.errors;
    EXPECT_EQ(valid.output, "");
  }
}

TEST_F(Installed, the_icon_is_a_square_of_sixteen_cells_on_a_ground) {
  if (!LANESCOPE_WITH_WINDOW) GTEST_SKIP() << "no window in this build";
  const auto icon = lanescope::testing::parse_xml(
      tests::text_of(share("icons/hicolor/scalable/apps/lanescope.svg")));
  ASSERT_EQ(icon.error, "");
  EXPECT_EQ(icon.root->name, "svg");
  EXPECT_EQ(icon.root->attribute("viewBox"), "0 0 128 128");
  EXPECT_GE(icon.root->all("rect").size(), 17U);
}

TEST_F(Installed, a_lesson_file_has_a_type_that_the_desktop_entry_opens) {
  if (!LANESCOPE_WITH_WINDOW) GTEST_SKIP() << "no window in this build";
  const auto types =
      lanescope::testing::parse_xml(tests::text_of(share("mime/packages/lanescope.xml")));
  ASSERT_EQ(types.error, "");
  EXPECT_EQ(types.root->name, "mime-info");
  const auto all = types.root->all("mime-type");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0]->attribute("type"), "application/x-lanescope-lesson");
  ASSERT_EQ(all[0]->all("glob").size(), 1U);
  EXPECT_EQ(all[0]->all("glob")[0]->attribute("pattern"), "lesson.toml");
}

TEST_F(Installed, the_manual_page_can_be_set) {
  const fs::path file = share("man/man1/lanescope.1.gz");
  const ProcessResult page = run_process(on_path("gzip"), {"-dc", file.string()}, {}, patience);
  ASSERT_EQ(page.exit_status, 0) << page.errors;
  EXPECT_TRUE(page.output.starts_with(".TH LANESCOPE 1 ")) << page.output.substr(0, 80);
  for (const char* title : {"NAME", "SYNOPSIS", "OPTIONS", "COMMANDS", "EXIT STATUS", "FILES"})
    EXPECT_TRUE(contains_text(page.output, "\n.SH " + std::string(title) + "\n")) << title;
  EXPECT_TRUE(contains_text(page.output, "\n\\fBlanescope sim\\fR ["));
  if (const std::string groff = on_path("groff"); !groff.empty()) {
    const ProcessResult set =
        run_process(groff, {"-man", "-ww", "-z", "-Tutf8"}, page.output, patience);
    EXPECT_EQ(set.exit_status, 0);
    EXPECT_EQ(set.errors, "");
  }
}

TEST_F(Installed, each_shell_takes_its_completions) {
  fs::path zsh;
  for (const char* folder : {"zsh/vendor-completions", "zsh/site-functions"})
    if (fs::exists(share(folder) / "_lanescope")) zsh = share(folder) / "_lanescope";
  const std::vector<std::pair<std::string, fs::path>> scripts{
      {"bash", share("bash-completion/completions/lanescope")},
      {"zsh", zsh},
      {"fish", share("fish/vendor_completions.d/lanescope.fish")}};
  for (const auto& [shell, script] : scripts) {
    EXPECT_TRUE(contains_text(tests::text_of(script), "transpose"))
        << script << " names no shipped lesson";
    const std::string program = on_path(shell);
    if (program.empty()) continue;
    const ProcessResult read = run_process(program, {"-n", script.string()}, {}, patience);
    EXPECT_EQ(read.exit_status, 0) << shell << ": " << read.errors;
    EXPECT_EQ(read.errors, "") << shell;
  }
}

// What bash offers for a command line, the last word of which is being typed.
TEST_F(Installed, bash_completes_commands_options_values_and_lessons) {
  const std::string bash = on_path("bash");
  if (bash.empty()) GTEST_SKIP() << "no bash on this machine";
  const auto offered = [&](const std::string& words) {
    const std::string script =
        "source '" + share("bash-completion/completions/lanescope").string() +
        "'; compopt() { :; }; COMP_WORDS=(" + words +
        "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _lanescope; printf '%s\\n' \"${COMPREPLY[@]}\"";
    const ProcessResult ended = run_process(bash, {"-c", script}, {}, patience);
    EXPECT_EQ(ended.errors, "");
    return ended.output;
  };
  EXPECT_EQ(offered("lanescope machi"), "machines\n");
  EXPECT_EQ(offered("lanescope transp"), "transpose\n");
  EXPECT_EQ(offered("lanescope sim transp"), "transpose\n");
  EXPECT_EQ(offered("lanescope sim transpose --comp"), "--compiler\n");
  EXPECT_EQ(offered("lanescope sim transpose --compiler cl"), "clang\n");
  EXPECT_EQ(offered("lanescope --theme = dar"), "dark\n");
  EXPECT_EQ(offered("lanescope sim transpose --machine tesla-k"), "tesla-k40\n");
}

}  // namespace
}  // namespace lanescope::app
