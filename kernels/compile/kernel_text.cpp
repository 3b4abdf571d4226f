#include "kernels/compile/kernel_text.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "kernels/compile/flags.h"
#include "kernels/compile/wanted_kernel.h"

namespace lanescope::compile {
namespace {

// Headers that .cu files for nvcc commonly include. Device code gets their contents without
// including them; their host half has no meaning here.
constexpr std::string_view known_headers[] = {"algorithm",
                                              "assert.h",
                                              "builtin_types.h",
                                              "cassert",
                                              "cfloat",
                                              "climits",
                                              "cmath",
                                              "cstddef",
                                              "cstdint",
                                              "cstdio",
                                              "cstdlib",
                                              "cstring",
                                              "cuda.h",
                                              "cuda/std/cassert",
                                              "cuda/std/cfloat",
                                              "cuda/std/climits",
                                              "cuda/std/cmath",
                                              "cuda/std/cstddef",
                                              "cuda/std/cstdint",
                                              "cuda/std/limits",
                                              "cuda/std/type_traits",
                                              "cuda/std/utility",
                                              "cuda_device_runtime_api.h",
                                              "cuda_runtime.h",
                                              "cuda_runtime_api.h",
                                              "device_atomic_functions.h",
                                              "device_functions.h",
                                              "device_launch_parameters.h",
                                              "driver_types.h",
                                              "float.h",
                                              "host_defines.h",
                                              "limits",
                                              "limits.h",
                                              "math.h",
                                              "math_constants.h",
                                              "math_functions.h",
                                              "sm_20_intrinsics.h",
                                              "sm_30_intrinsics.h",
                                              "sm_32_intrinsics.h",
                                              "sm_60_atomic_functions.h",
                                              "sm_61_intrinsics.h",
                                              "stddef.h",
                                              "stdint.h",
                                              "stdio.h",
                                              "stdlib.h",
                                              "string.h",
                                              "type_traits",
                                              "utility",
                                              "vector_functions.h",
                                              "vector_types.h"};

// NVRTC takes these from the Toolkit.
constexpr std::string_view known_to_clang[] = {"cooperative_groups.h",
                                               "cooperative_groups/memcpy_async.h",
                                               "cooperative_groups/reduce.h",
                                               "cooperative_groups/scan.h",
                                               "cublasLt.h",  // of these the half types
                                               "cublasXt.h",
                                               "cublas_api.h",
                                               "cublas_v2.h",
                                               "cuda/barrier",
                                               "cuda/pipeline",
                                               "cuda_bf16.h",
                                               "cuda_bf16.hpp",
                                               "cuda_fp16.h",
                                               "cuda_fp16.hpp",
                                               "cuda_fp8.h",
                                               "cuda_fp8.hpp",
                                               "cuda_pipeline.h",
                                               "cuda_pipeline_primitives.h",
                                               "curand_kernel.h"};

// Headers of host code, beside the known ones. Only as <name>: "list" or "timer.h" may be
// anybody's.
constexpr std::string_view host_headers[] = {
    // C
    "complex.h", "ctype.h", "errno.h", "fenv.h", "inttypes.h", "iso646.h", "locale.h", "malloc.h",
    "memory.h", "setjmp.h", "signal.h", "stdalign.h", "stdarg.h", "stdatomic.h", "stdbool.h",
    "stdnoreturn.h", "strings.h", "tgmath.h", "threads.h", "time.h", "uchar.h", "wchar.h",
    "wctype.h", "values.h",
    // C++
    "any", "array", "atomic", "barrier", "bit", "bitset", "cctype", "cerrno", "cfenv", "charconv",
    "chrono", "cinttypes", "clocale", "codecvt", "compare", "complex", "concepts",
    "condition_variable", "csetjmp", "csignal", "cstdarg", "cstdbool", "ctime", "cwchar", "cwctype",
    "deque", "exception", "execution", "filesystem", "format", "forward_list", "fstream",
    "functional", "future", "initializer_list", "iomanip", "ios", "iosfwd", "iostream", "istream",
    "iterator", "latch", "list", "locale", "map", "memory", "memory_resource", "mutex", "new",
    "numbers", "numeric", "optional", "ostream", "queue", "random", "ranges", "ratio", "regex",
    "scoped_allocator", "semaphore", "set", "shared_mutex", "source_location", "span", "sstream",
    "stack", "stdexcept", "stop_token", "streambuf", "string", "string_view", "strstream",
    "system_error", "thread", "tuple", "typeindex", "typeinfo", "unordered_map", "unordered_set",
    "valarray", "variant", "vector", "version",
    // systems
    "conio.h", "cpuid.h", "direct.h", "dirent.h", "dlfcn.h", "execinfo.h", "fcntl.h", "getopt.h",
    "immintrin.h", "intrin.h", "io.h", "libgen.h", "mpi.h", "netdb.h", "numa.h", "omp.h", "poll.h",
    "process.h", "pthread.h", "sched.h", "semaphore.h", "unistd.h", "windows.h", "Windows.h",
    "x86intrin.h", "xmmintrin.h", "emmintrin.h"};
// Only as <folder/name>
constexpr std::string_view host_folders[] = {"arpa/",  "experimental/", "ext/",
                                             "linux/", "netinet/",      "sys/"};

// Also as "name": nobody else has a header of such a name.
constexpr std::string_view unmistakable_host_headers[] = {
    // CUDA's libraries and the runtime's host side
    "cublas.h", "cublasLt.h", "cublasXt.h", "cublas_api.h", "cublas_v2.h", "cudaGL.h",
    "cudaProfiler.h", "cudaTypedefs.h", "cuda_d3d11_interop.h", "cuda_egl_interop.h",
    "cuda_gl_interop.h", "cuda_occupancy.h", "cuda_profiler_api.h", "cudnn.h", "cufft.h",
    "cufftXt.h", "cufftw.h", "cupti.h", "curand.h", "cusolverDn.h", "cusolverMg.h", "cusolverRf.h",
    "cusolverSp.h", "cusolver_common.h", "cusparse.h", "cusparseLt.h", "cusparse_v2.h",
    "cutensor.h", "cutil.h", "cutil_inline.h", "driver_functions.h", "library_types.h", "nccl.h",
    "npp.h", "nppi.h", "npps.h", "nvJitLink.h", "nvToolsExt.h", "nvjpeg.h", "nvml.h", "nvrtc.h",
    "nvshmem.h", "nvshmemx.h", "channel_descriptor.h",
    // the CUDA samples' helpers
    "drvapi_error_string.h", "helper_cuda.h", "helper_cuda_drvapi.h", "helper_cuda_gl.h",
    "helper_cusolver.h", "helper_functions.h", "helper_gl.h", "helper_image.h",
    "helper_multiprocess.h", "helper_nvJPEG.hxx", "helper_string.h", "helper_timer.h",
    "nvrtc_helper.h", "rendercheck_gl.h", "shrQATest.h", "shrUtils.h"};
constexpr std::string_view unmistakable_host_folders[] = {
    "GL/", "GLFW/", "SDL/", "SDL2/", "nvtx3/", "opencv/", "opencv2/", "thrust/"};

template <std::size_t N>
bool contains(const std::string_view (&names)[N], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

}  // namespace

bool is_known_header(std::string_view name, Compiler compiler) {
  return contains(known_headers, name) ||
         (compiler == Compiler::clang && contains(known_to_clang, name));
}

bool is_host_header(std::string_view name, bool is_quoted) {
  const auto is_in = [&](std::string_view folder) { return name.starts_with(folder); };
  return contains(unmistakable_host_headers, name) ||
         std::any_of(std::begin(unmistakable_host_folders), std::end(unmistakable_host_folders),
                     is_in) ||
         (!is_quoted && (contains(host_headers, name) ||
                         std::any_of(std::begin(host_folders), std::end(host_folders), is_in)));
}

std::string without_known_headers(std::string_view text, Compiler compiler) {
  if (compiler == Compiler::nvcc) return std::string(text);
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    const std::string_view name = included_header(line);
    if (!is_known_header(name, compiler)) result += line;
    if (end == std::string_view::npos) break;
    result += '\n';
    text.remove_prefix(end + 1);
  }
  return result;
}

std::string defines_of(const Source& source) {
  std::string defines = macro_lines(source.flags);
  for (const auto& [name, value] : source.defines)
    defines += fmt::format("#define {} {}\n", name, value);
  return defines;
}

std::string framed_text(const Source& source, const PreludeChoice& prelude, Compiler compiler) {
  std::string all = defines_of(source) + source.text + wanted_kernel_text(source.kernel, compiler);
  for (const auto& [path, text] : source.header_texts) all += '\n' + text;
  return prelude(all) + framed_text(source, compiler);
}

std::string framed_text(const Source& source, Compiler compiler) {
  std::string text = without_known_headers(source.text, compiler);
  // To NVRTC and clang, "C"__global__ is one literal; to nvcc it is two words.
  constexpr std::string_view literal = "\"C\"__";
  for (std::size_t at = text.find(literal); at != text.npos && compiler != Compiler::nvcc;
       at = text.find(literal, at)) {
    text.insert(at + literal.find('_'), " ");
  }
  return fmt::format("#line 1 \"/lanescope/defines\"\n{}#line 1 \"{}\"\n{}{}", defines_of(source),
                     internal_source_name, text, wanted_kernel_text(source.kernel, compiler));
}

std::string with_source_name(std::string_view ptx, std::string_view name) {
  std::string printable(name);
  for (char& c : printable) {
    if (c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20) c = '_';
  }
  const std::string quoted = '"' + std::string(internal_source_name) + '"';
  std::string result;
  result.reserve(ptx.size() + printable.size());
  while (!ptx.empty()) {
    const std::size_t end = ptx.find('\n');
    std::string_view line = ptx.substr(0, end == std::string_view::npos ? end : end + 1);
    ptx.remove_prefix(line.size());
    const std::size_t at = line.find(quoted);
    const std::size_t first = line.find_first_not_of(" \t");
    if (at != std::string_view::npos && line.substr(first).starts_with(".file")) {
      result += line.substr(0, at);
      result += '"' + printable + '"';
      line.remove_prefix(at + quoted.size());
    }
    result += line;
  }
  return result;
}

}  // namespace lanescope::compile
