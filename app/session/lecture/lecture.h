// A lecture: shows a deck scene by scene, without a window.
//
// It controls a Session: each scene sets the session's state. Going back to a scene always shows it
// as in the deck, whatever was changed in between; undo returns to the scene's initial state.
// leave() restores the session's previous state and undo history. A scene that is a guide's step
// asks its questions first: the answers stay covered until reveal(), and no progress is saved. All
// functions are called on the session's thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>

#include "app/session/course.h"
#include "app/session/lecture/deck.h"
#include "app/session/session.h"

namespace lanescope::app {

class Lecture {
 public:
  // `services`: for guides' steps. The session must outlive the lecture.
  Lecture(Session& session, Course::Services services)
      : session_(session), services_(std::move(services)) {
    services_.second_try = false;
  }

  [[nodiscard]] bool on() const { return deck_ != nullptr; }
  // Call after Session::update(). True: something that is shown has changed.
  bool update();

  // Without `index`: at the scene where the deck was left, or the first.
  void start(DeckPtr deck, std::optional<std::size_t> index = std::nullopt);
  void leave();
  void go_to(std::size_t index);  // clamped to the last scene
  void next();
  void previous();
  // In a step: answers the open question. False: nothing is covered.
  bool reveal();

  // deck(), scene(), next_scene(), index() and notes() require on().
  [[nodiscard]] const DeckPtr& deck() const { return deck_; }
  [[nodiscard]] const Scene& scene() const { return deck_->scenes[index_]; }
  [[nodiscard]] const Scene* next_scene() const;  // nullptr: this is the last scene
  [[nodiscard]] std::size_t index() const { return index_; }
  // What the presenter says, in Markdown: the scene's notes or, if it has none, its step's text.
  [[nodiscard]] std::string notes(const std::string& language) const;
  [[nodiscard]] bool covered() const { return guided_ != nullptr && guided_->course.covered(); }
  // Of a scene that is a guide's step; else nullptr.
  [[nodiscard]] Course* course() const { return guided_ ? &guided_->course : nullptr; }
  // The view of the scene, or of its step.
  [[nodiscard]] ViewRequest view() const;
  // Increases whenever a scene is entered; 0 before the first.
  [[nodiscard]] std::uint64_t arrivals() const { return arrivals_; }
  // Why the scene could not be set up (an unknown step), with its place; or empty.
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  struct Guided {
    Guided(Session& session, Course::Services services)
        : progress(std::filesystem::path()), course(session, progress, std::move(services)) {}
    ProgressStore progress;  // for this visit only
    Course course;
  };
  void show();
  void show_step();

  Session& session_;
  Course::Services services_;
  DeckPtr deck_;
  State before_;
  History::States history_;  // from before the lecture
  std::size_t index_ = 0;
  std::uint64_t arrivals_ = 0;
  std::string problem_;
  std::unique_ptr<Guided> guided_;
  std::map<std::filesystem::path, std::size_t> left_at_;  // by the deck's file: the scene
};

}  // namespace lanescope::app
