// Textures and surfaces through PTX: what an instruction makes of its operands, and of values that
// name no texture. What a fetch computes is tested in tests/texture.
#include <bit>
#include <cstring>

#include <gtest/gtest.h>

#include "tests/emulation.h"

namespace lanescope::exec {
namespace {

constexpr const char* kernel_start = R"(.version 8.0
.target sm_80
.address_size 64
.global .texref bound;
.visible .entry k(.param .u64 out, .param .u64 image)
{
.reg .b16 %rs<9>;
.reg .b32 %r<20>;
.reg .b64 %rd<20>;
.reg .f32 %f<20>;
ld.param.u64 %rd1, [out];
ld.param.u64 %rd2, [image];
mov.u32 %r1, %tid.x;
cvt.rn.f32.u32 %f1, %r1;
mul.wide.u32 %rd3, %r1, 16;
add.u64 %rd3, %rd1, %rd3;
)";

struct TextureCase {
  texture::Texture how;
  std::vector<float> texels{10, 20, 40, 80, 160, 320, 640, 1280};
  std::uint32_t threads = 4;
  bool is_surface = false;
  std::uint64_t handle = 0;  // 0: the texture's
  bool is_bound = false;     // to the reference
};

struct TextureRan {
  RunResult result;
  std::vector<float> out;  // 4 for each thread
  std::vector<float> texels;
};

TextureRan ran(const TextureCase& given, const std::string& body) {
  auto program = tests::program_of(kernel_start + body + "\nret;\n}\n");
  EXPECT_TRUE(program) << (program ? "" : program.error().front().message);
  if (!program) return {};
  for (ProgramVariable& variable : program->variables) {
    if (!given.is_bound || !variable.is_reference) continue;
    const std::uint64_t handle = GlobalMemory::texture_handle(0, false);
    variable.initial.resize(sizeof handle);
    std::memcpy(variable.initial.data(), &handle, sizeof handle);
  }
  tests::Arguments arguments;
  arguments.add_array("out", std::uint64_t{given.threads} * 16);
  if (!arguments.memory.add("pixels", given.texels.size() * 4)) return {};
  std::memcpy(arguments.memory.bytes_of(1).data(), given.texels.data(), given.texels.size() * 4);
  arguments.memory.add_texture({given.how, 1, 0});
  arguments.add_value(given.handle != 0 ? given.handle
                                        : GlobalMemory::texture_handle(0, given.is_surface));
  auto result = run(*program, {{1, 1, 1}, {given.threads, 1, 1}}, arguments.bytes, arguments.memory,
                    &tests::nobody);
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  if (!result) return {};
  return {std::move(*result), arguments.elements_of<float>(0), arguments.elements_of<float>(1)};
}

texture::Texture eight_in_a_row() {
  texture::Texture how;
  how.geometry = texture::Geometry::line;
  how.width = 8;
  how.pitch_bytes = 32;
  return how;
}

texture::Texture four_by_two() {
  texture::Texture how;
  how.width = 4;
  how.height = 2;
  how.pitch_bytes = 16;
  return how;
}

constexpr const char* store_all = "st.global.v4.f32 [%rd3], {%f4, %f5, %f6, %f7};";

std::vector<DiagnosticKind> errors_in(const RunResult& result) {
  std::vector<DiagnosticKind> kinds;
  for (const Diagnostic& diagnostic : result.diagnostics) {
    if (diagnostic.severity == Severity::error) kinds.push_back(diagnostic.kind);
  }
  return kinds;
}

TEST(Texture, is_fetched_by_number) {
  TextureCase row{eight_in_a_row()};
  row.how.memory = texture::Memory::linear;
  const TextureRan done =
      ran(row, std::string("tex.1d.v4.f32.s32 {%f4, %f5, %f6, %f7}, [%rd2, {%r1}];\n") + store_all);
  EXPECT_EQ(done.out[0], 10);
  EXPECT_EQ(done.out[4], 20);
  EXPECT_EQ(done.out[12], 80);
  EXPECT_EQ(done.out[13], 0);
  EXPECT_TRUE(errors_in(done.result).empty());
}

TEST(Texture, is_fetched_with_two_coordinates_and_filtered) {
  TextureCase image{four_by_two()};
  image.how.filter = texture::Filter::linear;
  const TextureRan done =
      ran(image, std::string("mov.f32 %f2, 0f3F800000;\n"
                             "tex.level.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd2, {%f1, %f2}], "
                             "0f00000000;\n") +
                     store_all);
  EXPECT_EQ(done.out[0], 85);      // (10 + 160) / 2
  EXPECT_EQ(done.out[4], 127.5F);  // (10 + 20 + 160 + 320) / 4
}

TEST(Texture, a_result_may_replace_a_coordinate) {
  TextureCase row{eight_in_a_row()};
  const TextureRan done =
      ran(row, std::string("mov.f32 %f4, %f1;\n"
                           "tex.1d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd2, {%f4}];\n") +
                   store_all);
  EXPECT_EQ(done.out[8], 40);
}

TEST(Texture, layers_come_before_the_coordinates) {
  TextureCase rows{eight_in_a_row()};
  rows.how.geometry = texture::Geometry::lines;
  rows.how.width = 4;
  rows.how.layers = 2;
  rows.how.pitch_bytes = 16;
  const TextureRan done =
      ran(rows, std::string("mov.u32 %r2, 1;\n"
                            "tex.a1d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd2, {%r2, %f1}];\n") +
                    store_all);
  EXPECT_EQ(done.out[0], 160);
  EXPECT_EQ(done.out[12], 1280);
}

TEST(Texture, tells_its_size) {
  const TextureRan done = ran({four_by_two()},
                              "txq.width.b32 %r4, [%rd2];\n"
                              "txq.height.b32 %r5, [%rd2];\n"
                              "txq.depth.b32 %r6, [%rd2];\n"
                              "st.global.v4.b32 [%rd3], {%r4, %r5, %r6, %r6};");
  EXPECT_EQ(std::bit_cast<std::uint32_t>(done.out[0]), 4U);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(done.out[1]), 2U);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(done.out[2]), 0U);
}

TEST(Texture, a_number_that_is_no_handle_is_an_error_with_a_place) {
  TextureCase row{eight_in_a_row()};
  row.handle = 12345;
  const TextureRan done =
      ran(row, std::string("tex.1d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd2, {%f1}];\n") + store_all);
  EXPECT_EQ(errors_in(done.result), std::vector{DiagnosticKind::invalid_texture});
  EXPECT_NE(done.result.diagnostics[0].message.find("0x3039 is no texture"), std::string::npos);
  EXPECT_GT(done.result.diagnostics[0].ptx_line, 0);
  EXPECT_EQ(done.out[0], 0);
}

TEST(Texture, of_another_geometry_or_type_is_an_error) {
  const std::string two = "tex.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd2, {%f1, %f1}];\n";
  EXPECT_EQ(errors_in(ran({eight_in_a_row()}, two + store_all).result),
            std::vector{DiagnosticKind::invalid_texture});
  TextureCase whole{four_by_two()};
  whole.how.channel = texture::Channel::s32;
  EXPECT_EQ(errors_in(ran(whole, two + store_all).result),
            std::vector{DiagnosticKind::invalid_texture});
  TextureCase surface{four_by_two()};
  surface.is_surface = true;
  EXPECT_EQ(errors_in(ran(surface, two + store_all).result),
            std::vector{DiagnosticKind::invalid_texture});
}

TEST(Texture, of_a_reference_is_named_by_it_or_by_its_address) {
  TextureCase row{eight_in_a_row()};
  const std::string by_name = "tex.1d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [bound, {%f1}];\n";
  const std::string by_address =
      "mov.u64 %rd4, bound;\ntex.1d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd4, {%f1}];\n";
  EXPECT_EQ(errors_in(ran(row, by_name + store_all).result),
            std::vector{DiagnosticKind::invalid_texture});
  row.is_bound = true;
  for (const std::string& read : {by_name, by_address}) {
    const TextureRan done = ran(row, read + store_all);
    EXPECT_TRUE(errors_in(done.result).empty());
    EXPECT_EQ(done.out[4], 20);
  }
}

TEST(Texture, is_noted_as_not_counted) {
  const TextureRan done =
      ran({eight_in_a_row()}, "tex.1d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd2, {%f1}];\n");
  ASSERT_EQ(done.result.diagnostics.size(), 1U);
  EXPECT_EQ(done.result.diagnostics[0].kind, DiagnosticKind::model_value);
}

TEST(Surface, is_read_and_written) {
  TextureCase image{four_by_two()};
  image.is_surface = true;
  const TextureRan done = ran(image,
                              "shl.b32 %r2, %r1, 2;\nmov.u32 %r3, 1;\n"
                              "suld.b.2d.b32.trap {%r4}, [%rd2, {%r2, %r3}];\n"
                              "sust.b.2d.b32.trap [%rd2, {%r2, 0}], {%r4};\n");
  EXPECT_TRUE(errors_in(done.result).empty());
  EXPECT_EQ(done.texels, (std::vector<float>{160, 320, 640, 1280, 160, 320, 640, 1280}));
}

TEST(Surface, outside_is_an_error_the_nearest_place_or_zero) {
  TextureCase image{four_by_two()};
  image.is_surface = true;
  const auto with = [&](const std::string& mode) {
    return ran(image, "mov.u32 %r2, 400;\nmov.u32 %r3, 0;\nsuld.b.2d.b32." + mode +
                          " %r4, [%rd2, {%r2, %r3}];\nst.global.b32 [%rd3], %r4;");
  };
  EXPECT_EQ(errors_in(with("trap").result), std::vector{DiagnosticKind::out_of_range});
  EXPECT_EQ(with("clamp").out[0], 80);
  EXPECT_EQ(with("zero").out[0], 0);
}

}  // namespace
}  // namespace lanescope::exec
