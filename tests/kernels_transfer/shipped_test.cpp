// Requirements for every shipped recording of transfers.
#include "kernels/transfer/shipped.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "kernels/transfer/models.h"
#include "tests/paths.h"

namespace lanescope::transfer {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> recordings() {
  std::vector<fs::path> files;
  for (const auto& entry :
       fs::directory_iterator(fs::path(LANESCOPE_SOURCE_DIR) / "assets" / "recorded")) {
    if (entry.path().filename().string().starts_with("transfers-")) files.push_back(entry.path());
  }
  return files;
}

TEST(ShippedTransfers, are_there_and_say_where_they_come_from) {
  EXPECT_FALSE(recordings().empty());
  for (const fs::path& path : recordings()) {
    const auto rows = rows_in(path);
    ASSERT_TRUE(rows) << rows.error();
    std::set<std::string> sections;
    for (const Row& row : *rows) {
      sections.insert(row.section);
      EXPECT_NE(row.device, "");
      EXPECT_NE(row.driver, "");
      EXPECT_EQ(row.date.size(), 10U);
      EXPECT_TRUE(!row.method.empty() || !row.message.empty()) << row.section;
    }
    for (const char* section : {"device", "copy", "small_copies", "get", "in_place", "managed",
                                "overlap", "timeline", "streams", "launch", "residency", "nested"})
      EXPECT_TRUE(sections.contains(section)) << path << ": " << section;
    for (const CopyFit& fit : copy_fits(*rows)) EXPECT_TRUE(fit.model) << fit.host << fit.way;
  }
}

}  // namespace
}  // namespace lanescope::transfer
