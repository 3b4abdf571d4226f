#include "app/command_line/access_csv.h"

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

const std::string heading = "name,space,op,bytes,mask,o0,o1\n";
const std::string priced_heading =
    "name,space,op,bytes,mask,sectors,tag_lookups,wavefronts,conflicts\n";

std::string priced(const std::string& csv) {
  const auto accesses = read_accesses(csv, "t.csv");
  return accesses ? costs_csv(*accesses) : accesses.error();
}

TEST(AccessCsv, prices_a_global_load) {
  EXPECT_EQ(priced(heading + "two,global,ld,4,0x3,0,128\n"),
            priced_heading + "two,global,ld,4,0x00000003,2,2,,\n");
}

TEST(AccessCsv, prices_a_shared_store) {
  EXPECT_EQ(priced(heading + "two,shared,st,4,0x3,0,128\n"),
            priced_heading + "two,shared,st,4,0x00000003,,,2,1\n");
}

TEST(AccessCsv, an_atomic_has_no_tag_lookups_as_hardware_has_no_such_counter) {
  EXPECT_EQ(priced(heading + "same,global,atom,4,3,0,0\n"),
            priced_heading + "same,global,atom,4,0x00000003,2,,,\n");
}

TEST(AccessCsv, keeps_the_order_of_the_rows) {
  const auto accesses =
      read_accesses(heading + "b,global,ld,4,1,0,0\na,global,ld,4,1,0,0\n", "t.csv");
  ASSERT_TRUE(accesses);
  ASSERT_EQ(accesses->size(), 2U);
  EXPECT_EQ((*accesses)[0].name, "b");
  EXPECT_EQ((*accesses)[1].name, "a");
}

TEST(AccessCsv, finds_columns_by_name_in_any_order) {
  const auto accesses =
      read_accesses("o1,remark,mask,o0,bytes,op,space,name\n8,hm,0x3,4,2,red,global,r\n", "t.csv");
  ASSERT_TRUE(accesses) << accesses.error();
  const memory::WarpAccess& access = accesses->front().access;
  EXPECT_EQ(access.op, memory::Op::reduction);
  EXPECT_EQ(access.bytes, 2);
  EXPECT_EQ(access.address[0], 4U);
  EXPECT_EQ(access.address[1], 8U);
}

TEST(AccessCsv, lanes_that_take_no_part_need_no_offset) {
  EXPECT_TRUE(read_accesses(heading + "one,global,ld,4,0x2,,64\n", "t.csv"));
}

TEST(AccessCsv, reads_what_a_spreadsheet_writes) {
  EXPECT_EQ(
      priced("\xEF\xBB\xBFname,space,op,bytes,mask,o0\r\n\"a, \"\"b\"\"\",global,ld,4,1,0\r\n\r\n"),
      priced_heading + "\"a, \"\"b\"\"\",global,ld,4,0x00000001,1,1,,\n");
}

TEST(AccessCsv, a_heading_alone_is_an_empty_table) { EXPECT_EQ(priced(heading), priced_heading); }

TEST(AccessCsv, a_machines_own_rules_price_the_table) {
  // Words 0, 2, .., 62: two rows of 32 banks on an H200, one on a K40, which serves words i and
  // i + 32 together.
  std::string csv = "name,space,op,bytes,mask";
  for (int lane = 0; lane < 32; ++lane) csv += ",o" + std::to_string(lane);
  csv += "\nstride,shared,load,4,0xffffffff";
  for (int lane = 0; lane < 32; ++lane) csv += "," + std::to_string(8 * lane);
  const auto accesses = read_accesses(csv + "\n", "t.csv");
  ASSERT_TRUE(accesses) << accesses.error();
  EXPECT_TRUE(costs_csv(*accesses).ends_with("stride,shared,ld,4,0xffffffff,,,2,1\n"));
  memory::MemoryRules kepler;
  kepler.shared = memory::SharedRule::paired_rows;
  EXPECT_TRUE(costs_csv(*accesses, kepler).ends_with("stride,shared,ld,4,0xffffffff,,,1,0\n"));
}

struct BadTable {
  const char* what;
  std::string csv;
  const char* error;  // start of the message
};
void PrintTo(const BadTable& table, std::ostream* out) { *out << table.what; }

class BadAccessCsv : public ::testing::TestWithParam<BadTable> {};

TEST_P(BadAccessCsv, is_refused_with_its_line) {
  const auto accesses = read_accesses(GetParam().csv, "t.csv");
  ASSERT_FALSE(accesses);
  EXPECT_TRUE(accesses.error().starts_with(GetParam().error)) << accesses.error();
}

INSTANTIATE_TEST_SUITE_P(
    AccessCsv, BadAccessCsv,
    ::testing::Values(
        BadTable{"empty_file", "", "t.csv:1: there is no heading"},
        BadTable{"missing_column", "name,space,op,bytes,o0\n",
                 "t.csv:1: there is no column 'mask'"},
        BadTable{"repeated_column", "name,space,op,bytes,mask,o0,o0\n",
                 "t.csv:1: column 'o0' is there twice"},
        BadTable{"space", heading + "a,lds,ld,4,1,0,0\n",
                 "t.csv:2: space is 'lds'; it must be one of global, shared"},
        BadTable{"op", heading + "a,global,read,4,1,0,0\n", "t.csv:2: op is 'read'"},
        BadTable{"bytes", heading + "a,global,ld,3,1,0,0\n", "t.csv:2: bytes is '3'"},
        BadTable{"no_bytes", heading + "a,global,ld,0,1,0,0\n", "t.csv:2: bytes is '0'"},
        BadTable{"mask", heading + "a,global,ld,4,0x1ffffffff,0,0\n",
                 "t.csv:2: mask is '0x1ffffffff'"},
        BadTable{"missing_offset", heading + "a,global,ld,4,0x3,0,\n", "t.csv:2: o1 is ''"},
        BadTable{"missing_offset_column", heading + "a,global,ld,4,0x7,0,0\n", "t.csv:2: o2 is ''"},
        BadTable{"negative_offset", heading + "a,global,ld,4,1,-4,0\n", "t.csv:2: o0 is '-4'"},
        BadTable{"misaligned_global", heading + "a,global,ld,4,3,0,5\n",
                 "t.csv:2: o1 is 5; lane 1 accesses 4 bytes there"},
        BadTable{"misaligned_shared", heading + "a,shared,st,16,2,1,24\n",
                 "t.csv:2: o1 is 24; lane 1 accesses 16 bytes there"},
        BadTable{"huge_offset", heading + "a,global,ld,4,1,18446744073709551615,0\n",
                 "t.csv:2: o0 is"},
        BadTable{"short_row", heading + "a,global,ld\n",
                 "t.csv:2: the row has 3 cells and the heading 7"},
        BadTable{"long_row", heading + "a,global,ld,4,1,0,0,0\n", "t.csv:2: the row has 8 cells"},
        BadTable{"open_quote", heading + "\"a,global,ld,4,1,0,0\n",
                 "t.csv:2: a double quote is not closed"},
        BadTable{"later_row", heading + "a,global,ld,4,1,0,0\n\nb,global,ld,4,1,x,0\n",
                 "t.csv:4: o0 is 'x'"}),
    [](const auto& table) { return std::string(table.param.what); });

}  // namespace
}  // namespace lanescope::app
