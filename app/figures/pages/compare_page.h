// The comparison: its picture's input, and what is said of the two sides.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/figures/page_content.h"
#include "app/session/compare/difference.h"
#include "app/session/comparison.h"
#include "viz/picture/compare/compare.h"
#include "viz/text/texts.h"

namespace lanescope::app {

// State of the panel.
struct CompareView {
  std::optional<std::uint32_t> wavefront;  // the same on both sides; none: all
  std::optional<int> lane;                 // highlighted on both sides
  // Shared memory that each side uses: expensive to compute for long traces.
  picture::SharedUse shared_a, shared_b;
};

// The comparison must have a kept side. Pointers in the result point into session and comparison.
[[nodiscard]] picture::CompareInput compare_input(const Session& session,
                                                  const Comparison& comparison,
                                                  const CompareView& compare_view,
                                                  const text::Texts& texts);

// Counts of the chosen access, if there is one, and of the launches. Empty until both sides have
// run.
[[nodiscard]] std::vector<ComparedNumber> all_numbers(const Session& session,
                                                      const Comparison& comparison);

// The first lane that accesses what `hit` names in that stage. None: no lane does, or it is not a
// place in memory.
[[nodiscard]] std::optional<int> lane_at(const picture::StageInput& stage,
                                         const picture::HitArea& hit);

// Wavefronts of the chosen access, on the side that has more.
[[nodiscard]] std::uint32_t compared_wavefronts(const Session& session,
                                                const Comparison& comparison);

// "shared tile, PAD = 0": the name of a partner, chosen or kept.
[[nodiscard]] std::string name_of(const Partner& partner, const Session& session,
                                  const text::Texts& texts);
[[nodiscard]] std::string name_of(const ComparedSide& side, const std::string& language);

// The differences between two runs, as text for readers.
// Titles of one side, in the language of the texts.
struct SideTitles {
  std::string lesson, variant, machine;
};
[[nodiscard]] std::vector<picture::CompareDifference> difference_texts(
    const std::vector<Difference>& differences, const SideTitles& a, const SideTitles& b,
    const text::Texts& texts);

class ComparePage final : public PageContent {
 public:
  static constexpr Page page = Page::compare;
  explicit ComparePage(const PageServices& services)
      : comparison_(services.session, {run, describe_lesson, services.wake}) {}
  [[nodiscard]] Comparison& comparison() { return comparison_; }

  tl::expected<void, std::string> open(const ViewRequest& view, const std::string& argument,
                                       Session& session) override;
  // Without a named side, A is Comparison::partner().
  tl::expected<void, std::string> prepare(const ViewRequest& view, const Session& session) override;
  bool update(Session& /*session*/, bool /*seen*/) override { return comparison_.update(); }
  [[nodiscard]] bool busy() const override { return comparison_.running(); }
  [[nodiscard]] std::string lack(const ViewRequest& view) const override;
  [[nodiscard]] bool has(const Session& /*session*/) const override {
    return comparison_.compared() != nullptr;
  }
  [[nodiscard]] FigureSize size() const override { return {1280, 840}; }
  [[nodiscard]] picture::DrawList picture(const Session& session, const picture::Style& style,
                                          float width, float height) const override {
    return picture(session, style, width, height, false);
  }
  // `whole`: with all of its rows, from the first: as high as they need, but not lower than
  // `height` would leave the stages.
  [[nodiscard]] picture::DrawList picture(const Session& session, const picture::Style& style,
                                          float width, float height, bool whole) const;
  [[nodiscard]] Table table(const Session& session) const override;
  void add_to(Provenance& made, const Session& session) const override;

 private:
  Comparison comparison_;
};

}  // namespace lanescope::app
