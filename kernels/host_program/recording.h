// The recording of the program that this library was loaded into: `lanescope run` says in the
// environment how the user called the program and what to keep.
//
//   LANESCOPE_COMMAND        the program as the user wrote it; else its own first word
//   LANESCOPE_SOURCES        its source files, absolute, with ':' between them
//   LANESCOPE_COMPILER       "nvcc 13.0.88"
//   LANESCOPE_RECORD_LIMIT   bytes of contents; LANESCOPE_RECORD_KEEP: launches, "3,17"
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include <tl/expected.hpp>

#include "kernels/launches/writer.h"

namespace lanescope::host_program {

struct Recording {
  std::unique_ptr<launches::Writer> writer;
  std::string program;  // how its modules are called
};

// A file that is there is replaced. `machine`: as in launches::Program. `share_of_time`: as in
// launches::WriterOptions. The error is one line.
[[nodiscard]] tl::expected<Recording, std::string> start_recording(
    const std::filesystem::path& file, const std::string& machine,
    double share_of_time = launches::WriterOptions{}.share_of_time);

}  // namespace lanescope::host_program
