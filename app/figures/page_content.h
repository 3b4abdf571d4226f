// What the pages in place of the stage show, without a window. The window's panels, exports,
// handouts and shots ask the same objects: one class for each row of
// app/session/selection/pages.def, in app/figures/pages.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "app/figures/figure_kind.h"
#include "app/session/export/table.h"
#include "app/session/session.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::app {

// Pixels, at scale 1.
struct FigureSize {
  float width = 960, height = 600;
};

class PageContent {
 public:
  virtual ~PageContent() = default;

  // Takes over what a view says of this page. `argument`: of its `--view`; empty if it has none or
  // names another page. The error says what is wrong with the argument.
  [[nodiscard]] virtual tl::expected<void, std::string> open(const ViewRequest& /*view*/,
                                                             const std::string& /*argument*/,
                                                             Session& /*session*/) {
    return {};
  }
  // For a picture without a window, once the run is there: chooses what the view left open.
  [[nodiscard]] virtual tl::expected<void, std::string> prepare(const ViewRequest& /*view*/,
                                                                const Session& /*session*/) {
    return {};
  }
  // Call often. `seen`: the page is on the screen or is being drawn; what it needs is started.
  virtual void follow(Session& /*session*/, bool /*seen*/) {}
  // Takes finished work. True: something that is shown has changed.
  virtual bool update(Session& /*session*/, bool /*seen*/) { return false; }
  [[nodiscard]] virtual bool busy() const { return false; }
  // Once it is no longer busy: why its work failed; what the view names and the launch lacks.
  [[nodiscard]] virtual std::optional<Problem> failure() const { return std::nullopt; }
  [[nodiscard]] virtual std::string lack(const ViewRequest& /*view*/) const { return {}; }
  // It has what it shows, up to date with the session.
  [[nodiscard]] virtual bool has(const Session& /*session*/) const { return true; }

  [[nodiscard]] virtual FigureSize size() const { return {}; }
  // If something is missing, the picture says so.
  [[nodiscard]] virtual picture::DrawList picture(const Session& session,
                                                  const picture::Style& style, float width,
                                                  float height) const = 0;
  // Requires has().
  [[nodiscard]] virtual Table table(const Session& session) const = 0;
  // Where its numbers come from, beyond the run shown. Requires has().
  virtual void add_to(Provenance& /*made*/, const Session& /*session*/) const {}
};

struct PageServices {
  Session& session;
  std::function<void()> wake;  // called on other threads when update() has something to take
};
#define PAGE(name, ...) \
  [[nodiscard]] std::unique_ptr<PageContent> make_##name##_content(const PageServices& services);
#include "app/session/selection/pages.def"

class PageContents {
 public:
  // The session must outlive them.
  explicit PageContents(Session& session, std::function<void()> wake = {});

  // Nullptr: not a page in place of the stage.
  [[nodiscard]] PageContent* of(Page page) const;
  [[nodiscard]] PageContent* of(FigureKind what) const;
  // The content of the page that Kind::page names.
  template <class Kind>
  [[nodiscard]] Kind& get() const {
    return static_cast<Kind&>(*of(Kind::page));
  }

  // Of all pages; the first error.
  [[nodiscard]] tl::expected<void, std::string> open(const ViewRequest& view, Session& session);
  void follow(Session& session, std::optional<Page> seen);
  bool update(Session& session, std::optional<Page> seen);
  [[nodiscard]] bool busy() const;
  // What the view's page lacks of what it names.
  [[nodiscard]] std::string lack(const ViewRequest& view) const;
  // True for what is no page.
  [[nodiscard]] bool has(FigureKind what, const Session& session) const;

 private:
  std::vector<std::pair<Page, std::unique_ptr<PageContent>>> all_;
};

// The picture of a page that has nothing to show.
[[nodiscard]] picture::DrawList message_picture(const char* title_key, const char* sentence_key,
                                                const picture::Style& style, float width,
                                                float height);

}  // namespace lanescope::app
