// What can follow a path that is being typed. Folders are read on a worker thread: one on another
// machine may answer late, or never.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/session/start/typed_path.h"
#include "app/window/toolkit/waking_task.h"

namespace lanescope::app {

class PathCompletion {
 public:
  // Called on the worker thread when a folder was read; may be empty.
  void use_wake(std::function<void()> wake) { wake_ = std::move(wake); }
  // Takes over what was read, and begins to read the folder of `typed` if it is another one.
  // `anew`: or if it may have changed. True: entries() has changed.
  bool follow(const std::string& typed, bool anew = false);
  // What was read is not yet in entries(); the next follow() takes it over.
  [[nodiscard]] bool has_news() const { return reading_.finished(); }
  [[nodiscard]] bool reading() const { return reading_.running(); }
  // Those that match what was typed; empty while the folder is being read.
  [[nodiscard]] const std::vector<FolderEntry>& entries() const { return entries_; }
  // The folder of what was typed can be read; true while that is not known.
  [[nodiscard]] bool is_there() const { return reading() || !is_read_ || listing_.is_there; }
  // Waits until the folder is read: for tests.
  void wait(const std::string& typed);

 private:
  std::function<void()> wake_;
  std::string typed_;
  FolderListing listing_;
  bool is_read_ = false;  // the listing is of a folder
  std::vector<FolderEntry> entries_;
  WakingTask<FolderListing> reading_;
};

}  // namespace lanescope::app
