// The whole window's content for one frame, and what its keys do. Knows the panels; knows neither
// GLFW nor GL.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/window/keys.h"
#include "app/window/layout.h"
#include "app/window/panels/branches_panel.h"
#include "app/window/panels/code_panel.h"
#include "app/window/panels/counts_panel.h"
#include "app/window/panels/machine_panel.h"
#include "app/window/panels/message_panel.h"
#include "app/window/panels/overlay.h"
#include "app/window/panels/sites_panel.h"
#include "app/window/panels/stage_panel.h"
#include "app/window/panels/status_bar.h"
#include "app/window/panels/strip_panel.h"
#include "app/window/panels/times_panel.h"
#include "app/window/panels/top_bar.h"
#include "app/window/ui.h"

namespace lanescope::app {

class MainView {
 public:
  // What only the window can do.
  struct Host {
    std::function<void()> toggle_full_screen;
    std::function<void()> save_picture;
    std::function<void()> quit;
  };
  enum class Overlay : std::uint8_t {
    none,
    keys,
    lessons,
    variants,
    checks,
    recordings,
    gpus,
    machines
  };

  explicit MainView(Host host) : host_(std::move(host)) {}

  // Inside an ImGui frame, in a window that covers everything. `waiting_s`: for how long the run
  // has been going on.
  void draw(Ui& ui, Session& session, double waiting_s);
  void press(const Binding& binding, Ui& ui, Session& session);
  // Moves what moves by itself; the seconds until it moves again, if it does.
  std::optional<double> advance(Session& session, double now_s) {
    return stage_.advance(session, now_s);
  }

  // Off: nothing is shown that differs from run to run.
  void show_times(bool shown) {
    top_.show_times(shown);
    status_.show_times(shown);
  }
  void say(std::string notice) { status_.say(std::move(notice)); }
  [[nodiscard]] const std::string& notice() const { return status_.notice(); }
  // A value is being typed: keys that write a character are no commands.
  [[nodiscard]] bool typing() const { return top_.editing(); }
  [[nodiscard]] Overlay overlay() const { return overlay_; }
  [[nodiscard]] const MessagePanel& message() const { return message_; }
  [[nodiscard]] Page page() const { return page_; }
  void open_page(Page page) { page_ = page; }
  // Times are on the screen, as a page or below the stage.
  [[nodiscard]] bool times_seen() const { return times_seen_; }

 private:
  void draw_panels(Ui& ui, Session& session);
  void draw_pages(Ui& ui, const Rect& row);
  void draw_table(Ui& ui, Session& session, const Rect& area);
  void toggle_page(Page page);
  void toggle_times() { toggle_page(Page::times); }
  void bring_times();
  void tell_of_measuring(const Session& session);
  [[nodiscard]] std::vector<StatusBar::Source> sources_of(Ui& ui, const Session& session) const;
  void draw_waiting(Ui& ui, const Session& session, double waiting_s);
  void draw_overlay(Ui& ui, Session& session);
  void open_lessons(Session& session);
  void open_variants(const Session& session);
  void open_checks(const Session& session, std::size_t chosen);
  void open_recordings(const Session& session);
  void open_gpus(const Session& session);
  void open_machines(const Session& session);
  void choose_from_menu(Session& session, std::size_t index);
  bool press_in_menu(const Binding& binding, Session& session);
  void close_uppermost(Ui& ui, Session& session);
  void press_look(const Binding& binding, Ui& ui, Session& session);
  void press_times(const Binding& binding, Session& session);
  void press_settings(const Binding& binding, Session& session);

  Host host_;
  TopBar top_;
  CodePanel code_;
  StripPanel strip_;
  CountsPanel counts_;
  StagePanel stage_;
  SitesPanel sites_;
  BranchesPanel branches_;
  TimesPanel times_;
  MachinePanel machine_;
  MessagePanel message_;
  StatusBar status_;
  Menu menu_;
  std::vector<std::string> menu_lessons_;
  std::vector<std::string> menu_machines_;
  text::Language language_ = text::Language::english;  // of the menu's entries
  Overlay overlay_ = Overlay::none;
  Page page_ = Page::stage;
  Page page_before_ = Page::stage;  // that a key leads back to
  bool table_shows_times_ = false;
  bool has_table_ = false;  // in the last frame
  bool times_seen_ = false;
  bool gpus_wanted_ = false;  // their list, once it is known
  std::string told_absence_;
  int scale_before_projector_ = 100;
};

[[nodiscard]] const char* name_of(MainView::Overlay overlay);

}  // namespace lanescope::app
