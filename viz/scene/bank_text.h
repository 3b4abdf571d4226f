// What the bank view says: verdict, the sentence behind it, and the tooltips.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/memory/access.h"
#include "sim/memory/async_copy.h"
#include "sim/memory/machine.h"
#include "sim/memory/shared.h"
#include "viz/scene/frame.h"
#include "viz/scene/stage.h"

namespace lanescope::scene {

// Words that a lane wants: [first, first + count).
struct WordRange {
  std::uint64_t first = 0;
  std::uint32_t count = 0;
};
[[nodiscard]] WordRange words_of(const memory::WarpAccess& access, int lane);

// first word of lane l = base + step * l for every participating lane; none when that does not
// hold, or fewer than two lanes take part.
struct AffineWords {
  std::int64_t base = 0;
  std::int64_t step = 0;
};
[[nodiscard]] std::optional<AffineWords> affine_words(const memory::WarpAccess& access);

// `copy`: the asynchronous copy that the access is one half of, or nullptr: copies are the H200's
// on every machine.
[[nodiscard]] memory::SharedSchedule schedule_of(const memory::WarpAccess& access,
                                                 const memory::AsyncCopy* copy,
                                                 const memory::Machine& machine = {});
// The rules that hold for it.
[[nodiscard]] memory::Machine machine_of(const StageInput& input);

[[nodiscard]] Frame bank_frame(const StageInput& input, const memory::SharedSchedule& schedule,
                               const text::Texts& texts);

// Which words the lane wants, and from which banks.
[[nodiscard]] std::string lane_words_tooltip(const StageInput& input, int lane,
                                             const text::Texts& texts);
// `banks`: of the machine.
[[nodiscard]] std::string word_tooltip(const memory::WarpAccess& access, std::uint64_t word,
                                       std::uint32_t lanes, int banks, const text::Texts& texts);
[[nodiscard]] std::string bank_tooltip(const memory::SharedSchedule& schedule, int bank,
                                       const memory::Machine& machine, const text::Texts& texts);

}  // namespace lanescope::scene
