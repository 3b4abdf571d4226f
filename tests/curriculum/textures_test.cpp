// The lesson on textures: what each lane gets, against the formulas of the CUDA C++ Programming
// Guide, "Texture Fetching".
#include <algorithm>
#include <cmath>
#include <map>

#include "tests/curriculum/host_arrays.h"
#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

using TexelInts = std::vector<std::int32_t>;

class TexturesLesson : public BothCompilers {
 protected:
  // Runs it; nothing is found but that the costs of textures are not modelled.
  static OutcomePtr run_it(const std::string& variant, const lesson::Values& values) {
    OutcomePtr outcome = run_shipped("textures", variant, values);
    if (!outcome) return outcome;
    EXPECT_EQ(outcome->report.diagnostics.size(), 1U) << variant;
    for (const Diagnostic& each : outcome->report.diagnostics)
      EXPECT_EQ(each.kind, DiagnosticKind::model_value) << variant << ": " << each.message;
    return outcome;
  }
  template <class T>
  static void expect_left(const OutcomePtr& outcome, const std::string& name,
                          const std::vector<T>& expected) {
    ASSERT_TRUE(outcome);
    const auto& arrays = outcome->report.arrays;
    const auto found =
        std::ranges::find(arrays, name, [](const auto& array) { return array.name; });
    ASSERT_NE(found, arrays.end()) << name;
    EXPECT_EQ(found->fnv1a64, hash_of(expected)) << name << " of " << outcome->resolved.variant;
  }
};

// Pixels that hold their own numbers: a mix is the number at the place, kept between the middles of
// the outer pixels.
TEST_P(TexturesLesson, an_image_is_itself_only_half_a_pixel_on) {
  for (const std::int64_t shift : {0, 32, 64, 128, 192, 256}) {
    const float s = static_cast<float>(shift) / 256;
    for (const bool is_linear : {true, false}) {
      Floats out;
      TexelInts own;
      for (int y = 0; y < 4; ++y) {
        for (int x = 0; x < 8; ++x) {
          const auto column = static_cast<float>(x) + s;
          const auto row = static_cast<float>(y) + s;
          const float number =
              is_linear
                  ? 8 * std::clamp(row - 0.5F, 0.0F, 3.0F) + std::clamp(column - 0.5F, 0.0F, 7.0F)
                  : 8 * std::min(std::floor(row), 3.0F) + std::min(std::floor(column), 7.0F);
          out.push_back(number);
          own.push_back(number == static_cast<float>(8 * y + x) ? 1 : 0);
        }
      }
      const OutcomePtr outcome = run_it(is_linear ? "linear" : "point", {{"SHIFT", shift}});
      expect_left(outcome, "out", out);
      expect_left(outcome, "own", own);
    }
  }
}

TEST_P(TexturesLesson, a_texel_is_seen_from_less_than_one_texel_around_its_middle) {
  for (const std::int64_t shift : {0, 64, 128, 192}) {
    const float s = static_cast<float>(shift) / 256;
    const auto weight = [&](int at) {
      return std::max(0.0F, 1 - std::fabs(static_cast<float>(at) + s - 0.5F));
    };
    Floats out;
    TexelInts seen;
    for (int y = 0; y < 4; ++y) {
      for (int x = 0; x < 8; ++x) {
        out.push_back(weight(x - 3) * weight(y - 1));
        seen.push_back(out.back() > 0 ? 1 : 0);
      }
    }
    EXPECT_EQ(std::ranges::count(seen, 1), shift == 128 ? 1 : 4) << shift;
    const OutcomePtr outcome = run_it("dot", {{"SHIFT", shift}});
    expect_left(outcome, "out", out);
    expect_left(outcome, "seen", seen);
  }
}

TEST_P(TexturesLesson, weights_are_whole_256ths) {
  for (const std::int64_t step : {1, 3, 4, 31}) {
    TexelInts out;
    for (std::int32_t lane = 0; lane < 32; ++lane) {
      const std::int32_t place = 2 + lane * static_cast<std::int32_t>(step);  // 1024ths
      out.push_back((place + 2) / 4 * 4);                                     // halves go up
    }
    expect_left(run_it("fine", {{"STEP", step}}), "out", out);
  }
}

// The number of the texel that stands for texel i of 16; 16 is the border.
std::int32_t texel_for(const std::string& mode, std::int32_t i) {
  if (mode == "clamp") return std::clamp(i, 0, 15);
  if (mode == "border") return i < 0 || i > 15 ? 16 : i;
  if (mode == "wrap") return (i + 64) % 16;
  const std::int32_t in_pair = (i + 64) % 32;
  return in_pair < 16 ? in_pair : 31 - in_pair;
}

TEST_P(TexturesLesson, beyond_the_edge_each_address_mode_has_its_texels) {
  for (const char* mode : {"clamp", "wrap", "mirror", "border"}) {
    for (const std::int64_t start : {-16384, -8192, -7680, -1280, 0, 512, 16384}) {
      TexelInts out, unmixed;
      for (std::int32_t i = 0; i < 32; ++i) {
        const double place = static_cast<double>(start) / 1024 + i - 0.5;  // from texel 0's middle
        const auto left = static_cast<std::int32_t>(std::floor(place));
        const double part = place - left;
        const double value = (1 - part) * texel_for(mode, left) + part * texel_for(mode, left + 1);
        out.push_back(static_cast<std::int32_t>(value));
        unmixed.push_back(value == std::floor(value) ? 1 : 0);
      }
      const OutcomePtr outcome = run_it(mode, {{"START", start}});
      expect_left(outcome, "out", out);
      expect_left(outcome, "unmixed", unmixed);
    }
  }
}

// What the exercise asks for.
TEST_P(TexturesLesson, only_wrap_gives_each_block_the_whole_ring) {
  const std::map<std::string, std::uint64_t> used{
      {"clamp", 64}, {"wrap", 128}, {"mirror", 64}, {"border", 72}};
  for (const auto& [mode, bytes] : used) {
    const OutcomePtr outcome = run_it(mode, {{"START", -7680}});
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->report.totals.global_load.bytes_used, bytes) << mode;
    EXPECT_EQ(outcome->report.totals.global_store.bytes_requested, 256U) << mode;
  }
}

TEST_P(TexturesLesson, the_largest_byte_is_a_level_of_its_own) {
  for (const std::int64_t levels : {1, 255, 256}) {
    TexelInts out;
    for (int byte = 224; byte < 256; ++byte) {
      const auto fraction = static_cast<float>(byte / 255.0);
      out.push_back(static_cast<std::int32_t>(fraction * static_cast<float>(levels)));
    }
    EXPECT_EQ(out.back(), levels);
    expect_left(run_it("bytes", {{"LEVELS", levels}}), "out", out);
  }
}

// Sums of 16 texels one below the other, or side by side.
TEST_P(TexturesLesson, a_walk_fetches_every_texel_once) {
  constexpr std::size_t side = 256, of_each = 16;
  const Floats texels = hashed(side * side, 1000);
  for (const bool in_columns : {false, true}) {
    Floats out;
    for (std::size_t first = 0; first < side; first += of_each) {
      for (std::size_t along = 0; along < side; ++along) {
        out.push_back(0);
        for (std::size_t i = first; i < first + of_each; ++i)
          out.back() += in_columns ? texels[along * side + i] : texels[i * side + along];
      }
    }
    expect_left(run_it("walk", {{"SIDE", side}, {"COLUMNS", in_columns ? 1 : 0}}), "out", out);
  }
}

LANESCOPE_LESSON(TexturesLesson);

}  // namespace
}  // namespace lanescope::app
