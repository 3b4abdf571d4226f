// The real program as a user starts it: arguments and environment in, both streams and the exit
// code out.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::app::testing {

struct Finished {
  int exit_code = -1;  // -1: it was ended by a signal
  std::string out;
  std::string err;
};

using Environment = std::vector<std::pair<std::string, std::string>>;

// Runs build/bin/lanescope and waits for it. `changes` come on top of this process's environment.
// Throws std::system_error when it cannot be started.
[[nodiscard]] Finished run_program(const std::vector<std::string>& arguments,
                                   const Environment& changes = {});

// A folder of its own that is gone with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  // Writes the file and gives its path.
  std::filesystem::path write(const std::string& name, const std::string& text) const;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace lanescope::app::testing
