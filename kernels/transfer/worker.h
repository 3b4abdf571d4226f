// Measures in a process of its own, as kernels/device/worker.h does and for the same reasons: one
// that hangs is ended, and this process never uses the driver.
//
// The process is the same program, started as `lanescope gpu-transfers`. It reads a request from
// standard input: a line with the device's index and the date, and to run an arranged program
// (measure.h) two lines more, its text and its size: bytes, bytes back, per cent.
//
//   0 2026-11-26
//   in A 1; kernel A 1
//   67108864 67108864 100
//
// It writes rows (row.h) to standard output as it measures them; last a row of section "end", with
// a message if it failed.
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "kernels/device/gpu_info.h"
#include "kernels/transfer/device.h"
#include "kernels/transfer/measure.h"
#include "kernels/transfer/row.h"
#include "sim/transfer/arrangement.h"

namespace lanescope::transfer {

// For the parent. `program`: the executable; empty: this one. A run that ends early keeps its rows;
// the last one is then of section "end" and says why. `tell` is told each row as it comes, on the
// calling thread.
[[nodiscard]] Outcome<Rows> measure_on_gpu(int device, const std::string& date,
                                           std::chrono::milliseconds deadline,
                                           std::stop_token stop = {},
                                           const std::string& program = {},
                                           const std::function<void(const Row&)>& tell = {});

// The same, of a program that someone arranged: seconds.
[[nodiscard]] Outcome<Rows> measure_arranged_on_gpu(
    int device, const Arrangement& arrangement, const ArrangedSize& size, const std::string& date,
    std::chrono::milliseconds deadline, std::stop_token stop = {}, const std::string& program = {});

// For the child. `write` gets the lines.
void serve(std::string_view request, const std::function<void(const std::string&)>& write);

inline constexpr const char* worker_command = "gpu-transfers";

}  // namespace lanescope::transfer
