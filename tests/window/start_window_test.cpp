// The start page in the real window: its doors, going on, own kernels, and what is dropped.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "display_test.h"
#include "guide_lessons.h"
#include "program_window.h"
#include "tests/paths.h"

namespace lanescope::app::test {
namespace {

namespace fs = std::filesystem;

class StartWindowTest : public DisplayTest<1600, 900> {
 protected:
  std::unique_ptr<ProgramWindow> open(std::vector<std::string> arguments = {}) {
    return std::make_unique<ProgramWindow>(ProgramWindow::Options{
        display_->name(), folder_, std::move(arguments), environment_, false, true});
  }
  static Json at_start(const ProgramWindow& window) {
    return window.wait_for([](const Json& now) {
      return now["overlay"] == "start" && now["start"].is_object() &&
             now["controls"].contains("start.lessons");
    });
  }
  static Json at_own(const ProgramWindow& window) {
    return window.wait_for([](const Json& now) {
      return now["start"].is_object() && now["start"]["part"] == "own" &&
             now["controls"].contains("start.open");
    });
  }
  static Json left(const ProgramWindow& window, const std::string& lesson) {
    return window.wait_for([&](const Json& now) {
      return now["overlay"] == "none" && now["lesson"] == lesson && !now["totals"].is_null();
    });
  }
  // The message of the page that opens when something can't be opened.
  static std::string message(const ProgramWindow& window, const std::string& part) {
    const Json json = window.wait_for([&](const Json& now) {
      return now["start"].is_object() &&
             now["start"]["message"].get<std::string>().find(part) != std::string::npos;
    });
    return json.empty() ? std::string() : json["start"]["message"].get<std::string>();
  }

  std::vector<std::string> environment_;
};

TEST_F(StartWindowTest, the_first_start_offers_three_doors_and_esc_leads_past_them) {
  const auto window = open();
  const Json json = at_start(*window);
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["start"]["goes_on"], false);
  for (const char* door : {"start.new", "start.show", "start.own"})
    EXPECT_TRUE(json["controls"].contains(door)) << door;
  EXPECT_EQ(json["focus"], "start.new");
  EXPECT_FALSE(json["controls"].contains("start.go_on"));
  window->keys({"Escape"});
  EXPECT_FALSE(left(*window, "transpose").empty());
}

TEST_F(StartWindowTest, a_click_beside_the_page_leads_past_it) {
  const auto window = open();
  ASSERT_FALSE(at_start(*window).empty());
  window->click(3, 450);
  EXPECT_FALSE(left(*window, "transpose").empty());
}

TEST_F(StartWindowTest, a_lesson_or_a_view_on_the_command_line_needs_no_start_page) {
  EXPECT_FALSE(left(*open({"offset"}), "offset").empty());
  EXPECT_FALSE(left(*open({"--view", "global"}), "transpose").empty());
}

TEST_F(StartWindowTest, the_first_door_begins_the_course_at_its_first_step) {
  for (const bool by_mouse : {true, false}) {
    const auto window = open();
    const Json json = at_start(*window);
    ASSERT_FALSE(json.empty());
    if (by_mouse) {
      window->click_on(json["controls"]["start.new"]);
    } else {
      window->keys({"1"});
    }
    const Json first = window->wait_for([](const Json& now) {
      return now["overlay"] == "none" && now["guide"].is_object() &&
             now["guide"]["show"] == "led" && now["guide"]["lesson"] == "indexing";
    });
    ASSERT_FALSE(first.empty());
    EXPECT_EQ(first["guide"]["place"], 0);
    fs::remove(folder_ / "recent.json");
  }
}

TEST_F(StartWindowTest, the_second_door_shows_a_conflict_and_the_switch_that_cures_it) {
  const auto window = open();
  Json json = at_start(*window);
  ASSERT_FALSE(json.empty());
  window->click_on(json["controls"]["start.show"]);
  json = window->wait_for([](const Json& now) { return now["controls"].contains("guide.try"); });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["access"]["ways"], 32);
  EXPECT_EQ(json["variant"], "tile");
  EXPECT_EQ(json["params"]["PAD"], 0);
  EXPECT_EQ(json["guide"]["points_at_padding"], true);
  EXPECT_EQ(json["guide"]["show"], "offered");
  window->click_on(json["controls"]["top.pad1"]);
  json = window->wait_for([](const Json& now) { return now["params"].value("PAD", 0) == 1; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["guide"]["points_at_padding"], false);
}

TEST_F(StartWindowTest, tab_arrows_and_enter_reach_every_door) {
  const auto window = open();
  ASSERT_FALSE(at_start(*window).empty());
  window->keys({"Tab"});
  EXPECT_FALSE(
      window->wait_for([](const Json& now) { return now["focus"] == "start.show"; }).empty());
  window->keys({"Right"});
  EXPECT_FALSE(
      window->wait_for([](const Json& now) { return now["focus"] == "start.own"; }).empty());
  window->keys({"Return"});
  ASSERT_FALSE(at_own(*window).empty());
  window->keys({"Escape"});  // back to the doors
  EXPECT_FALSE(at_start(*window).empty());
  window->keys({"3"});
  EXPECT_FALSE(at_own(*window).empty());
}

TEST_F(StartWindowTest, a_later_start_goes_on_where_one_was) {
  environment_.push_back("LANESCOPE_KERNELS=" + write_course(folder_).string());
  {
    const auto window = open({"first"});
    ASSERT_FALSE(window->wait_for_run().empty());
    window->keys({"ctrl+Right", "4", "Return", "ctrl+Right"});
    ASSERT_FALSE(window
                     ->wait_for([](const Json& now) {
                       return now["guide"].is_object() && now["guide"]["step"] == "shifted";
                     })
                     .empty());
    ASSERT_TRUE(window->close());
  }
  const auto window = open();
  Json json = at_start(*window);
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["start"]["goes_on"], true);
  EXPECT_EQ(json["focus"], "start.go_on");
  EXPECT_TRUE(json["controls"].contains("start.new"));
  window->keys({"Return"});
  json = left(*window, "first");
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["guide"]["step"], "shifted");
  EXPECT_EQ(json["guide"]["show"], "led");
}

TEST_F(StartWindowTest, the_first_door_keeps_the_place_that_one_was_at_until_something_is_done) {
  environment_.push_back("LANESCOPE_KERNELS=" + write_course(folder_).string());
  const auto is_at = [](const char* lesson, const char* step) {
    return [=](const Json& now) {
      return now["overlay"] == "none" && now["guide"].is_object() &&
             now["guide"]["lesson"] == lesson && now["guide"]["step"] == step;
    };
  };
  const auto window = open({"second"});
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"ctrl+Right"});
  const Json begun = window->wait_for(
      [](const Json& now) { return now["guide"].is_object() && now["guide"]["show"] == "led"; });
  ASSERT_FALSE(begun.empty());
  const std::string step = begun["guide"]["step"];
  window->keys({"ctrl+n", "1"});
  ASSERT_FALSE(window->wait_for(is_at("first", "aligned")).empty());
  window->keys({"ctrl+n"});
  Json json = at_start(*window);
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["start"]["elsewhere"], "second");
  window->keys({"Return"});
  ASSERT_FALSE(window->wait_for(is_at("second", step.c_str())).empty());
  window->keys({"ctrl+n", "1"});
  ASSERT_FALSE(window->wait_for(is_at("first", "aligned")).empty());
  window->keys({"5", "Return"});  // wrong, and yet something was done
  ASSERT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["guide"]["questions"][0]["second_try"] == true;
                   })
                   .empty());
  window->keys({"ctrl+n"});
  json = at_start(*window);
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["start"]["elsewhere"], nullptr);
}

TEST_F(StartWindowTest, values_and_page_come_back_too) {
  {
    const auto window = open({"transpose", "--variant", "tile"});
    ASSERT_FALSE(window->wait_for_run().empty());
    window->keys({"p", "i"});
    ASSERT_FALSE(window
                     ->wait_for([](const Json& now) {
                       return now["page"] == "index" && now["params"].value("PAD", 0) == 1;
                     })
                     .empty());
    ASSERT_TRUE(window->close());
  }
  const auto window = open();
  ASSERT_FALSE(at_start(*window).empty());
  window->keys({"Escape"});
  const Json json = left(*window, "transpose");
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["page"], "index");
  EXPECT_EQ(json["params"]["PAD"], 1);
}

TEST_F(StartWindowTest, a_lesson_that_is_gone_or_a_broken_file_is_a_first_start) {
  write("recent.json",
        R"({"version": 1, "kernels": [], "last": {"lesson": "/gone/lesson.toml",
            "variant": "", "set": {}, "compiler": "auto", "machine": "", "view": "", "step": "",
            "on_step": false}})");
  for (int i = 0; i < 2; ++i) {
    const auto window = open();
    const Json json = at_start(*window);
    ASSERT_FALSE(json.empty());
    EXPECT_EQ(json["start"]["goes_on"], false);
    EXPECT_EQ(json["lesson"], "transpose");
    write("recent.json", "{");
  }
}

TEST_F(StartWindowTest, ctrl_n_opens_the_page_and_leaves_it) {
  const auto window = open({"offset"});
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"ctrl+n"});
  const Json json = at_start(*window);
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["start"]["goes_on"], true);
  window->keys({"ctrl+n"});
  EXPECT_FALSE(left(*window, "offset").empty());
}

TEST_F(StartWindowTest, a_small_kernel_is_made_opened_and_followed) {
  const auto window = open();
  ASSERT_FALSE(at_start(*window).empty());
  window->keys({"3"});
  Json json = at_own(*window);
  ASSERT_FALSE(json.empty());
  window->click_on(json["controls"]["start.make"]);
  json = window->wait_for([](const Json& now) {
    return now["start"].is_object() && now["start"]["made"] != "" &&
           now["kernel"].get<std::string>() == "my_kernel";
  });
  ASSERT_FALSE(json.empty());
  for (const char* control : {"start.look", "start.edit", "start.copy"})
    EXPECT_TRUE(json["controls"].contains(control)) << control;
  const fs::path kernel = json["start"]["made"].get<std::string>();
  EXPECT_EQ(kernel, folder_ / "data/lanescope/kernels-of-mine/kernel-1/kernel.cu");
  window->keys({"Return"});
  json = window->wait_for([](const Json& now) { return now["overlay"] == "none"; });
  ASSERT_FALSE(json.empty());
  EXPECT_GT(json["totals"]["shared_load"]["conflicts"], 0);
  window->keys({"p"});
  json = window->wait_for([](const Json& now) {
    return now["params"].value("PAD", 0) == 1 && now["totals"]["shared_load"]["conflicts"] == 0;
  });
  EXPECT_FALSE(json.empty());
}

TEST_F(StartWindowTest, a_typed_path_opens_and_is_kept_in_the_list) {
  write_course(folder_);
  const auto window = open({"--size", "1600x900"});
  ASSERT_FALSE(at_start(*window).empty());
  window->keys({"3"});
  Json json = at_own(*window);
  ASSERT_FALSE(json.empty());
  window->click_on(json["controls"]["start.path"]);
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["typing"] == true; }).empty());
  window->type("kernels/nowhere");
  window->keys({"Return"});
  EXPECT_NE(message(*window, "nowhere"), "");
  json = window->state();
  window->click_on(json["controls"]["start.path"]);
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["typing"] == true; }).empty());
  window->type("kernels/first");  // all of the old path is selected
  window->keys({"Return"});
  const std::string lesson = (fs::path("kernels/first") / "lesson.toml").string();
  ASSERT_FALSE(left(*window, lesson).empty());
  window->keys({"ctrl+n", "3"});
  json = at_own(*window);
  ASSERT_FALSE(json.empty());
  ASSERT_TRUE(json["controls"].contains("start.recent.0"));
  window->click_on(json["controls"]["start.recent.0"]);
  EXPECT_FALSE(left(*window, (folder_ / "kernels/first/lesson.toml").string()).empty());
}

TEST_F(StartWindowTest, a_path_and_return_between_two_frames_open_the_whole_path) {
  write_course(folder_);
  const auto window = open();
  ASSERT_FALSE(at_start(*window).empty());
  window->keys({"3"});
  const Json json = at_own(*window);
  ASSERT_FALSE(json.empty());
  window->click_and_type(json["controls"]["start.path"], "kernels/first", "Return");
  EXPECT_FALSE(left(*window, (fs::path("kernels/first") / "lesson.toml").string()).empty());
}

bool lists(const Json& now, const std::string& name) {
  if (!now["start"].is_object()) return false;
  const Json& listed = now["start"]["listed"];
  return std::find(listed.begin(), listed.end(), name) != listed.end();
}

TEST_F(StartWindowTest, letters_on_the_page_of_own_kernels_begin_a_path_and_are_no_commands) {
  write_course(folder_);
  const auto window = open({"--size", "1600x900"});
  ASSERT_FALSE(at_start(*window).empty());
  window->keys({"3"});
  Json json = at_own(*window);
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["start"]["typed"], "");
  const Json theme = json["theme"];
  window->type("kernels/first");
  json = window->wait_for([](const Json& now) {
    return now["start"].is_object() && now["start"]["typed"] == "kernels/first" &&
           now["typing"] == true;
  });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["theme"], theme) << "T";
  window->keys({"Return"});
  EXPECT_FALSE(left(*window, (fs::path("kernels/first") / "lesson.toml").string()).empty());
  // What was opened hides none of its neighbours.
  window->keys({"ctrl+n", "3"});
  json = at_own(*window);
  ASSERT_FALSE(json.empty());
  window->click_on(json["controls"]["start.path"]);
  EXPECT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return lists(now, "first") && lists(now, "course.toml");
                   })
                   .empty());
}

// The first click brings a row of the list below the pointer. On a busy machine the second one may
// come too late to be a double click.
TEST_F(StartWindowTest, a_double_click_on_the_path_field_opens_nothing) {
  for (int i = 10; i < 22; ++i)
    write("kernel-" + std::to_string(i) + ".toml", "source = \"k.cu\"\nkernel = \"k\"\n");
  bool opens_nothing = false;
  for (int attempt = 0; attempt < 3 && !opens_nothing; ++attempt) {
    const auto window = open({"--size", "1280x720"});
    ASSERT_FALSE(at_start(*window).empty());
    window->keys({"3"});
    Json json = at_own(*window);
    ASSERT_FALSE(json.empty());
    const Json field = json["controls"]["start.path"];
    window->click_on(field);
    window->click_on(field);
    json = window->wait_for([](const Json& now) {
      return !now["start"].is_object() || now["start"]["message"] != "" ||
             now["controls"].contains("start.above");
    });
    ASSERT_FALSE(json.empty());
    opens_nothing =
        json["start"].is_object() && json["start"]["message"] == "" && json["start"]["typed"] == "";
    const double middle = field[1].get<double>() + field[3].get<double>() / 2;
    bool is_over_row = !opens_nothing;
    for (const auto& [id, rect] : json["controls"].items()) {
      if (id.starts_with("start.entry.") || id == "start.above")
        is_over_row = is_over_row || (rect[1] <= middle &&
                                      middle <= rect[1].get<double>() + rect[3].get<double>());
    }
    EXPECT_TRUE(is_over_row) << "the click is to hit a row";
  }
  EXPECT_TRUE(opens_nothing);
}

TEST_F(StartWindowTest, a_lesson_is_found_and_opened_in_the_folder_list_by_mouse_alone) {
  const fs::path kernels = write_course(folder_);
  const auto window = open({"--size", "1600x900"});
  Json json = at_start(*window);
  ASSERT_FALSE(json.empty());
  window->click_on(json["controls"]["start.own"]);
  json = at_own(*window);
  ASSERT_FALSE(json.empty());
  window->click_on(json["controls"]["start.path"]);
  for (const std::string name : {"kernels", "first", "lesson.toml"}) {
    json = window->wait_for([&](const Json& now) {
      return lists(now, name) && now["controls"].contains("start.entry." + name);
    });
    ASSERT_FALSE(json.empty()) << name;
    window->click_on(json["controls"]["start.entry." + name]);
  }
  EXPECT_FALSE(left(*window, (fs::path("kernels/first") / "lesson.toml").string()).empty());
}

TEST_F(StartWindowTest, tab_completes_a_typed_path_and_the_arrows_choose_in_its_folder) {
  write_course(folder_);
  const auto window = open({"--size", "1600x900"});
  ASSERT_FALSE(at_start(*window).empty());
  window->keys({"3"});
  Json json = at_own(*window);
  ASSERT_FALSE(json.empty());
  window->click_on(json["controls"]["start.path"]);
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["typing"] == true; }).empty());
  window->type("ker");
  ASSERT_FALSE(window->wait_for([](const Json& now) { return lists(now, "kernels"); }).empty());
  window->keys({"Tab"});
  ASSERT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["start"].is_object() && now["start"]["typed"] == "kernels/" &&
                            lists(now, "first");
                   })
                   .empty());
  window->type("fi");  // goes on behind what was completed
  ASSERT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["start"].is_object() && now["start"]["typed"] == "kernels/fi";
                   })
                   .empty());
  window->keys({"Down", "Return"});  // into the folder
  ASSERT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["start"].is_object() && now["start"]["typed"] == "kernels/first/" &&
                            lists(now, "lesson.toml");
                   })
                   .empty());
  window->keys({"Return"});  // the lesson in it
  EXPECT_FALSE(left(*window, "kernels/first/lesson.toml").empty());
}

TEST_F(StartWindowTest, a_bare_file_on_the_command_line_gets_the_offer_of_a_lesson_for_a_kernel) {
  const fs::path kernel = write("alone/add.cu",
                                "__global__ void first(float* a) { a[threadIdx.x] = 0; }\n"
                                "__global__ void add(float* a) { a[threadIdx.x] += 1.0f; }\n");
  const auto window = open({kernel.string()});
  const Json json = at_own(*window);
  ASSERT_FALSE(json.empty());
  EXPECT_NE(message(*window, "\"first\" or \"add\" writes"), "") << "as the buttons are called";
  ASSERT_TRUE(json["controls"].contains("start.make"));  // of the first kernel
  window->click_on(json["controls"]["start.make.1"]);
  const Json made = window->wait_for([](const Json& now) {
    return now["start"].is_object() && now["start"]["made"] != "" && now["kernel"] == "add";
  });
  ASSERT_FALSE(made.empty());
  EXPECT_TRUE(fs::exists(folder_ / "alone/lesson.toml"));
  EXPECT_EQ(made["start"]["made"], (folder_ / "alone/lesson.toml").string()) << "not the kernel";
}

TEST_F(StartWindowTest,
       a_guessed_launch_is_corrected_in_the_users_editor_or_the_status_line_says_why) {
  const fs::path kernel = write("alone/far.cu",
                                "__global__ void far(float* a, int n) {\n"
                                "  a[1000000 + threadIdx.x] = n;\n}\n");
  const fs::path editor = write("editor", "#!/bin/sh\nexit 4\n");
  fs::permissions(editor, fs::perms::owner_all);
  environment_.push_back("VISUAL=" + editor.string());
  const auto window = open({kernel.string()});
  const Json offered = at_own(*window);
  ASSERT_FALSE(offered.empty());
  window->click_on(offered["controls"]["start.make"]);
  const auto says_why = [&] {
    const Json json = window->wait_for([](const Json& now) {
      return now["notice"].get<std::string>().find("ended with code 4") != std::string::npos;
    });
    return json.empty() ? std::string() : json["notice"].get<std::string>();
  };
  const Json made = window->wait_for([](const Json& now) {
    return now["controls"].contains("start.edit") && now["kernel"] == "far";
  });
  ASSERT_FALSE(made.empty());
  window->click_on(made["controls"]["start.edit"]);
  EXPECT_NE(says_why().find("alone/lesson.toml"), std::string::npos);
  window->keys({"Escape"});
  const Json row = window->wait_for([](const Json& now) {
    return now["overlay"] == "none" && now["controls"].contains("message.0") && now["notice"] == "";
  });
  ASSERT_FALSE(row.empty()) << window->state().dump();
  window->click_on(row["controls"]["message.0"]);
  EXPECT_NE(says_why().find("alone/lesson.toml"), std::string::npos);
}

TEST_F(StartWindowTest, a_program_that_does_not_compile_says_so_in_a_window_that_is_there) {
  const fs::path source =
      write("alone/wrong.cu",
            "__global__ void k(int* a) { a[0] = 1; }\nint main() { return undefined_name; }\n");
  const auto window = open({source.string()});
  const Json json = at_own(*window);
  ASSERT_FALSE(json.empty());
  EXPECT_NE(message(*window, "wrong.cu"), "");
  EXPECT_TRUE(json["controls"].contains("start.make"));  // its kernel can still be looked at
}

TEST_F(StartWindowTest, a_program_that_does_not_end_is_cancelled_by_its_button_and_by_esc) {
  const fs::path source =
      write("alone/endless.cu",
            "#include <cstdio>\n#include <unistd.h>\n__global__ void k(int* a) { a[0] = 1; }\n"
            "int main() { std::fclose(std::fopen(\"begun\", \"w\")); for (;;) pause(); }\n");
  const auto window = open({source.string()});
  for (const bool by_mouse : {true, false}) {
    const Json runs = window->wait_for([&](const Json& now) {
      return now["controls"].contains("program.cancel") && fs::exists(folder_ / "begun");
    });
    ASSERT_FALSE(runs.empty()) << by_mouse;
    if (by_mouse) {
      window->click_on(runs["controls"]["program.cancel"]);
    } else {
      window->keys({"Escape"});
    }
    const Json json = window->wait_for([](const Json& now) {
      return now["notice"].get<std::string>().find("cancelled") != std::string::npos;
    });
    ASSERT_FALSE(json.empty()) << by_mouse;
    EXPECT_EQ(json["overlay"], runs["overlay"]) << "the click is not one beside the start page";
    fs::remove(folder_ / "begun");
    if (by_mouse) window->drop({source});
  }
}

TEST_F(StartWindowTest, a_program_runs_again_when_its_file_is_saved) {
  const auto program = [&](const std::string& blocks) {
    return write("alone/p.cu",
                 "__global__ void k(int* a) { a[threadIdx.x] = 1; }\nint main() {\n  int* a;\n"
                 "  cudaMalloc(&a, 128);\n  for (int i = 0; i < 2; ++i) k<<<" +
                     blocks + ", 32>>>(a);\n  return cudaDeviceSynchronize();\n}\n");
  };
  const auto window = open({program("1").string()});
  const auto ran = [&](int stores) {
    return window->wait_for([&](const Json& now) {
      return now["kernel"] == "k" && now["page"] == "program" &&
             now["program"].value("runs_here", false) && now["totals"].is_object() &&
             now["totals"]["global_store"]["requests"] == stores;
    });
  };
  const Json first = ran(1);
  ASSERT_FALSE(first.empty());
  const std::string recent = tests::text_of(folder_ / "recent.json");
  EXPECT_NE(recent.find("p.cu"), std::string::npos) << recent;
  EXPECT_EQ(recent.find(".lanes\""), std::string::npos) << "its recording is in the cache";
  EXPECT_EQ(first["program"]["launch"], 1);
  window->keys({"ctrl+i"});
  EXPECT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["notice"].get<std::string>().starts_with("A program's text is");
                   })
                   .empty())
      << window->state()["notice"];
  window->click_on(first["controls"]["program.next"]);  // one of two alike
  EXPECT_FALSE(
      window->wait_for([](const Json& now) { return now["program"].value("launch", 0) == 2; })
          .empty());
  program("no_such_name");
  const Json failed = window->wait_for(
      [](const Json& now) { return now["program"].value("failed", std::string()) != ""; });
  ASSERT_FALSE(failed.empty()) << window->state().dump();
  EXPECT_NE(failed["program"]["failed"].get<std::string>().find("p.cu:5:"), std::string::npos)
      << failed["program"]["failed"];
  EXPECT_EQ(failed["program"]["launch"], 2) << "what is open stays";
  EXPECT_TRUE(failed["controls"].contains("start.edit"));
  program("3");
  const Json third = ran(3);
  ASSERT_FALSE(third.empty());
  EXPECT_FALSE(
      window->wait_for([](const Json& now) { return now["program"]["failed"] == ""; }).empty());
}

TEST_F(StartWindowTest, a_lesson_that_is_dropped_opens) {
  const fs::path kernels = write_course(folder_);
  const auto window = open();
  ASSERT_FALSE(at_start(*window).empty());
  window->drop({kernels / "first"});
  ASSERT_FALSE(left(*window, (kernels / "first/lesson.toml").string()).empty());
  window->drop({kernels / "second" / "shift.cu"});
  EXPECT_FALSE(left(*window, (kernels / "second/lesson.toml").string()).empty());
}

TEST_F(StartWindowTest, a_recording_that_is_dropped_is_among_what_was_opened_before) {
  const fs::path source =
      write("alone/p.cu",
            "__global__ void k(int* a) { a[threadIdx.x] = 1; }\nint main() {\n  int* a;\n"
            "  cudaMalloc(&a, 128);\n  k<<<1, 32>>>(a);\n  return cudaDeviceSynchronize();\n}\n");
  const fs::path recording = folder_ / "run.lanes";
  const Ended run =
      run_program({"run", source.string(), "-o", recording.string()}, environment_, folder_);
  ASSERT_EQ(run.code, 0) << run.err;
  const auto window = open({"transpose"});
  ASSERT_FALSE(window->wait_for_run().empty());
  window->drop({recording});
  ASSERT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["kernel"] == "k" && now["page"] == "program";
                   })
                   .empty());
  const std::string recent = tests::text_of(folder_ / "recent.json");
  EXPECT_NE(recent.find(recording.string()), std::string::npos) << recent;
}

TEST_F(StartWindowTest, a_deck_that_is_dropped_begins_its_lecture) {
  const auto window = open({"transpose"});
  ASSERT_FALSE(window->wait_for_run().empty());
  window->drop({fs::path(LANESCOPE_SOURCE_DIR) / "assets/scenes/transpose.toml"});
  EXPECT_FALSE(
      window->wait_for([](const Json& now) { return now["lecture"].is_object(); }).empty());
}

TEST_F(StartWindowTest, whatever_else_is_dropped_is_answered_in_both_languages) {
  const fs::path ptx = write("k.ptx", ".version 8.0\n");
  const fs::path alone = write("alone/k.cu", "__global__ void k() {}\n");
  const fs::path times = fs::path(LANESCOPE_SOURCE_DIR) / "assets/recorded/nvidia-h200.json";
  for (const std::string language : {"en", "zh"}) {
    const auto window = open({"transpose", "--language", language});
    ASSERT_FALSE(window->wait_for_run().empty());
    window->drop({ptx});
    EXPECT_NE(message(*window, "k.ptx"), "");
    window->drop({alone});
    EXPECT_NE(message(*window, "k.cu"), "");
    EXPECT_NE(message(*window, "lesson.toml"), "");
    window->drop({times});
    EXPECT_NE(message(*window, "lanescope --recording " + times.string()), "");
    window->drop({folder_ / "gone"});
    EXPECT_NE(message(*window, (folder_ / "gone").string()), "");
    window->drop({ptx, alone});
    EXPECT_NE(message(*window, "k.ptx, k.cu"), "");
    window->keys({"Escape"});
    EXPECT_FALSE(left(*window, "transpose").empty());
  }
}

TEST_F(StartWindowTest, a_lesson_says_what_comes_before_it_and_forbids_nothing) {
  const fs::path kernels = write_course(folder_);
  environment_.push_back("LANESCOPE_KERNELS=" + kernels.string());
  write("kernels/course.toml",
        "[[parts]]\nname = \"one\"\ntitle = \"One\"\nlessons = [\"first\", \"second\"]\n"
        "after = { second = [\"first\"] }\n");
  const auto window = open({"second"});
  Json json =
      window->wait_for([](const Json& now) { return now["controls"].contains("guide.before"); });
  ASSERT_FALSE(json.empty());
  EXPECT_TRUE(json["controls"].contains("guide.begin"));
  window->click_on(json["controls"]["guide.before"]);
  EXPECT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["guide"].is_object() && now["guide"]["lesson"] == "first" &&
                            now["guide"]["show"] == "led";
                   })
                   .empty());
}

TEST_F(StartWindowTest, all_doors_have_room_in_the_smallest_window_and_at_150_percent) {
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"--size", "640x400", "--scale", "100"}, {"--size", "1280x720", "--scale", "150"}}) {
    const auto window = open(arguments);
    const Json json = at_start(*window);
    ASSERT_FALSE(json.empty());
    double bottom = 0;
    for (const char* door : {"start.new", "start.show", "start.own", "start.lessons"}) {
      const Json& rect = json["controls"][door];
      EXPECT_GE(rect[0], 0) << door;
      EXPECT_GE(rect[1], bottom * (std::string(door) == "start.lessons" ? 1 : 0)) << door;
      EXPECT_LE(rect[0].get<double>() + rect[2].get<double>(), json["width"]) << door;
      EXPECT_LE(rect[1].get<double>() + rect[3].get<double>(), json["height"]) << door;
      bottom = std::max(bottom, rect[1].get<double>() + rect[3].get<double>());
    }
  }
}

TEST_F(StartWindowTest,
       a_parameter_that_clashes_with_a_name_of_the_kernel_is_told_beside_its_line) {
  write("clash/lesson.toml",
        "source = \"k.cu\"\nkernel = \"k\"\n[params]\nN = 1024\n[launch]\ngrid = [1]\n"
        "block = [32]\n[[args]]\nname = \"out\"\ntype = \"float\"\ncount = \"N\"\n");
  write("clash/k.cu", "__global__ void k(float* out)\n{\n    int N = 3;\n    out[N] = 1;\n}\n");
  for (const std::string language : {"en", "zh"}) {
    const auto window = open({"clash", "--language", language});
    const Json json = window->wait_for([](const Json& now) { return now["problem"].is_string(); });
    ASSERT_FALSE(json.empty());
    const std::string message = json["message"];
    EXPECT_NE(message.find("k.cu:3:9"), std::string::npos) << message;
    EXPECT_NE(message.find("1024"), std::string::npos) << message;
    EXPECT_EQ(message.find("this declares") != std::string::npos, language == "en") << message;
  }
}

}  // namespace
}  // namespace lanescope::app::test
