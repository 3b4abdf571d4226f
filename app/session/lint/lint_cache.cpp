#include "app/session/lint/lint_cache.h"

#include <fstream>
#include <iterator>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/session/files/write_file.h"
#include "kernels/compile/cache.h"
#include "kernels/compile/digest.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// nullopt: it can't be read.
std::optional<std::string> content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
}

// Changes with each build of the program.
std::string program_stamp() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return fmt::format("{} {} {}", program.string(), fs::file_size(program, error),
                     fs::last_write_time(program, error).time_since_epoch().count());
}

LintMessage message_in(const Json& json) {
  LintMessage message;
  const auto severity = json.at("severity").get<std::string>();
  for (const Severity each : {Severity::note, Severity::warning, Severity::error}) {
    if (severity == name_of(each)) message.severity = each;
  }
  message.rule = json.at("rule").get<std::string>();
  message.subject = json.at("subject").get<std::string>();
  message.text = json.at("text").get<std::string>();
  message.file = json.at("file").get<std::string>();
  message.line = json.at("line").get<int>();
  message.column = json.at("column").get<int>();
  message.code = json.at("code").get<std::string>();
  message.lesson = json.at("lesson").get<std::string>();
  message.variant = json.at("variant").get<std::string>();
  message.kernel = json.at("kernel").get<std::string>();
  if (json.at("allowed").is_string()) message.allowed = json["allowed"].get<std::string>();
  return message;
}

}  // namespace

Json json_of(const LintMessage& message) {
  return {{"severity", name_of(message.severity)},
          {"rule", message.rule},
          {"subject", message.subject},
          {"text", message.text},
          {"file", message.file.generic_string()},
          {"line", message.line},
          {"column", message.column},
          {"code", message.code},
          {"lesson", message.lesson},
          {"variant", message.variant},
          {"kernel", message.kernel},
          {"allowed", message.allowed.empty() ? Json(nullptr) : Json(message.allowed)},
          {"known", message.is_known}};
}

LintCache LintCache::of_user() {
  const fs::path ptx = compile::DiskCache::from_environment().folder();
  return LintCache(ptx.empty() ? ptx : ptx.parent_path() / "lint");
}

fs::path LintCache::file_of(const LintRequest& request) const {
  std::error_code error;
  // The messages have paths relative to the working folder.
  const std::string key =
      fmt::format("{}|{}|{}|{}|{}|{}|{}|{}", program_stamp(), fs::current_path(error).string(),
                  request.lesson, request.variant, compile::name_of(request.compiler),
                  request.machine, request.max_warp_instructions, request.rules.text());
  return folder_ / fmt::format("{:016x}.json", compile::fnv1a64(key));
}

std::optional<LintResult> LintCache::find(const LintRequest& request) const {
  if (folder_.empty()) return std::nullopt;
  const auto text = content_of(file_of(request));
  if (!text) return std::nullopt;
  try {
    const Json json = Json::parse(*text);
    LintResult result;
    result.kernels = json.at("kernels").get<std::uint64_t>();
    for (const Json& each : json.at("files")) {
      const fs::path file = each.at(0).get<std::string>();
      const auto now = content_of(file);
      if (!now || compile::digest_of(*now) != each.at(1).get<std::string>()) return std::nullopt;
      result.files.push_back(file);
    }
    for (const Json& each : json.at("messages")) result.messages.push_back(message_in(each));
    return result;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

void LintCache::keep(const LintRequest& request, const LintResult& result) const {
  if (folder_.empty() || result.files.empty()) return;
  Json files = Json::array(), messages = Json::array();
  for (const fs::path& file : result.files) {
    const auto content = content_of(file);
    if (!content) return;
    files.push_back({file.string(), compile::digest_of(*content)});
  }
  for (const LintMessage& each : result.messages) messages.push_back(json_of(each));
  std::error_code error;
  fs::create_directories(folder_, error);
  const Json json{
      {"kernels", result.kernels}, {"files", std::move(files)}, {"messages", std::move(messages)}};
  // What can't be kept is run again.
  (void)write_file(file_of(request), json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace lanescope::app
