#include "app/command_line/run/replay_report.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command_line/sim_parts.h"

namespace lanescope::app {
namespace {

constexpr std::size_t most_replays_shown = 40;

}  // namespace

std::string replays_text(const launches::File& file, const std::vector<Replay>& replays) {
  const auto count = [&](ReplayVerdict verdict) {
    return static_cast<std::uint64_t>(std::ranges::count(replays, verdict, &Replay::verdict));
  };
  double milliseconds = 0;
  for (const launches::Launch& each : file.launches())
    milliseconds += each.outcome.device_milliseconds.value_or(0);
  std::string text = fmt::format(
      "on the GPU {:.3g} ms; beside the emulation: {} equal, {} within rounding, {} different, {} "
      "not compared\n",
      milliseconds, grouped(count(ReplayVerdict::equal)), grouped(count(ReplayVerdict::rounded)),
      grouped(count(ReplayVerdict::differs)), grouped(count(ReplayVerdict::not_compared)));
  std::size_t shown = 0;
  for (const Replay& each : replays) {
    if (each.why.empty()) continue;
    if (++shown > most_replays_shown)
      return text + "More launches are different or not compared.\n";
    const launches::Launch& launch = file.launches()[each.number - 1];
    text +=
        fmt::format("launch {} of {}: {}{}\n", each.number, launch.kernel,
                    each.verdict == ReplayVerdict::not_compared ? "not compared: " : "", each.why);
  }
  return text;
}

nlohmann::ordered_json replays_json(const launches::File& file,
                                    const std::vector<Replay>& replays) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Replay& each : replays) {
    const auto& time = file.launches()[each.number - 1].outcome.device_milliseconds;
    list.push_back({{"launch", each.number},
                    {"milliseconds", time ? nlohmann::ordered_json(*time) : nullptr},
                    {"verdict", name_of(each.verdict)},
                    {"why", each.why},
                    {"arrays", each.arrays},
                    {"bytes", each.bytes}});
  }
  return list;
}

}  // namespace lanescope::app
