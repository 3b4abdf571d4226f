#include "kernels/device/timing_traps.h"

namespace lanescope::device {
namespace {

constexpr double short_ms = 0.02;  // a launch takes a few microseconds, an event about one
constexpr double unsteady_share = 0.05;
constexpr double slow_first_times = 5;
constexpr double max_idle_share = 0.25;  // of the GPU's block slots, averaged over the launch

// The fraction of the GPU's block slots that stay empty, averaged over the launch.
double idle_share(const TimedLaunch& launch) {
  const std::uint64_t slots =
      std::uint64_t{launch.multiprocessors} * launch.blocks_per_multiprocessor;
  if (slots == 0 || launch.blocks == 0) return 0;
  const std::uint64_t waves = (launch.blocks + slots - 1) / slots;
  return 1.0 - static_cast<double>(launch.blocks) / static_cast<double>(waves * slots);
}

}  // namespace

std::string_view name_of(TimingTrap trap) {
  switch (trap) {
    case TimingTrap::fits_in_l2:
      return "fits_in_l2";
    case TimingTrap::too_few_blocks:
      return "too_few_blocks";
    case TimingTrap::few_waves:
      return "few_waves";
    case TimingTrap::very_short:
      return "very_short";
    case TimingTrap::unsteady:
      return "unsteady";
    case TimingTrap::slow_first:
      return "slow_first";
  }
  return "";
}

std::string_view sentence_of(TimingTrap trap) {
  switch (trap) {
    case TimingTrap::fits_in_l2:
      return "the data that the kernel moves fits into the L2 cache: warm runs may read the cache, "
             "not the memory; use the cold time or a larger size";
    case TimingTrap::too_few_blocks:
      return "there are fewer blocks than multiprocessors: part of the GPU is idle, whatever the "
             "kernel does";
    case TimingTrap::few_waves:
      return "the last wave of blocks fills only part of the GPU: a slightly different size may be "
             "much faster or slower";
    case TimingTrap::very_short:
      return "the run is shorter than 20 microseconds: the launch itself may be a good "
             "part of the time";
    case TimingTrap::unsteady:
      return "the times of the runs vary: the median is not known to within 5 %; another program "
             "may be using the GPU";
    case TimingTrap::slow_first:
      return "the first launch took more than five times as long, probably because it loaded the "
             "kernel: it is left out";
  }
  return "";
}

std::vector<TimingTrap> timing_traps_of(const TimedLaunch& launch) {
  std::vector<TimingTrap> traps;
  const auto add_if = [&](bool holds, TimingTrap trap) {
    if (holds) traps.push_back(trap);
  };
  const bool idle_gpu = launch.blocks < launch.multiprocessors;
  add_if(launch.bytes_moved != 0 && launch.bytes_moved <= launch.l2_bytes, TimingTrap::fits_in_l2);
  add_if(idle_gpu, TimingTrap::too_few_blocks);
  add_if(!idle_gpu && idle_share(launch) > max_idle_share, TimingTrap::few_waves);
  add_if(launch.summary.count > 0 && launch.summary.median < short_ms, TimingTrap::very_short);
  add_if(uncertainty(launch.summary) > unsteady_share, TimingTrap::unsteady);
  add_if(launch.summary.count > 0 && launch.first_ms > slow_first_times * launch.summary.median,
         TimingTrap::slow_first);
  return traps;
}

}  // namespace lanescope::device
