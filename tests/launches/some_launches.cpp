#include "tests/launches/some_launches.h"

#include <cstring>
#include <stdexcept>

#include <gtest/gtest.h>

namespace lanescope::tests {

std::string scale_ptx(const std::string& source) {
  return R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry _Z5scalePfi(.param .u64 scale_param_0, .param .u32 scale_param_1)
{
  .reg .pred %p<2>;
  .reg .f32 %f<3>;
  .reg .b32 %r<6>;
  .reg .b64 %rd<5>;
  .loc 1 3 5
  ld.param.u64 %rd1, [scale_param_0];
  ld.param.u32 %r1, [scale_param_1];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.s32 %p1, %r5, %r1;
  @%p1 bra $end;
  cvta.to.global.u64 %rd2, %rd1;
  mul.wide.s32 %rd3, %r5, 4;
  add.s64 %rd4, %rd2, %rd3;
  .loc 1 4 5
  ld.global.f32 %f1, [%rd4];
  add.f32 %f2, %f1, %f1;
  st.global.f32 [%rd4], %f2;
$end:
  ret;
}
.file 1 ")" +
         source + "\"\n";
}

launches::Program some_program() {
  launches::Program program;
  program.command = "./scale";
  program.arguments = {"16", "a b"};
  program.folder = "/home/me";
  program.machine = "h200";
  program.compiler = "nvcc 13.0";
  program.version = "0.1.0";
  program.date = "2026-07-30T12:34:56Z";
  return program;
}

launches::LaunchStart scale_launch(std::uint32_t module, std::uint32_t blocks,
                                   std::uint64_t address, std::span<const float> data,
                                   std::uint64_t version) {
  launches::LaunchStart start;
  start.symbol = scale_symbol;
  start.module = module;
  start.place = {"/home/me/scale.cu", 12, 0};
  start.grid = {blocks, 1, 1};
  start.block = {256, 1, 1};
  start.arguments = {bytes_of_value(address),
                     bytes_of_value(static_cast<std::int32_t>(data.size()))};
  start.arrays = {{address, std::as_bytes(data), "", version}};
  return start;
}

launches::Outcome some_outcome(std::uint64_t warp_instructions, std::uint64_t sectors) {
  launches::Outcome outcome;
  outcome.totals.warp_instructions = warp_instructions;
  outcome.totals.global_load.sectors = sectors;
  outcome.totals.global_load.requests = 1;
  outcome.blocks_run = 1;
  outcome.milliseconds = 0.5;
  return outcome;
}

std::unique_ptr<launches::Writer> writer_of(const std::filesystem::path& path,
                                            const launches::WriterOptions& options) {
  auto writer = launches::Writer::create(path, some_program(), options);
  if (!writer) throw std::runtime_error(writer.error());
  return std::move(*writer);
}

launches::File file_at(const std::filesystem::path& path) {
  auto file = launches::File::open(path);
  if (!file) throw std::runtime_error(file.error());
  return std::move(*file);
}

std::vector<float> floats_in(const launches::File& file, const launches::Array& array) {
  EXPECT_TRUE(array.content.has_value());
  if (!array.content) return {};
  const auto bytes = file.content(*array.content);
  EXPECT_TRUE(bytes.has_value()) << bytes.error();
  if (!bytes) return {};
  std::vector<float> values(bytes->size() / sizeof(float));
  std::memcpy(values.data(), bytes->data(), values.size() * sizeof(float));
  return values;
}

}  // namespace lanescope::tests
