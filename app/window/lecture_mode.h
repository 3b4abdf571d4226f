// A lecture in the window: its words around the picture, its questions in place of the stage, the
// spotlight, and the state to return to. app/session/lecture has the scenes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/session/lecture/lecture.h"
#include "app/window/pages.h"
#include "app/window/panels/lecture/lecture_panel.h"
#include "app/window/toolkit/keys.h"
#include "app/window/toolkit/layout.h"
#include "app/window/toolkit/spotlight.h"

namespace lanescope::app {

struct SavedScene {
  std::string notice;          // what to tell
  std::filesystem::path deck;  // the file; empty: nothing was saved
};

class LectureMode {
 public:
  // Actions that only the window can do. Members may be empty.
  struct Host {
    std::function<void()> toggle_presenter;
    std::function<void()> toggle_freeze;
    // Scrolls the notes by wheel steps.
    std::function<void(float)> scroll_notes;
  };

  // Enables lectures. `lecture` must outlive this.
  void use(Lecture& lecture, Host host) {
    lecture_ = &lecture;
    host_ = std::move(host);
  }
  [[nodiscard]] bool enabled() const { return lecture_ != nullptr; }
  [[nodiscard]] bool on() const { return lecture_ != nullptr && lecture_->on(); }
  [[nodiscard]] const Lecture& lecture() const { return *lecture_; }  // requires enabled()
  [[nodiscard]] const LecturePanel& panel() const { return panel_; }
  [[nodiscard]] const Spotlight& spotlight() const { return spotlight_; }
  // Text scale when the lecture began.
  [[nodiscard]] int scale_percent_before() const { return scale_percent_before_; }

  void begin(const Session& session, const Pages& pages, DeckPtr deck,
             std::optional<std::size_t> index);
  void leave(Session& session, Pages& pages);
  // Requires on().
  void press(LectureKey key);
  void press(const ControlLecture& asked);  // but `leave`
  // Keys of the presenter that work at any time.
  void press(const Binding& binding);
  // During a lecture the deck, not the guide, decides what comes next.
  void press_guide(const Binding& binding, Pages& pages);
  // Reveals the answer, or goes on to the next of several questions. `insists`: also if marks are
  // asked for and nothing is marked.
  void reveal(bool insists) { panel_.reveal(*lecture_, insists); }

  // Takes over a new scene: its page, spotlight and questions. Shows problems in the
  // status bar.
  void follow(Ui& ui, Session& session, Pages& pages);
  // Draws the picture of the open question, or of the last one revealed, with the marks. False:
  // there is none.
  bool draw_question(Ui& ui, const Session& session, const Rect& area);
  // Draws the text around the picture; returns the layout of the panels. `notice`: shown in place
  // of the parameters' values.
  Layout draw(Ui& ui, const Session& session, const LayoutInput& input,
              const std::vector<StatusBar::Source>& sources, const std::string& notice);
  // Call after everything that it dims has been drawn.
  void draw_spotlight(Ui& ui, const Rect& picture) { spotlight_.draw(ui, picture); }

  // Saves the present view as a scene of the running deck, if it is the user's own, or of a deck of
  // the user's. `course`: whose steps are shown; nullptr: none.
  [[nodiscard]] SavedScene save_scene(const Session& session, const Pages& pages,
                                      const Course* course, bool covered) const;

 private:
  void scroll_words(float steps, Pages& pages);
  void show(const ViewRequest& view, Ui& ui, Session& session, Pages& pages);
  // Says which values are not those of the scene before, but for the padding, which has a switch in
  // sight. A picture of another size would pass for the same one.
  void tell_values(Ui& ui, const Session& session);
  // Keeps the values of this scene for the next one.
  void note_values(const Session& session);

  Lecture* lecture_ = nullptr;
  Host host_;
  LecturePanel panel_;
  Spotlight spotlight_;
  std::uint64_t arrivals_ = 0;  // Lecture::arrivals() of the scene shown
  // By parameter. A scene with an open question shows its values, too.
  struct SceneValues {
    std::string lesson;
    std::map<std::string, std::int64_t> of;
  };
  SceneValues values_;         // of this scene, as they are now
  SceneValues values_before_;  // as they were when the scene before was left
  bool tells_values_ = false;  // a scene was entered whose values have not been compared
  Pages::Memory pages_before_;
  int scale_percent_before_ = 100;
};

}  // namespace lanescope::app
