// The tree of launches, from a run's report, and the box that is chosen in it.
#pragma once

#include <cstddef>

#include "app/figures/page_content.h"
#include "sim/report/report.h"
#include "viz/picture/launches/launches.h"

namespace lanescope::app {

// One row for each group of launches, the host's first.
[[nodiscard]] Table launches_table(const report::Report& report);

// `report`: nullptr before the first run.
[[nodiscard]] picture::DrawList launches_picture(const report::Report* report, std::size_t chosen,
                                                 const picture::Style& style, float width,
                                                 float height);

class LaunchesPage final : public PageContent {
 public:
  static constexpr Page page = Page::launches;

  // The chosen box: 0 is the host's launch, n group n of the report, counted from 1. The host's if
  // the run shown lacks it.
  [[nodiscard]] std::size_t box(const Session& session) const;
  void choose(std::size_t box) { box_ = box; }
  // To a box beside it (picture::box_beside). False: kernels launch nothing.
  bool move(int across, int down, const Session& session);

  tl::expected<void, std::string> open(const ViewRequest& view, const std::string& argument,
                                       Session& session) override;
  [[nodiscard]] bool has(const Session& session) const override {
    return session.run().shown() != nullptr;
  }
  [[nodiscard]] FigureSize size() const override { return {1120, 640}; }
  [[nodiscard]] picture::DrawList picture(const Session& session, const picture::Style& style,
                                          float width, float height) const override;
  [[nodiscard]] Table table(const Session& session) const override;

 private:
  std::size_t box_ = 0;
};

}  // namespace lanescope::app
