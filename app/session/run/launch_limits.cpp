#include "app/session/run/parts.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "kernels/machine_file/machine_file.h"
#include "sim/exec/state/launch_config.h"
#include "sim/machine/occupancy.h"
#include "sim/text/source_line.h"

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

std::optional<std::string> too_many_for_cooperation(const exec::Program& program,
                                                    const exec::LaunchConfig& config,
                                                    const machine::Profile* machine) {
  machine::ProfilePtr usual;
  if (machine == nullptr) {
    const auto found = machine::find("h200");
    if (!found) return std::nullopt;
    usual = *found;
    machine = usual.get();
  }
  machine::LaunchNeeds launch;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    launch.grid[axis] = config.grid[axis];
    launch.block[axis] = config.block[axis];
  }
  launch.kernel.threads_per_block = config.block[0] * config.block[1] * config.block[2];
  launch.kernel.shared_bytes = program.static_shared_bytes + config.dynamic_shared_bytes;
  launch.kernel.dynamic_shared_bytes = config.dynamic_shared_bytes;
  const auto occupancy = machine::occupancy(launch.kernel, *machine);
  const auto spread = occupancy ? machine::grid_spread(launch, *occupancy, *machine) : std::nullopt;
  if (!spread || spread->blocks <= spread->at_once) return std::nullopt;
  return fmt::format(
      "the {} blocks of a cooperative launch have to be resident at once; {} holds at most {} of "
      "them (cudaErrorCooperativeLaunchTooLarge)",
      spread->blocks, machine->name, spread->at_once);
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
  launch.kernel.dynamic_shared_bytes = report.dynamic_shared_bytes;
  for (const machine::LaunchProblem& problem : machine::launch_problems(launch, machine)) {
    std::string limit(machine::info_of(problem.limit).key);  // "threads_per_block"
    std::ranges::replace(limit, '_', ' ');
    remark(fmt::format("{} would refuse this launch: {} is {}, and at most {} there", machine.name,
                       limit, problem.wanted, problem.most),
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
  remark(
      fmt::format("{} has no instruction for atomic operations on shared memory: nvcc makes a "
                  "loop with a lock of each; the counts here are those of an instruction for each",
                  machine.name),
      atomic->place);
}

}  // namespace lanescope::app
