#include "app/session/start/launch_arguments.h"

#include <cctype>
#include <cmath>
#include <cstring>
#include <set>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/session/start/kernel_in_text.h"
#include "kernels/lesson_file/names.h"

namespace lanescope::app {
namespace {

// "const float* __restrict__ u" -> "u" and "const float* __restrict__".
std::pair<std::string, std::string> name_and_type(std::string parameter) {
  const std::size_t bracket = parameter.find('[');
  if (bracket != parameter.npos) parameter.resize(bracket);
  while (parameter.ends_with(' ')) parameter.pop_back();
  std::size_t begin = parameter.size();
  const auto is_letter = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  while (begin > 0 && is_letter(parameter[begin - 1])) --begin;
  std::string name = parameter.substr(begin), type = parameter.substr(0, begin);
  while (type.ends_with(' ')) type.pop_back();
  if (bracket != std::string::npos) type += "*";
  // A parameter without a name.
  if (type.empty() || !lesson::is_identifier(name) || lesson::is_word_of_cpp(name))
    return {"", type.empty() ? name : type + " " + name};
  return {name, type};
}

// Parameters of the kernel from the source that the recording holds; empty: not found.
std::vector<std::pair<std::string, std::string>> parameters_in_source(
    const launches::File& file, const launches::Launch& launch) {
  for (const std::string& path : file.source_paths()) {
    const auto text = file.source(path);
    if (!text) continue;
    const auto code = code_to_read(*text);
    if (!code) continue;
    const auto kernel = kernel_in_text(*code, launch.kernel);
    if (!kernel) continue;
    std::vector<std::pair<std::string, std::string>> found;
    for (const std::string& each : split_at_commas(kernel->parameters))
      found.push_back(name_and_type(each));
    if (found.size() == launch.arguments.size()) return found;
  }
  return {};
}

// The shortest text that reads back as the same number.
std::string number_text(lesson::ElementType type, const std::byte* at) {
  return lesson::with_type(type, [&](auto zero) -> std::string {
    using T = decltype(zero);
    T value{};
    std::memcpy(&value, at, sizeof value);
    if constexpr (std::is_integral_v<T>) {
      // TOML has 64 bits with a sign; the conversion to the type wraps.
      return fmt::format("{}", static_cast<std::int64_t>(value));
    } else {
      double number = 0;
      std::string text;
      if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
        number = static_cast<double>(value);
        text = fmt::format("{}", value);
      } else {
        number = static_cast<double>(static_cast<float>(value));
        text = fmt::format("{}", number);
      }
      if (std::isnan(number)) return "nan";
      if (std::isinf(number)) return number < 0 ? "-inf" : "inf";
      return text.find_first_of(".e") == text.npos ? text + ".0" : text;
    }
  });
}

}  // namespace

std::uint64_t word_of(const std::byte* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

std::optional<std::string> pointed_to(std::string type) {
  const auto strip = [&type](std::string_view ending) {
    while (type.ends_with(' ')) type.pop_back();
    if (!type.ends_with(ending)) return false;
    type.resize(type.size() - ending.size());
    return true;
  };
  while (strip("__restrict__") || strip("__restrict") || strip("const&")) {
  }
  if (!strip("*")) return std::nullopt;
  while (strip("const") || strip("volatile")) {
  }
  for (const std::string_view word : {"const ", "volatile "}) {
    if (type.starts_with(word)) type.erase(0, word.size());
  }
  return type;
}

std::vector<std::pair<std::string, std::string>> names_of_arguments(
    const launches::File& file, const launches::Launch& launch) {
  std::vector<std::pair<std::string, std::string>> all = parameters_in_source(file, launch);
  all.resize(launch.arguments.size());
  std::set<std::string> taken;
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto& [name, type] = all[i];
    // The mangled name has the types as the compiler knows them.
    if (!launch.arguments[i].type.empty()) type = launch.arguments[i].type;
    if (name.empty() || !lesson::is_identifier(name)) name = fmt::format("arg{}", i + 1);
    while (!taken.insert(name).second) name += "_";
  }
  return all;
}

std::string numbers_text(const lesson::ValueType& type, const std::vector<std::byte>& bytes) {
  std::vector<std::string> lanes;
  for (std::uint32_t i = 0; i < type.lanes; ++i)
    lanes.push_back(number_text(type.element, bytes.data() + i * lesson::bytes_of(type.element)));
  return type.lanes == 1 ? lanes.front() : fmt::format("[{}]", fmt::join(lanes, ", "));
}

std::vector<NamedArgument> named_arguments(const launches::File& file,
                                           const launches::Launch& launch) {
  return ArgumentNames(file).of(launch);
}

std::vector<NamedArgument> ArgumentNames::of(const launches::Launch& launch) {
  const auto [found, is_new] = known_.try_emplace({launch.module, launch.symbol});
  if (is_new) found->second = names_of_arguments(file_, launch);
  const std::vector<std::pair<std::string, std::string>>& names = found->second;
  const LaunchRanges ranges(launch);
  std::vector<NamedArgument> all;
  for (std::size_t i = 0; i < std::min(names.size(), launch.arguments.size()); ++i) {
    const std::vector<std::byte>& bytes = launch.arguments[i].bytes;
    NamedArgument& argument = all.emplace_back();
    argument.name = names[i].first;
    argument.type = names[i].second;
    const auto known = lesson::value_type_of_cpp(argument.type);
    const bool is_pointer = bytes.size() == 8 && pointed_to(argument.type);
    const LaunchRange* range = bytes.size() == 8 ? ranges.at(word_of(bytes.data())) : nullptr;
    if (is_pointer || (argument.type.empty() && range != nullptr)) {
      argument.is_pointer = true;
      argument.value = fmt::format("0x{:x}", word_of(bytes.data()));
      if (range != nullptr) argument.array_bytes = range->bytes;
    } else if (known && lesson::bytes_of(*known) == bytes.size()) {
      argument.value = numbers_text(*known, bytes);
    } else {
      for (std::size_t at = 0; at < bytes.size(); at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + at, std::min<std::size_t>(8, bytes.size() - at));
        argument.value += fmt::format("{}0x{:x}", at == 0 ? "" : " ", word);
      }
    }
  }
  return all;
}

}  // namespace lanescope::app
