// Options shared by several commands, and how their values become requests.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/command_line/command.h"
#include "app/command_line/gpu_runs.h"
#include "app/command_line/values.h"
#include "app/screen/options.h"
#include "app/session/run/run.h"

namespace lanescope::app {

[[nodiscard]] std::vector<std::string> compiler_choices();  // the names of all
// automatic for unknown names
[[nodiscard]] compile::Compiler compiler_in(const std::string& name);
// The machine's id for requests; WrongUsage that lists the valid ids.
[[nodiscard]] std::string checked_machine(const std::string& id);
[[nodiscard]] lesson::Values checked_values(const std::vector<std::string>& set);

// A lesson's state.
struct StateOptions {
  std::string lesson, variant, compiler = "auto", machine;
  std::vector<std::string> set;

  void add_to(Command& command, bool lesson_required = true);
  // All but --machine.
  void add_own_to(Command& command, bool lesson_required,
                  const char* about_lesson = "A shipped lesson, or the path of a lesson file");

  // `lesson`; of a recording of launches (NAME.lanes) the lesson of the launch that costs most.
  [[nodiscard]] std::string lesson_named() const;

  // Copies the values to the fields of the same names.
  template <typename Fields>
  void fill(Fields& fields) const {
    fields.lesson = lesson_named();
    fields.variant = variant;
    fields.overrides = checked_values(set);
    fields.compiler = compiler_in(compiler);
    if constexpr (requires { fields.machine; }) fields.machine = checked_machine(machine);
  }
};

// How the simulator runs a kernel. Each command declares only the options that it supports.
struct RunOptions {
  StateOptions state;
  std::string blocks = "all", checks = "all";
  std::uint64_t max_instructions = RunRequest{}.max_warp_instructions;
  int threads = 0;

  [[nodiscard]] RunRequest request() const;  // counts only
};

// How pictures look, and what they show.
struct ScreenOptions {
  std::string size, theme, language, view, recording, step_name;
  std::optional<int> scale_percent;

  void add_to(Command& command);

  // Copies the values to the fields of the same names. Options not given leave theirs unchanged.
  template <typename Fields>
  void fill_look(Fields& fields) const {
    fields.theme = theme;
    if (!language.empty()) fields.language = language;
    if (scale_percent) fields.scale_percent = *scale_percent;
    if (size.empty()) return;
    const Size pixels = checked(parse_size(size), "--size");
    fields.width = pixels.width;
    fields.height = pixels.height;
  }
};

// Options of the window and of `shot`.
struct WindowArguments {
  StateOptions state;
  ScreenOptions screen;

  void add_to(Command& command);
  // Options not given leave their fields unchanged.
  void fill(WindowOptions& options) const;
};

// Which kernels run on which GPU.
struct GpuArguments {
  StateOptions state;
  int device = 0, deadline_s = 30;
  bool sweeps = false;

  void add_to(Command& command);
  [[nodiscard]] GpuOptions options() const;
};

inline const std::vector<std::string> theme_names{"dark", "light", "contrast"};

void add_machine(Command& command, std::string& machine);
void add_recording(Command& command, std::string& recording);
void add_blocks(Command& command, std::string& blocks);
void add_max_instructions(
    Command& command, std::uint64_t& count,
    const char* about = "Stop after so many warp instructions; for kernels that may not end");
void add_threads(Command& command, int& threads);

}  // namespace lanescope::app
