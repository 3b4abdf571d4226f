#include "app/command_line/check_report.h"
#include "app/session/lecture/check_deck.h"

namespace lanescope::app {
namespace {

std::vector<lesson::Error> problems_of_deck(const std::string& name,
                                            const std::vector<compile::Compiler>& compilers) {
  const auto deck = find_deck(name);
  if (!deck) return {deck.error()};
  std::vector<lesson::Error> found = check_deck(**deck);
  for (const compile::Compiler compiler : compilers) {
    for (lesson::Error& problem : check_deck_runs(**deck, compiler))
      found.push_back(std::move(problem));
  }
  return found;
}

struct CheckScenesCommand : Command {
  CheckScenesCommand() : Command("check-scenes", "Find mistakes in decks of scenes") {
    given.add_to(*this, "DECK",
                 "Decks' files, or names of shipped ones; all shipped ones when not given");
  }

  Result run(const Screen& /*screen*/) override {
    for (const std::string& name : given.names) {
      const auto deck = find_deck(name);
      if (!deck && deck.error().line == 0) return wrong_input(deck.error().formatted());
    }
    std::vector<std::string> names = given.names;
    if (names.empty()) {
      for (const DeckEntry& entry : find_decks()) {
        if (entry.shipped) names.push_back(entry.path.string());
      }
    }
    return check_all(given, names, {"deck", "decks"}, problems_of_deck);
  }

  CheckOptions given;
};

}  // namespace

std::unique_ptr<Command> make_check_scenes() { return std::make_unique<CheckScenesCommand>(); }

}  // namespace lanescope::app
