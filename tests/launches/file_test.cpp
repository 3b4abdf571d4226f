// What a program's launches are is in the file, however it ended.
#include <sys/wait.h>
#include <unistd.h>

#include <numeric>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/launches/source_files.h"
#include "tests/launches/some_launches.h"
#include "tests/some.h"
#include "tests/temporary_folder.h"

namespace lanescope {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using tests::file_at;
using tests::floats_in;
using tests::scale_launch;
using tests::scale_ptx;
using tests::some_outcome;
using tests::writer_of;

constexpr std::uint64_t address = 0x7f00'0000'0000;

class LaunchesFile : public tests::InFolder<testing::Test> {
 protected:
  [[nodiscard]] std::uintmax_t bytes() const { return std::filesystem::file_size(path_); }
  void cut(std::uintmax_t to) const { std::filesystem::resize_file(path_, to); }

  const std::filesystem::path path_ = folder_ / "run.lanes";
};

TEST_F(LaunchesFile, says_which_bytes_of_an_array_were_written_unless_all_were) {
  const std::vector<float> data{1, 2};
  const auto written = exec::WrittenBytes::make(8);
  {
    const auto writer = writer_of(path_);
    const std::uint32_t module = writer->add_module(scale_ptx(), "scale.cu");
    launches::LaunchStart start = scale_launch(module, 1, address, data);
    start.arrays.front().written = written.get();
    for (const std::uint64_t count : {0, 4, 8}) {
      written->cover(0, count);
      (void)writer->begin(start);
    }
  }
  const launches::File file = file_at(path_);
  const auto written_in = [&](std::uint64_t number) {
    const auto content = file.launch(number)->arrays.front().written;
    return content ? file.content(*content).value_or(std::vector<std::byte>{})
                   : std::vector<std::byte>{};
  };
  EXPECT_THAT(written_in(1), ElementsAre(std::byte{0}));
  EXPECT_THAT(written_in(2), ElementsAre(std::byte{0x0f}));
  EXPECT_FALSE(file.launch(3)->arrays.front().written.has_value());
}

TEST_F(LaunchesFile, has_the_arrays_that_a_gpu_left_beside_those_before) {
  const std::vector<float> before{1, 2, 3}, after{2, 2, 3};
  {
    const auto writer = writer_of(path_);
    const std::uint32_t module = writer->add_module(scale_ptx(), "scale.cu");
    const std::uint64_t number = writer->begin(scale_launch(module, 1, address, before));
    const launches::MemoryView left{
        .address = address, .bytes = std::as_bytes(std::span(after)), .name = ""};
    writer->end(number, some_outcome(1, 1), {&left, 1});
  }
  const launches::File file = file_at(path_);
  ASSERT_EQ(file.launch(1)->outcome.after.size(), 1u);
  EXPECT_EQ(file.launch(1)->outcome.after.front().address, address);
  EXPECT_EQ(floats_in(file, file.launch(1)->outcome.after.front()), after);
  EXPECT_EQ(floats_in(file, file.launch(1)->arrays.front()), before);
}

TEST_F(LaunchesFile, has_the_outcome_that_was_said_last) {
  const std::vector<float> data{1};
  {
    const auto writer = writer_of(path_);
    const std::uint32_t module = writer->add_module(scale_ptx(), "scale.cu");
    writer->end(writer->begin(scale_launch(module, 1, address, data)), some_outcome(1, 1));
    writer->finish({});
  }
  EXPECT_TRUE(launches::Writer::add_outcome(path_, 1, some_outcome(77, 12)));
  const launches::File file = file_at(path_);
  EXPECT_EQ(file.launch(1)->outcome.totals.warp_instructions, 77u);
  EXPECT_TRUE(file.exit().has_value());
  EXPECT_FALSE(
      launches::Writer::add_outcome(folder_ / "none" / "run.lanes", 1, some_outcome(1, 1)));
}

TEST_F(LaunchesFile, wants_contents_up_to_the_limit_and_of_new_shapes) {
  const std::vector<float> data(256, 1.0F);
  launches::WriterOptions options;
  options.max_content_bytes = 1;
  const auto writer = writer_of(path_, options);
  const std::uint32_t module = writer->add_module(scale_ptx(), "scale.cu");
  const launches::LaunchStart start = scale_launch(module, 1, address, data);
  EXPECT_TRUE(writer->wants_contents(start));
  (void)writer->begin(start);
  EXPECT_FALSE(writer->wants_contents(start));
}

TEST_F(LaunchesFile, gives_back_program_modules_launches_and_how_it_ended) {
  const std::vector<float> data{1, 2, 3, 4};
  {
    const auto writer = writer_of(path_);
    const std::uint32_t module = writer->add_module(scale_ptx(), "scale.cu");
    launches::LaunchStart start = scale_launch(module, 2, address, data);
    start.dynamic_shared_bytes = 64;
    start.is_cooperative = true;
    start.stream = "stream 2";
    start.needs = "a texture";
    EXPECT_EQ(writer->begin(start), 1u);
    launches::Outcome outcome = some_outcome(77, 12);
    outcome.totals.shared_store.conflicts = 5;
    outcome.worst = {{"scale.cu", 4, 9}, "global", 32, 4, 0};
    Diagnostic finding;
    finding.kind = DiagnosticKind::out_of_range;
    finding.severity = Severity::warning;
    finding.message = "4 bytes past the end";
    finding.place = {"scale.cu", 4, 9};
    finding.ptx_line = 20;
    finding.block = {1, 0, 0};
    finding.thread = {2, 0, 0};
    finding.address = address + 16;
    finding.other = OtherPlace{{"scale.cu", 3, 1}, 11, {5, 0, 0}};
    finding.count = 3;
    outcome.findings = {finding};
    outcome.findings_total = 1;
    outcome.printed = std::string("two\nlines\0", 10);
    outcome.device_milliseconds = 0.25;
    outcome.error = 9;
    outcome.error_name = "cudaErrorInvalidConfiguration";
    outcome.status = launches::Status::refused;
    writer->end(1, outcome);
    finding.place = {"/home/me/main.cu", 40, 0};
    writer->add_finding(finding);
    writer->finish({3, 11, 1234.5, 2, "segmentation fault"});
  }
  const launches::File file = file_at(path_);
  EXPECT_FALSE(file.is_cut());
  EXPECT_EQ(file.program().command, "./scale");
  EXPECT_THAT(file.program().arguments, ElementsAre("16", "a b"));
  ASSERT_EQ(file.modules().size(), 1u);
  EXPECT_EQ(file.modules()[0].name, "scale.cu");
  EXPECT_EQ(file.ptx(0).value(), scale_ptx());
  EXPECT_FALSE(file.ptx(1).has_value());
  ASSERT_EQ(file.launches().size(), 1u);
  const launches::Launch& launch = *file.launch(1);
  EXPECT_EQ(file.launch(0), nullptr);
  EXPECT_EQ(file.launch(2), nullptr);
  EXPECT_EQ(launch.symbol, tests::scale_symbol);
  EXPECT_EQ(launch.kernel, "scale");
  EXPECT_EQ(launch.place.line, 12);
  EXPECT_EQ(launch.blocks(), 2u);
  EXPECT_EQ(launch.threads(), 256u);
  EXPECT_EQ(launch.dynamic_shared_bytes, 64u);
  EXPECT_TRUE(launch.is_cooperative);
  EXPECT_EQ(launch.stream, "stream 2");
  EXPECT_EQ(launch.needs, "a texture");
  ASSERT_EQ(launch.arguments.size(), 2u);
  EXPECT_EQ(launch.arguments[0].type, "float*");
  EXPECT_EQ(launch.arguments[0].bytes, tests::bytes_of_value(address));
  EXPECT_EQ(launch.arguments[1].type, "int");
  EXPECT_EQ(launch.arguments[1].bytes, tests::bytes_of_value(4));
  ASSERT_EQ(launch.arrays.size(), 1u);
  EXPECT_EQ(launch.arrays[0].address, address);
  EXPECT_EQ(floats_in(file, launch.arrays[0]), data);
  EXPECT_TRUE(launch.has_contents());
  const launches::Outcome& outcome = launch.outcome;
  EXPECT_EQ(outcome.status, launches::Status::refused);
  EXPECT_EQ(outcome.totals.warp_instructions, 77u);
  EXPECT_EQ(outcome.totals.global_load.sectors, 12u);
  EXPECT_EQ(outcome.totals.shared_store.conflicts, 5u);
  EXPECT_EQ(outcome.worst.place.line, 4);
  EXPECT_EQ(outcome.worst.ratio(), 8.0);
  EXPECT_EQ(outcome.printed, std::string("two\nlines\0", 10));
  EXPECT_EQ(outcome.device_milliseconds, 0.25);
  EXPECT_EQ(outcome.error, 9);
  EXPECT_EQ(outcome.error_name, "cudaErrorInvalidConfiguration");
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(outcome.findings[0].kind, DiagnosticKind::out_of_range);
  EXPECT_EQ(outcome.findings[0].severity, Severity::warning);
  EXPECT_EQ(outcome.findings[0].address, address + 16);
  EXPECT_EQ(outcome.findings[0].other->thread[0], 5u);
  EXPECT_EQ(outcome.findings[0].text(), file.findings().at(0).text().replace(0, 19, "scale.cu:4:9"))
      << "the same but for its place";
  EXPECT_EQ(file.exit()->signal, 11);
  EXPECT_EQ(file.exit()->message, "segmentation fault");
}

TEST_F(LaunchesFile, gives_a_mistake_of_the_host_once_for_each_line) {
  {
    const auto writer = writer_of(path_);
    Diagnostic finding;
    finding.kind = DiagnosticKind::heap_misuse;
    for (const int line : {7, 9, 7, 7}) {
      finding.place = {"main.cu", line, 0};
      finding.message = "free " + std::to_string(line);
      writer->add_finding(finding);
    }
    finding.place = {};
    for (const char* message : {"one", "other"}) {
      finding.message = message;
      writer->add_finding(finding);
    }
  }
  std::string all;
  const launches::File file = file_at(path_);
  for (const Diagnostic& each : file.findings()) all += each.text() + "\n";
  EXPECT_EQ(all,
            "main.cu:7: error: free 7 (3 times)\nmain.cu:9: error: free 9\nerror: one\n"
            "error: other\n");
}

TEST_F(LaunchesFile, holds_equal_modules_once) {
  const auto writer = writer_of(path_);
  EXPECT_EQ(writer->add_module(scale_ptx(), "a.cu"), 0u);
  EXPECT_EQ(writer->add_module(scale_ptx("other.cu"), "b.cu"), 1u);
  EXPECT_EQ(writer->add_module(scale_ptx(), "c.cu"), 0u);
  EXPECT_EQ(file_at(path_).modules().size(), 2u);
}

// 1 MiB of which a launch changes one element: one block of 64 KiB more.
TEST_F(LaunchesFile, a_small_change_of_an_array_costs_one_block) {
  std::vector<float> data(1 << 18);
  std::iota(data.begin(), data.end(), 0.0F);
  const auto writer = writer_of(path_);
  const std::uint32_t module = writer->add_module(scale_ptx(), "scale.cu");
  writer->begin(scale_launch(module, 2, address, data));
  const std::uintmax_t first = bytes();
  EXPECT_GT(first, data.size() * sizeof(float));
  writer->begin(scale_launch(module, 2, address, data));
  EXPECT_LT(bytes() - first, 2'000u) << "nothing has changed";
  const std::uintmax_t second = bytes();
  data[200'000] = -1;
  writer->begin(scale_launch(module, 2, address, data));
  EXPECT_LT(bytes() - second, launches::block_bytes + 2'000);
  const launches::File file = file_at(path_);
  EXPECT_EQ(file.launches()[0].arrays[0].content, file.launches()[1].arrays[0].content);
  EXPECT_EQ(floats_in(file, file.launches()[2].arrays[0]), data);
  EXPECT_EQ(floats_in(file, file.launches()[0].arrays[0])[200'000], 200'000);
}

TEST_F(LaunchesFile, an_array_of_the_same_version_is_not_looked_at) {
  std::vector<float> data{1, 2, 3, 4};
  const auto writer = writer_of(path_);
  const std::uint32_t module = writer->add_module(scale_ptx(), "scale.cu");
  writer->begin(scale_launch(module, 1, address, data, 7));
  data[0] = 5;  // the version says otherwise, and is believed
  writer->begin(scale_launch(module, 1, address, data, 7));
  writer->begin(scale_launch(module, 1, address, data, 8));
  const launches::File file = file_at(path_);
  EXPECT_EQ(floats_in(file, file.launches()[1].arrays[0])[0], 1);
  EXPECT_EQ(floats_in(file, file.launches()[2].arrays[0])[0], 5);
}

TEST_F(LaunchesFile, beyond_the_limit_keeps_the_first_of_each_kind_and_what_is_asked_for) {
  std::vector<float> data(launches::block_bytes / sizeof(float));
  const auto writer = writer_of(path_, {.max_content_bytes = 1, .keep_launches = {4}});
  const std::uint32_t module = writer->add_module(scale_ptx(), "scale.cu");
  const auto launch = [&](std::uint32_t blocks) {
    data[0] += 1;
    writer->begin(scale_launch(module, blocks, address, data));
  };
  launch(1);  // it reaches the limit
  launch(1);
  launch(1);
  launch(1);
  const launches::File file = file_at(path_);
  std::vector<bool> kept;
  for (const launches::Launch& each : file.launches()) kept.push_back(each.has_contents());
  EXPECT_THAT(kept, ElementsAre(true, false, false, true));
}

TEST_F(LaunchesFile, a_limit_of_nothing_keeps_no_contents) {
  const std::vector<float> data{1, 2};
  const auto writer = writer_of(path_, {.max_content_bytes = 0});
  writer->begin(scale_launch(writer->add_module(scale_ptx(), "scale.cu"), 1, address, data));
  EXPECT_FALSE(file_at(path_).launches()[0].has_contents());
}

// Wherever it ends, what is before the end is there; it never fails to open after its first chunk.
TEST_F(LaunchesFile, cut_off_anywhere_it_is_readable_up_to_the_cut) {
  const std::vector<float> data{1, 2, 3, 4};
  std::uintmax_t of_program = 0, of_second = 0;
  {
    const auto writer = writer_of(path_);
    of_program = bytes();
    const std::uint32_t module = writer->add_module(scale_ptx(), "scale.cu");
    writer->end(writer->begin(scale_launch(module, 1, address, data)), some_outcome(1, 1));
    writer->end(writer->begin(scale_launch(module, 1, address, data)), some_outcome(2, 1));
    of_second = bytes();
    writer->finish({});
  }
  cut(bytes() - 1);
  EXPECT_TRUE(file_at(path_).is_cut());
  EXPECT_FALSE(file_at(path_).exit().has_value());
  EXPECT_EQ(file_at(path_).launches().size(), 2u);
  cut(of_second - 1);
  EXPECT_EQ(file_at(path_).launches().at(1).outcome.status, launches::Status::unfinished);
  EXPECT_EQ(file_at(path_).launches().at(0).outcome.status, launches::Status::completed);
  for (std::uintmax_t size = of_second - 1; size >= of_program; --size) {
    cut(size);
    const auto file = launches::File::open(path_);
    ASSERT_TRUE(file.has_value()) << size << ": " << file.error();
    for (const launches::Launch& each : file->launches())
      ASSERT_EQ(floats_in(*file, each.arrays[0]), data) << size;
  }
  cut(of_program);
  EXPECT_FALSE(file_at(path_).is_cut());
  cut(of_program - 1);
  EXPECT_THAT(launches::File::open(path_).error(), EndsWith("cut off before its program is named"));
}

TEST_F(LaunchesFile, others_are_refused_in_one_line) {
  const auto refusal = [&](const std::string& text) {
    write("run.lanes", text);
    const auto file = launches::File::open(path_);
    EXPECT_FALSE(file.has_value());
    const std::string error = file ? "" : file.error();
    EXPECT_EQ(error.find('\n'), error.npos);
    EXPECT_THAT(error, HasSubstr("run.lanes: "));
    return error;
  };
  EXPECT_THAT(refusal(""), HasSubstr("no recording"));
  EXPECT_THAT(refusal("source = \"scale.cu\"\n"), HasSubstr("no recording"));
  EXPECT_THAT(refusal(std::string("LANES\r\n\x1a\2\0\0\0", 12)), HasSubstr("version 2"));
  EXPECT_THAT(refusal(std::string("LANES\r\n\x1a\1\0\0\0modu\0\0\0\0\0\0\0\0\0\0\0\0", 28)),
              HasSubstr("damaged"));
  EXPECT_THAT(launches::File::open(folder_).error(), HasSubstr("no file"));
  EXPECT_THAT(launches::File::open(folder_ / "none.lanes").error(), HasSubstr("No such file"));
}

// Whatever byte changes, it opens or says that it is damaged; it never ends the program.
TEST_F(LaunchesFile, a_changed_byte_is_no_crash) {
  const std::vector<float> data{1, 2, 3, 4};
  {
    const auto writer = writer_of(path_);
    const std::uint32_t module = writer->add_module("x", "scale.cu");
    writer->end(writer->begin(scale_launch(module, 1, address, data)), some_outcome(1, 1));
    writer->finish({});
  }
  const std::string text = tests::text_of(path_);
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string other = text;
    other[at] = static_cast<char>(other[at] ^ 0x15);
    write("run.lanes", other);
    const auto file = launches::File::open(path_);
    if (!file) continue;
    for (const launches::Launch& each : file->launches()) {
      if (!each.arrays.empty() && each.arrays[0].content)
        (void)file->content(*each.arrays[0].content);
    }
  }
}

TEST_F(LaunchesFile, several_threads_may_launch) {
  const std::vector<float> data(1000, 1.0F);
  {
    const auto writer = writer_of(path_);
    const std::uint32_t module = writer->add_module(scale_ptx(), "scale.cu");
    std::vector<std::thread> threads;
    for (std::uint32_t thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&, thread] {
        for (int i = 0; i < 25; ++i) {
          const std::uint64_t number =
              writer->begin(scale_launch(module, thread + 1, address + thread, data));
          writer->end(number, some_outcome(thread + 1, 1));
        }
      });
    }
    for (std::thread& each : threads) each.join();
  }
  const launches::File file = file_at(path_);
  ASSERT_EQ(file.launches().size(), 100u);
  for (const launches::Launch& each : file.launches())
    EXPECT_EQ(each.outcome.totals.warp_instructions, each.grid[0]);
}

// The child of a program that forks has the file open, too.
TEST_F(LaunchesFile, a_child_process_writes_nothing) {
  const std::vector<float> data{1, 2};
  const auto writer = writer_of(path_);
  const std::uint32_t module = writer->add_module(scale_ptx(), "scale.cu");
  const std::uintmax_t before = bytes();
  const pid_t child = fork();
  if (child == 0) {
    writer->end(writer->begin(scale_launch(module, 1, address, data)), some_outcome(1, 1));
    writer->finish({});
    _exit(0);
  }
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  EXPECT_EQ(bytes(), before);
}

TEST_F(LaunchesFile, a_full_disk_ends_the_recording_with_one_line) {
  auto writer = launches::Writer::create("/dev/full", tests::some_program());
  ASSERT_FALSE(writer.has_value());
  EXPECT_THAT(writer.error(), HasSubstr("/dev/full: the recording ended here: "));
  EXPECT_FALSE(launches::Writer::create(folder_ / "no" / "run.lanes", tests::some_program()));
}

TEST_F(LaunchesFile, holds_the_source_that_the_ptx_names) {
  const std::filesystem::path source = write("scale.cu", "__global__ void scale() {}\n");
  const auto writer = writer_of(path_);
  writer->add_module(scale_ptx(source.string()), "scale.cu");
  const launches::File file = file_at(path_);
  ASSERT_THAT(file.source_paths(), ElementsAre(source.string()));
  EXPECT_EQ(file.source(source.string()).value(), "__global__ void scale() {}\n");
}

TEST(SourceFiles, are_those_that_a_line_uses) {
  EXPECT_THAT(launches::source_files_of(".file 1 \"a.cu\"\n  .file\t2 \"b.h\", 12, 34\n"
                                        "\t.loc\t2 7 3\n.loc 3 1 1\n"),
              ElementsAre("b.h"));
  EXPECT_TRUE(launches::source_files_of(".file\n.loc\n.file 1 \"x").empty());
}

}  // namespace
}  // namespace lanescope
