#include "app/figures/page_content.h"

#include "viz/picture/core/frame.h"

namespace lanescope::app {

PageContents::PageContents(Session& session, std::function<void()> wake) {
  const PageServices services{session, std::move(wake)};
#define PAGE(name, ...) all_.emplace_back(Page::name, make_##name##_content(services));
#include "app/session/selection/pages.def"
}

PageContent* PageContents::of(Page page) const {
  for (const auto& [each, content] : all_) {
    if (each == page) return content.get();
  }
  return nullptr;
}

PageContent* PageContents::of(FigureKind what) const {
  const std::optional<Page> page = view_page_named(name_of(what));
  return page ? of(*page) : nullptr;
}

tl::expected<void, std::string> PageContents::open(const ViewRequest& view, Session& session) {
  tl::expected<void, std::string> opened;
  for (const auto& [page, content] : all_) {
    if (auto well = content->open(view, view.argument_of(page), session); !well && opened)
      opened = std::move(well);
  }
  return opened;
}

void PageContents::follow(Session& session, std::optional<Page> seen) {
  for (const auto& [page, content] : all_) content->follow(session, page == seen);
}

bool PageContents::update(Session& session, std::optional<Page> seen) {
  bool changed = false;
  for (const auto& [page, content] : all_)
    changed = content->update(session, page == seen) || changed;
  return changed;
}

bool PageContents::busy() const {
  for (const auto& [page, content] : all_) {
    if (content->busy()) return true;
  }
  return false;
}

std::string PageContents::lack(const ViewRequest& view) const {
  const PageContent* content = of(view.page);
  return content != nullptr ? content->lack(view) : std::string();
}

bool PageContents::has(FigureKind what, const Session& session) const {
  const PageContent* content = of(what);
  return content == nullptr || content->has(session);
}

picture::DrawList message_picture(const char* title_key, const char* sentence_key,
                                  const picture::Style& style, float width, float height) {
  return picture::build_message_view(style.texts->get(title_key), style.texts->get(sentence_key),
                                     style, width, height);
}

}  // namespace lanescope::app
