// Typed access to a TOML table. It knows every value's place and keeps the first error.
//
// After an error, reading continues with stand-in values, so callers need not check after every
// key, only once at the end.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>
#include <tl/expected.hpp>

#include "kernels/lesson_file/spec.h"

namespace lanescope::lesson {

// `file`: its name in messages.
[[nodiscard]] tl::expected<toml::table, Error> parse_toml(std::string_view text,
                                                          const std::string& file);

class Reader {
 public:
  explicit Reader(std::string file) : file_(std::move(file)) {}

  void fail(const Place& place, std::string message) {
    if (!error_) error_ = Error{file_, place.line, place.key, std::move(message)};
  }
  [[nodiscard]] bool failed() const { return error_.has_value(); }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  std::string file_;
  std::optional<Error> error_;
};

// A table of the file and its place.
class Table {
 public:
  Table(Reader& reader, const toml::table& table, Place place)
      : reader_(&reader), table_(&table), place_(std::move(place)) {}

  [[nodiscard]] const Place& place() const { return place_; }
  [[nodiscard]] bool has(std::string_view key) const { return table_->contains(key); }
  [[nodiscard]] bool is_table(std::string_view key) const {
    const toml::node* node = table_->get(key);
    return node != nullptr && node->is_table();
  }
  [[nodiscard]] bool is_list(std::string_view key) const {
    const toml::node* node = table_->get(key);
    return node != nullptr && node->is_array();
  }
  // The keys in the file's order.
  [[nodiscard]] std::vector<std::string> keys() const;
  // The place of the value of `key`, or the table's own if there is no such key.
  [[nodiscard]] Place place_of(std::string_view key) const;

  // Reports any other key as an error.
  void allow(const std::vector<std::string>& known) const;
  // Reports a missing key as an error.
  void require(std::initializer_list<const char*> needed) const;
  void fail(std::string_view key, std::string message) const;
  void fail_at(const Place& place, std::string message) const;
  [[nodiscard]] bool failed() const { return reader_->failed(); }

  // nullopt if there is no such key, or if it has another type (which is an error).
  [[nodiscard]] std::optional<std::string> text(std::string_view key) const;
  [[nodiscard]] std::optional<LocatedText> located_text(std::string_view key) const;
  [[nodiscard]] std::optional<std::int64_t> integer(std::string_view key) const;
  [[nodiscard]] std::optional<double> number(std::string_view key) const;
  // An integer, or an expression in quotes. With `fractions` also a float.
  [[nodiscard]] std::optional<Amount> amount(std::string_view key, bool fractions = false) const;
  [[nodiscard]] std::optional<std::vector<Amount>> amounts(std::string_view key,
                                                           bool fractions = false) const;
  // A list of values of one type; an empty list is an error.
  [[nodiscard]] std::optional<std::vector<std::string>> text_list(std::string_view key) const;
  // The same with the place of each text.
  [[nodiscard]] std::optional<std::vector<LocatedText>> located_texts(std::string_view key) const;
  [[nodiscard]] std::optional<std::vector<std::int64_t>> integer_list(std::string_view key) const;
  // "text", or { en = "text", zh = "..." }
  [[nodiscard]] std::optional<Text> localised(std::string_view key) const;
  // A list of strings. An empty list or a missing key gives no names.
  [[nodiscard]] std::vector<std::string> names(std::string_view key) const;
  [[nodiscard]] std::optional<Table> table(std::string_view key) const;
  // [[key]]
  [[nodiscard]] std::optional<std::vector<Table>> tables(std::string_view key) const;

 private:
  [[nodiscard]] std::optional<Amount> amount_of(const toml::node& node, const Place& place,
                                                bool fractions) const;

  Reader* reader_;
  const toml::table* table_;
  Place place_;
};

}  // namespace lanescope::lesson
