// The launches of a sweep, each in numbers: what is to be simulated, and by what it is kept.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/session/timing_key.h"
#include "kernels/lesson_file/lesson.h"

namespace lanescope::app {

struct SweepPoint {
  std::size_t variant = 0;         // index into SweepPlan::variants
  std::int64_t value = 0;          // of the sweep's parameter
  std::optional<std::int64_t> by;  // of the second axis's
  lesson::Values overrides;        // what a run of it is asked for with
  // Empty: these values make no sense for it, and a run of it says why.
  std::optional<TimingKey> key;
  std::optional<TimingKey> timed_key;  // of the launch whose time is shown: Sweep::timed
};

struct SweepPlan {
  std::string lesson;  // a shipped id or a path
  compile::Compiler compiler = compile::Compiler::automatic;
  std::string machine{};  // RunRequest::machine; times are of no other than the usual one
  lesson::Sweep sweep;
  std::vector<std::string> variants;
  std::vector<SweepPoint> points;      // variant by variant, each as lesson::launches_of
  std::uint64_t most_array_bytes = 0;  // of one launch

  // It plots how a multiprocessor is filled, for which the compiler is asked for registers.
  [[nodiscard]] bool wants_occupancy() const;
  // How many points each variant has.
  [[nodiscard]] std::size_t points_a_variant() const {
    return variants.empty() ? 0 : points.size() / variants.size();
  }
};

// A variant with these values, in numbers; nothing where they make no sense for it.
using ResolveLaunch = std::function<std::optional<lesson::Resolved>(const std::string& variant,
                                                                    const lesson::Values&)>;

// `variants`: of the sweep's. `set`: parameters over those that the sweep sets; its own axes stay.
[[nodiscard]] SweepPlan plan_sweep(const std::string& lesson, const lesson::Sweep& sweep,
                                   const std::vector<std::string>& variants,
                                   const lesson::Values& set, compile::Compiler compiler,
                                   const ResolveLaunch& resolve);

// The same launches, whatever is plotted of them.
[[nodiscard]] bool same_launches(const SweepPlan& a, const SweepPlan& b);

}  // namespace lanescope::app
