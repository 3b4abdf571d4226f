// [[textures]]: what a texture is, the arguments that name one, and what is refused.
#include <gtest/gtest.h>

#include "kernels/lesson_file/lesson.h"
#include "tests/lesson/lesson_folder.h"

namespace lanescope::lesson::testing {
namespace {

// After minimal_lesson, which has the array A of 1024 floats: the texture begins in line 15, `rest`
// in line 18, and the argument after that.
std::string with_texture(const std::string& rest, const std::string& argument = "texture = \"t\"") {
  return minimal_lesson + "[[textures]]\nname = \"t\"\narray = \"A\"\n" + rest +
         "\n[[args]]\nname = \"image\"\n" + argument + "\n";
}

TextureView view_of(const std::string& rest) {
  const LessonFolder folder(with_texture(rest));
  const auto lesson = loaded(folder);
  if (!lesson) return {};
  const auto resolved = lesson->resolve("", {});
  if (!resolved) {
    ADD_FAILURE() << resolved.error().formatted();
    return {};
  }
  return resolved->textures.at(0);
}

void expect_texture_refused(const std::string& text, int line, const std::string& key,
                            const std::string& word) {
  const Error error = error_of(text);
  EXPECT_EQ(error.line, line) << error.formatted();
  EXPECT_EQ(error.key, key) << error.formatted();
  EXPECT_NE(error.message.find(word), std::string::npos) << error.formatted();
}

TEST(Textures, have_the_geometry_of_their_extents) {
  using texture::Geometry;
  EXPECT_EQ(view_of("width = \"N\"").how.geometry, Geometry::line);
  const texture::Texture plane = view_of("width = 16\nheight = \"N / 16\"").how;
  EXPECT_EQ(plane.geometry, Geometry::plane);
  EXPECT_EQ(plane.height, 64U);
  EXPECT_EQ(plane.pitch_bytes, 64U);
  EXPECT_EQ(plane.channel, texture::Channel::f32);
  EXPECT_EQ(view_of("width = 4\nheight = 4\ndepth = 4").how.geometry, Geometry::volume);
  EXPECT_EQ(view_of("width = 4\nlayers = 4").how.geometry, Geometry::lines);
  EXPECT_EQ(view_of("width = 4\nheight = 4\nlayers = 4").how.geometry, Geometry::planes);
  const texture::Texture cube = view_of("width = 4\nkind = \"cube\"").how;
  EXPECT_EQ(cube.geometry, Geometry::cube);
  EXPECT_EQ(cube.layers, 6U);
  EXPECT_TRUE(cube.is_normalized);
}

TEST(Textures, say_how_they_are_read) {
  const texture::Texture how =
      view_of(
          "width = 8\nheight = 8\ntype = \"uchar\"\nchannels = 4\nread = \"normalized\"\n"
          "filter = \"linear\"\naddress = [\"wrap\", \"border\"]\nnormalized = 1\n"
          "border = [0.5, 1, 0, 0]")
          .how;
  EXPECT_EQ(how.channel, texture::Channel::u8);
  EXPECT_EQ(how.channels, 4U);
  EXPECT_TRUE(how.reads_fractions);
  EXPECT_EQ(how.filter, texture::Filter::linear);
  EXPECT_EQ(how.address[0], texture::Address::wrap);
  EXPECT_EQ(how.address[1], texture::Address::border);
  EXPECT_EQ(how.address[2], texture::Address::clamp);
  EXPECT_TRUE(how.is_normalized);
  EXPECT_EQ(how.border[0], 0.5F);
}

TEST(Textures, are_eight_bytes_of_an_argument_or_a_member) {
  const LessonFolder folder(with_texture("width = 4",
                                         "struct = \"P\"\nmembers = [{ type = \"int\", value = 1 "
                                         "}, { surface = \"t\" }]"));
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson);
  const auto resolved = lesson->resolve("", {});
  ASSERT_TRUE(resolved) << resolved.error().formatted();
  const Argument& argument = resolved->args.at(1);
  EXPECT_EQ(argument.value.size(), 16U);
  ASSERT_EQ(argument.textures.size(), 1U);
  EXPECT_EQ(argument.textures[0].at, 8U);
  EXPECT_TRUE(argument.textures[0].is_surface);
}

TEST(Textures, are_what_a_symbol_is_bound_to) {
  const LessonFolder folder(with_texture("width = 4") +
                            "[[symbols]]\nname = \"reference\"\ntexture = \"t\"\n");
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson);
  const auto resolved = lesson->resolve("", {});
  ASSERT_TRUE(resolved) << resolved.error().formatted();
  ASSERT_EQ(resolved->symbols.size(), 1U);
  EXPECT_EQ(resolved->symbols[0].value.size(), 8U);
  EXPECT_EQ(resolved->symbols[0].textures.size(), 1U);
}

TEST(Textures, that_cannot_be_are_refused_with_a_place) {
  expect_texture_refused(with_texture("width = 2000"), 18, "textures[0].width", "8000");
  expect_texture_refused(with_texture("width = 0"), 18, "textures[0].width", "1 to");
  expect_texture_refused(with_texture("width = 4\ntype = \"double\""), 19, "textures[0].type",
                         "'double'");
  expect_texture_refused(with_texture("width = 4\nchannels = 3"), 19, "textures[0].channels",
                         "1, 2 or 4");
  expect_texture_refused(with_texture("width = 4\nfilter = \"cubic\""), 19, "textures[0].filter",
                         "'cubic'");
  expect_texture_refused(with_texture("width = 4\nfilter = \"linear\"\ntype = \"uint\""), 19,
                         "textures[0].filter", "integers");
  expect_texture_refused(with_texture("width = 4\nread = \"normalized\""), 19, "textures[0].read",
                         "8 and 16 bits");
  expect_texture_refused(with_texture("width = 4\nborder = [1]"), 19, "textures[0].border",
                         "address");
  expect_texture_refused(with_texture("width = 4\nmemory = \"linear\"\nheight = 4"), 20,
                         "textures[0].height", "tex1Dfetch");
  expect_texture_refused(with_texture("width = 4\nheight = 4\nmemory = \"pitch\"\npitch = 24"), 21,
                         "textures[0].pitch", "32");
  expect_texture_refused(with_texture("width = 4\ndepth = 4"), 19, "textures[0].depth", "height");
}

TEST(Textures, that_an_argument_names_must_be_there) {
  expect_texture_refused(with_texture("width = 4", "texture = \"u\""), 21, "args[1].texture",
                         "'u'");
  expect_texture_refused(with_texture("width = 4", "type = \"ulonglong\"\ntexture = \"t\""), 21,
                         "args[1].type", "leave this out");
  expect_texture_refused(with_texture("width = 4\nmemory = \"linear\"", "surface = \"t\""), 22,
                         "args[1].surface", "array");
}

}  // namespace
}  // namespace lanescope::lesson::testing
