// The manual page and the completions say what the parser knows.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

#include "app/command_line/command_table.h"
#include "tests/paths.h"
#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

const CommandTable& table() {
  static const CommandTable all = command_table();
  return all;
}

const CommandRow& command(const std::string& name) {
  const auto found = std::find_if(table().commands.begin(), table().commands.end(),
                                  [&](const CommandRow& row) { return row.name == name; });
  if (found == table().commands.end()) throw std::out_of_range("no command " + name);
  return *found;
}

const OptionRow& option(const CommandRow& row, const std::string& name) {
  for (const OptionRow& each : row.options) {
    if (std::find(each.names.begin(), each.names.end(), name) != each.names.end()) return each;
  }
  throw std::out_of_range("no option " + name);
}

bool has(const std::string& text, const std::string& wanted) {
  return text.find(wanted) != std::string::npos;
}

std::size_t count(const std::string& text, const std::string& wanted) {
  std::size_t found = 0;
  for (std::size_t at = text.find(wanted); at != std::string::npos; at = text.find(wanted, at + 1))
    ++found;
  return found;
}

const ShippedNames shipped{{"transpose", "offset"}, {"talk"}, {"h200", "gtx-980"}};

TEST(CommandTable, has_what_the_parser_takes) {
  EXPECT_TRUE(table().program.starts_with("lanescope "));
  EXPECT_GE(table().commands.size(), 16U);
  const OptionRow& compiler = option(command("sim"), "--compiler");
  EXPECT_EQ(compiler.value, "NAME");
  EXPECT_EQ(std::set(compiler.choices.begin(), compiler.choices.end()),
            (std::set<std::string>{"auto", "clang", "nvcc", "nvrtc"}));
  EXPECT_FALSE(compiler.repeatable);
  const OptionRow& lesson = option(command("sim"), "LESSON");
  EXPECT_TRUE(lesson.is_argument);
  EXPECT_TRUE(lesson.required);
  EXPECT_FALSE(option(table().window, "LESSON").required);
  EXPECT_TRUE(option(command("sim"), "--set").repeatable);
  EXPECT_EQ(option(command("sim"), "--set").value, "NAME=VALUE");
  EXPECT_EQ(option(command("list"), "--json").value, "");
  EXPECT_EQ(option(command("shot"), "-o").names, (std::vector<std::string>{"-o", "--output"}));
  EXPECT_TRUE(option(command("progress"), "--reset").value_is_optional);
  EXPECT_TRUE(option(command("check-lessons"), "LESSON").repeatable);
}

TEST(ManualPage, has_every_command_with_every_option) {
  const std::string page = manual_page(table());
  for (const CommandRow& row : table().commands) {
    std::string title = std::regex_replace(row.name, std::regex("-"), "\\-");
    const std::size_t from = page.find("\n.SS " + title + "\n");
    ASSERT_NE(from, std::string::npos) << row.name;
    const std::string own = page.substr(from, page.find("\n.S", from + 1) - from);
    for (const OptionRow& each : row.options) {
      for (const std::string& name : each.names) {
        EXPECT_TRUE(has(own, std::regex_replace(name, std::regex("-"), "\\-")))
            << row.name << " " << name;
      }
    }
  }
}

TEST(ManualPage, escapes_the_characters_that_roff_interprets) {
  CommandTable small;
  small.program = "lanescope 1";
  small.window.options = {{{"--path"}, "C:\\", {}, ".begins with a dot"}};
  const std::string page = manual_page(small);
  EXPECT_TRUE(has(page, "\n.TP\n\\fB\\-\\-path\\fR \\fIC:\\e\\fR\n\\&.begins with a dot.\n"))
      << page;
}

// Every name in the page's list of variables is one that the program reads.
TEST(ManualPage, names_no_variable_that_the_program_does_not_read) {
  std::string sources;
  for (const char* top : {"app", "kernels", "viz"}) {
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(LANESCOPE_SOURCE_DIR) / top)) {
      if (entry.path().extension() != ".cpp" || entry.path().stem() == "manual_page") continue;
      sources += tests::text_of(entry.path());
    }
  }
  const std::string page = manual_page(table());
  const std::regex variable("LANESCOPE_[A-Z]+");
  std::size_t seen = 0;
  for (std::sregex_iterator at(page.begin(), page.end(), variable), end; at != end; ++at, ++seen)
    EXPECT_TRUE(has(sources, '"' + at->str() + '"')) << at->str();
  EXPECT_GE(seen, 5U);
}

TEST(Completion, of_every_shell_knows_every_command_and_option) {
  const std::string bash = bash_completion(table(), shipped);
  const std::string zsh = zsh_completion(table(), shipped);
  const std::string fish = fish_completion(table(), shipped);
  for (const CommandRow& row : table().commands) {
    EXPECT_TRUE(has(bash, "      '" + row.name + "') words='")) << row.name;
    EXPECT_TRUE(has(zsh, "\n  " + row.name + ")\n")) << row.name;
    EXPECT_TRUE(has(fish, " -f -a " + row.name + " -d ")) << row.name;
    for (const OptionRow& each : row.options) {
      if (each.is_argument) continue;
      for (const std::string& name : each.names) {
        EXPECT_TRUE(has(bash, name)) << name;
        EXPECT_TRUE(has(zsh, name + "[")) << name;
        EXPECT_TRUE(
            has(fish, name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1)))
            << name;
      }
    }
  }
}

TEST(Completion, offers_shipped_lessons_machines_and_the_only_values_there_are) {
  const std::string bash = bash_completion(table(), shipped);
  EXPECT_TRUE(has(bash, "    sim,--compiler) words='auto nvrtc clang nvcc' files=no ;;\n")) << bash;
  EXPECT_TRUE(has(bash, "    ,--machine) words='h200 gtx-980' files=no ;;\n"));
  EXPECT_TRUE(has(bash, "    time,--record) words='' files=yes ;;\n"));
  EXPECT_GE(count(bash, " transpose offset"), 10U);
  const std::string zsh = zsh_completion(table(), shipped);
  EXPECT_TRUE(has(zsh, "'*--set[")) << zsh;
  EXPECT_TRUE(has(zsh, ":NAME:(auto nvrtc clang nvcc)'"));
  const std::string fish = fish_completion(table(), shipped);
  EXPECT_TRUE(
      has(fish, "'__fish_seen_subcommand_from sim' -l compiler -r -f -a 'auto nvrtc clang nvcc'"))
      << fish;
}

}  // namespace
}  // namespace lanescope::app
