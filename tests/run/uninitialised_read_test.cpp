// Reads of shared and local memory that no thread has written.
#include <cstdlib>

#include <fmt/format.h>

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

// Structures with padding of every size between, after and inside their members.
struct Padded {
  const char* name;
  const char* text;  // members, set(int), sum()
};
const std::vector<Padded>& padded_structures() {
  static const std::vector<Padded> all{
      {"a_pointer_and_an_int", R"(struct S {
  const int* a; int b;
  __device__ __noinline__ void set(const int* p, int i) { a = p + i; b = i; }
  __device__ int sum() const { return *a + b; }
};)"},
      {"a_char_and_an_int", R"(struct S {
  char a; int b;
  __device__ __noinline__ void set(const int* p, int i) { a = (char)i; b = p[i]; }
  __device__ int sum() const { return a + b; }
};)"},
      {"a_short_between_a_char_and_a_double", R"(struct S {
  char a; short b; double c;
  __device__ __noinline__ void set(const int* p, int i) { a = (char)i; b = 2; c = p[i]; }
  __device__ int sum() const { return a + b + (int)c; }
};)"},
      {"members_of_sixteen_bytes_alignment", R"(struct S {
  short a; alignas(16) double b; char c;
  __device__ __noinline__ void set(const int* p, int i) { a = (short)i; b = p[i]; c = 1; }
  __device__ int sum() const { return a + (int)b + c; }
};)"},
      {"a_structure_in_a_structure", R"(struct T { double a; char b; };
struct S {
  T a; char b; T c;
  __device__ __noinline__ void set(const int* p, int i) {
    a.a = i; a.b = 1; b = 2; c.a = p[i]; c.b = 3;
  }
  __device__ int sum() const { return (int)a.a + a.b + b + (int)c.a + c.b; }
};)"},
      {"an_array_of_structures", R"(struct T { char a; short b; };
struct S {
  T a[3]; long long b;
  __device__ __noinline__ void set(const int* p, int i) {
    for (int j = 0; j < 3; ++j) { a[j].a = (char)j; a[j].b = (short)i; }
    b = p[i];
  }
  __device__ int sum() const { return a[0].a + a[1].b + a[2].a + (int)b; }
};)"}};
  return all;
}

struct WayToCopy {
  const char* name;
  const char* text;  // a kernel k(int* out, const int* in) that calls finish(S) with a copy
};
const std::vector<WayToCopy>& ways_to_copy() {
  static const std::vector<WayToCopy> all{
      {"by_value", R"(__device__ __noinline__ int by_value(S s) { return s.sum(); }
__global__ void k(int* out, const int* in) {
  S s; s.set(in, threadIdx.x);
  out[threadIdx.x] = by_value(s);
})"},
      {"as_a_result", R"(__device__ __noinline__ S made(const int* in) {
  S s; s.set(in, threadIdx.x); return s;
}
__global__ void k(int* out, const int* in) {
  S s = made(in);
  out[threadIdx.x] = s.sum();
})"},
      {"in_a_lambda", R"(template <class F> __device__ __noinline__ int call(F f) { return f(3); }
__global__ void k(int* out, const int* in) {
  S s; s.set(in, threadIdx.x);
  out[threadIdx.x] = call([=](int i) { return s.sum() + i; });
})"},
      {"to_another_variable", R"(__device__ __noinline__ int use(const S& s) { return s.sum(); }
__global__ void k(int* out, const int* in) {
  S s; s.set(in, threadIdx.x);
  S t = s; S u = t;
  out[threadIdx.x] = use(u) + use(t);
})"},
      {"through_an_array_with_a_computed_index", R"(
__device__ __noinline__ int use(const S& s) { return s.sum(); }
__global__ void k(int* out, const int* in) {
  S s[3];
  for (int j = 0; j < 3; ++j) s[j].set(in, threadIdx.x);
  s[in[1]] = s[in[2]];
  out[threadIdx.x] = use(s[in[0]]) + use(s[in[1]]);
})"},
      {"through_shared_memory", R"(__global__ void k(int* out, const int* in) {
  __shared__ S s[32];
  S t; t.set(in, threadIdx.x);
  s[threadIdx.x] = t;
  __syncthreads();
  S u = s[31 - threadIdx.x];
  out[threadIdx.x] = u.sum();
})"},
      {"to_global_memory", R"(__global__ void k(int* out, const int* in) {
  S t; t.set(in, threadIdx.x);
  ((S*)out)[threadIdx.x] = t;
})"},
      {"from_shared_to_global_memory", R"(__global__ void k(int* out, const int* in) {
  __shared__ S s[32];
  s[threadIdx.x].set(in, threadIdx.x);
  __syncthreads();
  ((S*)out)[threadIdx.x] = s[31 - threadIdx.x];
})"}};
  return all;
}

TEST_P(UninitialisedRead, is_not_found_where_padding_is_copied_along_in_any_way) {
  const auto& structures = padded_structures();
  const auto& ways = ways_to_copy();
  const bool everything = std::getenv("LANESCOPE_TEST_EVERYTHING") != nullptr;
  for (std::size_t i = 0; i < structures.size(); ++i) {
    for (std::size_t j = 0; j < ways.size(); ++j) {
      // A start of clang takes longer than NVRTC does for all pairs. Each structure and each way
      // goes through clang; each pair does in `./run test all`.
      if (GetParam() == compile::Compiler::clang && !everything && (i + j) % structures.size() != 0)
        continue;
      const Padded& structure = structures[i];
      const WayToCopy& way = ways[j];
      SCOPED_TRACE(fmt::format("{} {}", structure.name, way.name));
      expect_none(fmt::format("{}\n{}\n", structure.text, way.text), "32");
    }
  }
}

// The same copies with a member that is never set: copying it is no mistake, using it is.
TEST_P(UninitialisedRead, is_found_where_a_member_was_never_set_and_the_copy_of_it_is_used) {
  const std::string structure = R"(struct S {
  int a; double b; int c;
  __device__ __noinline__ void set(const int* p, int i) { a = i; b = p[i]; }
  __device__ int sum() const { return a + (int)b + USED; }
};
)";
  for (const WayToCopy& way : ways_to_copy()) {
    const std::string name = way.name;
    if (name == "to_global_memory" || name == "from_shared_to_global_memory") continue;
    SCOPED_TRACE(name);
    expect_none(fmt::format("#define USED a\n{}{}\n", structure, way.text), "32");
    const auto found = of(fmt::format("#define USED c\n{}{}\n", structure, way.text), "32");
    ASSERT_GE(found.size(), 1U);
    EXPECT_EQ(found[0].kind, DiagnosticKind::uninitialised_read);
    EXPECT_NE(found[0].message.find("and 31 more lanes"), std::string::npos) << found[0].message;
  }
}

TEST_P(UninitialisedRead, is_found_at_every_kind_of_use) {
  for (const char* use :
       {"out[t] = v + in[t];", "if (v > 3) out[t] = 1;", "out[v & 63] = 1;", "out[t] = v;",
        "out[t] = in[v & 7];", "atomicAdd(&out[t], v);", "out[t] = (int)__int_as_float(v) + 1;",
        "out[t] = __popc(v);", "out[t] = v | in[t];", "printf(\"%d\", v);",
        "out[t] = __shfl_xor_sync(0xffffffffu, v, 1);",
        "if (__any_sync(0xffffffffu, v)) out[t] = 1;",
        "switch (v) { case 0: out[t] = 1; break; case 1: out[t] = 2; break; case 2: out[t] = 5; "
        "break; case 3: out[t] = 9; break; }"}) {
    SCOPED_TRACE(use);
    const std::string text = fmt::format(R"(__device__ __noinline__ void set(int* a) {{ a[1] = 1; }}
__global__ void k(int* out, const int* in) {{
  int t = threadIdx.x;
  int a[4];
  set(a);
  int v = a[in[2]];  // read
  {}
}}
)",
                                         use);
    const auto found = of(text, "32");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].kind, DiagnosticKind::uninitialised_read);
    if (std::string_view(use).starts_with("printf")) continue;  // its line is the use
    EXPECT_EQ(found[0].place.line, line_marked(text, "read"));
  }
}

TEST_P(UninitialisedRead, is_not_found_where_the_value_is_thrown_away) {
  expect_none(R"(__device__ __noinline__ void set(int* a) { a[1] = 1; }
__global__ void k(int* out, const int* in) {
  int t = threadIdx.x;
  int a[4];
  set(a);
  int v = a[in[t & 1]];
  out[t] = (t & 1) ? v : 7;
}
)",
              "32");
}

TEST_P(UninitialisedRead, of_a_copy_is_found_in_the_lanes_whose_original_was_not_set) {
  const std::string text = R"(__global__ void k(int* out, const int* in) {
  __shared__ int s[64], u[64];
  int t = threadIdx.x;
  if (t < 20) s[t] = in[t];
  __syncthreads();
  u[t] = s[t];
  __syncthreads();
  out[t] = u[63 - t];  // read
}
)";
  const auto found = of(text);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, DiagnosticKind::uninitialised_read);
  EXPECT_EQ(found[0].place.line, line_marked(text, "read"));
  EXPECT_EQ(found[0].thread, (Dim3{0, 0, 0}));
}

LANESCOPE_BOTH_COMPILERS(UninitialisedRead);

}  // namespace
}  // namespace lanescope::app
