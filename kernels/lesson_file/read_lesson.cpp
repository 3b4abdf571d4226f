#include "kernels/lesson_file/read_lesson.h"

#include <utility>

#include <fmt/format.h>

#include "kernels/lesson_file/element_type.h"
#include "kernels/lesson_file/expression.h"
#include "kernels/lesson_file/init.h"
#include "kernels/lesson_file/names.h"
#include "kernels/lesson_file/parameter_range.h"
#include "kernels/lesson_file/read_measuring.h"
#include "kernels/lesson_file/read_sweeps.h"
#include "kernels/lesson_file/reader.h"

namespace lanescope::lesson {
namespace {

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
    parameter.step = table->integer("step").value_or(1);
    if (auto label = table->localised("label")) parameter.label = std::move(*label);
    if (parameter.step < 1) table->fail("step", "the step must be at least 1");
    if (parameter.min && parameter.max && *parameter.min > *parameter.max) {
      table->fail("min", fmt::format("min is {}, above max, {}", *parameter.min, *parameter.max));
    }
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

std::optional<std::vector<Quantity>> read_extent(const Table& launch, std::string_view key) {
  std::optional<std::vector<Quantity>> extent = launch.quantities(key);
  if (extent && extent->empty())
    launch.fail(key, "it is empty; give one to three entries: x, y, z");
  if (extent && extent->size() > 3) {
    launch.fail(key, fmt::format("it has {} entries; at most three: x, y, z", extent->size()));
  }
  return extent;
}

void read_launch(const Table& launch, LaunchSpec& into) {
  launch.allow({"grid", "block", "dynamic_shared", "registers"});
  into.place = launch.place();
  if (auto grid = read_extent(launch, "grid")) into.grid = std::move(grid);
  if (auto block = read_extent(launch, "block")) into.block = std::move(block);
  if (auto shared = launch.quantity("dynamic_shared")) into.dynamic_shared = std::move(shared);
  if (auto registers = launch.quantity("registers")) into.registers = std::move(registers);
}

ArgumentSpec read_argument(const Table& table) {
  table.allow({"name", "type", "count", "init", "shape", "value", "writes"});
  ArgumentSpec argument;
  argument.place = table.place();
  table.require({"name", "type"});
  argument.name = table.text("name").value_or("");
  if (!is_identifier(argument.name))
    table.fail("name", "a name consists of letters, digits and '_'");
  const std::string type = table.text("type").value_or("");
  if (const auto known = element_type_of(type)) {
    argument.type = *known;
  } else {
    table.fail("type", fmt::format("unknown type '{}'{}; the types are {}", type,
                                   did_you_mean(type, element_type_names()),
                                   list_of(element_type_names())));
  }

  argument.count = table.quantity("count");
  argument.value = table.quantity("value", true);
  if (table.has("count") == table.has("value")) {
    table.fail("", table.has("count")
                       ? "it has both count and value: an array has a count, a scalar a value"
                       : "count (an array) or value (a scalar) is missing");
  }
  for (const char* key : {"init", "shape", "writes"}) {
    if (table.has(key) && table.has("value")) table.fail(key, "only arrays have it, not scalars");
  }
  argument.init = table.located_text("init").value_or(LocatedText{"zero", table.place()});
  const auto init = parse_init(argument.init.text);
  if (!init) {
    table.fail("init", init.error());
  } else if (init->kind == InitKind::uniform && argument.type != ElementType::f32 &&
             argument.type != ElementType::f64) {
    table.fail("init",
               fmt::format("the values of uniform lie in [-1, 1), so that each becomes 0 in "
                           "an array of {}; random:SEED:M gives whole numbers from 0 to M-1",
                           name_of(argument.type)));
  }
  if (const auto writes = table.text("writes")) {
    argument.is_scratch = *writes == "scratch";
    if (!argument.is_scratch)
      table.fail("writes", fmt::format("unknown word '{}'; the word is scratch", *writes));
  }
  argument.shape_place = table.place_of("shape");
  if (auto shape = table.quantities("shape")) argument.shape = std::move(*shape);
  return argument;
}

std::vector<ArgumentSpec> read_arguments(const std::vector<Table>& tables) {
  std::vector<ArgumentSpec> all;
  for (const Table& table : tables) {
    ArgumentSpec argument = read_argument(table);
    for (const ArgumentSpec& other : all) {
      if (other.name == argument.name) {
        table.fail("name", fmt::format("there is an argument '{}' already, in line {}", other.name,
                                       other.place.line));
      }
    }
    all.push_back(std::move(argument));
  }
  return all;
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
  if (const auto params = table.table("params")) read_params(*params, into.params);
  if (const auto launch = table.table("launch")) read_launch(*launch, into.launch);
  if (const auto args = table.tables("args")) into.args = read_arguments(*args);
  if (const auto bound = table.table("bound")) into.bound = read_bound(*bound);
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
    if (const std::string problem = range_problem(found->parameter, value); !problem.empty()) {
      set.fail(name, problem);
    }
    found->parameter.default_value = value;
    variant.set.push_back({name, value, set.place_of(name)});
  }
}

VariantSpec read_variant(const Table& table, const VariantSpec& lesson) {
  table.allow({"name", "title", "set", "source", "kernel", "params", "launch", "args", "bound",
               "provokes"});
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
  table.allow({"base", "source", "kernel", "title", "params", "launch", "args", "bound", "provokes",
               "variants", "sweeps", "differences"});
  LessonSpec lesson;
  lesson.title = table.localised("title").value_or(Text{});
  lesson.base = table.text("base").value_or("");
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
