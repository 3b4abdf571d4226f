#include "app/command_line/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "app/session/files/settings.h"
#include "sim/text/number.h"

namespace lanescope::app {
namespace {

bool is_name(std::string_view text) {
  const auto letter = [](char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !text.empty() && letter(text.front()) &&
         std::ranges::all_of(text, [&](char c) { return letter(c) || digit(c); });
}

}  // namespace

tl::expected<lesson::Values, std::string> parse_values(const std::vector<std::string>& texts) {
  lesson::Values values;
  for (const std::string_view text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || !is_name(text.substr(0, equals)))
      return tl::unexpected(fmt::format("'{}' is not NAME=VALUE", text));
    const auto value = whole_number<std::int64_t>(text.substr(equals + 1));
    if (!value) return tl::unexpected(fmt::format("'{}': the value is not an integer", text));
    values[std::string(text.substr(0, equals))] = *value;
  }
  return values;
}

tl::expected<Size, std::string> parse_size(std::string_view text) {
  const std::size_t x = std::min(text.find('x'), text.size());
  const int width = whole_number<int>(text.substr(0, x)).value_or(-1);
  const int height = whole_number<int>(text.substr(std::min(x + 1, text.size()))).value_or(-1);
  if (width < 0 || height < 0) {
    return tl::unexpected(
        fmt::format("'{}' is not WIDTHxHEIGHT in pixels, such as 1600x900", text));
  }
  if (width < min_window_width || height < min_window_height || width > max_picture_side ||
      height > max_picture_side) {
    return tl::unexpected(fmt::format("'{}' is out of range: it must be from {}x{} to {}x{}", text,
                                      min_window_width, min_window_height, max_picture_side,
                                      max_picture_side));
  }
  return Size{width, height};
}

tl::expected<std::optional<std::uint64_t>, std::string> parse_blocks(std::string_view text) {
  if (text == "all") return std::nullopt;
  const auto count = whole_number<std::uint64_t>(text);
  if (!count || *count == 0)
    return tl::unexpected(fmt::format("'{}' must be a number of blocks, at least 1, or all", text));
  return std::optional(*count);
}

std::string check_names() {
  std::string names;
  for (const DiagnosticKind kind : switchable_kinds())
    names += (names.empty() ? "" : ",") + std::string(name_of(kind));
  return names;
}

tl::expected<CheckSet, std::string> parse_checks(std::string_view text) {
  if (text == "all") return CheckSet::all();
  if (text == "none") return CheckSet::none();
  CheckSet checks;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view name = text.substr(0, comma);
    const auto kind = switchable_kind_named(name);
    if (!kind) {
      return tl::unexpected(
          fmt::format("'{}' is not a kind of check; there are all, none, {}", name, check_names()));
    }
    checks.set(*kind, true);
    if (comma == text.size()) return checks;
    text.remove_prefix(comma + 1);
  }
}

tl::expected<Shard, std::string> parse_shard(std::string_view text) {
  Shard shard;
  const char* const end = text.data() + text.size();
  const auto [slash, bad_index] = std::from_chars(text.data(), end, shard.index);
  const bool has_slash = bad_index == std::errc() && slash != end && *slash == '/';
  const auto [rest, bad_count] = std::from_chars(has_slash ? slash + 1 : end, end, shard.count);
  if (!has_slash || bad_count != std::errc() || rest != end || shard.index < 1 ||
      shard.index > shard.count)
    return tl::unexpected(fmt::format("'{}' is no part of a whole; write I/N, as 2/8", text));
  --shard.index;
  return shard;
}

}  // namespace lanescope::app
