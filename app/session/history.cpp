#include "app/session/history.h"

#include <utility>

namespace lanescope::app {
namespace {

constexpr std::size_t undo_limit = 200;

}  // namespace

History::History(const State& state, std::function<void(State)> restore)
    : state_(state), restore_(std::move(restore)) {}

void History::remember(Change change) {
  const bool is_same = change != Change::other && change != Change::parameter && change == last_;
  if (!is_same) {
    states_.past.push_back(state_);
    if (states_.past.size() > undo_limit) states_.past.erase(states_.past.begin());
  }
  states_.future.clear();
  last_ = change;
}

void History::restore(std::vector<State>& from, std::vector<State>& to) {
  if (from.empty()) return;
  to.push_back(state_);
  State wanted = std::move(from.back());
  from.pop_back();
  last_.reset();
  restore_(std::move(wanted));
}

void History::undo() { restore(states_.past, states_.future); }

void History::redo() { restore(states_.future, states_.past); }

History::States History::take() {
  last_.reset();
  return std::exchange(states_, {});
}

void History::give(States states) {
  last_.reset();
  states_ = std::move(states);
}

}  // namespace lanescope::app
