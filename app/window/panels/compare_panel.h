// The page of the comparison: what was kept beside what is shown, looked at together.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/compare/comparison.h"
#include "app/window/keys.h"
#include "app/window/panels/code_scroll.h"
#include "app/window/panels/panel.h"
#include "viz/scene/compare.h"

namespace lanescope::app {

class ComparePanel final : public Panel {
 public:
  // It outlives the panel. Without it the page is empty.
  void compare_by(Comparison& comparison) { comparison_ = &comparison; }
  // The button that leaves the page was pressed.
  [[nodiscard]] bool takes_page() { return std::exchange(wants_page_, false); }
  // Something to be said in the line at the bottom; empty: nothing.
  [[nodiscard]] std::string takes_notice() { return std::exchange(notice_, {}); }

  // Commands that work everywhere.
  void keep(const Session& session, const text::Texts& texts);
  void exchange();
  // Where to begin as soon as both sides have run: a wavefront that only A may have. `step` from 0;
  // none: where the session is.
  void begin_at(std::optional<std::uint32_t> step) {
    begin_at_ = step;
    below_ = scene::CompareBelow::numbers;
  }
  // On the page: true when the command was its.
  bool press(const Binding& binding, Session& session);
  [[nodiscard]] bool playing() const { return playing_; }
  void stop() { playing_ = false; }
  // As StagePanel::advance.
  std::optional<double> advance(Session& session, double now_s);

  // What the page shows; for tests and other writers of it. Something is kept.
  [[nodiscard]] scene::CompareInput input(const Session& session, const text::Texts& texts);
  [[nodiscard]] const Comparison* comparison() const { return comparison_; }
  [[nodiscard]] std::optional<std::uint32_t> step() const { return step_; }
  [[nodiscard]] std::optional<int> lane() const { return lane_; }
  [[nodiscard]] scene::CompareBelow below() const { return below_; }
  // Where lane 0 .. 31 stand in both stages, and the sides, in device pixels: of the last frame.
  struct Place {
    scene::HitKind kind{};
    std::uint64_t index = 0;
    Rect rect;
  };
  [[nodiscard]] const std::vector<Place>& places() const { return places_; }

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  struct Button {
    const char* id;
    std::string label, tip;
    bool chosen = false;
  };
  [[nodiscard]] std::vector<Button> buttons_of(const text::Texts& texts, bool offers_both) const;
  // At the right end of the first row; returns the width that they take.
  float draw_buttons(Ui& ui, Session& session, const std::vector<Button>& buttons, const Rect& row);
  void push(std::string_view id, const Session& session, const text::Texts& texts);
  void draw_empty(Ui& ui, const Session& session, const Rect& area);
  void draw_both(Ui& ui, Session& session, const Rect& area);
  // `stage`: of the side that the mouse is on; nullptr: none is there.
  void meet(Ui& ui, Session& session, const scene::HitArea& hit, const Press& press,
            const scene::StageInput* stage);
  void scroll(Ui& ui, Session& session, const scene::CompareLayout& layout,
              const scene::CompareInput& input, const Rect& area);
  void go_to(std::optional<std::uint32_t> step, Session& session);
  void walk(int direction, Session& session);
  // What somebody else chose is the step from now on.
  void follow(const Session& session);
  [[nodiscard]] const scene::SharedUse& shared_use_of(const OutcomePtr& outcome, bool is_b);

  Comparison* comparison_ = nullptr;
  bool wants_page_ = false;
  std::string notice_;
  std::optional<std::uint32_t> step_, begin_at_;
  std::optional<int> lane_;
  scene::CompareBelow below_ = scene::CompareBelow::numbers;
  std::size_t first_number_ = 0, first_line_ = 0;
  CodeScroll code_scroll_;
  bool playing_ = false;
  double next_step_s_ = 0;
  std::optional<std::uint32_t> played_;
  OutcomePtr shared_of_[2];
  scene::SharedUse shared_[2];
  std::vector<Place> places_;
};

}  // namespace lanescope::app
