#include "tests/conformance/kernel_case.h"

#include <cstdlib>
#include <memory>

#include "sim/exec/decode/decode.h"
#include "sim/exec/decode/kernel_names.h"
#include "sim/ptx/parser.h"
#include "sim/report/build.h"

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
  exec::GlobalMemory memory;
  std::vector<exec::ArgumentBytes> arguments;
  for (const Argument& argument : arguments_) {
    if (argument.difference == nullptr) {
      arguments.push_back(argument.before);
      continue;
    }
    const std::size_t number = memory.arrays().size();
    if (!memory.add("argument " + std::to_string(arguments.size()), argument.before.size())) {
      ADD_FAILURE() << "no memory for an array of " << argument.before.size() << " bytes";
      return false;
    }
    if (!argument.before.empty())
      std::memcpy(memory.bytes_of(number).data(), argument.before.data(), argument.before.size());
    exec::ArgumentBytes pointer(sizeof(std::uint64_t));
    std::memcpy(pointer.data(), &memory.arrays()[number].address, pointer.size());
    arguments.push_back(std::move(pointer));
  }

  const std::uint32_t threads = config_.block[0] * config_.block[1] * config_.block[2];
  std::vector<std::unique_ptr<report::Collector>> collectors;
  auto result = exec::run(
      program, config_, arguments, memory,
      [&]() -> exec::Observer* {
        collectors.push_back(
            std::make_unique<report::Collector>(program, std::nullopt, (threads + 31) / 32));
        return collectors.back().get();
      },
      options);
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
    if (argument.difference == nullptr) continue;
    const auto bytes = memory.bytes_of(number++);
    outcome.arrays.back().assign(bytes.begin(), bytes.end());
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
  auto module = ptx::parse(ptx->text);
  ASSERT_TRUE(module.has_value()) << module.error().text();
  const ptx::Function* entry = exec::find_kernel(*module, kernel_);
  ASSERT_NE(entry, nullptr) << "there is no kernel " << kernel_;
  const auto program = exec::decode(*module, *entry);
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
