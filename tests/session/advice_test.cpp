// Changes that would make a kernel's accesses cheaper: each was made and run.
#include "app/session/advice/advice.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> kinds(const std::string& text) {
  std::vector<std::string> found;
  for (const KernelEdit& edit : edits_of(text))
    found.push_back(std::string(name_of(edit.kind)) + (edit.array.empty() ? "" : " " + edit.array));
  return found;
}

std::string edited(const std::string& text, EditKind kind, const std::string& array = "") {
  for (const KernelEdit& edit : edits_of(text)) {
    if (edit.kind == kind && edit.array == array) return edit.text;
  }
  return "no such edit";
}

TEST(KernelEdits, pad_the_row_of_each_shared_array_with_two_dimensions) {
  EXPECT_EQ(edited("__shared__ float a[32][32], b[N][N - 1];", EditKind::pad_row, "a"),
            "__shared__ float a[32][32 + 1], b[N][N - 1];");
  EXPECT_EQ(edited("__shared__ float a[32][32], b[N][N - 1];", EditKind::pad_row, "b"),
            "__shared__ float a[32][32], b[N][N - 1 + 1];");
  EXPECT_EQ(edited("__shared__ float a[8][W ? W : 8];", EditKind::pad_row, "a"),
            "__shared__ float a[8][(W ? W : 8) + 1];");
}

TEST(KernelEdits, leave_other_arrays_and_comments_alone) {
  EXPECT_THAT(
      kinds("extern __shared__ float s[]; __shared__ int v[64]; __shared__ int w[2][3][4];"),
      IsEmpty());
  EXPECT_THAT(kinds("// __shared__ float a[32][32];\nfloat b[32][32];"), IsEmpty());
}

TEST(KernelEdits, swizzle_each_use_in_the_block_of_the_declaration) {
  EXPECT_EQ(edited("{ __shared__ int t[8][8]; t[y][x] = 1; f(t[x + 1][y]); } t[1][2];",
                   EditKind::swizzle_row, "t"),
            "{ __shared__ int t[8][8]; t[y][x ^ y % 8] = 1; f(t[x + 1][y ^ (x + 1) % 8]); } "
            "t[1][2];");
}

TEST(KernelEdits, do_not_swizzle_what_is_used_by_its_address) {
  EXPECT_THAT(kinds("{ __shared__ int t[8][8]; f(t[3]); }"), ElementsAre("pad_row t"));
  EXPECT_THAT(kinds("{ __shared__ int t[8][8]; f(&t); }"), ElementsAre("pad_row t"));
}

TEST(KernelEdits, swap_the_axes_of_threads_where_both_are_used) {
  EXPECT_EQ(edited("i = threadIdx.x * n + threadIdx.y;", EditKind::swap_threads),
            "i = threadIdx.y * n + threadIdx.x;");
  EXPECT_THAT(kinds("i = threadIdx.x;"), IsEmpty());
}

TEST(KernelEdits, do_not_swap_the_axes_in_a_text_with_two_kernels) {
  EXPECT_THAT(kinds("__global__ void a() { f(threadIdx.x, threadIdx.y); } __global__ void b() {}"),
              IsEmpty());
}

TEST(KernelEdits, say_which_lines_they_change) {
  EXPECT_THAT(changed_lines("a\nb\nc\n", "a\nB\nc\n"), ElementsAre(ChangedLine{2, "b", "B"}));
}

// A folder with a kernel of the arrays `out` and `in`, of n x n floats.
class AdviceOf : public testing::Test {
 protected:
  tests::TemporaryFolder folder_;

  Advice advice(const std::string& body, const std::string& launch, const std::string& more = "",
                const std::string& before = "") {
    folder_.write("k.cu", before + "__global__ void k(float* out, const float* in, int n) {\n" +
                              body + "\n}\n");
    folder_.write(
        "lesson.toml",
        "title = \"K\"\nsource = \"k.cu\"\nkernel = \"k\"\n[params]\nN = { default = 64 }\n" +
            more +
            "[[args]]\nname = \"out\"\ntype = \"float\"\ncount = \"N * N\"\n"
            "[[args]]\nname = \"in\"\ntype = \"float\"\ncount = \"N * N\"\n"
            "init = \"iota\"\n"
            "[[args]]\nname = \"n\"\ntype = \"int\"\nvalue = \"N\"\n[launch]\n" +
            launch + "\n");
    RunRequest request;
    request.lesson = folder_.path().string();
    auto result = advise(request);
    EXPECT_TRUE(result.has_value()) << (result ? "" : result.error().message);
    return result ? *std::move(result) : Advice();
  }
  // What a run of its own says of the changed text.
  AccessPrice price_of_text(const std::string& text) {
    folder_.write("k.cu", text);
    RunRequest request;
    request.lesson = folder_.path().string();
    const auto outcome = run(request);
    EXPECT_TRUE(outcome.has_value()) << (outcome ? "" : outcome.error().message);
    return outcome ? price_of((*outcome)->report.totals) : AccessPrice();
  }
};

const Suggestion* found(const Advice& advice, EditKind kind) {
  const auto same = std::ranges::find_if(advice.suggestions, [&](const Suggestion& each) {
    return each.edit && each.edit->kind == kind;
  });
  return same == advice.suggestions.end() ? nullptr : &*same;
}

constexpr const char* tile_body =
    "  __shared__ float t[32][32];\n  int x = blockIdx.x * 32, y = blockIdx.y * 32;\n"
    "  t[threadIdx.y][threadIdx.x] = in[(y + threadIdx.y) * n + x + threadIdx.x];\n"
    "  __syncthreads();\n"
    "  out[(x + threadIdx.y) * n + y + threadIdx.x] = t[threadIdx.x][threadIdx.y];";
constexpr const char* tile_launch = "grid = [\"N / 32\", \"N / 32\"]\nblock = [32, 32]";

TEST_F(AdviceOf, a_conflicting_tile_is_to_pad_or_to_swizzle_it_with_the_counts_that_these_give) {
  const Advice all = advice(tile_body, tile_launch);
  const Suggestion* padded = found(all, EditKind::pad_row);
  const Suggestion* swizzled = found(all, EditKind::swizzle_row);
  ASSERT_NE(padded, nullptr);
  ASSERT_NE(swizzled, nullptr);
  EXPECT_EQ(padded->price.cost, padded->price.ideal);
  EXPECT_EQ(swizzled->price.cost, swizzled->price.ideal);
  EXPECT_THAT(padded->lines, ElementsAre(ChangedLine{2, "  __shared__ float t[32][32];",
                                                     "  __shared__ float t[32][32 + 1];"}));
  EXPECT_EQ(price_of_text(padded->edit->text).cost, padded->price.cost);
  EXPECT_EQ(price_of_text(swizzled->edit->text).cost, swizzled->price.cost);
}

TEST_F(AdviceOf, a_padding_says_that_it_needs_more_shared_memory) {
  const Advice all = advice(tile_body, tile_launch);
  const Suggestion* padded = found(all, EditKind::pad_row);
  ASSERT_NE(padded, nullptr);
  const auto is_shared = [](const ComparedNumber& each) { return each.name == "shared_bytes"; };
  const auto worse = std::ranges::find_if(padded->worse, is_shared);
  ASSERT_NE(worse, padded->worse.end());
  EXPECT_EQ(worse->a, 4096.0);
  EXPECT_EQ(worse->b, 4224.0);
}

TEST_F(AdviceOf, columns_read_by_neighbours_is_to_swap_the_threads) {
  const Advice all = advice(
      "  int i = blockIdx.x * 16 + threadIdx.x, j = blockIdx.y * 16 + threadIdx.y;\n"
      "  out[i * n + j] = 2 * in[i * n + j];",
      "grid = [\"N / 16\", \"N / 16\"]\nblock = [16, 16]");
  const Suggestion* swapped = found(all, EditKind::swap_threads);
  ASSERT_NE(swapped, nullptr);
  EXPECT_LT(swapped->price.cost, all.price.cost / 2);
  EXPECT_EQ(price_of_text(swapped->edit->text).cost, swapped->price.cost);
}

TEST_F(AdviceOf, a_kernel_with_a_parameter_for_the_padding_is_its_value) {
  const Advice all = advice(
      "  __shared__ float t[32 * (32 + PAD)];\n  int x = blockIdx.x * 32, y = blockIdx.y * 32;\n"
      "  t[threadIdx.y * (32 + PAD) + threadIdx.x] = in[(y + threadIdx.y) * n + x + threadIdx.x];\n"
      "  __syncthreads();\n"
      "  out[(x + threadIdx.y) * n + y + threadIdx.x] = t[threadIdx.x * (32 + PAD) + threadIdx.y];",
      tile_launch, "PAD = { default = 0, min = 0, max = 4 }\n");
  ASSERT_FALSE(all.suggestions.empty());
  EXPECT_EQ(all.suggestions.front().parameter, "PAD");
  EXPECT_EQ(all.suggestions.front().value, 1);
}

TEST_F(AdviceOf, a_kernel_with_mistakes_is_none) {
  const Advice all =
      advice("  out[threadIdx.x * 2 + n * n] = in[threadIdx.y];", "grid = [1]\nblock = [32, 32]");
  EXPECT_EQ(all.tried, 0u);
  EXPECT_THAT(all.suggestions, IsEmpty());
}

TEST_F(AdviceOf, threads_that_name_their_element_is_to_swap_them_whatever_they_add) {
  const Advice all =
      advice("  int i = threadIdx.x, j = threadIdx.y;\n  out[i * n + j] = in[i * n + j] + i;",
             "grid = [1]\nblock = [32, 32]");
  EXPECT_NE(found(all, EditKind::swap_threads), nullptr);
}

// Changes that give other arrays are no advice, however cheap they are.
TEST_F(AdviceOf, a_kernel_whose_result_a_swap_would_change_does_not_have_it) {
  const Advice all = advice(
      "  int i = threadIdx.x, j = threadIdx.y;\n"
      "  out[i * n + j] = in[i * n + j] + __shfl_sync(~0u, i, 3);",
      "grid = [1]\nblock = [32, 32]");
  EXPECT_GT(all.tried, 0u);
  EXPECT_EQ(found(all, EditKind::swap_threads), nullptr);
}

TEST_F(AdviceOf, a_kernel_that_leaves_its_result_in_a_variable_is_none) {
  const Advice all = advice(
      "  int i = threadIdx.x, j = threadIdx.y;\n  kept[i * 32 + j] = __shfl_sync(~0u, i, 3);",
      "grid = [1]\nblock = [32, 32]", "", "__device__ float kept[1024];\n");
  EXPECT_EQ(all.untried, Untried::variables);
  EXPECT_THAT(all.suggestions, IsEmpty());
}

TEST_F(AdviceOf, a_kernel_that_prints_compares_what_it_prints) {
  const Advice all = advice(
      "  int i = threadIdx.x, j = threadIdx.y;\n  out[i * n + j] = in[i * n + j];\n"
      "  if (i + 32 * j == 3) printf(\"%d\", __shfl_sync(8u, i, 3));",
      "grid = [1]\nblock = [32, 32]");
  EXPECT_EQ(all.untried, Untried::no);
  EXPECT_EQ(found(all, EditKind::swap_threads), nullptr);
}

TEST_F(AdviceOf, a_number_of_rounds_is_no_advice) {
  const Advice all =
      advice("  for (int r = 0; r < ROUNDS; ++r) ((volatile float*)out)[threadIdx.x * 8] = 1;",
             "grid = [1]\nblock = [32]", "ROUNDS = { default = 4, min = 1, max = 8 }\n");
  EXPECT_TRUE(all.suggestions.empty() || all.suggestions[0].parameter != "ROUNDS");
}

// Kernels that have nothing to improve by these changes.
class NothingToImprove : public AdviceOf, public testing::WithParamInterface<const char*> {};

TEST_P(NothingToImprove, gets_no_advice) {
  const Advice all = advice(GetParam(), "grid = [\"N / 32\", \"N / 8\"]\nblock = [32, 8]");
  EXPECT_THAT(all.suggestions, IsEmpty())
      << (all.suggestions.empty() || !all.suggestions[0].edit ? "" : all.suggestions[0].edit->text);
}

#define AT \
  "  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, i = y * n + x;\n"
INSTANTIATE_TEST_SUITE_P(
    All, NothingToImprove,
    testing::Values(
        AT "  out[i] = in[i];", AT "  out[i] = 2 * in[i] + 1;", AT "  out[i] = in[i] * in[i];",
        AT "  out[i] = in[y * n];",              // a broadcast
        AT "  out[i] = in[i] + in[0];",          // one word for all
        AT "  if (x < n / 2) out[i] = in[i];",   // half of the grid
        AT "  out[i] = x > 0 ? in[i - 1] : 0;",  // one to the left
        AT "  out[i] = y > 0 ? in[i - n] : 0;",  // one row up
        AT "  out[y * n + n - 1 - x] = in[i];",  // a mirror
        AT "  out[i] = __shfl_xor_sync(~0u, in[i], 1);",
        AT
        "  float s = in[i];\n  for (int k = 16; k > 0; k /= 2) s += __shfl_down_sync(~0u, s, k);\n"
        "  out[i] = s;",
        AT "  __shared__ float t[8][32];\n  t[threadIdx.y][threadIdx.x] = in[i];\n"
           "  __syncthreads();\n  out[i] = t[threadIdx.y][31 - threadIdx.x];",
        AT "  __shared__ float t[8][32];\n  t[threadIdx.y][threadIdx.x] = in[i];\n"
           "  __syncthreads();\n  out[i] = t[7 - threadIdx.y][threadIdx.x];",
        AT "  __shared__ float t[8][33];\n  t[threadIdx.y][threadIdx.x] = in[i];\n"
           "  __syncthreads();\n  out[i] = t[threadIdx.y][threadIdx.x];",
        AT "  __shared__ float t[256];\n  t[threadIdx.y * 32 + threadIdx.x] = in[i];\n"
           "  __syncthreads();\n  out[i] = t[255 - threadIdx.y * 32 - threadIdx.x];",
        AT "  __shared__ int c[32];\n  if (threadIdx.y == 0) c[threadIdx.x] = 0;\n"
           "  __syncthreads();\n  atomicAdd(&c[threadIdx.x], 1);\n  __syncthreads();\n"
           "  out[i] = c[threadIdx.x];",
        AT "  float s = 0;\n  for (int k = 0; k < 8; ++k) s += in[y * n + k];\n  out[i] = s;",
        AT "  float s = 0;\n  for (int k = 0; k < 8; ++k) s += in[k * n + x];\n  out[i] = s;",
        AT "  if (threadIdx.x % 2 == 0) out[i] = 1; else out[i] = 2;", AT "  out[i] = i % 7;",
        AT "  if (x == 0 && y == 0) out[0] = in[1];", AT "  out[i] = threadIdx.x + blockIdx.y;"));

}  // namespace
}  // namespace lanescope::app
