// Writes the launches of a program as they run. The format: launches.h.
//
//   auto writer = Writer::create("run.lanes", program, {});
//   const std::uint32_t module = (*writer)->add_module(ptx, "heat.cu");
//   const std::uint64_t number = (*writer)->begin(start);    // before the launch runs
//   ... run it ...
//   (*writer)->end(number, outcome);
//   (*writer)->finish(exit);
//
// All functions may be called from several threads. Each chunk is written when its function
// returns, so a crash of the program loses nothing. In a child process made by fork() they do
// nothing: the file is the parent's. A full disk ends the recording, not the program: error().
//
// Cost. What takes time is to look at the arrays. A launch whose arrays have kept their `version`
// costs none of it. Otherwise contents are read at some GB/s, and once the writer has used more
// than `share_of_time` of the time since create(), only launches whose contents must be there are
// looked at: the first of each kernel and shape, and keep_launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/launches/launches.h"
#include "sim/exec/state/written_bytes.h"

namespace lanescope::launches {

struct WriterOptions {
  // Of the arrays' contents, in the file. Beyond it: only the first launch of each kernel and
  // shape, and keep_launches.
  std::uint64_t max_content_bytes = std::uint64_t{1} << 30;
  std::set<std::uint64_t> keep_launches{};  // numbers, from 1: keep these in any case
  double share_of_time = 0.15;
};

// Memory before a launch. Its bytes must not change during begin().
struct MemoryView {
  std::uint64_t address = 0;
  std::span<const std::byte> bytes;
  std::string name;  // of an array: if known; of a variable: its symbol in the PTX
  // Changes whenever the bytes may have changed: by a copy, by a launch that may write there.
  // 0: not known, so that the bytes are looked at each time.
  std::uint64_t version = 0;
  // Which of the bytes something has written; nullptr: all.
  const exec::WrittenBytes* written = nullptr;
};

// As in Launch.
struct LaunchStart {
  std::string symbol;
  std::uint32_t module = 0;
  SourcePlace place;
  Dim3 grid{1, 1, 1}, block{1, 1, 1};
  std::uint64_t dynamic_shared_bytes = 0;
  bool is_cooperative = false;
  std::string stream;
  std::string needs;
  // The bytes of each parameter in order; their types come from the module.
  std::vector<std::vector<std::byte>> arguments;
  std::vector<MemoryView> arrays;
  std::vector<MemoryView> variables;  // .global and .const of the module
  std::vector<TextureObject> textures{};
};

class Writer {
 public:
  // Replaces a file that is there. The error is one line.
  [[nodiscard]] static tl::expected<std::unique_ptr<Writer>, std::string> create(
      const std::filesystem::path& path, const Program& program, const WriterOptions& options = {});
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer();

  // The number of the module; the same for equal texts. `name`: as shown. Source files that its
  // .loc lines name and that can be read are kept with it, so that the launches can be shown on
  // another machine.
  std::uint32_t add_module(std::string_view ptx, std::string_view name);

  // The launch's number, from 1. `start.module`: of add_module().
  std::uint64_t begin(const LaunchStart& start);
  // Whether begin() would look at this launch's contents, if it were the next. False: of its memory
  // only the sizes count.
  [[nodiscard]] bool wants_contents(const LaunchStart& start) const;
  // `after`: its arrays as it left them, of a launch whose contents were looked at; they become
  // Outcome::after.
  void end(std::uint64_t number, const Outcome& outcome, std::span<const MemoryView> after = {});

  // A finding about the host's code: `place` is in it.
  void add_finding(const Diagnostic& finding);
  // The program has ended. Nothing may follow.
  void finish(const Exit& exit);

  // Replaces the outcome of a launch in a finished recording. False: the file can't be written.
  [[nodiscard]] static bool add_outcome(const std::filesystem::path& file, std::uint64_t number,
                                        const Outcome& outcome);

  // Launches begun so far.
  [[nodiscard]] std::uint64_t launches() const;
  // Why the recording ended early, in one line; empty: it did not.
  [[nodiscard]] std::string error() const;

 private:
  struct Impl;
  explicit Writer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace lanescope::launches
