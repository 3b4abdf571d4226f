#include "app/session/sweeps/plan.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "kernels/lesson_file/names.h"
#include "kernels/lesson_file/parameter_range.h"
#include "sim/text/number.h"

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
  return has_usual_quantities || std::find(sweep.quantities.begin(), sweep.quantities.end(),
                                           "occupancy.percent") != sweep.quantities.end();
}

bool same_launches(const SweepPlan& a, const SweepPlan& b) {
  return a.lesson == b.lesson && a.compiler == b.compiler && a.machine == b.machine &&
         a.checks == b.checks && a.wants_occupancy() == b.wants_occupancy() &&
         std::equal(a.points.begin(), a.points.end(), b.points.begin(), b.points.end(),
                    [&](const SweepPoint& x, const SweepPoint& y) {
                      return a.variants[x.variant] == b.variants[y.variant] &&
                             x.overrides == y.overrides && x.key == y.key &&
                             x.timed_key == y.timed_key;
                    });
}

namespace {

constexpr const char* axis_forms =
    "PAD=0..8, PAD=0..32/8 by steps, N=32..4096*2 by factors, or "
    "PAD=0,1,4";

// "0..32/8"
std::optional<lesson::SweepRange> parse_range(std::string_view text) {
  const std::size_t dots = text.find("..");
  lesson::SweepRange range;
  range.from = whole_number<std::int64_t>(text.substr(0, dots));
  std::string_view rest = text.substr(dots + 2);
  if (const std::size_t mark = rest.find_first_of("/*"); mark != std::string_view::npos) {
    const auto value = whole_number<std::int64_t>(rest.substr(mark + 1));
    if (!value) return std::nullopt;
    (rest[mark] == '/' ? range.increment : range.factor) = value;
    rest = rest.substr(0, mark);
  }
  range.to = whole_number<std::int64_t>(rest);
  return range.from && range.to ? std::optional(range) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> parse_list(std::string_view text) {
  std::vector<std::int64_t> values;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const auto value = whole_number<std::int64_t>(text.substr(0, comma));
    if (!value || values.size() == lesson::max_sweep_values) return std::nullopt;
    values.push_back(*value);
    if (comma == text.size()) return values;
    text.remove_prefix(comma + 1);
  }
}

std::string problem_of(const lesson::RangeProblem& problem) {
  return problem.key.empty() ? problem.message : "--" + problem.key + ": " + problem.message;
}

const lesson::Parameter* find(const std::vector<lesson::Parameter>& parameters,
                              const std::string& name) {
  const auto found =
      std::find_if(parameters.begin(), parameters.end(),
                   [&](const lesson::Parameter& parameter) { return parameter.name == name; });
  return found == parameters.end() ? nullptr : &*found;
}

// Of the requested variant, or of all variants.
std::vector<std::string> parameter_names(const SweepRequest& sweep_request,
                                         const lesson::Lesson& lesson) {
  std::vector<std::string> names;
  for (const lesson::VariantInfo& variant : lesson.variants()) {
    if (!sweep_request.variant.empty() && variant.name != sweep_request.variant) continue;
    for (const lesson::Parameter& each : lesson.parameters(variant.name)) {
      if (std::find(names.begin(), names.end(), each.name) == names.end())
        names.push_back(each.name);
    }
  }
  return names;
}

// Why the variant can't use the axis; empty: it can. `all`: the valid names. Some values may be
// outside the parameter's limits if `some`: their points fail, as those do whose launch is refused.
std::string axis_problem(const lesson::SweepAxis& axis,
                         const std::vector<lesson::Parameter>& parameters,
                         const std::vector<std::string>& all, bool some) {
  const lesson::Parameter* parameter = find(parameters, axis.parameter);
  if (parameter == nullptr)
    return fmt::format("no parameter '{}'{}; there are {}", axis.parameter,
                       lesson::did_you_mean(axis.parameter, all), lesson::list_of(all));
  std::string first_problem;
  for (const std::int64_t value : axis.values) {
    const std::string problem = lesson::range_problem(*parameter, value);
    if (problem.empty() && some) return {};
    if (!problem.empty() && first_problem.empty())
      first_problem = fmt::format("{}: {}", axis.parameter, problem);
  }
  return first_problem;
}

// The requested variant, or the first one that can use all axes, with `some` of their values.
// Error: that of the first variant that has the parameter.
tl::expected<std::string, std::string> variant_for(const SweepRequest& sweep_request,
                                                   const lesson::Lesson& lesson,
                                                   const std::vector<lesson::SweepAxis>& axes,
                                                   bool some) {
  const std::vector<std::string> all = parameter_names(sweep_request, lesson);
  std::vector<std::string> names;
  std::string first_problem;
  bool first_has_it = false;
  for (const lesson::VariantInfo& variant : lesson.variants()) {
    names.push_back(variant.name);
    if (!sweep_request.variant.empty() && variant.name != sweep_request.variant) continue;
    const std::vector<lesson::Parameter> parameters = lesson.parameters(variant.name);
    std::string problem;
    for (const lesson::SweepAxis& axis : axes) {
      if (problem.empty()) problem = axis_problem(axis, parameters, all, some);
    }
    if (problem.empty()) return variant.name;
    const bool has_it = find(parameters, sweep_request.parameter) != nullptr;
    if (first_problem.empty() || (has_it && !first_has_it)) first_problem = problem;
    first_has_it = first_has_it || has_it;
  }
  if (!first_problem.empty()) return tl::unexpected(first_problem);
  return tl::unexpected(fmt::format("no variant '{}'{}; there are {}", sweep_request.variant,
                                    lesson::did_you_mean(sweep_request.variant, names),
                                    lesson::list_of(names)));
}

}  // namespace

tl::expected<lesson::SweepAxis, std::string> parse_axis(const std::string& text) {
  const std::size_t equals = text.find('=');
  const auto wrong = [&] {
    return tl::unexpected(fmt::format("'{}' is not an axis; write it as {}", text, axis_forms));
  };
  if (equals == std::string::npos || equals == 0) return wrong();
  lesson::SweepAxis axis{text.substr(0, equals), {}};
  const std::string_view values = std::string_view(text).substr(equals + 1);
  if (values.find("..") == std::string_view::npos) {
    const auto list = parse_list(values);
    if (!list) return wrong();
    axis.values = *list;
    return axis;
  }
  const auto range = parse_range(values);
  if (!range) return wrong();
  auto all = lesson::values_of(*range);
  if (!all) return tl::unexpected(all.error().message);
  axis.values = std::move(*all);
  return axis;
}

tl::expected<lesson::Sweep, std::string> sweep_of(const SweepRequest& sweep_request,
                                                  const lesson::Lesson& lesson) {
  lesson::Sweep sweep;
  sweep.name = sweep_request.parameter;
  sweep.title = lesson::Text(sweep_request.parameter);
  sweep.parameter = sweep_request.parameter;
  sweep.quantities = sweep_request.quantities;
  auto values = lesson::values_of(sweep_request.range);
  if (!values) return tl::unexpected(problem_of(values.error()));
  sweep.values = std::move(*values);
  std::vector<lesson::SweepAxis> axes{{sweep.parameter, sweep.values}};
  if (!sweep_request.by.empty()) {
    auto by = parse_axis(sweep_request.by);
    if (!by) return tl::unexpected("--by: " + by.error());
    if (by->parameter == sweep.parameter)
      return tl::unexpected(std::string(
          "--by: the first axis has this parameter already; the second axis needs another"));
    if (by->values.size() * sweep.values.size() > lesson::max_map_points)
      return tl::unexpected(fmt::format("--by: {} x {} points are more than {}",
                                        sweep.values.size(), by->values.size(),
                                        lesson::max_map_points));
    axes.push_back(*by);
    sweep.by = std::move(*by);
  }
  auto variant = variant_for(sweep_request, lesson, axes, false);
  if (!variant) variant = variant_for(sweep_request, lesson, axes, true);
  if (!variant) return tl::unexpected(variant.error());
  sweep.variants = {std::move(*variant)};
  return sweep;
}

}  // namespace lanescope::app
