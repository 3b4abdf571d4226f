#include "kernels/lesson_file/parts.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "kernels/lesson_file/element_type.h"
#include "kernels/lesson_file/init.h"
#include "kernels/lesson_file/names.h"
#include "kernels/lesson_file/reader.h"

namespace lanescope::lesson {
namespace {

// What an entry can be; it has exactly one of the keys.
struct EntryForm {
  const char *key, *meaning;
};
constexpr EntryForm entry_forms[] = {{"count", "an array"},    {"value", "a scalar"},
                                     {"pointer", "a pointer"}, {"struct", "a structure"},
                                     {"texture", "a texture"}, {"surface", "a surface"}};

std::vector<std::string> keys_of(ArgumentRole role) {
  switch (role) {
    case ArgumentRole::argument:
      return {"name",    "type",    "count",   "init",
              "shape",   "value",   "writes",  "written",
              "pointer", "struct",  "members", "align",
              "texture", "surface", "address", "simulated_address"};
    case ArgumentRole::array:
      return {"name",    "type",    "count",
              "init",    "shape",   "writes",
              "written", "address", "simulated_address"};
    case ArgumentRole::symbol:
      return {"name",   "type",    "count", "init",    "shape",   "value",  "pointer",
              "struct", "members", "align", "texture", "surface", "address"};
    case ArgumentRole::earlier:
      return {"name", "type", "value", "pointer", "struct", "members", "align"};
    case ArgumentRole::member:
      break;
  }
  return {"name",   "type",    "count", "init",    "value",  "pointer",
          "struct", "members", "align", "texture", "surface"};
}

const char* text_of(ArgumentRole role) {
  switch (role) {
    case ArgumentRole::argument:
    case ArgumentRole::earlier:
      return "an argument";
    case ArgumentRole::array:
      return "an array";
    case ArgumentRole::symbol:
      return "a symbol";
    case ArgumentRole::member:
      break;
  }
  return "a member";
}

// Without namespaces, or with them: "ns::table".
bool is_symbol_name(std::string_view name) {
  constexpr std::string_view unnamed = "(anonymous namespace)::";
  if (name.starts_with(unnamed)) name.remove_prefix(unnamed.size());
  for (std::size_t at = name.find("::"); at != name.npos; at = name.find("::")) {
    if (!is_identifier(name.substr(0, at))) return false;
    name.remove_prefix(at + 2);
  }
  return is_identifier(name);
}

void read_name(const Table& table, ArgumentRole role, ArgumentSpec& into) {
  const bool may_have_none = role == ArgumentRole::member || role == ArgumentRole::earlier;
  if (!may_have_none) table.require({"name"});
  into.name = table.text("name").value_or("");
  if (may_have_none && !table.has("name")) return;
  if (role == ArgumentRole::symbol ? !is_symbol_name(into.name) : !is_identifier(into.name))
    table.fail("name", "a name consists of letters, digits and '_'");
}

void read_type(const Table& table, ArgumentSpec& into) {
  into.has_type = table.has("type");
  if (table.has("struct")) {
    if (into.has_type) table.fail("type", "struct names the type already; leave this out");
    return;
  }
  if (table.has("texture") || table.has("surface")) {
    if (into.has_type) table.fail("type", "a texture's handle has its own type; leave this out");
    into.type = {ElementType::u64, 1};
    return;
  }
  if (!table.has("pointer")) table.require({"type"});
  if (!into.has_type) return;
  const std::string type = table.text("type").value_or("");
  if (const auto known = value_type_of(type)) {
    into.type = *known;
  } else {
    table.fail("type", fmt::format("unknown type '{}'{}; the types are {}, and of values also "
                                   "vectors of them, such as float4",
                                   type, did_you_mean(type, element_type_names()),
                                   list_of(element_type_names())));
  }
  if (into.type.lanes > 1 && table.has("count")) {
    table.fail("type",
               fmt::format("an array of {} is written as one of {}, with {} times the count", type,
                           name_of(into.type.element), into.type.lanes));
  }
}

// Exactly one of the keys that say what the entry is.
void check_form(const Table& table, const std::vector<std::string>& keys) {
  const EntryForm* first = nullptr;
  std::string possible;
  for (const EntryForm& form : entry_forms) {
    if (std::ranges::find(keys, form.key) == keys.end()) continue;
    possible += fmt::format("{}{} ({})", possible.empty() ? "" : " or ", form.key, form.meaning);
    if (!table.has(form.key)) continue;
    if (first != nullptr) {
      table.fail("", fmt::format("it has both {} and {}: {} has a {}, {} a {}", first->key,
                                 form.key, first->meaning, first->key, form.meaning, form.key));
    }
    first = &form;
  }
  if (first == nullptr) table.fail("", fmt::format("{} is missing", possible));
}

void read_value(const Table& table, ArgumentRole role, ArgumentSpec& into) {
  if (!table.has("value")) return;
  const bool is_list = table.is_list("value");
  if (is_list) {
    into.values = table.amounts("value", true).value_or(std::vector<Amount>{});
  } else if (auto value = table.amount("value", true)) {
    if (value->value == decltype(value->value)("nullptr"))
      table.fail("value", "a pointer without an array is written pointer = \"nullptr\"");
    into.values.push_back(std::move(*value));
  }
  const std::uint32_t lanes = into.type.lanes;
  if (lanes > 1 && (!is_list || into.values.size() != lanes)) {
    table.fail("value", fmt::format("{} has {} values, such as [{}]", name_of(into.type), lanes,
                                    lanes == 2   ? "1, 2"
                                    : lanes == 3 ? "1, 2, 3"
                                                 : "1, 2, 3, 4"));
  } else if (lanes == 1 && is_list && role != ArgumentRole::member) {
    table.fail("value",
               fmt::format("it is a list, but {} has one value; an array has a count and an init",
                           name_of(into.type)));
  } else if (is_list && into.values.empty()) {
    table.fail("value", "it is empty; an array has at least 1 element");
  }
}

void read_init(const Table& table, ArgumentSpec& into) {
  into.init = table.located_text("init").value_or(LocatedText{"zero", table.place()});
  const auto init = parse_init(into.init.text);
  if (!init) {
    table.fail("init", init.error());
    return;
  }
  const bool is_fraction = init->kind == InitKind::uniform || init->kind == InitKind::normal;
  if (is_fraction && !is_real(into.type.element)) {
    table.fail("init", fmt::format("the values of {}, so that {} 0 in an array of {}; "
                                   "random:SEED:M gives whole numbers from 0 to M-1",
                                   init->kind == InitKind::uniform
                                       ? "uniform lie in [-1, 1)"
                                       : "normal lie around 0, most within [-1, 1]",
                                   init->kind == InitKind::uniform ? "each becomes" : "most become",
                                   name_of(into.type)));
  }
}

void read_structure(const Table& table, ArgumentRole role, ArgumentSpec& into) {
  into.structure = table.located_text("struct");
  into.align = table.amount("align");
  if (into.structure) {
    if (into.structure->text.empty()) table.fail("struct", "it is empty; name the type");
    table.require({"members"});
  } else if (table.has("members")) {
    table.fail("members", "only a structure has them; name its type: struct = \"Params\"");
  } else if (into.align && role != ArgumentRole::member) {
    table.fail("align", "only structures and their members have it");
  }
  if (const auto members = table.tables("members"))
    into.members = read_arguments(*members, ArgumentRole::member);
}

ArgumentSpec read_argument(const Table& table, ArgumentRole role) {
  const std::vector<std::string> keys = keys_of(role);
  table.allow(keys);
  ArgumentSpec argument;
  argument.place = table.place();
  read_name(table, role, argument);
  read_type(table, argument);
  check_form(table, keys);
  for (const char* key : {"init", "shape", "writes", "written"}) {
    if (table.has(key) && !table.has("count"))
      table.fail(key, "only arrays have it: they have a count");
  }
  if (role != ArgumentRole::symbol && table.has("address") && !table.has("count"))
    table.fail("address", "only arrays and symbols have it");
  if (table.has("simulated_address") && !table.has("count"))
    table.fail("simulated_address", "only arrays have it");
  if (table.has("simulated_address") && table.has("address"))
    table.fail("simulated_address", "the array has an 'address'");
  argument.is_simulators_own = table.has("simulated_address");
  argument.address = table.amount(argument.is_simulators_own ? "simulated_address" : "address");
  argument.count = table.amount("count");
  argument.pointer = table.located_text("pointer");
  argument.is_surface = table.has("surface");
  argument.texture = table.located_text(argument.is_surface ? "surface" : "texture");
  read_value(table, role, argument);
  read_init(table, argument);
  read_structure(table, role, argument);
  if (const auto writes = table.text("writes")) {
    argument.is_scratch = *writes == "scratch";
    if (!argument.is_scratch)
      table.fail("writes", fmt::format("unknown word '{}'; the word is scratch", *writes));
  }
  argument.written = table.text("written").value_or("");
  if (table.has("written") && argument.written != "none" && !argument.written.starts_with("file:"))
    table.fail("written",
               fmt::format("unknown word '{}'; it is none or file:PATH", argument.written));
  argument.shape_place = table.place_of("shape");
  if (auto shape = table.amounts("shape")) argument.shape = std::move(*shape);
  return argument;
}

}  // namespace

std::vector<ArgumentSpec> read_arguments(const std::vector<Table>& tables, ArgumentRole role) {
  std::vector<ArgumentSpec> all;
  for (const Table& table : tables) {
    ArgumentSpec argument = read_argument(table, role);
    for (const ArgumentSpec& other : all) {
      if (other.name == argument.name && !other.name.empty()) {
        table.fail("name", fmt::format("there is {} '{}' already, in line {}", text_of(role),
                                       other.name, other.place.line));
      }
    }
    all.push_back(std::move(argument));
  }
  return all;
}

}  // namespace lanescope::lesson
