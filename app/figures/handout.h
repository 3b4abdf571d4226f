// A lesson as a printable document: the guide step by step, each step with its picture, code, cost
// per line and questions; at the end the answers and all counts. A class answers on paper, so a
// step that asks shows nothing that gives the answer away: its picture and its costs come with the
// answers.
//
// Without answers it is a worksheet: each question with its setting, its line of code and the text
// of its step, and each kernel once. On paper all of it is in sight at once, so the guide marks
// what repeats earlier answers (kernels/lesson_file/guide_text.h), and a worksheet leaves it out.
// Titles are left out, too: they often say how a step ends.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/figures/headless.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"
#include "viz/text/texts.h"

namespace lanescope::app {

struct HandoutLine {
  std::string text;
  std::string cost;  // "32×, 32-way"; empty: no memory access
  bool costly = false;
};
struct HandoutCode {
  std::string file;  // "tile.cu"
  std::vector<HandoutLine> lines;
};

struct HandoutPicture {  // in both themes
  picture::DrawList light, dark;
};

// All texts are Markdown.
struct HandoutQuestion {
  std::string text;
  std::string where{};                   // what it is about: "tile.cu:13"; empty: no single line
  std::vector<std::string> choices{};    // in order: a, b, ...
  std::string truth;                     // the right answer; empty: not known here
  std::string answer;                    // why
  std::string origin;                    // whose times it has: "RECORDED: NVIDIA H200"; empty: none
  std::optional<HandoutPicture> form{};  // the empty sectors or banks to mark
};
struct HandoutStep {
  std::string name, title, body;
  std::string setting;  // "Shared tile · N 1024, PAD 0"
  std::vector<HandoutQuestion> questions;
  std::string caption;
  HandoutPicture page;              // the step's page; with the answers if the step asks
  std::vector<HandoutCode> code{};  // the kernel's files; only if no step before it had them
  [[nodiscard]] bool asks() const { return !questions.empty(); }
};
// Cost of one kind of access at a step.
struct HandoutCost {
  std::string setting, kind;
  std::string requests, each, ideal, ratio;
};
struct Handout {
  std::string lesson, title, language, goal;
  bool has_answers = true;  // and what would give them away: pictures, costs and counts
  std::vector<HandoutStep> steps;
  std::string exercise;  // empty: no exercise
  std::vector<std::string> goals;
  std::vector<HandoutCost> costs;
  std::string provenance;  // one line
};

struct HandoutOptions {
  float width = 860, height = 600;  // of a step's picture, pixels
  float scale = 1;
  bool answers = true;  // false: nothing at all that gives an answer away
  // Called before each step and before the exercise: the number of this part, from 1, and of all.
  std::function<void(std::size_t at, std::size_t all)> part_begins{};
};
// Runs every step, which takes some seconds. Leaves the session at the last step.
[[nodiscard]] tl::expected<Handout, Problem> handout_of(Headless& headless,
                                                        const text::Texts& texts,
                                                        const picture::MeasureText& measure,
                                                        const HandoutOptions& options = {});

// "Question 3 · tile.cu:13"
[[nodiscard]] std::string heading_of(const HandoutQuestion& question, int number,
                                     const text::Texts& texts);

// A document or one of its pictures. All lie in one folder; names have no folder part.
struct NamedFile {
  std::string name, content;
};
// The first file is `stem`.md.
[[nodiscard]] std::vector<NamedFile> markdown_of(const Handout& handout, const std::string& stem,
                                                 bool is_dark, const text::Texts& texts,
                                                 const picture::MeasureText& measure);
// One self-contained file: follows the reader's light or dark setting on screen, and prints.
[[nodiscard]] std::string html_of(const Handout& handout, const text::Texts& texts,
                                  const picture::MeasureText& measure);

}  // namespace lanescope::app
