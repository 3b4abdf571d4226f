#include "kernels/lesson_file/reader.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "kernels/lesson_file/names.h"

namespace lanescope::lesson {
namespace {

const char* kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "an array";
    case toml::node_type::string:
      return "a text";
    case toml::node_type::integer:
      return "an integer";
    case toml::node_type::floating_point:
      return "a number with a fraction";
    case toml::node_type::boolean:
      return "true or false";
    case toml::node_type::date:
      return "a date";
    case toml::node_type::time:
      return "a time";
    case toml::node_type::date_time:
      return "a date and time";
    case toml::node_type::none:
      break;
  }
  return "nothing";
}

int line_of(const toml::source_region& region) { return static_cast<int>(region.begin.line); }

std::string wanted_but_found(std::string_view wanted, const toml::node& node) {
  return fmt::format("{} is expected here, not {}", wanted, kind_of(node));
}

}  // namespace

tl::expected<toml::table, Error> parse_toml(std::string_view text, const std::string& file) {
  try {
    return toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    return tl::unexpected(
        Error{file, line_of(error.source()), "", fmt::format("not TOML: {}", error.description())});
  }
}

std::vector<std::string> Table::keys() const {
  std::vector<std::pair<toml::source_position, std::string>> found;
  for (const auto& [key, value] : *table_)
    found.emplace_back(key.source().begin, std::string(key.str()));
  std::sort(found.begin(), found.end());
  std::vector<std::string> names;
  for (auto& [position, name] : found) names.push_back(std::move(name));
  return names;
}

Place Table::place_of(std::string_view key) const {
  Place place{place_.line,
              place_.key.empty() ? std::string(key) : fmt::format("{}.{}", place_.key, key)};
  for (const auto& [name, value] : *table_) {
    if (name.str() == key) place.line = line_of(name.source());
  }
  return place;
}

void Table::allow(const std::vector<std::string>& known) const {
  for (const std::string& key : keys()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    fail(key, fmt::format("unknown key{}; the keys here are {}", did_you_mean(key, known),
                          list_of(known)));
    return;
  }
}

void Table::require(std::initializer_list<const char*> needed) const {
  for (const char* key : needed) {
    if (!has(key)) fail("", fmt::format("{} is missing", key));
  }
}

void Table::fail(std::string_view key, std::string message) const {
  reader_->fail(key.empty() ? place_ : place_of(key), std::move(message));
}

void Table::fail_at(const Place& place, std::string message) const {
  reader_->fail(place, std::move(message));
}

std::optional<std::string> Table::text(std::string_view key) const {
  const toml::node* node = table_->get(key);
  if (node == nullptr) return std::nullopt;
  if (const auto* value = node->as_string()) return value->get();
  fail(key, wanted_but_found("a text in quotes", *node));
  return std::nullopt;
}

std::optional<LocatedText> Table::located_text(std::string_view key) const {
  std::optional<std::string> value = text(key);
  if (!value) return std::nullopt;
  return LocatedText{std::move(*value), place_of(key)};
}

std::optional<std::int64_t> Table::integer(std::string_view key) const {
  const toml::node* node = table_->get(key);
  if (node == nullptr) return std::nullopt;
  if (const auto* value = node->as_integer()) return value->get();
  fail(key, wanted_but_found("an integer", *node));
  return std::nullopt;
}

std::optional<double> Table::number(std::string_view key) const {
  const toml::node* node = table_->get(key);
  if (node == nullptr) return std::nullopt;
  if (const auto* value = node->as_floating_point()) return value->get();
  if (const auto* value = node->as_integer()) return static_cast<double>(value->get());
  fail(key, wanted_but_found("a number", *node));
  return std::nullopt;
}

std::optional<Amount> Table::amount_of(const toml::node& node, const Place& place,
                                       bool fractions) const {
  if (const auto* value = node.as_integer()) return Amount{value->get(), place};
  if (const auto* value = node.as_string()) return Amount{value->get(), place};
  if (const auto* value = node.as_floating_point(); value != nullptr && fractions)
    return Amount{value->get(), place};
  reader_->fail(place, wanted_but_found(fractions ? "a number or an expression in quotes"
                                                  : "an integer or an expression in quotes",
                                        node));
  return std::nullopt;
}

std::optional<Amount> Table::amount(std::string_view key, bool fractions) const {
  const toml::node* node = table_->get(key);
  if (node == nullptr) return std::nullopt;
  return amount_of(*node, place_of(key), fractions);
}

std::optional<std::vector<Amount>> Table::amounts(std::string_view key, bool fractions) const {
  const toml::node* node = table_->get(key);
  if (node == nullptr) return std::nullopt;
  const toml::array* array = node->as_array();
  if (array == nullptr) {
    fail(key, wanted_but_found("an array such as [\"N / 32\", 1]", *node));
    return std::nullopt;
  }
  std::vector<Amount> all;
  const Place place = place_of(key);
  for (std::size_t i = 0; i < array->size(); ++i) {
    const toml::node& entry = *array->get(i);
    const Place entry_place{line_of(entry.source()), fmt::format("{}[{}]", place.key, i)};
    if (auto value = amount_of(entry, entry_place, fractions)) all.push_back(std::move(*value));
  }
  return all;
}

namespace {

// The entries of an array, converted by `read`; nullopt as soon as one fails.
template <typename Value, typename Read>
std::optional<std::vector<Value>> entries(const toml::node& node, Read read) {
  const toml::array* array = node.as_array();
  if (array == nullptr || array->empty()) return std::nullopt;
  std::vector<Value> all;
  for (const toml::node& entry : *array) {
    std::optional<Value> value = read(entry);
    if (!value) return std::nullopt;
    all.push_back(std::move(*value));
  }
  return all;
}

}  // namespace

std::optional<std::vector<std::string>> Table::text_list(std::string_view key) const {
  const toml::node* node = table_->get(key);
  if (node == nullptr) return std::nullopt;
  auto all = entries<std::string>(
      *node, [](const toml::node& entry) { return entry.value_exact<std::string>(); });
  if (!all) fail(key, wanted_but_found("a list of texts such as [\"tile\"]", *node));
  return all;
}

std::optional<std::vector<LocatedText>> Table::located_texts(std::string_view key) const {
  std::optional<std::vector<std::string>> texts = text_list(key);
  if (!texts) return std::nullopt;
  const toml::array& array = *table_->get(key)->as_array();
  const Place place = place_of(key);
  std::vector<LocatedText> all;
  for (std::size_t i = 0; i < texts->size(); ++i) {
    all.push_back({std::move((*texts)[i]),
                   {line_of(array.get(i)->source()), fmt::format("{}[{}]", place.key, i)}});
  }
  return all;
}

std::vector<std::string> Table::names(std::string_view key) const {
  const toml::node* node = table_->get(key);
  const bool is_empty = node != nullptr && node->is_array() && node->as_array()->empty();
  return is_empty ? std::vector<std::string>{}
                  : text_list(key).value_or(std::vector<std::string>{});
}

std::optional<std::vector<std::int64_t>> Table::integer_list(std::string_view key) const {
  const toml::node* node = table_->get(key);
  if (node == nullptr) return std::nullopt;
  auto all = entries<std::int64_t>(
      *node, [](const toml::node& entry) { return entry.value_exact<std::int64_t>(); });
  if (!all) fail(key, wanted_but_found("a list of integers such as [1, 2, 4]", *node));
  return all;
}

std::optional<Text> Table::localised(std::string_view key) const {
  const toml::node* node = table_->get(key);
  if (node == nullptr) return std::nullopt;
  if (const auto* value = node->as_string()) return Text(value->get());
  if (!node->is_table()) {
    fail(key, wanted_but_found("a text or { en = \"...\", zh = \"...\" }", *node));
    return std::nullopt;
  }
  const Table texts(*reader_, *node->as_table(), place_of(key));
  Text all;
  for (const std::string& language : texts.keys()) {
    if (!is_language_code(language))
      texts.fail(language, "unknown key; the keys here are codes of languages such as en, zh");
    all.by_language[language] = texts.text(language).value_or("");
  }
  if (!texts.has("en")) texts.fail("", "the English text is missing: { en = \"...\" }");
  return all;
}

std::optional<Table> Table::table(std::string_view key) const {
  const toml::node* node = table_->get(key);
  if (node == nullptr) return std::nullopt;
  if (const auto* value = node->as_table()) return Table(*reader_, *value, place_of(key));
  fail(key, wanted_but_found("a table", *node));
  return std::nullopt;
}

std::optional<std::vector<Table>> Table::tables(std::string_view key) const {
  const toml::node* node = table_->get(key);
  if (node == nullptr) return std::nullopt;
  const toml::array* array = node->as_array();
  if (array == nullptr) {
    fail(key, fmt::format("{}: write [[{}]]", wanted_but_found("an array of tables", *node), key));
    return std::nullopt;
  }
  std::vector<Table> all;
  const Place place = place_of(key);
  for (std::size_t i = 0; i < array->size(); ++i) {
    const toml::node& entry = *array->get(i);
    const Place entry_place{line_of(entry.source()), fmt::format("{}[{}]", place.key, i)};
    if (const auto* value = entry.as_table()) {
      all.emplace_back(*reader_, *value, entry_place);
    } else {
      reader_->fail(entry_place, wanted_but_found("a table", entry));
    }
  }
  return all;
}

}  // namespace lanescope::lesson
