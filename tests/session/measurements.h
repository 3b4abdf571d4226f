// A lesson whose variants resolve to a launch, and a measurer that answers when the test lets it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "gate.h"

namespace lanescope::app::test {

// The launch of a variant of the lesson in reports.h: "tile" (N, PAD 0..32) or "copy" (N). Nothing
// if the values are not valid. `text`: of the kernels.
[[nodiscard]] std::optional<lesson::Resolved> resolved(const std::string& lesson,
                                                       const std::string& variant,
                                                       const lesson::Values& overrides,
                                                       const std::string& text = "kernel");
// The hash of that text, as in recordings.
[[nodiscard]] std::string hash_of_text(const std::string& text = "kernel");
// The problem that measuring reports without a GPU.
[[nodiscard]] Problem no_gpu();
// A simulated run of the request: it moves N sectors, or 2 N if PAD is 0.
[[nodiscard]] RunResult priced(const RunRequest& request);

class GatedMeasurer : public Gate<MeasureRequest> {
 public:
  // The measured time is N / 1000 milliseconds cold and half of that warm.
  [[nodiscard]] Measurer measurer();
  // From now on measuring fails with this problem; if `variant` is given, only for that variant.
  void fail(std::optional<Problem> problem, std::string variant = {});
  void set_text(std::string text);  // of the kernels

 private:
  std::optional<Problem> problem_;
  std::string failing_variant_, text_ = "kernel";
};

// A recording of "tile" with these values of N and PAD.
struct Values2 {
  std::int64_t n = 0, pad = 0;
};
[[nodiscard]] device::Recording recording_of_tile(const std::vector<Values2>& values);

}  // namespace lanescope::app::test
