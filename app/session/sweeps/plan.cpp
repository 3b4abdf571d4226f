#include "app/session/sweeps/plan.h"

#include <algorithm>

namespace lanescope::app {

SweepPlan plan_sweep(const std::string& lesson, const lesson::Sweep& sweep,
                     const std::vector<std::string>& variants, const lesson::Values& set,
                     compile::Compiler compiler, const ResolveLaunch& resolve) {
  SweepPlan plan{lesson, compiler, {}, sweep, variants, {}, 0};
  for (const auto& [name, value] : set) {
    if (name != sweep.parameter && !(sweep.by && name == sweep.by->parameter))
      plan.sweep.set[name] = value;
  }
  const std::vector<lesson::Values> launches = lesson::launches_of(plan.sweep);
  for (std::size_t variant = 0; variant < variants.size(); ++variant) {
    for (const lesson::Values& launch : launches) {
      SweepPoint point;
      point.variant = variant;
      point.value = launch.at(sweep.parameter);
      if (sweep.by) point.by = launch.at(sweep.by->parameter);
      point.overrides = launch;
      if (const auto resolved = resolve(variants[variant], launch)) {
        point.key = key_of(*resolved, compiler);
        plan.largest_array_bytes = std::max(plan.largest_array_bytes, resolved->array_bytes);
      }
      point.timed_key = point.key;
      if (!plan.sweep.timed.empty()) {
        const auto timed = resolve(variants[variant], lesson::timed_launch(plan.sweep, launch));
        point.timed_key = timed ? std::optional(key_of(*timed, compiler)) : std::nullopt;
      }
      plan.points.push_back(std::move(point));
    }
  }
  return plan;
}

bool SweepPlan::wants_occupancy() const {
  return std::find(sweep.quantities.begin(), sweep.quantities.end(), "occupancy.percent") !=
         sweep.quantities.end();
}

bool same_launches(const SweepPlan& a, const SweepPlan& b) {
  return a.lesson == b.lesson && a.compiler == b.compiler && a.machine == b.machine &&
         a.wants_occupancy() == b.wants_occupancy() &&
         std::equal(a.points.begin(), a.points.end(), b.points.begin(), b.points.end(),
                    [&](const SweepPoint& x, const SweepPoint& y) {
                      return a.variants[x.variant] == b.variants[y.variant] &&
                             x.overrides == y.overrides && x.key == y.key &&
                             x.timed_key == y.timed_key;
                    });
}

}  // namespace lanescope::app
