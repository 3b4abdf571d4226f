// Surveys of random programs, compared with brute force.
#include <gtest/gtest.h>

#include "sim/report/build.h"
#include "sim/survey/surveyor.h"
#include "tests/property/arguments.h"
#include "tests/survey/brute_force.h"

namespace lanescope::survey::test {
namespace {

constexpr std::uint64_t seeds_per_case = 40;

// A random program that can be launched repeatedly.
class Launchable {
 public:
  explicit Launchable(std::uint64_t seed) : program_(property::random_program(seed)) {
    decoded_ = *tests::program_of(property::ptx_of(program_));
    config_ = {{program_.grid, 1, 1}, {program_.block[0], program_.block[1], program_.block[2]}, 0};
  }

  [[nodiscard]] const exec::Program& decoded() const { return decoded_; }
  [[nodiscard]] const exec::LaunchConfig& config() const { return config_; }

  exec::RunResult run(const exec::ObserverFactory& observers, int threads) {
    arguments_ = property::arguments_of(program_);
    exec::RunOptions options;
    options.threads = threads;
    auto result =
        exec::run(decoded_, config_, arguments_.bytes, arguments_.memory, observers, options);
    EXPECT_TRUE(result && result->status == exec::RunStatus::completed);
    return *std::move(result);
  }

  // The elements have different sizes, so an access may be narrower or wider than an element.
  [[nodiscard]] std::vector<report::ArrayInfo> arrays() {
    if (arguments_.bytes.empty()) (void)run(tests::nobody, 1);
    std::vector<report::ArrayInfo> arrays;
    for (const exec::GlobalMemory::Array& array : arguments_.memory.arrays()) {
      report::ArrayInfo info;
      info.name = array.name;
      info.element_bytes = arrays.empty() ? 4 : 2;
      info.count = array.bytes / info.element_bytes;
      info.address = array.address;
      arrays.push_back(info);
    }
    return arrays;
  }

 private:
  property::Program program_;
  exec::Program decoded_;
  exec::LaunchConfig config_;
  tests::Arguments arguments_;
};

Survey survey_of(Launchable& launch, const memory::MemoryRules& machine, int threads) {
  Surveying surveying({launch.decoded().sites,
                       launch.config(),
                       launch.config().grid[0],
                       launch.arrays(),
                       machine,
                       {}});
  const exec::RunResult result = launch.run([&] { return surveying.observer(); }, threads);
  return surveying.finish(result.blocks_run, true, result.in_order);
}

// Traces from ordinary reports, one run per block.
Traced traces_of(Launchable& launch, const memory::MemoryRules& machine) {
  Traced traced{launch.config().grid, launch.config().block, launch.arrays(), machine, {}};
  const auto& size = launch.config().block;
  const std::uint32_t warps = (size[0] * size[1] * size[2] + 31) / 32;
  for (std::uint32_t block = 0; block < traced.grid[0]; ++block) {
    std::vector<std::unique_ptr<report::Collector>> collectors;
    const exec::RunResult result =
        launch.run(tests::one_each(collectors, launch.decoded(), block, warps, machine), 1);
    report::Report report = report::build(
        {launch.decoded(), launch.config(), result, collectors, "", "", report::Dim3{block, 0, 0}});
    traced.blocks.push_back(std::move(report.traces));
  }
  return traced;
}

class RandomLaunch : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomLaunch, is_surveyed_as_its_traces_say) {
  using memory::GlobalRule;
  using memory::SharedRule;
  const memory::MemoryRules machines[] = {
      {},
      {GlobalRule::cached_lines, SharedRule::whole_warp, false},
      {GlobalRule::segments, SharedRule::half_warps, true},
      {GlobalRule::sequential_segments, SharedRule::half_warps, true},
      {GlobalRule::sectors, SharedRule::paired_rows, false}};
  std::uint64_t requests = 0;
  for (std::uint64_t i = 0; i < seeds_per_case; ++i) {
    const std::uint64_t seed = GetParam() * seeds_per_case + i;
    Launchable launch(seed);
    const memory::MemoryRules& machine = machines[i % std::size(machines)];
    const Survey expected = brute_force(traces_of(launch, machine));
    const Survey found = survey_of(launch, machine, 1);
    ASSERT_EQ(difference(expected, found), "") << "seed " << seed;
    requests += found.total.requests;
    if (launch.config().grid[0] > 1)
      ASSERT_EQ(found, survey_of(launch, machine, 3)) << "seed " << seed;
  }
  EXPECT_GT(requests, 1000U);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomLaunch, testing::Range(std::uint64_t{0}, std::uint64_t{5}));

}  // namespace
}  // namespace lanescope::survey::test
