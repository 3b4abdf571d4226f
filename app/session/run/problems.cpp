#include "app/session/run/parts.h"

#include <utility>

namespace lanescope::app {

Problem problem_of(const compile::Failure& failure, const std::string& source_name) {
  Problem problem;
  problem.exit_code = failure.kind == compile::Failure::Kind::unavailable ? 3 : 2;
  problem.cancelled = failure.kind == compile::Failure::Kind::cancelled;
  problem.message = failure.messages.empty() ? failure.summary : "";
  for (const compile::Message& message : failure.messages) {
    if (!problem.message.empty()) problem.message += '\n';
    problem.message += message.formatted();
  }
  for (const compile::Message& message : failure.messages) {
    if (message.severity != compile::MessageSeverity::error || message.line == 0) continue;
    problem.file = message.file;
    problem.line = message.line;
    problem.column = message.column;
    break;
  }
  for (const compile::Message& message : failure.messages) {
    if (message.severity == compile::MessageSeverity::error && message.line > 0 &&
        message.file == source_name)
      problem.errors.push_back({message.line, message.column, message.text});
  }
  return problem;
}

Problem problem_of(const std::vector<Diagnostic>& diagnostics, const std::string& source_name) {
  Problem problem;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!problem.message.empty()) problem.message += '\n';
    problem.message += diagnostic.text();
    if (diagnostic.place.line > 0 && diagnostic.place.file == source_name)
      problem.errors.push_back(
          {diagnostic.place.line, diagnostic.place.column, diagnostic.message});
  }
  problem.file = diagnostics.front().place.file;
  problem.line = diagnostics.front().place.line;
  problem.column = diagnostics.front().place.column;
  return problem;
}

Problem problem_of(const lesson::Error& error) {
  Problem problem = wrong_request(error.formatted());
  problem.file = error.file;
  problem.line = error.line;
  problem.key = error.key;
  return problem;
}

std::string reason_of(const Problem& problem) {
  const std::string place = lesson::Error{problem.file, problem.line, problem.key, {}}.formatted();
  const bool has_place = problem.file.ends_with(".toml") && problem.message.starts_with(place);
  return has_place ? problem.message.substr(place.size()) : problem.message;
}

Problem wrong_request(std::string message) {
  Problem problem;
  problem.message = std::move(message);
  return problem;
}

Problem cancelled() {
  Problem problem = wrong_request("cancelled");
  problem.cancelled = true;
  return problem;
}

}  // namespace lanescope::app
