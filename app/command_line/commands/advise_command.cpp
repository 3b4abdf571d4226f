#include <algorithm>

#include "app/command_line/advice_text.h"
#include "app/command_line/progress_line.h"
#include "app/command_line/shared_options.h"
#include "app/session/files/write_file.h"

namespace lanescope::app {
namespace {

struct AdviseCommand : Command {
  AdviseCommand()
      : Command("advise",
                "Try changes that may make a kernel's accesses cheaper, and show which do") {
    launch.state.add_to(*this);
    add("--write FILE", &file, "Write the kernel's text with the best change of it to this file");
    add_max_instructions(*this, launch.max_instructions,
                         "Stop each run after so many warp instructions");
    add_threads(*this, launch.threads);
    add_json("lanescope.advice/1");
  }

  Result run(const Screen& /*screen*/) override {
    const RunRequest request = launch.request();
    const auto advice = [&] {
      const ProgressLine line;
      line.show("changes of " + request.lesson);
      return advise(request);
    }();
    if (!advice) return failure(advice.error());
    if (!file.empty()) {
      const auto best = std::ranges::find_if(
          advice->suggestions, [](const Suggestion& each) { return each.edit.has_value(); });
      if (best == advice->suggestions.end())
        return wrong_input(advice_text(*advice) + "No change of the text helps: " + file +
                           " was not written.");
      if (const auto written = write_file(file, best->edit->text); !written)
        return wrong_input(written.error());
    }
    return success(json ? advice_json(*advice) : advice_text(*advice));
  }

  RunOptions launch;
  std::string file;
};

}  // namespace

std::unique_ptr<Command> make_advise() { return std::make_unique<AdviseCommand>(); }

}  // namespace lanescope::app
