#include "app/session/run/measure_transfers.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/session/run/measure.h"
#include "kernels/transfer/worker.h"

namespace lanescope::app {

template class NewestWorker<TransfersRequest, transfer::Rows>;
template class NewestWorker<ArrangedRequest, transfer::Rows>;

TransfersWorker::Result measure_transfers(const TransfersRequest& request, Progress* progress,
                                          std::stop_token stop) {
  // It takes about one minute on an H100.
  constexpr std::chrono::seconds deadline{300};
  const auto follow = [progress](const transfer::Row& row) {
    const auto step = transfer::measure_step_of(row.section);
    if (progress == nullptr || !step) return;
    progress->blocks_done = std::max<std::uint64_t>(progress->blocks_done, *step);
  };
  if (progress != nullptr) progress->blocks_total = transfer::measure_steps.size();
  auto rows =
      transfer::measure_on_gpu(request.device, request.date, deadline, std::move(stop), {}, follow);
  if (!rows) return tl::unexpected(problem_of(rows.error()));
  return *std::move(rows);
}

ArrangedWorker::Result run_arranged(const ArrangedRequest& request, Progress* /*progress*/,
                                    std::stop_token stop) {
  constexpr std::chrono::seconds deadline{60};
  auto rows = transfer::measure_arranged_on_gpu(request.device, request.arrangement, request.size,
                                                request.date, deadline, std::move(stop));
  if (!rows) return tl::unexpected(problem_of(rows.error()));
  return *std::move(rows);
}

}  // namespace lanescope::app
