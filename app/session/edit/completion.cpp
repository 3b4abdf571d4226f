// Completing a word that has been begun.
#include <algorithm>
#include <iterator>
#include <string_view>

#include "app/session/edit/text_edit.h"
#include "sim/text/source_line.h"

namespace lanescope::app {
namespace {

// What is completed although the text does not have it yet: CUDA C++ as kernels use it. In order,
// so that those with the same beginning are found by halving.
constexpr std::string_view cuda_words[] = {
    // clang-format off
    "__activemask", "__align__", "__all_sync", "__any_sync", "__ballot_sync", "__bfloat162float",
    "__brev", "__byte_perm", "__clz", "__constant__", "__cosf", "__cvta_generic_to_shared",
    "__device__", "__dp4a", "__exp10f", "__expf", "__fadd_rn", "__fdividef", "__ffs",
    "__float2bfloat16", "__float2half", "__float2half2_rn", "__float_as_int", "__float_as_uint",
    "__floats2half2_rn", "__fmaf_rn", "__fmul_rn", "__forceinline__", "__frcp_rn", "__fsqrt_rn",
    "__funnelshift_l", "__global__", "__hadd", "__hadd2", "__half", "__half2", "__half22float2",
    "__half2float", "__halves2half2", "__hfma", "__hfma2", "__high2float", "__high2half", "__hmax2",
    "__hmin2", "__hmul", "__hmul2", "__host__", "__hsub", "__hsub2", "__int_as_float",
    "__launch_bounds__", "__ldcg", "__ldcs", "__ldg", "__log2f", "__logf", "__low2float",
    "__low2half", "__managed__", "__match_all_sync", "__match_any_sync", "__mul24", "__nanosleep",
    "__noinline__", "__nv_bfloat16", "__nv_bfloat162", "__pipeline_commit",
    "__pipeline_memcpy_async", "__pipeline_wait_prior", "__popc", "__popcll", "__powf",
    "__reduce_add_sync", "__reduce_and_sync", "__reduce_max_sync", "__reduce_min_sync",
    "__reduce_or_sync", "__reduce_xor_sync", "__restrict__", "__saturatef", "__shared__",
    "__shfl_down_sync", "__shfl_sync", "__shfl_up_sync", "__shfl_xor_sync", "__sinf", "__stcg",
    "__stcs", "__syncthreads", "__syncthreads_and", "__syncthreads_count", "__syncthreads_or",
    "__syncwarp", "__threadfence", "__threadfence_block", "__threadfence_system", "__uint_as_float",
    "__umulhi", "alignas", "alignof", "assert", "atomicAdd", "atomicAnd", "atomicCAS", "atomicDec",
    "atomicExch", "atomicInc", "atomicMax", "atomicMin", "atomicOr", "atomicSub", "atomicXor",
    "auto", "blockDim.x", "blockDim.y", "blockDim.z", "blockIdx.x", "blockIdx.y", "blockIdx.z",
    "bool", "break", "case", "ceilf", "char", "char4", "class", "clock64", "coalesced_group",
    "const", "const_cast", "constexpr", "continue", "cooperative_groups", "cosf", "decltype",
    "default", "define", "delete", "dim3", "double", "double2", "else", "endif", "enum", "erff",
    "exp2f", "expf", "explicit", "extern", "fabsf", "false", "float", "float2", "float3", "float4",
    "floorf", "fma", "fmaf", "fmaxf", "fminf", "fmodf", "goto", "gridDim.x", "gridDim.y",
    "gridDim.z", "grid_group", "group_index", "half", "half2", "ifdef", "ifndef", "include",
    "inline", "int16_t", "int2", "int3", "int32_t", "int4", "int64_t", "int8_t", "log10f", "log2f",
    "logf", "long", "make_double2", "make_float2", "make_float3", "make_float4", "make_int2",
    "make_int3", "make_int4", "make_uchar4", "make_uint2", "make_uint4", "max", "memcpy_async",
    "meta_group_rank", "meta_group_size", "min", "namespace", "nullptr", "num_threads", "operator",
    "powf", "pragma", "printf", "private", "protected", "public", "reinterpret_cast", "return",
    "rintf", "roundf", "rsqrt", "rsqrtf", "shfl_down", "shfl_xor", "short", "signed", "sinf",
    "size_t", "sizeof", "sqrt", "sqrtf", "static", "static_assert", "static_cast", "struct",
    "switch", "tanhf", "template", "this", "this_grid", "this_thread_block", "threadIdx.x",
    "threadIdx.y", "threadIdx.z", "thread_block", "thread_block_tile", "thread_index",
    "thread_rank", "tiled_partition", "true", "typedef", "typename", "uchar4", "uint16_t", "uint2",
    "uint3", "uint32_t", "uint4", "uint64_t", "uint8_t", "union", "unroll", "unsigned", "using",
    "virtual", "void", "volatile", "warpSize", "while"
    // clang-format on
};
static_assert(std::ranges::is_sorted(cuda_words));

constexpr std::size_t most_characters_for_words = 100'000;

std::size_t name_start(std::string_view line, std::size_t end) {
  while (end > 0 && is_of_name(line[end - 1])) --end;
  return end;
}

}  // namespace

std::string TextEdit::begun_word() const {
  const std::string_view line = std::string_view(lines_[caret_.line]).substr(0, caret_.column);
  const std::size_t start = name_start(line, line.size());
  if (start > 0 && line[start - 1] == '.') {
    const std::size_t owner = name_start(line, start - 1);
    const std::string_view name = line.substr(owner, start - 1 - owner);
    if (name == "threadIdx" || name == "blockIdx" || name == "blockDim" || name == "gridDim")
      return std::string(line.substr(owner));
  }
  return std::string(line.substr(start));
}

std::vector<std::string> TextEdit::completions(std::size_t limit) const {
  const std::string begun = begun_word();
  std::vector<std::string> words;
  if (begun.size() < 2) return words;
  const auto goes_on = [&](std::string_view word) {
    return word.size() > begun.size() && word.starts_with(begun);
  };
  std::size_t looked_at = 0;
  std::vector<std::string> near;  // those at one distance from the caret
  const auto look_at = [&](std::size_t line) {
    const std::string_view text = lines_[line];
    looked_at += text.size() + 1;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (!is_of_name(text[at])) continue;
      const std::size_t start = at;
      while (at < text.size() && is_of_name(text[at])) ++at;
      const bool has_caret = line == caret_.line && start <= caret_.column && caret_.column <= at;
      const bool is_number = text[start] >= '0' && text[start] <= '9';
      const std::string_view word = text.substr(start, at - start);
      if (!has_caret && !is_number && goes_on(word)) near.emplace_back(word);
    }
  };
  const auto add = [&](std::string_view word) {
    if (words.size() < limit && std::ranges::find(words, word) == words.end())
      words.emplace_back(word);
  };
  for (std::size_t distance = 0; words.size() < limit && looked_at < most_characters_for_words;
       ++distance) {
    const bool has_above = distance > 0 && distance <= caret_.line;
    const bool has_below = caret_.line + distance < lines_.size();
    if (distance > 0 && !has_above && !has_below) break;
    near.clear();
    if (has_above) look_at(caret_.line - distance);
    if (has_below) look_at(caret_.line + distance);
    std::ranges::sort(near);
    std::ranges::for_each(near, add);
  }
  for (auto each = std::ranges::lower_bound(cuda_words, begun);
       each != std::end(cuda_words) && each->starts_with(begun); ++each)
    if (goes_on(*each)) add(*each);
  return words;
}

void TextEdit::complete(std::string_view word) {
  const TextPlace start{caret_.line, caret_.column - begun_word().size()};
  change({start, caret_}, with_plain_line_ends(word));
}

}  // namespace lanescope::app
