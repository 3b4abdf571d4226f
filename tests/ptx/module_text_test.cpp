// Goldens: PTX that the two compilers emitted for our kernels, and the parser's result. To update
// one after an intended change, set LANESCOPE_RENEW_GOLDENS=1 and read the diff.
#include "sim/ptx/print.h"

#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>

#include "sim/ptx/parser.h"
#include "tests/paths.h"
#include "tests/temporary_folder.h"

namespace lanescope::ptx {
namespace {

class ModuleText : public testing::TestWithParam<const char*> {};

TEST_P(ModuleText, is_as_recorded) {
  const std::string base = std::string(LANESCOPE_TEST_DATA) + "/ptx/" + GetParam();
  const auto module = parse(tests::text_of(base + ".ptx"));
  ASSERT_TRUE(module.has_value()) << module.error().message << " in PTX line "
                                  << module.error().ptx_line;
  const std::string text = module_text(*module);
  if (std::getenv("LANESCOPE_RENEW_GOLDENS") != nullptr) std::ofstream(base + ".txt") << text;
  EXPECT_EQ(text, tests::text_of(base + ".txt"));
}

INSTANTIATE_TEST_SUITE_P(Recorded, ModuleText,
                         testing::Values("tile_nvrtc", "tile_clang", "torture"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace lanescope::ptx
