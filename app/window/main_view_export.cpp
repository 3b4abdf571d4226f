// Exports from the window: what is available, and the two lists of the export menu.
#include <algorithm>

#include "app/window/main_view.h"
#include "app/window/toolkit/appearance.h"

namespace lanescope::app {
namespace {

// The area of the page shown. With two columns: the area of the stage, or of the page that replaces
// it.
Rect area_of(Page page, const Layout& layout) {
  const auto area = [&]() -> Rect {
    switch (page) {
      case Page::times:
        return layout.times;
      case Page::index:
        return layout.index;
      case Page::sweep:
        return layout.sweep;
      case Page::machine:
        return layout.machine;
      case Page::map:
        return layout.map;
      case Page::compare:
        return layout.compare;
      case Page::steps:
        return layout.steps;
      case Page::code:
        return layout.single_page ? layout.code : Rect{};
      case Page::counts:
        return layout.single_page ? layout.counts : Rect{};
      case Page::guide:
        return layout.single_page ? layout.guide : Rect{};
      case Page::stage:
        break;
    }
    return {};
  }();
  return area.h > 0 ? area : layout.stage;
}

// The content of a page, for its table and title; none if it has only pictures.
std::optional<What> what_of(Page page, bool single_page) {
  switch (page) {
    case Page::times:
      return What::times;
    case Page::index:
      return What::index;
    case Page::sweep:
      return What::sweep;
    case Page::machine:
      return What::machine;
    case Page::code:
      return single_page ? What::code : What::stage;
    case Page::counts:
      return single_page ? What::counts : What::stage;
    case Page::guide:
      return single_page ? std::nullopt : std::optional(What::stage);
    case Page::stage:
      return What::stage;
    case Page::map:
      return What::map;
    case Page::compare:
      return What::compare;
    case Page::steps:
      return What::steps;
  }
  return std::nullopt;
}

}  // namespace

void MainView::note_view(const Layout& layout, Page page) {
  view_area_ = area_of(page, layout);
  view_what_ = what_of(page, layout.single_page);
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
