// How data move between host and GPU: the page's figures, made from measured or recorded rows
// (app/session/transfers.h) and the models beside them.
#pragma once

#include <cstddef>
#include <string>

#include "app/figures/page_content.h"
#include "app/session/selection/moving_figures.h"

namespace lanescope::app {

class MovingPage final : public PageContent {
 public:
  static constexpr Page page = Page::moving;

  [[nodiscard]] MovingFigure figure() const { return figure_; }
  void show(MovingFigure figure) { figure_ = figure; }
  void step(int direction);  // to the next figure, cyclic
  // Of the figure `copies`: bytes a second in place of seconds; the curve whose model is shown.
  [[nodiscard]] bool shows_rate() const { return shows_rate_; }
  void toggle_rate() { shows_rate_ = !shows_rate_; }
  void choose_curve(std::size_t curve) { curve_ = curve; }

  tl::expected<void, std::string> open(const ViewRequest& view, const std::string& argument,
                                       Session& session) override;
  [[nodiscard]] FigureSize size() const override { return {1120, 640}; }
  [[nodiscard]] picture::DrawList picture(const Session& session, const picture::Style& style,
                                          float width, float height) const override;
  // The rows behind the figure.
  [[nodiscard]] Table table(const Session& session) const override;
  void add_to(Provenance& made, const Session& session) const override;

 private:
  MovingFigure figure_ = MovingFigure::copies;
  bool shows_rate_ = false;
  std::size_t curve_ = 0;
};

}  // namespace lanescope::app
