#include "app/figures/kernel_inputs.h"

#include <algorithm>

#include "sim/text/source_line.h"
#include "viz/picture/core/frame.h"
#include "viz/picture/kernel/code_tokens.h"

namespace lanescope::app {
namespace {

std::string line_of(const Outcome& outcome, const SourcePlace& place, bool hides_comments) {
  const std::string* text = text_of_file(outcome, place.file);
  if (text == nullptr) return {};
  return hides_comments ? picture::code_in_line(*text, place.line)
                        : std::string(source_line(*text, place.line));
}

}  // namespace

const picture::SharedUse& SharedUseOf::operator()(const OutcomePtr& outcome) {
  if (of_ != outcome) {
    of_ = outcome;
    use_ = outcome ? picture::shared_use(outcome->report) : picture::SharedUse{};
  }
  return use_;
}

picture::StageInput stage_input(const Outcome& outcome, const report::Event& event,
                                const picture::SharedUse& shared) {
  picture::StageInput input;
  input.access = event.access;
  input.copy = event.copy;
  input.source_text = line_at(outcome, event.place);
  input.arrays = outcome.report.arrays;
  const auto out_of_range = [&](const Diagnostic& finding) {
    return finding.kind == DiagnosticKind::out_of_range && finding.place.line == event.place.line &&
           finding.place.file == event.place.file;
  };
  const std::vector<Diagnostic>& findings = outcome.report.diagnostics;
  if (std::any_of(findings.begin(), findings.end(), out_of_range))
    input.bad_lanes = picture::lanes_out_of_range(input.access, input.arrays);
  input.shared = shared;
  input.machine = rules_of(outcome);
  input.machine_name = outcome.machine != nullptr ? outcome.machine->name : "";
  return input;
}

StageContent stage_content(const Outcome& outcome, const Selection& selection,
                           const StageView& view, const picture::SharedUse& shared,
                           const text::Texts& texts) {
  const report::Report& report = outcome.report;
  const report::WarpTrace* trace = trace_of(report, selection);
  const int line = selection.line;
  StageContent content;
  if (selection.subject == Subject::divergence) {
    content.branches = picture::BranchInput{};
    content.branches->report = &report;
    content.branches->trace = trace;
    content.branches->line = line;
    content.branches->file = selection.file;
    content.branches->source_text =
        line_of(outcome, {selection.file, line, 0}, view.hides_comments);
    content.branches->lane = view.lane;
    return content;
  }
  const report::Event* event = event_of(report, selection);
  if (event == nullptr) {
    const int nearest = line > 0 ? nearest_line_with_access(report, line, selection.file) : 0;
    if (trace == nullptr) {
      content.title = texts.get("panel.not_run_title");
      content.sentence = texts.get("panel.not_run");
    } else if (nearest != 0 && nearest != line) {
      content.title = texts.get("panel.no_access_title", fmt::arg("line", line));
      content.sentence = texts.get("panel.no_access", fmt::arg("nearest", nearest));
    } else {
      content.title = texts.get("panel.nothing_title");
      content.sentence = texts.get("panel.nothing");
    }
    return content;
  }
  if (event->kind == report::EventKind::barrier) {
    content.title = texts.get("panel.barrier_title");
    content.sentence = texts.get("panel.barrier");
    return content;
  }
  content.stage = stage_input(outcome, *event, shared);
  content.stage->source_text = line_of(outcome, event->place, view.hides_comments);
  content.stage->wavefront = view.wavefront;
  content.stage->lane = view.lane;
  return content;
}

picture::PartedList build_stage_content(const StageContent& content, const picture::Style& style,
                                        float width, float height) {
  if (content.stage) return picture::build_stage_parted(*content.stage, style, width, height);
  if (content.branches)
    return {picture::build_branch_view(*content.branches, style, width, height)};
  return {picture::build_message_view(content.title, content.sentence, style, width, height)};
}

picture::StripInput strip_input(const Session& session) {
  picture::StripInput input;
  input.trace = session.selector().trace();
  if (session.run().shown()) input.report = &session.run().shown()->report;
  input.selected = session.state().selection.event.value_or(static_cast<std::size_t>(-1));
  return input;
}

picture::CodeInput code_input(const Session& session) {
  const Outcome& shown = *session.run().shown();
  const Selection& selection = session.state().selection;
  picture::CodeInput input;
  const std::string* text = text_of_file(shown, selection.file);
  if (text != nullptr) {
    input.file = selection.file;
    input.selected_line = selection.line;
  }
  input.text = text != nullptr ? *text : shown.resolved.source_text;
  input.report = &shown.report;
  input.divergence = selection.subject == Subject::divergence;
  for (const Diagnostic& finding : shown.report.diagnostics) {
    if (finding.severity == Severity::error &&
        report::is_in_file(shown.report, finding.place, input.file)) {
      input.error_lines.push_back(finding.place.line);
    }
  }
  std::sort(input.error_lines.begin(), input.error_lines.end());
  return input;
}

std::string code_name(const Outcome& outcome, const std::string& file) {
  const auto found = std::ranges::find(outcome.included, file, &IncludedFile::name);
  if (found == outcome.included.end()) return outcome.resolved.source_name;
  const auto has_its_name = [&](const IncludedFile& each) {
    return each.path.filename() == found->path.filename();
  };
  const std::string name = found->path.filename().string();
  const bool is_one = std::ranges::count_if(outcome.included, has_its_name) == 1 &&
                      name != outcome.resolved.source_name;
  return is_one ? name : (found->path.parent_path().filename() / name).string();
}

picture::CountsInput counts_input(const Session& session) {
  const Outcome& shown = *session.run().shown();
  picture::CountsInput input;
  input.report = &shown.report;
  input.machine = shown.machine != nullptr ? shown.machine->name : "";
  input.in_transactions = rules_of(shown).global != memory::GlobalRule::sectors;
  const report::Event* event = session.selector().event();
  if (event != nullptr && event->kind == report::EventKind::access) input.site = event->site;
  return input;
}

int line_count(const std::string& text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n')) +
         (text.empty() || text.back() == '\n' ? 0 : 1);
}

}  // namespace lanescope::app
