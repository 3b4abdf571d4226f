// Reads the launches of a program. The format: launches.h. Contents stay in the file until they
// are asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/launches/launches.h"
#include "sim/metrics/metrics.h"

namespace lanescope::launches {

struct Module {
  std::string name;
  std::uint64_t bytes = 0;  // of its PTX
};

class File {
 public:
  // The error is one line with the file's name: it is no .lanes file, of another version, or cut
  // off before its program is named.
  [[nodiscard]] static tl::expected<File, std::string> open(const std::filesystem::path& path);
  File(File&&) noexcept;
  File& operator=(File&&) noexcept;
  ~File();

  [[nodiscard]] const std::filesystem::path& path() const;
  [[nodiscard]] const Program& program() const;
  [[nodiscard]] const std::vector<Module>& modules() const;
  [[nodiscard]] const std::vector<Launch>& launches() const;  // [number - 1]
  // Of the host's code; those of one kind and line are one, with the message of the first.
  [[nodiscard]] const std::vector<Diagnostic>& findings() const;
  // None: the program was killed, runs still, or the file was cut off.
  [[nodiscard]] const std::optional<Exit>& exit() const;
  // The file ends within a chunk.
  [[nodiscard]] bool is_cut() const;

  // nullptr: there is no launch with this number.
  [[nodiscard]] const Launch* launch(std::uint64_t number) const;
  [[nodiscard]] tl::expected<std::string, std::string> ptx(std::uint32_t module) const;
  // Texts of source files by their paths, as in the PTX.
  [[nodiscard]] std::vector<std::string> source_paths() const;
  [[nodiscard]] tl::expected<std::string, std::string> source(const std::string& path) const;
  [[nodiscard]] tl::expected<std::vector<std::byte>, std::string> content(
      std::uint32_t content) const;

 private:
  struct Impl;
  explicit File(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Launches of one kernel with the same grid, block, shared memory, and all cooperative or none.
struct Group {
  std::vector<std::size_t> launches;  // indices into File::launches(), ascending
  report::LaunchFacts facts;          // summed over those that ran; blocks, too
  double milliseconds = 0;
  std::optional<double> device_milliseconds;  // summed; none: not all were measured
  std::uint64_t findings = 0;                 // distinct ones, summed
  std::uint64_t notes = 0;                    // of these; only those that need no PTX are kept
  std::uint64_t errors = 0;                   // launches that returned an error
  std::uint64_t unexplained_errors = 0;       // of these, the ones in which nothing was found
  Worst worst;
  // Of the whole program's, 0..1; 0 if that is 0. Sectors: of global and local memory; wavefronts:
  // of shared and constant memory.
  double share_of_instructions = 0, share_of_sectors = 0, share_of_wavefronts = 0;
};
// In the order of their first launches.
[[nodiscard]] std::vector<Group> groups_of(const std::vector<Launch>& launches);

// Of global and local memory; of shared and constant memory.
[[nodiscard]] std::uint64_t sectors_of(const report::Totals& totals);
[[nodiscard]] std::uint64_t wavefronts_of(const report::Totals& totals);

}  // namespace lanescope::launches
