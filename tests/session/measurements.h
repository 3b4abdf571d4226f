// A lesson whose variants resolve to numbers, and a measurer that answers when told to.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "gate.h"

namespace lanescope::app::test {

// The variants of reports.h's lesson, "tile" (N, PAD 0..32) and "copy" (N), as a launch; nothing
// where the values make no sense. `text`: of their kernels.
[[nodiscard]] std::optional<lesson::Resolved> resolved(const std::string& lesson,
                                                       const std::string& variant,
                                                       const lesson::Values& overrides,
                                                       const std::string& text = "kernel");
// Its text's hash, as recordings have it.
[[nodiscard]] std::string hash_of_text(const std::string& text = "kernel");
// What measuring says where there is no GPU.
[[nodiscard]] Problem no_gpu();
// A run of it: N sectors are moved, 2 N when PAD is 0.
[[nodiscard]] RunResult priced(const RunRequest& request);

class GatedMeasurer : public Gate<MeasureRequest> {
 public:
  // Takes N / 1000 milliseconds, warm half of it.
  [[nodiscard]] Measurer measurer();
  // What is measured from now on fails so; of one variant only, where it is named.
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
