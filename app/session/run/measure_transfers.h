// Measures how data move on this computer's GPU. Minutes; call it on a worker thread.
#pragma once

#include <string>

#include "app/session/run/worker.h"
#include "kernels/transfer/row.h"

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

// A run that ended early keeps its rows; the last one is of section "end" and says why.
[[nodiscard]] TransfersWorker::Result measure_transfers(const TransfersRequest& request,
                                                        Progress* progress, std::stop_token stop);

}  // namespace lanescope::app
