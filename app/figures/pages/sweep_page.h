// A sweep's picture, from its points.
#pragma once

#include <optional>
#include <string>

#include "app/figures/page_content.h"
#include "app/session/sweeps/table.h"
#include "viz/picture/sweep/sweep.h"

namespace lanescope::app {

// `quantity`: index into the table's quantities. The caller sets progress, current state and mouse.
[[nodiscard]] picture::SweepInput sweep_input(const SweepTable& table, std::size_t quantity,
                                              const text::Texts& texts);

class SweepPage final : public PageContent {
 public:
  static constexpr Page page = Page::sweep;

  // The points as they are now, and the input of their picture in the window.
  [[nodiscard]] const SweepTable& points(const Session& session);
  [[nodiscard]] picture::SweepInput input(const Session& session, const text::Texts& texts);
  // The count that the window's picture shows; 0 for another sweep.
  [[nodiscard]] std::size_t quantity() const { return quantity_; }
  void next_quantity(const Session& session);
  void begin() { quantity_ = 0; }

  tl::expected<void, std::string> open(const ViewRequest& view, const std::string& argument,
                                       Session& session) override;
  tl::expected<void, std::string> prepare(const ViewRequest& view, const Session& session) override;
  void follow(Session& session, bool seen) override { session.sweeps().show(seen); }
  [[nodiscard]] FigureSize size() const override { return {1120, 630}; }
  [[nodiscard]] picture::DrawList picture(const Session& session, const picture::Style& style,
                                          float width, float height) const override;
  [[nodiscard]] Table table(const Session& session) const override;
  // For all points: the swept parameter has no single value.
  void add_to(Provenance& made, const Session& session) const override;

 private:
  std::optional<SweepTable> points_;
  std::uint64_t revision_ = 0;
  std::size_t quantity_ = 0;
};

}  // namespace lanescope::app
