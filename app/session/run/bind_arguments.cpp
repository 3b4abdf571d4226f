#include "app/session/run/bind_arguments.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "sim/exec/decode/kernel_names.h"

namespace lanescope::app {
namespace {

using lesson::ElementType;

struct TypeName {
  std::string_view cpp;  // as demangled
  ElementType type;
};

constexpr std::array type_names{
    TypeName{"float", ElementType::f32},         TypeName{"double", ElementType::f64},
    TypeName{"char", ElementType::i8},           TypeName{"signed char", ElementType::i8},
    TypeName{"unsigned char", ElementType::u8},  TypeName{"bool", ElementType::u8},
    TypeName{"short", ElementType::i16},         TypeName{"unsigned short", ElementType::u16},
    TypeName{"int", ElementType::i32},           TypeName{"unsigned int", ElementType::u32},
    TypeName{"long", ElementType::i64},          TypeName{"long long", ElementType::i64},
    TypeName{"unsigned long", ElementType::u64}, TypeName{"unsigned long long", ElementType::u64},
};

std::optional<ElementType> element_type(std::string_view cpp) {
  for (const TypeName& name : type_names) {
    if (name.cpp == cpp) return name.type;
  }
  return std::nullopt;
}

// "float const*" -> "float"; nullopt if it is not a pointer.
std::optional<std::string> pointee(std::string text) {
  const auto strip = [&text](std::string_view ending) {
    if (text.size() < ending.size() || !std::string_view(text).ends_with(ending)) return false;
    text.resize(text.size() - ending.size());
    return true;
  };
  while (strip(" __restrict") || strip(" const&")) {
  }
  if (!strip("*")) return std::nullopt;
  while (strip(" const") || strip(" volatile")) {
  }
  return text;
}

BindingError wrong(const lesson::Argument& argument, std::size_t index, std::string_view key,
                   std::string message) {
  return {argument.line, fmt::format("args[{}].{}", index, key), std::move(message)};
}

std::optional<BindingError> check_typed(const lesson::Argument& argument, std::size_t index,
                                        const std::string& parameter) {
  const auto element = pointee(parameter);
  if (element && !argument.is_array) {
    return wrong(
        argument, index, "count",
        fmt::format("'{}' must be an array: the kernel takes a {}", argument.name, parameter));
  }
  if (!element && argument.is_array) {
    return wrong(argument, index, "value",
                 fmt::format("'{}' must be a scalar with a value: the kernel takes a {}",
                             argument.name, parameter));
  }
  // Pointers to structures and vector types accept any array: the lesson file has no names for
  // these types.
  const auto wanted = element_type(element ? *element : parameter);
  if (wanted && *wanted != argument.type) {
    return wrong(argument, index, "type",
                 fmt::format("'{}' is {} here and {} in the kernel", argument.name,
                             lesson::name_of(argument.type), parameter));
  }
  return std::nullopt;
}

std::optional<BindingError> check_sized(const lesson::Argument& argument, std::size_t index,
                                        const ptx::Variable& parameter) {
  const std::uint64_t bytes = argument.is_array ? 8 : lesson::bytes_of(argument.type);
  if (bytes == parameter.bytes) return std::nullopt;
  return wrong(argument, index, "type",
               fmt::format("'{}' has {} bytes here and {} in the kernel", argument.name, bytes,
                           parameter.bytes));
}

}  // namespace

std::optional<BindingError> check_arguments(const lesson::Resolved& lesson,
                                            const ptx::Function& kernel) {
  const exec::KernelName name = exec::kernel_name(kernel.name);
  const std::size_t count = kernel.params.size();
  if (lesson.args.size() != count) {
    std::string list;
    for (const std::string& parameter : name.parameters)
      list += (list.empty() ? "" : ", ") + parameter;
    return BindingError{lesson.args.empty() ? 0 : lesson.args.back().line, "args",
                        fmt::format("the kernel {} takes {} argument{}{}, the file gives {}",
                                    name.plain, count, count == 1 ? "" : "s",
                                    list.empty() ? "" : " (" + list + ")", lesson.args.size())};
  }
  for (std::size_t i = 0; i < count; ++i) {
    const bool typed = name.has_parameters && name.parameters.size() == count;
    auto error = typed ? check_typed(lesson.args[i], i, name.parameters[i])
                       : check_sized(lesson.args[i], i, kernel.params[i]);
    if (!error) error = check_sized(lesson.args[i], i, kernel.params[i]);
    if (error) return error;
  }
  return std::nullopt;
}

}  // namespace lanescope::app
