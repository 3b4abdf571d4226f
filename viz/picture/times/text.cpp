#include "viz/picture/times/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "viz/picture/core/units.h"

namespace lanescope::picture {
namespace {

std::string series_text(const char* key, const TimeSeries& series, const text::Texts& texts) {
  const std::string interval = texts.get(series.has_interval() ? "times.interval" : "times.range",
                                         fmt::arg("low", duration_text(series.low)),
                                         fmt::arg("high", duration_text(series.high)),
                                         fmt::arg("n", text::Texts::grouped(series.count)));
  return texts.get(key, fmt::arg("median", duration_text(series.median)),
                   fmt::arg("interval", interval),
                   fmt::arg("minimum", duration_text(series.minimum)),
                   fmt::arg("maximum", duration_text(series.maximum)),
                   fmt::arg("mean", duration_text(series.mean)),
                   fmt::arg("deviation", duration_text(series.deviation)),
                   fmt::arg("n", text::Texts::grouped(series.count)));
}

}  // namespace

std::vector<std::string> facts_of(const GpuFacts& gpu, const text::Texts& texts) {
  std::vector<std::string> facts{gpu.name};
  if (!gpu.date.empty()) facts.push_back(gpu.date);
  if (gpu.clock_mhz > 0)
    facts.push_back(text::Texts::grouped(static_cast<std::uint64_t>(gpu.clock_mhz)) + " MHz");
  if (gpu.temperature_celsius > 0) facts.push_back(fmt::format("{} °C", gpu.temperature_celsius));
  if (gpu.memory_clock_mhz > 0) {
    facts.push_back(texts.get(
        "times.memory_clock",
        fmt::arg("mhz", text::Texts::grouped(static_cast<std::uint64_t>(gpu.memory_clock_mhz)))));
  }
  if (!gpu.driver.empty())
    facts.push_back(texts.get("times.driver", fmt::arg("version", gpu.driver)));
  if (!gpu.compiler.empty()) facts.push_back(gpu.compiler);
  return facts;
}

std::string bound_text(const TimeFigure& figure, const text::Texts& texts) {
  const std::string share = fmt::format("{:.0f}", 100 * figure.share_of_bound);
  return texts.get("times.of_bound", fmt::arg("share", share), fmt::arg("name", figure.bound_name));
}

std::string launch_difference_text(const TimeFigure& figure, const text::Texts& texts) {
  std::string text;
  if (!figure.other_values.empty())
    text += " " + texts.get("times.with_values", fmt::arg("values", figure.other_values));
  if (figure.other_text) text += " " + texts.get("times.with_other_text");
  return text;
}

std::string time_description(const TimesRow& row, const TimeFigure& figure, Origin origin,
                             const text::Texts& texts) {
  std::string description = fmt::format("{}, {}", row.name, word_of(origin, texts));
  description += launch_difference_text(figure, texts);
  description += '\n' + series_text("times.cold_story", figure.cold, texts);
  if (figure.warm.count > 0)
    description += '\n' + series_text("times.warm_story", figure.warm, texts);
  if (figure.gigabytes_per_second > 0) {
    const std::string bandwidth = fmt::format("{:.0f}", figure.gigabytes_per_second);
    const std::string share = fmt::format("{:.0f}", 100 * figure.share_of_copy);
    description += '\n' + texts.get(figure.share_of_copy > 0 ? "times.bandwidth_story"
                                                             : "times.bandwidth_alone_story",
                                    fmt::arg("bandwidth", bandwidth), fmt::arg("share", share));
  }
  if (!figure.bound_name.empty()) {
    description += '\n';
    description += bound_text(figure, texts);
  }
  if (!figure.gpu.name.empty())
    description += fmt::format("\n{}", fmt::join(facts_of(figure.gpu, texts), " · "));
  return description;
}

std::string cost_description(const TimesRow& row, const CostFigure& cost,
                             const text::Texts& texts) {
  std::string description = fmt::format("{}, {}", row.name, word_of(Origin::model, texts));
  const auto add = [&](const char* key, std::uint64_t n, std::uint64_t ideal, std::uint64_t bytes) {
    description += '\n' + texts.get(key, fmt::arg("n", text::Texts::grouped(n)),
                                    fmt::arg("ratio", ratio_text(n, ideal)),
                                    fmt::arg("bytes", bytes_text(static_cast<double>(n * bytes))));
  };
  add("times.sectors_story", cost.sectors, cost.ideal_sectors, 32);
  if (cost.wavefronts > 0)
    add("times.wavefronts_story", cost.wavefronts, cost.ideal_wavefronts, 128);
  return description;
}

}  // namespace lanescope::picture
