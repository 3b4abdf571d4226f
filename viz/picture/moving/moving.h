// How data move between host and GPU: curves of copies, bars of prices, timelines of streams, and
// tables. Pure: equal inputs give equal pictures. Times in seconds, sizes in bytes.
//
// Hit areas: point (curves: index of the curve * points_per_curve + point), sample (bars: counted
// from the top; timelines: spans, counted through all timelines, each before the run laid over it),
// cell (tables: the row; an arranged program: lane * slots + slot, with slots_of(input)),
// instruction (an arranged program: the call).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viz/picture/core/badge.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {

// The lines above every picture of this folder; none without a title.
struct MovingHead {
  std::string title, subtitle;
  std::optional<Origin> origin;  // none: the picture's parts have their own
  std::string made_on;      // "NVIDIA H100 80GB HBM3 · 580.159.04 · 2026-11-26"; may be empty
  std::string remark = {};  // what could not be measured as wanted; may be empty
};

struct CurvePoint {
  double bytes = 0;
  double seconds = 0, low = 0, high = 0;  // the median and its 95 % interval
};
// Start-up and rate, with their 95 % intervals.
struct CurveModel {
  double startup_seconds = 0, startup_low = 0, startup_high = 0;
  double bytes_per_second = 0, rate_low = 0, rate_high = 0;
  [[nodiscard]] double seconds(double bytes) const {
    return startup_seconds + bytes / bytes_per_second;
  }
};
struct MovingCurve {
  std::string name;
  std::vector<CurvePoint> points;  // ascending in bytes
  std::optional<CurveModel> model;
};
inline constexpr std::size_t points_per_curve = 1000;
// The line of a model is drawn, and said to hold, where the times are at most this share longer or
// shorter than the line.
inline constexpr double model_holds_within = 0.25;
struct CurvesInput {
  MovingHead head;
  bool shows_rate = false;  // bytes a second in place of seconds
  std::vector<MovingCurve> curves;
  std::size_t chosen = 0;  // the curve whose model is drawn and told
  std::string absence;     // why there is nothing to draw
};
// Both axes are logarithmic; rates have a linear axis.
[[nodiscard]] DrawList build_curves(const CurvesInput& input, const Style& style, float width,
                                    float height);

struct MovingBar {
  std::string name;
  std::string note;  // behind the time: "pays after 4 copies"
  double seconds = 0, low = 0, high = 0;
  std::string message;  // why there is no time
  bool is_best = false;
};
struct BarGroup {
  std::string name;  // empty: no heading
  std::vector<MovingBar> bars;
};
struct BarsInput {
  MovingHead head;
  std::vector<BarGroup> groups;
  std::string absence;
};
// All bars share one axis that begins at 0.
[[nodiscard]] DrawList build_bars(const BarsInput& input, const Style& style, float width,
                                  float height);

struct MovingSpan {
  std::size_t lane = 0;       // an index into MovingTimeline::lanes
  double begin = 0, end = 0;  // at work
  double waits_from = 0;      // queued; waiting until `begin`
  std::string name;           // on the box, where there is room
  std::size_t chunk = 0;      // chooses the colour
  std::string tooltip;
};
struct MovingRun {
  std::string name, note;
  std::optional<Origin> origin;
  std::vector<MovingSpan> spans;
  double total = 0;
};
struct MovingTimeline : MovingRun {
  std::vector<std::string> lanes;  // engines
  std::size_t chunks = 0;          // for the colours; 0: as many as the spans name
  // Another run of the same work, laid over this one: lower boxes with an outline, and a dashed
  // mark at its total. Signs before the two names say which is which.
  std::optional<MovingRun> over;
};
struct TimelinesInput {
  MovingHead head;
  std::vector<MovingTimeline> timelines;  // below each other, on one axis
  std::optional<double> expected;         // a line through all of them
  std::string expected_name;
  std::string absence;
};
[[nodiscard]] DrawList build_timelines(const TimelinesInput& input, const Style& style, float width,
                                       float height);

// A stream program, call by call: a lane for each stream and one for the host, the calls in the
// order of the host from left to right, what waits for what, and races.
struct ArrangedCall {
  std::string name;                      // "kernel A", where there is room
  std::string letter;                    // "A", where there is less
  std::size_t lane = 0;                  // an index into ArrangedInput::lanes
  std::size_t data = 0, data_count = 1;  // choose the colour
  bool has_data = true;                  // false: events and waits
  std::string tooltip;
};
struct ArrangedEdge {
  std::size_t before = 0, after = 0;  // indices into ArrangedInput::calls; before < after
  std::string mark;                   // on the arrow: the event's name; empty: a stream's own order
};
struct ArrangedInput {
  MovingHead head;
  std::vector<std::string> lanes;
  std::vector<ArrangedCall> calls;
  std::vector<ArrangedEdge> edges;
  std::vector<ArrangedEdge> races;  // nothing orders these two
  std::optional<std::size_t> chosen;
  std::string verdict;  // "1 race: out A begins without waiting for kernel A"
};
// Places for calls in each lane: one more than there are calls, so that there is a free one.
[[nodiscard]] inline std::size_t slots_of(const ArrangedInput& input) {
  return input.calls.size() + 1;
}
[[nodiscard]] DrawList build_arranged(const ArrangedInput& input, const Style& style, float width,
                                      float height);

struct MovingCell {
  std::string text, tooltip;
  bool is_number = false;  // mono, at the right
  std::optional<Origin> origin;
  bool is_code = false;  // mono, at the left
};
struct MovingTableInput {
  MovingHead head;
  std::vector<std::string> columns;
  std::vector<std::vector<MovingCell>> rows;  // as many cells as columns
  std::string absence;
};
// Cells wrap. Rows without room are counted below.
[[nodiscard]] DrawList build_moving_table(const MovingTableInput& input, const Style& style,
                                          float width, float height);

// The height (pixels) from which a picture of that width shows all that it has. Lower pictures
// leave rows out, or all but the head: whoever has a window scrolls.
[[nodiscard]] float least_height(const CurvesInput& input, const Style& style, float width);
[[nodiscard]] float least_height(const BarsInput& input, const Style& style, float width);
[[nodiscard]] float least_height(const TimelinesInput& input, const Style& style, float width);
[[nodiscard]] float least_height(const ArrangedInput& input, const Style& style, float width);
[[nodiscard]] float least_height(const MovingTableInput& input, const Style& style, float width);

}  // namespace lanescope::picture
