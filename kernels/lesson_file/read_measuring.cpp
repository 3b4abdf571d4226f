#include "kernels/lesson_file/read_measuring.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "kernels/lesson_file/names.h"
#include "kernels/lesson_file/parameter_range.h"

namespace lanescope::lesson {
namespace {

// More is a slip of the pen: each is a run of its own.
constexpr std::size_t most_values = 1000;

const Parameter* find_parameter(const VariantSpec& variant, std::string_view name) {
  for (const ParameterSpec& spec : variant.params) {
    if (spec.parameter.name == name) return &spec.parameter;
  }
  return nullptr;
}

std::vector<std::string> names_of(const std::vector<VariantSpec>& variants) {
  std::vector<std::string> names;
  for (const VariantSpec& variant : variants) names.push_back(variant.name);
  return names;
}

std::vector<std::string> parameters_of(const std::vector<VariantSpec>& variants) {
  std::vector<std::string> names;
  for (const VariantSpec& variant : variants) {
    for (const ParameterSpec& spec : variant.params) {
      if (std::find(names.begin(), names.end(), spec.parameter.name) == names.end())
        names.push_back(spec.parameter.name);
    }
  }
  return names;
}

// variants = ["tile"]: those, checked; empty when the key is not there.
std::vector<std::string> chosen_variants(const Table& table,
                                         const std::vector<VariantSpec>& variants) {
  const auto chosen = table.text_list("variants");
  if (!chosen) return {};
  const std::vector<std::string> names = names_of(variants);
  for (const std::string& name : *chosen) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      table.fail("variants", fmt::format("no variant '{}'{}; there are {}", name,
                                         did_you_mean(name, names), list_of(names)));
    }
  }
  return *chosen;
}

// from, from + step ... to; or from, from * factor ... to.
std::vector<std::int64_t> read_range(const Table& table) {
  for (const char* key : {"from", "to"}) {
    if (!table.has(key)) table.fail("", fmt::format("values, or from and to: {} is missing", key));
  }
  if (table.has("step") && table.has("factor"))
    table.fail("factor", "step adds, factor multiplies: give one of the two");
  const std::int64_t from = table.integer("from").value_or(0);
  const std::int64_t to = table.integer("to").value_or(0);
  const std::int64_t step = table.integer("step").value_or(1);
  const std::int64_t factor = table.integer("factor").value_or(1);
  if (from > to) table.fail("from", fmt::format("from is {}, above to, {}", from, to));
  if (step < 1) table.fail("step", "the step must be at least 1");
  if (table.has("factor") && factor < 2) table.fail("factor", "the factor must be at least 2");
  if (factor > 1 && from < 1) table.fail("from", "with a factor, from must be at least 1");
  std::vector<std::int64_t> values;
  if (table.failed()) return values;
  std::int64_t value = from;
  while (value <= to && values.size() <= most_values) {
    values.push_back(value);
    const bool over = factor > 1 ? __builtin_mul_overflow(value, factor, &value)
                                 : __builtin_add_overflow(value, step, &value);
    if (over) break;
  }
  return values;
}

std::vector<std::int64_t> read_values(const Table& table) {
  std::vector<std::int64_t> values;
  if (table.has("values")) {
    for (const char* key : {"from", "to", "step", "factor"}) {
      if (table.has(key)) table.fail(key, "give either values, or from and to");
    }
    values = table.integer_list("values").value_or(std::vector<std::int64_t>{});
  } else {
    values = read_range(table);
  }
  if (values.size() > most_values)
    table.fail("", fmt::format("more than {} values; each is a run of its own", most_values));
  return values;
}

bool has_all(const VariantSpec& variant, const Sweep& sweep) {
  if (find_parameter(variant, sweep.parameter) == nullptr) return false;
  return std::all_of(sweep.set.begin(), sweep.set.end(), [&](const auto& entry) {
    return find_parameter(variant, entry.first) != nullptr;
  });
}

// Every value must be one that the parameter can take, in each of the sweep's variants.
void check_ranges(const Table& table, const Sweep& sweep, const VariantSpec& variant) {
  for (const std::int64_t value : sweep.values) {
    const std::string problem = range_problem(*find_parameter(variant, sweep.parameter), value);
    if (!problem.empty()) table.fail(table.has("values") ? "values" : "from", problem);
  }
  for (const auto& [name, value] : sweep.set) {
    const std::string problem = range_problem(*find_parameter(variant, name), value);
    if (!problem.empty()) table.fail("set", problem);
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
                                         variant.name, list_of(parameters_of({variant}))));
    }
  }
  if (sweep.variants.empty()) {
    const std::vector<std::string> names = parameters_of(variants);
    table.fail("parameter", fmt::format("no variant has it with all that is set{}; there are {}",
                                        did_you_mean(sweep.parameter, names), list_of(names)));
  }
}

Sweep read_sweep(const Table& table, const std::vector<VariantSpec>& variants) {
  table.allow(
      {"name", "title", "parameter", "values", "from", "to", "step", "factor", "set", "variants"});
  Sweep sweep;
  for (const char* key : {"name", "parameter"}) {
    if (!table.has(key)) table.fail("", fmt::format("{} is missing", key));
  }
  sweep.name = table.text("name").value_or("");
  sweep.title = table.localised("title").value_or(Text{sweep.name, {}});
  sweep.parameter = table.text("parameter").value_or("");
  sweep.values = read_values(table);
  if (const auto set = table.table("set")) {
    for (const std::string& name : set->keys()) sweep.set[name] = set->integer(name).value_or(0);
    if (sweep.set.contains(sweep.parameter))
      set->fail(sweep.parameter, "it is the parameter that is swept");
  }
  if (!table.failed()) choose_variants(table, sweep, variants);
  return sweep;
}

std::optional<double> read_share(const Table& table, std::string_view key) {
  const auto share = table.number(key);
  if (share && !(*share > 0 && *share <= 1))
    table.fail(key, fmt::format("it is {}; a share is more than 0 and at most 1", *share));
  return share;
}

}  // namespace

BoundSpec read_bound(const Table& table) {
  table.allow({"kind", "size"});
  BoundSpec bound;
  const std::vector<std::string> kinds{name_of(BoundKind::sum), name_of(BoundKind::sgemm)};
  for (const char* key : {"kind", "size"}) {
    if (!table.has(key)) table.fail("", fmt::format("{} is missing", key));
  }
  const std::string kind = table.text("kind").value_or(kinds.front());
  if (kind == kinds[1]) {
    bound.kind = BoundKind::sgemm;
  } else if (kind != kinds[0]) {
    table.fail("kind", fmt::format("unknown bound '{}'{}; the bounds are {}", kind,
                                   did_you_mean(kind, kinds), list_of(kinds)));
  }
  bound.size = table.quantity("size").value_or(Quantity{});
  return bound;
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

std::vector<KnownDifference> read_differences(const Table& lesson,
                                              const std::vector<VariantSpec>& variants) {
  std::vector<KnownDifference> differences;
  const auto tables = lesson.tables("differences");
  if (!tables) return differences;
  for (const Table& table : *tables) {
    table.allow({"variants", "counters", "within", "why"});
    for (const char* key : {"counters", "why"}) {
      if (!table.has(key)) table.fail("", fmt::format("{} is missing", key));
    }
    KnownDifference difference;
    difference.variants = chosen_variants(table, variants);
    difference.counters = table.text_list("counters").value_or(std::vector<std::string>{});
    difference.within = read_share(table, "within");
    difference.why = table.localised("why").value_or(Text{});
    differences.push_back(std::move(difference));
  }
  return differences;
}

}  // namespace lanescope::lesson
