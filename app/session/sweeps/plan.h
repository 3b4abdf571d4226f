// The launches of a sweep: what to simulate, and the keys of the results.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/run/timing_key.h"
#include "kernels/lesson_file/lesson.h"
#include "kernels/lesson_file/parameter_range.h"
#include "sim/diagnostics/check_set.h"

namespace lanescope::app {

// The sweep of this name, else the first over a parameter of this name; nullptr: there is none.
[[nodiscard]] const lesson::Sweep* sweep_named(const std::vector<lesson::Sweep>& sweeps,
                                               std::string_view name);

struct SweepPoint {
  std::size_t variant = 0;         // index into SweepPlan::variants
  std::int64_t value = 0;          // of the sweep's parameter
  std::optional<std::int64_t> by;  // of the second axis's parameter
  lesson::Values overrides;        // for its RunRequest
  // Empty: the variant does not accept these values; running it reports why.
  std::optional<TimingKey> key;
  std::optional<TimingKey> timed_key;  // the launch whose time is shown: Sweep::timed
};

struct SweepPlan {
  std::string lesson;  // a shipped id or a path
  compile::Compiler compiler = compile::Compiler::automatic;
  std::string machine{};  // RunRequest::machine; times are known only for the default machine
  lesson::Sweep sweep;
  std::vector<std::string> variants;
  std::vector<SweepPoint> points;  // variant by variant, each in the order of lesson::launches_of
  std::uint64_t largest_array_bytes = 0;  // in one launch
  // Indices into points, in the order in which they are computed. Empty: as they are listed.
  std::vector<std::size_t> order{};
  CheckSet checks = CheckSet::all();  // RunRequest::checks: a point is checked as a run alone is

  // It names no quantity and offers the usual ones, of which occupancy is one.
  bool has_usual_quantities = false;

  // It plots occupancy, which requires register counts from the compiler.
  [[nodiscard]] bool wants_occupancy() const;
};

// Resolves a variant with these values; nullopt if it does not accept them.
using ResolveLaunch = std::function<std::optional<lesson::Resolved>(const std::string& variant,
                                                                    const lesson::Values&)>;

// `variants`: some of the sweep's. `set`: parameters that replace those the sweep sets, except for
// its axes.
[[nodiscard]] SweepPlan plan_sweep(const std::string& lesson, const lesson::Sweep& sweep,
                                   const std::vector<std::string>& variants,
                                   const lesson::Values& set, compile::Compiler compiler,
                                   const ResolveLaunch& resolve);

// What is asked about: one of the plan's variants with values of the axes.
struct AskedPoint {
  std::string variant;
  std::int64_t value = 0;
  std::optional<std::int64_t> by;  // of the second axis
};
// An order for SweepPlan::order: the asked point first (or the nearest one that the sweep has),
// then its neighbours and the same point of the other variants, then the rest from coarse to fine:
// the ends and the middle of each axis before what lies between, and near the asked point before
// far.
[[nodiscard]] std::vector<std::size_t> order_of(const SweepPlan& plan, const AskedPoint& asked);

// The same launches; the plotted quantities may differ.
[[nodiscard]] bool same_launches(const SweepPlan& a, const SweepPlan& b);

// A sweep that no lesson file defines: any parameter and range that the user asks for.

struct SweepRequest {
  std::string parameter;
  lesson::SweepRange range;
  std::string by;  // "PAD=0..8": the second axis; empty: none
  std::vector<std::string> quantities;
  std::string variant;  // empty: the lesson's first one with these parameters
};
// The sweep is named after its parameter. The error is one message: the problem and the valid
// names.
[[nodiscard]] tl::expected<lesson::Sweep, std::string> sweep_of(const SweepRequest& sweep_request,
                                                                const lesson::Lesson& lesson);

// "PAD=0..8", "PAD=0..32/8" (step), "N=32..4096*2" (factor), "PAD=0" or "PAD=0,1,4".
[[nodiscard]] tl::expected<lesson::SweepAxis, std::string> parse_axis(const std::string& text);

}  // namespace lanescope::app
