#include "kernels/lesson_file/read_lesson.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "kernels/compile/flags.h"
#include "kernels/lesson_file/expression.h"
#include "kernels/lesson_file/names.h"
#include "kernels/lesson_file/parameter_range.h"
#include "kernels/lesson_file/parts.h"
#include "kernels/lesson_file/reader.h"
#include "kernels/lesson_file/spec.h"
#include "sim/transfer/arrangement.h"

namespace lanescope::lesson {
namespace {

// Reads and checks variants = ["tile"]; empty if there is no such key.
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

// ---- [[sweeps]] ----

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
  if (values.size() > max_sweep_values) {
    table.fail("values", fmt::format("there are more than {} values; each value is a separate run",
                                     max_sweep_values));
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::find(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(i), values[i]) !=
        values.begin() + static_cast<std::ptrdiff_t>(i)) {
      table.fail("values", fmt::format("{} is listed twice", values[i]));
    }
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
  if (axis.parameter == sweep.parameter) {
    by->fail("parameter",
             "the first axis has this parameter already; the second axis needs another");
  }
  if (sweep.set.contains(axis.parameter)) {
    table.fail("set",
               fmt::format("it sets {}, which is the second axis of the sweep", axis.parameter));
  }
  if (axis.values.size() * sweep.values.size() > max_map_points) {
    by->fail("", fmt::format("{} x {} points are more than {}; each point is a separate run",
                             sweep.values.size(), axis.values.size(), max_map_points));
  }
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
  if (!table.failed() && !is_sweep_name(sweep.name)) {
    table.fail("name",
               "a name must have no blank, comma or equals sign, because options name sweeps");
  }
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

// Keys: name, parameter, and either values = [..] or from, to and step (added) or factor
// (multiplied). Optional: title, set, variants (default: all with these parameters), quantity (one
// name or a list), by (a second parameter with its values), timed (other parameter values for
// timing).
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

// ---- [bound] and [[differences]] ----

// `kind` is "sum" or "sgemm", `size` a number or an expression.
BoundSpec read_bound(const Table& table) {
  table.allow({"kind", "size"});
  BoundSpec bound;
  const std::vector<std::string> kinds{name_of(BoundKind::sum), name_of(BoundKind::sgemm)};
  table.require({"kind", "size"});
  const std::string kind = table.text("kind").value_or(kinds.front());
  if (kind == kinds[1]) {
    bound.kind = BoundKind::sgemm;
  } else if (kind != kinds[0]) {
    table.fail("kind", fmt::format("unknown bound '{}'{}; the bounds are {}", kind,
                                   did_you_mean(kind, kinds), list_of(kinds)));
  }
  bound.size = table.amount("size").value_or(Amount{});
  return bound;
}

// programs = ["in A 1; kernel A 1; out A 1"]: programs of streams, of at least one call each.
std::vector<std::string> read_programs(const Table& moving) {
  std::vector<std::string> programs;
  for (LocatedText& program :
       moving.located_texts("programs").value_or(std::vector<LocatedText>{})) {
    const auto arrangement = transfer::arrangement_from(program.text);
    if (!arrangement) {
      moving.fail_at(program.place, arrangement.error().message());
    } else if (arrangement->calls.empty()) {
      moving.fail_at(program.place, "it has no calls; for example \"in A 1; kernel A 1; out A 1\"");
    }
    programs.push_back(std::move(program.text));
  }
  return programs;
}

// [moving]: what a variant leaves out, the lesson says.
void read_moving(const Table& table, std::optional<MovingSpec>& into) {
  const std::span<const MovingKey> keys = moving_keys();
  std::vector<std::string> names;
  for (const MovingKey& key : keys) names.emplace_back(key.name);
  for (const char* key : {"programs", "program"}) names.emplace_back(key);
  table.allow(names);
  if (!into) {
    table.require({"bytes"});
    into.emplace();
    into->values.resize(keys.size());
  }
  into->place = table.place();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (auto value = table.amount(keys[i].name)) into->values[i] = std::move(value);
  }
  if (table.has("programs")) into->programs = read_programs(table);
  if (auto program = table.amount("program")) into->program = std::move(program);
}

// [[differences]]: counters, why; optional: variants, within.
std::vector<KnownDifference> read_differences(const Table& lesson,
                                              const std::vector<VariantSpec>& variants) {
  std::vector<KnownDifference> differences;
  const auto tables = lesson.tables("differences");
  if (!tables) return differences;
  for (const Table& table : *tables) {
    table.allow({"variants", "counters", "within", "why"});
    table.require({"counters", "why"});
    KnownDifference difference;
    difference.variants = chosen_variants(table, variants);
    difference.counters = table.text_list("counters").value_or(std::vector<std::string>{});
    const auto within = table.number("within");
    if (within && !(*within > 0 && *within <= 1)) {
      table.fail("within",
                 fmt::format("it is {}; a share must be more than 0 and at most 1", *within));
    }
    difference.within = within;
    difference.why = table.localised("why").value_or(Text{});
    differences.push_back(std::move(difference));
  }
  return differences;
}

// ---- parameters, launch, arguments, variants ----

// PAD = 0, or N = { default = 1024, min = 32, max = 4096, step = 32, label = ... }
ParameterSpec read_parameter(const Table& params, const std::string& name) {
  ParameterSpec spec;
  spec.place = params.place_of(name);
  Parameter& parameter = spec.parameter;
  parameter.name = name;
  parameter.label = Text(name);
  if (!is_identifier(name)) {
    params.fail(name,
                "a parameter's name consists of letters, digits and '_': it becomes -DNAME=value");
  } else if (is_word_of_cpp(name)) {
    params.fail(name, "this is a word of C++: a parameter becomes -DNAME=value");
  } else if (is_reserved_name(name)) {
    params.fail(name, "this is the name of a function in expressions");
  }

  const std::optional<Table> table = params.is_table(name) ? params.table(name) : std::nullopt;
  if (!table) {
    parameter.default_value = params.integer(name).value_or(0);
  } else {
    table->allow({"default", "min", "max", "step", "label"});
    table->require({"default"});
    parameter.default_value = table->integer("default").value_or(0);
    parameter.min = table->integer("min");
    parameter.max = table->integer("max");
    parameter.increment = table->integer("step").value_or(1);
    if (auto label = table->localised("label")) parameter.label = std::move(*label);
    if (parameter.increment < 1) table->fail("step", "the step must be at least 1");
    if (parameter.min && parameter.max && *parameter.min > *parameter.max)
      table->fail("min", fmt::format("min is {}, above max, {}", *parameter.min, *parameter.max));
  }
  if (params.failed()) return spec;
  if (const std::string problem = range_problem(parameter, parameter.default_value);
      !problem.empty()) {
    if (table) {
      table->fail("default", problem);
    } else {
      params.fail(name, problem);
    }
  }
  return spec;
}

// Adds a variant's parameters to the lesson's; one with the same name replaces it.
void read_params(const Table& params, std::vector<ParameterSpec>& into) {
  for (const std::string& name : params.keys()) {
    ParameterSpec spec = read_parameter(params, name);
    if (ParameterSpec* same = find_parameter(into, name)) {
      *same = std::move(spec);
    } else {
      into.push_back(std::move(spec));
    }
  }
}

std::optional<std::vector<Amount>> read_extent(const Table& launch, std::string_view key) {
  std::optional<std::vector<Amount>> extent = launch.amounts(key);
  if (extent && extent->empty())
    launch.fail(key, "it is empty; give one to three entries: x, y, z");
  if (extent && extent->size() > 3)
    launch.fail(key, fmt::format("it has {} entries; at most three: x, y, z", extent->size()));
  return extent;
}

void read_launch(const Table& launch, LaunchSpec& into) {
  launch.allow({"grid", "block", "dynamic_shared", "registers", "cooperative", "guessed"});
  into.place = launch.place();
  if (auto grid = read_extent(launch, "grid")) into.grid = std::move(grid);
  if (auto block = read_extent(launch, "block")) into.block = std::move(block);
  if (auto shared = launch.amount("dynamic_shared")) into.dynamic_shared = std::move(shared);
  if (auto registers = launch.amount("registers")) into.registers = std::move(registers);
  if (auto cooperative = launch.amount("cooperative")) into.cooperative = std::move(cooperative);
  if (const auto guessed = launch.text("guessed")) {
    using Guess = LaunchGuess;
    std::vector<std::string> names;
    for (const Guess each : {Guess::launch, Guess::indices, Guess::reqntid, Guess::all}) {
      names.emplace_back(name_of(each));
      if (*guessed == names.back()) into.guessed = each;
    }
    if (*guessed == "nothing") into.guessed = Guess::all;  // as it was called until November 2026
    if (into.guessed == Guess::none) {
      launch.fail("guessed",
                  fmt::format("unknown word '{}'; the words are {}", *guessed, list_of(names)));
    }
  }
}

// [[before]]: kernel, launch; optional: args.
std::vector<EarlierLaunchSpec> read_before(const std::vector<Table>& tables) {
  std::vector<EarlierLaunchSpec> all;
  for (const Table& table : tables) {
    table.allow({"kernel", "launch", "args"});
    table.require({"kernel", "launch"});
    EarlierLaunchSpec& spec = all.emplace_back();
    spec.kernel = table.located_text("kernel").value_or(LocatedText{});
    if (const auto launch = table.table("launch")) {
      launch->require({"grid", "block"});
      if (launch->has("registers"))
        launch->fail("registers", "only the lesson's own launch has it: this one is not measured");
      read_launch(*launch, spec.launch);
    }
    if (const auto args = table.tables("args"))
      spec.args = read_arguments(*args, ArgumentRole::earlier);
  }
  return all;
}

// flags = ["-DX=1", "--use_fast_math"]
std::vector<LocatedText> read_flags(const Table& table) {
  std::vector<LocatedText> flags =
      table.located_texts("flags").value_or(std::vector<LocatedText>{});
  for (const LocatedText& flag : flags) {
    if (const std::string problem = compile::flag_problem(flag.text); !problem.empty())
      table.fail_at(flag.place, problem);
  }
  return flags;
}

// Reads the keys that lessons and variants share. Missing keys leave `into` unchanged.
void read_common(const Table& table, VariantSpec& into) {
  if (auto source = table.located_text("source")) {
    if (source->text.empty())
      table.fail("source", "it is empty; name the .cu file beside this one");
    into.source = std::move(source);
  }
  if (auto kernel = table.located_text("kernel")) {
    if (kernel->text.empty()) table.fail("kernel", "it is empty; name the __global__ function");
    into.kernel = std::move(kernel);
  }
  if (auto include = table.located_texts("include")) into.include = std::move(*include);
  if (table.has("flags")) into.flags = read_flags(table);
  if (const auto params = table.table("params")) read_params(*params, into.params);
  if (const auto launch = table.table("launch")) read_launch(*launch, into.launch);
  if (const auto args = table.tables("args"))
    into.args = read_arguments(*args, ArgumentRole::argument);
  if (const auto arrays = table.tables("arrays"))
    into.arrays = read_arguments(*arrays, ArgumentRole::array);
  if (const auto symbols = table.tables("symbols"))
    into.symbols = read_arguments(*symbols, ArgumentRole::symbol);
  if (const auto textures = table.tables("textures")) into.textures = read_textures(*textures);
  if (const auto before = table.tables("before")) into.before = read_before(*before);
  if (const auto bound = table.table("bound")) into.bound = read_bound(*bound);
  if (const auto moving = table.table("moving")) read_moving(*moving, into.moving);
  if (table.has("provokes")) into.provokes = table.names("provokes");
}

// set = { PAD = 1 }: other defaults for this variant.
void read_set(const Table& set, VariantSpec& variant) {
  for (const std::string& name : set.keys()) {
    ParameterSpec* found = find_parameter(variant.params, name);
    if (found == nullptr) {
      set.fail(name, fmt::format("no such parameter{}; there are {}",
                                 did_you_mean(name, names_of(variant.params)),
                                 list_of(names_of(variant.params))));
      return;
    }
    const std::int64_t value = set.integer(name).value_or(0);
    if (set.failed()) return;
    if (const std::string problem = range_problem(found->parameter, value); !problem.empty())
      set.fail(name, problem);
    found->parameter.default_value = value;
    variant.set.push_back({name, value, set.place_of(name)});
  }
}

VariantSpec read_variant(const Table& table, const VariantSpec& lesson) {
  table.allow({"name", "title", "set", "source", "kernel", "include", "flags", "params", "launch",
               "args", "arrays", "symbols", "textures", "before", "bound", "moving", "provokes"});
  VariantSpec variant = lesson;
  variant.place = table.place();
  variant.name = table.text("name").value_or("");
  table.require({"name"});
  if (variant.name.empty()) table.fail("name", "it is empty");
  variant.title = table.localised("title").value_or(Text(variant.name));
  read_common(table, variant);
  if (const auto set = table.table("set")) read_set(*set, variant);
  return variant;
}

// Checks for the keys that every kernel needs, at lesson or variant level.
void require_all(const VariantSpec& variant, Reader& reader) {
  const auto missing = [&](Place place, std::string_view key, std::string_view example) {
    place.key = place.key.empty() ? std::string(key) : fmt::format("{}.{}", place.key, key);
    reader.fail(place, fmt::format("it is missing; for example {}", example));
  };
  if (!variant.source) missing(variant.place, "source", "source = \"kernel.cu\"");
  if (!variant.kernel) missing(variant.place, "kernel", "kernel = \"my_kernel\"");
  const Place launch =
      variant.launch.place.line > 0 ? variant.launch.place : Place{variant.place.line, "launch"};
  if (!variant.launch.grid) missing(launch, "grid", "grid = [\"N / 256\"]");
  if (!variant.launch.block) missing(launch, "block", "block = [256]");
}

LessonSpec read_whole(const toml::table& root, Reader& reader) {
  const Table table(reader, root, Place{1, ""});
  table.allow({"base",   "source", "kernel",   "include",  "flags",   "title",      "program",
               "params", "launch", "args",     "arrays",   "symbols", "textures",   "before",
               "bound",  "moving", "provokes", "variants", "sweeps",  "differences"});
  LessonSpec lesson;
  lesson.title = table.localised("title").value_or(Text{});
  lesson.base = table.text("base").value_or("");
  lesson.program = table.text("program").value_or("");
  VariantSpec common;
  common.place = table.place();
  read_common(table, common);

  if (const auto variants = table.tables("variants")) {
    if (variants->empty()) table.fail("variants", "it is empty; leave it out for a single kernel");
    for (const Table& entry : *variants) {
      VariantSpec variant = read_variant(entry, common);
      for (const VariantSpec& other : lesson.variants) {
        if (other.name == variant.name) {
          entry.fail("name", fmt::format("there is a variant '{}' already, in line {}", other.name,
                                         other.place.line));
        }
      }
      lesson.variants.push_back(std::move(variant));
    }
  } else {
    common.title = lesson.title;
    lesson.variants.push_back(std::move(common));
  }
  for (const VariantSpec& variant : lesson.variants) require_all(variant, reader);
  lesson.sweeps = read_sweeps(table, lesson.variants);
  lesson.differences = read_differences(table, lesson.variants);
  return lesson;
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

tl::expected<LessonSpec, Error> read_lesson(std::string_view text, const std::string& file) {
  const auto root = parse_toml(text, file);
  if (!root) return tl::unexpected(root.error());
  Reader reader(file);
  LessonSpec lesson = read_whole(*root, reader);
  if (reader.error()) return tl::unexpected(*reader.error());
  lesson.file = file;
  return lesson;
}

tl::expected<std::vector<KnownDifference>, Error> read_common_differences(std::string_view text,
                                                                          const std::string& file) {
  const auto root = parse_toml(text, file);
  if (!root) return tl::unexpected(root.error());
  Reader reader(file);
  const Table table(reader, *root, Place{1, ""});
  table.allow({"differences"});
  std::vector<KnownDifference> differences = read_differences(table, {});
  if (reader.error()) return tl::unexpected(*reader.error());
  return differences;
}

}  // namespace lanescope::lesson
