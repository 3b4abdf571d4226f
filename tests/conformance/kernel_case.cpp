#include "tests/conformance/kernel_case.h"

#include <cstdlib>

#include "sim/report/build.h"
#include "tests/emulation.h"

namespace lanescope::conformance {

struct KernelCase::Outcome {
  exec::RunResult result;
  report::Report report;
  std::vector<std::vector<std::byte>> arrays;  // in argument order; empty for a value
};

namespace {

// All counts in the report, for the whole launch.
std::vector<report::Counts> counts_of(const report::Report& report) {
  const report::Totals& t = report.totals;
  std::vector<report::Counts> all = {t.global_load, t.global_store, t.global_atomic,
                                     t.shared_load, t.shared_store, t.shared_atomic,
                                     t.local_load,  t.local_store,  t.constant_load};
  for (const report::Site& site : report.sites) all.push_back(site.counts);
  return all;
}

}  // namespace

bool KernelCase::run_once(const exec::Program& program, const exec::RunOptions& options,
                          Outcome& outcome) const {
  tests::Arguments arguments;
  for (const Argument& argument : arguments_) {
    if (argument.difference == nullptr) {
      arguments.bytes.push_back(argument.before);
    } else {
      arguments.add_array("argument " + std::to_string(arguments.bytes.size()), argument.before);
    }
  }

  const std::uint32_t threads = config_.block[0] * config_.block[1] * config_.block[2];
  std::vector<std::unique_ptr<report::Collector>> collectors;
  auto result =
      exec::run(program, config_, arguments.bytes, arguments.memory,
                tests::one_each(collectors, program, std::nullopt, (threads + 31) / 32), options);
  if (!result) {
    ADD_FAILURE() << result.error().text();
    return false;
  }
  outcome.result = std::move(*result);
  outcome.report =
      report::build({program, config_, outcome.result, collectors, kernel_, "kernel.cu"});
  outcome.arrays.clear();
  std::size_t number = 0;
  for (const Argument& argument : arguments_) {
    outcome.arrays.emplace_back();
    if (argument.difference != nullptr) outcome.arrays.back() = arguments.elements_of(number++);
  }
  return true;
}

bool KernelCase::run(const exec::Program& program, int threads, Outcome& outcome) const {
  exec::RunOptions options;
  options.threads = threads;
  options.max_warp_instructions = 100'000'000;
  if (!run_once(program, options, outcome)) return false;
  if (outcome.result.status == exec::RunStatus::blocks_depend) {
    options.in_order = true;
    if (!run_once(program, options, outcome)) return false;
  }
  EXPECT_EQ(outcome.result.status, exec::RunStatus::completed);
  for (const Diagnostic& diagnostic : outcome.result.diagnostics)
    EXPECT_EQ(diagnostic.severity, Severity::note) << diagnostic.text();
  return !testing::Test::HasFailure();
}

void KernelCase::check(compile::Compiler compiler) const {
  const auto ptx = compile::to_ptx({"kernel.cu", text_, {}}, compiler);
  if (!ptx) {
    std::string messages = ptx.error().summary;
    for (const compile::Message& message : ptx.error().messages)
      messages += "\n" + message.formatted();
    FAIL() << messages;
  }
  SCOPED_TRACE(std::getenv("LANESCOPE_SHOW_PTX") != nullptr ? ptx->text : std::string());
  const auto program = tests::program_of(ptx->text, kernel_);
  if (!program) {
    std::string messages;
    for (const Diagnostic& diagnostic : program.error()) messages += diagnostic.text() + "\n";
    FAIL() << messages;
  }

  Outcome one, three;
  if (!run(*program, 1, one) || !run(*program, 3, three)) return;
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    const Argument& argument = arguments_[i];
    if (argument.difference == nullptr) continue;
    EXPECT_EQ(argument.difference(argument.expected, one.arrays[i], argument.ulps), "")
        << "argument " << i;
    EXPECT_TRUE(one.arrays[i] == three.arrays[i])
        << "argument " << i << " depends on the number of threads";
  }
  EXPECT_EQ(one.result.counts, three.result.counts);
  EXPECT_EQ(one.result.profile, three.result.profile);
  EXPECT_EQ(counts_of(one.report), counts_of(three.report));
}

void compile_anew() { ::setenv("LANESCOPE_CACHE", "off", 0); }

void Conformance::SetUp() {
  compile_anew();
  for (const compile::Availability& one : compile::available()) {
    if (one.compiler == GetParam() && !one.usable) GTEST_SKIP() << one.why_not;
  }
}

}  // namespace lanescope::conformance
