// The machines to choose from, the chosen one, and the occupancy of the shown run on it. Part of a
// session.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/change.h"
#include "app/session/run/occupancy.h"
#include "app/session/services.h"
#include "app/session/state.h"

namespace lanescope::app {

class Machines {
 public:
  // Both references must outlive this object. `shown`: the shown run; may be null.
  Machines(State& state, const OutcomePtr& shown, const SessionServices& services, Changes changes);

  [[nodiscard]] const std::vector<machine::Entry>& all() const;
  // null: its file is broken or missing
  [[nodiscard]] machine::ProfilePtr chosen() const;
  // Of the shown run on the chosen machine. Without registers until the compiler has reported them.
  // Empty before the first run.
  [[nodiscard]] std::optional<KernelOccupancy> occupancy() const;
  [[nodiscard]] bool asking_for_registers() const { return worker_.busy(); }

  void choose(const std::string& id);  // id of a machine file
  void move(int direction);            // through all machines with valid files, cyclic
  // While occupancy is shown, the compiler is asked for registers.
  void show(bool shown);
  void read_again() { entries_.reset(); }
  // Takes finished work and starts what is missing. True: something that is shown has changed.
  bool update();

 private:
  void want_registers();
  [[nodiscard]] bool registers_are_of_what_is_shown() const;

  State& state_;
  const OutcomePtr& shown_run_;
  Changes changes_;
  std::function<std::vector<machine::Entry>()> read_;
  mutable std::optional<std::vector<machine::Entry>> entries_;  // read on first use
  bool shown_ = false;
  std::optional<RegisterCount> registers_;
  OutcomePtr registers_of_;            // the run that registers_ belongs to, known or requested ...
  machine::ProfilePtr registers_for_;  // ... and the machine
  RegisterWorker worker_;
};

}  // namespace lanescope::app
