#include "kernels/device/job.h"

#include <gtest/gtest.h>

namespace lanescope::device {
namespace {

TEST(Job, is_the_same_after_it_was_packed_and_unpacked) {
  Job job;
  job.device = 2;
  job.kernel = "_Z1kPf";
  job.cubin = {0, 255, 10, 13};
  job.ptx = ".version 8.0\n";
  job.grid = {7, 8, 9};
  job.block = {32, 2, 1};
  job.dynamic_shared_bytes = 65536;
  job.arguments = {{true, {1, 2, 3, 0}}, {false, {42, 0, 0, 0}}, {true, {7}, false}};
  job.arguments[1].addresses = {{8, 1, 128}};
  job.symbols = {{"table", {5, 6}, {{8, 0, false}}}};
  job.arguments[1].textures = {{16, 0, true}};
  JobTexture texture;
  texture.how.geometry = texture::Geometry::planes;
  texture.how.memory = texture::Memory::pitch;
  texture.how.channel = texture::Channel::f16;
  texture.how.channels = 2;
  texture.how.width = 5;
  texture.how.height = 6;
  texture.how.layers = 7;
  texture.how.pitch_bytes = 64;
  texture.how.filter = texture::Filter::linear;
  texture.how.address = {texture::Address::wrap, texture::Address::border, texture::Address::clamp};
  texture.how.is_normalized = true;
  texture.how.border = {0.5F, 1};
  texture.array = 1;
  job.textures = {texture};
  job.before = {{"_Z5firstPf", {4, 5, 6}, {64, 1, 1}, 128, true, {{false, {1, 2, 3}}}}};
  job.wants_times = false;
  job.wants_counts = true;
  job.bound = lesson::Bound{lesson::BoundKind::sgemm, 4096};
  job.plan = {.least = 3, .most = 9, .budget_ms = 12.5, .precision = 0.25};
  const auto asked = unpacked_request(packed_request(RequestKind::run, job));
  ASSERT_TRUE(asked) << asked.error();
  EXPECT_EQ(asked->kind, RequestKind::run);
  EXPECT_EQ(asked->job.device, 2);
  EXPECT_EQ(asked->job.kernel, "_Z1kPf");
  EXPECT_EQ(asked->job.cubin, job.cubin);
  EXPECT_EQ(asked->job.ptx, job.ptx);
  EXPECT_EQ(asked->job.grid, job.grid);
  EXPECT_EQ(asked->job.block, job.block);
  EXPECT_EQ(asked->job.dynamic_shared_bytes, 65536U);
  ASSERT_EQ(asked->job.arguments.size(), 3U);
  EXPECT_TRUE(asked->job.arguments[0].is_array);
  EXPECT_EQ(asked->job.arguments[0].bytes, job.arguments[0].bytes);
  EXPECT_FALSE(asked->job.arguments[1].is_array);
  EXPECT_TRUE(asked->job.arguments[1].is_parameter);
  ASSERT_EQ(asked->job.arguments[1].addresses.size(), 1U);
  EXPECT_EQ(asked->job.arguments[1].addresses[0].at, 8U);
  EXPECT_EQ(asked->job.arguments[1].addresses[0].array, 1U);
  EXPECT_EQ(asked->job.arguments[1].addresses[0].offset, 128U);
  EXPECT_FALSE(asked->job.arguments[2].is_parameter);
  ASSERT_EQ(asked->job.symbols.size(), 1U);
  EXPECT_EQ(asked->job.symbols[0].name, "table");
  EXPECT_EQ(asked->job.symbols[0].bytes, job.symbols[0].bytes);
  ASSERT_EQ(asked->job.symbols[0].textures.size(), 1U);
  EXPECT_EQ(asked->job.symbols[0].textures[0].at, 8U);
  ASSERT_EQ(asked->job.arguments[1].textures.size(), 1U);
  EXPECT_EQ(asked->job.arguments[1].textures[0].at, 16U);
  EXPECT_TRUE(asked->job.arguments[1].textures[0].is_surface);
  ASSERT_EQ(asked->job.textures.size(), 1U);
  EXPECT_EQ(asked->job.textures[0].how, texture.how);
  EXPECT_EQ(asked->job.textures[0].array, 1U);
  ASSERT_EQ(asked->job.before.size(), 1U);
  const EarlierJobLaunch& before = asked->job.before[0];
  EXPECT_EQ(before.kernel, "_Z5firstPf");
  EXPECT_EQ(before.grid, job.before[0].grid);
  EXPECT_EQ(before.block, job.before[0].block);
  EXPECT_EQ(before.dynamic_shared_bytes, 128U);
  EXPECT_TRUE(before.is_cooperative);
  ASSERT_EQ(before.arguments.size(), 1U);
  EXPECT_EQ(before.arguments[0].bytes, job.before[0].arguments[0].bytes);
  EXPECT_FALSE(asked->job.wants_times);
  EXPECT_TRUE(asked->job.wants_counts);
  ASSERT_TRUE(asked->job.bound);
  EXPECT_EQ(asked->job.bound->kind, lesson::BoundKind::sgemm);
  EXPECT_EQ(asked->job.bound->size, 4096U);
  EXPECT_EQ(asked->job.plan, job.plan);
}

TEST(JobResult, is_the_same_after_it_was_packed_and_unpacked) {
  JobResult result;
  result.gpu.name = "A GPU";
  result.gpu.major = 9;
  result.gpu.l2_bytes = 1 << 20;
  result.state = {1500, 2600, 45};
  result.from_cubin = true;
  result.arrays = {{9, 8, 7}, {}};
  result.registers = 40;
  result.blocks_per_multiprocessor = 4;
  result.first_ms = 1.5;
  result.cold_ms = {1, 2, 3};
  result.warm_ms = {0.5};
  result.copy_bytes = 1 << 28;
  result.copy_ms = {0.25, 0.125};
  result.bound_name = "cuBLAS sgemm";
  result.bound_ms = {2.5};
  result.bound_failure = "because";
  result.counts = {{"shared_load.wavefronts", std::uint64_t{1} << 40}};
  result.counts_failure = JobFailure{JobFailure::Kind::counters_locked, "locked"};
  const auto back = unpacked_result(packed(tl::expected<JobResult, JobFailure>(result)));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->gpu.name, "A GPU");
  EXPECT_EQ(back->gpu.architecture(), 90);
  EXPECT_EQ(back->state.temperature_celsius, 45);
  EXPECT_TRUE(back->from_cubin);
  EXPECT_EQ(back->arrays, result.arrays);
  EXPECT_EQ(back->cold_ms, result.cold_ms);
  EXPECT_EQ(back->warm_ms, result.warm_ms);
  EXPECT_EQ(back->copy_bytes, result.copy_bytes);
  EXPECT_EQ(back->copy_ms, result.copy_ms);
  EXPECT_EQ(back->bound_name, "cuBLAS sgemm");
  EXPECT_EQ(back->bound_ms, result.bound_ms);
  EXPECT_EQ(back->bound_failure, "because");
  EXPECT_EQ(back->counts, result.counts);
  ASSERT_TRUE(back->counts_failure);
  EXPECT_EQ(back->counts_failure->kind, JobFailure::Kind::counters_locked);
  EXPECT_EQ(back->counts_failure->message, "locked");
}

TEST(JobResult, may_be_a_failure_with_its_kind_and_message) {
  const tl::expected<JobResult, JobFailure> failed =
      tl::unexpected(JobFailure{JobFailure::Kind::out_of_memory, "no room"});
  const auto back = unpacked_result(packed(failed));
  ASSERT_FALSE(back);
  EXPECT_EQ(back.error().kind, JobFailure::Kind::out_of_memory);
  EXPECT_EQ(back.error().message, "no room");
}

TEST(JobResult, that_is_garbled_is_a_failure_and_no_crash) {
  for (const std::string& bytes : {std::string(), std::string("\xff\x00rubbish", 9),
                                   packed(tl::expected<GpuList, JobFailure>(GpuList{}))}) {
    const auto back = unpacked_result(bytes);
    ASSERT_FALSE(back);
    EXPECT_EQ(back.error().kind, JobFailure::Kind::crashed);
  }
  EXPECT_FALSE(unpacked_request("no question"));
}

}  // namespace
}  // namespace lanescope::device
