// What is open above the panels: the list of keys, the lessons of the course, or a list to choose
// from. At most one is open.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/course/progress.h"
#include "app/session/lecture/deck.h"
#include "app/session/session.h"
#include "app/window/panels/bars/export_menu.h"
#include "app/window/panels/base/overlay.h"
#include "app/window/panels/guide/course_loader.h"
#include "app/window/panels/guide/course_overview.h"
#include "app/window/toolkit/keys.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

class Lists {
 public:
  // Enables the list of lessons. Both must outlive this.
  void use_course(CourseLoader& course_loader, const ProgressStore& progress) {
    course_loader_ = &course_loader;
    progress_ = &progress;
  }
  [[nodiscard]] Overlay shown() const { return shown_; }
  [[nodiscard]] bool open() const { return shown_ != Overlay::none; }
  [[nodiscard]] const CourseOverview& overview() const { return overview_; }

  // Every list but those of decks and exports. The list of GPUs opens once they are known.
  void open(Overlay overlay, Session& session);
  void open(std::vector<DeckEntry> decks, const Session& session);
  void open(const ExportOffer& offer, const Session& session);
  void toggle_keys() { shown_ = shown_ == Overlay::keys ? Overlay::none : Overlay::keys; }
  // Returns from an export's second list to the first; otherwise closes what is open.
  void close(const Session& session);

  // Draws what is open.
  void draw(Ui& ui, Session& session);
  // False: the key has no meaning in what is open.
  bool press(const Binding& binding, Ui& ui, Session& session);
  // Removes the last letter of the filter. False: the lessons are not open.
  bool erase();

 private:
  void open_menu(Overlay overlay, std::vector<Menu::Entry> entries, std::size_t chosen);
  void open_lessons(const Session& session);
  void open_variants(const Session& session);
  void open_checks(const Session& session);
  void open_recordings(const Session& session);
  void open_gpus(Ui& ui, const Session& session);
  void open_machines(const Session& session);
  void open_export(const Session& session);
  void draw_lessons(Ui& ui, const Session& session);
  // Fills the open list again, in the present language.
  void refill(Ui& ui, Session& session);
  void draw_menu(Ui& ui, Session& session);
  bool press_in_lessons(const Binding& binding, Ui& ui);
  // Carries out the chosen entry, or asks `ui` to.
  void choose(std::size_t index, Ui& ui, Session& session);

  CourseLoader* course_loader_ = nullptr;
  const ProgressStore* progress_ = nullptr;
  Overlay shown_ = Overlay::none;
  bool gpus_wanted_ = false;  // open the list of GPUs once it is known
  CourseOverview overview_;
  Menu menu_;
  std::string language_;  // of the menu's entries
  std::vector<std::string> machines_;
  std::vector<DeckEntry> decks_;
  ExportMenu export_menu_;
};

}  // namespace lanescope::app
