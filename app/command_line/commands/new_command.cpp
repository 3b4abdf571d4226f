#include <filesystem>

#include <fmt/format.h>

#include "app/command_line/command.h"
#include "app/session/start/own_kernel.h"

namespace lanescope::app {
namespace {

struct NewCommand : Command {
  NewCommand() : Command("new", "Write a lesson file for a kernel's file that has none") {
    add("FILE.cu", &file, "The kernel's file, .cu or .ptx; the lesson file is written beside it")
        .required();
    add("--kernel NAME", &kernel,
        "This kernel of it, such as foo::scale or 'transpose<32>'; the first that is no template "
        "if "
        "left out");
  }

  Result run(const Screen& /*screen*/) override {
    const auto written = write_lesson_for(
        file,
        "Written by lanescope new. The launch and the arrays are guesses: change them to fit your "
        "kernel.",
        kernel);
    if (!written) return wrong_input(written.error());
    std::string text = fmt::format("{}\n\n", written->string());
    for (const std::string& line : lines_by_hand(*written)) text += line + "\n";
    return success(text +
                   fmt::format("Check the sizes and the arrays in it, then: lanescope sim {}\n",
                               written->string()));
  }

  std::string file, kernel;
};

}  // namespace

std::unique_ptr<Command> make_new() { return std::make_unique<NewCommand>(); }

}  // namespace lanescope::app
