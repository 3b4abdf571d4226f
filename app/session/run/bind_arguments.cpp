#include "app/session/run/parts.h"

#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "kernels/lesson_file/element_type.h"
#include "sim/exec/decode/kernel_names.h"

namespace lanescope::app {
namespace {

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

// "ns::Params<float>" -> "Params": files may leave the rest out.
std::string_view short_name(std::string_view type) {
  type = type.substr(0, type.find('<'));
  const std::size_t colons = type.rfind("::");
  return colons == type.npos ? type : type.substr(colons + 2);
}

// "int", "float4", "Params": the type in the file.
std::string type_of(const lesson::Argument& argument) {
  return argument.structure.empty()
             ? lesson::name_of(lesson::ValueType{argument.type, argument.lanes})
             : argument.structure;
}

// Whole numbers may stand for the bits of halves, for which lesson files once had no type.
bool agree(lesson::ElementType given, lesson::ElementType wanted) {
  const bool is_short = lesson::is_real(wanted) && lesson::bytes_of(wanted) == 2;
  return given == wanted || (is_short && !lesson::is_real(given));
}

// Pointers to structures and vectors accept any array. So do null pointers.
bool points_to(const lesson::Argument& argument, const std::string& element) {
  if (argument.is_pointer && argument.addresses.empty()) return true;
  const auto wanted = lesson::value_type_of_cpp(element);
  return !wanted || wanted->lanes > 1 || agree(argument.type, wanted->element);
}

// A type that is none of CUDA's is an enumeration or a structure, of which the size is checked.
bool is_a(const lesson::Argument& argument, const std::string& parameter) {
  const auto wanted = lesson::value_type_of_cpp(parameter);
  if (!argument.structure.empty()) return short_name(argument.structure) == short_name(parameter);
  if (!wanted || (wanted->lanes > 1 && argument.lanes == 1)) return true;
  return argument.lanes == wanted->lanes && agree(argument.type, wanted->element);
}

std::optional<BindingError> check_typed(const lesson::Argument& argument, std::size_t index,
                                        const std::string& parameter) {
  const auto element = pointee(parameter);
  const bool is_pointer = argument.is_array || argument.is_pointer;
  if (element && !is_pointer) {
    return wrong(argument, index, "count",
                 fmt::format("'{}' must be an array or a pointer: the kernel takes a {}",
                             argument.name, parameter));
  }
  if (!element && is_pointer) {
    return wrong(argument, index, "value",
                 fmt::format("'{}' must be a scalar with a value, or a structure: the kernel takes "
                             "a {}",
                             argument.name, parameter));
  }
  if (element ? points_to(argument, *element) : is_a(argument, parameter)) return std::nullopt;
  return wrong(argument, index, argument.structure.empty() ? "type" : "struct",
               fmt::format("'{}' is {} here and {} in the kernel", argument.name, type_of(argument),
                           parameter));
}

std::optional<BindingError> check_sized(const lesson::Argument& argument, std::size_t index,
                                        const ptx::Variable& parameter) {
  const bool is_structure = !argument.structure.empty();
  const std::uint64_t bytes = argument.is_array ? 8 : argument.value.size();
  // Both compilers state the alignment that C++ gives a structure.
  const bool is_aligned =
      (!is_structure && argument.lanes == 1) || argument.alignment == parameter.alignment;
  if (bytes == parameter.bytes && is_aligned) return std::nullopt;
  if (!is_structure) {
    return wrong(argument, index, "type",
                 fmt::format("'{}' has {} bytes here and {} in the kernel", argument.name, bytes,
                             parameter.bytes));
  }
  return wrong(
      argument, index, "members",
      fmt::format("'{}' has {} bytes aligned to {} here, and {} bytes aligned to {} in "
                  "the kernel: its members must be those of {}, in order and with the same "
                  "types",
                  argument.name, bytes, argument.alignment, parameter.bytes, parameter.alignment,
                  argument.structure));
}

}  // namespace

std::optional<BindingError> check_arguments(const std::vector<lesson::Argument>& arguments,
                                            const ptx::Function& kernel) {
  const exec::KernelName name = exec::kernel_name(kernel.name);
  const std::size_t count = kernel.params.size();
  std::vector<const lesson::Argument*> given;
  for (const lesson::Argument& argument : arguments) {
    if (argument.is_parameter) given.push_back(&argument);
  }
  if (given.size() != count) {
    std::string list;
    for (const std::string& parameter : name.parameters)
      list += (list.empty() ? "" : ", ") + parameter;
    return BindingError{
        given.empty() ? 0 : given.back()->line, "args",
        fmt::format("the kernel {} takes {} argument{}{}, the file gives {}", name.plain, count,
                    count == 1 ? "" : "s", list.empty() ? "" : " (" + list + ")", given.size())};
  }
  for (std::size_t i = 0; i < count; ++i) {
    std::optional<BindingError> error;
    if (name.has_parameters && name.parameters.size() == count)
      error = check_typed(*given[i], i, name.parameters[i]);
    if (!error) error = check_sized(*given[i], i, kernel.params[i]);
    if (error) return error;
  }
  return std::nullopt;
}

}  // namespace lanescope::app
