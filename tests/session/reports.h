// Small handmade reports of a kernel like the transpose with a tile, and a runner that answers when
// the test lets it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "gate.h"

namespace lanescope::app::test {

// Lines of the kernel in `tile_report`.
inline constexpr int load_line = 11;   // S[..] = A[..]: global load, shared store
inline constexpr int store_line = 16;  // B[..] = S[..]: shared load, global store
inline constexpr std::size_t barrier_event = 2;
inline constexpr std::size_t shared_load_event = 3;
inline constexpr std::size_t event_count = 5;

// Two blocks of two warps. `ways`: bank conflict of the shared load, in every warp.
[[nodiscard]] report::Report tile_report(std::uint32_t ways, report::Dim3 focus_block = {0, 0, 0});
// Global accesses only: a load of 4 sectors and a store of 32, on one line.
[[nodiscard]] report::Report copy_report();

[[nodiscard]] OutcomePtr outcome_for(const RunRequest& request, report::Report report);
// The result of running `request`: 32-way for PAD 0, conflict-free for any other PAD, copy_report()
// for variant "copy".
[[nodiscard]] RunResult answer_to(const RunRequest& request);
// A lesson "tile" with the variants "tile" (PAD 0..32, N 32..4096) and "copy" (N).
[[nodiscard]] tl::expected<LessonCard, Problem> lesson_card(const std::string& lesson);

// The same, but PAD takes multiples of four.
[[nodiscard]] tl::expected<LessonCard, Problem> card_in_steps_of_four(const std::string& lesson);

// A runner that waits at a gate, so that a test decides when a run ends.
class GatedRunner : public Gate<RunRequest> {
 public:
  [[nodiscard]] Runner runner();
};

// Calls update() until it takes a result; false after 10 s.
[[nodiscard]] bool update_until_taken(Session& session);
[[nodiscard]] State initial_state();

}  // namespace lanescope::app::test
