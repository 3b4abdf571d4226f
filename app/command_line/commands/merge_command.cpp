#include "app/command_line/command.h"
#include "app/command_line/submissions.h"
#include "app/session/files/write_file.h"
#include "kernels/lesson_file/folders.h"

namespace lanescope::app {
namespace {

struct MergeCommand : Command {
  MergeCommand() : Command("merge", "Join the CSV files of the parts of a list (--shard)") {
    add("FILE...", &names, "The files of parts 1 to N, in this order").required();
    add("-o,--output FILE", &out, "Where the whole goes; the standard output when not given");
  }

  Result run(const Screen& /*screen*/) override {
    std::vector<std::string> parts;
    for (const std::string& each : names) {
      auto text = lesson::read_text_file(each);
      if (!text) return wrong_input(each + ": " + text.error());
      parts.push_back(*std::move(text));
    }
    auto whole = merged_csv(names, parts);
    if (!whole) return wrong_input(whole.error());
    if (out.empty()) return success(*std::move(whole));
    const auto written = write_file(out, *whole);
    return written ? success("") : wrong_input(written.error());
  }

  std::vector<std::string> names;
  std::string out;
};

}  // namespace

std::unique_ptr<Command> make_merge() { return std::make_unique<MergeCommand>(); }

}  // namespace lanescope::app
