#include <fmt/format.h>

#include "app/command_line/check_report.h"
#include "app/command_line/commands.h"
#include "app/session/lecture/check_deck.h"

namespace lanescope::app {

Result check_scenes_command(const CheckScenesOptions& options) {
  std::vector<std::string> names = options.decks;
  if (names.empty()) {
    for (const DeckEntry& entry : find_decks()) {
      if (entry.shipped) names.push_back(entry.path.string());
    }
  }
  const std::vector<compile::Compiler> compilers =
      compilers_to_check(options.compiler, options.files_only);
  if (compilers.empty() && !options.files_only) return no_compiler_to_check();
  Result result;
  std::size_t problems = 0;
  for (const std::string& name : names) {
    const auto deck = find_deck(name);
    std::vector<lesson::Error> found;
    if (!deck) {
      found.push_back(deck.error());
    } else {
      found = check_deck(**deck);
      for (const compile::Compiler compiler : compilers) {
        for (lesson::Error& problem : check_deck_runs(**deck, compiler))
          found.push_back(std::move(problem));
      }
    }
    problems += found.size();
    for (const lesson::Error& problem : found)
      result.out += on_one_line(problem.formatted()) + "\n";
  }
  result.out += fmt::format("{} decks, {} problems\n", names.size(), problems);
  result.exit_code = static_cast<int>(problems == 0 ? ExitCode::good : ExitCode::finding);
  return result;
}

}  // namespace lanescope::app
