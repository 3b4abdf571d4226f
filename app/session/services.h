// What a session asks of the world: runs, measurements, files. Tests give it doubles.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/session/files/recordings.h"
#include "app/session/lesson_card.h"
#include "app/session/run/measure.h"
#include "app/session/run/measure_transfers.h"
#include "app/session/run/worker.h"

namespace lanescope::app {

struct SessionServices {
  Runner run;
  Describe describe;
  // Called on the worker's thread when update() has something to take; may be empty.
  std::function<void()> wake;
  Measurer measure{};           // empty: measuring is not possible
  FindRecordings recordings{};  // called once, on its own thread; empty: no recordings
  std::string recording{};      // RecordingEntry::id to show until the user chooses another
  FindGpus find_gpus{};         // called once, by search_for_gpus(); may be empty
  std::optional<int> device{};  // the GPU's number, until the user chooses another
  // empty: the entries of the machine files
  std::function<std::vector<machine::Entry>()> machines{};
  std::function<std::vector<transfer::Rows>()> transfers{};  // empty: the shipped recordings
  TransfersMeasurer measure_transfers{};                     // empty: not possible
  ArrangedRunner run_arranged{};                             // empty: not possible
  // Delay of live mode after a change, so that a held key does not start measurements.
  std::chrono::milliseconds live_delay{250};
};

}  // namespace lanescope::app
