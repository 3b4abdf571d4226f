// What would make a kernel's accesses cheaper: changes that were made and run, not rules of thumb.
//
// Each change of its text (edits.h), and each near value of a parameter that leaves the arrays as
// large as they are, is run on the same arrays. It is advice if all arrays come out bit for bit the
// same, the kernel makes no new mistakes, and its accesses cost less altogether.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/session/advice/edits.h"
#include "app/session/compare/difference.h"
#include "app/session/run/run.h"

namespace lanescope::app {

// Sectors of global and local memory and wavefronts of shared and constant memory, of all accesses.
struct AccessPrice {
  std::uint64_t cost = 0, ideal = 0;
};
[[nodiscard]] AccessPrice price_of(const report::Totals& totals);

struct Suggestion {
  // One of the two: a change of the text, or another value of a parameter.
  std::optional<KernelEdit> edit;
  std::string parameter;
  std::int64_t value = 0;
  std::int64_t distance = 0;       // from the present value
  std::vector<ChangedLine> lines;  // of the text
  OutcomePtr outcome;
  AccessPrice price;
  // Against the run without it: what gets better, and what gets worse elsewhere.
  std::vector<ComparedNumber> better, worse;
};

// Why nothing was tried.
enum class Untried : std::uint8_t {
  no,            // something was
  errors,        // they are to be mended first
  stopped,       // the kernel did not run to its end, so it has no counts
  variables,     // it leaves results in __device__ variables, which are not compared
  nothing_costs  // no access costs more than it needs
};

struct Advice {
  OutcomePtr outcome;  // as it is
  Untried untried = Untried::no;
  AccessPrice price;
  std::size_t tried = 0;
  std::vector<Suggestion> suggestions;  // the best first
};

// Changes that save less of the price than this are no advice.
inline constexpr double least_saving = 0.05;

// Whether two runs did the same, as far as it can be compared: arrays bit for bit, but those that
// hold no result, and what the kernel printed. Needs RunRequest::want_hashes.
[[nodiscard]] bool same_results(const Outcome& a, const Outcome& b);
// Whether the kernel's module uses __device__ variables.
[[nodiscard]] bool has_variables(const Outcome& outcome);

// Blocks until done: some runs of the kernel. `request`: the state to improve.
[[nodiscard]] tl::expected<Advice, Problem> advise(RunRequest request,
                                                   const std::stop_token& stop = {});

}  // namespace lanescope::app
