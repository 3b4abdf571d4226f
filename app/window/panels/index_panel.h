// The index explorer as a page: any grid and block, and for each thread its warp, its lane and its
// index with the arithmetic behind it.
#pragma once

#include <optional>
#include <string>

#include "app/window/keys.h"
#include "app/window/panels/index_choice.h"
#include "app/window/panels/panel.h"

namespace lanescope::app {

class IndexPanel final : public Panel {
 public:
  // The keys that walk lines, accesses, warps and blocks walk threads here. False: not one of them.
  bool press(const Binding& binding);

  [[nodiscard]] const IndexChoice& choice() const { return choice_; }
  // Why the shape asked for is none; empty: it is one.
  [[nodiscard]] const std::string& complaint() const { return complaint_; }
  [[nodiscard]] bool editing() const { return edited_.has_value(); }
  void stop_editing() { edited_.reset(); }
  // As the page was when it was opened first.
  void begin() { choice_.reset(); }
  // Takes what was typed, when that is a number.
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
  // The sentence about the limit that is broken; returns its height.
  float message(Ui& ui, const Rect& area);
  void picture(Ui& ui, const Rect& area);

  IndexChoice choice_;
  std::string complaint_;
  std::optional<Extent> edited_;
  std::string typed_;
  bool edit_begins_ = false;
};

}  // namespace lanescope::app
