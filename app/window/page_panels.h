// The panels of the pages, one member for each row of app/session/selection/pages.def: `times`,
// `sweep` ...
#pragma once

#include "app/session/selection/pages.h"
#include "app/window/panels/pages/compare_panel.h"
#include "app/window/panels/pages/index_panel.h"
#include "app/window/panels/pages/machine_panel.h"
#include "app/window/panels/pages/map_panel.h"
#include "app/window/panels/pages/steps_panel.h"
#include "app/window/panels/pages/sweep_panel.h"
#include "app/window/panels/pages/times_panel.h"

namespace lanescope::app {

struct PagePanels {
#define PAGE(name, panel, ...) panel name;
#include "app/session/selection/pages.def"

  // Nullptr: a page that does not replace the stage.
  [[nodiscard]] PagePanel* of(Page page) {
    switch (page) {
#define PANEL(name) \
  case Page::name:  \
    return nullptr;
#define PAGE(name, ...) \
  case Page::name:      \
    return &name;
#include "app/session/selection/pages.def"
    }
    return nullptr;
  }
};

}  // namespace lanescope::app
