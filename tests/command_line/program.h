// Runs the real program as a user does: takes arguments and environment, returns both output
// streams and the exit code.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::app::testing {

struct Finished {
  int exit_code = -1;  // -1 if a signal ended it
  std::string out;
  std::string err;
};

using Environment = std::vector<std::pair<std::string, std::string>>;

// Runs build/bin/lanescope and waits for it. `changes` are added to this process's environment.
// Throws std::system_error if the program cannot be started.
[[nodiscard]] Finished run_program(const std::vector<std::string>& arguments,
                                   const Environment& changes = {});

// A temporary folder; the destructor deletes it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  // Writes the file; returns its path.
  std::filesystem::path write(const std::string& name, const std::string& text) const;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace lanescope::app::testing
