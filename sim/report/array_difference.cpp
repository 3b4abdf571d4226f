#include "sim/report/array_difference.h"

#include <array>
#include <cmath>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "sim/exec/arithmetic/half.h"

namespace lanescope::report {
namespace {

template <class T>
std::string text_of(const std::byte* bytes) {
  T value{};
  std::memcpy(&value, bytes, sizeof value);
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(value)) return "nan";
    return fmt::format("{}", value);
  } else {
    return fmt::format("{}", static_cast<std::int64_t>(value));
  }
}

template <class Format>
std::string short_float_text(const std::byte* bytes) {
  std::uint16_t bits = 0;
  std::memcpy(&bits, bytes, sizeof bits);
  const float value = exec::widened<Format>(bits);
  return text_of<float>(reinterpret_cast<const std::byte*>(&value));
}

struct NamedType {
  std::string_view name;  // as in lesson files
  std::string (*text)(const std::byte*);
};
constexpr std::array named_types{NamedType{"float", text_of<float>},
                                 NamedType{"double", text_of<double>},
                                 NamedType{"char", text_of<std::int8_t>},
                                 NamedType{"uchar", text_of<std::uint8_t>},
                                 NamedType{"short", text_of<std::int16_t>},
                                 NamedType{"ushort", text_of<std::uint16_t>},
                                 NamedType{"int", text_of<std::int32_t>},
                                 NamedType{"uint", text_of<std::uint32_t>},
                                 NamedType{"longlong", text_of<std::int64_t>},
                                 NamedType{"half", short_float_text<exec::Binary16>},
                                 NamedType{"bf16", short_float_text<exec::BFloat16>}};

std::string bits_text(const std::byte* bytes, std::uint32_t count) {
  std::string text = "0x";
  for (std::uint32_t i = count; i-- > 0;)
    text += fmt::format("{:02x}", std::to_integer<unsigned>(bytes[i]));
  return text;
}

std::string value_text(const ArrayInfo& array, const std::byte* bytes) {
  for (const NamedType& type : named_types) {
    if (type.name == array.type) return type.text(bytes);
  }
  if (array.type == "ulonglong") {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes, sizeof value);
    return fmt::format("{}", value);
  }
  return bits_text(bytes, array.element_bytes);
}

// Two NaNs may differ in their bits only.
std::string side_text(const ArrayDifference& difference, std::uint64_t element,
                      const std::vector<std::byte>& side) {
  const std::size_t at = element * difference.array.element_bytes;
  std::string text = value_text(difference.array, side.data() + at);
  const bool looks_alike =
      difference.differs(element) && value_text(difference.array, difference.wanted.data() + at) ==
                                         value_text(difference.array, difference.got.data() + at);
  if (looks_alike) text += " " + bits_text(side.data() + at, difference.array.element_bytes);
  return text;
}

}  // namespace

bool ArrayDifference::differs(std::uint64_t element) const {
  const std::size_t at = element * array.element_bytes;
  return std::memcmp(wanted.data() + at, got.data() + at, array.element_bytes) != 0;
}

std::vector<std::uint64_t> ArrayDifference::first_wrong(std::size_t most) const {
  std::vector<std::uint64_t> elements;
  if (wrong == 0) return elements;
  for (std::uint64_t i = first; i < array.count && elements.size() < most; ++i) {
    if (differs(i)) elements.push_back(i);
  }
  return elements;
}

std::string ArrayDifference::wanted_text(std::uint64_t element) const {
  return side_text(*this, element, wanted);
}

std::string ArrayDifference::got_text(std::uint64_t element) const {
  return side_text(*this, element, got);
}

ArrayDifference difference_of(const ArrayInfo& array, std::vector<std::byte> wanted,
                              std::vector<std::byte> got) {
  ArrayDifference difference{array, std::move(wanted), std::move(got)};
  // As a rule nothing differs, and one comparison of everything says so.
  const std::size_t bytes = array.bytes();
  if (std::memcmp(difference.wanted.data(), difference.got.data(), bytes) == 0) return difference;
  for (std::uint64_t i = 0; i < array.count; ++i) {
    if (!difference.differs(i)) continue;
    if (difference.wrong == 0) difference.first = i;
    ++difference.wrong;
  }
  return difference;
}

std::string element_text(const ArrayInfo& array, std::uint64_t element) {
  if (!array.has_shape()) return fmt::format("{}[{}]", array.name, element);
  std::string indices;
  for (std::size_t i = array.shape.size(); i-- > 0;) {
    indices = fmt::format("[{}]", element % array.shape[i]) + indices;
    element /= array.shape[i];
  }
  return array.name + indices;
}

}  // namespace lanescope::report
