#include "app/window/toolkit/keys.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/session/selection/pages.h"
#include "viz/text/texts.h"

namespace lanescope::app {
namespace {

// As in GLFW/glfw3.h, which the tests do not include.
constexpr int key_p = 'P';
constexpr int key_escape = 256, key_enter = 257, key_tab = 258, key_right = 262, key_down = 264;
constexpr int key_f5 = 294, key_f12 = 301;
constexpr int shift = 0x1;
constexpr int control = 0x2;
constexpr int caps_lock = 0x10;

TEST(Keys, no_key_means_two_things) {
  std::set<std::pair<int, int>> seen;
  for (const Binding& binding : bindings()) {
    EXPECT_TRUE(seen.emplace(binding.key, binding.mods).second)
        << binding.key << " with " << binding.mods;
  }
}

TEST(Keys, p_toggles_the_padding_and_shift_p_adds_to_it) {
  ASSERT_TRUE(binding_for(key_p, 0));
  EXPECT_EQ(binding_for(key_p, 0)->command, Command::pad_toggle);
  ASSERT_TRUE(binding_for(key_p, shift));
  EXPECT_EQ(binding_for(key_p, shift)->command, Command::pad_more);
}

TEST(Keys, caps_lock_changes_nothing) {
  ASSERT_TRUE(binding_for(key_p, caps_lock));
  EXPECT_EQ(binding_for(key_p, caps_lock)->command, Command::pad_toggle);
}

TEST(Keys, m_measures_with_shift_all_variants_and_with_control_live) {
  EXPECT_EQ(binding_for('M', 0)->command, Command::measure);
  EXPECT_EQ(binding_for('M', shift)->command, Command::measure_all);
  EXPECT_EQ(binding_for('M', control)->command, Command::live);
}

TEST(Keys, a_digit_names_its_variant) {
  for (int digit = 1; digit <= 9; ++digit) {
    const auto binding = binding_for('0' + digit, 0);
    ASSERT_TRUE(binding);
    EXPECT_EQ(binding->command, Command::variant);
    EXPECT_EQ(binding->argument, digit - 1);
  }
}

TEST(Keys, the_list_has_a_text_for_every_line_in_every_language) {
  for (const std::string& language : text::language_codes()) {
    const text::Texts own(language);
    for (const KeyLine& line : key_lines()) {
      EXPECT_TRUE(own.has(line.text_key)) << line.text_key;
      EXPECT_TRUE(own.has(line.group_key)) << line.group_key;
      const std::string_view keys = line.keys;  // or the key of a word for the mouse
      EXPECT_TRUE(!keys.starts_with("keys.") || own.has(line.keys)) << keys;
    }
  }
}

TEST(Pages, have_their_texts_in_every_language) {
  for (const std::string& language : text::language_codes()) {
    const text::Texts own(language);
    for (const PageRow& row : page_rows()) {
      const std::string name = row.name;
      EXPECT_TRUE(own.has("page." + name)) << name;
      EXPECT_TRUE(own.has("page.tip." + name)) << name;
      EXPECT_TRUE(own.has("export.what." + name) || row.page == Page::guide) << name;
      EXPECT_TRUE(own.has("keys." + name) || !row.replaces_stage) << name;
    }
  }
}

TEST(Keys, lines_of_one_group_stand_together) {
  std::set<std::string> begun;
  std::string group;
  for (const KeyLine& line : key_lines()) {
    if (line.group_key != group) {
      group = line.group_key;
      EXPECT_TRUE(begun.insert(group).second) << group << " begins again at " << line.keys;
    }
  }
}

TEST(Keys, letters_that_type_do_nothing_else_while_typing) {
  for (const Binding& binding : bindings()) {
    const bool types = binding.key >= ' ' && binding.key <= 'Z' && (binding.mods & ~shift) == 0;
    EXPECT_FALSE(types && binding.works_while_typing) << binding.key;
  }
}

TEST(Keys, held_down_walk_and_nothing_else) {
  for (const int walks : std::vector<int>{key_right, key_down, '.', '=', key_tab})
    EXPECT_TRUE(repeats(binding_for(walks, 0)->command)) << walks;
  EXPECT_TRUE(repeats(binding_for('P', 0)->command));
  for (const int changes :
       std::vector<int>{'E', 'O', 'F', 'C', key_f5, 'T', 'M', key_f12, key_escape, key_enter}) {
    EXPECT_FALSE(repeats(binding_for(changes, 0)->command)) << changes;
  }
}

TEST(Keys, enter_takes_what_is_marked_and_space_plays) {
  EXPECT_EQ(binding_for(key_enter, 0)->command, Command::activate);
  EXPECT_EQ(binding_for(' ', 0)->command, Command::press_or_play);
}

TEST(Keys, those_of_the_page_that_is_open_work_here_and_those_of_others_do_not) {
  KeyContext context;
  context.page = Page::map;
  int here = 0;
  for (const KeyLine& line : key_lines()) {
    if (works_here(line, context)) {
      EXPECT_EQ(line.page, Page::map) << line.text_key;
      ++here;
    }
  }
  EXPECT_GE(here, 4);
}

TEST(Keys, an_open_question_is_answered_by_keys_that_work_here) {
  const auto works = [](bool asked) {
    KeyContext context;
    context.asked = asked;
    bool answers = false;
    for (const KeyLine& line : key_lines())
      answers = answers || (line.answers && works_here(line, context));
    return answers;
  };
  EXPECT_TRUE(works(true));
  EXPECT_FALSE(works(false));
}

TEST(Keys, those_of_the_guide_work_here_while_it_leads) {
  const auto works = [](bool guided) {
    KeyContext context;
    context.guided = guided;
    return std::ranges::any_of(key_lines(), [&](const KeyLine& line) {
      return std::string_view(line.text_key) == "keys.step" && works_here(line, context);
    });
  };
  EXPECT_TRUE(works(true));
  EXPECT_FALSE(works(false));
}

TEST(Keys, a_command_is_written_with_its_modifiers) {
  EXPECT_EQ(key_text(Command::export_menu), "Ctrl+E");
  EXPECT_EQ(key_text(Command::pad_more), "Shift+P");
  EXPECT_EQ(key_text(Command::lecture), "F5");
}

TEST(Keys, k_opens_the_machine_and_shift_k_goes_to_the_next) {
  EXPECT_EQ(binding_for('K', 0)->command, Command::page);
  EXPECT_EQ(binding_for('K', 0)->argument, static_cast<int>(Page::machine));
  EXPECT_EQ(binding_for('K', shift)->command, Command::next_machine);
}

}  // namespace
}  // namespace lanescope::app
