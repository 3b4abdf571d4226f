#include "sim/exec/decode/call_graph.h"

#include <gtest/gtest.h>

#include "sim/ptx/parser.h"

namespace lanescope::exec {
namespace {

// A function without parameters. The kernel is the one named k.
std::string function(const std::string& name, const std::string& body) {
  return ".func " + name + "()\n{\n.reg .b64 %rd<4>;\n" + body + "\nret;\n}\n";
}

std::vector<std::string> reached(const std::string& functions, bool* may_recurse = nullptr) {
  const auto module = ptx::parse(".version 8.0\n.target sm_80\n.address_size 64\n" + functions);
  EXPECT_TRUE(module.has_value());
  if (!module) return {};
  const CallGraph graph = call_graph(*module, *module->find_function("k"));
  if (may_recurse != nullptr) *may_recurse = graph.may_recurse;
  std::vector<std::string> names;
  for (const ptx::Function* each : graph.functions) names.emplace_back(each->name);
  return names;
}

using Names = std::vector<std::string>;

TEST(CallGraph, holds_what_is_called_and_not_the_rest) {
  EXPECT_EQ(reached(function("a", "call b;") + function("b", "") + function("c", "") +
                    function("k", "call a;")),
            (Names{"k", "a", "b"}));
}

TEST(CallGraph, holds_functions_of_tables_that_are_used) {
  const std::string tables = function("a", "") + function("b", "") +
                             ".global .u64 used[1] = {a};\n.global .u64 unused[1] = {b};\n";
  EXPECT_EQ(reached(tables + function("k", "mov.u64 %rd1, used;")), (Names{"k", "a"}));
}

TEST(CallGraph, names_kernels_that_may_be_launched_but_does_not_hold_them) {
  EXPECT_EQ(reached(".visible .entry child()\n{\nret;\n}\n" + function("a", "") +
                    function("k", "mov.u64 %rd1, child;\ncall a;")),
            (Names{"k", "a"}));
}

TEST(CallGraph, follows_tables_of_tables) {
  const std::string tables = function("a", "") +
                             ".global .u64 inner[1] = {a};\n"
                             ".global .u64 outer[1] = {generic(inner)};\n";
  EXPECT_EQ(reached(tables + function("k", "mov.u64 %rd1, outer;")), (Names{"k", "a"}));
}

TEST(CallGraph, of_a_call_through_a_pointer_holds_all_that_pointers_may_point_to) {
  const std::string others = function("a", "") + function("b", "") + function("c", "") +
                             ".global .u64 table[1] = {a};\n" +
                             function("other", "mov.u64 %rd1, b;\ncall c;");
  EXPECT_EQ(reached(others + function("k", "call %rd1, (), p;")), (Names{"k", "b", "a"}));
}

TEST(CallGraph, knows_recursion_of_one_and_of_two) {
  bool may_recurse = true;
  reached(function("a", "") + function("k", "call a;\ncall a;"), &may_recurse);
  EXPECT_FALSE(may_recurse);
  reached(function("a", "call a;") + function("k", "call a;"), &may_recurse);
  EXPECT_TRUE(may_recurse);
  reached(function("a", "call b;") + function("b", "call a;") + function("k", "call a;"),
          &may_recurse);
  EXPECT_TRUE(may_recurse);
  reached(function("a", "call c;") + function("b", "call c;") + function("c", "") +
              function("k", "call a;\ncall b;"),
          &may_recurse);
  EXPECT_FALSE(may_recurse);
}

TEST(CallGraph, takes_a_call_through_a_pointer_for_possible_recursion) {
  bool may_recurse = false;
  reached(function("k", "call %rd1, (), p;"), &may_recurse);
  EXPECT_TRUE(may_recurse);
}

}  // namespace
}  // namespace lanescope::exec
