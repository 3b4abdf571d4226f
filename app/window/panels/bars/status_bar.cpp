#include "app/window/panels/bars/status_bar.h"

#include <cmath>

#include <fmt/format.h>

#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

std::string size_text(const report::Dim3& size) {
  std::string text = std::to_string(size[0]);
  if (size[1] > 1 || size[2] > 1) text += fmt::format(" × {}", size[1]);
  if (size[2] > 1) text += fmt::format(" × {}", size[2]);
  return text;
}

std::string launch_text(const text::Texts& texts, const Outcome& shown) {
  const report::Report& report = shown.report;
  const std::string grid = size_text(report.grid);
  const std::string block = size_text(report.block);
  const std::string done = text::Texts::grouped(report.blocks_simulated);
  const std::string total = text::Texts::grouped(report.blocks_total);
  const std::string instructions = text::Texts::grouped(report.totals.warp_instructions);
  const std::string guess = guess_text(texts, shown);
  return texts.get("panel.launch", fmt::arg("kernel", report.kernel), fmt::arg("grid", grid),
                   fmt::arg("block", guess.empty() ? block : fmt::format("{} ({})", block, guess)),
                   fmt::arg("done", done), fmt::arg("total", total),
                   fmt::arg("instructions", instructions));
}

std::string times_text(const text::Texts& texts, const Outcome& shown) {
  const StageTimes& times = shown.times;
  const std::string compile = fmt::format("{:.0f}", times.compile);
  const std::string emulate = fmt::format("{:.0f}", times.emulate);
  const std::string total = fmt::format("{:.0f}", times.total());
  return texts.get(shown.ptx.from_cache ? "panel.times_cached" : "panel.times",
                   fmt::arg("compiler", compiler_text(shown)), fmt::arg("compile", compile),
                   fmt::arg("emulate", emulate), fmt::arg("total", total));
}

}  // namespace

std::string compiler_text(const Outcome& shown) {
  const std::string& version = shown.ptx.compiler_version;
  const std::string& name = shown.ptx.compiler;
  return fmt::format("{} {}",
                     name == "nvrtc" ? "NVRTC"
                     : name == "ptx" ? "PTX"
                                     : name,
                     version.substr(0, version.find(' ')));
}

std::string guess_text(const text::Texts& texts, const Outcome& shown) {
  const lesson::LaunchGuess guess = shown.resolved.guessed;
  return guess == lesson::LaunchGuess::none
             ? std::string()
             : texts.get(std::string("guess.") + lesson::name_of(guess));
}

std::string progress_text(const text::Texts& texts, const Progress& progress) {
  switch (progress.stage.load()) {
    case Stage::waiting:
    case Stage::loading:
      return texts.get("progress.loading");
    case Stage::compiling:
      return texts.get("progress.compiling");
    case Stage::parsing:
      return texts.get("progress.parsing");
    case Stage::preparing:
      return texts.get("progress.preparing");
    case Stage::emulating: {
      const std::string done = text::Texts::grouped(progress.blocks_done.load());
      const std::string total = text::Texts::grouped(progress.blocks_total.load());
      return texts.get("progress.emulating", fmt::arg("done", done), fmt::arg("total", total));
    }
    case Stage::reporting:
    case Stage::done:
      return texts.get("progress.reporting");
  }
  return {};
}

std::string measuring_text(const Session& session, const text::Texts& texts) {
  const Timings& timings = session.times().timings();
  if (!timings.measuring()) return {};
  const TimingKey& key = timings.queue().front().key;
  std::string name = key.variant.empty() ? key.kernel : key.variant;
  const std::vector<LessonCard::Variant> none;
  for (const LessonCard::Variant& variant : session.lesson() ? session.lesson()->variants : none) {
    const std::string& title = variant.title.in(session.state().settings.language);
    if (variant.name == key.variant && !title.empty()) {
      name = title;
      break;
    }
  }
  const auto progress = timings.progress();
  const Stage stage = progress->stage.load();
  // After the simulation only the GPU's part remains.
  const std::string what = stage == Stage::done || stage == Stage::reporting
                               ? texts.get("times.on_gpu")
                               : progress_text(texts, *progress);
  return texts.get(timings.asked() > 1 ? "times.progress" : "times.progress_alone",
                   fmt::arg("name", name),
                   fmt::arg("at", timings.asked() - timings.queue().size() + 1),
                   fmt::arg("n", timings.asked()), fmt::arg("stage", what));
}

float StatusBar::compiler_button(Ui& ui, Session& session, const Rect& area) const {
  const OutcomePtr& shown = session.run().shown();
  const std::string label = covered_            ? compiler_text(*shown)
                            : shows_wall_times_ ? times_text(ui.texts(), *shown)
                                                : compiler_text(*shown);
  const TextStyle text_style{FontRole::ui, picture::text_small, ui.palette().text_faint,
                             picture::AlignX::center};
  const float w = std::ceil(ui.text_width(label, text_style)) + ui.px(16);
  const float h = ui.px(22);
  const Rect box{right_of(area) - w, std::round(area.y + (area.h - h) / 2), w, h};
  const Press press = ui.item("status.compiler", box);
  if (press.hovered) {
    draw_raised(ui, box, ui.palette().panel_raised, ui.px(5));
    // How long it took in an earlier run would be longer than all that passed in this one.
    ui.tooltip(
        ui.texts().get(shown->ptx.from_cache ? "panel.compiler_tip_cached" : "panel.compiler_tip",
                       fmt::arg("compile", fmt::format("{:.0f}", shown->ptx.compile_ms)),
                       fmt::arg("wall", fmt::format("{:.0f}", session.run().wall_ms()))));
  }
  ui.text(box.x + w / 2, box.y + h / 2, label, text_style);
  if (press.focused) ui.focus_ring(shrunk(box, ui.px(2)), ui.px(5));
  if (press.pressed) ui.ask(Perform{Command::compiler});
  return box.x;
}

float StatusBar::messages_width(Ui& ui) const {
  return std::ceil(ui.text_width(messages_, {FontRole::ui_bold, picture::text_small, {}})) +
         ui.px(16);
}

float StatusBar::draw_messages(Ui& ui, const Rect& room) {
  messages_pressed_ = false;
  const float w = messages_width(ui) + ui.px(8);
  return w <= room.w ? messages_button(ui, right_of(room) - w, room) : 0;
}

void StatusBar::draw_guess(Ui& ui, const Session& session, const Rect& room) {
  const OutcomePtr shown = session.run().shown();
  if (!shown) return;
  const std::string guess = guess_text(ui.texts(), *shown);
  if (guess.empty()) return;
  const std::string word = ui.texts().get("guess.badge");
  const float w = badge_width(ui, word);
  if (w + ui.px(16) > room.w) return;
  const float middle = room.y + room.h / 2;
  const Rect badge{std::round(right_of(room) - ui.px(8) - w), middle - ui.px(9), w, ui.px(18)};
  draw_badge(ui, badge.x, middle, word, ui.palette().costly_text);
  if (ui.item("status.guess", badge, false).hovered) {
    ui.tooltip(ui.texts().get("guess.tip", fmt::arg("grid", size_text(shown->report.grid)),
                              fmt::arg("block", size_text(shown->report.block)),
                              fmt::arg("from", guess)));
  }
}

float StatusBar::messages_button(Ui& ui, float x, const Rect& area) {
  messages_pressed_ = false;
  if (messages_.empty()) return 0;
  const TextStyle text_style{FontRole::ui_bold, picture::text_small, messages_color_,
                             picture::AlignX::center};
  const float w = messages_width(ui);
  const float h = ui.px(22);
  const Rect box{x, std::round(area.y + (area.h - h) / 2), w, h};
  const Press press = ui.item("status.messages", box);
  if (press.hovered) {
    draw_raised(ui, box, ui.palette().panel_raised, ui.px(5));
    ui.tooltip(ui.texts().get("error.reopen_tip"));
  }
  ui.outline(box, messages_color_, std::max(ui.px(1), 1.0F), ui.px(5));
  ui.text(box.x + w / 2, box.y + h / 2, messages_, text_style);
  if (press.focused) ui.focus_ring(shrunk(box, ui.px(2)), ui.px(5));
  messages_pressed_ = press.pressed;
  return w + ui.px(8);
}

void StatusBar::content(Ui& ui, Session& session, const Rect& area) {
  const std::string before = std::exchange(language_, ui.language_code());
  if (!before.empty() && before != language_) {
    notice_ = {};  // it is in the other language
  }
  const TextStyle text_style{FontRole::ui, picture::text_small, ui.palette().text_faint};
  const float middle = area.y + area.h / 2;
  float x = area.x + ui.px(8);
  for (const Source& source : sources_) {
    const float w = draw_badge(ui, x, middle, source.word, source.color);
    const Rect badge{x, middle - ui.px(9), w, ui.px(18)};
    if (ui.item("status.origin." + source.word, badge, false).hovered && !source.tip.empty())
      ui.tooltip(source.tip);
    x += w + ui.px(6);
  }
  x += sources_.empty() ? 0 : ui.px(6);
  x += messages_button(ui, x, area);
  const float right_edge = session.run().shown() ? compiler_button(ui, session, area) - ui.px(12)
                                                 : right_of(area) - ui.px(8);
  const float room = right_edge - x;
  if (!notice_.empty()) {
    TextStyle strong = text_style;
    strong.color = ui.palette().text;
    const std::string line = notice_.text.substr(0, notice_.text.find('\n'));
    const float mark = draw_notice_mark(ui, x, middle, notice_.kind);
    cuts_notice_ = ui.text_width(line, strong) > room - mark;
    ui.text(x + mark, middle, line, strong, room - mark);
    return;
  }
  if (const std::string measuring = measuring_text(session, ui.texts()); !measuring.empty()) {
    TextStyle strong = text_style;
    strong.color = ui.palette().text;
    ui.text(x, middle, measuring, strong, room);
    return;
  }
  if (!work_.empty()) {
    ui.text(x, middle, work_, text_style, room);
    return;
  }
  if (!session.run().shown() || covered_) return;
  ui.text(x, middle, launch_text(ui.texts(), *session.run().shown()), text_style, room);
}

}  // namespace lanescope::app
