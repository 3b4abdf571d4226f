// A lesson on paper: what its guide says, step by step, with the picture of each, its code and what
// each line costs, the questions, and at the end their answers and all counts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/figures/headless.h"
#include "viz/scene/draw_list.h"
#include "viz/scene/style.h"
#include "viz/text/texts.h"

namespace lanescope::app {

struct HandoutLine {
  std::string text;
  std::string cost;  // "32×, 32-way"; empty: it accesses no memory
  bool costly = false;
};
struct HandoutCode {
  std::string file;  // "tile.cu"
  std::vector<HandoutLine> lines;
};

// All texts are Markdown.
struct HandoutQuestion {
  std::string text;
  std::vector<std::string> choices;  // in order: a, b, ...
  std::string truth;                 // the right answer; empty: nothing is known about it here
  std::string answer;                // why
};
struct HandoutStep {
  std::string name, title, body;
  std::string setting;  // "Shared tile · N 1024, PAD 0"
  std::vector<HandoutQuestion> questions;
  std::string caption;
  scene::DrawList light, dark;      // the step's page, in two themes
  std::optional<HandoutCode> code;  // where it is another than the step's before
};
// What one kind of access costs at a step.
struct HandoutCost {
  std::string step, setting, kind;
  std::string requests, each, ideal, ratio;
};
struct Handout {
  std::string lesson, title, language, goal;
  std::vector<HandoutStep> steps;
  std::string exercise;  // empty: there is none
  std::vector<std::string> goals;
  std::vector<HandoutCost> costs;
  std::string made_by;  // one line
};

struct HandoutOptions {
  float width = 860, height = 600;  // of a step's picture, pixels
  float scale = 1;
};
// Runs every step: some seconds. Leaves the session at the last one.
[[nodiscard]] tl::expected<Handout, Problem> handout_of(Headless& headless,
                                                        const text::Texts& texts,
                                                        const scene::MeasureText& measure,
                                                        const HandoutOptions& options = {});

// A file and its pictures, which lie beside it; names without folders.
struct NamedFile {
  std::string name, content;
};
// The first file is `stem`.md.
[[nodiscard]] std::vector<NamedFile> markdown_of(const Handout& handout, const std::string& stem,
                                                 bool is_dark, const text::Texts& texts,
                                                 const scene::MeasureText& measure);
// One file that holds everything: for screens, light or dark as the reader's is, and for paper.
[[nodiscard]] std::string html_of(const Handout& handout, const text::Texts& texts,
                                  const scene::MeasureText& measure);

}  // namespace lanescope::app
