// How data move between host and GPU: the page's figures, made from measured or recorded rows
// (app/session/transfers.h) and the models beside them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "app/figures/page_content.h"
#include "app/session/selection/moving_figures.h"
#include "sim/transfer/arrangement.h"

namespace lanescope::app {

class MovingPage final : public PageContent {
 public:
  static constexpr Page page = Page::moving;

  [[nodiscard]] MovingFigure figure() const { return figure_; }
  void show(MovingFigure figure) { figure_ = figure; }
  void move(int direction);  // to the next figure, cyclic
  // Of the figure `copies`: bytes a second in place of seconds; the curve whose model is shown.
  [[nodiscard]] bool shows_rate() const { return shows_rate_; }
  void toggle_rate() { shows_rate_ = !shows_rate_; }
  void choose_curve(std::size_t curve) { curve_ = curve; }
  [[nodiscard]] std::size_t curve() const { return curve_; }
  // Everything that no view names is as at the start.
  void discard_trials();

  // --- the figure `arrange` ---

  // The program shown: the lesson's, or the first shipped one, until it is changed.
  [[nodiscard]] transfer::Arrangement arrangement(const Session& session) const;
  // Shows this program while the lesson's own is the present one.
  void arrange(transfer::Arrangement arrangement, const Session& session);
  // It is not the one that the page begins with.
  [[nodiscard]] bool is_changed(const Session& session) const;
  void reset_arrangement();  // back to the program of the lesson
  // The call that changes apply to; beyond the last one if there is none.
  [[nodiscard]] std::size_t call() const { return call_; }
  void choose_call(std::size_t call) { call_ = call; }
  void step_call(int direction, const Session& session);
  // Changes of the chosen call. A new one stands behind it, on its stream and of its data.
  void add_call(transfer::OperationKind kind, const Session& session);
  void remove_call(const Session& session);
  // `later`: places in the order of the host; `down`: streams.
  void move_call(int later, int down, const Session& session);
  // To a place of the picture: picture::ArrangedInput's lanes and slots.
  void put_call(std::size_t lane, std::size_t slot, const Session& session);
  void next_name(const Session& session);     // of its data or its event
  void next_program(const Session& session);  // of the shipped ones, cyclic
  void toggle_default_stream(const Session& session);
  void toggle_blocking(const Session& session);

  tl::expected<void, std::string> open(const ViewRequest& view, const std::string& argument,
                                       Session& session) override;
  [[nodiscard]] FigureSize size() const override { return {1120, 640}; }
  [[nodiscard]] picture::DrawList picture(const Session& session, const picture::Style& style,
                                          float width, float height) const override;
  // The same, but higher than `height` where that would leave something out.
  [[nodiscard]] picture::DrawList whole_picture(const Session& session, const picture::Style& style,
                                                float width, float height) const;
  // The rows behind the figure.
  [[nodiscard]] Table table(const Session& session) const override;
  void add_to(Provenance& made, const Session& session) const override;

 private:
  MovingFigure figure_ = MovingFigure::copies;
  bool shows_rate_ = false;
  std::size_t curve_ = 0;
  std::optional<transfer::Arrangement> own_;
  std::string own_of_;  // the text of the lesson's program that was shown then
  std::size_t call_ = 0;
};

}  // namespace lanescope::app
