#include "app/figures/pages/machine_page.h"

#include "app/figures/page_content.h"
#include "app/session/export/tables.h"

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
  if (!occupancy) return input;
  input.kernel = session.run().shown()->report.kernel;
  input.launch = occupancy->launch;
  input.occupancy = occupancy->occupancy;
  input.problems = occupancy->problems;
  input.registers = origin_of(occupancy->registers, session.machines().asking_for_registers());
  input.registers_detail = occupancy->registers.detail;
  return input;
}

namespace {

class MachinePage final : public PageContent {
 public:
  void follow(Session& session, bool seen) override { session.machines().show(seen); }
  [[nodiscard]] FigureSize size() const override { return {960, 760}; }
  [[nodiscard]] picture::DrawList picture(const Session& session, const picture::Style& style,
                                          float width, float height) const override {
    const machine::ProfilePtr profile = session.machines().chosen();
    return profile != nullptr
               ? picture::build_machine(machine_input(session, *profile), style, width, height)
               : message_picture("machine.title", "machine.not_known", style, width, height);
  }
  [[nodiscard]] Table table(const Session& session) const override {
    const machine::ProfilePtr profile = session.machines().chosen();
    return profile != nullptr ? machine_table(*profile, session.machines().occupancy())
                              : Table{"machine", {}, {}};
  }
};

}  // namespace

std::unique_ptr<PageContent> make_machine_content(const PageServices& /*services*/) {
  return std::make_unique<MachinePage>();
}

}  // namespace lanescope::app
