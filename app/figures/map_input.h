// Which map is looked at, as its picture and its table want it.
#pragma once

#include "app/figures/launch_maps.h"
#include "app/session/export/table.h"
#include "app/session/session.h"
#include "viz/scene/maps.h"
#include "viz/text/texts.h"

namespace lanescope::app {

// `maps`: nullptr where there are none. All of the map, nothing pointed at.
[[nodiscard]] scene::MapInput map_input(const LaunchMaps* maps, const Session& session,
                                        const text::Texts& texts);

// The rows of `lanescope survey --csv` that the map is made of: of the requests, the array, the
// blocks or the warps that it shows.
[[nodiscard]] Table map_table(const scene::MapField& map);

}  // namespace lanescope::app
