// The maps page: banks x time, arrays, the grid. Wheel and drag, or keys, zoom and pan. A click on
// a cell selects its block, warp and event.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/figures/pages/map_page.h"
#include "app/window/panels/pages/page_panel.h"
#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

using picture::MapCell;
using picture::MapField;
using picture::MapKind;

constexpr float header_units = 48;
constexpr double wheel_factor = 1.25;
constexpr double key_factor = 1.5;
constexpr float click_px = 4;   // a smaller movement is a click, not a drag
constexpr double step_px = 24;  // what an arrow key moves by, rounded to whole cells

bool is_same_grid(const MapField& a, const MapField& b) {
  return a.kind() == b.kind() && a.choice.array == b.choice.array && a.cells && b.cells &&
         a.cells->width == b.cells->width && a.cells->height == b.cells->height;
}

class MapPanel final : public PagePanel {
 public:
  explicit MapPanel(MapPage& page) : page_(page), maps_(page.maps()) {}
  bool press(const Binding& binding, Ui& ui, Session& session) override;
  Pressed press_anywhere(const Binding& binding, bool is_open, Ui& ui, Session& session) override;
  bool cancel(Session& session) override;
  // Shows the whole map with no cell selected.
  void discard_trials() override;
  void add_to_view(ViewRequest& view, const Session& session) const override;
  [[nodiscard]] std::vector<std::string> lost_from_view(const Session& session) const override;
  [[nodiscard]] Restore remember(const Session& session, bool is_open) override;
  void add_to_state(nlohmann::ordered_json& state, const Session& session,
                    bool is_open) const override;

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  [[nodiscard]] std::vector<LabelledButton> buttons_of(const text::Texts& texts) const;
  // Tabs for the maps, and buttons; returns the height.
  float header(Ui& ui, const Rect& area);
  void push(std::string_view id);
  void follow_map(const picture::MapFieldPtr& map);
  void take_mouse(Ui& ui, const Rect& body, const Press& press);
  void zoom(double factor);
  // Moves the keyboard cursor; the view follows it.
  void move(int across, int down);
  [[nodiscard]] picture::MapCell cursor() const;
  void go_to(picture::MapCell cell, Session& session);
  void go_to_row(const picture::MapField& map, std::uint32_t row, Session& session);
  void go_to_warp(std::uint64_t block, std::uint32_t warp, Session& session);

  MapPage& page_;
  LaunchMaps& maps_;
  std::optional<picture::MapView> view_;  // none: the whole map
  picture::MapFrame frame_;   // of the last frame; also used for input before the next one
  Rect cells_;                // where they are on the screen
  picture::MapFieldPtr map_;  // the map that view and cursor belong to
  // The cell at the keyboard cursor; the one that the mouse or the keyboard points at.
  std::optional<picture::MapCell> cursor_, pointed_;
  float mouse_x_ = 0, mouse_y_ = 0;  // in the last frame
  bool by_key_ = false;              // the keyboard was used last
  bool dragging_ = false;
  float dragged_ = 0;  // pixels since the button was pressed
};

}  // namespace

// A new map starts unzoomed. Another quantity of the same cells keeps the view.
void MapPanel::follow_map(const picture::MapFieldPtr& map) {
  if (map == map_) return;
  if (!map || !map_ || !is_same_grid(*map, *map_)) {
    view_.reset();
    cursor_.reset();
  }
  map_ = map;
}

std::vector<LabelledButton> MapPanel::buttons_of(const text::Texts& texts) const {
  std::vector<LabelledButton> buttons;
  const Surveys& surveys = maps_.surveys();
  if (surveys.running()) {
    buttons.push_back({"maps.cancel", texts.get("maps.cancel"), texts.get("maps.cancel_tip")});
  } else if (surveys.cancelled() || surveys.problem()) {
    buttons.push_back({"maps.retry", texts.get("maps.retry"), texts.get("maps.retry_tip")});
  }
  const picture::MapFieldPtr& map = maps_.shown();
  if (!map) return buttons;
  if (map->cells) {
    buttons.push_back({"maps.quantity", picture::name_of(map->choice.quantity, texts),
                       texts.get("maps.quantity_tip")});
  }
  if (map->kind() == MapKind::array && map->survey->arrays.size() > 1) {
    buttons.push_back({"maps.part",
                       texts.get("maps.next_array", fmt::arg("name", map->array().array.name)),
                       texts.get("maps.next_array_tip")});
  } else if (map->kind() == MapKind::grid && !map->survey->warps.empty()) {
    buttons.push_back({"maps.part", texts.get("maps.by_warp"), texts.get("maps.by_warp_tip"),
                       map->choice.by_warp});
  }
  if (map->cells) {
    buttons.push_back({"maps.out", "−", texts.get("maps.zoom_out_tip")});
    buttons.push_back({"maps.in", "+", texts.get("maps.zoom_in_tip")});
    buttons.push_back({"maps.reset", texts.get("maps.reset"), texts.get("maps.reset_tip"), !view_});
  }
  return buttons;
}

float MapPanel::header(Ui& ui, const Rect& area) {
  const float height = ui.px(header_units);
  const float h = ui.px(28);
  const float top = std::round(area.y + height / 2 + ui.px(2) - h / 2);
  const float right = right_of(area) - ui.px(16);
  const float left = area.x + ui.px(16);
  std::vector<LabelledButton> buttons = buttons_of(ui.texts());
  Tabs tabs;
  tabs.labels = {ui.texts().get("maps.banks_tab"), ui.texts().get("maps.array_tab"),
                 ui.texts().get("maps.grid_tab")};
  tabs.tooltips = {ui.texts().get("maps.banks_tab_tip"), ui.texts().get("maps.array_tab_tip"),
                   ui.texts().get("maps.grid_tab_tip")};
  tabs.chosen = static_cast<std::size_t>(maps_.kind());
  const float tabs_w = std::min(tabs_width(ui, tabs), right - left);
  // If there is no room, the last buttons are dropped: keys and wheel do the same.
  drop_to_fit(ui, buttons, right - left - tabs_w);
  if (tabs_w > ui.px(60)) {
    if (const auto pressed = draw_tabs(ui, "maps", {left, top, tabs_w, h}, tabs))
      maps_.choose(static_cast<MapKind>(*pressed));
  }
  const float w = buttons_width(ui, buttons) - ui.px(button_gap);
  if (const char* pressed = draw_button_row(ui, buttons, {right - w, top, w, h})) push(pressed);
  return height;
}

void MapPanel::push(std::string_view id) {
  if (id == "maps.cancel") {
    maps_.cancel();
  } else if (id == "maps.retry") {
    maps_.retry();
  } else if (id == "maps.quantity") {
    maps_.step_quantity();
  } else if (id == "maps.part") {
    maps_.step_part();
  } else if (id == "maps.reset") {
    view_.reset();
  } else {
    zoom(id == "maps.in" ? key_factor : 1 / key_factor);
  }
}

void MapPanel::discard_trials() {
  view_.reset();
  cursor_.reset();
}

PagePanel::Pressed MapPanel::press_anywhere(const Binding& binding, bool is_open, Ui& /*ui*/,
                                            Session& /*session*/) {
  if (binding.command != Command::next_map) return Pressed::no;
  if (!is_open) return Pressed::opens_page;
  maps_.step_map();
  return Pressed::yes;
}

void MapPanel::add_to_view(ViewRequest& view, const Session& /*session*/) const {
  view.page_argument = maps_.text();
}

std::vector<std::string> MapPanel::lost_from_view(const Session& /*session*/) const {
  return view_ ? std::vector<std::string>{"lecture.lost_zoom"} : std::vector<std::string>{};
}

PagePanel::Restore MapPanel::remember(const Session& /*session*/, bool /*is_open*/) {
  return [this, request = maps_.request()](Session&) {
    maps_.open(request);
    discard_trials();
  };
}

void MapPanel::add_to_state(nlohmann::ordered_json& state, const Session& /*session*/,
                            bool is_open) const {
  nlohmann::ordered_json& json = state["maps"];
  if (!is_open) return;
  const picture::MapFieldPtr& map = maps_.shown();
  json = {{"kind", picture::name_of(maps_.kind())},
          {"working", maps_.working()},
          {"current", maps_.surveys().is_current()},
          {"cancelled", maps_.surveys().cancelled()},
          {"shown", nullptr},
          {"cells", {cells_.x, cells_.y, cells_.w, cells_.h}},
          {"view", nullptr},
          {"pointed", nullptr}};
  if (map && map->cells) {
    json["shown"] = {{"kind", picture::name_of(map->kind())},
                     {"quantity", picture::name_of(map->choice.quantity)},
                     {"array", map->kind() == MapKind::array ? map->array().array.name : ""},
                     {"by_warp", map->choice.by_warp},
                     {"width", map->cells->width},
                     {"height", map->cells->height},
                     {"least", map->cells->least},
                     {"largest", map->cells->largest}};
  }
  if (view_) {
    json["view"] = {
        {"x0", view_->x0}, {"y0", view_->y0}, {"px_x", view_->px_x}, {"px_y", view_->px_y}};
  }
  if (pointed_) json["pointed"] = {pointed_->x, pointed_->y};
}

// Zooms around the keyboard cursor, or around the middle.
void MapPanel::zoom(double factor) {
  const picture::MapView now = view_.value_or(picture::whole_map(frame_));
  double px = frame_.area_w / 2;
  double py = frame_.area_h / 2;
  if (cursor_) {
    const Rect cell = picture::rect_of(now, *cursor_);
    px = std::clamp<double>(cell.x + cell.w / 2, 0, frame_.area_w);
    py = std::clamp<double>(cell.y + cell.h / 2, 0, frame_.area_h);
  }
  view_ = picture::zoomed(frame_, now, factor, px, py);
  if (picture::shows_all(frame_, *view_)) view_.reset();
}

MapCell MapPanel::cursor() const {
  if (cursor_) return *cursor_;
  const picture::MapSpan span =
      picture::visible_cells(frame_, view_.value_or(picture::whole_map(frame_)));
  return {(span.first.x + std::max(span.end.x, 1U) - 1) / 2,
          (span.first.y + std::max(span.end.y, 1U) - 1) / 2};
}

void MapPanel::move(int across, int down) {
  by_key_ = true;
  if (!cursor_) {
    cursor_ = cursor();
    return;
  }
  const picture::MapView now = view_.value_or(picture::whole_map(frame_));
  const auto moved = [](std::uint32_t from, int direction, double px, std::uint32_t count) {
    const double cells = std::max(1.0, std::floor(step_px / px));
    return static_cast<std::uint32_t>(std::clamp(static_cast<double>(from) + direction * cells, 0.0,
                                                 static_cast<double>(count) - 1));
  };
  cursor_ = MapCell{moved(cursor_->x, across, now.px_x, frame_.width),
                    moved(cursor_->y, down, now.px_y, frame_.height)};
  if (view_) view_ = picture::centred_on(frame_, now, *cursor_);
}

bool MapPanel::cancel(Session& /*session*/) {
  const bool running = maps_.surveys().running();
  if (running) maps_.cancel();
  return running;
}

bool MapPanel::press(const Binding& binding, Ui& /*ui*/, Session& session) {
  const bool has_cells = map_ != nullptr && map_->cells != nullptr;
  switch (binding.command) {
    case Command::event_next:
    case Command::event_previous:
      if (has_cells) move(binding.command == Command::event_next ? 1 : -1, 0);
      return true;
    case Command::line_next:
    case Command::line_previous:
      if (has_cells) move(0, binding.command == Command::line_next ? 1 : -1);
      return true;
    case Command::zoom_in:
    case Command::zoom_out:
      if (has_cells) zoom(binding.command == Command::zoom_in ? key_factor : 1 / key_factor);
      return true;
    case Command::wavefront_all:
      view_.reset();
      return true;
    case Command::next_view:
      maps_.step_part();
      return true;
    case Command::next_count:
      maps_.step_quantity();
      return true;
    case Command::activate:
      if (maps_.surveys().cancelled() || maps_.surveys().problem()) {
        maps_.retry();
      } else if (has_cells && cursor_) {
        go_to(*cursor_, session);
      } else {
        return false;
      }
      return true;
    default:
      return false;
  }
}

void MapPanel::go_to_warp(std::uint64_t block, std::uint32_t warp, Session& session) {
  const report::Dim3 wanted = map_->survey->block_index(block);
  if (wanted == session.state().selection.block) {
    session.selector().choose_warp(warp);
    return;
  }
  State next = session.state();
  next.selection.block = wanted;
  next.selection.warp = warp;
  session.show_state(next);
}

void MapPanel::go_to_row(const MapField& map, std::uint32_t row, Session& session) {
  const survey::SharedRow& request = map.row(row);
  const report::WarpPosition position = map.survey->position_of(request.warp);
  State next = session.state();
  next.selection.block = position.block;
  next.selection.warp = position.warp;
  const SourcePlace& place = map.survey->sites[request.site].place;
  next.selection.line = place.line;
  if (const OutcomePtr& shown = session.run().shown())
    next.selection.file = report::file_of(shown->report, place);
  next.selection.event = request.event;
  next.selection.wavefront.reset();
  next.selection.subject = Subject::memory;
  session.show_state(next);
}

void MapPanel::go_to(MapCell cell, Session& session) {
  // The map belongs to an earlier launch: its cells can't be mapped to the present one.
  if (!map_ || !map_->cells || !maps_.surveys().is_current()) return;
  switch (map_->kind()) {
    case MapKind::banks:
      go_to_row(*map_, cell.y, session);
      return;
    case MapKind::array: {
      const auto element = map_->element_of(cell);
      const auto first = element ? map_->array().first_warp_of(*element) : std::nullopt;
      if (first) {
        const report::WarpPosition position = map_->survey->position_of(*first);
        go_to_warp(map_->survey->block_number(position.block), position.warp, session);
      }
      return;
    }
    case MapKind::grid:
      if (const auto position = map_->position_of(cell)) {
        const bool by_warp = map_->choice.by_warp;
        go_to_warp(position->block, by_warp ? position->warp : session.state().selection.warp,
                   session);
      }
      return;
  }
}

// Applies wheel and drag before the map is drawn.
void MapPanel::take_mouse(Ui& ui, const Rect& body, const Press& press) {
  const ImVec2 mouse = ImGui::GetMousePos();
  const Rect cells{body.x + cells_.x, body.y + cells_.y, cells_.w, cells_.h};
  const picture::MapView now = view_.value_or(picture::whole_map(frame_));
  if (const float steps = ui.wheel_over(cells); steps != 0) {
    view_ = picture::zoomed(frame_, now, std::pow(wheel_factor, -steps), mouse.x - cells.x,
                            mouse.y - cells.y);
    by_key_ = false;
  }
  // The movement up to the press is not part of the drag, even if both came in one frame.
  const bool begins = press.held && !dragging_;
  if (begins) dragged_ = 0;
  dragging_ = press.held;
  if (press.held && !begins) {
    const float dx = mouse.x - mouse_x_;
    const float dy = mouse.y - mouse_y_;
    dragged_ += std::abs(dx) + std::abs(dy);
    if (dragged_ > click_px && (dx != 0 || dy != 0)) view_ = picture::panned(frame_, now, dx, dy);
  }
  if (view_ && picture::shows_all(frame_, *view_)) view_.reset();
}

void MapPanel::content(Ui& ui, Session& session, const Rect& area) {
  const float top = header(ui, area);
  const Rect body{std::round(area.x), std::round(area.y + top), area.w, area.h - top};
  if (body.h < 1) return;
  picture::MapInput shown = page_.input(session, ui.texts());
  shown.has_keys = !is_lecturing();
  follow_map(shown.map);
  const picture::MapLayout layout = picture::map_layout(shown, ui.style(), body.w, body.h);
  cells_ = layout.cells;
  frame_ = layout.frame;
  const Press press = ui.item("maps.cells", body, false);
  take_mouse(ui, body, press);
  const ImVec2 mouse = ImGui::GetMousePos();
  if (mouse.x != mouse_x_ || mouse.y != mouse_y_) {
    mouse_x_ = mouse.x;
    mouse_y_ = mouse.y;
    by_key_ = false;
  }
  shown.view = view_;
  const picture::MapView seen = view_.value_or(picture::whole_map(frame_));
  std::optional<MapCell> under;
  if (press.hovered && !by_key_ && map_ && map_->cells) {
    under =
        picture::cell_at(frame_, seen, mouse.x - body.x - cells_.x, mouse.y - body.y - cells_.y);
  }
  shown.pointed = under ? under : cursor_;
  pointed_ = shown.pointed;
  picture::DrawList picture = picture::build_map(shown, ui.style(), body.w, body.h);
  if (press.hovered && !by_key_ && dragged_ <= click_px) {
    const picture::HitArea* hit = picture.hit_at(mouse.x - body.x, mouse.y - body.y);
    const bool is_cell = hit != nullptr && hit->kind == picture::HitKind::cell;
    if (hit != nullptr && !hit->tooltip.empty() && (!is_cell || under)) ui.tooltip(hit->tooltip);
  }
  ui.paint(std::move(picture), body);
  cells_.x += body.x;
  cells_.y += body.y;
  if (!press.held) {
    const bool clicked = press.pressed && dragged_ <= click_px && under.has_value();
    dragged_ = 0;
    if (clicked) {
      // The first click on an element marks it: going to the warp that touched it changes the
      // block.
      const bool stays = map_->kind() == MapKind::array && cursor_ != under;
      cursor_ = under;
      if (!stays) go_to(*under, session);
    }
  }
}

std::unique_ptr<PagePanel> make_map_panel(const PageContents& contents) {
  return std::make_unique<MapPanel>(contents.get<MapPage>());
}

}  // namespace lanescope::app
