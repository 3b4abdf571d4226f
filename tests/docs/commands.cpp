#include "tests/docs/commands.h"

#include <stdlib.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

#include "tests/built.h"
#include "tests/paths.h"
#include "tests/temporary_folder.h"

namespace lanescope::docs {
namespace {

namespace fs = std::filesystem;

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// A # that begins a comment follows a blank, or the line's beginning.
std::size_t comment_in(const std::string& line) {
  for (std::size_t at = line.find('#'); at != std::string::npos; at = line.find('#', at + 1)) {
    if (at == 0 || line[at - 1] == ' ') return at;
  }
  return line.size();
}

bool is_variable(const std::string& word) {
  static const std::regex variable("[A-Z_][A-Z_0-9]*=.*");
  return std::regex_match(word, variable);
}

std::string quoted(const fs::path& path) { return "'" + path.string() + "'"; }

}  // namespace

std::vector<Command> commands_of(const Block& block) {
  std::vector<Command> commands;
  std::istringstream lines(block.text);
  int number = block.line;
  bool continues = false;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const std::size_t comment = comment_in(line);
    std::string text = trimmed(line.substr(0, comment));
    if (text.empty()) continue;
    if (!continues) commands.push_back({"", "", number});
    continues = text.ends_with('\\');
    if (continues) text = trimmed(text.substr(0, text.size() - 1));
    Command& command = commands.back();
    command.text += (command.text.empty() ? "" : " ") + text;
    if (comment < line.size()) command.comment = trimmed(line.substr(comment + 1));
  }
  return commands;
}

std::vector<std::string> words_of(const std::string& command) {
  std::vector<std::string> words;
  std::istringstream stream(command);
  for (std::string word; stream >> word;) {
    if (words.empty() && is_variable(word)) continue;
    std::erase_if(word, [](char letter) { return letter == '"' || letter == '\''; });
    words.push_back(word);
  }
  return words;
}

bool starts_lanescope(const std::string& command) {
  const std::vector<std::string> words = words_of(command);
  return !words.empty() && (words[0] == "lanescope" || words[0] == "build/bin/lanescope");
}

Expectation expectation_in(const std::string& comment) {
  static const std::regex ending(
      R"((?:^|.*[;:] )exit (\d)(?: without (a display|a GPU|counters))?)");
  static const std::regex word(R"(\bexit\b)");
  Expectation expected;
  std::smatch match;
  if (std::regex_match(comment, match, ending)) {
    expected.exit_code = std::stoi(match[1]);
    if (match[2] == "a display") expected.needs = Expectation::Needs::display;
    if (match[2] == "a GPU") expected.needs = Expectation::Needs::gpu;
    if (match[2] == "counters") expected.needs = Expectation::Needs::counters;
  } else if (std::regex_search(comment, word)) {
    expected.problem = "the comment has to end in one of the forms that commands.h lists";
  }
  expected.takes_minutes = comment.find("minutes") != std::string::npos;
  expected.opens_window = comment.find("opens the window") != std::string::npos;
  return expected;
}

Scratch::Scratch() {
  fs::create_directories(folder_ / "work/build/bin");
  fs::create_directories(folder_ / "home");
  for (const char* part : {"assets", "kernels", "tests"})
    fs::create_symlink(fs::path(LANESCOPE_SOURCE_DIR) / part, folder_ / "work" / part);
  fs::create_symlink(tests::built("bin/lanescope"), folder_ / "work/build/bin/lanescope");
}

void Scratch::write(const fs::path& file, const std::string& text, bool added) const {
  const fs::path path = folder_ / "work" / file;
  if (fs::is_symlink(folder_ / "work" / *file.begin()))
    throw std::runtime_error(file.string() + " would be written into the repository");
  fs::create_directories(path.parent_path());
  std::ofstream stream(path, added ? std::ios::app : std::ios::trunc);
  stream << (added ? "\n" : "") << text;
  if (!stream.flush()) throw std::runtime_error("cannot write " + path.string());
}

Ended Scratch::run(const std::string& command, bool with_gpu) const {
  std::ofstream(folder_ / "command.sh") << command << '\n';
  const fs::path home = folder_ / "home";
  std::string line = "cd " + quoted(folder_ / "work") + " && env HOME=" + quoted(home);
  for (const char* kind : {"CONFIG", "DATA", "STATE"})
    line += std::string(" XDG_") + kind + "_HOME=" + quoted(home / kind);
  if (!with_gpu) line += " CUDA_VISIBLE_DEVICES=";
  line += " PATH=" + quoted(fs::path(tests::built("bin/lanescope")).parent_path()) + ":\"$PATH\"";
  line += " timeout 300 sh ../command.sh >../out 2>../err </dev/null";
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, tests::text_of(folder_ / "out"),
          tests::text_of(folder_ / "err")};
}

}  // namespace lanescope::docs
