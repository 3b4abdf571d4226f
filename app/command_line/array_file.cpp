#include "app/command_line/array_file.h"

#include <cstring>
#include <type_traits>

#include <fmt/format.h>

#include "kernels/lesson_file/element_type.h"

namespace lanescope::app {
namespace {

// The shape if the argument has one; otherwise that of a list.
std::vector<std::uint64_t> extents_of(const lesson::Argument& array) {
  return array.shape.empty() ? std::vector<std::uint64_t>{array.count} : array.shape;
}

std::string npy_header(const lesson::Argument& array) {
  const std::string descr = lesson::with_type(array.type, [](auto value) {
    using T = decltype(value);
    if constexpr (std::is_same_v<T, lesson::BFloat>) {
      return std::string("|V2");
    } else {
      const char kind = !std::is_integral_v<T> ? 'f' : std::is_signed_v<T> ? 'i' : 'u';
      return fmt::format("{}{}{}", sizeof(T) == 1 ? '|' : '<', kind, sizeof(T));
    }
  });
  std::string shape;
  for (const std::uint64_t extent : extents_of(array)) shape += fmt::format("{}, ", extent);
  std::string text =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", descr, shape);
  constexpr std::size_t before = 10;  // magic, version and length
  text.append((64 - (before + text.size() + 1) % 64) % 64, ' ');
  text += '\n';
  const auto length = static_cast<std::uint16_t>(text.size());
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(length & 0xff);
  header += static_cast<char>(length >> 8);
  return header + text;
}

std::string csv_of(const lesson::Argument& array, std::span<const std::byte> bytes) {
  const std::uint64_t columns = array.shape.size() > 1 ? array.shape.back() : 1;
  return lesson::with_type(array.type, [&](auto value) {
    std::string text;
    for (std::uint64_t i = 0; i < array.count; ++i) {
      std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
      if constexpr (sizeof value == 1) {
        text += fmt::format("{}", static_cast<int>(value));
      } else if constexpr (lesson::is_short_float<decltype(value)>) {
        text += fmt::format("{}", static_cast<float>(value));
      } else {
        text += fmt::format("{}", value);
      }
      text += (i + 1) % columns == 0 ? '\n' : ',';
    }
    return text;
  });
}

}  // namespace

tl::expected<ArrayDump, std::string> parse_dump(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == text.npos || equals + 1 == text.size())
    return tl::unexpected(fmt::format("'{}' is not of the form NAME=FILE", text));
  return ArrayDump{std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

std::string array_file(const lesson::Argument& array, std::span<const std::byte> bytes,
                       const std::filesystem::path& file) {
  const std::string ending = file.extension().string();
  if (ending == ".csv") return csv_of(array, bytes);
  std::string content = ending == ".npy" ? npy_header(array) : std::string();
  content.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return content;
}

}  // namespace lanescope::app
