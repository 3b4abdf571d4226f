// The comparison page: the kept state A next to the present one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/comparison.h"
#include "app/window/panels/base/panel.h"
#include "app/window/panels/kernel/code_scroll.h"
#include "app/window/panels/kernel/wavefront_player.h"
#include "app/window/toolkit/keys.h"
#include "app/window/toolkit/widgets.h"
#include "viz/picture/compare/compare.h"

namespace lanescope::app {

class ComparePanel final : public PagePanel {
 public:
  // The comparison must outlive the panel. Without it the page is empty.
  void set_comparison(Comparison& comparison) { comparison_ = &comparison; }

  // Commands that work on every page.
  void keep(const Session& session, Ui& ui, const text::Texts& texts);
  void exchange();
  // Starts at this wavefront once both sides have run. It may exist only in A. Counted from 0;
  // empty: the session's wavefront.
  void begin_at(std::optional<std::uint32_t> step) {
    begin_at_ = step;
    below_ = picture::CompareBelow::numbers;
  }
  bool press(const Binding& binding, Ui& ui, Session& session) override;
  [[nodiscard]] bool playing() const { return player_.playing(); }
  void stop() { player_.stop(); }
  void set_seen(Session& /*session*/, bool seen) override {
    if (!seen) {
      stop();
    }
  }
  // See WavefrontPlayer.
  std::optional<double> advance(Session& session, double now_s);

  // What the page shows, also for tests and exports. Precondition: a state is kept.
  [[nodiscard]] picture::CompareInput input(const Session& session, const text::Texts& texts);
  [[nodiscard]] const Comparison* comparison() const { return comparison_; }
  [[nodiscard]] std::optional<std::uint32_t> step() const { return step_; }
  [[nodiscard]] std::optional<int> lane() const { return lane_; }
  [[nodiscard]] picture::CompareBelow below() const { return below_; }
  // Where lanes 0..31 and the two sides were drawn in the last frame, in device pixels.
  struct Place {
    picture::HitKind kind{};
    std::uint64_t index = 0;
    Rect rect;
  };
  [[nodiscard]] const std::vector<Place>& places() const { return places_; }

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  [[nodiscard]] std::vector<LabelledButton> buttons_of(const text::Texts& texts,
                                                       bool offers_both) const;
  // Draws the buttons at the right end of the first row; returns their width.
  float draw_buttons(Ui& ui, Session& session, const std::vector<LabelledButton>& buttons,
                     const Rect& row);
  void push(std::string_view id, const Session& session, Ui& ui);
  void draw_empty(Ui& ui, const Session& session, const Rect& area);
  void draw_both(Ui& ui, Session& session, const Rect& area);
  // Handles the mouse over the page. `stage`: the side under the mouse; nullptr if it is over
  // neither.
  void handle_hover(Ui& ui, Session& session, const picture::HitArea& hit, const Press& press,
                    const picture::StageInput* stage);
  void scroll(Ui& ui, Session& session, const picture::CompareLayout& layout,
              const picture::CompareInput& input, const Rect& area);
  void go_to(std::optional<std::uint32_t> step, Session& session);
  void walk(int direction, Session& session);
  void toggle_below();
  // Takes over a step that was selected elsewhere.
  void follow(const Session& session);
  [[nodiscard]] const picture::SharedUse& shared_use_of(const OutcomePtr& outcome, bool is_b);

  Comparison* comparison_ = nullptr;
  std::optional<std::uint32_t> step_, begin_at_;
  std::optional<int> lane_;
  picture::CompareBelow below_ = picture::CompareBelow::numbers;
  std::size_t first_number_ = 0, first_line_ = 0;
  CodeScroll code_scroll_;
  WavefrontPlayer player_;
  OutcomePtr shared_of_[2];
  picture::SharedUse shared_[2];
  std::vector<Place> places_;
};

}  // namespace lanescope::app
