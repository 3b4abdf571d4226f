// What each variant takes: simulated, measured, recorded. A page of its own, or bars alone in the
// place of the table below the stage.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/window/gliding_picture.h"
#include "app/window/panels/panel.h"

namespace lanescope::app {

class TimesPanel final : public Panel {
 public:
  // A page has the whole column; otherwise somebody else draws into its title's right end.
  void set_page(bool is_page) { is_page_ = is_page; }
  // A room looks on: no title and no buttons, and all of it large.
  void show_to_a_room(bool shown) { is_for_a_room_ = shown; }
  // The button that opens the page, or leaves it, was pressed.
  [[nodiscard]] bool takes_page() { return std::exchange(wants_page_, false); }
  [[nodiscard]] bool takes_recordings() { return std::exchange(wants_recordings_, false); }
  [[nodiscard]] bool takes_gpus() { return std::exchange(wants_gpus_, false); }

  [[nodiscard]] GlidingPicture& glide() { return glide_; }
  [[nodiscard]] const GlidingPicture& glide() const { return glide_; }

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  struct Button {
    const char* id;
    std::string label, tip;
    bool chosen = false;
  };
  // Of importance: the last go first where there is no room.
  [[nodiscard]] std::vector<Button> buttons_of(const Session& session,
                                               const text::Texts& texts) const;
  // Title and buttons; returns its height.
  float header(Ui& ui, Session& session, const Rect& area);
  // What is timed, at a left edge and a middle, within that width.
  void draw_title(Ui& ui, const Session& session, float x, float middle, float room) const;
  void draw_buttons(Ui& ui, Session& session, const std::vector<Button>& buttons, float x,
                    float middle);
  void press(std::string_view id, Session& session);

  GlidingPicture glide_;  // bars and numbers move to those of the next run
  OutcomePtr shown_;      // in the last frame
  bool is_page_ = false, is_for_a_room_ = false;
  bool wants_page_ = false, wants_recordings_ = false, wants_gpus_ = false;
};

// "measuring shared tile (2 of 6): on the GPU"
[[nodiscard]] std::string measuring_text(const Session& session, const text::Texts& texts);

}  // namespace lanescope::app
