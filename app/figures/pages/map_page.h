// The map of the whole launch that is shown, its picture and its table.
#pragma once

#include "app/figures/launch_maps.h"
#include "app/figures/page_content.h"
#include "viz/picture/maps/maps.h"

namespace lanescope::app {

class MapPage final : public PageContent {
 public:
  static constexpr Page page = Page::map;
  explicit MapPage(std::function<void()> wake) : maps_(std::move(wake)) {}
  [[nodiscard]] LaunchMaps& maps() { return maps_; }
  // Chooses the map of where this array differs.
  void choose_difference(const std::string& array) {
    maps_.choose_array(array);
    maps_.choose_quantity(picture::MapQuantity::wrong);
  }
  // The whole map, without a hovered cell.
  [[nodiscard]] picture::MapInput input(const Session& session, const text::Texts& texts) const;

  tl::expected<void, std::string> open(const ViewRequest& view, const std::string& argument,
                                       Session& session) override;
  void follow(Session& session, bool seen) override { maps_.follow(session, seen); }
  bool update(Session& session, bool seen) override;
  [[nodiscard]] bool busy() const override { return maps_.working(); }
  [[nodiscard]] std::optional<Problem> failure() const override {
    return maps_.surveys().problem();
  }
  [[nodiscard]] std::string lack(const ViewRequest& view) const override;
  [[nodiscard]] bool has(const Session& session) const override;
  [[nodiscard]] FigureSize size() const override { return {960, 760}; }
  [[nodiscard]] picture::DrawList picture(const Session& session, const picture::Style& style,
                                          float width, float height) const override;
  // The rows of `lanescope survey --csv` behind the map: those of the requests, the array, the
  // blocks or the warps that it shows.
  [[nodiscard]] Table table(const Session& session) const override;

 private:
  LaunchMaps maps_;
  // The races on the array that is shown, and what they were found from.
  std::shared_ptr<const picture::ArrayRaces> races_;
  SurveyRunPtr races_of_;
  picture::MapFieldPtr races_on_;
};

}  // namespace lanescope::app
