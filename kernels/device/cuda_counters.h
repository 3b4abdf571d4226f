// Reads hardware counters during a launch, with CUPTI's Range Profiling and Profiler Host APIs
// (CUPTI documentation, "Range Profiling API"), user ranges and user replay.
//
// The library is opened only when counters are needed, so the program starts without CUPTI.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lanescope::device {

class CudaCounters {
 public:
  // For the current device and context, which must exist. Skips metrics that the GPU lacks. Throws
  // CudaFailure: counters_missing, counters_locked.
  explicit CudaCounters(const std::vector<std::string>& metrics);
  ~CudaCounters();
  CudaCounters(const CudaCounters&) = delete;
  CudaCounters& operator=(const CudaCounters&) = delete;

  // Calls `launch` once per pass (the hardware has too few counters to read all at once), with
  // `prepare` before each, not counted. Both may be asynchronous. Throws CudaFailure.
  [[nodiscard]] std::map<std::string, double> read(const std::function<void()>& prepare,
                                                   const std::function<void()>& launch);

 private:
  struct Session;
  std::unique_ptr<Session> session_;
};

}  // namespace lanescope::device
