// The index explorer page: any grid and block, and for each thread its warp, lane and index with
// the arithmetic.

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/figures/pages/index_page.h"
#include "app/window/panels/pages/page_panel.h"
#include "app/window/toolkit/control_flow.h"
#include "app/window/toolkit/widgets.h"
#include "viz/picture/index/text.h"
#include "viz/picture/index/view.h"

namespace lanescope::app {
namespace {

constexpr float controls_row_height = 44;  // units
constexpr float wrapped_height = 38;
constexpr std::array<const char*, 3> axes{"x", "y", "z"};

class IndexPanel final : public PagePanel {
 public:
  explicit IndexPanel(IndexChoice& choice) : choice_(choice) {}
  // The keys that select lines, accesses, warps and blocks elsewhere select threads here. False if
  // the key is none of them.
  bool press(const Binding& binding, Ui& ui, Session& session) override;

  void discard_trials() override { choice_.begin(); }
  void add_to_view(ViewRequest& view, const Session& session) const override;
  void add_to_state(nlohmann::ordered_json& state, const Session& session,
                    bool is_open) const override;
  [[nodiscard]] bool editing() const override { return edited_.has_value(); }
  void end_editing(bool takes) override;
  void set_seen(bool seen) override {
    if (!seen) {
      edited_.reset();  // the text field is no longer visible
    }
  }

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  struct Extent {
    bool of_grid = false;
    std::size_t axis = 0;
    bool operator==(const Extent&) const = default;
  };

  void controls(Ui& ui, ControlFlow& flow);
  void extent(Ui& ui, const Extent& which, ControlFlow& flow);
  bool flow_button(Ui& ui, ControlFlow& flow, const std::string& id, const std::string& label,
                   const std::string& tip);
  // A sentence above the picture; returns the height.
  static float note(Ui& ui, const Rect& area, const std::string& text, const Color& color);
  void picture(Ui& ui, const Session& session, const Rect& area);

  IndexChoice& choice_;
  std::string input_problem_;  // why the wanted shape is invalid; empty if it is valid
  std::optional<Extent> edited_;
  std::string typed_;
  bool edit_begins_ = false;
  bool tries_ = false;      // the fields of the grid and the block are shown
  launch::Shape launched_;  // in the last frame
};

}  // namespace

void IndexPanel::add_to_view(ViewRequest& view, const Session& /*session*/) const {
  const IndexChoice::Start start = choice_.start();
  view.page_argument = start.shape ? text_of({start.shape->grid, start.shape->block}) : "";
  view.block = start.block;
  view.warp = start.warp;
  view.lane = start.lane;
}

void IndexPanel::add_to_state(nlohmann::ordered_json& state, const Session& /*session*/,
                              bool /*is_open*/) const {
  state["index"] = {{"grid", choice_.shape().grid},
                    {"block", choice_.shape().block},
                    {"at_block", choice_.position().block},
                    {"thread", choice_.position().thread},
                    {"index", launch::global_index(choice_.shape(), choice_.position())},
                    {"complaint", input_problem_}};
}

bool IndexPanel::press(const Binding& binding, Ui& /*ui*/, Session& /*session*/) {
  switch (binding.command) {
    case Command::event_next:
      choice_.step_index(1);
      return true;
    case Command::event_previous:
      choice_.step_index(-1);
      return true;
    case Command::line_next:
      choice_.step_row(1);
      return true;
    case Command::line_previous:
      choice_.step_row(-1);
      return true;
    case Command::across_next:
      choice_.step_layer(1);
      return true;
    case Command::across_previous:
      choice_.step_layer(-1);
      return true;
    case Command::warp_next:
      choice_.move_warp(1);
      return true;
    case Command::warp_previous:
      choice_.move_warp(-1);
      return true;
    case Command::block_next:
      choice_.move_block(1);
      return true;
    case Command::block_previous:
      choice_.move_block(-1);
      return true;
    case Command::wavefront_first:
      choice_.choose_end(false);
      return true;
    case Command::wavefront_last:
      choice_.choose_end(true);
      return true;
    default:
      return false;
  }
}

void IndexPanel::content(Ui& ui, Session& session, const Rect& area) {
  choice_.follow(session);
  if (choice_.launched() != launched_) tries_ = false;  // what was tried was of another launch
  launched_ = choice_.launched();
  const Rect inside{area.x + ui.px(16), area.y, area.w - ui.px(32), area.h};
  ControlFlow measured(inside, 0, false);
  controls(ui, measured);
  const float row = ui.px(measured.rows() > 1 ? wrapped_height : controls_row_height);
  ControlFlow drawn({inside.x, inside.y + ui.px(4), inside.w, inside.h}, row, true);
  controls(ui, drawn);
  float y = area.y + ui.px(8) + row * static_cast<float>(measured.rows());
  const launch::LimitCheck check = choice_.check();
  input_problem_ = picture::limit_text(choice_.wanted(), check, ui.texts());
  if (!input_problem_.empty()) {
    y += note(ui, {inside.x, y, inside.w, bottom_of(area) - y}, input_problem_,
              ui.palette().error_text);
  } else if (!choice_.is_launched()) {
    const launch::Shape launched = choice_.launched();
    y += note(ui, {inside.x, y, inside.w, bottom_of(area) - y},
              ui.texts().get("index.tried", fmt::arg("grid", picture::shape_text(launched.grid)),
                             fmt::arg("block", picture::shape_text(launched.block))),
              ui.palette().costly_text);
  }
  picture(ui, session, {area.x, y, area.w, bottom_of(area) - y});
}

void IndexPanel::controls(Ui& ui, ControlFlow& flow) {
  const TextStyle label{FontRole::ui, picture::text_body, ui.palette().text_dim};
  const bool open = tries_ || !choice_.is_launched();
  if (!open) {
    if (flow_button(ui, flow, "index.try", ui.texts().get("index.try"),
                    ui.texts().get("index.try_tip"))) {
      tries_ = true;
    }
    return;
  }
  // First, where the button was that opened this row: under the pointer is what closes it again.
  if (flow_button(ui, flow, "index.launched", ui.texts().get("index.launched"),
                  ui.texts().get("index.launched_tip"))) {
    tries_ = false;
    // The chosen thread stays unless it may be one of another shape.
    if (!choice_.is_launched()) choice_.reset();
  }
  for (const bool of_grid : {true, false}) {
    flow.begin(0);
    static_cast<void>(flow.take(ui.px(12)));
    const std::string word = ui.texts().get(of_grid ? "index.grid" : "index.block");
    const float w = ui.text_width(word, label);
    flow.begin(w + 3 * ui.px(120));
    const float x = flow.take(w, ui.px(8));
    if (flow.draws()) ui.text(x, flow.middle(), word, label);
    for (std::size_t axis = 0; axis < 3; ++axis) extent(ui, {of_grid, axis}, flow);
  }
}

bool IndexPanel::flow_button(Ui& ui, ControlFlow& flow, const std::string& id,
                             const std::string& label, const std::string& tip) {
  const float w = button_width(ui, label);
  flow.begin(w);
  const float x = flow.take(w);
  if (!flow.draws()) return false;
  const float h = ui.px(28);
  return button(ui, id, {x, std::round(flow.middle() - h / 2), w, h},
                {.label = label, .tooltip = tip})
      .pressed;
}

void IndexPanel::extent(Ui& ui, const Extent& which, ControlFlow& flow) {
  const TextStyle name{FontRole::mono, picture::text_body, ui.palette().text_dim};
  const launch::Shape& wanted = choice_.wanted();
  const std::uint32_t value = (which.of_grid ? wanted.grid : wanted.block).at(which.axis);
  const std::string text = std::to_string(value);
  const float name_w = ui.text_width(axes.at(which.axis), name) + ui.px(5);
  const float w = stepper_width(ui, text.size() < 3 ? "000" : text);
  flow.begin(name_w + w);
  const float x = flow.take(name_w + w, ui.px(10));
  if (!flow.draws()) return;
  ui.text(x, flow.middle(), axes.at(which.axis), name);
  const float h = ui.px(28);
  const Rect box{x + name_w, std::round(flow.middle() - h / 2), w, h};
  if (edited_ == which) {
    if (draw_number_field(ui, "##extent", box, typed_, std::exchange(edit_begins_, false)))
      end_editing(true);
    return;
  }
  const std::string tip = ui.texts().get(which.of_grid ? "index.grid_tip" : "index.block_size_tip",
                                         fmt::arg("axis", axes.at(which.axis)));
  const StepperResult result = draw_stepper(
      ui, fmt::format("index.{}.{}", which.of_grid ? "grid" : "block", axes.at(which.axis)), box,
      text, value > 1, value < std::numeric_limits<std::uint32_t>::max(), tip);
  if (result.change != 0)
    choice_.want(which.of_grid, which.axis, result.change > 0 ? value + 1 : value - 1);
  if (result.edit) {
    edited_ = which;
    typed_ = text;
    edit_begins_ = true;
  }
}

void IndexPanel::end_editing(bool takes) {
  std::uint64_t number = 0;
  const char* end_of_text = typed_.data() + typed_.size();
  const auto [end, error] = std::from_chars(typed_.data(), end_of_text, number);
  const bool is_number =
      end == end_of_text && !typed_.empty() && error != std::errc::invalid_argument;
  if (takes && edited_ && is_number) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    const std::uint64_t value = error == std::errc() ? std::min(number, most) : most;
    choice_.want(edited_->of_grid, edited_->axis, static_cast<std::uint32_t>(value));
  }
  edited_.reset();
}

float IndexPanel::note(Ui& ui, const Rect& area, const std::string& text, const Color& color) {
  return ui.paragraph(area, text, {FontRole::ui, picture::text_body, color}) + ui.px(8);
}

void IndexPanel::picture(Ui& ui, const Session& session, const Rect& area) {
  if (area.h < 1) return;
  Press press;
  picture::DrawList list =
      picture::build_index(index_input(choice_, session), ui.style(), area.w, area.h);
  const auto is_drawn = [&](const launch::Dim3& thread) {
    const std::uint32_t number = launch::thread_number(choice_.shape().block, thread);
    return std::any_of(list.hits.begin(), list.hits.end(), [&](const picture::HitArea& hit) {
      return hit.kind == picture::HitKind::thread && hit.index == number;
    });
  };
  const launch::Dim3& block = choice_.shape().block;
  const std::uint32_t layer = choice_.position().thread[2];
  const bool is_cut = !is_drawn({0, 0, layer}) || !is_drawn({block[0] - 1, block[1] - 1, layer});
  const picture::HitArea* hit = ui.picture("index", std::move(list), area, &press);
  if (hit != nullptr) {
    // The next row stays in sight: warps are compared with it.
    if (!hit->tooltip.empty()) {
      const Rect cell{area.x + hit->rect.x, area.y + hit->rect.y - hit->rect.h, hit->rect.w,
                      3 * hit->rect.h};
      ui.tooltip_beside(hit->tooltip, {cell, TooltipSide::above});
    }
    if (press.pressed && hit->kind == picture::HitKind::thread) {
      choice_.choose_thread(static_cast<std::uint32_t>(hit->index));
    } else if (press.pressed && hit->kind == picture::HitKind::block) {
      choice_.choose_block(hit->index);
    }
  }
  // Rows that have no room come with the chosen one. Nothing else is behind the page's edge.
  if (const float wheel = ui.wheel_over(area); wheel != 0 && is_cut)
    choice_.step_row(wheel > 0 ? 1 : -1);
}

std::unique_ptr<PagePanel> make_index_panel(const PageContents& contents) {
  return std::make_unique<IndexPanel>(contents.get<IndexPage>().choice());
}

}  // namespace lanescope::app
