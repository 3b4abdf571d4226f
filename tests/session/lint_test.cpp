// Accesses and findings are judged by rules; comments and a baseline allow some of them.
#include "app/session/lint/lint.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/session/lint/baseline.h"
#include "app/session/lint/lint_cache.h"
#include "app/session/lint/suppressions.h"
#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

LintRules rules(const std::string& text) {
  auto read = LintRules::parse(text, "rules.toml");
  EXPECT_TRUE(read.has_value()) << (read ? "" : read.error().formatted());
  return read.value_or(LintRules());
}
std::string why_not(const std::string& text) {
  const auto read = LintRules::parse(text, "rules.toml");
  return read ? "" : read.error().formatted();
}

TEST(LintRules, of_an_unknown_quantity_name_those_that_are_there) {
  EXPECT_THAT(why_not("[limits]\nway = 2\n"), HasSubstr("rules.toml:2: limits.way"));
  EXPECT_THAT(why_not("[limits]\nway = 2\n"), HasSubstr("did you mean 'ways'?"));
}

TEST(LintRules, of_an_unknown_severity_are_refused) {
  EXPECT_THAT(why_not("[severity]\nways = \"bad\"\n"), HasSubstr("error, warning, note or off"));
}

TEST(LintRules, with_an_exception_need_its_reason) {
  EXPECT_THAT(why_not("[[except]]\nkernel = \"k\"\n"), HasSubstr("reason"));
}

TEST(LintRules, are_at_least_where_more_is_better) {
  const KernelRules all =
      rules("[limits]\nefficiency_percent = 50\nways = 2\n").for_kernel("", "", "");
  ASSERT_EQ(all.limits.size(), 2u);
  EXPECT_TRUE(all.limits[0].is_kept(75));
  EXPECT_FALSE(all.limits[0].is_kept(25));
  EXPECT_TRUE(all.limits[1].is_kept(1));
  EXPECT_FALSE(all.limits[1].is_kept(4));
}

TEST(LintRules, of_an_exception_hold_for_the_kernels_that_it_matches) {
  const LintRules some = rules(
      "[limits]\nways = 2\n[[except]]\nkernel = \"slow_*\"\nlimits = { ways = 32 }\n"
      "severity = { shared_race = \"off\" }\nreason = \"it shows it\"\n");
  EXPECT_EQ(some.for_kernel("l", "", "slow_one").limits[0].value, 32);
  EXPECT_EQ(some.for_kernel("l", "", "fast").limits[0].value, 2);
  EXPECT_FALSE(some.for_kernel("l", "", "slow_one").severity_of("shared_race", Severity::error));
  EXPECT_TRUE(some.for_kernel("l", "", "fast").severity_of("shared_race", Severity::error));
}

TEST(Suppressions, are_for_their_own_line_or_the_next_one_with_code) {
  const auto found = suppressions_in(
      "a;  // lanescope: allow(ways) one\n"
      "// lanescope: allow(ways, sectors) two\n"
      "// words\n"
      "b;\n"
      "/* lanescope: allow(ways) three */ c;\n");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].line, 1);
  EXPECT_EQ(found[1].line, 4);
  EXPECT_EQ(found[1].comment_line, 2);
  EXPECT_THAT(found[1].rules, ElementsAre("ways", "sectors"));
  EXPECT_EQ(found[0].reason, "one");
}

TEST(Suppressions, in_code_are_none) {
  EXPECT_THAT(suppressions_in("const char* s = \"lanescope: allow(ways) x\";\n"), IsEmpty());
}

// A kernel that writes a column at its second line, 32 sectors a request.
class Lint : public tests::InFolder<::testing::Test> {
 protected:
  void SetUp() override {
    write("l/lesson.toml",
          "source = \"k.cu\"\nkernel = \"k\"\n[launch]\ngrid = [1]\nblock = [32]\n"
          "[[args]]\nname = \"a\"\ntype = \"float\"\ncount = 1024\n");
    text(column);
  }
  void text(const std::string& line) {
    write("l/k.cu", "__global__ void k(float* a) {\n" + line + "\n}\n");
  }
  [[nodiscard]] LintRequest request(const std::string& text) const {
    LintRequest request;
    request.lesson = (folder_ / "l").string();
    request.rules = rules(text);
    request.threads = 1;
    return request;
  }
  [[nodiscard]] std::vector<LintMessage> messages(const std::string& rules) const {
    return lint(request(rules)).messages;
  }
  static constexpr const char* column = "  a[threadIdx.x * 8] = 1;";
  static constexpr const char* limit = "[limits]\nsectors_per_request = 4\n";
};

TEST_F(Lint, says_which_access_breaks_a_limit_and_by_how_much) {
  const auto found = messages(limit);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].rule, "sectors_per_request");
  EXPECT_EQ(found[0].whole_text(), "global store: sectors_per_request is 32; at most 4 is allowed");
  EXPECT_EQ(found[0].line, 2);
  EXPECT_EQ(found[0].code, "a[threadIdx.x * 8] = 1;");
  EXPECT_EQ(found[0].severity, Severity::error);
}

TEST_F(Lint, has_no_message_where_the_limit_is_kept) {
  EXPECT_THAT(messages("[limits]\nsectors_per_request = 32\nways = 1\n"), IsEmpty());
}

TEST_F(Lint, judges_the_ways_of_bank_conflicts) {
  text(
      "  __shared__ float s[1024];\n  s[threadIdx.x * 8] = a[0];\n  __syncthreads();\n"
      "  a[threadIdx.x] = s[(threadIdx.x ^ 1) * 8];");
  const auto found = messages("[limits]\nways = 2\n");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].text, "ways is 8; at most 2 is allowed");
  EXPECT_EQ(found[0].subject, "shared store");
  EXPECT_EQ(found[1].subject, "shared load");
}

TEST_F(Lint, judges_the_whole_launch_at_the_kernels_line) {
  const auto found = messages("[limits]\nwarp_instructions = 1\n");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].line, 1);
  EXPECT_EQ(found[0].subject, "launch");
}

TEST_F(Lint, has_the_findings_with_the_severity_of_the_rules) {
  text("  a[threadIdx.x + 1000] = 1;");
  const auto as_found = messages("");
  ASSERT_EQ(as_found.size(), 1u);
  EXPECT_EQ(as_found[0].rule, "out_of_range");
  EXPECT_EQ(as_found[0].severity, Severity::error);
  EXPECT_EQ(messages("[severity]\nout_of_range = \"note\"\n")[0].severity, Severity::note);
  EXPECT_THAT(messages("[severity]\nout_of_range = \"off\"\n"), IsEmpty());
}

TEST_F(Lint, has_the_remarks_about_a_run_like_its_findings) {
  text("  if (threadIdx.x & 1) a[threadIdx.x] = 1;");
  const auto as_found = messages("");
  ASSERT_EQ(as_found.size(), 1u);
  EXPECT_EQ(as_found[0].rule, "counted_in_ptx");
  EXPECT_EQ(as_found[0].severity, Severity::note);
  EXPECT_EQ(as_found[0].line, 2);
  EXPECT_EQ(messages("[severity]\ncounted_in_ptx = \"error\"\n").at(0).severity, Severity::error);
  EXPECT_THAT(messages("[severity]\ncounted_in_ptx = \"off\"\n"), IsEmpty());
}

TEST_F(Lint, does_not_mind_what_a_variant_exists_to_show) {
  text("  a[threadIdx.x + 1000] = 1;");
  write("l/lesson.toml",
        "source = \"k.cu\"\n[launch]\ngrid = [1]\nblock = [32]\n"
        "[[args]]\nname = \"a\"\ntype = \"float\"\ncount = 1024\n"
        "[[variants]]\nname = \"wrong\"\nkernel = \"k\"\nprovokes = [\"out_of_range\"]\n");
  EXPECT_THAT(messages(""), IsEmpty());
}

TEST_F(Lint, is_silenced_by_a_comment_with_a_reason) {
  text(std::string(column) + "  // lanescope: allow(sectors_per_request) once a launch");
  const auto found = messages(limit);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].allowed, "once a launch");
  EXPECT_FALSE(found[0].counts());
}

TEST_F(Lint, is_not_silenced_by_a_comment_without_one) {
  text(std::string(column) + "  // lanescope: allow(sectors_per_request)");
  const auto found = messages(limit);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_TRUE(std::ranges::all_of(found, &LintMessage::counts));
  EXPECT_EQ(found[0].rule, no_reason_rule);
}

TEST_F(Lint, warns_of_a_comment_that_is_needed_no_more) {
  text("  a[threadIdx.x] = 1;  // lanescope: allow(sectors_per_request) once a launch");
  const auto found = messages(limit);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].rule, unused_rule);
  EXPECT_EQ(found[0].severity, Severity::warning);
}

TEST_F(Lint, of_a_kernel_that_does_not_compile_is_a_message_at_its_line) {
  text("  a[threadIdx.x] = nothing;");
  const auto found = messages("");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].rule, not_run_rule);
  EXPECT_EQ(found[0].line, 2);
}

TEST_F(Lint, of_a_lesson_that_is_not_there_is_a_message) {
  LintRequest none = request("");
  none.lesson = (folder_ / "none").string();
  const LintResult result = lint(none);
  ASSERT_EQ(result.messages.size(), 1u);
  EXPECT_EQ(result.messages[0].rule, not_run_rule);
  EXPECT_EQ(result.kernels, 0u);
}

TEST_F(Lint, knows_a_message_of_the_baseline_on_another_line) {
  const std::filesystem::path baseline = write("base.json", baseline_text(messages(limit)));
  text(std::string("  // a line more\n") + column);
  auto moved = messages(limit);
  EXPECT_EQ(apply_baseline(baseline, moved), 0u);
  ASSERT_EQ(moved.size(), 1u);
  EXPECT_TRUE(moved[0].is_known);
}

TEST_F(Lint, does_not_know_the_same_mistake_in_other_code) {
  const std::filesystem::path baseline = write("base.json", baseline_text(messages(limit)));
  text("  a[threadIdx.x * 16 % 1024] = 1;");
  auto other = messages(limit);
  EXPECT_EQ(apply_baseline(baseline, other), 1u) << "the known one is gone";
  ASSERT_EQ(other.size(), 1u);
  EXPECT_TRUE(other[0].counts());
}

TEST_F(Lint, refuses_a_file_that_is_no_baseline) {
  std::vector<LintMessage> none;
  EXPECT_FALSE(apply_baseline(write("base.json", "{\"schema\": 3}"), none).has_value());
  EXPECT_FALSE(apply_baseline(write("cut.json", "{\"schema\": "), none).has_value());
  EXPECT_FALSE(apply_baseline(folder_ / "none.json", none).has_value());
}

TEST_F(Lint, is_found_in_the_cache_until_a_file_changes) {
  const LintCache cache(folder_ / "cache");
  const LintRequest one = request(limit);
  EXPECT_FALSE(cache.find(one).has_value());
  cache.keep(one, lint(one));
  const auto kept = cache.find(one);
  ASSERT_TRUE(kept.has_value());
  ASSERT_EQ(kept->messages.size(), 1u);
  EXPECT_EQ(kept->messages[0].whole_text(), lint(one).messages[0].whole_text());
  EXPECT_FALSE(cache.find(request("")).has_value()) << "other rules";
  text("  a[threadIdx.x] = 1;");
  EXPECT_FALSE(cache.find(one).has_value());
}

}  // namespace
}  // namespace lanescope::app
