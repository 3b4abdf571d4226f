// A launch of a recorded program becomes a lesson that runs as the program's did.
#include "app/session/start/launch_lesson.h"
#include "app/session/start/launch_arguments.h"

#include <cstdlib>
#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/session/run/run.h"
#include "app/session/start/opening.h"
#include "app/session/start/own_kernel.h"
#include "app/session/start/own_program.h"
#include "tests/launches/some_launches.h"
#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using tests::bytes_of_value;
using tests::file_at;
using tests::scale_launch;
using tests::scale_ptx;
using tests::some_outcome;
using tests::text_of;
using tests::writer_of;

constexpr std::uint64_t data_address = 0x7f00'0000'0000;
constexpr std::uint64_t first_node = 0x7f00'1000'0000, second_node = 0x7f00'2000'0000;

// out[0] = first->next->value
constexpr const char* walk_ptx = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry _Z4walkP4NodePf(.param .u64 walk_param_0, .param .u64 walk_param_1)
{
  .reg .f32 %f<2>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [walk_param_0];
  ld.param.u64 %rd2, [walk_param_1];
  ld.u64 %rd3, [%rd1];
  ld.f32 %f1, [%rd3+8];
  st.f32 [%rd2], %f1;
  ret;
}
)";

// out[0] = factor * p.in[1], of a structure and a variable.
constexpr const char* structure_ptx = R"(.version 8.0
.target sm_90
.address_size 64
.visible .global .align 4 .f32 factor;
.visible .entry _Z4pick6ParamsPf(.param .align 8 .b8 pick_param_0[16], .param .u64 pick_param_1)
{
  .reg .f32 %f<4>;
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [pick_param_0];
  ld.param.u64 %rd2, [pick_param_1];
  ld.f32 %f1, [%rd1+4];
  ld.global.f32 %f2, [factor];
  mul.f32 %f3, %f1, %f2;
  st.f32 [%rd2], %f3;
  ret;
}
)";

struct Node {
  std::uint64_t next = 0;
  float value = 0, padding = 0;
};
struct Params {
  std::uint64_t in = 0;
  std::int32_t count = 2, padding = 0;
};

class LaunchLesson : public tests::InFolder<testing::Test> {
 protected:
  LaunchLesson() { ::setenv("XDG_CACHE_HOME", (folder_ / "cache").c_str(), 1); }

  std::filesystem::path lesson_of(std::uint64_t number) const {
    const auto lesson = write_launch_lesson(file_at(path_), number, folder_ / "lesson");
    EXPECT_TRUE(lesson.has_value()) << (lesson ? "" : lesson.error());
    return lesson.value_or("");
  }
  static OutcomePtr run_lesson(const std::filesystem::path& lesson) {
    RunRequest request;
    request.lesson = lesson.string();
    request.want_arrays = true;
    request.threads = 1;
    const auto outcome = run(request);
    EXPECT_TRUE(outcome.has_value()) << (outcome ? "" : outcome.error().message);
    return outcome.value_or(nullptr);
  }
  // Of the argument or array with this name, after the launch.
  static std::vector<float> floats_after(const OutcomePtr& outcome, const std::string& name) {
    for (const ArrayContents& each : outcome->arrays) {
      if (outcome->resolved.args[each.argument].name != name) continue;
      std::vector<float> values(each.after.size() / sizeof(float));
      std::memcpy(values.data(), each.after.data(), each.after.size());
      return values;
    }
    ADD_FAILURE() << "no array " << name;
    return {};
  }
  // scale<<<blocks, 256>>> with its source file.
  void record_scale(const launches::WriterOptions& options = {}, int times = 1) const {
    const std::filesystem::path source =
        write("scale.cu", "// twice\n__global__ void scale(float* data, int n)\n{\n}\n");
    const auto writer = writer_of(path_, options);
    const std::uint32_t module = writer->add_module(scale_ptx(source.string()), "scale.cu");
    std::vector<float> data{1, 2, 3, 4};
    for (int i = 0; i < times; ++i) {
      const std::uint64_t number = writer->begin(scale_launch(module, 1, data_address, data));
      writer->end(number, some_outcome(1, 1));
      for (float& each : data) each *= 2;
    }
    writer->finish({});
  }

  const std::filesystem::path path_ = folder_ / "run.lanes";
};

TEST_F(LaunchLesson, finds_reads_of_what_the_program_had_not_written) {
  const std::vector<float> data(4);
  const auto known = exec::WrittenBytes::make(sizeof(float) * data.size());
  const auto unwritten_reads = [&] {
    const auto writer = writer_of(path_);
    launches::LaunchStart start =
        scale_launch(writer->add_module(scale_ptx(), "scale.cu"), 1, data_address, data);
    start.arrays.front().written = known.get();
    writer->end(writer->begin(start), some_outcome(1, 1));
    writer->finish({});
    const OutcomePtr outcome = run_lesson(lesson_of(1));
    std::vector<std::string> found;
    for (const Diagnostic& each : outcome->report.diagnostics) {
      if (each.kind == DiagnosticKind::uninitialised_read) found.push_back(each.message);
    }
    return found;
  };
  EXPECT_THAT(unwritten_reads(),
              ElementsAre(HasSubstr("element 0 of arg1, of 4 bytes, is read by thread (0,0,0) of "
                                    "block (0,0,0) and 3 more lanes")));
  known->cover(0, 8);
  EXPECT_THAT(unwritten_reads(), ElementsAre(HasSubstr("element 2 of arg1")));
  known->cover(8, 8);
  EXPECT_THAT(unwritten_reads(), ElementsAre());
}

TEST_F(LaunchLesson, runs_with_its_arguments_arrays_and_source) {
  record_scale();
  const std::filesystem::path lesson = lesson_of(1);
  const std::string text = text_of(lesson);
  EXPECT_THAT(text, HasSubstr("name = \"data\"\ntype = \"float\"\ncount = 4\n"));
  EXPECT_THAT(text, HasSubstr("name = \"n\"\ntype = \"int\"\nvalue = 4\n"));
  EXPECT_THAT(text, HasSubstr("\nsimulated_address = 0x7f0000000000\n"))
      << "no pointer is in the data";
  EXPECT_THAT(text, HasSubstr("\"ceil_div(256, BLOCK)\"")) << "it reads the size of its blocks";
  const OutcomePtr outcome = run_lesson(lesson);
  ASSERT_NE(outcome, nullptr);
  EXPECT_EQ(outcome->resolved.program, "/home/me/scale") << "what a comparison knows it by";
  EXPECT_EQ(outcome->resolved.source_name, "scale.cu");
  EXPECT_EQ(outcome->resolved.kernel, "scale");
  EXPECT_EQ(outcome->resolved.args[0].address, data_address) << "the page Program names it";
  EXPECT_THAT(floats_after(outcome, "data"), ElementsAre(2, 4, 6, 8));
  EXPECT_EQ(outcome->report.errors_total, 0u);
}

// The data hold an address: the arrays stay where they were, also the one that is no argument.
TEST_F(LaunchLesson, follows_pointers_in_the_data) {
  {
    const auto writer = writer_of(path_);
    launches::LaunchStart start;
    start.module = writer->add_module(walk_ptx, "walk.cu");
    start.symbol = "_Z4walkP4NodePf";
    const Node first{second_node, 1, 0}, second{0, 42, 0};
    const float out = 0, unused = 7;
    start.arguments = {bytes_of_value(first_node), bytes_of_value(data_address)};
    start.arrays = {{first_node, std::as_bytes(std::span(&first, 1)), "", 0},
                    {second_node, std::as_bytes(std::span(&second, 1)), "nodes", 0},
                    {data_address, std::as_bytes(std::span(&out, 1)), "", 0},
                    {0x7f00'3000'0000, std::as_bytes(std::span(&unused, 1)), "unused", 0}};
    writer->begin(start);
  }
  const std::filesystem::path lesson = lesson_of(1);
  const std::string text = text_of(lesson);
  EXPECT_THAT(text, HasSubstr("[[arrays]]\nname = \"nodes\"\n"));
  EXPECT_THAT(text, HasSubstr("\naddress = 0x7f0020000000\n"));
  EXPECT_EQ(text.find("unused"), text.npos) << "nothing points to it";
  const OutcomePtr outcome = run_lesson(lesson);
  ASSERT_NE(outcome, nullptr);
  EXPECT_THAT(floats_after(outcome, "arg2"), ElementsAre(42));
  EXPECT_EQ(outcome->report.errors_total, 0u);
}

TEST_F(LaunchLesson, passes_structures_and_sets_variables) {
  {
    const auto writer = writer_of(path_);
    launches::LaunchStart start;
    start.module = writer->add_module(structure_ptx, "pick.cu");
    start.symbol = "_Z4pick6ParamsPf";
    const float in[] = {1, 2}, out = 0, factor = 10;
    start.arguments = {bytes_of_value(Params{first_node, 2, 0}), bytes_of_value(data_address)};
    start.arrays = {{first_node, std::as_bytes(std::span(in)), "", 0},
                    {data_address, std::as_bytes(std::span(&out, 1)), "", 0}};
    start.variables = {{second_node, std::as_bytes(std::span(&factor, 1)), "factor", 0}};
    writer->begin(start);
  }
  const std::filesystem::path lesson = lesson_of(1);
  const std::string text = text_of(lesson);
  EXPECT_THAT(text, HasSubstr("struct = \"Params\""));
  EXPECT_THAT(text, HasSubstr("pointer = \"array1\""));
  EXPECT_THAT(text, HasSubstr("[[symbols]]\nname = \"factor\""));
  EXPECT_EQ(text.find("\naddress"), text.npos) << "pointers in arguments follow their arrays";
  const OutcomePtr outcome = run_lesson(lesson);
  ASSERT_NE(outcome, nullptr);
  EXPECT_THAT(floats_after(outcome, "arg2"), ElementsAre(20));
}

TEST_F(LaunchLesson, a_pointer_to_no_array_is_kept_as_it_is) {
  const std::vector<float> data{1, 2, 3, 4};
  {
    const auto writer = writer_of(path_);
    launches::LaunchStart start =
        scale_launch(writer->add_module(scale_ptx(), "scale.cu"), 1, data_address, data);
    start.arguments[0] = bytes_of_value(std::uint64_t{0x1234'5678});
    writer->begin(start);
  }
  const std::filesystem::path lesson = lesson_of(1);
  EXPECT_THAT(text_of(lesson), HasSubstr("pointer = \"0x12345678\""));
  const OutcomePtr outcome = run_lesson(lesson);
  ASSERT_NE(outcome, nullptr);
  EXPECT_GT(outcome->report.errors_total, 0u) << "it reads there";
}

TEST_F(LaunchLesson, says_what_is_missing_and_which_launch_is_like_it) {
  record_scale({.max_content_bytes = 1}, 3);
  const launches::File file = file_at(path_);
  const auto second = write_launch_lesson(file, 2, folder_ / "lesson");
  ASSERT_FALSE(second.has_value());
  EXPECT_THAT(second.error(), HasSubstr("--at 2"));
  EXPECT_EQ(shown_instead_of(file, 2), 1u);
  EXPECT_EQ(shown_instead_of(file, 1), 1u);
  EXPECT_THAT(write_launch_lesson(file, 4, folder_ / "lesson").error(), HasSubstr("it has 3"));
}

TEST_F(LaunchLesson, of_a_launch_that_was_refused_is_refused_with_the_runtimes_error) {
  const std::vector<float> data{1, 2};
  {
    const auto writer = writer_of(path_);
    launches::LaunchStart start =
        scale_launch(writer->add_module(scale_ptx(), "scale.cu"), 1, data_address, data);
    start.block = {2048, 1, 1};
    const std::uint64_t number = writer->begin(start);
    launches::Outcome outcome;
    outcome.status = launches::Status::refused;
    outcome.error = 9;
    outcome.error_name = "cudaErrorInvalidConfiguration";
    writer->end(number, outcome);
    writer->finish({});
  }
  EXPECT_EQ(shown_instead_of(file_at(path_), 1), std::nullopt);
  const auto lesson = first_launch_lesson(path_);
  ASSERT_FALSE(lesson.has_value());
  EXPECT_THAT(lesson.error(), HasSubstr("launch 1 did not run"));
  EXPECT_THAT(lesson.error(), HasSubstr("cudaErrorInvalidConfiguration"));
}

TEST_F(LaunchLesson, what_a_launch_needs_that_is_not_there_is_said) {
  const std::vector<float> data{1, 2};
  {
    const auto writer = writer_of(path_);
    launches::LaunchStart start =
        scale_launch(writer->add_module(scale_ptx(), "scale.cu"), 1, data_address, data);
    start.needs = "a texture";
    writer->begin(start);
  }
  const auto lesson = write_launch_lesson(file_at(path_), 1, folder_ / "lesson");
  ASSERT_FALSE(lesson.has_value());
  EXPECT_THAT(lesson.error(), HasSubstr("it needs a texture"));
}

TEST_F(LaunchLesson, a_recording_opens_at_the_launch_that_costs_most) {
  record_scale({}, 2);
  const Opening opening = what_opens({path_});
  ASSERT_EQ(opening.refusal, "") << opening.detail;
  EXPECT_TRUE(opening.is_program);
  const auto origin = launch_origin(opening.lesson.string());
  ASSERT_TRUE(origin.has_value());
  EXPECT_EQ(origin->file, path_);
  EXPECT_EQ(origin->number, 1u);
  EXPECT_EQ(kept_launch_lesson(file_at(path_), 1).value(), opening.lesson) << "it is kept";
  EXPECT_FALSE(launch_origin("transpose").has_value());
  write("bad.lanes", "nothing");
  EXPECT_EQ(what_opens({folder_ / "bad.lanes"}).refusal, "open.broken_launches");
}

// A program that the window ran is run again when its source changes: the launch that was open is
// found in the new recording.
TEST_F(LaunchLesson, the_source_of_a_program_that_ran_here_is_known) {
  const std::filesystem::path source = write("scale.cu", "__global__ void scale(float*, int) {}\n");
  const auto record = [&](const std::filesystem::path& file, int times) {
    std::filesystem::create_directories(file.parent_path());
    launches::Program program = tests::some_program();
    program.sources = {source.string()};
    const auto writer = launches::Writer::create(file, program, {});
    ASSERT_TRUE(writer.has_value());
    const std::uint32_t module =
        (*writer)->add_module(scale_ptx((folder_ / "scale.h").string()), "scale.cu");
    std::vector<float> data{1, 2};
    for (int i = 0; i < times; ++i) {
      const std::uint64_t number = (*writer)->begin(scale_launch(module, 1, data_address, data));
      (*writer)->end(number, some_outcome(1, 1));
    }
    (*writer)->finish({});
  };
  record(path_, 1);
  EXPECT_FALSE(own_program(file_at(path_)).has_value()) << "it was recorded elsewhere";
  const std::filesystem::path own = recording_of_program(source);
  record(own, 2);
  const auto lesson = kept_launch_lesson(file_at(own), 2);
  ASSERT_TRUE(lesson.has_value());
  EXPECT_FALSE(is_users_own(*lesson)) << "it is in the cache";
  const auto program = own_program(lesson->string());
  ASSERT_TRUE(program.has_value());
  EXPECT_EQ(program->source, source);
  EXPECT_THAT(program->files, testing::Contains(source));
  std::filesystem::remove(own);
  record(own, 3);
  const auto again = same_launch_of(own, lesson->string());
  ASSERT_TRUE(again.has_value());
  EXPECT_NE(*again, *lesson);
  EXPECT_EQ(launch_origin(again->string())->number, 2u);
}

// A lesson file may be written by hand: what cannot be placed is said with its line.
TEST_F(LaunchLesson, arrays_at_given_addresses_overlap_nothing) {
  write("own/kernel.ptx", scale_ptx());
  const auto refusal = [&](const std::string& address, const std::string& other) {
    const std::filesystem::path lesson = write(
        "own/lesson.toml",
        "source = \"kernel.ptx\"\nkernel = \"scale\"\n[launch]\ngrid = [1]\nblock = [32]\n"
        "[[args]]\nname = \"data\"\ntype = \"float\"\ncount = 4\naddress = " +
            address + "\n[[args]]\nname = \"n\"\ntype = \"int\"\nvalue = 4\n" +
            "[[arrays]]\nname = \"other\"\ntype = \"float\"\ncount = 4\naddress = " + other + "\n");
    RunRequest request;
    request.lesson = lesson.string();
    const auto outcome = run(request);
    return outcome ? std::string() : outcome.error().message;
  };
  EXPECT_EQ(refusal("0x7f0000000000", "0x7f0000000010"), "");
  EXPECT_THAT(refusal("0x7f0000000000", "0x7f0000000008"), HasSubstr("overlaps 'data'"));
  EXPECT_THAT(refusal("0x10000000000", "0x7f0000000008"), HasSubstr("overlaps the addresses"));
  EXPECT_THAT(refusal("0", "0x7f0000000008"), HasSubstr("an address is at least 1"));
}

TEST_F(LaunchLesson, arguments_have_the_names_and_values_of_the_source) {
  record_scale();
  const launches::File file = file_at(path_);
  const std::vector<NamedArgument> arguments = named_arguments(file, *file.launch(1));
  ASSERT_EQ(arguments.size(), 2u);
  EXPECT_EQ(arguments[0].name, "data");
  EXPECT_EQ(arguments[0].type, "float*");
  EXPECT_TRUE(arguments[0].is_pointer);
  EXPECT_EQ(arguments[0].array_bytes, 16u);
  EXPECT_EQ(arguments[1].name, "n");
  EXPECT_EQ(arguments[1].value, "4");
}

}  // namespace
}  // namespace lanescope::app
