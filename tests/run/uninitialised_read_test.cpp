// Reads of shared and local memory that no thread has written.
#include "tests/run/findings.h"

namespace lanescope::app {
namespace {

using Dim3 = report::Dim3;

class UninitialisedRead : public Findings {};

TEST_P(UninitialisedRead, of_shared_memory_is_one_finding_for_its_line_with_thread_and_lanes) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 40) s[t] = in[t];
    __syncthreads();
    out[t] = s[t];  // read
}
)";
  const auto found = of(text, "64", "4");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::uninitialised_read);
  EXPECT_EQ(found[0].severity, Severity::error);
  EXPECT_EQ(found[0].place.line, line_marked(text, "read"));
  EXPECT_EQ(found[0].block, (Dim3{0, 0, 0}));
  EXPECT_EQ(found[0].thread, (Dim3{40, 0, 0}));
  EXPECT_EQ(found[0].address, 160U);
  EXPECT_EQ(found[0].count, 4U);
  EXPECT_NE(found[0].message.find("s[40]"), std::string::npos) << found[0].message;
  EXPECT_NE(found[0].message.find("and 23 more lanes"), std::string::npos) << found[0].message;
}

TEST_P(UninitialisedRead, by_an_atomic_on_bins_that_were_not_cleared_is_found) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    __shared__ int bins[4];
    atomicAdd(&bins[in[threadIdx.x] % 4], 1);  // add
    __syncthreads();
    if (threadIdx.x < 4) out[threadIdx.x] = bins[threadIdx.x];
}
)";
  const auto found = of(text);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::uninitialised_read);
  EXPECT_EQ(found[0].place.line, line_marked(text, "add"));
  EXPECT_EQ(found[0].thread, (Dim3{0, 0, 0}));
}

TEST_P(UninitialisedRead, does_not_see_what_the_block_before_left_in_shared_memory) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (blockIdx.x == 0) s[t] = in[t];
    __syncthreads();
    out[t + 64 * blockIdx.x] = s[63 - t];  // read
}
)";
  const auto found = of(text, "64", "3");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::uninitialised_read);
  EXPECT_EQ(found[0].block, (Dim3{1, 0, 0}));
  EXPECT_EQ(found[0].count, 4U);
}

TEST_P(UninitialisedRead, of_local_memory_is_found_by_thread) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    int a[16];
    int t = threadIdx.x;
    for (int i = 0; i <= t % 16; ++i) a[in[i]] = i;
    out[t] = a[in[8]];  // read
}
)";
  const auto found = of(text, "32");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::uninitialised_read);
  EXPECT_EQ(found[0].place.line, line_marked(text, "read"));
  EXPECT_EQ(found[0].thread, (Dim3{0, 0, 0}));
  EXPECT_NE(found[0].message.find("and 15 more lanes"), std::string::npos) << found[0].message;
}

TEST_P(UninitialisedRead, is_not_found_where_only_padding_is_never_written) {
  expect_none(R"(struct Pair { double value; int index; };
__global__ void k(int* out, const int* in)
{
    __shared__ Pair s[64];
    int t = threadIdx.x;
    s[t].value = in[t];
    s[t].index = t;
    __syncthreads();
    Pair other = s[63 - t];
    out[t] = (int)other.value + other.index;
}
)");
}

TEST_P(UninitialisedRead, is_not_found_in_a_tile_whose_padding_column_is_never_touched) {
  expect_none(R"(__global__ void k(int* out, const int* in)
{
    __shared__ int tile[8][9];
    int x = threadIdx.x % 8, y = threadIdx.x / 8;
    tile[y][x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[x][y];
}
)");
}

TEST_P(UninitialisedRead, is_not_found_in_dynamic_shared_memory_that_was_filled) {
  const LessonOnDisk lesson(
      R"(__global__ void k(int* out, const int* in)
{
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    out[t] = s[63 - t];
}
)",
      "[launch]\ngrid = [2]\nblock = [64]\ndynamic_shared = 256\n" + array("out", "int", "64") +
          array("in", "int", "64"));
  const OutcomePtr outcome = run_good(lesson);
  ASSERT_NE(outcome, nullptr);
  for (const Diagnostic& d : outcome->report.diagnostics)
    EXPECT_EQ(d.severity, Severity::note) << d.text();
}

TEST_P(UninitialisedRead, is_not_found_in_a_local_array_that_was_filled_in_a_loop) {
  expect_none(R"(__global__ void k(int* out, const int* in)
{
    int a[12];
    for (int i = 0; i < 12; ++i) a[i] = in[i + threadIdx.x];
    int sum = 0;
    for (int i = 0; i < 12; ++i) sum += a[in[i] % 12];
    out[threadIdx.x] = sum;
}
)");
}

TEST_P(UninitialisedRead, is_not_found_after_an_exchange_made_the_first_value) {
  expect_none(R"(__global__ void k(int* out, const int* in)
{
    __shared__ int s;
    if (threadIdx.x == 0) atomicExch(&s, in[5]);
    __syncthreads();
    out[threadIdx.x] = s;
}
)");
}

LANESCOPE_BOTH_COMPILERS(UninitialisedRead);

}  // namespace
}  // namespace lanescope::app
