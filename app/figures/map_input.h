// The input of the map's picture, and the map's table.
#pragma once

#include "app/figures/launch_maps.h"
#include "app/session/export/table.h"
#include "app/session/session.h"
#include "viz/picture/maps/maps.h"
#include "viz/text/texts.h"

namespace lanescope::app {

// The whole map, without a hovered cell. `maps` may be nullptr: no maps.
[[nodiscard]] picture::MapInput map_input(const LaunchMaps* maps, const Session& session,
                                          const text::Texts& texts);

// The rows of `lanescope survey --csv` behind the map: those of the requests, the array, the blocks
// or the warps that it shows.
[[nodiscard]] Table map_table(const picture::MapField& map);

}  // namespace lanescope::app
