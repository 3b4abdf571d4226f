// The window's keys.
#include <algorithm>

#include "app/window/main_view.h"
#include "app/window/toolkit/appearance.h"

namespace lanescope::app {
namespace {

constexpr int scale_steps[] = {75, 90, 100, 110, 125, 150, 175, 200, 225, 250};

int next_scale(int now, int direction) {
  if (direction > 0) {
    const auto* found = std::upper_bound(std::begin(scale_steps), std::end(scale_steps), now);
    return found != std::end(scale_steps) ? *found : max_scale_percent;
  }
  const auto* found = std::lower_bound(std::begin(scale_steps), std::end(scale_steps), now);
  return found != std::begin(scale_steps) ? *(found - 1) : min_scale_percent;
}

// The next usable compiler; automatic is always usable.
compile::Compiler next_compiler(compile::Compiler now) {
  const auto usable = [](compile::Compiler compiler) {
    const std::vector<compile::Availability> all = compile::available();
    return std::any_of(all.begin(), all.end(), [&](const compile::Availability& entry) {
      return entry.compiler == compiler && entry.usable;
    });
  };
  constexpr compile::Compiler order[] = {compile::Compiler::automatic, compile::Compiler::nvrtc,
                                         compile::Compiler::clang};
  std::size_t at = static_cast<std::size_t>(std::find(std::begin(order), std::end(order), now) -
                                            std::begin(order));
  do {
    at = (at + 1) % std::size(order);
  } while (order[at] != compile::Compiler::automatic && !usable(order[at]));
  return order[at];
}

}  // namespace

void MainView::press(const Binding& binding, Ui& ui, Session& session) {
  status_.say({});
  press_key(binding, ui, session);
  carry_out(ui, session);
}

void MainView::press_key(const Binding& binding, Ui& ui, Session& session) {
  if (press_in_menu(binding, session)) {
    return;
  }
  if (top_.editing() && binding.command == Command::activate) {
    top_.finish_editing(session);
    return;
  }
  if (pages_.index.editing() && binding.command == Command::activate) {
    pages_.index.finish_editing();
    return;
  }
  switch (binding.command) {
    case Command::show_keys:
      overlay_ = overlay_ == Overlay::keys ? Overlay::none : Overlay::keys;
      return;
    case Command::close:
      close_uppermost(ui, session);
      return;
    case Command::theme:
    case Command::language:
    case Command::reduced_motion:
    case Command::larger:
    case Command::smaller:
    case Command::normal_size:
    case Command::projector:
      press_settings(binding, session);
      return;
    case Command::frame_times:
      shows_frame_times_ = !shows_frame_times_;
      return;
    case Command::full_screen:
      host_.toggle_full_screen();
      return;
    case Command::lecture:
    case Command::presenter_notes:
    case Command::spotlight:
    case Command::freeze:
    case Command::save_scene:
      return press_lecture(binding, session);
    case Command::save_picture:
      rest();
      host_.save_picture();
      return;
    case Command::export_menu:
    case Command::copy:
      if (overlay_ == Overlay::none && host_.take_out) {
        press_export(binding, session);
      }
      return;
    case Command::quit:
      host_.quit();
      return;
    default:
      if (overlay_ == Overlay::none) {
        press_look(binding, ui, session);
      }
  }
}

// Keys in the list of lessons; letters filter it.
bool MainView::press_in_map(const Binding& binding, Session& session) {
  switch (binding.command) {
    case Command::line_next:
      map_.step(1);
      return true;
    case Command::line_previous:
      map_.step(-1);
      return true;
    case Command::activate:
      if (const std::string lesson = map_.chosen(); !lesson.empty()) {
        overlay_ = Overlay::none;
        begin_lesson(session, lesson);
      }
      return true;
    case Command::lessons:
      overlay_ = Overlay::none;
      return true;
    case Command::close:
      if (!map_.clear_filter()) {
        overlay_ = Overlay::none;
      }
      return true;
    default:
      return false;
  }
}

bool MainView::press_in_menu(const Binding& binding, Session& session) {
  if (overlay_ == Overlay::none || overlay_ == Overlay::keys) {
    return false;
  }
  if (overlay_ == Overlay::lessons) {
    return press_in_map(binding, session);
  }
  switch (binding.command) {
    case Command::line_next:
    case Command::focus_next:
      menu_.step(1);
      return true;
    case Command::line_previous:
    case Command::focus_previous:
      menu_.step(-1);
      return true;
    case Command::activate:
      choose_from_menu(session, menu_.current());
      return true;
    case Command::lessons:
    case Command::checks:
    case Command::recordings:
    case Command::gpus:
    case Command::lecture:
    case Command::export_menu:
      overlay_ = Overlay::none;
      return true;
    default:
      return false;
  }
}

void MainView::close_uppermost(Ui& ui, Session& session) {
  if (back_in_export(session)) {
    return;
  }
  if (overlay_ != Overlay::none) {
    overlay_ = Overlay::none;
  } else if (top_.editing()) {
    top_.stop_editing();
  } else if (pages_.index.editing()) {
    pages_.index.stop_editing();
  } else if (lecturing()) {
    leave_lecture(session);
  } else if (session.running()) {
    session.cancel();
  } else if (sweep_seen_ && session.sweep_runner().running()) {
    session.cancel_sweep();
  } else if (busy()) {
    pages_.steps.follower().cancel();
  } else if (steps_seen_ && pages_.steps.follower().playing()) {
    pages_.steps.follower().toggle_play(session);
  } else if (maps_seen_ && launch_maps_ != nullptr && launch_maps_->surveys().running()) {
    launch_maps_->cancel();
  } else if (session.timings().measuring()) {
    session.cancel_measuring();
  } else if (pages_.compare.playing()) {
    pages_.compare.stop();
  } else if (stage_.playing()) {
    stage_.toggle_play(session);
  } else if (ui.focus().visible()) {
    ui.focus().hide();
  } else if (message_.open()) {
    message_.close();
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
  switch (binding.command) {
    case Command::measure:
      bring_times();
      return session.measure();
    case Command::measure_all:
      bring_times();
      return session.measure_all();
    case Command::live:
      bring_times();
      session.toggle_live();
      return;
    case Command::recordings:
      return open_recordings(session);
    case Command::gpus:
      return open(Overlay::gpus, session);
    default:
      bring_times();
      return session.go_to_recorded();
  }
}

void MainView::press_sweep(Session& session) {
  if (page_ != Page::sweep) {
    toggle_page(Page::sweep);
  } else {
    session.step_sweep(1);
  }
}

void MainView::press_compare(const Binding& binding, Ui& ui, Session& session) {
  if (binding.command == Command::exchange) {
    return pages_.compare.exchange();
  }
  pages_.compare.keep(session, ui, texts_of(session.state().settings));
}

void MainView::press_look(const Binding& binding, Ui& ui, Session& session) {
  if (index_seen_ && pages_.index.press(binding)) {
    return;
  }
  // A control with the keyboard focus gets the key first.
  const bool presses_control = binding.command == Command::activate && ui.focus().visible();
  if (sweep_seen_ && !presses_control && pages_.sweep.press(binding, ui, session)) {
    return;
  }
  if (compare_seen_ && !presses_control && pages_.compare.press(binding, session)) {
    return;
  }
  if (steps_seen_ && !presses_control && pages_.steps.press(binding, session)) {
    return;
  }
  if (maps_seen_ && !presses_control && pages_.map.press(binding, session)) {
    return;
  }
  const lesson::Parameter* pad = pad_parameter(session);
  const lesson::Parameter* size = size_parameter(session);
  switch (binding.command) {
    case Command::variant:
      return session.choose_variant(static_cast<std::size_t>(binding.argument));
    case Command::pad_toggle:
      return pad != nullptr ? session.toggle_parameter(pad->name) : void();
    case Command::pad_more:
      return pad != nullptr ? session.step_parameter(pad->name, 1) : void();
    case Command::size_more:
      return size != nullptr ? session.step_parameter(size->name, 1) : void();
    case Command::size_less:
      return size != nullptr ? session.step_parameter(size->name, -1) : void();
    case Command::line_next:
      return session.step_line(1);
    case Command::line_previous:
      return session.step_line(-1);
    case Command::event_next:
      return session.step_event(1);
    case Command::event_previous:
      return session.step_event(-1);
    case Command::wavefront_next:
      return session.step_wavefront(1);
    case Command::wavefront_previous:
      return session.step_wavefront(-1);
    case Command::wavefront_first:
      return session.choose_wavefront(0);
    case Command::wavefront_last:
      return session.wavefronts() > 0 ? session.choose_wavefront(session.wavefronts() - 1) : void();
    case Command::wavefront_all:
      return session.choose_wavefront(std::nullopt);
    case Command::play:
      return stage_.toggle_play(session);
    case Command::play_speed:
      return StagePanel::change_speed(session);
    case Command::warp_next:
      return session.step_warp(1);
    case Command::warp_previous:
      return session.step_warp(-1);
    case Command::block_next:
      return session.step_block(1);
    case Command::block_previous:
      return session.step_block(-1);
    case Command::worst:
      return session.worst_warp();
    case Command::next_view: {
      const report::Event* event = session.event();
      const bool bank = event != nullptr && event->access.space == memory::Space::shared;
      return session.look_at(bank ? View::global : View::bank);
    }
    case Command::subject:
      return session.look_at(other_subject(session));
    case Command::page:
      return toggle_page(static_cast<Page>(binding.argument));
    case Command::next_page:
      page_ = page_rows()[(static_cast<std::size_t>(page_) + 1) % page_rows().size()].page;
      if (page_ == Page::guide && guide_show(session) == GuideShow::none) {
        page_ = Page::stage;
      }
      return;
    case Command::guide:
    case Command::step_next:
    case Command::step_previous:
    case Command::guide_down:
    case Command::guide_up:
    case Command::show_answer:
      return press_guide(binding, session);
    case Command::lessons:
      return open_lessons(session);
    case Command::checks:
      return open_checks(session, 0);
    case Command::measure:
    case Command::measure_all:
    case Command::live:
    case Command::recordings:
    case Command::gpus:
    case Command::nearest:
      return press_times(binding, session);
    case Command::sweep_next:
      return press_sweep(session);
    case Command::next_map:
      return page_ == Page::map ? pages_.map.next_map() : toggle_page(Page::map);
    case Command::keep_as_a:
    case Command::exchange:
      return press_compare(binding, ui, session);
    case Command::next_machine:
      return session.step_machine(1);
    case Command::compiler:
      return session.choose_compiler(next_compiler(session.state().compiler));
    case Command::reload:
      return session.reload();
    case Command::undo:
      return session.undo();
    case Command::redo:
      return session.redo();
    case Command::focus_next:
      return ui.focus().step(1);
    case Command::focus_previous:
      return ui.focus().step(-1);
    case Command::activate:
      return ui.focus().visible() ? ui.focus().activate() : stage_.toggle_play(session);
    default:
      return;
  }
}

}  // namespace lanescope::app
