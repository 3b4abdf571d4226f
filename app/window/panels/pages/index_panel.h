// The index explorer page: any grid and block, and for each thread its warp, lane and index with
// the arithmetic.
#pragma once

#include <optional>
#include <string>

#include "app/window/panels/base/panel.h"
#include "app/window/panels/pages/index_choice.h"
#include "app/window/toolkit/keys.h"

namespace lanescope::app {

class IndexPanel final : public Panel {
 public:
  // The keys that select lines, accesses, warps and blocks elsewhere select threads here. False if
  // the key is none of them.
  bool press(const Binding& binding);

  [[nodiscard]] const IndexChoice& choice() const { return choice_; }
  // Why the wanted shape is invalid; empty if it is valid.
  [[nodiscard]] const std::string& complaint() const { return complaint_; }
  [[nodiscard]] bool editing() const { return edited_.has_value(); }
  void stop_editing() { edited_.reset(); }
  // Resets the page to its initial state.
  void begin() { choice_.reset(); }
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
  class Flow;

  void follow(const Session& session);
  void controls(Ui& ui, Flow& flow);
  void extent(Ui& ui, const Extent& which, Flow& flow);
  void field(Ui& ui, const Rect& box);
  // Says which limit is broken; returns the height.
  float message(Ui& ui, const Rect& area);
  void picture(Ui& ui, const Rect& area);

  IndexChoice choice_;
  std::string complaint_;
  std::optional<Extent> edited_;
  std::string typed_;
  bool edit_begins_ = false;
};

}  // namespace lanescope::app
