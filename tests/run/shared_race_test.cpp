// Races on shared memory: each kind of race, and legal patterns that look similar.
#include "tests/run/findings.h"

namespace lanescope::app {
namespace {

using Dim3 = report::Dim3;

class SharedRace : public Findings {};

TEST_P(SharedRace, between_warps_is_an_error_with_kind_line_block_threads_and_address) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = in[t];
    __syncthreads();
    if (t == 40) tile[3] = in[9];  // write
    if (t == 3) out[t] = tile[3];  // read
}
)";
  const auto found = of(text, "64", "3");
  ASSERT_EQ(found.size(), 1U);
  const Diagnostic& race = found[0];
  EXPECT_EQ(race.kind, DiagnosticKind::shared_race);
  EXPECT_EQ(race.severity, Severity::error);
  EXPECT_EQ(race.block, (Dim3{0, 0, 0}));
  EXPECT_EQ(race.count, 3U);
  EXPECT_EQ(race.address, 12U);
  // Warp 0 ran first here; the race exists in either order.
  EXPECT_EQ(race.place.line, line_marked(text, "write"));
  EXPECT_EQ(race.thread, (Dim3{40, 0, 0}));
  ASSERT_TRUE(race.other.has_value());
  EXPECT_EQ(race.other->place.line, line_marked(text, "read"));
  EXPECT_EQ(race.other->thread, (Dim3{3, 0, 0}));
  EXPECT_NE(race.message.find("tile[3]"), std::string::npos) << race.message;
}

TEST_P(SharedRace, of_a_missing_barrier_is_found_both_ways) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = 0;
    __syncthreads();
    tile[t] = in[t];               // write
    out[t] = tile[(t + 32) % 64];  // read
}
)";
  const auto found = of(text);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].place.line, line_marked(text, "write"));
  EXPECT_EQ(found[0].thread, (Dim3{32, 0, 0}));
  EXPECT_EQ(found[0].other->place.line, line_marked(text, "read"));
  EXPECT_EQ(found[0].other->thread, (Dim3{0, 0, 0}));
  EXPECT_EQ(found[1].place.line, line_marked(text, "read"));
  EXPECT_EQ(found[1].other->place.line, line_marked(text, "write"));
}

TEST_P(SharedRace, of_two_writes_of_different_values_is_found) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    __shared__ int last;
    if (threadIdx.x % 32 == 0) last = in[threadIdx.x];  // write
    __syncthreads();
    out[threadIdx.x] = last;
}
)";
  const auto found = of(text);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::shared_race);
  EXPECT_EQ(found[0].severity, Severity::error);
  EXPECT_EQ(found[0].place.line, line_marked(text, "write"));
  EXPECT_EQ(found[0].other->place.line, line_marked(text, "write"));
  EXPECT_EQ(found[0].thread, (Dim3{32, 0, 0}));
  EXPECT_EQ(found[0].other->thread, (Dim3{0, 0, 0}));
  EXPECT_NE(found[0].message.find("race on last:"), std::string::npos) << found[0].message;
}

TEST_P(SharedRace, of_writes_of_one_value_by_two_warps_is_only_a_note) {
  const auto found = of(R"(__global__ void k(int* out, const int* in)
{
    __shared__ int any;
    if (threadIdx.x == 0) any = 0;
    __syncthreads();
    if (in[threadIdx.x] % 20 == 7) any = 1;
    __syncthreads();
    out[threadIdx.x] = any;
}
)");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::shared_race);
  EXPECT_EQ(found[0].severity, Severity::note);
}

TEST_P(SharedRace, of_lanes_of_one_store_with_different_values_is_a_warning) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    __shared__ int last;
    if (threadIdx.x < 5) last = in[threadIdx.x];  // write
    __syncthreads();
    out[threadIdx.x] = last;
}
)";
  const auto found = of(text);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].severity, Severity::warning);
  EXPECT_EQ(found[0].place.line, line_marked(text, "write"));
  EXPECT_EQ(found[0].thread, (Dim3{1, 0, 0}));
  EXPECT_EQ(found[0].other->thread, (Dim3{0, 0, 0}));
  EXPECT_NE(found[0].message.find("lanes of one store"), std::string::npos) << found[0].message;
}

TEST_P(SharedRace, of_warp_synchronous_code_from_before_volta_is_a_warning) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    __shared__ volatile int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    s[t + 32] = 0;
    __syncthreads();
    s[t] += s[t + 16];  // add
    s[t] += s[t + 8];   // add8
    out[t] = t;
}
)";
  const auto found = of(text, "32");
  ASSERT_FALSE(found.empty());
  for (const Diagnostic& race : found) {
    EXPECT_EQ(race.kind, DiagnosticKind::shared_race);
    EXPECT_EQ(race.severity, Severity::warning);
    EXPECT_NE(race.message.find("__syncwarp"), std::string::npos) << race.message;
  }
  EXPECT_EQ(found[0].place.line, line_marked(text, "add"));
}

// In the other order the result is another one.
TEST_P(SharedRace, of_an_atomic_and_a_write_of_what_it_left_is_an_error) {
  const auto found = of(R"(__global__ void k(int* out, const int* in)
{
    __shared__ int n;
    int t = threadIdx.x;
    if (t == 0) n = 0;
    __syncthreads();
    if (t == 0) atomicAdd(&n, 1);
    if (t == 40) n = 1;
    __syncthreads();
    out[t] = n;
}
)");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::shared_race);
  EXPECT_EQ(found[0].severity, Severity::error);
}

// The atomic operations of the first warp, the storing thread's own among them, do not hide the
// store from those of the second.
TEST_P(SharedRace, of_a_store_and_atomics_of_all_threads_is_found_between_warps) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    __shared__ int n;
    int t = threadIdx.x;
    if (t == 0) n = 0;  // store
    __syncwarp();
    atomicAdd(&n, 1);   // atomic
    __syncthreads();
    out[t] = n;
}
)";
  const auto found = of(text);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].severity, Severity::error);
  EXPECT_EQ(found[0].count, 32U);
  EXPECT_EQ(found[0].place.line, line_marked(text, "atomic"));
  EXPECT_EQ(found[0].thread, (Dim3{32, 0, 0}));
  EXPECT_EQ(found[0].other->place.line, line_marked(text, "store"));
}

TEST_P(SharedRace, of_an_atomic_and_a_plain_read_is_found) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    __shared__ int bins[4];
    int t = threadIdx.x;
    if (t < 4) bins[t] = 0;
    __syncthreads();
    if (t < 32) atomicAdd(&bins[in[t] % 4], 1);  // atomic
    if (t >= 60) out[t] = bins[t - 60];          // read
}
)";
  const auto found = of(text);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::shared_race);
  EXPECT_EQ(found[0].severity, Severity::error);
  EXPECT_EQ(found[0].place.line, line_marked(text, "read"));
  EXPECT_EQ(found[0].thread, (Dim3{60, 0, 0}));
  EXPECT_EQ(found[0].other->place.line, line_marked(text, "atomic"));
  EXPECT_EQ(found[0].other->thread, (Dim3{28, 0, 0}));
}

// The reader's own atomics come last, but the other thread's is not forgotten.
TEST_P(SharedRace, of_a_plain_read_after_atomics_of_its_own_and_of_another_thread_is_found) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    __shared__ int n;
    int t = threadIdx.x;
    if (t == 0) n = 0;
    __syncthreads();
    if (t == 0) out[1] = atomicAdd(&n, in[5]);  // atomic
    if (t == 32) {
        out[2] = atomicAdd(&n, in[6]);
        out[3] = atomicAdd(&n, in[7]);
        out[4] = n;  // read
    }
}
)";
  const auto found = of(text);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::shared_race);
  EXPECT_EQ(found[0].place.line, line_marked(text, "read"));
  EXPECT_EQ(found[0].other->place.line, line_marked(text, "atomic"));
  EXPECT_EQ(found[0].other->thread, (Dim3{0, 0, 0}));
}

TEST_P(SharedRace, of_single_bytes_is_found) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    __shared__ unsigned char s[68];
    int t = threadIdx.x;
    s[t] = (unsigned char)in[t];          // low
    if (t == 0) s[35] = 200;              // byte
    __syncthreads();
    out[t] = s[t];
}
)";
  const auto found = of(text);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::shared_race);
  EXPECT_EQ(found[0].address, 35U);
  EXPECT_EQ(found[0].place.line, line_marked(text, "low"));
  EXPECT_EQ(found[0].thread, (Dim3{35, 0, 0}));
  EXPECT_EQ(found[0].other->place.line, line_marked(text, "byte"));
}

TEST_P(SharedRace, is_not_found_when_threads_write_neighbouring_bytes) {
  expect_none(R"(__global__ void k(int* out, const int* in)
{
    __shared__ char s[64];
    __shared__ short h[64];
    int t = threadIdx.x;
    s[t] = (char)in[t];
    h[63 - t] = (short)in[t];
    out[t] = s[t] + h[63 - t];
}
)");
}

TEST_P(SharedRace, is_not_found_in_a_tiled_matrix_product) {
  expect_none(R"(__global__ void k(int* out, const int* in)
{
    __shared__ int a[16][16], b[16][16];
    int x = threadIdx.x % 16, y = threadIdx.x / 16, sum = 0;
    for (int tile = 0; tile < 4; ++tile) {
        a[y][x] = in[y * 64 + tile * 16 + x];
        b[y][x] = in[(tile * 16 + y) * 16 + x];
        __syncthreads();
        for (int i = 0; i < 16; ++i) sum += a[y][i] * b[i][x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
)",
              "256");
}

TEST_P(SharedRace, of_a_matrix_product_that_lacks_its_second_barrier_is_found) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    __shared__ int a[16][16], b[16][16];
    int x = threadIdx.x % 16, y = threadIdx.x / 16, sum = 0;
    for (int tile = 0; tile < 4; ++tile) {
        a[y][x] = in[y * 64 + tile * 16 + x];      // write a
        b[y][x] = in[(tile * 16 + y) * 16 + x];    // write b
        __syncthreads();
        for (int i = 0; i < 16; ++i)
            sum += a[y][i] * b[i][x];              // read
    }
    out[threadIdx.x] = sum;
}
)";
  const auto found = of(text, "256");
  ASSERT_FALSE(found.empty());
  bool names_b = false;
  for (const Diagnostic& race : found) {
    EXPECT_EQ(race.kind, DiagnosticKind::shared_race);
    names_b = names_b || (race.place.line == line_marked(text, "write b") &&
                          race.other->place.line == line_marked(text, "read") &&
                          race.severity == Severity::error);
  }
  EXPECT_TRUE(names_b);
}

// Loads that differ only by their base are done on a shorter way from the second block on.
TEST_P(SharedRace, of_the_last_of_many_reads_alike_is_found_whichever_warp_runs_first) {
  for (const std::string writer : {"0", "1"}) {
    const std::string text = "#define WRITER " + writer + R"(
__global__ void k(int* out, const int* in)
{
    __shared__ int tile[512];
    int t = threadIdx.x, lane = t % 32, sum = 0;
    for (int i = t; i < 512; i += 64) tile[i] = in[i];
    __syncthreads();
    if (t / 32 == WRITER) tile[480 + lane] = in[lane] + blockIdx.x;  // write
    #pragma unroll 1
    for (int i = 0; i < 512; i += 32)
        sum += tile[i + lane];  // read
    out[64 * blockIdx.x + t] = sum;
}
)";
    const auto found = of(text, "64", "3");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].kind, DiagnosticKind::shared_race);
    EXPECT_EQ(found[0].severity, Severity::error);
    EXPECT_EQ(found[0].count, 3U * 32U);
    const bool read_comes_first = writer == "1";
    EXPECT_EQ(found[0].place.line, line_marked(text, read_comes_first ? "write" : "read"));
    EXPECT_EQ(found[0].other->place.line, line_marked(text, read_comes_first ? "read" : "write"));
  }
}

TEST_P(SharedRace, is_not_found_in_double_buffering_with_one_barrier_a_step) {
  expect_none(R"(__global__ void k(int* out, const int* in)
{
    __shared__ int s[2][64];
    int t = threadIdx.x, sum = 0;
    s[0][t] = in[t];
    __syncthreads();
    for (int step = 1; step < 6; ++step) {
        s[step % 2][t] = in[step * 64 + t];
        sum += s[(step + 1) % 2][63 - t];
        __syncthreads();
    }
    out[t] = sum;
}
)");
}

TEST_P(SharedRace, is_not_found_in_a_reduction_with_syncwarp) {
  expect_none(R"(__global__ void k(int* out, const int* in)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int half = 128; half > 16; half /= 2) {
        if (t < half) s[t] += s[t + half];
        __syncthreads();
    }
    if (t < 32) {
        for (int half = 16; half > 0; half /= 2) {
            int other = s[t + half];
            __syncwarp();
            s[t] += other;
            __syncwarp();
        }
        if (t == 0) out[blockIdx.x] = s[0];
    }
}
)",
              "256", "2");
}

TEST_P(SharedRace, is_not_found_when_half_a_warp_synchronises_with_its_own_mask) {
  expect_none(R"(__global__ void k(int* out, const int* in)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = in[t];
    if (t < 16) {
        __syncwarp(0xffffu);
        int other = s[15 - t];
        __syncwarp(0xffffu);
        s[t] = other + 1;
        __syncwarp(0xffffu);
        out[t] = s[15 - t];
    }
}
)",
              "32");
}

TEST_P(SharedRace, is_found_when_the_mask_of_syncwarp_leaves_the_reader_out) {
  const auto found = of(R"(__global__ void k(int* out, const int* in)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = in[t];
    if (t < 16) __syncwarp(0xffffu);
    else __syncwarp(0xffff0000u);
    out[t] = s[31 - t];
}
)",
                        "32");
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].kind, DiagnosticKind::shared_race);
  EXPECT_EQ(found[0].severity, Severity::warning);
}

TEST_P(SharedRace, is_found_though_a_shuffle_stands_between_since_it_orders_no_memory) {
  const auto found = of(R"(__global__ void k(int* out, const int* in)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = in[t];
    int other = __shfl_xor_sync(0xffffffffu, t, 1);
    out[t] = s[other];
}
)",
                        "32");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::shared_race);
  EXPECT_EQ(found[0].thread, (Dim3{0, 0, 0}));
  EXPECT_EQ(found[0].other->thread, (Dim3{1, 0, 0}));
}

TEST_P(SharedRace, is_not_found_in_a_histogram_with_atomics) {
  expect_none(R"(__global__ void k(int* out, const int* in)
{
    __shared__ int bins[8];
    int t = threadIdx.x;
    if (t < 8) bins[t] = 0;
    __syncthreads();
    for (int i = t; i < 512; i += 128) atomicAdd(&bins[in[i] * 7 % 8], 1);
    __syncthreads();
    if (t < 8) out[t] = bins[t];
}
)",
              "128", "3");
}

TEST_P(SharedRace, is_not_found_in_a_loop_of_compare_and_swap_that_begins_with_a_plain_read) {
  const auto found = of(R"(__global__ void k(int* out, const int* in)
{
    __shared__ float largest;
    if (threadIdx.x == 0) largest = -1;
    __syncthreads();
    int* word = (int*)&largest;
    float mine = (float)in[threadIdx.x];
    int old = *word;
    while (__int_as_float(old) < mine) {
        int assumed = old;
        old = atomicCAS(word, assumed, __float_as_int(mine));
        if (old == assumed) break;
    }
    __syncthreads();
    out[threadIdx.x] = (int)largest;
}
)");
  EXPECT_TRUE(found.empty()) << found[0].message;
}

TEST_P(SharedRace, of_a_plain_read_beside_compare_and_swaps_of_something_else_is_found) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    __shared__ int word;
    if (threadIdx.x == 0) word = 0;
    __syncthreads();
    atomicCAS(&word, in[threadIdx.x], 7);  // swap
    out[threadIdx.x] = word;               // read
}
)";
  const auto found = of(text);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].kind, DiagnosticKind::shared_race);
}

TEST_P(SharedRace, of_a_plain_read_that_a_swap_of_another_word_expects_is_found) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    __shared__ int n;
    int t = threadIdx.x;
    if (t == 0) n = 0;
    __syncthreads();
    atomicAdd(&n, 1);  // add
    int v = n;         // read
    atomicCAS(out + t, v, 1);
}
)";
  const auto found = of(text);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].kind, DiagnosticKind::shared_race);
}

TEST_P(SharedRace, is_not_found_where_a_volatile_flag_between_fences_hands_data_to_another_warp) {
  const auto found = of(R"(__global__ void k(int* out, const int* in)
{
    __shared__ int data;
    __shared__ volatile int flag;
    int t = threadIdx.x;
    if (t == 0) flag = 0;
    __syncthreads();
    if (t == 0) {
        data = in[0];
        __threadfence_block();
        flag = 1;
    }
    if (t == 32) {
        while (flag == 0) {}
        __threadfence_block();
        out[0] = data;
    }
}
)");
  EXPECT_TRUE(found.empty()) << found[0].message;
}

TEST_P(SharedRace, of_volatile_accesses_by_two_warps_of_a_kernel_without_fences_is_found) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    __shared__ volatile int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 32) s[t] = 5;        // write
    else out[t] = s[t - 32];     // read
}
)";
  const auto found = of(text);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].kind, DiagnosticKind::shared_race);
  EXPECT_EQ(found[0].severity, Severity::error);
}

// Compilers turn an exchange with an unused result into a store, and an "or" with 0 into a load.
// Both are still atomic.
TEST_P(SharedRace, is_not_found_between_atomics_that_change_nothing_or_whose_result_is_not_read) {
  const auto found = of(R"(__global__ void k(int* out, const int* in)
{
    __shared__ int word;
    __shared__ int lock;
    __shared__ int sum;
    int t = threadIdx.x;
    if (t == 0) word = lock = sum = 0;
    __syncthreads();
    if (t == 0) atomicExch(&word, in[0]);
    if (t == 32) out[0] = atomicOr(&word, 0) + atomicAdd(&word, 0);
    if (t % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {}
        __threadfence_block();
        sum += 1;
        __threadfence_block();
        atomicExch(&lock, 0);
    }
    __syncthreads();
    out[1] = sum;
}
)");
  EXPECT_TRUE(found.empty()) << found[0].message;
}

// Inline PTX, which both compilers accept.
constexpr const char* copy_functions = R"(
__device__ void copy16(void* to, const void* from) {
    unsigned at = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" :: "r"(at), "l"(from) : "memory");
}
__device__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
__device__ void wait() { asm volatile("cp.async.wait_group 0;" ::: "memory"); }
)";

TEST_P(SharedRace, of_a_read_before_an_asynchronous_copy_has_arrived_is_found) {
  const std::string text = std::string(copy_functions) + R"(
__global__ void k(int* out, const int* in)
{
    __shared__ __align__(16) int s[256];
    int t = threadIdx.x;
    copy16(s + 4 * t, in + 4 * t);
    commit();
    __syncthreads();
    out[t] = s[t];  // read
    wait();
}
)";
  const auto found = of(text);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].kind, DiagnosticKind::shared_race);
  EXPECT_EQ(found[0].severity, Severity::error);
  EXPECT_EQ(found[0].place.line, line_marked(text, "read"));
  EXPECT_EQ(found[0].thread, (Dim3{0, 0, 0}));
  ASSERT_TRUE(found[0].other.has_value());
  EXPECT_EQ(found[0].other->thread, (Dim3{0, 0, 0}));
  EXPECT_NE(found[0].message.find("has arrived"), std::string::npos) << found[0].message;
}

TEST_P(SharedRace, is_not_found_where_copies_are_waited_for_while_the_next_are_on_their_way) {
  const std::string text = std::string(copy_functions) + R"(
__device__ void wait_for_all_but_one() { asm volatile("cp.async.wait_group 1;" ::: "memory"); }
__global__ void k(int* out, const int* in)
{
    __shared__ __align__(16) int s[2][256];
    int t = threadIdx.x;
    copy16(s[0] + 4 * t, in + 4 * t);
    commit();
    int sum = 0;
    for (int i = 1; i < 4; ++i) {
        copy16(s[i % 2] + 4 * t, in + 256 * i + 4 * t);
        commit();
        wait_for_all_but_one();
        __syncthreads();
        sum += s[(i + 1) % 2][255 - t];
        __syncthreads();
    }
    wait();
    __syncthreads();
    out[t] = sum + s[1][255 - t];
}
)";
  const auto found = of(text);
  EXPECT_TRUE(found.empty()) << found[0].message;
}

TEST_P(SharedRace, is_not_found_in_a_padded_transpose_of_blocks_of_32_by_8) {
  expect_none(R"(__global__ void k(int* out, const int* in)
{
    __shared__ int tile[32][33];
    int x = threadIdx.x % 32;
    for (int y = threadIdx.x / 32; y < 32; y += 8) tile[y][x] = in[y * 32 + x];
    __syncthreads();
    for (int y = threadIdx.x / 32; y < 32; y += 8) out[y * 32 + x] = tile[x][y];
}
)",
              "256", "2");
}

TEST_P(SharedRace, is_not_found_between_the_warps_of_a_named_barrier) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = in[t];
    if (t < 64) {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[t] = s[63 - t];
    } else {
        asm volatile("bar.sync 2, 64;" ::: "memory");
        out[t] = s[64 + 127 - t];
    }
}
)";
  expect_none(text, "128");
  std::string wrong = text;
  wrong.replace(wrong.find("64 + 127 - t"), 12, "127 - t");
  const auto found = of(wrong, "128");
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].kind, DiagnosticKind::shared_race);
}

TEST_P(SharedRace, is_not_found_between_a_producer_that_arrives_and_a_consumer_that_waits) {
  expect_none(R"(__global__ void k(int* out, const int* in)
{
    __shared__ int s[2][32];
    int t = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        for (int step = 0; step < 6; ++step) {
            if (step >= 2) {
                if (step % 2) asm volatile("bar.sync 4, 64;" ::: "memory");
                else asm volatile("bar.sync 3, 64;" ::: "memory");
            }
            s[step % 2][t] = in[step * 32 + t];
            if (step % 2) asm volatile("bar.arrive 2, 64;" ::: "memory");
            else asm volatile("bar.arrive 1, 64;" ::: "memory");
        }
    } else {
        int sum = 0;
        for (int step = 0; step < 6; ++step) {
            if (step % 2) asm volatile("bar.sync 2, 64;" ::: "memory");
            else asm volatile("bar.sync 1, 64;" ::: "memory");
            sum += s[step % 2][31 - t];
            if (step < 4) {
                if (step % 2) asm volatile("bar.arrive 4, 64;" ::: "memory");
                else asm volatile("bar.arrive 3, 64;" ::: "memory");
            }
        }
        out[t] = sum;
    }
}
)");
}

TEST_P(SharedRace, is_the_same_on_any_number_of_threads_and_can_be_switched_off) {
  const std::string text = R"(__global__ void k(int* out, const int* in)
{
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x + 64 * blockIdx.x] = s[63 - threadIdx.x];
}
)";
  const LessonOnDisk lesson(text, "[launch]\ngrid = [40]\nblock = [64]\n" +
                                      array("out", "int", "4096") + array("in", "int", "4096"));
  RunRequest request = lesson.request();
  request.compiler = GetParam();
  std::vector<std::vector<std::string>> texts;
  for (const int threads : {1, 2, 5}) {
    request.threads = threads;
    const auto outcome = run(request);
    ASSERT_TRUE(outcome.has_value());
    texts.emplace_back();
    for (const Diagnostic& d : (*outcome)->report.diagnostics) texts.back().push_back(d.text());
    EXPECT_FALSE(texts.back().empty());
    EXPECT_EQ(texts.back(), texts.front());
  }
  request.checks.set(DiagnosticKind::shared_race, false);
  const auto outcome = run(request);
  ASSERT_TRUE(outcome.has_value());
  for (const Diagnostic& d : (*outcome)->report.diagnostics)
    EXPECT_NE(d.kind, DiagnosticKind::shared_race);
}

LANESCOPE_BOTH_COMPILERS(SharedRace);

}  // namespace
}  // namespace lanescope::app
