// Session: the chosen machine with its memory rules, and occupancy.
#include <algorithm>

#include "app/session/session.h"

namespace lanescope::app {

const std::vector<machine::Entry>& Session::machines() const {
  if (!machines_) {
    machines_ = services_.machines ? services_.machines() : machine::catalogue();
  }
  return *machines_;
}

machine::ProfilePtr Session::machine() const {
  const std::string id = machine::file_id(state_.machine);
  const std::vector<machine::Entry>& all = machines();
  const auto found = std::ranges::find(all, id, &machine::Entry::id);
  return found != all.end() && found->profile ? *found->profile : nullptr;
}

void Session::choose_machine(const std::string& id) {
  const std::string wanted = machine::requested_id(id);
  if (wanted != state_.machine) {
    remember(UndoStep::other);
    state_.machine = wanted;
    run();
  }
}

void Session::step_machine(int direction) {
  std::vector<std::string> ids;
  for (const machine::Entry& entry : machines()) {
    if (entry.profile) {
      ids.push_back(entry.id);
    }
  }
  if (ids.empty()) {
    return;
  }
  const std::string now = machine::file_id(state_.machine);
  const auto at = static_cast<std::size_t>(std::ranges::find(ids, now) - ids.begin());
  const std::size_t count = ids.size();
  choose_machine(ids[at == count ? 0 : (at + (direction > 0 ? 1 : count - 1)) % count]);
}

// ---- occupancy ----

void Session::show_machine(bool shown) {
  machine_shown_ = shown;
  want_registers();
}

bool Session::registers_are_of_what_is_shown() const {
  return registers_of_ == shown_ && registers_for_ == machine();
}

void Session::want_registers() {
  const machine::ProfilePtr profile = machine();
  if (!machine_shown_ || !shown_ || profile == nullptr || registers_are_of_what_is_shown()) {
    return;
  }
  registers_of_ = shown_;
  registers_for_ = profile;
  registers_.reset();
  register_worker_.start(register_request(*shown_, *profile));
}

bool Session::update_registers() {
  auto finished = register_worker_.take();
  const bool changed = finished && registers_are_of_what_is_shown();
  if (changed) {
    registers_ = finished->result ? *std::move(finished->result) : RegisterCount{};
  }
  want_registers();
  return changed;
}

std::optional<KernelOccupancy> Session::occupancy() const {
  const machine::ProfilePtr profile = machine();
  if (!shown_ || profile == nullptr) {
    return std::nullopt;
  }
  const bool known = registers_ && registers_are_of_what_is_shown();
  return occupancy_of(*shown_, *profile, known ? *registers_ : RegisterCount{});
}

}  // namespace lanescope::app
