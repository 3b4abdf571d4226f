// The time to compute the cost of one warp access, by pattern. A run of a lesson does that 10^5 to
// 10^7 times.

#include <benchmark/benchmark.h>

#include "sim/memory/global.h"
#include "sim/memory/other.h"
#include "sim/memory/shared.h"

namespace lanescope::memory {
namespace {

// Lane l accesses first + l * stride_bytes.
WarpAccess strided(Space space, std::uint8_t bytes, std::uint64_t stride_bytes,
                   std::uint32_t mask = 0xffff'ffffU) {
  WarpAccess access{.space = space, .op = Op::load, .bytes = bytes, .mask = mask, .address = {}};
  for (std::size_t lane = 0; lane < warp_lanes; ++lane)
    access.address[lane] = 4096 + lane * stride_bytes;
  return access;
}

// Lanes in a permuted order, as from a swizzle or a hash: words (l * 11) % 32, `spread_bytes`
// apart.
WarpAccess permuted(Space space, std::uint64_t spread_bytes) {
  WarpAccess access = strided(space, 4, 0);
  for (std::size_t lane = 0; lane < warp_lanes; ++lane)
    access.address[lane] += lane * 11 % warp_lanes * spread_bytes;
  return access;
}

template <auto Cost>
void price(benchmark::State& state, WarpAccess access) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(access);
    benchmark::DoNotOptimize(Cost(access));
  }
}

constexpr auto global = price<global_cost>;
constexpr auto shared = price<shared_cost>;
constexpr auto local = price<local_cost>;

BENCHMARK_CAPTURE(global, row, strided(Space::global, 4, 4));
BENCHMARK_CAPTURE(global, column, strided(Space::global, 4, 4096));
BENCHMARK_CAPTURE(global, stride_12, strided(Space::global, 4, 12));
BENCHMARK_CAPTURE(global, half_a_row, strided(Space::global, 4, 4, 0xffffU));
BENCHMARK_CAPTURE(global, permuted, permuted(Space::global, 4));
BENCHMARK_CAPTURE(global, scattered, permuted(Space::global, 5000));
BENCHMARK_CAPTURE(shared, row, strided(Space::shared, 4, 4));
BENCHMARK_CAPTURE(shared, column, strided(Space::shared, 4, 128));
BENCHMARK_CAPTURE(shared, permuted, permuted(Space::shared, 4));
BENCHMARK_CAPTURE(shared, scattered, permuted(Space::shared, 5000));
BENCHMARK_CAPTURE(shared, 16_bytes, strided(Space::shared, 16, 144));
BENCHMARK_CAPTURE(local, same_offset, strided(Space::local, 4, 0));

}  // namespace
}  // namespace lanescope::memory
