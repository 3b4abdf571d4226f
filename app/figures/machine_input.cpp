#include "app/figures/machine_input.h"

namespace lanescope::app {
namespace {

picture::MachineInput::Registers origin_of(const RegisterCount& registers, bool asking) {
  switch (registers.origin) {
    case RegisterCount::Origin::compiler:
      return picture::MachineInput::Registers::compiler;
    case RegisterCount::Origin::lesson_file:
      return picture::MachineInput::Registers::lesson_file;
    case RegisterCount::Origin::not_known:
      break;
  }
  return asking ? picture::MachineInput::Registers::asked_for
                : picture::MachineInput::Registers::not_known;
}

}  // namespace

picture::MachineInput machine_input(const Session& session, const machine::Profile& profile) {
  picture::MachineInput input;
  input.profile = &profile;
  input.is_default_machine = session.state().machine.empty();
  const std::optional<KernelOccupancy> occupancy = session.machines().occupancy();
  if (!occupancy) {
    return input;
  }
  input.kernel = session.shown()->report.kernel;
  input.launch = occupancy->launch;
  input.occupancy = occupancy->occupancy;
  input.problems = occupancy->problems;
  input.registers = origin_of(occupancy->registers, session.machines().asking_for_registers());
  input.registers_detail = occupancy->registers.detail;
  return input;
}

}  // namespace lanescope::app
