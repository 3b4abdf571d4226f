// A lecture: a deck being shown, scene by scene, without any window.
//
// It drives a Session: each scene is a state that the session is set to; whatever is tried out in
// between, coming back to a scene shows it as the deck has it, and undo goes back to how it was
// come to. leave() sets the session to what it was before, with what could be undone and redone
// then. A scene that is a step of a guide asks before it shows: its answers stay covered until
// reveal(), and nobody's progress is touched. One thread calls all of this, the session's.
#pragma once

#include <cstdint>
#include <memory>

#include "app/session/course/course.h"
#include "app/session/lecture/deck.h"
#include "app/session/session.h"

namespace lanescope::app {

class Lecture {
 public:
  // `services`: of guides' steps. The session outlives it.
  Lecture(Session& session, Course::Services services)
      : session_(session), services_(std::move(services)) {}

  [[nodiscard]] bool on() const { return deck_ != nullptr; }
  // After Session::update(). True when anything shown changed.
  bool update();

  void start(DeckPtr deck, std::size_t index = 0);
  void leave();
  void go_to(std::size_t index);  // the last where there are fewer
  void next();
  void previous();
  // Of a step: the answer to the open question. False: nothing is covered.
  bool reveal();

  // Of the deck that is shown; only while on().
  [[nodiscard]] const DeckPtr& deck() const { return deck_; }
  [[nodiscard]] const Scene& scene() const { return deck_->scenes[index_]; }
  [[nodiscard]] const Scene* next_scene() const;  // nullptr: this is the last
  [[nodiscard]] std::size_t index() const { return index_; }
  [[nodiscard]] bool covered() const { return guided_ != nullptr && guided_->course.covered(); }
  // Of a scene that is a step; nullptr: it is none.
  [[nodiscard]] Course* course() const { return guided_ ? &guided_->course : nullptr; }
  // What the scene asks to see: its own view, or its step's.
  [[nodiscard]] ViewRequest view() const;
  // One more with each scene that was come to; 0 before the first.
  [[nodiscard]] std::uint64_t arrivals() const { return arrivals_; }
  // Why the scene is not what the deck says (a step that is not there), with its place; or empty.
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  struct Guided {
    Guided(Session& session, Course::Services services)
        : progress(std::filesystem::path()), course(session, progress, std::move(services)) {}
    ProgressStore progress;  // of this visit alone
    Course course;
  };
  void show();
  void show_step();

  Session& session_;
  Course::Services services_;
  DeckPtr deck_;
  State before_;
  Session::History history_;  // of before
  std::size_t index_ = 0;
  std::uint64_t arrivals_ = 0;
  std::string problem_;
  std::unique_ptr<Guided> guided_;
};

}  // namespace lanescope::app
