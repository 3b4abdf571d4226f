// A warp at one of its steps.
#pragma once

#include <optional>
#include <string>

#include "app/figures/page_content.h"
#include "app/session/steps/steps.h"
#include "app/session/steps_follower.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/steps/steps.h"

namespace lanescope::app {

// `steps` must outlive the result.
[[nodiscard]] picture::StepsInput steps_input(const Steps& steps, std::size_t step,
                                              std::uint32_t lane);
// "Warp 3 of block (0, 1, 0)"
[[nodiscard]] std::string steps_title(const Steps& steps, const text::Texts& texts);
// What is not followed; empty: nothing.
[[nodiscard]] std::string steps_note(const Steps& steps, const text::Texts& texts);

// What is shown below the tables.
struct StepsFoot {
  std::optional<picture::StageInput> stage;  // set if the step is an access
  bool has_values = false;  // every lane received a value: build_steps_values() shows them
  // Set if there is neither a stage nor values. The sentence is also shown below values.
  std::string title, sentence;
};
// `shared`: as for stage_input().
[[nodiscard]] StepsFoot steps_foot(const Steps& steps, std::size_t step, std::uint32_t lane,
                                   const picture::SharedUse& shared, const text::Texts& texts);
[[nodiscard]] picture::DrawList build_steps_foot(const StepsFoot& foot,
                                                 const picture::StepsInput& input,
                                                 const picture::Style& style, float width,
                                                 float height);

class StepsPage final : public PageContent {
 public:
  static constexpr Page page = Page::steps;
  [[nodiscard]] StepsFollower& follower() { return follower_; }

  tl::expected<void, std::string> open(const ViewRequest& view, const std::string& argument,
                                       Session& session) override;
  bool update(Session& session, bool seen) override { return follower_.update(session, seen); }
  [[nodiscard]] bool busy() const override { return follower_.busy(); }
  [[nodiscard]] std::optional<Problem> failure() const override { return follower_.problem(); }
  [[nodiscard]] std::string lack(const ViewRequest& view) const override;
  [[nodiscard]] bool has(const Session& session) const override { return follower_.is_of(session); }
  [[nodiscard]] FigureSize size() const override { return {1120, 880}; }
  // Everything in one picture, without the window's buttons.
  [[nodiscard]] picture::DrawList picture(const Session& session, const picture::Style& style,
                                          float width, float height) const override;
  [[nodiscard]] Table table(const Session& session) const override;

 private:
  StepsFollower follower_;
};

}  // namespace lanescope::app
