// Reads hardware counters around a launch: CUPTI's Range Profiling and Profiler Host APIs (CUPTI
// documentation, "Range Profiling API"), user ranges and user replay.
//
// The library is opened when counters are wanted, so that the program needs no CUPTI to start.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lanescope::device {

class CudaCounters {
 public:
  // For the current device and context, which must exist. A metric that the GPU does not have is
  // left out. Throws CudaFailure: counters_missing, counters_locked.
  explicit CudaCounters(const std::vector<std::string>& metrics);
  ~CudaCounters();
  CudaCounters(const CudaCounters&) = delete;
  CudaCounters& operator=(const CudaCounters&) = delete;

  // `launch` once for each pass that the counters need (there are not enough of them to read all at
  // once), `prepare` before each, uncounted. Both may be asynchronous. Throws CudaFailure.
  [[nodiscard]] std::map<std::string, double> read(const std::function<void()>& prepare,
                                                   const std::function<void()>& launch);

 private:
  struct Session;
  std::unique_ptr<Session> session_;
};

}  // namespace lanescope::device
