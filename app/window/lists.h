// What is open above the panels: the list of keys, the lessons of the course, or a list to choose
// from. At most one is open.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/session/course/progress.h"
#include "app/session/lecture/deck.h"
#include "app/session/session.h"
#include "app/session/start/recent.h"
#include "app/window/panels/bars/export_menu.h"
#include "app/window/panels/bars/save_dialog.h"
#include "app/window/panels/base/overlay.h"
#include "app/window/panels/guide/course_loader.h"
#include "app/window/panels/guide/course_overview.h"
#include "app/window/panels/guide/glossary_list.h"
#include "app/window/panels/guide/review_list.h"
#include "app/window/panels/palette/command_palette.h"
#include "app/window/panels/start/start_page.h"
#include "app/window/toolkit/keys.h"
#include "app/window/toolkit/scroll.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

class Lists {
 public:
  // Enables the list of lessons. Both must outlive this.
  void use_course(CourseLoader& course_loader, const ProgressStore& progress) {
    course_loader_ = &course_loader;
    progress_ = &progress;
  }
  // What the start page shows. Both must outlive this.
  void use_start(const Course& course, const RecentStore& recent) {
    course_ = &course;
    recent_ = &recent;
  }
  // Called on a worker thread when there is more to draw; may be empty.
  void use_wake(const std::function<void()>& wake) {
    start_.use_wake(wake);
    palette_.use_wake(wake);
  }
  // The next frame shows more.
  [[nodiscard]] bool has_news() const {
    return (shown_ == Overlay::start && start_.has_news()) ||
           (shown_ == Overlay::palette && palette_.has_news());
  }
  [[nodiscard]] Overlay shown() const { return shown_; }
  [[nodiscard]] bool open() const { return shown_ != Overlay::none; }
  [[nodiscard]] const CourseOverview& overview() const { return overview_; }
  [[nodiscard]] const SaveDialog& save_dialog() const { return save_dialog_; }
  [[nodiscard]] const ReviewList& review() const { return review_; }

  // What is typed goes into the filter of the open list.
  [[nodiscard]] bool filtering() const {
    return shown_ == Overlay::lessons || shown_ == Overlay::glossary || shown_ == Overlay::palette;
  }
  [[nodiscard]] const GlossaryList& glossary() const { return glossary_; }

  // At the term with this id; empty: the term it was last at.
  void open_glossary(const std::string& term, const Session& session);
  // Every list but those of decks and exports. The list of GPUs opens once they are known.
  // `button`: opened a menu, which then hangs below it.
  void open(Overlay overlay, Session& session, const std::optional<Rect>& button = std::nullopt);
  void open(std::vector<DeckEntry> decks, const Session& session);
  void open(const ExportOffer& offer, const Session& session);
  // Asks where to, then asks for the export.
  void open_save_dialog(const ExportRequest& wanted, const Session& session);
  // What the palette needs to know of the window.
  struct PaletteContext {
    ExportOffer offer;
    Page page = Page::stage;
    bool by_slash = false;  // opened by that key
  };
  void open(PaletteContext context, const Session& session);
  // The start page; see StartPage::open().
  void open_start(bool goes_on, std::optional<Visit> elsewhere = {});
  // Its page for one's own kernels, with a message, or with the file that was made.
  void open_own_kernels(std::string message, std::filesystem::path kernel = {});
  // The same page, to type a path.
  void open_path_field() {
    open_own_kernels({});
    start_.type_path();
  }
  void show_made(const std::filesystem::path& file) { start_.show_made(file); }
  [[nodiscard]] const StartPage& start() const { return start_; }
  // A path is being typed into a text field, or the next letter begins one.
  [[nodiscard]] bool typing_path() const {
    return shown_ == Overlay::save_as || (shown_ == Overlay::start && start_.types());
  }
  void toggle_keys() { shown_ = shown_ == Overlay::keys ? Overlay::none : Overlay::keys; }
  [[nodiscard]] float keys_scrolled() const { return keys_scroll_.offset(); }  // pixels
  // Returns from an export's path to its second list, and from there to the first; otherwise closes
  // what is open.
  void close(const Session& session);

  [[nodiscard]] const CommandPalette& palette() const { return palette_; }

  // Draws what is open. `context`: which keys the list of keys shows first.
  void draw(Ui& ui, Session& session, const KeyContext& context);
  // False: the key has no meaning in what is open.
  bool press(const Binding& binding, Ui& ui, Session& session);
  // Removes the last letter of the filter. False: no filter is open.
  bool erase(const Session& session);

 private:
  void open_menu(Overlay overlay, std::vector<Menu::Entry> entries, std::size_t chosen);
  void open_lessons(const Session& session);
  void open_review(const Session& session);
  void open_variants(const Session& session);
  void open_checks(const Session& session);
  void open_recordings(const Session& session);
  void open_gpus(Ui& ui, const Session& session);
  void open_machines(const Session& session);
  void open_export(const Session& session);
  void draw_lessons(Ui& ui, Session& session);
  void draw_review(Ui& ui, Session& session);
  void draw_save_dialog(Ui& ui, Session& session);
  // Remembers its folder.
  void export_to(const ExportRequest& wanted, Ui& ui, Session& session);
  void open_more(const Session& session);
  void open_text_size(const Session& session);
  // Fills the open list again, in the present language.
  void refill(Ui& ui, Session& session);
  void draw_menu(Ui& ui, Session& session);
  void draw_glossary(Ui& ui);
  bool press_in_glossary(const Binding& binding, Ui& ui);
  bool press_in_lessons(const Binding& binding, Ui& ui, Session& session);
  bool press_in_review(const Binding& binding, Ui& ui, Session& session);
  bool press_in_save_dialog(const Binding& binding, Ui& ui, Session& session);
  bool press_in_keys(const Binding& binding);
  bool press_in_start(const Binding& binding, Ui& ui);
  // Closes the list; an empty name does nothing.
  void begin_lesson(const std::string& lesson, Ui& ui);
  void ask_again(const ReviewList::Choice& choice, Ui& ui);
  [[nodiscard]] PaletteSources palette_sources(const Session& session,
                                               const text::Texts& texts) const;
  void draw_palette(Ui& ui, Session& session);
  void choose_in_palette(Ui& ui, Session& session);
  bool press_in_palette(const Binding& binding, Ui& ui, Session& session);
  // Carries out the chosen entry, or asks `ui` to.
  void choose(std::size_t index, Ui& ui, Session& session);

  CourseLoader* course_loader_ = nullptr;
  const ProgressStore* progress_ = nullptr;
  const Course* course_ = nullptr;
  const RecentStore* recent_ = nullptr;
  Overlay shown_ = Overlay::none;
  bool gpus_wanted_ = false;  // open the list of GPUs once it is known
  CourseOverview overview_;
  ReviewList review_;
  GlossaryList glossary_;
  StartPage start_;
  Menu menu_;
  std::optional<Rect> menu_button_;
  Scroll keys_scroll_;
  std::string language_;  // of the menu's entries
  std::vector<std::string> machines_;
  std::vector<DeckEntry> decks_, palette_decks_;
  ExportMenu export_menu_;
  SaveDialog save_dialog_;
  CommandPalette palette_;
  PaletteContext palette_context_;
};

}  // namespace lanescope::app
