// The texts of the bank view: verdict, explanation and tooltips.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/memory/access.h"
#include "sim/memory/async_copy.h"
#include "sim/memory/memory_rules.h"
#include "sim/memory/shared.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/core/frame.h"

namespace lanescope::picture {

// The words that a lane requests: [first, first + count).
struct WordRange {
  std::uint64_t first = 0;
  std::uint32_t count = 0;
};
[[nodiscard]] WordRange words_of(const memory::WarpAccess& access, int lane);

// `copy`: the asynchronous copy that the access is half of, or nullptr. Copies follow the H200's
// rules on every machine.
[[nodiscard]] memory::SharedSchedule schedule_of(const memory::WarpAccess& access,
                                                 const memory::AsyncCopy* copy,
                                                 const memory::MemoryRules& machine);
// The machine whose rules apply to the input.
[[nodiscard]] memory::MemoryRules machine_of(const StageInput& input);

[[nodiscard]] Frame bank_frame(const StageInput& input, const memory::SharedSchedule& schedule,
                               const text::Texts& texts);

// The words that the lane requests, and their banks.
[[nodiscard]] std::string lane_words_tooltip(const StageInput& input, int lane,
                                             const text::Texts& texts);
// `banks`: number of banks of the machine.
[[nodiscard]] std::string word_tooltip(const memory::WarpAccess& access, std::uint64_t word,
                                       std::uint32_t lanes, int banks, const text::Texts& texts);
[[nodiscard]] std::string bank_tooltip(const memory::SharedSchedule& schedule, int bank,
                                       const memory::MemoryRules& machine,
                                       const text::Texts& texts);

}  // namespace lanescope::picture
