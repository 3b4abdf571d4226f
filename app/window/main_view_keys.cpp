// The window's keys.
#include <algorithm>
#include <utility>

#include "app/figures/appearance.h"
#include "app/session/shortcuts.h"
#include "app/window/main_view.h"

namespace lanescope::app {
namespace {

int next_scale(int now, int direction) {
  if (direction > 0) {
    const auto* found = std::upper_bound(std::begin(scale_steps), std::end(scale_steps), now);
    return found != std::end(scale_steps) ? *found : max_scale_percent;
  }
  const auto* found = std::lower_bound(std::begin(scale_steps), std::end(scale_steps), now);
  return found != std::begin(scale_steps) ? *(found - 1) : min_scale_percent;
}

}  // namespace

void MainView::press(const Binding& binding, Ui& ui, Session& session) {
  status_.say({});
  press_key(binding, ui, session);
  carry_out(ui, session);
}

void MainView::press_key(const Binding& binding, Ui& ui, Session& session) {
  if (lists_.press(binding, ui, session)) return;
  if (top_.launch().editing() && binding.command == Command::activate) {
    top_.launch().finish_editing(ui, session);
    return;
  }
  if (pages_.editing() && binding.command == Command::activate) {
    pages_.end_editing(true);
    return;
  }
  switch (binding.command) {
    case Command::show_keys:
      return lists_.toggle_keys();
    case Command::glossary:
      return lists_.open_glossary({}, session);
    case Command::palette:
      return open_palette(session, writes_character(binding.key, binding.mods));
    case Command::close:
      return close_uppermost(ui, session);
    case Command::theme:
    case Command::language:
    case Command::reduced_motion:
    case Command::larger:
    case Command::smaller:
    case Command::normal_size:
    case Command::projector:
      return press_settings(binding, session);
    case Command::frame_times:
      shows_frame_times_ = !shows_frame_times_;
      return;
    case Command::full_screen:
      return host_.toggle_full_screen();
    case Command::lecture:
      return toggle_lecture(session);
    case Command::presenter_notes:
    case Command::spotlight:
    case Command::freeze:
      return lecture_.press(binding);
    case Command::save_scene: {
      SavedScene saved = lecture_.save_scene(session, pages_, course(), covered(session));
      if (recent_ != nullptr && !saved.deck.empty()) recent_->put_kernel(saved.deck);
      return status_.say(done_or_failed(!saved.deck.empty(), std::move(saved.notice)));
    }
    case Command::save_picture:
      rest();
      return host_.save_picture();
    case Command::export_menu:
    case Command::copy:
      return !lists_.open() && host_.export_view ? press_export(binding, session) : void();
    case Command::quit:
      return host_.quit();
    default:
      return lists_.open() ? void() : press_view_key(binding, ui, session);
  }
}

bool MainView::editor_key(const EditorPanel::Key& key, Ui& ui, Session& session) {
  if (!editor_.typing() || !shows_editor(session) || lists_.open() || editing()) return false;
  const bool used = editor_.press(key, ui, session);
  carry_out(ui, session);
  return used;
}

bool MainView::lecture_key(LectureKey key, Ui& ui) {
  if (!lecturing() || lists_.open() || editing()) return false;
  if (key == LectureKey::reveal) {
    if (ui.focus().visible()) {
      return false;  // Enter presses the control with the keyboard focus
    }
  } else {
    status_.say({});
    ui.focus().hide();
  }
  lecture_.press(key);
  return true;
}

bool MainView::answer_key(const AnswerKey& key, Ui& ui, Session& session) {
  if (key.kind == AnswerKey::Kind::erase && lists_.erase(session)) return true;
  if (lists_.open() || top_.launch().editing() || lecturing() || editor_.typing()) return false;
  const bool used = guide_.answer_key(key, ui, session);
  carry_out(ui, session);
  return used;
}

// The one order of Esc. Each press does the first of these that there is:
//   1. ends typing into a field; in the editor: the words it offers, its search, the editor
//   2. closes what is open above the panels (a list, a menu, the keys)
//   3. ends the lecture
//   4. cancels the run; then the work or the player of the page; then the measurement
//   5. stops the player of the stage
//   6. takes the keyboard focus off a control
//   7. closes the message
//   8. leaves the page: back to the stage
void MainView::close_uppermost(Ui& ui, Session& session) {
  if (top_.launch().editing()) {
    top_.launch().stop_editing();
  } else if (pages_.editing()) {
    pages_.end_editing(false);
  } else if (lists_.open()) {
    lists_.close(session);
  } else if (editor_.typing() && shows_editor(session)) {
    editor_.close_uppermost(session);
  } else if (lecturing()) {
    lecture_.leave(session, pages_);
  } else if (session.run().running()) {
    session.cancel_run();
  } else if (pages_.cancel(session)) {
    return;
  } else if (session.times().timings().measuring()) {
    session.times().cancel();
  } else if (stage_.playing()) {
    stage_.toggle_play(session);
  } else if (ui.focus().visible()) {
    ui.focus().hide();
  } else if (message_.open()) {
    message_.close();
  } else {
    pages_.show(Page::stage);
  }
}

void MainView::press_settings(const Binding& binding, Session& session) {
  Settings settings = session.state().settings;
  int& scale = settings.scale_percent;
  switch (binding.command) {
    case Command::theme:
      settings.theme = next(settings.theme);
      break;
    case Command::language:
      settings.language = text::next_language(settings.language).code;
      break;
    case Command::reduced_motion:
      settings.reduced_motion = !settings.reduced_motion;
      break;
    case Command::larger:
      scale = next_scale(scale, 1);
      break;
    case Command::smaller:
      scale = next_scale(scale, -1);
      break;
    case Command::projector:
      if (scale == projector_scale_percent) {
        scale = scale_before_projector_;
      } else {
        scale_before_projector_ = scale;
        scale = projector_scale_percent;
      }
      break;
    default:
      scale = 100;
  }
  session.change_settings(settings);
}

void MainView::press_times(const Binding& binding, Session& session) {
  if (binding.command == Command::recordings) return lists_.open(Overlay::recordings, session);
  if (binding.command == Command::gpus) return lists_.open(Overlay::gpus, session);
  pages_.bring_times();
  switch (binding.command) {
    case Command::measure:
      return session.times().measure();
    case Command::measure_all:
      return session.times().measure_all();
    case Command::live:
      session.times().toggle_live();
      return;
    default:
      return session.times().go_to_recorded();
  }
}

void MainView::press_guide(const Binding& binding, Ui& ui, Session& session) {
  if (lecturing()) return lecture_.press_guide(binding, pages_);
  if (binding.command == Command::guide) {
    return guide_.asks_before_hiding(ui, session) ? void()
                                                  : show_guide(session, guide_.hidden(session));
  }
  const bool scrolls =
      binding.command == Command::guide_down || binding.command == Command::guide_up;
  if (scrolls && guide_display(session) != GuideDisplay::led &&
      pages_.scroll_by(binding.command == Command::guide_down ? 3 : -3)) {
    return;
  }
  guide_.press(binding, ui, session);
}

ExportOffer MainView::offer(const Session& session) const {
  ExportOffer offer;
  offer.has_run = session.run().shown() != nullptr;
  offer.covered = covered(session);
  offer.has_guide = guide_.course() != nullptr && guide_.course()->guide() != nullptr;
  const std::optional<FigureKind>& kind = pages_.figure_kind();
  if (kind && pages_.contents().has(*kind, session)) offer.present = kind;
  offer.others = {FigureKind::stage, FigureKind::code,     FigureKind::counts,
                  FigureKind::strip, FigureKind::accesses, FigureKind::branches};
  if (pages_.sees_times()) offer.others.push_back(FigureKind::times);
  return offer;
}

void MainView::press_export(const Binding& binding, const Session& session) {
  const ExportOffer now = offer(session);
  if (!now.has_run) {
    const text::Texts texts = texts_of(session.state().settings);
    return status_.say(texts.get("export.nothing"));
  }
  if (binding.command == Command::copy) return host_.export_view(copy_request(now));
  lists_.open(now, session);
}

// A step or an exercise of the guide keeps its variant: there, a digit was most likely meant for a
// value.
bool MainView::step_keeps_variant(const Session& session) const {
  const Course* course = guide_.course();
  return !lecturing() && guide_.display(session) == GuideDisplay::led &&
         (course->at_exercise() || course->on_path()) && !session.run().running();
}

void MainView::press_view_key(const Binding& binding, Ui& ui, Session& session) {
  const bool after_digit = std::exchange(after_digit_, false);
  if (pages_.press(binding, ui, session)) return;
  const lesson::Parameter* pad = pad_parameter(session);
  const lesson::Parameter* size = size_parameter(session);
  switch (binding.command) {
    case Command::variant:
      if (step_keeps_variant(session)) {
        after_digit_ = true;
        return status_.say(texts_of(session.state().settings).get("guide.digits"));
      }
      return session.run().choose_variant(static_cast<std::size_t>(binding.argument));
    case Command::pad_toggle:
      return pad != nullptr ? session.run().toggle_parameter(pad->name) : void();
    case Command::pad_more:
      return pad != nullptr ? session.run().move_parameter(pad->name, 1) : void();
    case Command::size_more:
      return size != nullptr ? session.run().move_parameter(size->name, 1) : void();
    case Command::size_less:
      return size != nullptr ? session.run().move_parameter(size->name, -1) : void();
    case Command::line_next:
      return session.selector().move_line(1);
    case Command::line_previous:
      return session.selector().move_line(-1);
    case Command::file_next:
      return session.selector().move_file(1);
    case Command::file_previous:
      return session.selector().move_file(-1);
    case Command::event_next:
      return session.selector().move_event(1);
    case Command::event_previous:
      return session.selector().move_event(-1);
    case Command::wavefront_next:
      return session.selector().move_wavefront(1);
    case Command::wavefront_previous:
      return session.selector().move_wavefront(-1);
    case Command::wavefront_first:
      return session.selector().choose_wavefront(0);
    case Command::wavefront_last:
      return session.selector().wavefronts() > 0
                 ? session.selector().choose_wavefront(session.selector().wavefronts() - 1)
                 : void();
    case Command::wavefront_all:
      return session.selector().choose_wavefront(std::nullopt);
    case Command::play:
      return stage_.toggle_play(session);
    case Command::play_speed:
      return StagePanel::change_speed(session);
    case Command::warp_next:
      return session.selector().move_warp(1);
    case Command::warp_previous:
      return session.selector().move_warp(-1);
    case Command::block_next:
      return session.selector().move_block(1);
    case Command::block_previous:
      return session.selector().move_block(-1);
    case Command::worst:
      return session.selector().go_to_worst_warp();
    case Command::next_view: {
      const report::Event* event = session.selector().event();
      const bool bank = event != nullptr && event->access.space == memory::Space::shared;
      return session.selector().choose_view(bank ? View::global : View::bank);
    }
    case Command::subject:
      return session.selector().choose_view(other_subject(session));
    case Command::page:
      return open_page(static_cast<Page>(binding.argument), session);
    case Command::next_page: {
      std::vector<Page> open = tabs_;
      std::erase_if(open, [&](Page page) { return !strip_of(session).opens(page); });
      return pages_.to_next(open);
    }
    case Command::guide:
    case Command::step_next:
    case Command::step_previous:
    case Command::guide_down:
    case Command::guide_up:
    case Command::show_answer:
      return press_guide(binding, ui, session);
    case Command::lessons:
      return lists_.open(Overlay::lessons, session);
    case Command::start:
      return open_start_page();
    case Command::checks:
      return lists_.open(Overlay::checks, session);
    case Command::measure:
    case Command::measure_all:
    case Command::live:
    case Command::recordings:
    case Command::gpus:
    case Command::nearest:
      return press_times(binding, session);
    case Command::compiler:
      return session.run().choose_compiler(next_compiler(session.state().compiler));
    case Command::reload:
      if (host_.run_program_again && host_.run_program_again()) return;
      return session.reload();
    case Command::edit_kernel:
      return editor_.open() ? editor_.end(session) : edit_kernel(0, session);
    case Command::undo:
      return session.history().undo();
    case Command::redo:
      return session.history().redo();
    case Command::focus_next:
      return ui.focus().move(1);
    case Command::focus_previous:
      return ui.focus().move(-1);
    case Command::activate:
      if (ui.focus().visible()) return ui.focus().activate();
      if (after_digit) {  // it was to end the number
        return status_.say(texts_of(session.state().settings).get("guide.digits_enter"));
      }
      return guide_.go_on(ui, session);
    case Command::press_or_play:
      if (ui.focus().visible()) return ui.focus().activate();
      return tab_shown_ == Page::stage ? stage_.toggle_play(session) : void();
    default:
      if (const auto page = pages_.press_anywhere(binding, ui, session)) open_page(*page, session);
  }
}

}  // namespace lanescope::app
