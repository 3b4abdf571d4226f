#include "program.h"

namespace lanescope::app::testing {

const bool with_window = LANESCOPE_WITH_WINDOW;
const bool with_cuda = LANESCOPE_WITH_CUDA;

}  // namespace lanescope::app::testing
