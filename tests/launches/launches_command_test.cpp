// `lanescope launches`, and recordings where a lesson may stand.
#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/command_line/command_line.h"
#include "tests/launches/some_launches.h"
#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

using testing::HasSubstr;

class LaunchesCommandTest : public tests::InFolder<testing::Test> {
 protected:
  LaunchesCommandTest() {
    ::setenv("XDG_CACHE_HOME", (folder_ / "cache").c_str(), 1);
    const std::vector<float> data{1, 2, 3, 4};
    const auto writer = tests::writer_of(folder_ / "run.lanes");
    const std::uint32_t module = writer->add_module(tests::scale_ptx(), "scale.cu");
    for (const std::uint32_t blocks : {1U, 2U, 1U}) {
      launches::Outcome outcome = tests::some_outcome(10 * blocks, 4);
      outcome.worst = {{"scale.cu", 4, 0}, "global", 32, 4, 0};
      writer->end(writer->begin(tests::scale_launch(module, blocks, 0x7f00'0000'0000, data)),
                  outcome);
    }
    writer->finish({});
  }
  static Result ask(const std::vector<std::string>& arguments) {
    return run_command_line(arguments, Screen{});
  }
  [[nodiscard]] std::string in_folder(const char* name) const { return (folder_ / name).string(); }

  const std::string path_ = (folder_ / "run.lanes").string();
};

TEST_F(LaunchesCommandTest, lists_launches_alike_in_one_line) {
  const Result result = ask({"launches", path_});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("./scale 16 a b: 3 launches"));
  EXPECT_THAT(result.out, HasSubstr("1 ... 3"));
  EXPECT_THAT(result.out, HasSubstr("50.0%"));
  EXPECT_THAT(result.out, HasSubstr("8x"));
  EXPECT_THAT(result.out, HasSubstr("scale.cu:12"));
  EXPECT_THAT(ask({"launches", path_, "--all"}).out, HasSubstr("completed"));
}

TEST_F(LaunchesCommandTest, has_all_of_it_as_json) {
  const Result result = ask({"launches", path_, "--json"});
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json.at("schema"), "lanescope.launches/1");
  EXPECT_EQ(json.at("groups").size(), 2u);
  EXPECT_EQ(json.at("groups").at(0).at("launches"), (std::vector<int>{1, 3}));
  ASSERT_EQ(json.at("launches").size(), 3u);
  const auto& second = json.at("launches").at(1);
  EXPECT_EQ(second.at("number"), 2);
  EXPECT_EQ(second.at("totals").at("warp_instructions"), 20);
  EXPECT_EQ(second.at("arguments").at(0).at("array_bytes"), 16);
  EXPECT_EQ(second.at("worst").at("cost"), 32);
}

TEST_F(LaunchesCommandTest, writes_a_launch_as_a_lesson_that_runs) {
  const std::string lesson = in_folder("scale2");
  const Result written = ask({"launches", path_, "--lesson", "2", "--out", lesson});
  EXPECT_EQ(written.exit_code, 0) << written.err;
  EXPECT_EQ(written.out, lesson + "/lesson.toml\n");
  const Result ran = ask({"sim", lesson, "--json", "--threads", "1"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ask({"launches", path_, "--lesson", "2", "--out", lesson}).exit_code, 2)
      << "there is one already";
  EXPECT_EQ(ask({"launches", path_, "--lesson", "9", "--out", in_folder("x")}).exit_code, 2);
  EXPECT_EQ(ask({"launches", path_, "--lesson", "2"}).exit_code, 2) << "no --out";
}

TEST_F(LaunchesCommandTest, a_recording_stands_for_the_launch_that_costs_most) {
  const Result ran = ask({"sim", path_, "--json", "--threads", "1"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(nlohmann::json::parse(ran.out).at("grid"), (std::vector<int>{2, 1, 1}));
}

TEST_F(LaunchesCommandTest, a_foreign_file_is_refused_in_one_line) {
  write("bad.lanes", "nothing");
  const Result result = ask({"launches", in_folder("bad.lanes")});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err, in_folder("bad.lanes") + ": it is no recording of launches (.lanes)\n");
}

}  // namespace
}  // namespace lanescope::app
