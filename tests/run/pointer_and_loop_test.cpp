// Pointers to the wrong array, kernels that never end, and barriers that are never reached.
#include "tests/run/findings.h"

namespace lanescope::app {
namespace {

using Dim3 = report::Dim3;

class ForeignPointer : public Findings {};

// The emulator places arrays 16 MiB apart: `in` begins 4096 * 4 bytes + 16 MiB after the start of
// `out`.
TEST_P(ForeignPointer, that_lands_in_another_array_names_both) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    int t = threadIdx.x;
    out[t + (4194304 + 4096) * (t / 20)] = 1;  // store
}
)";
  const auto found = of(text, "32");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::foreign_pointer);
  EXPECT_EQ(found[0].severity, Severity::error);
  EXPECT_EQ(found[0].place.line, line_marked(text, "store"));
  EXPECT_EQ(found[0].block, (Dim3{0, 0, 0}));
  EXPECT_EQ(found[0].thread, (Dim3{20, 0, 0}));
  EXPECT_TRUE(found[0].address.has_value());
  EXPECT_NE(found[0].message.find("computed from out points into in, 80 bytes after its start"),
            std::string::npos)
      << found[0].message;
}

TEST_P(ForeignPointer, computed_from_a_number_is_reported) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    int* p = (int*)(unsigned long long)(0x1000 + 4 * threadIdx.x);
    out[threadIdx.x] = *p;  // load
}
)";
  const auto found = of(text, "32");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::foreign_pointer);
  EXPECT_EQ(found[0].place.line, line_marked(text, "load"));
  EXPECT_EQ(found[0].address, 0x1000U);
}

TEST_P(ForeignPointer, computed_with_an_index_from_an_atomic_is_reported) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    __shared__ int n;
    if (threadIdx.x == 0) n = 4194304 + 4096;
    __syncthreads();
    int i = atomicAdd(&n, 1);
    out[i] = 1;  // store
}
)";
  const auto found = of(text, "32");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::foreign_pointer);
  EXPECT_EQ(found[0].place.line, line_marked(text, "store"));
}

TEST_P(ForeignPointer, is_not_reported_for_a_pointer_that_came_through_an_atomic) {
  const auto found = of(R"(__global__ void k(int* out, const int* in)
{
    __shared__ unsigned long long slot;
    if (threadIdx.x == 0) slot = (unsigned long long)(in + 3);
    __syncthreads();
    unsigned long long p = 0;
    for (int i = 0; i < in[5] + 1; ++i) p = atomicOr(&slot, 0ull);
    if (p != 0) out[threadIdx.x] = *(const int*)p;
}
)",
                        "32");
  EXPECT_TRUE(found.empty()) << found[0].message;
}

TEST_P(ForeignPointer, past_the_end_of_a_shared_array_is_found_at_the_end_of_a_loop_in_each_block) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    __shared__ int s[32];
    __shared__ int u[32];
    int t = threadIdx.x, sum = 0;
    s[t] = in[t];
    u[t] = in[t] + 1;
    __syncthreads();
    #pragma unroll 1
    for (int i = 0; i <= in[32]; ++i)
        sum += s[i];  // load
    out[32 * blockIdx.x + t] = sum + u[31 - t];
}
)";
  const auto found = of(text, "32", "3");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::foreign_pointer);
  EXPECT_EQ(found[0].place.line, line_marked(text, "load"));
  EXPECT_EQ(found[0].count, 3U);
}

TEST_P(ForeignPointer, past_the_end_of_one_shared_array_lands_in_the_next) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    __shared__ int s[32];
    __shared__ int u[32];
    int t = threadIdx.x;
    s[t] = in[t];
    u[t] = in[t] + 1;
    __syncthreads();
    out[t] = s[t + 1] + u[31 - t];  // load
}
)";
  const auto found = of(text, "32");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::foreign_pointer);
  EXPECT_EQ(found[0].severity, Severity::error);
  EXPECT_EQ(found[0].place.line, line_marked(text, "load"));
  EXPECT_EQ(found[0].thread, (Dim3{31, 0, 0}));
  EXPECT_NE(found[0].message.find("computed from s points outside of it, to u[0]"),
            std::string::npos)
      << found[0].message;
}

TEST_P(ForeignPointer, is_not_reported_for_a_pointer_that_may_be_either_shared_array) {
  const auto found = of(R"(__global__ void k(int* out, const int* in)
{
    __shared__ int s[32];
    __shared__ int u[32];
    int t = threadIdx.x;
    s[t] = in[t];
    u[t] = in[t] + 1;
    __syncthreads();
    int* either = in[t] % 2 ? s : u;
    int sum = 0;
    for (int* p = s; p != s + 32; ++p) sum += *p;
    out[t] = either[31 - t] + s[31] + u[0] + sum;
}
)",
                        "32");
  EXPECT_TRUE(found.empty()) << found[0].message;
}

TEST_P(ForeignPointer, is_not_reported_for_an_index_that_leaves_every_array) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    out[threadIdx.x + 4090] = 1;  // store
}
)";
  const auto found = of(text, "32");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::out_of_range);
  EXPECT_EQ(found[0].place.line, line_marked(text, "store"));
  EXPECT_EQ(found[0].thread, (Dim3{6, 0, 0}));
  EXPECT_NE(found[0].message.find("0 bytes past the end of out"), std::string::npos)
      << found[0].message;
  EXPECT_NE(found[0].message.find("element 4096"), std::string::npos) << found[0].message;
}

TEST_P(ForeignPointer, is_not_reported_for_a_pointer_chosen_between_two_arguments) {
  expect_none(R"(__global__ void k(int* out, const int* in)
{
    const int* p = in[threadIdx.x] % 2 ? in : out;
    for (int i = 0; i < 3; ++i) { out[threadIdx.x + 64] += p[i]; p = p == in ? out : in; }
}
)");
}

TEST_P(ForeignPointer, is_not_reported_for_a_gather_or_a_pointer_kept_in_memory) {
  expect_none(R"(__device__ int table[64];
__global__ void k(int* out, const int* in)
{
    __shared__ int* pointers[64];
    int t = threadIdx.x;
    pointers[t] = t % 2 ? out : table;
    __syncthreads();
    int* p = pointers[63 - t];
    p[in[t]] = in[in[in[t]]];
    __syncthreads();
    table[63 - t] = t;
}
)");
}

TEST_P(ForeignPointer, is_not_reported_for_a_difference_of_pointers_used_as_an_index) {
  expect_none(R"(__global__ void k(int* out, const int* in)
{
    const int* p = in + threadIdx.x;
    out[p - in] = 3;
}
)");
}

LANESCOPE_BOTH_COMPILERS(ForeignPointer);

class StuckLoop : public Findings {};

TEST_P(StuckLoop, that_waits_for_a_later_block_is_named) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    volatile int* flag = out;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        while (flag[0] == 0) {  // wait
        }
    }
    if (blockIdx.x == 3) flag[0] = 1;
}
)";
  const auto found = of(text, "32", "4");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::waits_for_block);
  EXPECT_EQ(found[0].place.line, line_marked(text, "wait"));
  EXPECT_EQ(found[0].block, (Dim3{0, 0, 0}));
  EXPECT_EQ(found[0].thread, (Dim3{0, 0, 0}));
  EXPECT_NE(found[0].message.find("3 of 4 have not begun"), std::string::npos) << found[0].message;
}

TEST_P(StuckLoop, of_each_threads_own_element_waits_for_no_other_block) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    volatile int* own = out;
    while (own[i] == 0) {
        if (in[i] < 0) break;
    }
    out[i] = 1;
}
)";
  const auto found = of(text, "32", "4");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::budget_exceeded) << found[0].message;
}

TEST_P(StuckLoop, over_a_long_array_waits_for_nobody) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    int sum = 0;
    for (long i = 0; i < 1000000000; ++i) sum += in[i % 64];
    out[blockIdx.x * 32 + threadIdx.x] = sum;
}
)";
  const auto found = of(text, "32", "2");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::budget_exceeded) << found[0].message;
}

TEST_P(StuckLoop, of_plain_loads_beside_a_fence_waits_for_a_later_block) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    if (blockIdx.x == 0) {
        while (out[0] == 0) __threadfence();
    }
    if (blockIdx.x == 1) out[0] = 1;
}
)";
  const auto found = of(text, "32", "2");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::waits_for_block) << found[0].message;
}

TEST_P(StuckLoop, that_waits_for_nobody_is_an_endless_loop_with_its_lines) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    int v = in[threadIdx.x];
    while (v != -1) {        // from
        v = v * 3 + 1;
        out[threadIdx.x] = v;
        v &= 0xffff;         // to
    }
}
)";
  const auto found = of(text, "32", "4");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::budget_exceeded);
  EXPECT_GE(found[0].place.line, line_marked(text, "from"));
  EXPECT_LE(found[0].place.line, line_marked(text, "to"));
  EXPECT_NE(found[0].message.find("in a loop (kernel.cu:"), std::string::npos) << found[0].message;
}

TEST_P(StuckLoop, that_waits_for_a_lane_of_its_own_warp_says_so) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    while (atomicCAS(&out[0], 0, 1) != 0) {  // lock
    }
    out[1] += 1;
    atomicExch(&out[0], 0);
}
)";
  const auto found = of(text, "32", "2");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::budget_exceeded);
  EXPECT_EQ(found[0].place.line, line_marked(text, "lock"));
  EXPECT_NE(found[0].message.find("its own warp"), std::string::npos) << found[0].message;
}

TEST_P(StuckLoop, that_waits_for_an_earlier_block_ends) {
  expect_none(R"(__global__ void k(int* out, const int* in)
{
    volatile int* done = out;
    if (threadIdx.x == 0) {
        while (done[0] < blockIdx.x) {
        }
        done[0] = blockIdx.x + 1;
    }
}
)",
              "32", "4");
}

LANESCOPE_BOTH_COMPILERS(StuckLoop);

class DivergentBarrier : public Findings {};

TEST_P(DivergentBarrier, in_one_side_of_a_branch_names_a_thread_that_does_not_reach_it) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    int t = threadIdx.x;
    if (t < 40) {
        out[t] = in[t];
        __syncthreads();  // barrier
        out[t] += 1;
    }
    out[t + 64] = 2;
}
)";
  const auto found = of(text);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::divergent_barrier);
  EXPECT_EQ(found[0].place.line, line_marked(text, "barrier"));
  EXPECT_EQ(found[0].thread, (Dim3{40, 0, 0}));
}

TEST_P(DivergentBarrier, is_not_reported_for_whole_warps_that_returned_early) {
  expect_none(R"(__global__ void k(int* out, const int* in)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t >= 64) return;
    s[t] = in[t];
    __syncthreads();
    out[t] = s[63 - t];
}
)",
              "128");
}

TEST_P(DivergentBarrier, is_not_reported_for_threads_that_returned_early) {
  expect_none(R"(__global__ void k(int* out, const int* in)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t >= 50) return;
    s[t] = in[t];
    __syncthreads();
    out[t] = s[49 - t];
}
)");
}

TEST_P(DivergentBarrier, is_not_reported_for_a_branch_that_is_the_same_for_the_whole_block) {
  expect_none(R"(__global__ void k(int* out, const int* in)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    if (blockIdx.x % 2) __syncthreads();
    for (int i = 0; i < in[blockIdx.x]; ++i) __syncthreads();
    __syncthreads();
    out[t] = s[63 - t];
}
)",
              "64", "3");
}

LANESCOPE_BOTH_COMPILERS(DivergentBarrier);

}  // namespace
}  // namespace lanescope::app
