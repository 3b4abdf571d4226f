#include "app/session/sweeps/ad_hoc.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include "kernels/lesson_file/names.h"
#include "kernels/lesson_file/parameter_range.h"

namespace lanescope::app {
namespace {

constexpr const char* axis_forms =
    "PAD=0..8, PAD=0..32/8 by steps, N=32..4096*2 by factors, or "
    "PAD=0,1,4";

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// "0..32/8"
std::optional<lesson::SweepRange> parse_range(std::string_view text) {
  const std::size_t dots = text.find("..");
  lesson::SweepRange range;
  range.from = whole_number(text.substr(0, dots));
  std::string_view rest = text.substr(dots + 2);
  if (const std::size_t mark = rest.find_first_of("/*"); mark != std::string_view::npos) {
    const auto value = whole_number(rest.substr(mark + 1));
    if (!value) return std::nullopt;
    (rest[mark] == '/' ? range.step : range.factor) = value;
    rest = rest.substr(0, mark);
  }
  range.to = whole_number(rest);
  return range.from && range.to ? std::optional(range) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> parse_list(std::string_view text) {
  std::vector<std::int64_t> values;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const auto value = whole_number(text.substr(0, comma));
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
