// Every memory instruction of the kernel in one table: what each costs over the whole launch.
#pragma once

#include "app/window/panels/panel.h"

namespace lanescope::app {

class SitesPanel final : public Panel {
 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  void header(Ui& ui, const Session& session, const Rect& area);
  void row(Ui& ui, Session& session, const report::Site& site, const Rect& rect);

  float first_row_ = 0;
};

}  // namespace lanescope::app
