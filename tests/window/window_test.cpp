// The real program, its real window, real key presses.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "display_test.h"
#include "picture_file.h"
#include "program_window.h"
#include "tests/temporary_folder.h"

namespace lanescope::app::test {
namespace {

namespace fs = std::filesystem;

class WindowTest : public DisplayTest<1600, 900> {
 protected:
  std::unique_ptr<ProgramWindow> open(std::vector<std::string> arguments = {}) {
    return std::make_unique<ProgramWindow>(
        ProgramWindow::Options{display_->name(), folder_, std::move(arguments), {}});
  }
  // Writes a separate lesson, so that a test may break its kernel.
  fs::path write_lesson(const std::string& body) const {
    const fs::path lesson = folder_ / "mine";
    fs::create_directories(lesson);
    std::ofstream(lesson / "lesson.toml") << R"(source = "mine.cu"
kernel = "mine"
[params]
PAD = { default = 0, min = 0, max = 32 }
[launch]
grid = [2]
block = [64]
[[args]]
name = "out"
type = "float"
count = 128
)";
    write_kernel(body);
    return lesson / "lesson.toml";
  }
  void write_kernel(const std::string& body) const {
    std::ofstream(folder_ / "mine" / "mine.cu")
        << "__global__ void mine(float* out)\n{\n    int i = blockIdx.x * 64 + threadIdx.x;\n    "
        << body << "\n}\n";
  }
};

// A list above the panels, without the line at the bottom that names the saved picture.
std::vector<std::uint8_t> list_of(const Picture& picture) {
  return {picture.rgb.begin(),
          picture.rgb.begin() + static_cast<std::ptrdiff_t>(picture.rgb.size() / 10 * 9)};
}

std::uint64_t conflicts(const Json& json) { return json["totals"]["shared_load"]["conflicts"]; }

TEST_F(WindowTest, opens_on_the_transpose_and_the_conflicting_load) {
  const auto window = open();
  const Json json = window->wait_for_run();
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["variant"], "tile");
  EXPECT_EQ(json["access"]["space"], "shared");
  EXPECT_EQ(json["access"]["cost"], 32);
  EXPECT_EQ(json["totals"]["shared_load"]["requests"], 32768);
  EXPECT_EQ(conflicts(json), 31U * 32768U);
}

TEST_F(WindowTest, pad_key_changes_state_and_picture_from_32_wavefronts_to_1) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  const Picture before = read_picture(window->save_picture());
  ASSERT_EQ(before.width, 1600);

  window->keys({"p"});
  const Json json = window->wait_for([](const Json& now) { return now["params"]["PAD"] == 1; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["access"]["cost"], 1);
  EXPECT_EQ(json["access"]["ways"], 1);
  EXPECT_EQ(json["wavefronts"], 1);
  EXPECT_EQ(conflicts(json), 0U);

  const Picture after = read_picture(window->save_picture());
  ASSERT_EQ(after.width, 1600);
  EXPECT_NE(before, after);
  // Orange marks avoidable cost; the stage has none after the change.
  EXPECT_GT(stage_pixels(before, dark_costly), 1000);
  EXPECT_LT(stage_pixels(after, dark_costly), 50);
}

TEST_F(WindowTest, the_same_state_gives_the_same_picture_again) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"t"});
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["theme"] == "light"; }).empty());
  const Picture light = read_picture(window->save_picture());
  window->keys({"t"});
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["theme"] == "contrast"; }).empty());
  const Picture contrast = read_picture(window->save_picture());
  window->keys({"t"});
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["theme"] == "dark"; }).empty());
  const Picture dark = read_picture(window->save_picture());
  EXPECT_NE(light, dark);
  EXPECT_NE(contrast, dark);
  EXPECT_GT(stage_pixels(dark, dark_costly), stage_pixels(light, dark_costly));
}

TEST_F(WindowTest, lines_events_warps_and_wavefronts_are_walked_by_keyboard) {
  const auto window = open();
  const Json first = window->wait_for_run();
  ASSERT_FALSE(first.empty());
  const int shared_line = first["line"];

  window->keys({"Up"});
  const Json line = window->wait_for([&](const Json& now) { return now["line"] < shared_line; });
  ASSERT_FALSE(line.empty());
  EXPECT_FALSE(line["event"].is_null());

  window->keys({"Down"});
  ASSERT_FALSE(
      window->wait_for([&](const Json& now) { return now["line"] == shared_line; }).empty());

  window->keys({"Right"});
  const Json event =
      window->wait_for([](const Json& now) { return now["access"]["space"] == "global"; });
  ASSERT_FALSE(event.empty());
  EXPECT_EQ(event["access"]["op"], "store");

  window->keys({"Left"});
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["access"]["space"] == "shared"; }).empty());

  // Over the strip, the wheel walks what was executed.
  const Json worst = window->state()["controls"]["strip.worst"];
  ASSERT_TRUE(worst.is_array());
  const int strip_x = worst[0].get<int>();
  const int strip_y = worst[1].get<int>() + 2 * worst[3].get<int>();
  window->wheel(strip_x, strip_y, 1);
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["access"]["op"] == "store"; }).empty());
  window->wheel(strip_x, strip_y, -1);
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["access"]["space"] == "shared"; }).empty());

  window->keys({"w"});
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["warp"] == 1; }).empty());
  window->keys({"shift+w", "shift+w"});
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["warp"] == 31; }).empty());

  window->keys({"bracketright", "period"});
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["wavefront"] == 1; }).empty());
  window->keys({"End"});
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["wavefront"] == 31; }).empty());
  window->keys({"comma"});
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["wavefront"] == 30; }).empty());
  window->keys({"Home"});
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["wavefront"] == 0; }).empty());
  window->keys({"a"});
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["wavefront"].is_null(); }).empty());
}

TEST_F(WindowTest, another_wavefront_is_another_picture) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  const Picture all = read_picture(window->save_picture());
  window->keys({"bracketright", "bracketright"});
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["wavefront"] == 1; }).empty());
  const Picture second = read_picture(window->save_picture());
  EXPECT_LT(stage_pixels(second, dark_costly), stage_pixels(all, dark_costly));
}

TEST_F(WindowTest, another_block_is_looked_at_by_key) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"b"});
  const Json json = window->wait_for([](const Json& now) {
    return now["block"] == Json({1, 0, 0});
  });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["access"]["cost"], 32);
}

TEST_F(WindowTest, digits_choose_variants) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"2"});
  const Json read =
      window->wait_for([](const Json& now) { return now["variant"] == "coalesced-read"; });
  ASSERT_FALSE(read.empty());
  EXPECT_EQ(read["totals"]["global_load"]["sectors"], 4 * 32768);
  EXPECT_EQ(read["totals"]["global_store"]["sectors"], 32 * 32768);
  EXPECT_EQ(read["access"]["op"], "store");
}

TEST_F(WindowTest, undo_takes_the_padding_back) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"p"});
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["wavefronts"] == 1; }).empty());
  window->keys({"ctrl+z"});
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["wavefronts"] == 32; }).empty());
  window->keys({"ctrl+shift+z"});
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["wavefronts"] == 1; }).empty());
}

TEST_F(WindowTest, language_theme_and_scale_change_and_are_remembered) {
  {
    const auto window = open();
    ASSERT_FALSE(window->wait_for_run().empty());
    window->keys({"l", "t", "F10"});
    ASSERT_FALSE(window
                     ->wait_for([](const Json& now) {
                       return now["language"] == "zh" && now["theme"] == "light" &&
                              now["scale_percent"] == 150;
                     })
                     .empty());
    EXPECT_TRUE(window->close());
  }
  fs::remove(folder_ / "state.json");
  const auto again = open();
  const Json json = again->wait_for_run();
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["language"], "zh");
  EXPECT_EQ(json["theme"], "light");
  EXPECT_EQ(json["scale_percent"], 150);
}

TEST_F(WindowTest, f1_lists_the_keys_and_escape_closes_the_list) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"F1"});
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["overlay"] == "keys"; }).empty());
  window->keys({"p"});  // ignored while the list is open
  window->keys({"Escape"});
  const Json json = window->wait_for([](const Json& now) { return now["overlay"] == "none"; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["params"]["PAD"], 0);
}

TEST_F(WindowTest, a_notice_ends_with_the_next_click) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"F12"});
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["notice"] != ""; }).empty());
  window->click(3, 450);
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["notice"] == ""; }).empty());
}

TEST_F(WindowTest, the_badge_of_the_model_explains_itself) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->wheel(30, 900 - 14, 0);
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["tooltip"] != ""; }).empty());
}

TEST_F(WindowTest, the_list_of_keys_scrolls_where_it_is_higher_than_the_window) {
  const auto window = open({"transpose", "--size", "1280x720", "--scale", "200"});
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"F1", "Next"});
  EXPECT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["overlay"] == "keys" && now["keys_scrolled"] > 0;
                   })
                   .empty());
  window->keys({"Prior"});
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["keys_scrolled"] == 0; }).empty());
  window->wheel(640, 400, -2);
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["keys_scrolled"] > 0; }).empty());
}

TEST_F(WindowTest, stepping_through_the_variants_moves_no_arrow) {
  const auto window = open({"atomics"});
  Json json = window->wait_for_run();
  ASSERT_FALSE(json.empty());
  const Json& before = json["controls"];
  const bool has_arrow = before.contains("top.variant.next");
  const Json arrow = before.value("top.variant.next", Json());
  for (const char* digit : {"2", "3", "1"}) {
    const std::string variant = json["variant"];
    window->keys({digit});
    json = window->wait_for([&](const Json& now) { return now["variant"] != variant; });
    ASSERT_FALSE(json.empty());
    EXPECT_EQ(json["controls"].contains("top.variant.next"), has_arrow) << digit;
    EXPECT_EQ(json["controls"].value("top.variant.next", Json()), arrow) << digit;
  }
}

TEST_F(WindowTest, a_click_on_a_parameters_name_edits_its_number) {
  const auto window = open();
  Json json = window->wait_for_run();
  ASSERT_FALSE(json.empty());
  const Json less = json["controls"]["top.N-"];
  ASSERT_TRUE(less.is_array());
  window->click(less[0].get<int>() - 12, less[1].get<int>() + less[3].get<int>() / 2);
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["typing"] == true; }).empty());
  window->keys({"5", "1", "2", "Return"});
  json = window->wait_for([](const Json& now) { return now["params"]["N"] == 512; });
  EXPECT_FALSE(json.empty());
}

TEST_F(WindowTest, parameters_without_room_for_their_steps_have_them_in_a_sheet) {
  const auto window = open({"indexing", "--variant", "2d-3d"});
  const Json json = window->wait_for_run();
  ASSERT_FALSE(json.empty());
  const std::int64_t before = json["params"]["BZ"];
  ASSERT_TRUE(json["controls"].contains("top.parameters"));
  window->click_on(json["controls"]["top.parameters"]);
  const Json sheet =
      window->wait_for([](const Json& now) { return now["controls"].contains("sheet.BZ+"); });
  ASSERT_FALSE(sheet.empty());
  window->click_on(sheet["controls"]["sheet.BZ+"]);
  EXPECT_FALSE(
      window->wait_for([&](const Json& now) { return now["params"]["BZ"] != before; }).empty());
}

TEST_F(WindowTest, tab_walks_the_controls_and_enter_presses_one) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  for (const char* control : {"top.start", "top.lesson", "top.search"}) {
    window->keys({"Tab"});
    ASSERT_FALSE(
        window->wait_for([&](const Json& now) { return now["focus"] == control; }).empty());
  }
  for (int presses = 0; presses < 40 && window->state()["focus"] != "page.index"; ++presses) {
    const Json before = window->state()["focus"];
    window->keys({"Tab"});
    ASSERT_FALSE(window->wait_for([&](const Json& now) { return now["focus"] != before; }).empty());
  }
  window->keys({"Return"});
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["page"] == "index"; }).empty());
}

TEST_F(WindowTest, a_click_on_the_switch_sets_the_padding) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  const Json one = window->state()["controls"]["top.pad1"];
  ASSERT_TRUE(one.is_array());
  window->click_on(one);
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["params"]["PAD"] == 1; }).empty());
}

TEST_F(WindowTest, plus_beside_the_switch_counts_on_under_a_resting_mouse) {
  for (const auto& size : {std::vector<std::string>{"--size", "1600x900"},
                           std::vector<std::string>{"--size", "1280x720", "--scale", "150"}}) {
    std::vector<std::string> arguments{"transpose", "--variant", "tile", "--set", "PAD=1"};
    arguments.insert(arguments.end(), size.begin(), size.end());
    const auto window = open(arguments);
    const Json controls = window->wait_for_run()["controls"];
    const Json plus = controls.value("top.PAD+", controls.value("top.pad.more", Json()));
    ASSERT_TRUE(plus.is_array()) << size[1];
    for (const int padding : {2, 3, 4}) {
      window->click_on(plus);
      EXPECT_FALSE(
          window->wait_for([&](const Json& now) { return now["params"]["PAD"] == padding; })
              .empty())
          << size[1] << " " << padding;
    }
  }
}

TEST_F(WindowTest, padding_in_steps_of_four_is_switched_to_four) {
  const auto window = open({"sgemm", "--variant", "squares", "--set", "PAD=0"});
  ASSERT_FALSE(window->wait_for_run().empty());
  const Json least = window->state()["controls"]["top.pad1"];
  ASSERT_TRUE(least.is_array());
  window->click_on(least);
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["params"]["PAD"] == 4; }).empty());
  window->keys({"p"});
  const Json none = window->wait_for([](const Json& now) { return now["params"]["PAD"] == 0; });
  ASSERT_FALSE(none.empty());
  EXPECT_TRUE(none["problem"].is_null());
}

TEST_F(WindowTest, a_size_is_typed_into_its_field_and_the_digits_are_no_commands) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  const Json field = window->state()["controls"]["top.N="];
  ASSERT_TRUE(field.is_array());
  window->click_on(field);
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["typing"] == true; }).empty());
  window->keys({"5", "1", "2", "Return"});
  const Json json = window->wait_for([](const Json& now) { return now["params"]["N"] == 512; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["variant"], "tile");
}

TEST_F(WindowTest, what_is_typed_before_a_field_is_open_is_not_lost) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->click_and_type(window->state()["controls"]["top.N="], "512", "Return");
  const Json json = window->wait_for([](const Json& now) { return now["params"]["N"] == 512; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["tooltip"], "") << "the mouse rests where one has typed";
}

TEST_F(WindowTest,
       a_kernel_that_no_longer_compiles_is_reported_beside_the_last_good_picture_until_fixed) {
  const fs::path lesson = write_lesson("out[i] = PAD;");
  const auto window = open({lesson.string()});
  const Json good = window->wait_for_run();
  ASSERT_FALSE(good.empty());
  EXPECT_TRUE(good["problem"].is_null());

  write_kernel("out[i] = nonsense;");  // the window watches the file
  const Json bad = window->wait_for([](const Json& now) { return !now["problem"].is_null(); });
  ASSERT_FALSE(bad.empty());
  EXPECT_NE(bad["problem"].get<std::string>().find("mine.cu:4"), std::string::npos)
      << bad["problem"];
  EXPECT_TRUE(bad["message_open"]);
  EXPECT_EQ(bad["access"], good["access"]);
  EXPECT_EQ(bad["totals"], good["totals"]);
  EXPECT_TRUE(window->runs());

  write_kernel("out[i] = 2 * PAD;");
  const Json mended = window->wait_for([](const Json& now) { return now["problem"].is_null(); });
  ASSERT_FALSE(mended.empty());
  EXPECT_FALSE(mended["message_open"]);
}

TEST_F(WindowTest, a_kernel_that_never_compiled_is_shown_with_its_wrong_line_and_mended) {
  const fs::path lesson = write_lesson("out[i] = nonsense;");
  const auto window = open({lesson.string()});
  const Json bad = window->wait_for([](const Json& now) { return !now["problem"].is_null(); });
  ASSERT_FALSE(bad.empty());
  const Picture picture = read_picture(window->save_picture());
  // The kernel's text on the left: light on dark. An empty panel has one colour.
  EXPECT_GT(code_colors(picture), 40);

  write_kernel("out[i] = PAD;");
  const Json mended = window->wait_for_run();
  ASSERT_FALSE(mended.empty());
  EXPECT_TRUE(mended["problem"].is_null());
}

// Rows of text in the message panel.
std::size_t message_rows(const Json& state) {
  std::size_t rows = 0;
  while (state["controls"].contains("message." + std::to_string(rows))) ++rows;
  return rows;
}

TEST_F(WindowTest, errors_of_a_kind_take_one_line_and_are_all_shown_when_asked_for) {
  const fs::path lesson = write_lesson("out[i + 100000] = out[i + 200000];");
  const auto window = open({lesson.string()});
  const Json json = window->wait_for_run();
  ASSERT_FALSE(json.empty());
  const Json more = json["controls"]["message.more"];
  ASSERT_TRUE(more.is_array()) << json["message"];
  window->click_on(more);
  EXPECT_FALSE(window
                   ->wait_for([&](const Json& now) {
                     return message_rows(now) > message_rows(json);  // the load and the store
                   })
                   .empty());
}

TEST_F(WindowTest, a_message_longer_than_its_panel_is_read_to_its_end_when_asked_for) {
  const fs::path lesson = write_lesson("out[i + 100000] = 1;");
  const auto window = open({lesson.string(), "--size", "1000x700", "--scale", "150"});
  const Json json = window->wait_for_run();
  ASSERT_FALSE(json.empty());
  EXPECT_LE(message_rows(json), 3U);  // as many of its rows as there is room for
  const Json more = json["controls"]["message.more"];
  ASSERT_TRUE(more.is_array()) << json["message"];
  window->click_on(more);
  EXPECT_FALSE(window->wait_for([](const Json& now) { return message_rows(now) > 3; }).empty());
}

TEST_F(WindowTest, errors_that_were_closed_are_opened_again_from_the_status_line) {
  const fs::path lesson = write_lesson("out[i + 100000] = 1;");
  const auto window = open({lesson.string()});
  Json json = window->wait_for_run();
  ASSERT_FALSE(json.empty());
  EXPECT_TRUE(json["message_open"]);
  EXPECT_FALSE(json["controls"].contains("status.messages"));
  window->keys({"Escape"});
  json = window->wait_for([](const Json& now) {
    return now["message_open"] == false && now["controls"].contains("status.messages");
  });
  ASSERT_FALSE(json.empty());
  window->click_on(json["controls"]["status.messages"]);
  EXPECT_FALSE(
      window->wait_for([](const Json& now) { return now["message_open"] == true; }).empty());
}

TEST_F(WindowTest, d_changes_between_memory_and_divergence_and_arrows_walk_what_was_executed) {
  const auto window = open({"divergence", "--variant", "if-by-lane"});
  Json json = window->wait_for_run();
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["subject"], "divergence");  // this kernel has no memory costs to show
  EXPECT_EQ(json["line"], 7);
  EXPECT_EQ(json["wavefronts"], 0);
  window->keys({"Down"});
  json = window->wait_for([](const Json& now) { return now["line"] != 7; });
  EXPECT_EQ(json["line"], 8);
  window->keys({"d"});
  json = window->wait_for([](const Json& now) { return now["subject"] == "memory"; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["access"]["space"], "global");
  const Json words = json["controls"]["code.divergence"];
  ASSERT_TRUE(words.is_array());
  window->click_on(words);
  EXPECT_FALSE(
      window->wait_for([](const Json& now) { return now["subject"] == "divergence"; }).empty());
}

TEST_F(WindowTest, a_message_leads_to_the_warp_and_block_of_its_finding) {
  const fs::path lesson = write_lesson("if (i == 100) out[i + 100] = 1;");
  const auto window = open({lesson.string()});
  Json json = window->wait_for_run();
  ASSERT_FALSE(json.empty());
  const Json row = json["controls"]["message.0"];
  ASSERT_TRUE(row.is_array()) << json["message"];
  window->click_on(row);
  json = window->wait_for([](const Json& now) { return now["block"][0] == 1; });
  ASSERT_FALSE(json.empty());  // the finding is in thread 36 of block 1
  EXPECT_EQ(json["warp"], 1);
  EXPECT_EQ(json["line"], 4);
  EXPECT_EQ(json["access"]["mask"], 1U << 4U);
}

TEST_F(WindowTest, a_race_leads_to_either_of_its_accesses) {
  const fs::path lesson = write_lesson("if (i == 100 || i == 3) out[3] = i;");
  const auto window = open({lesson.string()});
  Json json = window->wait_for_run();
  ASSERT_FALSE(json.empty());
  ASSERT_TRUE(json["controls"].contains("message.other.0")) << json["message"];
  window->click_on(json["controls"]["message.0"]);
  json = window->wait_for([](const Json& now) { return now["block"][0] == 1; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["access"]["mask"], 1U << 4U);
  window->click_on(json["controls"]["message.other.0"]);
  json = window->wait_for([](const Json& now) { return now["block"][0] == 0; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["access"]["mask"], 1U << 3U);
}

TEST_F(WindowTest, what_the_kernel_prints_is_shown) {
  const fs::path lesson = write_lesson("if (i == 0) printf(\"PAD is %d\\n\", PAD);");
  const auto window = open({lesson.string()});
  const Json json = window->wait_for_run();
  ASSERT_FALSE(json.empty());
  EXPECT_TRUE(json["message_open"]);
  EXPECT_EQ(json["message"], "printf: PAD is 0\n");
}

TEST_F(WindowTest, f4_switches_what_is_looked_for_and_that_is_remembered) {
  const fs::path lesson = write_lesson("out[i + 100] = PAD;");
  {
    const auto window = open({lesson.string()});
    ASSERT_FALSE(
        window->wait_for([](const Json& now) { return now["message_open"] == true; }).empty());
    window->keys({"F4", "Down", "Return", "Escape"});
    ASSERT_FALSE(window
                     ->wait_for([](const Json& now) {
                       return now["message_open"] == false && now["overlay"] == "none";
                     })
                     .empty());
    EXPECT_TRUE(window->close());
  }
  fs::remove(folder_ / "state.json");
  const auto again = open({lesson.string()});
  const Json json = again->wait_for_run();
  ASSERT_FALSE(json.empty());
  EXPECT_FALSE(json["message_open"]) << json["message"];
}

TEST_F(WindowTest, narrow_windows_wrap_the_selectors_and_lose_none) {
  for (const char* size : {"900x700", "1000x700", "1280x720"}) {
    const auto window = open({"--size", size});
    const Json json = window->wait_for_run();
    ASSERT_FALSE(json.empty());
    double worst_y = 0;
    for (const char* id : {"strip.warp=", "strip.block.x=", "strip.block.y=", "strip.worst"}) {
      const Json rect = json["controls"][id];
      ASSERT_TRUE(rect.is_array()) << id << " at " << size;
      EXPECT_LE(rect[0].get<double>() + rect[2].get<double>(), json["width"].get<double>() * 0.5)
          << id << " at " << size;
      EXPECT_GE(rect[1].get<double>(), worst_y) << id << " at " << size;
      worst_y = rect[1].get<double>();
    }
    fs::remove(folder_ / "state.json");
  }
}

TEST_F(WindowTest, the_largest_text_leaves_keys_theme_language_and_the_rest_in_reach) {
  const auto window = open({"--size", "1600x900", "--scale", "250"});
  const Json json = window->wait_for_run();
  ASSERT_FALSE(json.empty());
  for (const char* id :
       {"top.keys", "top.theme", "top.language", "top.text_size", "top.more", "top.pad1"}) {
    const Json rect = json["controls"][id];
    ASSERT_TRUE(rect.is_array()) << id;
    EXPECT_LE(rect[0].get<double>() + rect[2].get<double>(), 1600.0) << id;
  }
}

TEST_F(WindowTest, large_text_in_a_small_window_leaves_its_size_the_lessons_name_and_the_steps) {
  const auto window = open({"indexing", "--step", "many", "--size", "1280x720", "--scale", "150"});
  const Json json = window->wait_for([](const Json& now) {
    return now["guide"].is_object() && now["guide"]["show"] == "led" && now["running"] == false;
  });
  ASSERT_FALSE(json.empty());
  EXPECT_TRUE(json["controls"].contains("top.text_size"));
  EXPECT_TRUE(json["controls"].contains("guide.step0"));
  const Json name = json["controls"]["top.lesson"];
  ASSERT_TRUE(name.is_array());
  EXPECT_GT(name[2].get<double>(), 2 * name[3].get<double>());  // words, not only the sign
}

TEST_F(WindowTest, what_the_options_give_wins_over_what_was_remembered) {
  std::ofstream(folder_ / "settings.toml") << "scale_percent = 150\nwidth = 900\nheight = 700\n";
  const auto window = open({"--size", "1600x900", "--scale", "100"});
  const Json json = window->wait_for_run();
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["scale_percent"], 100);
  EXPECT_EQ(json["width"], 1600);
  EXPECT_EQ(json["height"], 900);
}

TEST_F(WindowTest, a_kernels_mistakes_are_reported_with_their_line) {
  const fs::path lesson = write_lesson("out[i + 100] = PAD;");
  const auto window = open({lesson.string()});
  const Json json = window->wait_for_run();
  ASSERT_FALSE(json.empty());
  EXPECT_TRUE(json["message_open"]);
  EXPECT_NE(json["message"].get<std::string>().find("mine.cu:4"), std::string::npos)
      << json["message"];
}

TEST_F(WindowTest, an_endless_kernel_does_not_hold_the_window_and_escape_or_a_click_ends_it) {
  const fs::path lesson = write_lesson("while (PAD < 1 || out[i] == 0) { out[i] = 0; }");
  const auto window = open({lesson.string()});
  const auto state_with = [&](const auto& wanted) {  // unlike wait_for, also returns during a run
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (std::chrono::steady_clock::now() < limit) {
      Json now = window->state();
      if (now.contains("frame") && wanted(now)) return now;
    }
    return Json::object();
  };
  ASSERT_FALSE(state_with([](const Json& now) { return now["running"] == true; }).empty());
  window->keys({"t"});
  const Json light = state_with([](const Json& now) { return now["theme"] == "light"; });
  ASSERT_FALSE(light.empty());
  EXPECT_EQ(light["running"], true);
  window->keys({"Escape"});
  const Json cancelled =
      window->wait_for([](const Json& now) { return !now["problem"].is_null(); });
  ASSERT_FALSE(cancelled.empty());
  EXPECT_EQ(cancelled["problem"], "cancelled");
  EXPECT_TRUE(cancelled["message_open"]);
  window->keys({"ctrl+r"});
  const Json again = state_with([](const Json& now) {
    return now["running"] == true && now["controls"].contains("progress.cancel");
  });
  ASSERT_FALSE(again.empty());
  EXPECT_TRUE(again["problem"].is_null());  // that of the run before is gone
  window->click_on(again["controls"]["progress.cancel"]);
  const Json clicked = window->wait_for([](const Json& now) { return !now["problem"].is_null(); });
  ASSERT_FALSE(clicked.empty());
  EXPECT_EQ(clicked["problem"], "cancelled");
  EXPECT_TRUE(window->close());
}

TEST_F(WindowTest,
       a_lesson_file_that_breaks_while_it_is_open_is_reported_beside_the_last_good_picture) {
  const fs::path lesson = write_lesson("out[i] = PAD;");
  const auto window = open({lesson.string()});
  const Json good = window->wait_for_run();
  ASSERT_FALSE(good.empty());
  std::ofstream(lesson, std::ios::app) << "unheard_of = 1\n";
  const Json bad = window->wait_for([](const Json& now) { return !now["problem"].is_null(); });
  ASSERT_FALSE(bad.empty());
  EXPECT_NE(bad["problem"].get<std::string>().find("unheard_of"), std::string::npos)
      << bad["problem"];
  EXPECT_EQ(bad["totals"], good["totals"]);
  write_lesson("out[i] = PAD;");  // fixed: the window notices this, too
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["problem"].is_null(); }).empty());
}

TEST_F(WindowTest, choosing_all_wavefronts_ends_the_playing) {
  const auto window = open({"transpose", "--variant", "tile"});
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"r"});
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["wavefront"] == 1; }).empty());
  window->keys({"a"});
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["wavefront"].is_null(); }).empty());
  const Json after = window->after_turns(100);
  EXPECT_EQ(after["play"]["playing"], false);
  EXPECT_TRUE(after["wavefront"].is_null());
}

TEST_F(WindowTest, the_checks_have_boxes_to_tick_and_the_variants_have_none) {
  // In a narrow window one button opens the variants as a list.
  const auto window = open({"--size", "900x700"});
  ASSERT_FALSE(window->wait_for_run().empty());
  const auto ticks = [&] {
    constexpr std::array<std::uint8_t, 3> fill{0x5a, 0xaa, 0xfa};
    const Picture picture = read_picture(window->save_picture());
    int count = 0;
    for (std::size_t i = 0; i + 2 < picture.rgb.size(); i += 3)
      count += std::equal(fill.begin(), fill.end(), &picture.rgb[i]) ? 1 : 0;
    return count;
  };
  window->keys({"F4"});
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["overlay"] == "checks"; }).empty());
  EXPECT_GT(ticks(), 100);
  window->keys({"F4"});
  const Json closed = window->wait_for([](const Json& now) { return now["overlay"] == "none"; });
  ASSERT_TRUE(closed["controls"].contains("top.variants"));
  window->click_on(closed["controls"]["top.variants"]);
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["overlay"] == "variants"; }).empty());
  EXPECT_EQ(ticks(), 0);
}

TEST_F(WindowTest, an_open_list_follows_the_language) {
  const auto window = open({"--view", "machine"});
  ASSERT_FALSE(window->wait_for_run().empty());
  const auto seen = [&] { return list_of(read_picture(window->save_picture())); };
  const auto opened = [&] {
    const Json json = window->state();
    EXPECT_TRUE(json["controls"].contains("machine.menu"));
    window->click_on(json["controls"]["machine.menu"]);
    EXPECT_FALSE(
        window->wait_for([](const Json& now) { return now["overlay"] == "machines"; }).empty());
    return seen();
  };
  const auto follows = [&](const char* language) {
    window->keys({"l"});
    return !window->wait_for([&](const Json& now) { return now["language"] == language; }).empty();
  };
  ASSERT_TRUE(follows("zh"));
  // The page behind the list follows when its picture is ready.
  auto chinese = opened();
  for (auto next = seen(); next != chinese; next = seen()) chinese = next;
  window->keys({"Escape"});
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["overlay"] == "none"; }).empty());
  ASSERT_TRUE(follows("en"));
  ASSERT_TRUE(opened() != chinese);
  ASSERT_TRUE(follows("zh"));
  bool is_alike = false;
  for (int i = 0; i < 20 && !is_alike; ++i) is_alike = seen() == chinese;
  EXPECT_TRUE(is_alike);
}

TEST_F(WindowTest, the_button_of_the_compiler_leaves_out_what_is_not_there) {
  const ProgramWindow window({display_->name(), folder_, {}, {"LANESCOPE_NVRTC=off"}});
  const Json json = window.wait_for_run();
  ASSERT_FALSE(json.empty());
  window.click_on(json["controls"]["status.compiler"]);
  const Json next = window.wait_for([](const Json& now) { return now["compiler"] != "automatic"; });
  ASSERT_FALSE(next.empty());
  EXPECT_EQ(next["compiler"], "clang");
  EXPECT_TRUE(next["problem"].is_null()) << next["problem"];
}

TEST_F(WindowTest, the_button_of_the_compiler_tells_no_time_of_an_earlier_compilation) {
  const ProgramWindow window({display_->name(), folder_, {}, {"LANESCOPE_CACHE=off"}});
  const Json json = window.wait_for_run();
  ASSERT_FALSE(json.empty());
  const auto says = [&](const std::string& part) {
    return !window
                .wait_for([&](const Json& now) {
                  return now["tooltip"].get<std::string>().find(part) != std::string::npos;
                })
                .empty();
  };
  window.hover(json["controls"]["status.compiler"]);
  EXPECT_TRUE(says("It took"));
  window.click_on(json["controls"]["status.compiler"]);  // the same compiler, by its name
  EXPECT_TRUE(says("was compiled before"));
}

TEST_F(WindowTest, full_screen_is_not_remembered_as_the_size_of_the_window) {
  const auto window = open({"--size", "1000x700"});
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"F11"});
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["width"] == 1600; }).empty());
  ASSERT_TRUE(window->close());
  const std::string settings = tests::text_of(folder_ / "settings.toml");
  EXPECT_NE(settings.find("width = 1000\nheight = 700\n"), std::string::npos) << settings;
}

TEST_F(WindowTest, a_lesson_that_is_not_there_is_wrong_input) {
  const Ended ended =
      run_program({(folder_ / "nowhere.toml").string()}, {"DISPLAY=" + display_->name()}, folder_);
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("nowhere.toml"), std::string::npos) << ended.err;
}

TEST_F(WindowTest, unreadable_settings_are_reported_and_do_no_harm) {
  std::ofstream(folder_ / "settings.toml") << "theme = = 3\n";
  const auto window = open();
  const Json json = window->wait_for_run();
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["theme"], "dark");
  EXPECT_NE(json["notice"].get<std::string>().find("settings.toml"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::app::test
