// README.md and docs say nothing that is not so: commands run, examples of files and of JSON are
// what the program reads and writes, links and paths lead somewhere, every command and schema has
// its place.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "tests/docs/commands.h"
#include "tests/docs/document.h"
#include "tests/docs/json_shape.h"
#include "tests/paths.h"
#include "tests/temporary_folder.h"

namespace lanescope::docs {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const fs::path root = LANESCOPE_SOURCE_DIR;

const std::vector<Document>& documents() {
  static const std::vector<Document> all = read_documents(root);
  return all;
}

// ---- what this machine has
// ------------------------------------------------------------------------------------------

bool has_display() {
  const auto is_set = [](const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  return LANESCOPE_WITH_WINDOW && (is_set("DISPLAY") || is_set("WAYLAND_DISPLAY"));
}

bool has_gpu() { return LANESCOPE_WITH_CUDA && fs::exists("/dev/nvidiactl"); }

std::set<int> exit_codes(const Expectation& expected) {
  using Needs = Expectation::Needs;
  switch (expected.needs) {
    case Needs::nothing:
      return {expected.exit_code};
    case Needs::display:
      return {has_display() ? 0 : expected.exit_code};
    case Needs::gpu:
      return {has_gpu() && !expected.takes_minutes ? 0 : expected.exit_code};
    case Needs::counters:
      return has_gpu() ? std::set<int>{0, expected.exit_code} : std::set<int>{expected.exit_code};
  }
  return {};
}

// ---- the repository
// ---------------------------------------------------------------------------------------------------

// All text of our own sources and CMake files.
const std::string& source_text() {
  static const std::string text = [] {
    static const std::set<std::string> kinds{".h", ".cpp", ".cu", ".txt", ".def"};
    std::string all = tests::text_of(root / "CMakeLists.txt") + tests::text_of(root / "run");
    for (const char* top : {"app", "kernels", "sim", "tests", "third_party", "viz"}) {
      for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / top)) {
        const fs::path& path = entry.path();
        if (path.string().find("/tests/docs/") == std::string::npos &&
            kinds.contains(path.extension().string()))
          all += tests::text_of(path);
      }
    }
    return all;
  }();
  return text;
}

bool is_in_source(const std::string& text) { return source_text().find(text) != std::string::npos; }

bool is_word_of_run(const std::string& word) {
  static const std::string help = tests::text_of(root / "run");
  return std::regex_search(help, std::regex("(^|\n)\\./run +" + word + "( |\n)"));
}

bool is_preset(const std::string& name) {
  const auto presets = nlohmann::json::parse(tests::text_of(root / "CMakePresets.json"));
  const auto& all = presets.at("configurePresets");
  return std::any_of(all.begin(), all.end(),
                     [&](const auto& preset) { return preset.at("name") == name; });
}

bool is_test(const std::string& name) {
  static const std::set<std::string> names = [] {
    static const std::regex test("lanescope_test\\(\\s*(\\w+)");
    std::set<std::string> found;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / "tests")) {
      if (entry.path().filename() != "CMakeLists.txt") continue;
      const std::string text = tests::text_of(entry.path());
      for (std::sregex_iterator at(text.begin(), text.end(), test), end; at != end; ++at)
        found.insert((*at)[1]);
    }
    return found;
  }();
  return names.contains(name);
}

// ---- commands that are not the program's
// ------------------------------------------------------------------------------

// What is wrong with words such as -DLANESCOPE_CUDA=OFF; empty: nothing.
std::string problem_with_option(const std::string& word) {
  static const std::regex option("-D([A-Za-z_]+)=.*");
  std::smatch match;
  if (!std::regex_match(word, match, option)) return {};
  const std::string name = match[1];
  if (name.starts_with("CMAKE_") || is_in_source(name)) return {};
  return name + " is no CMake option here";
}

std::string problem_with_run(const std::vector<std::string>& words) {
  if (words.size() == 1) return {};
  if (!is_word_of_run(words[1])) return "./run help has no '" + words[1] + "'";
  for (const std::string& word : words) {
    if (const std::string problem = problem_with_option(word); !problem.empty()) return problem;
    if (words[1] == "test" && &word > &words[1] && !word.starts_with("-") && word != "format" &&
        word != "all" && !is_preset(word))
      return "./run test knows no '" + word + "'";
  }
  return {};
}

std::string problem_with_build_tool(const std::vector<std::string>& words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i - 1] == "--preset" && !is_preset(words[i]))
      return "there is no preset '" + words[i] + "'";
    if (words[i - 1] == "-R" && !is_test(words[i])) return "there is no test '" + words[i] + "'";
    if (const std::string problem = problem_with_option(words[i]); !problem.empty()) return problem;
  }
  return {};
}

std::string problem_with_test_program(const std::vector<std::string>& words) {
  const std::string name = fs::path(words[0]).filename().string();
  if (!is_test(name)) return "there is no test program '" + name + "'";
  static const std::regex filter(R"(--gtest_filter=(\w+)\..*)");
  for (const std::string& word : words) {
    std::smatch match;
    if (std::regex_match(word, match, filter) && !is_in_source("(" + match[1].str() + ","))
      return "there is no test suite '" + match[1].str() + "'";
  }
  return {};
}

// What is wrong with a command that is not run, by the tool that it names.
std::string problem_with_other_command(const std::vector<std::string>& words) {
  const std::string& tool = words.at(0);
  if (tool == "./run") return problem_with_run(words);
  if (tool == "cmake" || tool == "ctest" || tool == "ninja") return problem_with_build_tool(words);
  if (tool.starts_with("build/bin/") && tool.ends_with("_test"))
    return problem_with_test_program(words);
  // Installing the package and unpacking the archive that `./run package` makes.
  static const std::regex package(R"((sudo apt-get install|tar -?xzf) \S*lanescope\S*( -C \S+)?)");
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  if (std::regex_match(text, package)) return {};
  return "no check knows this command: give it one, or use a ```text block";
}

// ---- a page, from top to bottom
// ---------------------------------------------------------------------------------------

class Page : public ::testing::TestWithParam<std::size_t> {
 protected:
  [[nodiscard]] static const Document& document() { return documents().at(GetParam()); }

  Ended run(const std::string& command, const Expectation& expected, int line) const {
    EXPECT_EQ(expected.problem, "") << document().at(line);
    Ended ended = scratch_.run(command, !expected.takes_minutes);
    EXPECT_TRUE(exit_codes(expected).contains(ended.exit_code))
        << document().at(line) << ": " << command << "\nended with " << ended.exit_code << "\n"
        << ended.err << ended.out.substr(0, 2000);
    if (ended.exit_code > 1) EXPECT_NE(ended.err, "") << document().at(line) << " gives no reason";
    return ended;
  }

  void run(const Command& command) const {
    const Expectation expected = expectation_in(command.comment);
    if (!starts_lanescope(command.text)) {
      EXPECT_EQ(problem_with_other_command(words_of(command.text)), "")
          << document().at(command.line) << ": " << command.text;
      return;
    }
    std::string text = command.text;
    if (expected.opens_window) {
      const std::size_t name = text.find("lanescope");
      text.insert(name + std::string("lanescope").size(), " shot -o window.png");
    }
    run(text, expected, command.line);
  }

  void write(const Block& block) const {
    const std::string added = "added to ";
    const bool is_added = block.about.starts_with(added);
    const std::string file = is_added ? block.about.substr(added.size()) : block.about;
    ASSERT_NE(file, "") << document().at(block.line) << " does not say which file it is";
    scratch_.write(file, block.text, is_added);
  }

  void compare(const Block& block) const {
    static const std::regex written("written to (\\S+), then (.*)");
    std::smatch match;
    const bool is_file = std::regex_match(block.about, match, written);
    if (is_file) scratch_.write(match[1].str(), block.text, false);
    const std::string source = is_file ? match[2].str() : block.about;
    const std::vector<Command> commands = commands_of({"sh", "", source + "\n", block.line});
    ASSERT_EQ(commands.size(), 1U) << document().at(block.line) << " does not say what prints it";
    std::string output;
    if (starts_lanescope(commands[0].text)) {
      const Ended ended = run(commands[0].text, expectation_in(commands[0].comment), block.line);
      if (ended.exit_code == 3) return;  // there is no GPU: run() has seen that this is expected
      output = ended.out;
    } else {
      output = tests::text_of(root / commands[0].text);
    }
    const auto example = nlohmann::json::parse(block.text, nullptr, false);
    const auto real = nlohmann::json::parse(output, nullptr, false);
    ASSERT_FALSE(example.is_discarded()) << document().at(block.line) << " is no JSON";
    ASSERT_FALSE(real.is_discarded()) << document().at(block.line) << ": " << output.substr(0, 500);
    for (const std::string& difference : differences(example, real))
      ADD_FAILURE() << document().at(block.line) << ": " << difference;
    if (example.contains("schema")) EXPECT_EQ(example.at("schema"), real.at("schema"));
  }

  Scratch scratch_;
};

TEST_P(Page, commands_and_json_are_as_the_page_says) {
  static const std::set<std::string> files{"toml", "cuda", "markdown"};
  for (const Block& block : document().blocks) {
    if (block.language == "sh") {
      const std::vector<Command> commands = commands_of(block);
      EXPECT_FALSE(commands.empty()) << document().at(block.line) << " has no command";
      for (const Command& command : commands) run(command);
    } else if (files.contains(block.language)) {
      write(block);
    } else if (block.language == "json") {
      compare(block);
    } else {
      EXPECT_EQ(block.language, "text") << document().at(block.line) << ": unknown kind of block";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Every, Page, ::testing::Range(std::size_t{0}, documents().size()),
                         [](const auto& one) {
                           std::string name = documents().at(one.param).path.stem().string();
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// ---- all pages
// --------------------------------------------------------------------------------------------------------

TEST(Documents, are_found_with_their_commands) {
  EXPECT_GE(documents().size(), 8U);
  std::size_t commands = 0;
  for (const Document& document : documents()) {
    for (const Block& block : document.blocks) {
      if (block.language == "sh") commands += commands_of(block).size();
    }
  }
  EXPECT_GT(commands, 50U);
}

TEST(Documents, the_readme_is_short) { EXPECT_LE(fs::file_size(root / "README.md"), 10U * 1024); }

TEST(Documents, links_lead_somewhere) {
  std::map<fs::path, std::set<std::string>> anchors;
  for (const Document& document : documents()) anchors[document.path] = document.anchors;
  int seen = 0;
  for (const Document& document : documents()) {
    for (const Link& link : document.links) {
      if (link.path.find("://") != std::string::npos) continue;
      ++seen;
      const fs::path target = link.path.empty()
                                  ? document.path
                                  : (document.path.parent_path() / link.path).lexically_normal();
      EXPECT_TRUE(fs::exists(root / target)) << document.at(link.line) << ": " << link.path;
      if (!link.anchor.empty()) {
        EXPECT_TRUE(anchors[target].contains(link.anchor))
            << document.at(link.line) << ": " << target << " has no heading #" << link.anchor;
      }
    }
  }
  EXPECT_GT(seen, 20);
}

TEST(Documents, paths_in_backticks_exist) {
  static const std::regex path(R"([A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)*/?)");
  static const std::regex source_file(R"([a-z0-9_]+\.(h|cpp|def))");
  std::set<std::string> top, names;
  for (const fs::directory_entry& entry : fs::directory_iterator(root))
    top.insert(entry.path().filename().string());
  for (const char* folder : {"app", "kernels", "sim", "tests", "viz"}) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder))
      names.insert(entry.path().filename().string());
  }
  int seen = 0;
  for (const Document& document : documents()) {
    for (const Span& span : document.spans) {
      // "tests/data/<name>.csv": as far as it is a path.
      const std::string text = span.text.substr(0, span.text.find('<'));
      if (!std::regex_match(text, path)) continue;
      const std::string first = text.substr(0, text.find('/'));
      const bool is_path = text.find('/') != std::string::npos && top.contains(first) &&
                           first != "build" && first != "run";
      if (is_path) {
        ++seen;
        EXPECT_TRUE(fs::exists(root / text)) << document.at(span.line) << ": " << text;
      } else if (std::regex_match(text, source_file)) {
        EXPECT_TRUE(names.contains(text) || text == "cuda_occupancy.h")  // NVIDIA's
            << document.at(span.line) << ": there is no file " << text;
      }
    }
  }
  EXPECT_GT(seen, 20);
}

TEST(Documents, folders_in_the_drawing_exist) {
  static const std::regex name(R"re(class="name"[^>]*>([^<]+)<)re");
  const std::string drawing = tests::text_of(root / "docs/access.svg");
  int seen = 0;
  for (std::sregex_iterator at(drawing.begin(), drawing.end(), name), end; at != end; ++at, ++seen)
    EXPECT_TRUE(fs::is_directory(root / (*at)[1].str())) << (*at)[1];
  EXPECT_GE(seen, 12);
}

TEST(Documents, variables_and_options_exist) {
  static const std::regex name("LANESCOPE_[A-Z_]+");
  const std::sregex_iterator end;
  int seen = 0;
  for (const Document& document : documents()) {
    for (std::sregex_iterator at(document.text.begin(), document.text.end(), name); at != end;
         ++at) {
      ++seen;
      EXPECT_TRUE(is_in_source(at->str())) << document.path << ": " << at->str();
    }
  }
  EXPECT_GT(seen, 10);
}

// The program's help, or that of one command.
std::string help_of(const std::string& command) {
  const Ended ended = Scratch().run("lanescope " + command + " --help", false);
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  return ended.out;
}

std::set<std::string> commands_in_help() {
  static const std::regex entry(R"(^  ([a-z][a-z-]*)\s.*$)");
  std::set<std::string> commands;
  std::istringstream lines(help_of(""));
  bool in_list = false;
  for (std::string line; std::getline(lines, line);) {
    in_list = in_list || line.starts_with("Subcommands:");
    std::smatch match;
    if (in_list && std::regex_match(line, match, entry)) commands.insert(match[1]);
  }
  return commands;
}

TEST(Documents, show_every_command) {
  const std::set<std::string> commands = commands_in_help();
  EXPECT_GE(commands.size(), 15U);
  std::set<std::string> shown;
  for (const Document& document : documents()) {
    for (const Block& block : document.blocks) {
      for (const Command& command : commands_of(block)) {
        const std::vector<std::string> words = words_of(command.text);
        if (block.language == "sh" && starts_lanescope(command.text) && words.size() > 1)
          shown.insert(words[1]);
      }
    }
  }
  for (const std::string& command : commands)
    EXPECT_TRUE(shown.contains(command)) << "no page shows lanescope " << command;
}

TEST(Documents, describe_every_schema) {
  static const std::regex schema(R"re("(lanescope\.[a-z]+/[0-9]+)")re");
  std::string described;
  for (const Document& document : documents()) {
    for (const Block& block : document.blocks) {
      if (block.language == "json") described += block.text;
    }
  }
  std::string sources;
  for (const char* top : {"app", "kernels", "sim", "viz"}) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / top)) {
      const fs::path extension = entry.path().extension();
      if (extension == ".h" || extension == ".cpp") sources += tests::text_of(entry.path());
    }
  }
  std::set<std::string> schemas;
  for (std::sregex_iterator at(sources.begin(), sources.end(), schema), end; at != end; ++at)
    schemas.insert((*at)[1]);
  EXPECT_GE(schemas.size(), 8U);
  for (const std::string& name : schemas)
    EXPECT_NE(described.find(name), std::string::npos) << "no page shows an example of " << name;
}

TEST(Documents, examples_of_progress_name_steps_questions_and_goals_that_are_there) {
  int examples = 0;
  for (const Document& document : documents()) {
    for (const Block& block : document.blocks) {
      const Json json = Json::parse(block.text, nullptr, false);
      if (!json.is_object() || json.value("schema", "") != "lanescope.progress/1") continue;
      for (const auto& [lesson, progress] : json.at("lessons").items()) {
        ++examples;
        const std::string guide = tests::text_of(root / "kernels/lessons" / lesson / "guide.toml");
        std::vector<std::string> names = progress.at("steps_seen");
        names.push_back(progress.at("step"));
        for (const auto& [question, answer] : progress.at("answers").items())
          names.push_back(question);
        for (const Json& goal : progress.at("goals")) names.push_back(goal);
        for (const std::string& name : names) {
          EXPECT_NE(guide.find("name = \"" + name + "\""), std::string::npos)
              << document.at(block.line) << ": the lesson '" << lesson << "' has no " << name;
        }
      }
    }
  }
  EXPECT_GE(examples, 1);
}

TEST(Documents, list_every_kind_of_mistake) {
  const std::string help = help_of("sim");
  const std::size_t at = help.find("--check");
  ASSERT_NE(at, std::string::npos);
  static const std::regex kind("[a-z]+(_[a-z]+)+|misaligned");
  const std::string checks = tests::text_of(root / "docs/checks.md");
  const std::string about = help.substr(at, help.find("\n  -", at + 1) - at);
  int seen = 0;
  for (std::sregex_iterator one(about.begin(), about.end(), kind), end; one != end; ++one, ++seen)
    EXPECT_NE(checks.find("| `" + one->str() + "` |"), std::string::npos) << one->str();
  EXPECT_GE(seen, 7);
}

// ---- the checks themselves
// --------------------------------------------------------------------------------------------

TEST(Expectation, is_read_from_the_end_of_a_comment) {
  EXPECT_EQ(expectation_in("all lessons").exit_code, 0);
  EXPECT_EQ(expectation_in("not yet: exit 1").exit_code, 1);
  EXPECT_EQ(expectation_in("exit 3 without a GPU").needs, Expectation::Needs::gpu);
  EXPECT_EQ(expectation_in("minutes; exit 3 without a GPU").takes_minutes, true);
  EXPECT_EQ(expectation_in("opens the window; exit 3 without a display").opens_window, true);
}

TEST(Expectation, that_is_not_understood_is_a_failure) {
  EXPECT_NE(expectation_in("exit 1 if anything is wrong").problem, "");
  EXPECT_NE(expectation_in("exit 3 without a compiler").problem, "");
}

TEST(Commands, are_joined_and_parted_from_their_comments) {
  const auto commands = commands_of({"sh", "", "a \\\n  b  # c\n\nd --set 'x#y'\n", 7});
  ASSERT_EQ(commands.size(), 2U);
  EXPECT_EQ(commands[0].text, "a b");
  EXPECT_EQ(commands[0].comment, "c");
  EXPECT_EQ(commands[1].text, "d --set 'x#y'");
  EXPECT_EQ(commands[1].line, 11);
}

TEST(Commands, of_unknown_tools_are_a_failure) {
  EXPECT_NE(problem_with_other_command({"rm", "-r", "build"}), "");
  EXPECT_NE(problem_with_other_command({"./run", "no-such-word"}), "");
  EXPECT_NE(problem_with_other_command({"./run", "build", "-DLANESCOPE_NO_SUCH_OPTION=1"}), "");
  EXPECT_NE(problem_with_other_command({"ctest", "--preset", "no-such-preset"}), "");
  EXPECT_EQ(problem_with_other_command({"./run", "build", "-DLANESCOPE_CUDA=OFF"}), "");
}

TEST(JsonShape, differs_by_keys_and_types) {
  const auto with = [](const char* example, const char* output) {
    return differences(nlohmann::json::parse(example), nlohmann::json::parse(output)).size();
  };
  EXPECT_EQ(with(R"({"a": [{"b": 1}]})", R"({"a": [{"b": 2}, {"b": null}]})"), 0U);
  EXPECT_EQ(with(R"({"a": 1})", R"({"a": 1, "b": 2})"), 1U);
  EXPECT_EQ(with(R"({"a": 1, "...": 0})", R"({"a": 1, "b": 2})"), 0U);
  EXPECT_EQ(with(R"({"a": 1, "b": 2})", R"({"a": 1})"), 1U);
  EXPECT_EQ(with(R"({"a": 1})", R"({"a": "1"})"), 1U);
  EXPECT_EQ(with(R"({"a": [{"b": 1}]})", R"({"a": [{"c": 2}]})"), 2U);
}

}  // namespace
}  // namespace lanescope::docs
