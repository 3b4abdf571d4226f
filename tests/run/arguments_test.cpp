// Arguments that are more than arrays and scalars: pointers, vectors, structures, halves.
#include <fmt/format.h>

#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

class ArgumentForms : public BothCompilers {};
LANESCOPE_BOTH_COMPILERS(ArgumentForms);

const std::string one_warp = "[launch]\ngrid = [1]\nblock = [32]\n";

std::string argument_entry(const std::string& name, const std::string& rest) {
  return fmt::format("[[args]]\nname = \"{}\"\n{}\n", name, rest);
}

std::string arrays_entry(const std::string& name, const std::string& rest) {
  return fmt::format("[[arrays]]\nname = \"{}\"\n{}\n", name, rest);
}

template <class T>
void expect_array(const OutcomePtr& outcome, std::size_t index, const std::vector<T>& expected) {
  ASSERT_TRUE(outcome);
  ASSERT_LT(index, outcome->report.arrays.size());
  EXPECT_EQ(outcome->report.arrays[index].fnv1a64, hash_of(expected));
}

std::vector<float> of_index(float (*value)(int)) {
  std::vector<float> values(32);
  for (int i = 0; i < 32; ++i) values[static_cast<std::size_t>(i)] = value(i);
  return values;
}

TEST_P(ArgumentForms, pointers_are_null_or_point_into_arrays) {
  const OutcomePtr outcome = run_good(LessonOnDisk(
      "__global__ void k(float* a, const float* b, const float* none)\n{\n"
      "    a[threadIdx.x] = b[threadIdx.x] + (none == nullptr ? 100 : none[threadIdx.x]);\n}\n",
      one_warp + array("a", "float", "64", "iota") + argument_entry("b", "pointer = \"a + 32\"") +
          argument_entry("none", "pointer = \"nullptr\"")));
  std::vector<float> expected(64);
  for (std::size_t i = 0; i < 64; ++i) expected[i] = static_cast<float>(i < 32 ? i + 132 : i);
  expect_array(outcome, 0, expected);
}

TEST_P(ArgumentForms, a_structure_has_its_members_where_the_compiler_reads_them) {
  const OutcomePtr outcome = run_good(LessonOnDisk(
      "struct Inner { char c; short s; };\n"
      "struct __align__(16) Params { int n; float* out; Inner inner; bool on; double w[3]; float4 "
      "v; const float* none; unsigned char tail; };\n"
      "__global__ void k(Params p)\n{\n    int i = threadIdx.x;\n"
      "    p.out[i] = p.on && p.none == nullptr\n"
      "        ? p.n + 10 * p.inner.c + p.inner.s + p.w[2] + p.v.z + p.tail + i : -1;\n}\n",
      one_warp +
          argument_entry(
              "p",
              "struct = \"Params\"\nalign = 16\nmembers = [\n"
              "{ name = \"n\", type = \"int\", value = 1000 },\n"
              "{ name = \"out\", type = \"float\", pointer = \"out + 32\" },\n"
              "{ name = \"inner\", struct = \"Inner\", members = [{ type = \"char\", value = 3 "
              "}, { type = \"short\", value = -400 }] },\n"
              "{ name = \"on\", type = \"uchar\", value = 1 },\n"
              "{ name = \"w\", type = \"double\", value = [0, 0, 0.5] },\n"
              "{ name = \"v\", type = \"float4\", value = [0, 0, 0.25, 0] },\n"
              "{ name = \"none\", pointer = \"nullptr\" },\n"
              "{ name = \"tail\", type = \"uchar\", value = 200 },\n]") +
          arrays_entry("out", "type = \"float\"\ncount = 64")));
  std::vector<float> expected(64);
  for (std::size_t i = 0; i < 32; ++i)
    expected[32 + i] = 1000 + 30 - 400 + 0.5F + 0.25F + 200 + static_cast<float>(i);
  expect_array(outcome, 0, expected);
}

TEST_P(ArgumentForms, vectors_are_values) {
  const OutcomePtr outcome =
      run_good(LessonOnDisk("__global__ void k(float* a, float4 v, short2 s, uchar3 c, dim3 d)\n{\n"
                            "    a[threadIdx.x] = v.w + s.y + c.z + d.y + threadIdx.x;\n}\n",
                            one_warp + array("a", "float", "32") +
                                argument_entry("v", "type = \"float4\"\nvalue = [0, 0, 0, 0.5]") +
                                argument_entry("s", "type = \"short2\"\nvalue = [0, -300]") +
                                argument_entry("c", "type = \"uchar3\"\nvalue = [0, 0, 200]") +
                                argument_entry("d", "type = \"uint3\"\nvalue = [0, 1000, 0]")));
  expect_array(outcome, 0, of_index([](int i) { return 900.5F + static_cast<float>(i); }));
}

TEST_P(ArgumentForms, halves_are_a_type_of_arrays_and_values) {
  const OutcomePtr outcome = run_good(LessonOnDisk(
      "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n"
      "__global__ void k(float* a, const __half* h, const __nv_bfloat16* b, __half x)\n{\n"
      "    int i = threadIdx.x;\n"
      "    a[i] = __half2float(h[i]) + __bfloat162float(b[i]) + __half2float(x);\n}\n",
      one_warp + array("a", "float", "32") + array("h", "half", "32", "iota") +
          array("b", "bf16", "32", "constant:-0.5") +
          argument_entry("x", "type = \"half\"\nvalue = 0.25")));
  expect_array(outcome, 0, of_index([](int i) { return static_cast<float>(i) - 0.25F; }));
}

TEST_P(ArgumentForms, a_structure_of_another_size_is_refused_with_both) {
  const std::string text =
      "struct Params { int n; double x; };\n"
      "__global__ void k(float* a, Params p) { a[threadIdx.x] = p.n + p.x; }\n";
  const auto refused = [&](const std::string& type, const std::string& members) {
    return run_bad(
               LessonOnDisk(text, one_warp + array("a", "float", "32") +
                                      argument_entry("p", "struct = \"" + type + "\"\nmembers = [" +
                                                              members + "]")))
        .message;
  };
  const std::string integer = "{ type = \"int\", value = 1 }, ";
  const std::string size = refused("Params", integer + "{ type = \"float\", value = 1 }");
  EXPECT_NE(size.find("8 bytes aligned to 4 here"), std::string::npos) << size;
  EXPECT_NE(size.find("16 bytes aligned to 8 in the kernel"), std::string::npos) << size;
  EXPECT_NE(size.find("args[1].members"), std::string::npos) << size;
  const std::string alignment = refused("Params", integer + integer + integer + integer);
  EXPECT_NE(alignment.find("16 bytes aligned to 4 here"), std::string::npos) << alignment;
  const std::string name = refused("Parms", integer + "{ type = \"double\", value = 1 }");
  EXPECT_NE(name.find("Parms here and Params in the kernel"), std::string::npos) << name;
}

TEST_P(ArgumentForms, a_vector_of_another_type_is_refused) {
  const Problem problem =
      run_bad(LessonOnDisk("__global__ void k(float* a, float4 v) { a[threadIdx.x] = v.x; }\n",
                           one_warp + array("a", "float", "32") +
                               argument_entry("v", "type = \"int4\"\nvalue = [1, 2, 3, 4]")));
  EXPECT_NE(problem.message.find("int4 here and float4 in the kernel"), std::string::npos)
      << problem.message;
}

TEST_P(ArgumentForms, a_symbol_may_be_a_structure) {
  const OutcomePtr outcome = run_good(LessonOnDisk(
      "struct Scale { char c; float by; };\n__constant__ Scale scale;\n"
      "__global__ void k(float* a) { a[threadIdx.x] = scale.by * threadIdx.x + scale.c; }\n",
      one_warp + array("a", "float", "32") +
          "[[symbols]]\nname = \"scale\"\nstruct = \"Scale\"\nmembers = [{ type = \"char\", value "
          "= "
          "5 }, { type = \"float\", value = 2 }]\n"));
  expect_array(outcome, 0, of_index([](int i) { return 2 * static_cast<float>(i) + 5; }));
}

}  // namespace
}  // namespace lanescope::app
