// Masks of warp-synchronous functions.
#include "tests/run/findings.h"

namespace lanescope::app {
namespace {

using Dim3 = report::Dim3;

class WarpMask : public Findings {};

TEST_P(WarpMask, that_names_lanes_on_the_other_side_of_a_branch_is_an_error) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    int t = threadIdx.x, v = in[t];
    if (t % 32 < 12) v = __shfl_xor_sync(0xffffffffu, v, 1);  // shuffle
    out[t] = v;
}
)";
  const auto found = of(text, "64", "2");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::warp_mask);
  EXPECT_EQ(found[0].severity, Severity::error);
  EXPECT_EQ(found[0].place.line, line_marked(text, "shuffle"));
  EXPECT_EQ(found[0].block, (Dim3{0, 0, 0}));
  EXPECT_EQ(found[0].thread, (Dim3{0, 0, 0}));
  EXPECT_EQ(found[0].count, 4U);
  EXPECT_NE(found[0].message.find("lanes 12-31"), std::string::npos) << found[0].message;
}

TEST_P(WarpMask, of_a_vote_inside_a_branch_is_an_error) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    int t = threadIdx.x;
    if (in[t] % 2) out[t] = __ballot_sync(0xffffffffu, t > 7);  // vote
    out[t + 64] = 1;
}
)";
  const auto found = of(text, "32");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::warp_mask);
  EXPECT_EQ(found[0].place.line, line_marked(text, "vote"));
  EXPECT_EQ(found[0].thread, (Dim3{1, 0, 0}));
}

TEST_P(WarpMask, that_does_not_name_the_caller_is_an_error) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    int t = threadIdx.x;
    out[t] = __ballot_sync(0x0000ffffu, in[t] > 3);  // vote
}
)";
  const auto found = of(text, "32");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::warp_mask);
  EXPECT_EQ(found[0].severity, Severity::error);
  EXPECT_EQ(found[0].place.line, line_marked(text, "vote"));
  EXPECT_EQ(found[0].thread, (Dim3{16, 0, 0}));
  EXPECT_NE(found[0].message.find("lanes 16-31"), std::string::npos) << found[0].message;
}

TEST_P(WarpMask, that_differs_between_lanes_that_name_each_other_is_an_error) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    int t = threadIdx.x;
    unsigned mask = in[t] < 16 ? 0xffffffffu : 0xfffffff0u;
    out[t] = __shfl_sync(mask, t, 20);  // shuffle
}
)";
  const auto found = of(text, "32");
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].kind, DiagnosticKind::warp_mask);
  EXPECT_EQ(found[0].place.line, line_marked(text, "shuffle"));
  EXPECT_NE(found[0].message.find("different masks"), std::string::npos) << found[0].message;
}

TEST_P(WarpMask, of_syncwarp_that_names_lanes_elsewhere_is_a_warning) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    int t = threadIdx.x;
    if (in[t] < 10) {
        out[t] = 1;
        __syncwarp();  // sync
    }
    out[t] += 1;
}
)";
  const auto found = of(text, "32");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::warp_mask);
  EXPECT_EQ(found[0].severity, Severity::warning);
  EXPECT_EQ(found[0].place.line, line_marked(text, "sync"));
  EXPECT_NE(found[0].message.find("lanes 10-31"), std::string::npos) << found[0].message;
}

TEST_P(WarpMask, whose_lane_does_not_exist_gives_an_undefined_value_to_the_reader) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    int v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);  // add
    if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
}
)";
  expect_none(text, "64");
  const auto found = of(text, "48");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::warp_mask);
  EXPECT_EQ(found[0].severity, Severity::warning);
  EXPECT_EQ(found[0].place.line, line_marked(text, "add"));
  EXPECT_EQ(found[0].thread, (Dim3{32, 0, 0}));
  EXPECT_NE(found[0].message.find("lane 0 from lane 16"), std::string::npos) << found[0].message;
}

TEST_P(WarpMask, whose_shuffle_reads_outside_of_it_is_right_as_long_as_nobody_uses_the_value) {
  expect_none(R"(__global__ void k(int* out, const int* in)
{
    int t = threadIdx.x, v = in[t];
    if (t < 16) {
        for (int d = 8; d > 0; d /= 2) v += __shfl_down_sync(0xffffu, v, d);
        if (t == 0) out[0] = v;
    }
}
)",
              "32");
}

// The line that reads, the lane, and the lane that it reads: "// shuffle", 8 and 16 in each.
TEST_P(WarpMask, whose_shuffle_reads_outside_of_it_is_a_warning_where_the_value_is_used) {
  for (const char* use : {
           "out[t] = v;",                          // global memory
           "out[t] = 3 * (v ^ 5) + t;",            // arithmetic passes it on
           "if (v > 20) out[t] = 1;",              // a comparison
           "out[v & 31] = 1;",                     // an address
           "atomicAdd(&out[0], v);",               // an atomic operation
           "s[t] = v; out[t] = s[t] + s[t ^ 1];",  // shared memory
           "v = __shfl_sync(0xffffu, v, t); out[t] = v;",
       }) {
    const std::string text =
        std::string("__global__ void k(int* out, const int* in)\n{\n") +
        "    __shared__ volatile int s[32];\n    int t = threadIdx.x, v = in[t];\n" +
        "    if (t < 16) {\n        v = __shfl_down_sync(0xffffu, v, 8);  // shuffle\n        " +
        use + "\n    }\n}\n";
    CheckSet masks = CheckSet::none();
    masks.set(DiagnosticKind::warp_mask, true);
    const auto found = of(text, "32", "1", masks);
    ASSERT_EQ(found.size(), 1U) << use;
    EXPECT_EQ(found[0].kind, DiagnosticKind::warp_mask) << use;
    EXPECT_EQ(found[0].severity, Severity::warning) << use;
    EXPECT_EQ(found[0].place.line, line_marked(text, "shuffle")) << use;
    EXPECT_EQ(found[0].thread, (Dim3{8, 0, 0})) << use;
    EXPECT_NE(found[0].message.find("outside of the mask (lane 8 from lane 16)"), std::string::npos)
        << found[0].message;
    EXPECT_NE(found[0].message.find("undefined"), std::string::npos) << found[0].message;
  }
}

TEST_P(WarpMask, of_one_half_does_not_cover_the_other_in_the_same_call) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    int t = threadIdx.x;
    out[t] = __shfl_sync(t < 16 ? 0xffffu : 0xffff0000u, t, (t + 16) % 32);  // shuffle
}
)";
  const auto found = of(text, "32");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].severity, Severity::warning);
  EXPECT_EQ(found[0].place.line, line_marked(text, "shuffle"));
  EXPECT_NE(found[0].message.find("lane 0 from lane 16"), std::string::npos) << found[0].message;
}

TEST_P(WarpMask, of_half_a_warp_with_its_width_is_right) {
  expect_none(R"(__global__ void k(int* out, const int* in)
{
    int t = threadIdx.x, v = in[t];
    if (t < 16) {
        for (int d = 8; d > 0; d /= 2) v += __shfl_down_sync(0xffffu, v, d, 16);
        if (t == 0) out[0] = v;
    }
}
)",
              "32");
}

TEST_P(WarpMask, made_by_a_ballot_before_the_branch_is_right) {
  expect_none(R"(__global__ void k(int* out, const int* in)
{
    int t = threadIdx.x, v = in[t];
    unsigned mask = __ballot_sync(0xffffffffu, v % 3 == 0);
    if (v % 3 == 0) {
        int leader = __ffs(mask) - 1;
        v = __shfl_sync(mask, v, leader);
        out[t] = v + __popc(mask);
    }
}
)");
}

TEST_P(WarpMask, of_groups_made_by_match_is_right) {
  expect_none(R"(__global__ void k(int* out, const int* in)
{
    int t = threadIdx.x, key = in[t] % 5;
    unsigned mask = __match_any_sync(0xffffffffu, key);
    out[t] = __shfl_sync(mask, t, __ffs(mask) - 1);
}
)");
}

TEST_P(WarpMask, that_names_lanes_that_have_returned_is_right) {
  expect_none(R"(__global__ void k(int* out, const int* in)
{
    int t = threadIdx.x;
    if (t >= 44) return;
    out[t] = __any_sync(0xffffffffu, in[t] > 100);
    __syncwarp();
}
)");
}

TEST_P(WarpMask, of_a_butterfly_after_a_divergent_loop_is_right) {
  expect_none(R"(__global__ void k(int* out, const int* in)
{
    int t = threadIdx.x, v = 0;
    for (int i = 0; i < t % 7; ++i) {
        if (in[i + t] % 4 == 3) continue;
        v += in[i];
    }
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
    out[t] = v;
}
)");
}

LANESCOPE_BOTH_COMPILERS(WarpMask);

}  // namespace
}  // namespace lanescope::app
