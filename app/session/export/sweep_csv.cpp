#include "app/session/export/sweep_csv.h"

#include "app/session/export/tables.h"

namespace lanescope::app {

std::string csv_of(const SweepTable& table) { return csv_of(sweep_points_table(table)); }

}  // namespace lanescope::app
