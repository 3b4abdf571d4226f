#include "app/session/lint/fix.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "app/session/files/write_file.h"
#include "app/session/start/own_kernel.h"
#include "kernels/lesson_file/lesson.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

// Those with an access that breaks a limit.
std::set<std::string> variants_to_fix(const LintResult& result) {
  std::set<std::string> variants;
  for (const LintMessage& each : result.messages) {
    if (each.counts() && !each.subject.empty()) variants.insert(each.variant);
  }
  return variants;
}

// Fewer messages, and of no rule more for a kernel's accesses.
bool is_better(const LintResult& before, const LintResult& after) {
  std::map<std::tuple<std::string, std::string, std::string>, int> more;
  int all = 0;
  const auto add = [&](const LintResult& result, int each_is) {
    for (const LintMessage& each : result.messages) {
      if (!each.counts()) continue;
      more[{each.rule, each.kernel, each.subject}] += each_is;
      all += each_is;
    }
  };
  add(after, 1);
  add(before, -1);
  return all < 0 && std::ranges::none_of(more, [](const auto& each) { return each.second > 0; });
}

class Fixer {
 public:
  Fixer(const LintRequest& request, LintResult& result, const std::stop_token& stop)
      : request_(request), result_(result), stop_(stop) {
    request_.variant.clear();  // another variant may run the same file
    if (!request.variant.empty()) all_ = lint(request_, stop_);
  }

  LintFixes run(const std::string& only_variant) {
    std::set<std::string> hopeless;
    for (bool goes_on = true; goes_on && !stop_.stop_requested();) {
      goes_on = false;
      for (const std::string& variant : variants_to_fix(all())) {
        if (hopeless.contains(variant) || (!only_variant.empty() && variant != only_variant))
          continue;
        if (!fix_one(variant)) {
          hopeless.insert(variant);
          continue;
        }
        goes_on = true;  // there are fewer messages now, so this ends
        break;
      }
    }
    if (!only_variant.empty() && !fixes_.all.empty()) {
      request_.variant = only_variant;
      result_ = lint(request_, stop_);
    }
    return std::move(fixes_);
  }

 private:
  [[nodiscard]] LintResult& all() { return all_ ? *all_ : result_; }

  // Whether all variants of the file do the same with the text: advise() has run one.
  [[nodiscard]] bool does_the_same(const fs::path& file, const std::string& text) const {
    const auto lesson = lesson::find(request_.lesson);
    if (!lesson) return false;
    return std::ranges::all_of(lesson->variants(), [&](const lesson::VariantInfo& each) {
      const auto resolved = lesson->resolve(each.name, {});
      if (!resolved || resolved->source_path != file) return true;
      RunRequest run = run_of(request_, each.name);
      run.want_hashes = true;
      const auto before = app::run(run, nullptr, stop_);
      if (!before) return true;  // it did not run before, either
      run.kernel_text = text;
      const auto after = app::run(run, nullptr, stop_);
      return after && !has_variables(**before) && same_results(**before, **after);
    });
  }

  void refuse(const std::string& why) {
    if (std::ranges::find(fixes_.refused, why) == fixes_.refused.end())
      fixes_.refused.push_back(why);
  }

  bool fix_one(const std::string& variant) {
    const auto advice = advise(run_of(request_, variant), stop_);
    if (!advice) return false;
    const fs::path& file = advice->outcome->resolved.source_path;
    for (const Suggestion& each : advice->suggestions) {
      if (!each.edit) continue;
      if (is_in_lesson_folders(file)) {
        refuse(file.string() + ": a shipped lesson's file is not changed");
        return false;
      }
      LintRequest with = request_;
      with.file = file;
      with.text = each.edit->text;
      LintResult changed = lint(with, stop_);
      if (!is_better(all(), changed) || !does_the_same(file, each.edit->text)) continue;
      if (stop_.stop_requested()) return false;
      if (const auto written = write_file(file, each.edit->text); !written) {
        refuse(written.error() + "; --fix would change it");
        return false;
      }
      all() = std::move(changed);
      fixes_.all.push_back({file, *each.edit, each.lines});
      return true;
    }
    return false;
  }

  LintRequest request_;
  LintResult& result_;
  std::optional<LintResult> all_;  // of all variants, where `result_` is of one
  std::stop_token stop_;
  LintFixes fixes_;
};

}  // namespace

LintFixes fix(const LintRequest& request, LintResult& result, const std::stop_token& stop) {
  return Fixer(request, result, stop).run(request.variant);
}

}  // namespace lanescope::app
