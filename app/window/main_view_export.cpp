// Exports from the window: what is available, and the two lists of the export menu.
#include <algorithm>

#include "app/window/main_view.h"
#include "app/window/toolkit/appearance.h"

namespace lanescope::app {
namespace {

// The area of the page shown. With two columns: the area of the stage, or of the page that replaces
// it.
Rect area_of(Page page, const Layout& layout) {
  if (layout.page.h > 0) {
    return layout.page;
  }
  const Rect& alone = page == Page::code     ? layout.code
                      : page == Page::counts ? layout.counts
                      : page == Page::guide  ? layout.guide
                                             : layout.stage;
  return layout.single_page && alone.h > 0 ? alone : layout.stage;
}

// The content of a page, for its table and title; none if it has only pictures.
std::optional<What> content_of(Page page, bool single_page) {
  return single_page || replaces_stage(page) ? what_of(page) : What::stage;
}

}  // namespace

void MainView::note_view(const Layout& layout, Page page) {
  view_area_ = area_of(page, layout);
  view_what_ = content_of(page, layout.single_page);
}

ExportOffer MainView::offer(const Session& session) const {
  ExportOffer offer;
  offer.has_run = session.shown() != nullptr;
  offer.covered = covered(session);
  offer.has_guide = course_ != nullptr && course_->guide() != nullptr;
  if (view_what_ && beside().has(*view_what_, session)) {
    offer.present = view_what_;
  }
  offer.others = {What::stage, What::code,     What::counts,
                  What::strip, What::accesses, What::branches};
  if (times_seen_) {
    offer.others.push_back(What::times);
  }
  return offer;
}

void MainView::press_export(const Binding& binding, const Session& session) {
  const ExportOffer now = offer(session);
  if (!now.has_run) {
    const text::Texts texts = texts_of(session.state().settings);
    status_.say(texts.get("export.nothing"));
    return;
  }
  if (binding.command == Command::copy) {
    host_.take_out(copy_wish(now));
    return;
  }
  export_menu_.open(now);
  show_export(session, 0);
}

void MainView::show_export(const Session& session, std::size_t chosen) {
  const text::Texts texts = texts_of(session.state().settings);
  language_ = texts.language();
  menu_.open(export_menu_.entries(texts), chosen);
  overlay_ = Overlay::take_out;
}

void MainView::choose_export(const Session& session, std::size_t index) {
  if (const auto wish = export_menu_.choose(index)) {
    overlay_ = Overlay::none;
    host_.take_out(*wish);
  } else {
    show_export(session, 0);
  }
}

// Esc returns from the second list to the first.
bool MainView::back_in_export(const Session& session) {
  if (overlay_ != Overlay::take_out || !export_menu_.back()) {
    return false;
  }
  show_export(session, 0);
  return true;
}

}  // namespace lanescope::app
