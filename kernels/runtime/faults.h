// Host code that dereferences a device pointer: says so before the program ends by the signal.
#pragma once

namespace lanescope::runtime {

void install_fault_handler();

}  // namespace lanescope::runtime
