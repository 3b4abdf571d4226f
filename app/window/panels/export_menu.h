// What to take out of the program, as what, and where to: two short lists, the present view first.
// Knows no files: what was chosen is a wish that the window fulfils.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/figures/what.h"
#include "app/window/panels/overlay.h"
#include "viz/text/texts.h"

namespace lanescope::app {

struct ExportWish {
  enum class Subject : std::uint8_t {
    view,    // the pictures of the page that is shown, as they are on the screen
    window,  // all of it, as pixels
    what     // `what`
  };
  Subject subject = Subject::view;
  // Of a view: whose table it is, where it has one.
  std::optional<What> what;
  Format format = Format::svg;
  bool to_clipboard = false;
  bool operator==(const ExportWish&) const = default;
};

// What the window has to offer now.
struct ExportOffer {
  std::optional<What> present;  // what the shown page is; none: a page that has only its pictures
  bool covered = false;  // a question is open: nothing that answers it is offered but the handout
  bool has_run = false;
  bool has_guide = false;
  std::vector<What> others;  // that are ready
};

class ExportMenu {
 public:
  // The first list. False: there is nothing to offer.
  bool open(const ExportOffer& offer);
  [[nodiscard]] bool at_forms() const { return subject_.has_value(); }
  // Of the list that is open.
  [[nodiscard]] std::string title(const text::Texts& texts) const;
  [[nodiscard]] std::vector<Menu::Entry> entries(const text::Texts& texts) const;
  // Opens the second list, or gives the wish of an entry of it.
  std::optional<ExportWish> choose(std::size_t index);
  // From the second list to the first; false where it is the first.
  bool back();

 private:
  [[nodiscard]] std::string name_of_subject(const ExportWish& wish, const text::Texts& texts) const;

  std::vector<ExportWish> subjects_;  // `format` says nothing
  std::optional<std::size_t> subject_;
  std::vector<ExportWish> forms_;  // of the chosen one
};

// What Ctrl+C copies: a table's page as CSV, any other as SVG.
[[nodiscard]] ExportWish copy_wish(const ExportOffer& offer);

// "CSV", "Markdown"
[[nodiscard]] const char* title_of(Format format);

}  // namespace lanescope::app
