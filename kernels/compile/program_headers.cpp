#include "kernels/compile/program_headers.h"

#include <span>
#include <string_view>

#include "kernels/compile/prelude_choice.h"

namespace lanescope::compile {

namespace runtime_header {
// Those of kernels/runtime/include: (name, text). kernels/compile/CMakeLists.txt generates them.
extern const std::span<const std::pair<std::string_view, std::string_view>> all;
}  // namespace runtime_header

namespace {

using Texts = std::vector<std::string_view>;

constexpr std::string_view header_start = "#pragma once\n#pragma clang system_header\n";

std::string together(const Texts& texts) {
  std::string result(header_start);
  for (const std::string_view text : texts) (result += text) += '\n';
  return result;
}

// The part of the prelude from one of its lines to another one.
std::string_view part_of(std::string_view text, std::string_view from, std::string_view to) {
  const std::size_t begin = text.find(from);
  return text.substr(begin, text.find(to, begin) - begin);
}

// Its own functions in namespace std, and those of integers; not what the host's headers have.
std::string_view functions_in_std() {
  return part_of(prelude::stdlib, "// ---- libm functions with integer", "// gives std::int8_t");
}
std::string_view kinds_of_types() {
  return part_of(prelude::stdlib, "// Classifies types", "// gives std::is_integral");
}

std::string prelude_of_programs() {
  return together({"#define __LANESCOPE_PROGRAM__ 1\n", prelude::keywords,
                   // clang's own <new> calls them.
                   "extern \"C\" __device__ void* malloc(size_t) __attribute__((nothrow));\n"
                   "extern \"C\" __device__ void free(void*) __attribute__((nothrow));\n",
                   // Before the prelude's macros, of which they know nothing.
                   "#include <cassert>\n#include <cfloat>\n#include <climits>\n#include <cmath>\n"
                   "#include <cstdint>\n#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n"
                   "#include <ctime>\n#include <memory>\n#include <new>\n#include <utility>\n",
                   prelude::program, prelude::common, prelude::vectors, prelude::threads,
                   prelude::integers, prelude::conversions, prelude::math, prelude::libm,
                   prelude::warp, prelude::atomics, prelude::loads, prelude::video,
                   kinds_of_types(), functions_in_std()});
}

std::string that_include(std::string_view name) {
  return std::string(header_start) + "#include <" + std::string(name) + ">\n";
}

}  // namespace

const std::vector<std::pair<std::string, std::string>>& program_headers() {
  static const auto all = [] {
    std::vector<std::pair<std::string, std::string>> headers{
        {program_prelude_name, prelude_of_programs()},
        {"lanescope_halves.h", together({prelude::program_halves, prelude::halves})},
        {"cuda_fp16.h",
         together({"#include <lanescope_halves.h>\n"
                   "__LANESCOPE_HOST_HALF__(__half, __half2, __half2float, __float2half_rn, "
                   "__double2half, __ll2half_rn, __ull2half_rn)\n",
                   prelude::fp16, prelude::program_fp16})},
        {"cuda_bf16.h",
         together({"#include <lanescope_halves.h>\n"
                   "__LANESCOPE_HOST_HALF__(__nv_bfloat16, __nv_bfloat162, __bfloat162float, "
                   "__float2bfloat16_rn, __double2bfloat16, __ll2bfloat16_rn, "
                   "__ull2bfloat16_rn)\n",
                   prelude::bf16, prelude::program_bf16})},
        {"cuda_fp8.h",
         together({"#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n", prelude::fp8})},
        {"cuda_fp16.hpp", that_include("cuda_fp16.h")},
        {"cuda_bf16.hpp", that_include("cuda_bf16.h")},
        {"cuda_fp8.hpp", that_include("cuda_fp8.h")},
        {"curand_kernel.h", together({prelude::curand_kernel})},
        {"cooperative_groups.h", together({prelude::cooperative_groups, prelude::asynchronous})},
    };
    for (const char* name : {"cooperative_groups/reduce.h", "cooperative_groups/scan.h",
                             "cooperative_groups/memcpy_async.h", "cuda/barrier", "cuda/pipeline"})
      headers.emplace_back(name, that_include("cooperative_groups.h"));
    // What these declare, every program has here.
    for (const char* name :
         {"device_launch_parameters.h", "math_constants.h", "cuda_pipeline.h",
          "cuda_pipeline_primitives.h", "device_functions.h", "device_atomic_functions.h",
          "math_functions.h", "math_functions.hpp", "sm_20_intrinsics.h", "sm_30_intrinsics.h",
          "sm_60_atomic_functions.h", "host_defines.h", "cuda_device_runtime_api.h"})
      headers.emplace_back(name, std::string(header_start));
    for (const char* name : {"cassert", "cfloat", "climits", "cmath", "cstddef", "cstdint",
                             "limits", "type_traits", "utility"}) {
      headers.emplace_back("cuda/std/" + std::string(name),
                           that_include(name) + "namespace cuda {\nnamespace std = ::std;\n}\n");
    }
    for (const auto& [name, text] : runtime_header::all) headers.emplace_back(name, text);
    return headers;
  }();
  return all;
}

}  // namespace lanescope::compile
