#include "app/window/toolkit/open_file.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace lanescope::app::test {
namespace {

using Words = std::vector<std::string>;

Words command(const std::map<std::string, std::string>& environment,
              const std::set<std::string>& installed) {
  return editor_command(
      "/my files/k.cu",
      [&](const std::string& name) {
        const auto found = environment.find(name);
        return found != environment.end() ? found->second : std::string();
      },
      [&](const std::string& program) {
        return installed.contains(program) ? std::filesystem::path("/bin") / program
                                           : std::filesystem::path();
      });
}

TEST(EditorCommand, is_the_graphical_editor_of_the_environment_with_its_options) {
  EXPECT_EQ(command({{"VISUAL", "code --wait"}, {"EDITOR", "vim"}}, {"code", "vim", "xterm"}),
            (Words{"/bin/code", "--wait", "/my files/k.cu"}));
}

TEST(EditorCommand, opens_a_terminal_for_an_editor_that_needs_one) {
  EXPECT_EQ(command({{"EDITOR", "vim"}}, {"vim", "xterm", "xdg-open"}),
            (Words{"/bin/xterm", "-e", "/bin/vim", "/my files/k.cu"}));
  EXPECT_EQ(command({{"EDITOR", "emacs -nw"}}, {"emacs", "gnome-terminal"}),
            (Words{"/bin/gnome-terminal", "--", "/bin/emacs", "-nw", "/my files/k.cu"}));
}

TEST(EditorCommand, is_xdg_open_where_no_editor_can_be_started) {
  EXPECT_EQ(command({{"EDITOR", "vim"}}, {"vim", "xdg-open"}),
            (Words{"/bin/xdg-open", "/my files/k.cu"}));
  EXPECT_EQ(command({{"VISUAL", "gone"}}, {"xdg-open"}),
            (Words{"/bin/xdg-open", "/my files/k.cu"}));
}

TEST(EditorCommand, is_empty_where_there_is_nothing) {
  EXPECT_TRUE(command({{"VISUAL", "  "}, {"EDITOR", "vim"}}, {"vim"}).empty());
}

}  // namespace
}  // namespace lanescope::app::test
