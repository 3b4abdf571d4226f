#include "kernels/launches/worst.h"

#include <utility>

namespace lanescope::launches {
namespace {

const char* word_of(memory::Space space) {
  switch (space) {
    case memory::Space::global:
      return "global";
    case memory::Space::shared:
      return "shared";
    case memory::Space::local:
      return "local";
    case memory::Space::constant:
      break;
  }
  return "constant";
}

}  // namespace

Worst worst_of(const report::Report& report) {
  Worst worst;
  for (const report::Site& site : report.sites) {
    const bool is_shared = site.space == memory::Space::shared;
    const std::uint64_t cost = is_shared ? site.counts.wavefronts : site.counts.sectors;
    const std::uint64_t ideal =
        is_shared ? site.counts.ideal_wavefronts : site.counts.ideal_sectors;
    if (ideal == 0 || cost <= ideal) continue;
    Worst one{site.place, word_of(site.space), cost, ideal, site.worst_ways};
    if (worst.space.empty() || one.ratio() > worst.ratio()) worst = std::move(one);
  }
  return worst;
}

}  // namespace lanescope::launches
