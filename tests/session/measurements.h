// A measurer of the lesson in reports.h that answers when the test lets it.
#pragma once

#include <optional>
#include <string>

#include "app/session/session.h"
#include "gate.h"
#include "tile_recording.h"

namespace lanescope::app::test {

// The hash of the kernels' text, as in recordings.
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

}  // namespace lanescope::app::test
