// Textures and surfaces, from CUDA C++ and a lesson file to the arrays, by both compilers.
#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

class TextureRun : public BothCompilers {
 protected:
  // The array with this number after the launch.
  template <class T>
  std::vector<T> after(const LessonOnDisk& lesson, std::size_t which) {
    RunRequest request = lesson.request();
    request.compiler = GetParam();
    request.want_arrays = true;
    const auto outcome = run(request);
    if (!outcome) {
      ADD_FAILURE() << outcome.error().message;
      return {};
    }
    EXPECT_EQ((*outcome)->report.errors_total, 0U);
    const auto& bytes = (*outcome)->arrays.at(which).after;
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
  }
};
LANESCOPE_BOTH_COMPILERS(TextureRun);

const std::string five_by_four = "[launch]\ngrid = [1]\nblock = [5, 4]\n";

// An image of bytes with rows of 32, of which 5 x 4 are seen: pixel (x, y) is 32 y + x.
std::string image(const std::string& filter) {
  return five_by_four + array("bytes", "uchar", "128", "iota") + array("out", "float", "20") +
         "[[args]]\nname = \"image\"\ntexture = \"image\"\n[[textures]]\nname = \"image\"\narray = "
         "\"bytes\"\nwidth = 5\nheight = 4\nmemory = \"pitch\"\npitch = 32\nread = "
         "\"normalized\"\nfilter = \"" +
         filter + "\"\n";
}

const char* const quarter =
    "__global__ void k(const unsigned char*, float* out, cudaTextureObject_t image)\n{\n"
    "    int x = threadIdx.x, y = threadIdx.y;\n"
    "    out[y * 5 + x] = 255.0f * tex2D<float>(image, x + 0.75f, y + 1.25f);\n}\n";

TEST_P(TextureRun, a_texels_value_is_at_its_middle) {
  const std::vector<float> linear = after<float>(LessonOnDisk(quarter, image("linear")), 1);
  const std::vector<float> point = after<float>(LessonOnDisk(quarter, image("point")), 1);
  ASSERT_EQ(linear.size(), 20U);
  ASSERT_EQ(point.size(), 20U);
  for (std::size_t y = 0; y < 4; ++y) {
    for (std::size_t x = 0; x < 5; ++x) {
      const double row = std::min(static_cast<double>(y) + 0.75, 3.0);
      const double column = std::min(static_cast<double>(x) + 0.25, 4.0);
      EXPECT_NEAR(linear[y * 5 + x], 32 * row + column, 1e-4) << x << ", " << y;
      EXPECT_NEAR(
          point[y * 5 + x],
          32.0 * static_cast<double>(std::min<std::size_t>(y + 1, 3)) + static_cast<double>(x),
          1e-4);
    }
  }
}

TEST_P(TextureRun, linear_memory_is_read_by_number_and_is_zero_outside) {
  const LessonOnDisk lesson(
      "__global__ void k(const int*, int2* out, cudaTextureObject_t t)\n{\n"
      "    out[threadIdx.x] = tex1Dfetch<int2>(t, (int)threadIdx.x - 1);\n}\n",
      "[launch]\ngrid = [1]\nblock = [6]\n" + array("in", "int", "8", "iota") +
          array("out", "int", "12") +
          "[[args]]\nname = \"t\"\ntexture = \"t\"\n[[textures]]\nname = \"t\"\narray = \"in\"\n"
          "width = 4\nchannels = 2\nmemory = \"linear\"\n");
  EXPECT_EQ(after<int>(lesson, 1), (std::vector<int>{0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 0, 0}));
}

TEST_P(TextureRun, a_volume_and_layers_are_read) {
  const std::string kernel =
      "__global__ void k(const float*, float* out, cudaTextureObject_t v, cudaTextureObject_t l)\n"
      "{\n    int i = threadIdx.x;\n"
      "    out[i] = tex3D<float>(v, 1, 1, 1) + tex2DLayered<float>(l, 1.5f, 0.5f, i);\n}\n";
  const std::string arguments =
      "[launch]\ngrid = [1]\nblock = [2]\n" + array("in", "float", "8", "iota") +
      array("out", "float", "2") +
      "[[args]]\nname = \"v\"\ntexture = \"v\"\n[[args]]\nname = \"l\"\ntexture = \"l\"\n"
      "[[textures]]\nname = \"v\"\narray = \"in\"\nwidth = 2\nheight = 2\ndepth = 2\nfilter = "
      "\"linear\"\n[[textures]]\nname = \"l\"\narray = \"in\"\nwidth = 2\nheight = 2\nlayers = 2\n";
  EXPECT_EQ(after<float>(LessonOnDisk(kernel, arguments), 1), (std::vector<float>{4.5F, 8.5F}));
}

TEST_P(TextureRun, a_surface_is_read_and_written) {
  const LessonOnDisk lesson(
      "__global__ void k(uchar4* a, cudaSurfaceObject_t s)\n{\n"
      "    int i = threadIdx.x;\n"
      "    uchar4 v = surf2Dread<uchar4>(s, i * 4, 0);\n    v.x += 1;\n"
      "    surf2Dwrite(v, s, i * 4, 1);\n"
      "    surf2Dwrite(v, s, 400, 9, cudaBoundaryModeZero);\n}\n",
      "[launch]\ngrid = [1]\nblock = [2]\n" + array("a", "uchar", "16", "iota") +
          "[[args]]\nname = \"s\"\nsurface = \"s\"\n[[textures]]\nname = \"s\"\narray = \"a\"\n"
          "width = 2\nheight = 2\nchannels = 4\n");
  EXPECT_EQ(after<std::uint8_t>(lesson, 0),
            (std::vector<std::uint8_t>{0, 1, 2, 3, 4, 5, 6, 7, 1, 1, 2, 3, 5, 5, 6, 7}));
}

TEST_P(TextureRun, a_number_is_no_texture) {
  const LessonOnDisk lesson(
      "__global__ void k(float* out, cudaTextureObject_t t)\n{\n"
      "    out[threadIdx.x] = tex1D<float>(t, 0.5f);\n}\n",
      "[launch]\ngrid = [1]\nblock = [32]\n" + array("out", "float", "32") +
          scalar("t", "ulonglong", "7"));
  const OutcomePtr outcome = run_good(lesson);
  ASSERT_TRUE(outcome);
  ASSERT_EQ(outcome->report.errors_total, 1U);
  const Diagnostic& error = outcome->report.diagnostics[0];
  EXPECT_EQ(error.kind, DiagnosticKind::invalid_texture);
  EXPECT_EQ(error.place.file, "kernel.cu");
  EXPECT_EQ(error.place.line, 3);
}

}  // namespace
}  // namespace lanescope::app
