// A sweep as CSV (RFC 4180), one row per point.
#pragma once

#include <string>

#include "app/session/sweeps/table.h"

namespace lanescope::app {

// Columns: lesson, sweep, variant, machine (whose memory rules apply), each parameter, each
// quantity (MODEL: simulated), timed_at (the launch that the times are of, if it is not the
// simulated one: "N=16777216"), cold_us, cold_low_us, cold_high_us, cold_spread ("95 %" of the
// median, or "range" of few runs), runs, source (MEASURED, RECORDED), gpu, date, problem. Lines end
// with CR LF, as RFC 4180 requires.
[[nodiscard]] std::string csv_of(const SweepTable& table);

}  // namespace lanescope::app
