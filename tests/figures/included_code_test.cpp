// The code of a kernel that includes files of the user's.
#include <algorithm>
#include <memory>

#include <gtest/gtest.h>

#include "app/figures/kernel_inputs.h"
#include "tests/session/reports.h"

namespace lanescope::app {
namespace {

const std::string header = "/kernels/tile.cuh";

// The costliest access is in the header; one of two with its name.
OutcomePtr outcome_with_headers(const RunRequest& request) {
  report::Report report = test::tile_report(32);
  report.main_file = report.sites.front().place.file;
  for (report::WarpTrace& trace : report.traces) {
    report::Event& load = trace.events[test::shared_load_event];
    load.place = {header, 2, 0};
    report.sites[load.site].place = load.place;
  }
  report.included = {{header, {}, {}}, {"/other/tile.cuh", {}, {}}};
  Diagnostic error;
  error.place = {header, 3, 0};
  report.diagnostics = {error};
  auto outcome = std::make_shared<Outcome>(*test::outcome_for(request, std::move(report)));
  outcome->included = {{header, header, "// one\n  return S[x][y];\n"},
                       {"/other/tile.cuh", "/other/tile.cuh", "// other\n"}};
  return outcome;
}

std::unique_ptr<Session> session_with_headers() {
  auto session = std::make_unique<Session>(
      test::initial_state(), ViewRequest{},
      SessionServices{[](const RunRequest& request, Progress*, std::stop_token) -> RunResult {
                        return outcome_with_headers(request);
                      },
                      test::lesson_card,
                      {}});
  EXPECT_TRUE(test::update_until_taken(*session));
  return session;
}

TEST(IncludedCode, is_that_of_the_chosen_access) {
  const auto owned = session_with_headers();
  Session& session = *owned;
  const picture::CodeInput input = code_input(session);
  EXPECT_EQ(input.file, header);
  EXPECT_EQ(input.text, "// one\n  return S[x][y];\n");
  EXPECT_EQ(input.selected_line, 2);
  EXPECT_EQ(input.error_lines, std::vector{3});
  session.selector().choose_own_line(3);
  const picture::CodeInput own = code_input(session);
  EXPECT_EQ(own.file, "");
  EXPECT_EQ(own.text, session.run().shown()->resolved.source_text);
  EXPECT_TRUE(own.error_lines.empty());
}

TEST(IncludedCode, of_a_file_without_a_text_is_the_kernels_own_with_no_line) {
  const auto owned = session_with_headers();
  Session& session = *owned;
  session.selector().follow({"/usr/include/library.h", 1}, {});
  EXPECT_EQ(session.state().selection.file, "/usr/include/library.h");
  const picture::CodeInput input = code_input(session);
  EXPECT_EQ(input.file, "");
  EXPECT_EQ(input.selected_line, 0);
}

TEST(IncludedCode, has_a_name_of_its_own) {
  const auto owned = session_with_headers();
  const Session& session = *owned;
  EXPECT_EQ(code_name(*session.run().shown(), ""), session.run().shown()->resolved.source_name);
  EXPECT_EQ(code_name(*session.run().shown(), header), "kernels/tile.cuh");
  Outcome one = *session.run().shown();
  one.included.pop_back();
  EXPECT_EQ(code_name(one, header), "tile.cuh");
}

TEST(IncludedCode, is_named_where_the_stage_shows_its_line) {
  const auto owned = session_with_headers();
  const Session& session = *owned;
  const text::Texts texts("en");
  const StageContent content =
      stage_content(*session.run().shown(), session.state().selection, {}, {}, texts);
  ASSERT_TRUE(content.stage);
  EXPECT_EQ(content.stage->source_text, "return S[x][y];");
}

}  // namespace
}  // namespace lanescope::app
