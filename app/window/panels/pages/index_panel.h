// The index explorer page: any grid and block, and for each thread its warp, lane and index with
// the arithmetic.
#pragma once

#include <optional>
#include <string>

#include "app/figures/index_choice.h"
#include "app/window/panels/base/panel.h"
#include "app/window/toolkit/control_flow.h"
#include "app/window/toolkit/keys.h"

namespace lanescope::app {

class IndexPanel final : public PagePanel {
 public:
  // The keys that select lines, accesses, warps and blocks elsewhere select threads here. False if
  // the key is none of them.
  bool press(const Binding& binding, Ui& ui, Session& session) override;

  [[nodiscard]] const IndexChoice& choice() const { return choice_; }
  // Why the wanted shape is invalid; empty if it is valid.
  [[nodiscard]] const std::string& input_problem() const { return input_problem_; }
  [[nodiscard]] bool editing() const { return edited_.has_value(); }
  void stop_editing() { edited_.reset(); }
  void begin() override { choice_.begin(); }
  // Begins at the thread and the shape that a view names.
  void begin_at(const ViewRequest& view) {
    choice_.begin_at(view);
    choice_.begin();
  }
  void set_seen(Session& /*session*/, bool seen) override {
    if (!seen) {
      stop_editing();  // the text field is no longer visible
    }
  }
  // Takes the typed value if it is a number.
  void finish_editing();

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
  void picture(Ui& ui, const Rect& area);

  IndexChoice choice_;
  std::string input_problem_;
  std::optional<Extent> edited_;
  std::string typed_;
  bool edit_begins_ = false;
  bool tries_ = false;  // the fields of the grid and the block are shown
};

}  // namespace lanescope::app
