#include "app/session/sweeps/plan.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <tuple>
#include <utility>

namespace lanescope::app {
namespace {

// The values of an axis, ascending.
class Axis {
 public:
  explicit Axis(std::vector<std::int64_t> values) : values_(std::move(values)) {
    std::sort(values_.begin(), values_.end());
    values_.erase(std::unique(values_.begin(), values_.end()), values_.end());
  }
  [[nodiscard]] std::int64_t position_of(std::int64_t value) const {
    return std::lower_bound(values_.begin(), values_.end(), value) - values_.begin();
  }
  [[nodiscard]] std::int64_t nearest(std::int64_t value) const {
    std::int64_t at = std::min(position_of(value), last());
    if (at > 0 && value - values_[index(at - 1)] < values_[index(at)] - value) --at;
    return at;
  }
  // 0: the ends. Then 1 for the middle, 2 for the quarters, and so on.
  [[nodiscard]] int fineness(std::int64_t position) const {
    if (position == 0 || position == last()) return 0;
    const int levels = static_cast<int>(std::bit_width(index(last() - 1)));
    return levels - std::countr_zero(index(position));
  }

 private:
  static std::size_t index(std::int64_t position) { return static_cast<std::size_t>(position); }
  [[nodiscard]] std::int64_t last() const { return static_cast<std::int64_t>(values_.size()) - 1; }
  std::vector<std::int64_t> values_;
};

}  // namespace

std::vector<std::size_t> order_of(const SweepPlan& plan, const AskedPoint& asked) {
  std::vector<std::size_t> order(plan.points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (order.empty()) return order;
  std::vector<std::int64_t> values, bys;
  for (const SweepPoint& point : plan.points) {
    values.push_back(point.value);
    bys.push_back(point.by.value_or(0));
  }
  const Axis across(std::move(values)), down(std::move(bys));
  const std::int64_t x = across.nearest(asked.value);
  const std::int64_t y = down.nearest(asked.by.value_or(0));
  const auto rank = [&](std::size_t at) {
    const SweepPoint& point = plan.points[at];
    const std::int64_t px = across.position_of(point.value);
    const std::int64_t py = down.position_of(point.by.value_or(0));
    const std::int64_t apart = std::max(std::abs(px - x), std::abs(py - y));
    const bool is_other = plan.variants[point.variant] != asked.variant;
    const std::int64_t ring = std::min<std::int64_t>(apart + (is_other ? 1 : 0), 2);
    const int fineness = ring < 2 ? 0 : std::max(across.fineness(px), down.fineness(py));
    return std::tuple(ring, fineness, is_other, apart, at);
  };
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  return order;
}

const lesson::Sweep* sweep_named(const std::vector<lesson::Sweep>& sweeps, std::string_view name) {
  const auto find_by = [&](std::string lesson::Sweep::*key) -> const lesson::Sweep* {
    const auto found = std::find_if(sweeps.begin(), sweeps.end(),
                                    [&](const lesson::Sweep& each) { return each.*key == name; });
    return found != sweeps.end() ? &*found : nullptr;
  };
  const lesson::Sweep* named = find_by(&lesson::Sweep::name);
  return named != nullptr ? named : find_by(&lesson::Sweep::parameter);
}

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
