// The page of a program's launches: its list. A click or the arrow keys choose a row, two buttons
// or the arrow keys one of its launches. Enter or a second click opens the launch; buttons keep it
// as a lesson, and run the program again. After a run that failed, one opens its source.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <system_error>

#include <nlohmann/json.hpp>

#include "app/figures/pages/program_page.h"
#include "app/session/start/launch_lesson.h"
#include "app/session/start/own_kernel.h"
#include "app/window/panels/pages/page_panel.h"
#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

class ProgramPanel final : public PagePanel {
 public:
  explicit ProgramPanel(ProgramPage& page) : page_(page) {}

  void add_to_view(ViewRequest& view, const Session& /*session*/) const override {
    if (page_.program() != nullptr && page_.group() > 0)
      view.page_argument = std::to_string(page_.group());
  }
  void add_to_state(nlohmann::ordered_json& state, const Session& /*session*/,
                    bool is_open) const override {
    nlohmann::ordered_json& json = state["program"];
    if (!is_open || page_.program() == nullptr) return;
    json["group"] = page_.group();
    json["groups"] = page_.program()->groups.size();
    json["launch"] = page_.chosen();
    json["runs_here"] = page_.runs_here();
    json["open"] = page_.open();
    json["failed"] = page_.failed() ? page_.failed()->why : "";
  }
  [[nodiscard]] bool takes_enter(const Session& /*session*/) const override {
    return page_.program() != nullptr;
  }
  bool press(const Binding& binding, Ui& ui, Session& session) override;

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  void open_launch(Ui& ui, const Session& session);
  void keep_launch(Ui& ui);
  void offer_to_open(Ui& ui, const Rect& area);
  static void say_how_to_change(Ui& ui, const Rect& line);
  void draw_buttons(Ui& ui, const Session& session, const Rect& row);

  ProgramPage& page_;
};

bool ProgramPanel::press(const Binding& binding, Ui& ui, Session& session) {
  switch (binding.command) {
    case Command::event_next:
      return page_.move(1, 0);
    case Command::event_previous:
      return page_.move(-1, 0);
    case Command::line_next:
      return page_.move(0, 1);
    case Command::line_previous:
      return page_.move(0, -1);
    case Command::activate:
      if (page_.program() == nullptr) return false;
      open_launch(ui, session);
      return true;
    default:
      return false;
  }
}

// The launch itself, or the first one like it that was kept.
void ProgramPanel::open_launch(Ui& ui, const Session& session) {
  if (is_lecturing()) return;
  const launches::File& file = page_.program()->file;
  const auto number = shown_instead_of(file, page_.chosen());
  const auto lesson = kept_launch_lesson(file, number.value_or(page_.chosen()));
  if (!lesson) return ui.ask(Say{lesson.error()});
  if (lesson->string() == session.state().lesson) {
    return ui.ask(
        Say{ui.texts().get("program.is_open", fmt::arg("n", number.value_or(page_.chosen())))});
  }
  ui.ask(BeginLesson{lesson->string()});
}

// In the folder of the user's own kernels. The program stays open: its other launches are of use,
// too.
void ProgramPanel::keep_launch(Ui& ui) {
  const launches::File& file = page_.program()->file;
  const std::string program = std::filesystem::path(file.program().command).stem().string();
  const std::filesystem::path own = own_kernels_folder();
  std::filesystem::path folder;
  std::error_code ignored;
  for (int i = 1; folder.empty() || std::filesystem::exists(folder, ignored); ++i)
    folder = own / (program + "-launch-" + std::to_string(page_.chosen()) +
                    (i == 1 ? "" : "-" + std::to_string(i)));
  const auto lesson = write_launch_lesson(file, page_.chosen(), folder);
  if (!lesson) return ui.ask(Say{lesson.error()});
  ui.ask(RememberKernel{*lesson});
  ui.ask(Say{ui.texts().get("program.kept", fmt::arg("path", lesson->string()))});
}

// Below the words that no program is open.
void ProgramPanel::offer_to_open(Ui& ui, const Rect& area) {
  if (is_lecturing() || page_.program() != nullptr) return;
  const std::string label = ui.texts().get("program.choose");
  const std::string tip = ui.texts().get("program.choose_tip");
  const float w = std::min(button_width(ui, label), area.w);
  const float h = ui.px(control_height);
  const float y = area.y + area.h * 0.72F;
  if (y + h > bottom_of(area)) return;
  if (button(ui, "program.choose", {std::round(area.x + (area.w - w) / 2), std::round(y), w, h},
             {.label = label, .tooltip = tip})
          .pressed) {
    ui.ask(OpenOwnKernels{true});
  }
}

// The arrows stay where they are, of use or not, so that nothing moves under the mouse.
void ProgramPanel::draw_buttons(Ui& ui, const Session& session, const Rect& row) {
  float x = row.x + ui.px(16);
  const float gap = ui.px(8);
  const auto step = [&](const char* key, Glyph glyph, int by, bool enabled) {
    const std::string tip = ui.texts().get(key);
    const Press press =
        button(ui, key, {std::round(x), row.y, row.h, row.h},
               {.glyph = glyph, .enabled = enabled, .repeats = true, .tooltip = tip});
    if (press.pressed) page_.move(by, 0);
    x += row.h + gap;
  };
  step("program.previous", Glyph::back, -1, page_.member() > 0);
  step("program.next", Glyph::forward, 1, page_.member() + 1 < page_.alike());
  const auto add = [&](const char* key, const std::string& tip = {}) {
    const std::string label = ui.texts().get(key);
    const float whole = button_width(ui, label);
    const float w = std::min(whole, right_of(row) - ui.px(16) - x);
    if (w < ui.px(30)) return false;
    const std::string says = w < whole ? label + (tip.empty() ? "" : "\n" + tip) : tip;
    const bool pressed =
        button(ui, key, {std::round(x), row.y, w, row.h}, {.label = label, .tooltip = says})
            .pressed;
    x += w + gap;
    return pressed;
  };
  if (add("program.open")) open_launch(ui, session);
  if (page_.runs_here() && add("program.again", ui.texts().get("program.again_tip")))
    ui.ask(Perform{Command::reload});
  // After a run that failed, what helps comes first: the row may have no room for all.
  if (page_.failed() && add("start.edit")) ui.ask(OpenInEditor{page_.failed()->source});
  if (add("program.keep")) keep_launch(ui);
}

void ProgramPanel::say_how_to_change(Ui& ui, const Rect& line) {
  const std::string words = ui.texts().get("edit.of_program");
  const TextStyle style{FontRole::ui, picture::text_small, ui.palette().text_dim};
  const float x = line.x + ui.px(16);
  const float room = std::max(right_of(line) - ui.px(16) - x, 1.0F);
  ui.text(x, line.y + line.h / 2, words, style, room);
  if (ui.text_width(words, style) > room && ui.item("program.change", line, false).hovered)
    ui.tooltip(words);
}

void ProgramPanel::content(Ui& ui, Session& session, const Rect& area) {
  if (area.h < 1) return;
  Rect list = area;
  const bool has_buttons = page_.program() != nullptr && !is_lecturing();
  if (has_buttons) {
    const float h = ui.px(control_height), gap = ui.px(8);
    list.h -= h + 2 * gap;
    if (list.h >= 1)
      draw_buttons(ui, session, {area.x, std::round(list.y + list.h + gap), area.w, h});
    // After a run that failed, the list itself says what to do.
    const float line_h = ui.px(20);
    if (page_.runs_here() && !page_.failed() && list.h > 8 * line_h) {
      list.h -= line_h;
      say_how_to_change(ui, {area.x, bottom_of(list), area.w, line_h});
    }
  }
  if (list.h < 1) return;
  offer_to_open(ui, list);
  Press press;
  const picture::HitArea* hit =
      ui.picture("program", page_.picture(session, ui.style(), list.w, list.h), list, &press);
  if (hit == nullptr) return;
  ui.tooltip_beside_item(hit->tooltip);
  if (!press.pressed || hit->kind != picture::HitKind::launch) return;
  const auto group = static_cast<std::size_t>(hit->index);
  if (group == page_.group() && page_.program() != nullptr) return open_launch(ui, session);
  page_.choose(group);
}

}  // namespace

std::unique_ptr<PagePanel> make_program_panel(const PageContents& contents) {
  return std::make_unique<ProgramPanel>(contents.get<ProgramPage>());
}

}  // namespace lanescope::app
