#include "tests/compile/fixture.h"

#include <cstdlib>
#include <sstream>

#include <sys/wait.h>

#include "tests/paths.h"
#include "tests/temporary_folder.h"

namespace lanescope::compile::testing {

void BothCompilers::SetUp() {
  ::setenv("LANESCOPE_CACHE", "off", 1);
  clear_cache();
  if (const std::string why_not = why_unusable(GetParam()); !why_not.empty())
    GTEST_SKIP() << why_not;
}

std::string compiler_name(const ::testing::TestParamInfo<Compiler>& info) {
  return name_of(info.param);
}

std::string why_unusable(Compiler compiler) {
  for (const Availability& each : available()) {
    if (each.compiler == compiler) return each.usable ? "" : each.why_not;
  }
  return "not a compiler that is known";
}

Source source_of(std::string text) { return Source{"kernel.cu", std::move(text), {}}; }

std::string ptx_of(const Source& source, Compiler compiler) {
  const tl::expected<Ptx, Failure> result = to_ptx(source, compiler);
  if (result) return result->text;
  ADD_FAILURE() << result.error().summary;
  for (const Message& message : result.error().messages) ADD_FAILURE() << message.formatted();
  return "";
}

std::vector<std::string> lines_with(const std::string& ptx, const std::string& part) {
  std::vector<std::string> found;
  std::istringstream lines(ptx);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find_first_not_of(" \t");
    if (line.find(part) != std::string::npos) found.push_back(line.substr(first));
  }
  return found;
}

std::string repository_file(const std::string& path) {
  return tests::text_of(std::string(LANESCOPE_SOURCE_DIR) + "/" + path);
}

bool has_child_process() {
  siginfo_t info{};
  return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

}  // namespace lanescope::compile::testing
