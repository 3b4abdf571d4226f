#include "app/command_line/transfers_text.h"

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

transfer::Row copy(double bytes, double us) {
  transfer::Row row;
  row.section = "copy";
  row.names = {{"host", "pinned"}, {"way", "in"}};
  row.numbers = {{"bytes", bytes}};
  row.us = device::Summary{};
  row.us->median = us;
  row.device = "NVIDIA H100";
  row.driver = "580";
  row.date = "2026-11-26";
  return row;
}

// 10 us and 50 GB/s.
TEST(TransfersText, models_stand_beside_the_times) {
  transfer::Row message = copy(0, 0);
  message.section = "nested";
  message.us.reset();
  message.message = "not here";
  EXPECT_EQ(transfers_text({copy(0, 10), copy(5e5, 20), copy(5e7, 1010), message}, "RECORDED"),
            "RECORDED on NVIDIA H100, driver 580, 2026-11-26\n"
            "\n"
            "copy\n"
            "  host    way       bytes   median  GB/s    MODEL   off\n"
            "  pinned  in            0    10 us     0    10 us  +0 %\n"
            "  pinned  in      500,000    20 us    25    20 us  +0 %\n"
            "  pinned  in   50,000,000  1.01 ms  49.5  1.01 ms  +0 %\n"
            "\n"
            "MODEL of copies: start-up + bytes / rate, with 95 % intervals\n"
            "  host    way  start-up          rate                off at most\n"
            "  pinned  in   10 us (10 to 10)  50 GB/s (50 to 50)          0 %\n"
            "\n"
            "Not measured, or otherwise than planned\n"
            "  nested: not here\n");
}

TEST(TransfersText, of_nothing_is_empty) { EXPECT_EQ(transfers_text({}, "MEASURED"), ""); }

}  // namespace
}  // namespace lanescope::app
