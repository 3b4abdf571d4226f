// The sweep page: one parameter over its values, as a plot or a map. A click chooses a point and
// uses its values; the arrows only choose. Enter or a button uses them and shows that run.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/figures/pages/sweep_page.h"
#include "app/session/run/timing_key.h"
#include "app/window/panels/pages/page_panel.h"
#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

constexpr float sweep_header_units = 48;
constexpr float roomy_units = 320;  // panel height that leaves room for a second row of buttons

// One row of tabs. `first`: the index of its first tab.
struct TabRow {
  Tabs tabs;
  std::size_t first = 0;
};

std::vector<TabRow> rows_of(Ui& ui, const Tabs& all, float width) {
  std::vector<TabRow> rows;
  for (std::size_t i = 0; i < all.labels.size(); ++i) {
    TabRow longer = rows.empty() ? TabRow{} : rows.back();
    longer.tabs.labels.push_back(all.labels[i]);
    const bool fits = !rows.empty() && tabs_width(ui, longer.tabs) <= width;
    if (!fits) {
      rows.push_back({{{all.labels[i]}, {}, {}}, i});
    } else {
      rows.back().tabs.labels = std::move(longer.tabs.labels);
    }
    if (all.chosen == i) rows.back().tabs.chosen = i - rows.back().first;
  }
  return rows;
}

class SweepPanel final : public PagePanel {
 public:
  explicit SweepPanel(SweepPage& sweep) : sweep_(sweep) {}
  bool press(const Binding& binding, Ui& ui, Session& session) override;
  Pressed press_anywhere(const Binding& binding, bool is_open, Ui& ui, Session& session) override;
  bool cancel(Session& session) override;
  // Resets the page: the sweep's first count, no point selected.
  void discard_trials() override {
    sweep_.begin();
    cursor_.reset();
  }
  void add_to_view(ViewRequest& view, const Session& session) const override;
  [[nodiscard]] std::vector<std::string> lost_from_view(const Session& session) const override;
  [[nodiscard]] Restore remember(const Session& session, bool is_open) override;
  [[nodiscard]] bool takes_enter(const Session& session) const override {
    return session.sweeps().chosen() != nullptr &&
           (session.sweeps().runner().cancelled() || cursor_);
  }
  void add_to_state(nlohmann::ordered_json& state, const Session& session,
                    bool is_open) const override;
  [[nodiscard]] std::vector<picture::Origin> origins(const Session& /*session*/) const override {
    return origins_;
  }

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  [[nodiscard]] std::vector<LabelledButton> buttons_of(const Session& session,
                                                       const text::Texts& texts);
  // Tabs for the sweeps, and buttons; returns the height.
  float header(Ui& ui, Session& session, const Rect& area);
  void push(std::string_view id, Ui& ui, Session& session);
  void move(int across, int down, const Session& session);
  // The button that shows the chosen point's run, in the free part of the picture's last row.
  void draw_show(Ui& ui, Session& session, const Rect& body);
  [[nodiscard]] Rect plot_area() const;  // around all points
  // Variant and values of a point as far as the session has others, and the session's.
  struct Changes {
    std::string to, from;
  };
  [[nodiscard]] Changes changes_by(std::size_t point, const Session& session);
  void use(std::size_t point, Ui& ui, Session& session);
  void show_run(std::size_t point, Ui& ui, Session& session);

  SweepPage& sweep_;
  // The point that a click or the arrows chose; the one under the mouse, otherwise that.
  std::optional<std::size_t> cursor_, pointed_;
  std::string cursor_of_;                 // the sweep and the number of its variants
  std::vector<Rect> points_;              // where the last frame drew them, in device pixels
  std::vector<picture::Origin> origins_;  // of the times that it drew
  float mouse_x_ = 0, mouse_y_ = 0;       // in the last frame
  bool by_key_ = false;                   // the keyboard was used last
};

std::vector<picture::Origin> origins_of(const picture::SweepInput& input) {
  const auto any = [&](bool measured) {
    return std::ranges::any_of(input.series, [&](const picture::SweepSeries& series) {
      return std::ranges::any_of(series.points, [&](const picture::SeriesPoint& point) {
        return point.time && point.time->measured == measured;
      });
    });
  };
  return origins_of_times(any(true), any(false));
}

}  // namespace

PagePanel::Pressed SweepPanel::press_anywhere(const Binding& binding, bool is_open, Ui& /*ui*/,
                                              Session& session) {
  if (binding.command != Command::sweep_next) return Pressed::no;
  if (!is_open) return Pressed::opens_page;
  session.sweeps().move(1);
  return Pressed::yes;
}

void SweepPanel::add_to_view(ViewRequest& view, const Session& session) const {
  view.page_argument = session.sweeps().chosen() != nullptr ? session.sweeps().chosen()->name : "";
}

std::vector<std::string> SweepPanel::lost_from_view(const Session& session) const {
  std::vector<std::string> lost;
  if (sweep_.quantity() != 0) lost.emplace_back("lecture.lost_count");
  if (session.sweeps().all_variants()) lost.emplace_back("lecture.lost_variants");
  return lost;
}

PagePanel::Restore SweepPanel::remember(const Session& session, bool /*is_open*/) {
  if (session.sweeps().chosen() == nullptr) return {};
  return [name = session.sweeps().chosen()->name,
          all = session.sweeps().all_variants()](Session& now) {
    now.sweeps().choose(name);
    if (now.sweeps().all_variants() != all) now.sweeps().toggle_variants();
  };
}

void SweepPanel::add_to_state(nlohmann::ordered_json& state, const Session& session,
                              bool is_open) const {
  using Json = nlohmann::ordered_json;
  Json& json = state["sweep"];
  if (!is_open || session.sweeps().chosen() == nullptr) return;
  const auto or_null = [](const std::optional<std::size_t>& value) {
    return value ? Json(*value) : Json(nullptr);
  };
  const SweepRunner& runner = session.sweeps().runner();
  json["name"] = session.sweeps().chosen()->name;
  json["variants"] = runner.plan().variants;
  json["done"] = runner.done();
  json["total"] = runner.plan().points.size();
  json["running"] = session.sweeps().running();
  json["cancelled"] = runner.cancelled();
  json["quantity"] = sweep_.quantity();
  json["present"] = or_null(session.present_point());
  json["pointed"] = or_null(pointed_);
  json["selected"] = or_null(cursor_);
  json["points"] = Json::array();
  for (const Rect& rect : points_) json["points"].push_back({rect.x, rect.y, rect.w, rect.h});
}

std::vector<LabelledButton> SweepPanel::buttons_of(const Session& session,
                                                   const text::Texts& texts) {
  std::vector<LabelledButton> buttons;
  const SweepRunner& runner = session.sweeps().runner();
  const lesson::Sweep* sweep = session.sweeps().chosen();
  if (sweep == nullptr) return buttons;
  if (runner.running()) {
    buttons.push_back({"sweep.cancel", texts.get("sweep.cancel"), texts.get("panel.close_tip")});
  } else if (runner.cancelled()) {
    buttons.push_back({"sweep.again", texts.get("sweep.again"), texts.get("sweep.again_tip")});
  } else if (runner.has_failed()) {
    buttons.push_back({"sweep.retry", texts.get("sweep.retry"), texts.get("sweep.retry_tip")});
  }
  if (sweep->variants.size() > 1 && !sweep->by) {
    buttons.push_back({"sweep.all", texts.get("sweep.all_variants"),
                       texts.get("sweep.all_variants_tip"), session.sweeps().all_variants()});
  }
  if (sweep_.points(session).quantities.size() > 1) {
    buttons.push_back(
        {"sweep.count", texts.get("sweep.next_count"), texts.get("sweep.next_count_tip")});
  }
  buttons.push_back({"sweep.csv", texts.get("sweep.csv"), texts.get("sweep.csv_tip")});
  buttons.push_back({"sweep.png", texts.get("sweep.png"), texts.get("sweep.png_tip")});
  return buttons;
}

float SweepPanel::header(Ui& ui, Session& session, const Rect& area) {
  const float h = ui.px(28);
  const float pitch = h + ui.px(6);
  float top = std::round(area.y + ui.px(sweep_header_units) / 2 + ui.px(2) - h / 2);
  const float left = area.x + ui.px(16);
  const float right = right_of(area) - ui.px(16);
  std::vector<LabelledButton> buttons = buttons_of(session, ui.texts());
  Tabs tabs;
  if (session.lesson()) {
    for (const lesson::Sweep& sweep : session.lesson()->sweeps) {
      const std::string& title = sweep.title.in(session.state().settings.language);
      if (&sweep == session.sweeps().chosen()) tabs.chosen = tabs.labels.size();
      tabs.labels.push_back(title.empty() ? sweep.name : title);
    }
  }
  const float tabs_w = tabs.labels.empty() ? 0 : tabs_width(ui, tabs);
  const float beside_tabs = right - left - tabs_w - ui.px(2);
  // If a second row would take too much room from the picture, drop the last buttons.
  if (area.h < ui.px(roomy_units)) drop_to_fit(ui, buttons, beside_tabs, 1);
  const bool one_row = buttons_width(ui, buttons) <= beside_tabs;
  const std::vector<TabRow> rows = rows_of(ui, tabs, one_row ? tabs_w : right - left);
  for (const TabRow& row : rows) {
    const Rect box{left, top, tabs_width(ui, row.tabs), h};
    const std::string id = row.first == 0 ? "sweeps" : "sweeps." + std::to_string(row.first) + ".";
    if (const auto pressed = draw_tabs(ui, id, box, row.tabs))
      session.sweeps().choose(session.lesson()->sweeps[row.first + *pressed].name);
    top += pitch;
  }
  if (one_row && !rows.empty()) top -= pitch;
  drop_to_fit(ui, buttons, right - left + ui.px(button_gap), 1);
  const float w = buttons_width(ui, buttons) - ui.px(button_gap);
  if (const char* pressed = draw_button_row(ui, buttons, {right - w, top, w, h}))
    push(pressed, ui, session);
  return top + h + ui.px(8) - area.y;
}

void SweepPanel::push(std::string_view id, Ui& ui, Session& session) {
  if (id == "sweep.cancel") {
    session.sweeps().cancel();
  } else if (id == "sweep.again" || id == "sweep.retry") {
    session.sweeps().resume();
  } else if (id == "sweep.all") {
    session.sweeps().toggle_variants();
  } else if (id == "sweep.count") {
    sweep_.next_quantity(session);
  } else {
    ui.ask(SaveSweep{id == "sweep.csv" ? Format::csv : Format::png});
  }
}

// Left and right: along the values. Up and down: between variants, or between rows of a map.
void SweepPanel::move(int across, int down, const Session& session) {
  const SweepTable& rows = sweep_.points(session);
  const auto columns = static_cast<std::ptrdiff_t>(rows.sweep.values.size());
  const auto count = static_cast<std::ptrdiff_t>(rows.rows.size());
  if (columns == 0 || count == 0) return;
  by_key_ = true;
  if (!cursor_) {
    cursor_ = session.present_point().value_or(0);
    return;
  }
  const auto at = static_cast<std::ptrdiff_t>(*cursor_);
  const std::ptrdiff_t column = std::clamp(at % columns + across, std::ptrdiff_t{0}, columns - 1);
  const std::ptrdiff_t row =
      std::clamp(at / columns + down, std::ptrdiff_t{0}, count / columns - 1);
  cursor_ = static_cast<std::size_t>(row * columns + column);
}

bool SweepPanel::cancel(Session& session) {
  const bool running = session.sweeps().runner().running();
  if (running) session.sweeps().cancel();
  return running;
}

bool SweepPanel::press(const Binding& binding, Ui& ui, Session& session) {
  if (session.sweeps().chosen() == nullptr) return false;
  const int up = session.sweeps().chosen()->by ? 1 : -1;  // rows of a map go upwards
  switch (binding.command) {
    case Command::event_next:
      move(1, 0, session);
      return true;
    case Command::event_previous:
      move(-1, 0, session);
      return true;
    case Command::line_previous:
      move(0, up, session);
      return true;
    case Command::line_next:
      move(0, -up, session);
      return true;
    case Command::activate:
      if (session.sweeps().runner().cancelled()) {
        session.sweeps().resume();
      } else if (cursor_) {
        show_run(*cursor_, ui, session);
      } else {
        return false;
      }
      return true;
    case Command::wavefront_all:
      session.sweeps().toggle_variants();
      return true;
    case Command::next_count:
      sweep_.next_quantity(session);
      return true;
    case Command::save_table:
      ui.ask(SaveSweep{Format::csv});
      return true;
    default:
      return false;
  }
}

SweepPanel::Changes SweepPanel::changes_by(std::size_t point, const Session& session) {
  const SweepTable& table = sweep_.points(session);
  const LessonCard::Variant* variant = session.variant();
  if (variant == nullptr || point >= table.rows.size()) return {};
  const SweepRow& row = table.rows[point];
  lesson::Values now;
  for (const lesson::Parameter& parameter : variant->parameters)
    now[parameter.name] = session.value_of(parameter);
  Changes changes{values_text(differing(row.params, now)), values_text(differing(now, row.params))};
  const std::string& name = table.variants[row.variant];
  if (name == variant->name) return changes;
  const std::string& language = session.state().settings.language;
  const auto put_first = [](std::string& text, const std::string& title) {
    text = title + (text.empty() ? "" : ", ") + text;
  };
  put_first(changes.to, table.variant_name(row.variant, language));
  put_first(changes.from, variant->title.in_or(language, variant->name));
  return changes;
}

// Other values than the sweep's parameter may change, too, so it says which.
void SweepPanel::use(std::size_t point, Ui& ui, Session& session) {
  if (session.present_point() == point) return;
  const Changes changes = changes_by(point, session);
  session.sweeps().load_point(point);
  if (changes.to.empty()) return;
  ui.ask(Say{ui.texts().get("sweep.used", fmt::arg("values", changes.to),
                            fmt::arg("before", changes.from))});
}

void SweepPanel::show_run(std::size_t point, Ui& ui, Session& session) {
  use(point, ui, session);
  ui.ask(ShowPage{Page::stage});
}

void SweepPanel::draw_show(Ui& ui, Session& session, const Rect& body) {
  if (!cursor_ || session.sweeps().running()) return;
  const Rect foot = picture::sweep_foot(ui.style(), body.w, body.h);
  const std::string label = ui.texts().get("sweep.show_run");
  const std::string tip = ui.texts().get("sweep.show_run_tip");
  const float w = std::min(button_width(ui, label), foot.w * 0.36F);
  if (foot.h <= 0) return;
  const Rect rect{std::round(body.x + foot.x + foot.w - w), std::round(body.y + foot.y), w, foot.h};
  if (button(ui, "sweep.show_run", rect, {.label = label, .tooltip = tip}).pressed)
    show_run(*cursor_, ui, session);
}

Rect SweepPanel::plot_area() const {
  Rect all = points_.empty() ? Rect{} : points_.front();
  for (const Rect& each : points_) {
    const float right = std::max(right_of(all), right_of(each));
    const float bottom = std::max(bottom_of(all), bottom_of(each));
    all.x = std::min(all.x, each.x);
    all.y = std::min(all.y, each.y);
    all.w = right - all.x;
    all.h = bottom - all.y;
  }
  return all;
}

void SweepPanel::content(Ui& ui, Session& session, const Rect& area) {
  const float top = header(ui, session, area);
  const Rect body{area.x, area.y + top, area.w, area.h - top};
  if (body.h < 1) return;
  picture::SweepInput shown = sweep_.input(session, ui.texts());
  if (session.sweeps().chosen() != nullptr) {
    const SweepTable& table = sweep_.points(session);
    std::string of = table.sweep.name + "/" + std::to_string(table.variants.size());
    if (of != cursor_of_ || (cursor_ && *cursor_ >= table.rows.size())) cursor_.reset();
    cursor_of_ = std::move(of);  // in another table the same index is another point
  }
  origins_ = origins_of(shown);
  shown.has_keys = !is_lecturing();
  shown.selected = cursor_;
  if (cursor_ && !session.sweeps().running())
    shown.button_w = button_width(ui, ui.texts().get("sweep.show_run")) + ui.px(12);
  // Built with the last frame's point; again only if another one is pointed at. The places of the
  // points don't depend on it.
  const auto point_at = [&](std::optional<std::size_t> point) {
    shown.pointed = point;
    shown.sets = point ? changes_by(*point, session).to : std::string();
  };
  point_at(pointed_);
  picture::DrawList picture = picture::build_sweep(shown, ui.style(), body.w, body.h);
  // After a key press the mouse is ignored until it moves.
  const ImVec2 mouse = ImGui::GetMousePos();
  if (mouse.x != mouse_x_ || mouse.y != mouse_y_) {
    mouse_x_ = mouse.x;
    mouse_y_ = mouse.y;
    by_key_ = false;
  }
  pointed_ = cursor_;
  if (!by_key_ && body.contains(mouse.x, mouse.y)) {
    const picture::HitArea* hit =
        picture.hit_at(mouse.x - std::round(body.x), mouse.y - std::round(body.y));
    if (hit != nullptr && hit->kind == picture::HitKind::point)
      pointed_ = static_cast<std::size_t>(hit->index);
  }
  if (shown.pointed != pointed_) {
    point_at(pointed_);
    picture = picture::build_sweep(shown, ui.style(), body.w, body.h);
  }
  points_.clear();
  for (const picture::HitArea& area_of : picture.hits) {
    if (area_of.kind == picture::HitKind::point && area_of.index == points_.size()) {
      points_.push_back({std::round(body.x) + area_of.rect.x, std::round(body.y) + area_of.rect.y,
                         area_of.rect.w, area_of.rect.h});
    }
  }
  draw_show(ui, session, body);  // before the picture, which would get its clicks
  Press press;
  const picture::HitArea* hit = ui.picture("sweep", std::move(picture), body, &press);
  if (hit == nullptr) return;
  if (!hit->tooltip.empty() && !by_key_)
    ui.tooltip_beside(hit->tooltip, {plot_area(), TooltipSide::beside});
  if (press.pressed && hit->kind == picture::HitKind::point) {
    cursor_ = static_cast<std::size_t>(hit->index);
    use(*cursor_, ui, session);
  }
}

std::unique_ptr<PagePanel> make_sweep_panel(const PageContents& contents) {
  return std::make_unique<SweepPanel>(contents.get<SweepPage>());
}

}  // namespace lanescope::app
