// Undo and redo. Part of a session.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "app/session/change.h"
#include "app/session/state.h"

namespace lanescope::app {

class History {
 public:
  // `state` must outlive this object. `restore`: makes another state the session's.
  History(const State& state, std::function<void(State)> restore);

  void undo();
  void redo();
  [[nodiscard]] bool can_undo() const { return !states_.past.empty(); }
  [[nodiscard]] bool can_redo() const { return !states_.future.empty(); }

  // All undo and redo states, the latest last. take() leaves nothing to undo; give() restores it,
  // as if nothing had been done in between.
  struct States {
    std::vector<State> past, future;
  };
  [[nodiscard]] States take();
  void give(States states);

  // --- for the session ---
  // Before the state changes.
  void remember(Change change);

 private:
  void restore(std::vector<State>& from, std::vector<State>& to);

  const State& state_;
  std::function<void(State)> restore_;
  States states_;
  std::optional<Change> last_;  // none: the next change is undone alone
};

}  // namespace lanescope::app
