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

// A parameter and the texture of its name, of the array "in".
std::string of_in(const std::string& name, const std::string& keys,
                  const std::string& kind = "texture") {
  return "[[args]]\nname = \"" + name + "\"\n" + kind + " = \"" + name +
         "\"\n[[textures]]\nname = \"" + name + "\"\narray = \"in\"\n" + keys + "\n";
}

// One thread, the arrays "in" (`elements`, counted up from 0) and "out" of floats.
std::string one_thread(const std::string& type, const std::string& elements,
                       const std::string& results) {
  return "[launch]\ngrid = [1]\nblock = [1]\n" + array("in", type, elements, "iota") +
         array("out", "float", results);
}

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
      EXPECT_NEAR(linear[y * 5 + x], 32 * row + column, 0.002) << x << ", " << y;
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

TEST_P(TextureRun, every_geometry_is_read) {
  const std::string kernel =
      "__global__ void k(const float*, float* out, cudaTextureObject_t row, cudaTextureObject_t "
      "plane, cudaTextureObject_t volume, cudaTextureObject_t rows, cudaTextureObject_t planes, "
      "cudaTextureObject_t cube, cudaTextureObject_t cubes)\n{\n"
      "    out[0] = tex1D<float>(row, 5.5f);\n"
      "    out[1] = tex2D<float>(plane, 1.5f, 2.5f);\n"
      "    out[2] = tex3D<float>(volume, 1.5f, 0.5f, 1.5f);\n"
      "    out[3] = tex1DLayered<float>(rows, 2.5f, 1);\n"
      "    out[4] = tex2DLayered<float>(planes, 1.5f, 1.5f, 2);\n"
      "    out[5] = texCubemap<float>(cube, 1, -0.5f, -0.5f);\n"
      "    out[6] = texCubemapLayered<float>(cubes, 0.5f, 1, 0.5f, 1);\n"
      "    float4 four = tex2Dgather<float4>(plane, 1, 1, 0);\n"
      "    out[7] = four.x;\n    out[8] = four.y;\n    out[9] = four.z;\n    out[10] = four.w;\n"
      "    out[11] = tex2DLod<float>(plane, 3.5f, 0.5f, 2);\n"
      "    tex1D(&out[12], row, 7.5f);\n"
      "    out[13] = tex2DGrad<float>(plane, 0.5f, 3.5f, make_float2(1, 0), make_float2(0, 1));\n"
      "}\n";
  const std::string arguments = one_thread("float", "48", "14") + of_in("row", "width = 8") +
                                of_in("plane", "width = 4\nheight = 4") +
                                of_in("volume", "width = 2\nheight = 2\ndepth = 2") +
                                of_in("rows", "width = 4\nlayers = 3") +
                                of_in("planes", "width = 2\nheight = 2\nlayers = 4") +
                                of_in("cube", "width = 2\nkind = \"cube\"") +
                                of_in("cubes", "width = 2\nlayers = 2\nkind = \"cube\"");
  EXPECT_EQ(after<float>(LessonOnDisk(kernel, arguments), 1),
            (std::vector<float>{5, 9, 5, 6, 11, 3, 35, 4, 5, 1, 0, 3, 7, 12}));
}

TEST_P(TextureRun, every_address_mode_is_kept_with_each_filter) {
  const std::string kernel =
      "__global__ void k(const float*, float* out, cudaTextureObject_t a, cudaTextureObject_t b, "
      "cudaTextureObject_t c, cudaTextureObject_t d)\n{\n"
      "    out[0] = tex1D<float>(a, 1.25f);\n    out[1] = tex1D<float>(b, 1.25f);\n"
      "    out[2] = tex1D<float>(c, 1.25f);\n    out[3] = tex1D<float>(d, 1.25f);\n}\n";
  const auto read = [&](const std::string& filter) {
    const auto with = [&](const std::string& name, const std::string& address) {
      return of_in(name, "width = 4\nnormalized = 1\nfilter = \"" + filter + "\"\naddress = \"" +
                             address + "\"" + (name == "b" ? "\nborder = [7]" : ""));
    };
    return after<float>(
        LessonOnDisk(kernel, one_thread("float", "4", "4") + with("a", "clamp") +
                                 with("b", "border") + with("c", "wrap") + with("d", "mirror")),
        1);
  };
  EXPECT_EQ(read("point"), (std::vector<float>{3, 7, 1, 2}));
  EXPECT_EQ(read("linear"), (std::vector<float>{3, 7, 0.5F, 2.5F}));
}

TEST_P(TextureRun, every_read_mode_gives_its_type) {
  const std::string kernel =
      "__global__ void k(const short*, float* out, cudaTextureObject_t bytes, cudaTextureObject_t "
      "shorts, cudaTextureObject_t part, cudaTextureObject_t halves)\n{\n"
      "    out[0] = tex1D<unsigned char>(bytes, 6.5f);\n    out[1] = tex1D<short>(shorts, 4.5f);\n"
      "    out[2] = tex1D<float>(part, 5.5f);\n    out[3] = tex1D<float>(halves, 2.5f);\n"
      "    short2 two = tex1D<short2>(shorts, 3.5f);\n    out[4] = two.x;\n}\n";
  const std::string arguments =
      one_thread("short", "8", "5") + of_in("bytes", "width = 16\ntype = \"uchar\"") +
      of_in("shorts", "width = 8") + of_in("part", "width = 8\nread = \"normalized\"") +
      of_in("halves", "width = 8\ntype = \"half\"");
  EXPECT_EQ(after<float>(LessonOnDisk(kernel, arguments), 1),
            (std::vector<float>{3, 4, 5.0F / 32767, 2.0F / 16777216, 3}));
}

TEST_P(TextureRun, every_geometry_of_surfaces_is_read_and_written) {
  const std::string kernel =
      "__global__ void k(const float*, float* out, cudaSurfaceObject_t row, cudaSurfaceObject_t "
      "volume, cudaSurfaceObject_t rows, cudaSurfaceObject_t planes, cudaSurfaceObject_t cube)\n{\n"
      "    out[0] = surf1Dread<float>(row, 20);\n"
      "    out[1] = surf3Dread<float>(volume, 4, 0, 1);\n"
      "    out[2] = surf1DLayeredread<float>(rows, 8, 1);\n"
      "    out[3] = surf2DLayeredread<float>(planes, 4, 1, 2);\n"
      "    out[4] = surfCubemapread<float>(cube, 4, 1, 3);\n"
      "    surf3Dwrite(90.0f, volume, 0, 1, 1);\n"
      "    surf2DLayeredwrite(91.0f, planes, 0, 0, 3);\n"
      "    surf1Dread(&out[5], row, 24);\n"
      "    out[6] = surf1Dread<float>(row, 48);\n"
      "    out[7] = surf1Dread<float>(row, 400, cudaBoundaryModeClamp);\n}\n";
  const std::string arguments = one_thread("float", "24", "8") +
                                of_in("row", "width = 16", "surface") +
                                of_in("volume", "width = 2\nheight = 2\ndepth = 2", "surface") +
                                of_in("rows", "width = 4\nlayers = 3", "surface") +
                                of_in("planes", "width = 2\nheight = 2\nlayers = 4", "surface") +
                                of_in("cube", "width = 2\nkind = \"cube\"", "surface");
  EXPECT_EQ(after<float>(LessonOnDisk(kernel, arguments), 1),
            (std::vector<float>{5, 5, 6, 11, 15, 90, 91, 15}));
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

TEST_P(TextureRun, a_handle_in_constant_memory_is_read) {
  const LessonOnDisk lesson(
      "__constant__ cudaTextureObject_t image;\n"
      "__global__ void k(const float*, float* out) { out[0] = tex1D<float>(image, 2.5f); }\n",
      one_thread("float", "4", "1") +
          "[[symbols]]\nname = \"image\"\ntexture = \"t\"\n"
          "[[textures]]\nname = \"t\"\narray = \"in\"\nwidth = 4\n");
  EXPECT_EQ(after<float>(lesson, 1), std::vector<float>{2});
}

// nvcc and NVRTC have no references since CUDA 12.
TEST_P(TextureRun, references_are_bound_by_symbols) {
  if (GetParam() != compile::Compiler::clang) GTEST_SKIP() << "CUDA 12 took references away";
  const LessonOnDisk lesson(
      "texture<float, 2> image;\ntexture<short2, 1, cudaReadModeNormalizedFloat> row;\n"
      "surface<void, 1> target;\n"
      "__global__ void k(float*, float* out)\n{\n"
      "    out[0] = tex2D(image, 1.5f, 1.5f);\n    out[1] = tex1D(row, 0.5f).y;\n"
      "    surf1Dwrite(8.0f, target, 4);\n}\n",
      one_thread("float", "4", "2") +
          "[[symbols]]\nname = \"image\"\ntexture = \"t\"\n"
          "[[symbols]]\nname = \"row\"\ntexture = \"r\"\n"
          "[[symbols]]\nname = \"target\"\nsurface = \"t1\"\n"
          "[[textures]]\nname = \"t\"\narray = \"in\"\nwidth = 2\nheight = 2\n"
          "[[textures]]\nname = \"r\"\narray = \"in\"\nwidth = 4\ntype = \"short\"\nchannels = 2\n"
          "read = \"normalized\"\n"
          "[[textures]]\nname = \"t1\"\narray = \"in\"\nwidth = 4\n");
  EXPECT_EQ(after<float>(lesson, 1), (std::vector<float>{3, 0}));
  EXPECT_EQ(after<float>(lesson, 0), (std::vector<float>{0, 8, 2, 3}));
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
