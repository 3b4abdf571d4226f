// The comparison page: the kept state A next to the present one.

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/figures/kernel_inputs.h"
#include "app/figures/pages/compare_page.h"
#include "app/session/lecture/write_scene.h"
#include "app/window/panels/kernel/code_scroll.h"
#include "app/window/panels/kernel/wavefront_player.h"
#include "app/window/panels/pages/page_panel.h"
#include "app/window/toolkit/widgets.h"
#include "viz/picture/core/frame.h"

namespace lanescope::app {
namespace {

constexpr float first_row = 40;  // units, same height as in the picture

using Json = nlohmann::ordered_json;

const char* likeness_word(Likeness likeness) {
  switch (likeness) {
    case Likeness::same:
      return "same";
    case Likeness::last:
      return "last";
    case Likeness::alike:
      return "alike";
    case Likeness::none:
      break;
  }
  return "none";
}

const char* hit_word(picture::HitKind kind) {
  return kind == picture::HitKind::side   ? "side"
         : kind == picture::HitKind::lane ? "lane"
                                          : "code_line";
}

// A kernel without branches has nothing to show for divergence.
bool offers_subject(const Session& session) {
  return session.state().selection.subject == Subject::divergence ||
         (session.run().shown() != nullptr &&
          most_divergent_line(session.run().shown()->report).line != 0);
}

// Two versions of one kernel: the lines that differ are what there is to see.
bool differ_in_text(const Compared& both) {
  return std::ranges::any_of(
      both.differences, [](const Difference& each) { return each.kind == DifferenceKind::text; });
}

Json side_of(const ComparedSide& side, bool is_present) {
  Json json;
  json["lesson"] = side.state.lesson;
  json["variant"] = side.outcome ? side.outcome->resolved.variant : side.state.variant;
  json["params"] = side.outcome ? Json(side.outcome->resolved.params) : Json(nullptr);
  json["present"] = is_present;
  return json;
}

class ComparePanel final : public PagePanel {
 public:
  explicit ComparePanel(Comparison& comparison) : comparison_(comparison) {}

  void open(const ViewRequest& view) override {
    begin_at_ = view.page == Page::compare ? view.wavefront : std::nullopt;
    below_ = picture::CompareBelow::numbers;
    seeks_difference_ = false;  // the view says what to look at
  }
  void add_to_view(ViewRequest& view, const Session& session) const override;
  [[nodiscard]] std::vector<std::string> lost_from_view(const Session& session) const override;
  void add_to_state(nlohmann::ordered_json& state, const Session& session,
                    bool is_open) const override;
  bool press(const Binding& binding, Ui& ui, Session& session) override;
  Pressed press_anywhere(const Binding& binding, bool is_open, Ui& ui, Session& session) override;
  bool cancel(Session& session) override;
  void set_seen(bool seen) override {
    if (seen) return;
    player_.stop();
    seeks_difference_ = !is_lecturing();
  }
  std::optional<double> advance(Session& session, double now_s, bool seen) override;
  [[nodiscard]] std::vector<picture::Origin> origins(const Session& session) const override;

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  [[nodiscard]] picture::CompareInput input(const Session& session, const text::Texts& texts);
  void keep(const Session& session, Ui& ui);
  bool keep_partner() {
    seeks_difference_ = !is_lecturing();
    return comparison_.keep_partner();
  }
  [[nodiscard]] std::vector<LabelledButton> buttons_of(const Session& session,
                                                       const text::Texts& texts,
                                                       bool offers_both) const;
  // Draws the buttons at the right end of the first row; returns their width.
  float draw_buttons(Ui& ui, Session& session, std::vector<LabelledButton> buttons,
                     const Rect& row);
  void push(std::string_view id, Session& session, Ui& ui);
  void draw_empty(Ui& ui, const Session& session, const Rect& area);
  void draw_both(Ui& ui, Session& session, const Rect& area);
  // Handles the mouse over the page. `stage`: the side under the mouse; nullptr if it is over
  // neither.
  void handle_hover(Ui& ui, Session& session, const picture::HitArea& hit, const Press& press,
                    const picture::StageInput* stage);
  void scroll(Ui& ui, Session& session, const picture::CompareLayout& layout,
              const picture::CompareInput& input, const Rect& area);
  void go_to(std::optional<std::uint32_t> wavefront, Session& session);
  void walk(int direction, Session& session);
  void toggle_below();
  // Takes over a wavefront that was selected elsewhere.
  void follow(const Session& session);
  // Chooses an access that differs, once for each pair that the user opens the page with.
  void look_at_a_difference(Ui& ui, Session& session);

  Comparison& comparison_;
  std::optional<std::uint32_t> wavefront_;
  // Where to start once both sides have run; it may exist only in A. Counted from 0; empty: the
  // session's wavefront.
  std::optional<std::uint32_t> begin_at_;
  std::optional<int> lane_;
  picture::CompareBelow below_ = picture::CompareBelow::numbers;
  std::size_t first_number_ = 0, first_line_ = 0;
  CodeScroll code_scroll_;
  WavefrontPlayer player_;
  SharedUseOf shared_[2];
  bool seeks_difference_ = true;
  std::pair<OutcomePtr, OutcomePtr> sought_;  // the last pair for which it did
  // Where lanes 0..31, the two sides and their lines were drawn in the last frame, in device
  // pixels.
  struct DrawnHit {
    picture::HitKind kind{};
    std::uint64_t index = 0;
    Rect rect;
  };
  std::vector<DrawnHit> hits_;
};

}  // namespace

void ComparePanel::add_to_view(ViewRequest& view, const Session& session) const {
  const ComparedSide* other = comparison_.other();
  view.page_argument = other != nullptr ? compare_text(session, *other).value_or("") : "";
  view.wavefront = other != nullptr ? wavefront_ : session.state().selection.wavefront;
}

std::vector<std::string> ComparePanel::lost_from_view(const Session& session) const {
  std::vector<std::string> lost;
  if (!comparison_.active()) return lost;
  if (!compare_text(session, *comparison_.other())) lost.emplace_back("lecture.lost_other");
  if (below_ != picture::CompareBelow::numbers) lost.emplace_back("lecture.lost_rows");
  return lost;
}

void ComparePanel::add_to_state(Json& state, const Session& session, bool /*is_open*/) const {
  Json& json = state["compare"];
  if (!comparison_.active()) return;
  const ComparedSide present = comparison_.present();
  const ComparedSide& other = *comparison_.other();
  const bool present_is_a = comparison_.present_is_a();
  json["a"] = side_of(present_is_a ? present : other, present_is_a);
  json["b"] = side_of(present_is_a ? other : present, !present_is_a);
  json["differences"] = Json::array();
  if (const Compared* both = comparison_.compared()) {
    for (const Difference& each : both->differences)
      json["differences"].push_back(name_of(each.kind));
  }
  const AccessLink link = comparison_.link();
  json["likeness"] = likeness_word(link.likeness);
  json["line"] = link.selection.line;
  json["event"] = link.selection.event ? Json(*link.selection.event) : Json(nullptr);
  json["wavefronts"] = compared_wavefronts(session, comparison_);
  json["step"] = wavefront_ ? Json(*wavefront_) : Json(nullptr);
  json["lane"] = lane_ ? Json(*lane_) : Json(nullptr);
  json["below"] = below_ == picture::CompareBelow::numbers ? "numbers" : "text";
  json["playing"] = player_.playing();
  json["running"] = comparison_.running();
  json["problem"] = other.problem;
  json["places"] = Json::array();
  for (const DrawnHit& hit : hits_) {
    const Rect& rect = hit.rect;
    json["places"].push_back({hit_word(hit.kind), hit.index, {rect.x, rect.y, rect.w, rect.h}});
  }
}

std::vector<picture::Origin> ComparePanel::origins(const Session& /*session*/) const {
  const Compared* both = comparison_.compared();
  if (both == nullptr) return {};
  const auto any = [&](bool measured) {
    return (both->time_a && both->time_a->measured == measured) ||
           (both->time_b && both->time_b->measured == measured);
  };
  return origins_of_times(any(true), any(false));
}

picture::CompareInput ComparePanel::input(const Session& session, const text::Texts& texts) {
  CompareView compare_view;
  compare_view.wavefront = wavefront_;
  compare_view.lane = lane_;
  const ComparedSide present = comparison_.present();
  const ComparedSide& other = *comparison_.other();
  const bool present_is_a = comparison_.present_is_a();
  compare_view.shared_a = shared_[0](present_is_a ? present.outcome : other.outcome);
  compare_view.shared_b = shared_[1](present_is_a ? other.outcome : present.outcome);
  picture::CompareInput input = compare_input(session, comparison_, compare_view, texts);
  input.below = below_;
  input.first_number = first_number_;
  input.first_line = first_line_;
  return input;
}

// --- Commands ---

void ComparePanel::toggle_below() {
  below_ = below_ == picture::CompareBelow::numbers ? picture::CompareBelow::text
                                                    : picture::CompareBelow::numbers;
}

void ComparePanel::keep(const Session& session, Ui& ui) {
  const text::Texts& texts = ui.texts();
  const bool is_kept = comparison_.keep();
  const std::string language = session.state().settings.language;
  ui.ask(Say{
      is_kept ? texts.get("compare.kept", fmt::arg("what", name_of(*comparison_.other(), language)))
              : texts.get("compare.not_kept")});
}

PagePanel::Pressed ComparePanel::press_anywhere(const Binding& binding, bool /*is_open*/, Ui& ui,
                                                Session& session) {
  if (binding.command == Command::keep_as_a) {
    keep(session, ui);
  } else if (binding.command == Command::exchange) {
    comparison_.exchange();
  } else {
    return Pressed::no;
  }
  return Pressed::yes;
}

bool ComparePanel::cancel(Session& /*session*/) {
  const bool was_playing = player_.playing();
  player_.stop();
  return was_playing;
}

void ComparePanel::go_to(std::optional<std::uint32_t> wavefront, Session& session) {
  const std::uint32_t count = compared_wavefronts(session, comparison_);
  if (count == 0) return;
  wavefront_ = clamped_wavefront(wavefront, count);
  if (session.selector().wavefronts() > 0)
    session.selector().choose_wavefront(
        clamped_wavefront(wavefront_, session.selector().wavefronts()));
}

// The position before the first wavefront shows all of them, as on the stage.
void ComparePanel::walk(int direction, Session& session) {
  if (direction > 0) {
    go_to(wavefront_ ? *wavefront_ + 1 : 0, session);
  } else {
    go_to(wavefront_ && *wavefront_ > 0 ? std::optional(*wavefront_ - 1) : std::nullopt, session);
  }
}

void ComparePanel::follow(const Session& session) {
  const std::optional<std::uint32_t>& chosen = session.state().selection.wavefront;
  if (begin_at_ && !session.run().running() && comparison_.compared() != nullptr) {
    const std::optional<std::uint32_t> begin = std::exchange(begin_at_, std::nullopt);
    if (clamped_wavefront(begin, session.selector().wavefronts()) == chosen) wavefront_ = begin;
  }
  if (clamped_wavefront(wavefront_, session.selector().wavefronts()) != chosen) wavefront_ = chosen;
  const std::uint32_t count = compared_wavefronts(session, comparison_);
  if (count == 0 || (wavefront_ && *wavefront_ >= count))
    wavefront_ = count == 0 ? std::nullopt : std::optional(count - 1);
}

void ComparePanel::look_at_a_difference(Ui& ui, Session& session) {
  const Compared* both = comparison_.compared();
  if (!seeks_difference_ || is_lecturing() || both == nullptr || session.run().running()) return;
  seeks_difference_ = false;
  if (std::exchange(sought_, {both->a, both->b}) == std::pair(both->a, both->b)) return;
  const std::optional<std::size_t> event = comparison_.first_that_differs();
  if (!event) return;
  session.selector().choose_event(*event);
  ui.ask(Say{ui.texts().get("compare.differs_here")});
}

bool ComparePanel::press(const Binding& binding, Ui& /*ui*/, Session& session) {
  if (!comparison_.active()) return binding.command == Command::activate && keep_partner();
  switch (binding.command) {
    case Command::wavefront_next:
      walk(1, session);
      return true;
    case Command::wavefront_previous:
      walk(-1, session);
      return true;
    case Command::wavefront_first:
      go_to(0, session);
      return true;
    case Command::wavefront_last:
      go_to(compared_wavefronts(session, comparison_), session);
      return true;
    case Command::wavefront_all:
      go_to(std::nullopt, session);
      return true;
    case Command::play:
    case Command::press_or_play:
      player_.toggle(wavefront_, compared_wavefronts(session, comparison_),
                     [&] { go_to(std::nullopt, session); });
      return true;
    case Command::next_view:
      toggle_below();
      return true;
    default:
      return false;
  }
}

std::optional<double> ComparePanel::advance(Session& session, double now_s, bool /*seen*/) {
  if (!comparison_.active()) player_.stop();
  if (!player_.playing()) return std::nullopt;
  return player_.advance(wavefront_, compared_wavefronts(session, comparison_),
                         session.state().settings.play_speed, now_s, [&] { walk(1, session); });
}

// --- The page ---

// In order of importance: if there is no room, the last ones are dropped.
std::vector<LabelledButton> ComparePanel::buttons_of(const Session& session,
                                                     const text::Texts& texts,
                                                     bool offers_both) const {
  std::vector<LabelledButton> buttons;
  if (!comparison_.active()) return buttons;
  buttons.push_back(
      {"compare.exchange", texts.get("compare.exchange"), texts.get("compare.exchange_tip")});
  buttons.push_back({"compare.keep", texts.get("compare.keep"), texts.get("compare.keep_tip")});
  if (!offers_both) {
    const bool numbers = below_ == picture::CompareBelow::numbers;
    buttons.push_back({"compare.below", texts.get(numbers ? "compare.text" : "compare.numbers"),
                       texts.get("compare.below_tip")});
  }
  buttons.push_back({"compare.clear", texts.get("compare.clear"), texts.get("compare.clear_tip")});
  // The code, which has this switch on the page of the picture, is not seen here.
  if (offers_subject(session)) {
    const bool to_memory = other_subject(session) == Subject::memory;
    const std::string word =
        texts.get(to_memory ? "panel.subject_memory" : "panel.subject_divergence");
    buttons.push_back(
        {"compare.subject", fmt::format("{}  D", word), texts.get("panel.subject_tip")});
  }
  return buttons;
}

float ComparePanel::draw_buttons(Ui& ui, Session& session, std::vector<LabelledButton> buttons,
                                 const Rect& row) {
  const float h = ui.px(28);
  const float top = std::round(row.y + (row.h - h) / 2);
  const float margin = ui.px(12);
  float room = row.w * 0.6F;
  if (buttons_width(ui, buttons) > room) {  // the tooltips have the keys, too
    for (LabelledButton& entry : buttons)
      entry.label = entry.label.substr(0, entry.label.find("  "));
  }
  float x = right_of(row) - margin;
  for (const LabelledButton& entry : buttons) {
    const float w = button_width(ui, entry.label);
    if (w > room) break;
    x -= w;
    room -= w + ui.px(6);
    if (button(ui, entry.id, {std::round(x), top, w, h},
               {.label = entry.label, .chosen = entry.chosen, .tooltip = entry.tip})
            .pressed) {
      push(entry.id, session, ui);
    }
    x -= ui.px(6);
  }
  return right_of(row) - x;
}

void ComparePanel::push(std::string_view id, Session& session, Ui& ui) {
  if (id == "compare.exchange") {
    comparison_.exchange();
  } else if (id == "compare.keep") {
    keep(session, ui);
  } else if (id == "compare.below") {
    toggle_below();
  } else if (id == "compare.clear") {
    comparison_.clear();
    ui.ask(Say{ui.texts().get("compare.cleared")});
  } else if (id == "compare.subject") {
    session.selector().choose_view(other_subject(session));
  }
}

void ComparePanel::draw_empty(Ui& ui, const Session& session, const Rect& area) {
  const text::Texts& texts = ui.texts();
  // Only painted: a picture that answers to the mouse would take the clicks from the buttons on it.
  ui.paint(picture::build_message_view(texts.get("compare.empty_title"), texts.get("compare.empty"),
                                       ui.style(), area.w, area.h),
           area);
  std::vector<LabelledButton> offers;
  offers.push_back({"compare.keep", texts.get("compare.keep"), texts.get("compare.keep_tip")});
  if (const std::optional<Partner> partner = comparison_.partner()) {
    const std::string what = name_of(*partner, session, texts);
    offers.push_back({"compare.partner", texts.get("compare.partner", fmt::arg("what", what)),
                      texts.get("compare.partner_tip", fmt::arg("what", what))});
  }
  const float h = ui.px(control_height);
  const float gap = ui.px(12);
  float w = -gap;
  for (const LabelledButton& offer : offers) w += button_width(ui, offer.label) + gap;
  const bool beside = w <= area.w - ui.px(32);
  float x = std::round(area.x + (area.w - w) / 2);
  // Below the sentence, which may take several rows.
  const TextStyle sentence{FontRole::ui, picture::text_body, {}};
  const auto rows = ui.wrapped(texts.get("compare.empty"), sentence, area.w - ui.px(32)).size();
  float y = std::round(area.y + area.h / 2 + ui.px(16) +
                       ui.px(1.5F * picture::text_body) * static_cast<float>(rows));
  for (const LabelledButton& offer : offers) {
    const float width = std::min(button_width(ui, offer.label), area.w - ui.px(32));
    if (!beside) x = std::round(area.x + (area.w - width) / 2);
    if (y + h > bottom_of(area)) return;
    if (button(ui, offer.id, {x, y, width, h}, {.label = offer.label, .tooltip = offer.tip})
            .pressed) {
      if (std::string_view(offer.id) == "compare.partner") {
        keep_partner();
      } else {
        keep(session, ui);
      }
    }
    if (beside) {
      x += width + gap;
    } else {
      y += h + gap;
    }
  }
}

void ComparePanel::handle_hover(Ui& ui, Session& session, const picture::HitArea& hit,
                                const Press& press, const picture::StageInput* stage) {
  ui.tooltip(hit.tooltip);
  if (stage != nullptr) {
    lane_ = lane_at(*stage, hit);
  } else if (hit.kind == picture::HitKind::lane) {
    lane_ = static_cast<int>(hit.index);
  }
  if (hit.kind == picture::HitKind::wavefront && (press.pressed || press.held))
    go_to(static_cast<std::uint32_t>(hit.index), session);
  if (hit.kind == picture::HitKind::code_line && press.pressed)
    session.selector().choose_own_line(static_cast<int>(hit.index));
}

// The wheel steps through wavefronts over the stages and scrolls rows below them.
void ComparePanel::scroll(Ui& ui, Session& session, const picture::CompareLayout& layout,
                          const picture::CompareInput& input, const Rect& area) {
  const auto at = [&](const Rect& rect) {
    return Rect{area.x + rect.x, area.y + rect.y, rect.w, rect.h};
  };
  constexpr float lines_per_wheel_step = 3;
  const auto rows = [&](const Rect& rect) {
    return static_cast<int>(std::lround(ui.wheel_over(at(rect)) * lines_per_wheel_step));
  };
  const auto numbers_fit =
      static_cast<std::ptrdiff_t>(picture::compare_number_rows(ui.style(), layout));
  const auto most = static_cast<std::ptrdiff_t>(input.numbers.size()) - numbers_fit;
  const auto wanted = static_cast<std::ptrdiff_t>(first_number_) + rows(layout.numbers);
  first_number_ = static_cast<std::size_t>(
      std::clamp(wanted, std::ptrdiff_t{0}, std::max(most, std::ptrdiff_t{0})));
  CodeScroll::Followed followed;
  if (const Compared* both = comparison_.compared(); both != nullptr && differ_in_text(*both))
    followed.at = fmt::format("{} {}", fmt::ptr(both->a.get()), fmt::ptr(both->b.get()));
  for (std::size_t i = 0; i < input.lines.size(); ++i) {
    if (input.lines[i].chosen_a || input.lines[i].chosen_b) followed.line = static_cast<int>(i) + 1;
    const bool differs = !followed.at.empty() && !input.lines[i].same;
    if (differs) followed.named.push_back(static_cast<int>(i) + 1);
  }
  if (layout.text.h > 0) {
    first_line_ = static_cast<std::size_t>(std::max(
        code_scroll_.first_line(followed, static_cast<int>(input.lines.size()),
                                static_cast<int>(picture::compare_text_rows(ui.style(), layout)),
                                rows(layout.text)) -
            1,
        0));
  }
  for (const Rect* stage : {&layout.stage_a, &layout.stage_b}) {
    if (const float wheel = ui.wheel_over(at(*stage)); wheel != 0)
      walk(wheel > 0 ? 1 : -1, session);
  }
}

void ComparePanel::draw_both(Ui& ui, Session& session, const Rect& area) {
  look_at_a_difference(ui, session);
  follow(session);
  const Rect row{area.x, area.y, area.w, std::min(ui.px(first_row), area.h)};
  const bool both = picture::compare_shows_both(ui.style(), area.w, area.h);
  const picture::CompareLayout layout =
      picture::lay_out_compare(below_, ui.style(), area.w, area.h);
  picture::CompareInput shown = input(session, ui.texts());
  shown.lines = picture::compare_text_lines(shown.lines, ui.style(), area.w);
  scroll(ui, session, layout, shown, area);
  shown.first_number = first_number_;
  shown.first_line = first_line_;
  shown.kept_free = draw_buttons(ui, session, buttons_of(session, ui.texts(), both), row);
  if (!comparison_.active()) {
    return;  // a button cleared it
  }
  picture::DrawList picture = picture::build_compare(shown, ui.style(), area.w, area.h);
  hits_.clear();
  for (const picture::HitArea& hit : picture.hits) {
    const bool is_listed = hit.kind == picture::HitKind::lane ||
                           hit.kind == picture::HitKind::side ||
                           hit.kind == picture::HitKind::code_line;
    if (is_listed) {
      hits_.push_back({hit.kind,
                       hit.index,
                       {std::round(area.x) + hit.rect.x, std::round(area.y) + hit.rect.y,
                        hit.rect.w, hit.rect.h}});
    }
  }
  lane_.reset();
  Press press;
  const ImVec2 mouse = ImGui::GetMousePos();
  const float x = mouse.x - area.x;
  const float y = mouse.y - area.y;
  const std::optional<picture::StageInput>& stage =
      layout.stage_a.contains(x, y) ? shown.a.stage : shown.b.stage;
  const bool on_stage = layout.stage_a.contains(x, y) || layout.stage_b.contains(x, y);
  if (const picture::HitArea* hit = ui.picture("compare", std::move(picture), area, &press))
    handle_hover(ui, session, *hit, press, on_stage && stage ? &*stage : nullptr);
}

void ComparePanel::content(Ui& ui, Session& session, const Rect& area) {
  if (comparison_.active()) {
    draw_both(ui, session, area);
    return;
  }
  hits_.clear();
  const float height = std::min(ui.px(first_row), area.h);
  draw_buttons(ui, session, buttons_of(session, ui.texts(), true),
               {area.x, area.y, area.w, height});
  ui.text(area.x + ui.px(16), area.y + height / 2, ui.texts().get("compare.title"),
          {FontRole::ui_bold, picture::text_title, ui.palette().text}, area.w * 0.35F);
  draw_empty(ui, session, {area.x, area.y + height, area.w, area.h - height});
}

std::unique_ptr<PagePanel> make_compare_panel(const PageContents& contents) {
  return std::make_unique<ComparePanel>(contents.get<ComparePage>().comparison());
}

}  // namespace lanescope::app
