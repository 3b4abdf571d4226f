// Plays the wavefronts of an access, one step after another until the last one. The panel keeps the
// position: a wavefront, or nothing while all of them are shown.
#pragma once

#include <cstdint>
#include <optional>

namespace lanescope::app {

class WavefrontPlayer {
 public:
  using Position = std::optional<std::uint32_t>;

  [[nodiscard]] bool playing() const { return playing_; }
  void stop() { playing_ = false; }

  // Starts or stops. `rewind` goes back from the last of `count` wavefronts; it changes `at`.
  template <class Rewind>
  void toggle(const Position& at, std::uint32_t count, Rewind rewind) {
    playing_ = !playing_ && count > 1;
    next_step_s_ = 0;
    if (playing_ && is_last(at, count)) rewind();
    played_ = at;
  }

  // Takes the next step when it is due; `next` changes `at`. Returns the seconds until the one
  // after it; nothing if not playing. `speed`: percent.
  template <class Next>
  std::optional<double> advance(const Position& at, std::uint32_t count, int speed, double now_s,
                                Next next) {
    constexpr double seconds_per_step = 0.7;  // at 100 %
    playing_ = playing_ && at == played_;
    if (playing_ && now_s >= next_step_s_) {
      next();
      played_ = at;
      next_step_s_ = now_s + seconds_per_step * 100 / speed;
      playing_ = at && !is_last(at, count);
    }
    return playing_ ? std::optional(next_step_s_ - now_s) : std::nullopt;
  }

 private:
  [[nodiscard]] static bool is_last(const Position& at, std::uint32_t count) {
    return at && *at + 1 >= count;
  }

  bool playing_ = false;
  double next_step_s_ = 0;
  // Where the last step led. Another position is the user's choice and stops the player.
  Position played_;
};

}  // namespace lanescope::app
