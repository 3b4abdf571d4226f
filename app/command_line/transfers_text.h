// Measured or recorded transfers as text: a table for each section, the models beside the times.
#pragma once

#include <string>

#include "kernels/transfer/row.h"

namespace lanescope::app {

// `source`: "MEASURED" or "RECORDED".
[[nodiscard]] std::string transfers_text(const transfer::Rows& rows, const std::string& source);

}  // namespace lanescope::app
