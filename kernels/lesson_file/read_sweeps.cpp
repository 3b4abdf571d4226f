#include "kernels/lesson_file/read_sweeps.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "kernels/lesson_file/chosen_variants.h"
#include "kernels/lesson_file/names.h"
#include "kernels/lesson_file/parameter_range.h"
#include "kernels/lesson_file/quantity_names.h"
#include "kernels/lesson_file/sweep_range.h"

namespace lanescope::lesson {
namespace {

std::vector<std::string> parameters_of(const std::vector<VariantSpec>& variants) {
  std::vector<std::string> names;
  for (const VariantSpec& variant : variants) {
    for (const std::string& name : names_of(variant.params)) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

std::vector<std::int64_t> read_range(const Table& table) {
  const SweepRange range{table.integer("from"), table.integer("to"), table.integer("step"),
                         table.integer("factor")};
  if (table.failed()) return {};
  const auto values = values_of(range);
  if (values) return *values;
  table.fail(values.error().key, values.error().message);
  return {};
}

std::vector<std::int64_t> read_values(const Table& table) {
  if (!table.has("values")) return read_range(table);
  for (const char* key : {"from", "to", "step", "factor"}) {
    if (table.has(key)) table.fail(key, "give either values, or from and to");
  }
  const std::vector<std::int64_t> values =
      table.integer_list("values").value_or(std::vector<std::int64_t>{});
  if (values.size() > max_sweep_values)
    table.fail("values", fmt::format("there are more than {} values; each value is a separate run",
                                     max_sweep_values));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::find(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(i), values[i]) !=
        values.begin() + static_cast<std::ptrdiff_t>(i))
      table.fail("values", fmt::format("{} is listed twice", values[i]));
  }
  return values;
}

// quantity = "blocks", or a list of such names.
std::vector<std::string> read_quantities(const Table& table) {
  std::vector<std::string> names;
  if (table.is_list("quantity")) {
    names = table.text_list("quantity").value_or(std::vector<std::string>{});
  } else if (const auto name = table.text("quantity")) {
    names = {*name};
  }
  for (const std::string& name : names) {
    if (const std::string problem = quantity_problem(name); !problem.empty())
      table.fail("quantity", problem);
  }
  return names;
}

// by = { parameter = "PAD", from = 0, to = 8 }
std::optional<SweepAxis> read_by(const Table& table, const Sweep& sweep) {
  const auto by = table.table("by");
  if (!by) return std::nullopt;
  by->allow({"parameter", "values", "from", "to", "step", "factor"});
  by->require({"parameter"});
  SweepAxis axis;
  axis.parameter = by->text("parameter").value_or("");
  axis.values = read_values(*by);
  if (axis.parameter == sweep.parameter)
    by->fail("parameter",
             "the first axis has this parameter already; the second axis needs another");
  if (sweep.set.contains(axis.parameter))
    table.fail("set",
               fmt::format("it sets {}, which is the second axis of the sweep", axis.parameter));
  if (axis.values.size() * sweep.values.size() > max_map_points)
    by->fail("", fmt::format("{} x {} points are more than {}; each point is a separate run",
                             sweep.values.size(), axis.values.size(), max_map_points));
  return axis;
}

bool has_all(const VariantSpec& variant, const Sweep& sweep) {
  if (find_parameter(variant.params, sweep.parameter) == nullptr) return false;
  if (sweep.by && find_parameter(variant.params, sweep.by->parameter) == nullptr) return false;
  const auto is_there = [&](const auto& entry) {
    return find_parameter(variant.params, entry.first) != nullptr;
  };
  return std::all_of(sweep.set.begin(), sweep.set.end(), is_there) &&
         std::all_of(sweep.timed.begin(), sweep.timed.end(), is_there);
}

// Every value must be valid for the parameter in each of the sweep's variants.
void check_ranges(const Table& table, const Sweep& sweep, const VariantSpec& variant) {
  const auto problem_of = [&](const std::string& name, std::int64_t value) {
    return range_problem(find_parameter(variant.params, name)->parameter, value);
  };
  const auto check = [&](const Table& at, const std::string& name,
                         const std::vector<std::int64_t>& values) {
    for (const std::int64_t value : values) {
      const std::string problem = problem_of(name, value);
      if (!problem.empty()) at.fail(at.has("values") ? "values" : "from", problem);
    }
  };
  check(table, sweep.parameter, sweep.values);
  if (sweep.by) check(*table.table("by"), sweep.by->parameter, sweep.by->values);
  for (const auto& [name, value] : sweep.set) {
    const std::string problem = problem_of(name, value);
    if (!problem.empty()) table.fail("set", problem);
  }
  for (const auto& [name, value] : sweep.timed) {
    const std::string problem = problem_of(name, value);
    if (!problem.empty()) table.fail("timed", problem);
  }
}

// Reports that no variant has the sweep's parameters. The error is at `by` if only that is missing.
void report_missing(const Table& table, const Sweep& sweep,
                    const std::vector<VariantSpec>& variants) {
  const std::vector<std::string> names = parameters_of(variants);
  const auto is_missing = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) == names.end();
  };
  const bool is_by = sweep.by && !is_missing(sweep.parameter) && is_missing(sweep.by->parameter);
  const std::string message = fmt::format(
      "no variant has all of this sweep's parameters{}; there are {}",
      did_you_mean(is_by ? sweep.by->parameter : sweep.parameter, names), list_of(names));
  if (is_by) {
    table.table("by")->fail("parameter", message);
  } else {
    table.fail("parameter", message);
  }
}

void choose_variants(const Table& table, Sweep& sweep, const std::vector<VariantSpec>& variants) {
  const bool are_given = table.has("variants");
  sweep.variants = chosen_variants(table, variants);
  for (const VariantSpec& variant : variants) {
    const bool is_chosen = std::find(sweep.variants.begin(), sweep.variants.end(), variant.name) !=
                           sweep.variants.end();
    if (are_given && !is_chosen) continue;
    if (has_all(variant, sweep)) {
      if (!are_given) sweep.variants.push_back(variant.name);
      check_ranges(table, sweep, variant);
    } else if (are_given) {
      table.fail("variants", fmt::format("variant '{}' lacks a parameter of this sweep; it has {}",
                                         variant.name, list_of(names_of(variant.params))));
    }
  }
  if (sweep.variants.empty()) report_missing(table, sweep, variants);
}

Sweep read_sweep(const Table& table, const std::vector<VariantSpec>& variants) {
  table.allow({"name", "title", "parameter", "values", "from", "to", "step", "factor", "set",
               "variants", "quantity", "by", "timed"});
  Sweep sweep;
  table.require({"name", "parameter"});
  sweep.name = table.text("name").value_or("");
  if (!table.failed() && !is_sweep_name(sweep.name))
    table.fail("name",
               "a name must have no blank, comma or equals sign, because options name sweeps");
  sweep.title = table.localised("title").value_or(Text(sweep.name));
  sweep.parameter = table.text("parameter").value_or("");
  sweep.values = read_values(table);
  sweep.quantities = read_quantities(table);
  if (const auto set = table.table("set")) {
    for (const std::string& name : set->keys()) sweep.set[name] = set->integer(name).value_or(0);
    if (sweep.set.contains(sweep.parameter))
      set->fail(sweep.parameter, "the sweep varies this parameter itself");
  }
  sweep.by = read_by(table, sweep);
  if (const auto timed = table.table("timed")) {
    for (const std::string& name : timed->keys())
      sweep.timed[name] = timed->integer(name).value_or(0);
    for (const std::string& name :
         {sweep.parameter, sweep.by ? sweep.by->parameter : sweep.parameter}) {
      if (sweep.timed.contains(name)) timed->fail(name, "the sweep varies this parameter itself");
    }
  }
  if (!table.failed()) choose_variants(table, sweep, variants);
  return sweep;
}

}  // namespace

bool is_sweep_name(std::string_view name) {
  return !name.empty() && name.find_first_of(" \t\n,=") == std::string_view::npos;
}

std::vector<Values> launches_of(const Sweep& sweep) {
  std::vector<Values> launches;
  const auto add_row = [&](const Values& fixed) {
    for (const std::int64_t value : sweep.values) {
      launches.push_back(fixed);
      launches.back()[sweep.parameter] = value;
    }
  };
  if (!sweep.by) add_row(sweep.set);
  for (const std::int64_t value : sweep.by ? sweep.by->values : std::vector<std::int64_t>{}) {
    Values fixed = sweep.set;
    fixed[sweep.by->parameter] = value;
    add_row(fixed);
  }
  return launches;
}

Values timed_launch(const Sweep& sweep, Values launch) {
  for (const auto& [name, value] : sweep.timed) launch[name] = value;
  return launch;
}

std::vector<Values> timed_launches_of(const Sweep& sweep) {
  if (sweep.by && sweep.timed.empty()) return {};
  std::vector<Values> launches = launches_of(sweep);
  for (Values& launch : launches) launch = timed_launch(sweep, std::move(launch));
  return launches;
}

std::vector<Sweep> read_sweeps(const Table& lesson, const std::vector<VariantSpec>& variants) {
  std::vector<Sweep> sweeps;
  const auto tables = lesson.tables("sweeps");
  if (!tables) return sweeps;
  for (const Table& table : *tables) {
    Sweep sweep = read_sweep(table, variants);
    const bool is_there = std::any_of(sweeps.begin(), sweeps.end(),
                                      [&](const Sweep& other) { return other.name == sweep.name; });
    if (is_there) table.fail("name", fmt::format("there is a sweep '{}' already", sweep.name));
    sweeps.push_back(std::move(sweep));
  }
  return sweeps;
}

}  // namespace lanescope::lesson
