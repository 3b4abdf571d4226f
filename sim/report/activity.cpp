#include "sim/report/activity.h"

#include <algorithm>
#include <map>

namespace lanescope::report {
namespace {

using exec::Flow;

bool is_branch(const exec::Instruction& in) { return in.flow == Flow::branch && in.guard.exists(); }

// A run that was rejected or built by hand may have no profile.
exec::InstructionProfile profile_at(const exec::RunResult& result, std::size_t at) {
  return at < result.profile.size() ? result.profile[at] : exec::InstructionProfile{};
}

// The source line where the lanes continue that the branch at `from` sends to `at`. Follows jumps
// that all lanes take and skips instructions without a line. A forward branch also skips
// instructions of its own line and of earlier lines, up to the next decision or to the point where
// the sides meet: compilers often begin a side with an address whose expression stands further up.
// A jump there is no code of that line: clang leaves a loop by one that has the loop's own line.
int line_reached(const exec::Program& program, std::uint32_t from, std::uint32_t at) {
  const SourcePlace& branch = program.places[from];
  const bool forward = at > from;
  int nearest = 0;
  for (std::size_t steps = 0; steps < program.code.size() && at < program.code.size(); ++steps) {
    if (at == program.code[from].reconverge && nearest != 0) break;
    const SourcePlace& place = program.places[at];
    const bool known = place.line != 0 && place.file == branch.file;
    if (known && (!forward || place.line > branch.line)) return place.line;
    const exec::Instruction& in = program.code[at];
    const bool conditional = in.guard.exists();
    const bool jumps = in.flow == Flow::branch && !conditional;
    if (known && !jumps) nearest = std::max(nearest, place.line);
    const bool decides = in.flow == Flow::table || (in.flow == Flow::branch && conditional);
    if (in.flow == Flow::exit || in.flow == Flow::ret || decides) break;
    at = in.flow == Flow::branch ? in.target : at + 1;
  }
  return nearest;
}

}  // namespace

std::vector<Branch> collect_branches(const exec::Program& program, const exec::RunResult& result,
                                     BranchIndices& branch_of) {
  std::vector<Branch> branches;
  for (std::uint32_t i = 0; i < program.code.size(); ++i) {
    const exec::Instruction& in = program.code[i];
    if (!is_branch(in)) continue;
    const exec::InstructionProfile profile = profile_at(result, i);
    Branch branch;
    branch.index = static_cast<std::uint32_t>(branches.size());
    branch.place = program.places[i];
    branch.ptx_line = program.ptx_lines[i];
    branch.executions = profile.executions;
    branch.divergent = profile.divergent;
    branch.all_taken = profile.all_taken;
    branch.lanes_taken = profile.threads;
    branch.lanes_not_taken = profile.active - profile.threads;
    branch.taken_line = line_reached(program, i, in.target);
    branch.not_taken_line = line_reached(program, i, i + 1);
    branch.reconvergence_line = line_reached(program, i, in.reconverge);
    branch_of.emplace(i, branch.index);
    branches.push_back(std::move(branch));
  }
  return branches;
}

std::vector<Activity> collect_instructions(const exec::Program& program,
                                           const exec::RunResult& result) {
  std::vector<Activity> instructions;
  for (std::uint32_t i = 0; i < program.code.size(); ++i) {
    const exec::Instruction& in = program.code[i];
    if (in.continues) continue;
    const exec::InstructionProfile profile = profile_at(result, i);
    Activity activity;
    activity.place = program.places[i];
    activity.ptx_line = program.ptx_lines[i];
    activity.executions = profile.executions;
    activity.lanes = profile.active;
    activity.jumps = in.flow == Flow::branch && !in.guard.exists();
    instructions.push_back(std::move(activity));
  }
  return instructions;
}

std::vector<Activity> collect_lines(const std::vector<Activity>& instructions,
                                    const std::string& file) {
  std::map<int, Activity> lines;
  for (const Activity& instruction : instructions) {
    if (instruction.place.file != file || instruction.place.line == 0 || instruction.jumps)
      continue;
    Activity& line = lines[instruction.place.line];
    line.instructions = line.place.line == 0 ? 1 : line.instructions + 1;
    line.place = {file, instruction.place.line, 0};
    line.executions += instruction.executions;
    line.lanes += instruction.lanes;
  }
  std::vector<Activity> result;
  for (auto& [number, line] : lines) result.push_back(std::move(line));
  return result;
}

}  // namespace lanescope::report
