#include "app/session/machines.h"

#include <algorithm>
#include <utility>

namespace lanescope::app {

Machines::Machines(State& state, const OutcomePtr& shown, const SessionServices& services,
                   Changes changes)
    : state_(state),
      shown_run_(shown),
      changes_(std::move(changes)),
      read_(services.machines ? services.machines : [] { return machine::catalogue(); }),
      worker_(
          [](const RegisterRequest& request, Progress*, std::stop_token stop) -> RegisterResult {
            return registers_of(request, std::move(stop));
          },
          services.wake) {}

const std::vector<machine::Entry>& Machines::all() const {
  if (!entries_) entries_ = read_();
  return *entries_;
}

machine::ProfilePtr Machines::chosen() const {
  const auto found =
      std::ranges::find(all(), machine::file_id(state_.machine), &machine::Entry::id);
  return found != all().end() && found->profile ? *found->profile : nullptr;
}

void Machines::choose(const std::string& id) {
  const std::string wanted = machine::requested_id(id);
  if (wanted != state_.machine) {
    changes_.remember(Change::other);
    state_.machine = wanted;
    changes_.run();
  }
}

void Machines::move(int direction) {
  std::vector<std::string> ids;
  for (const machine::Entry& entry : all()) {
    if (entry.profile) ids.push_back(entry.id);
  }
  if (ids.empty()) return;
  const std::string now = machine::file_id(state_.machine);
  const auto at = static_cast<std::size_t>(std::ranges::find(ids, now) - ids.begin());
  const std::size_t count = ids.size();
  choose(ids[at == count ? 0 : (at + (direction > 0 ? 1 : count - 1)) % count]);
}

void Machines::show(bool shown) {
  shown_ = shown;
  want_registers();
}

bool Machines::registers_are_of_what_is_shown() const {
  return registers_of_ == shown_run_ && registers_for_ == chosen();
}

void Machines::want_registers() {
  const machine::ProfilePtr profile = chosen();
  if (!shown_ || !shown_run_ || profile == nullptr || registers_are_of_what_is_shown()) return;
  registers_of_ = shown_run_;
  registers_for_ = profile;
  registers_.reset();
  worker_.start(register_request(*shown_run_, *profile));
}

bool Machines::update() {
  auto finished = worker_.take();
  const bool changed = finished && registers_are_of_what_is_shown();
  if (changed) registers_ = finished->result ? *std::move(finished->result) : RegisterCount{};
  want_registers();
  return changed;
}

std::optional<KernelOccupancy> Machines::occupancy() const {
  const machine::ProfilePtr profile = chosen();
  if (!shown_run_ || profile == nullptr) return std::nullopt;
  const bool known = registers_ && registers_are_of_what_is_shown();
  return occupancy_of(*shown_run_, *profile, known ? *registers_ : RegisterCount{});
}

}  // namespace lanescope::app
