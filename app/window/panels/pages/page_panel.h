// Base class of the pages' panels.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/figures/page_content.h"
#include "app/window/panels/base/panel.h"
#include "app/window/toolkit/keys.h"
#include "viz/picture/core/badge.h"

namespace lanescope::app {

// The sources of times of which some were measured here, or some are recorded.
[[nodiscard]] inline std::vector<picture::Origin> origins_of_times(bool some_measured,
                                                                   bool some_recorded) {
  std::vector<picture::Origin> origins;
  if (some_measured) origins.push_back(picture::Origin::measured);
  if (some_recorded) origins.push_back(picture::Origin::recorded);
  return origins;
}

// A page in place of the stage: draws its content (app/figures/page_content.h) and takes its keys.
// Pages asks all of them in every frame, whether they are on the screen or not.
class PagePanel : public Panel {
 public:
  // After the content has been opened: what the panel itself keeps of the view.
  virtual void open(const ViewRequest& /*view*/) {}
  // Adds what the page shows to the view that names it.
  virtual void add_to_view(ViewRequest& /*view*/, const Session& /*session*/) const {}
  // Text keys of what is shown and has no place in a view.
  [[nodiscard]] virtual std::vector<std::string> lost_from_view(const Session& /*session*/) const {
    return {};
  }
  // A scene of a lecture is shown: discards what was tried out on the page.
  virtual void discard_trials() {}
  // What brings the present content back, after a lecture has changed it. `is_open`: the page is.
  using Restore = std::function<void(Session&)>;
  [[nodiscard]] virtual Restore remember(const Session& /*session*/, bool /*is_open*/) {
    return {};
  }
  // For the state file (app/window/state_file.h).
  virtual void add_to_state(nlohmann::ordered_json& /*state*/, const Session& /*session*/,
                            bool /*is_open*/) const {}

  // Handles keys of this page before any other handler, while it is seen. False if the key has no
  // meaning here.
  virtual bool press(const Binding& /*binding*/, Ui& /*ui*/, Session& /*session*/) { return false; }
  // press() takes Enter now, so the guide's main button must not promise it.
  [[nodiscard]] virtual bool takes_enter(const Session& /*session*/) const { return false; }
  // Handles keys that this page has everywhere, after all others.
  enum class Pressed : std::uint8_t { no, yes, opens_page };
  virtual Pressed press_anywhere(const Binding& /*binding*/, bool /*is_open*/, Ui& /*ui*/,
                                 Session& /*session*/) {
    return Pressed::no;
  }
  // Scrolls by keyboard: positive down, negative up. False: the page does not scroll.
  virtual bool scroll_by(float /*steps*/) { return false; }
  // Goes to where the warp executes this line of the code.
  virtual void go_to_line(int /*line*/, Session& /*session*/) {}
  // While the page is seen: ends its work or its player. False: there is none.
  virtual bool cancel(Session& /*session*/) { return false; }
  // The text field of a number is open; `takes`: with the number typed.
  [[nodiscard]] virtual bool editing() const { return false; }
  virtual void end_editing(bool /*takes*/) {}

  // Called in every frame after drawing: whether the page is on the screen.
  virtual void set_seen(bool /*seen*/) {}
  // Advances movements and, while it is seen, the player. See WavefrontPlayer.
  virtual std::optional<double> advance(Session& /*session*/, double /*now_s*/, bool /*seen*/) {
    return std::nullopt;
  }
  // A picture is gliding to its next state; rest() ends that at once.
  [[nodiscard]] virtual bool gliding() const { return false; }
  virtual void rest() {}
  // While the page is seen, the stage's player rests.
  [[nodiscard]] virtual bool plays_alone() const { return false; }
  // The sources of its numbers, beside the model.
  [[nodiscard]] virtual std::vector<picture::Origin> origins(const Session& /*session*/) const {
    return {};
  }

  // In a lecture most keys belong to the presenter: a page names none of them.
  void set_lecturing(bool shown) { is_lecturing_ = shown; }
  // False: it stands below the stage, in place of the table.
  void set_page(bool is_page) { is_page_ = is_page; }

 protected:
  [[nodiscard]] bool is_lecturing() const { return is_lecturing_; }
  [[nodiscard]] bool is_page() const { return is_page_; }

 private:
  bool is_lecturing_ = false;
  bool is_page_ = true;
};

// One for each row of app/session/selection/pages.def, in app/window/panels/pages. `contents` must
// outlive it.
#define PAGE(name, ...) \
  [[nodiscard]] std::unique_ptr<PagePanel> make_##name##_panel(const PageContents& contents);
#include "app/session/selection/pages.def"

}  // namespace lanescope::app
