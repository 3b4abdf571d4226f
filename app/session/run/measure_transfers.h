// Measures how data move on this computer's GPU: everything, in minutes, or a program that someone
// arranged, in seconds. Call it on a worker thread.
#pragma once

#include <string>

#include "app/session/run/worker.h"
#include "kernels/transfer/measure.h"
#include "kernels/transfer/row.h"
#include "sim/transfer/arrangement.h"

namespace lanescope::app {

struct TransfersRequest {
  int device = 0;
  std::string date{};    // of the rows: "2026-11-26"
  std::string lesson{};  // for messages
};
[[nodiscard]] inline const std::string& lesson_of(const TransfersRequest& request) {
  return request.lesson;
}
using TransfersWorker = NewestWorker<TransfersRequest, transfer::Rows>;
using TransfersMeasurer = TransfersWorker::Work;
extern template class NewestWorker<TransfersRequest, transfer::Rows>;

// A run that ended early keeps its rows; the last one is of section "end" and says why. The
// progress counts transfer::measure_steps in its blocks.
[[nodiscard]] TransfersWorker::Result measure_transfers(const TransfersRequest& request,
                                                        Progress* progress, std::stop_token stop);

struct ArrangedRequest {
  int device = 0;
  transfer::Arrangement arrangement{};
  transfer::ArrangedSize size{};
  std::string date{};    // of the rows: "2026-11-26"
  std::string lesson{};  // for messages
};
[[nodiscard]] inline const std::string& lesson_of(const ArrangedRequest& request) {
  return request.lesson;
}
using ArrangedWorker = NewestWorker<ArrangedRequest, transfer::Rows>;
using ArrangedRunner = ArrangedWorker::Work;
extern template class NewestWorker<ArrangedRequest, transfer::Rows>;

// Rows of measure_arranged(). If it ended early, the last one is of section "end" and says why.
[[nodiscard]] ArrangedWorker::Result run_arranged(const ArrangedRequest& request,
                                                  Progress* progress, std::stop_token stop);

}  // namespace lanescope::app
