// The export menu: two short lists. The first asks what to export (the present view comes first),
// the second in which format and where to. Writes no files: the choice is an ExportRequest, which
// the window carries out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/figures/figure_kind.h"
#include "app/window/panels/base/overlay.h"
#include "viz/text/texts.h"

namespace lanescope::app {

// What can be exported now.
struct ExportOffer {
  std::optional<FigureKind> present;  // what the page shows; none: it has pictures only
  // A question is open: offer only the handouts, since anything else may give the answer away.
  bool covered = false;
  bool has_run = false;
  bool has_guide = false;
  std::vector<FigureKind> others;  // also available for export
};

class ExportMenu {
 public:
  // Opens the first list. False if there is nothing to export.
  bool open(const ExportOffer& offer);
  [[nodiscard]] bool at_forms() const { return subject_.has_value(); }
  // Title and entries of the open list.
  [[nodiscard]] std::string title(const text::Texts& texts) const;
  [[nodiscard]] std::vector<Menu::Entry> entries(const text::Texts& texts) const;
  // In the first list: opens the second. In the second: returns the chosen request.
  std::optional<ExportRequest> choose(std::size_t index);
  // Returns from the second list to the first; false if the first is already open.
  bool back();

 private:
  std::vector<ExportRequest> subjects_;  // `format` is not used
  std::optional<std::size_t> subject_;
  std::vector<ExportRequest> forms_;  // formats offered for the chosen subject
};

// Everything that the two lists offer, as one list.
[[nodiscard]] std::vector<ExportRequest> export_requests(const ExportOffer& offer);
// "current view as SVG, into a file", in the language of `texts`.
[[nodiscard]] std::string request_text(const ExportRequest& request, const text::Texts& texts);
// "view", "window", or the name of what is exported.
[[nodiscard]] const char* subject_name(const ExportRequest& request);

// What Ctrl+C copies: CSV if the page is a table, otherwise SVG.
[[nodiscard]] ExportRequest copy_request(const ExportOffer& offer);

// "CSV", "Markdown", ...
[[nodiscard]] const char* title_of(Format format);

}  // namespace lanescope::app
