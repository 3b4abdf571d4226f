// Shell commands of the documentation: one a line of an ```sh block, with what its comment says
// about how it ends.
//
//   lanescope list                                    ends with 0
//   lanescope grade scale        # not yet: exit 1    ends with 1
//   lanescope shot ...           # exit 3 without a display
//   lanescope time ...           # exit 3 without a GPU
//   lanescope count ...          # exit 3 without counters: with a GPU they may still be locked
//   lanescope time ...           # minutes; exit 3 without a GPU    never given a GPU by the test
//   lanescope transpose          # opens the window; exit 3 without a display
//
// A command that opens the window would never end: it is run as `lanescope shot` with the same
// arguments, which draws one picture of that window.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/docs/document.h"
#include "tests/temporary_folder.h"

namespace lanescope::docs {

struct Command {
  std::string text;  // without the comment; continued lines joined
  std::string comment;
  int line = 0;
};

[[nodiscard]] std::vector<Command> commands_of(const Block& block);

// Which words a command is made of, without variables in front of it and without quotes.
[[nodiscard]] std::vector<std::string> words_of(const std::string& command);

// "build/bin/lanescope ..." or "lanescope ...", with variables in front where there are any.
[[nodiscard]] bool starts_lanescope(const std::string& command);

struct Expectation {
  int exit_code = 0;
  enum class Needs { nothing, display, gpu, counters } needs = Needs::nothing;  // else exit_code
  bool takes_minutes = false;
  bool opens_window = false;
  std::string problem;  // not empty: the comment speaks of an exit code in words not listed above
};
[[nodiscard]] Expectation expectation_in(const std::string& comment);

struct Ended {
  int exit_code = -1;
  std::string out;
  std::string err;
};

// A folder like a clone of the repository (assets, kernels, tests and build/bin/lanescope are
// there), and a home of its own.
class Scratch {
 public:
  Scratch();

  void write(const std::filesystem::path& file, const std::string& text, bool added) const;
  // By the shell, with `lanescope` on the path. Ended after five minutes with code 124.
  [[nodiscard]] Ended run(const std::string& command, bool with_gpu) const;

 private:
  tests::TemporaryFolder temporary_;
  const std::filesystem::path folder_ = temporary_.path();
};

}  // namespace lanescope::docs
