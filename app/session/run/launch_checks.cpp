#include "app/session/run/launch_checks.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/diagnostics/source_line.h"
#include "sim/exec/decode/kernel_names.h"
#include "sim/exec/state/launch_config.h"
#include "sim/machine/occupancy.h"

namespace lanescope::app {
namespace {

// Whether a line of the kernel's text declares this shared array.
bool declares(std::string_view line, std::string_view array) {
  line = line.substr(0, line.find("//"));
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  if (line.find("__shared__") == std::string_view::npos) return false;
  for (std::size_t at = line.find(array); at != std::string_view::npos;
       at = line.find(array, at + 1)) {
    const std::size_t end = at + array.size();
    if ((at == 0 || !is_word(line[at - 1])) && (end == line.size() || !is_word(line[end])))
      return true;
  }
  return false;
}

}  // namespace

std::optional<Diagnostic> too_much_static_shared(const exec::Program& program,
                                                 const std::string& source_name,
                                                 std::string_view source_text) {
  if (program.static_shared_bytes <= exec::max_static_shared_bytes) return std::nullopt;
  const exec::ProgramVariable* largest = nullptr;
  for (const exec::ProgramVariable& variable : program.variables) {
    if (variable.space == ptx::StateSpace::shared &&
        (largest == nullptr || variable.bytes > largest->bytes))
      largest = &variable;
  }
  Diagnostic error;
  error.kind = DiagnosticKind::launch_invalid;
  error.message = fmt::format(
      "the kernel declares {} bytes of __shared__ arrays; ptxas, the assembler, allows {} (48 KiB) "
      "for every GPU. More is possible as one extern __shared__ array, with its bytes as "
      "dynamic_shared in the lesson file",
      program.static_shared_bytes, exec::max_static_shared_bytes);
  error.place.file = source_name;
  if (largest == nullptr) return error;
  const std::size_t scope = largest->name.rfind("::");
  const std::string name =
      scope == std::string::npos ? largest->name : largest->name.substr(scope + 2);
  const std::vector<std::string_view> lines = lines_of(source_text);
  const auto found =
      std::ranges::find_if(lines, [&](std::string_view line) { return declares(line, name); });
  if (found != lines.end())
    error.place.line = 1 + static_cast<int>(std::distance(lines.begin(), found));
  return error;
}

void remark_on_machine(const machine::Profile& machine, const std::string& source_name,
                       report::Report& report) {
  const auto remark = [&](std::string message, SourcePlace place) {
    Diagnostic note;
    note.severity = Severity::note;
    note.kind = DiagnosticKind::machine_differs;
    note.message = std::move(message);
    note.place = std::move(place);
    report.remarks.push_back(std::move(note));
  };
  machine::LaunchNeeds launch;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    launch.grid[axis] = report.grid[axis];
    launch.block[axis] = report.block[axis];
  }
  launch.kernel.threads_per_block = report.block[0] * report.block[1] * report.block[2];
  launch.kernel.shared_bytes = report.shared_bytes;
  for (const machine::LaunchProblem& problem : machine::launch_problems(launch, machine)) {
    remark(fmt::format("{} would refuse this launch: {} is {}, and at most {} there", machine.name,
                       machine::info_of(problem.limit).key, problem.wanted, problem.most),
           {source_name, 0, 0});
  }
  // Instructions for it came with compute capability 5.0.
  const auto atomic = std::ranges::find_if(report.sites, [](const report::Site& site) {
    return site.space == memory::Space::shared && site.op != memory::Op::load &&
           site.op != memory::Op::store;
  });
  if (machine.major >= 5 || atomic == report.sites.end()) return;
  report.diagnostics_total -= std::erase_if(report.diagnostics, [](const Diagnostic& each) {
    return each.kind == DiagnosticKind::adds_one;
  });
  remark(fmt::format("{} has no instruction for atomic operations on shared memory: nvcc makes a "
                     "loop with a lock of each; the counts here are those of an H200's atomics",
                     machine.name),
         atomic->place);
}

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
