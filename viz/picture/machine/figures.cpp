#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

#include <fmt/format.h>

#include "viz/picture/core/canvas.h"
#include "viz/picture/machine/parts.h"

namespace lanescope::picture {
namespace {

using machine::Figure;
using machine::Unit;

std::string number_text(double value) {
  const double whole = std::floor(value);
  if (whole == value) return text::Texts::grouped(static_cast<std::uint64_t>(value));
  return fmt::format("{}", value);
}

// "4,814.3"
std::string with_one_decimal(double value) {
  const auto tenths = static_cast<std::uint64_t>(std::llround(value * 10));
  return fmt::format("{}.{}", text::Texts::grouped(tenths / 10), tenths % 10);
}

// In MiB or KiB if that is a whole number ("227 KiB"), otherwise in bytes.
std::string size_text(double bytes) {
  constexpr double kib = 1024;
  if (bytes >= kib * kib && std::fmod(bytes, kib * kib) == 0)
    return number_text(bytes / kib / kib) + " MiB";
  if (bytes >= kib && std::fmod(bytes, kib) == 0) return number_text(bytes / kib) + " KiB";
  return number_text(bytes) + " B";
}

struct Group {
  const char* title;  // text key
  std::initializer_list<Figure> figures;
};

// In order of importance: figures that don't fit are left out from the end.
const std::array<Group, 3>& groups() {
  static const std::array<Group, 3> all{
      {{"machine.group_sm",
        {Figure::multiprocessors, Figure::clock_mhz, Figure::threads_per_sm, Figure::warps_per_sm,
         Figure::blocks_per_sm, Figure::registers_per_sm, Figure::registers_per_thread,
         Figure::shared_per_sm, Figure::shared_per_block, Figure::shared_per_block_optin,
         Figure::shared_reserved}},
       {"machine.group_memory",
        {Figure::banks, Figure::bank_bytes, Figure::pass_lanes, Figure::sector_bytes,
         Figure::line_bytes, Figure::l2_bytes, Figure::memory_clock_mhz, Figure::memory_bus_bits}},
       {"machine.group_units",
        {Figure::register_unit, Figure::register_partitions, Figure::register_check_partitions,
         Figure::warp_unit, Figure::shared_unit, Figure::warp_size}}}};
  return all;
}

void draw_row(Canvas& canvas, const MachineInput& input, Figure figure, const Rect& row) {
  const text::Texts& texts = canvas.texts();
  const Palette& palette = canvas.palette();
  const auto& known = input.profile->at(figure);
  const float size = canvas.px(text_body - 1);
  const float middle = row.y + row.h / 2;
  Label value = text_at(row.x + row.w, middle, FontRole::mono, size,
                        known ? palette.text : palette.text_faint,
                        figure_text(*input.profile, figure, texts), AlignX::right);
  const float used = canvas.fitted_label(value, row.w * 0.5F);
  canvas.fitted_label(
      text_at(row.x, middle, FontRole::ui, size, palette.text_dim, figure_name(figure, texts)),
      row.w - used - canvas.px(12));
  canvas.hit(row, HitKind::none, 0,
             known ? texts.get("machine.source", fmt::arg("source", known->source))
                   : texts.get("machine.not_known_tooltip"));
}

}  // namespace

std::string figure_name(Figure figure, const text::Texts& texts) {
  return texts.get("machine.figure." + std::string(machine::info_of(figure).key));
}

std::string figure_text(const machine::Profile& profile, Figure figure, const text::Texts& texts) {
  const auto value = profile.value(figure);
  if (!value) return texts.get("machine.not_known");
  switch (machine::info_of(figure).unit) {
    case Unit::bytes:
      return size_text(*value);
    case Unit::bits:
      return number_text(*value) + " bit";
    case Unit::megahertz:
      return number_text(*value) + " MHz";
    case Unit::gigabytes_per_second:
      return number_text(*value) + " GB/s";
    case Unit::number:
      break;
  }
  return number_text(*value);
}

std::string bandwidth_text(const machine::Profile& profile, const text::Texts& texts) {
  const auto bandwidth = profile.bandwidth();
  if (!bandwidth) return texts.get("machine.not_known");
  if (!bandwidth->computed) {
    return texts.get("machine.bandwidth_stated",
                     fmt::arg("gb", number_text(bandwidth->gigabytes_per_second)));
  }
  return fmt::format("2 × {} × {} / 8 = {} GB/s",
                     figure_text(profile, Figure::memory_clock_mhz, texts),
                     figure_text(profile, Figure::memory_bus_bits, texts),
                     with_one_decimal(bandwidth->gigabytes_per_second));
}

void draw_figures(Canvas& canvas, const MachineInput& input, const Rect& area) {
  const float row = canvas.px(19);
  const float heading = canvas.px(30);
  float y = area.y;
  const float bottom = area.y + area.h;
  for (const Group& group : groups()) {
    if (y + heading + 2 * row > bottom) break;
    y += draw_heading(canvas, area, y, canvas.texts().get(group.title), group.title);
    for (const Figure figure : group.figures) {
      // Only listed if the profile has them.
      const bool special = figure == Figure::register_check_partitions ||
                           figure == Figure::shared_per_block_optin ||
                           figure == Figure::shared_reserved;
      if (special && !input.profile->at(figure)) continue;
      if (y + row > bottom) break;
      draw_row(canvas, input, figure, {area.x, y, area.w, row});
      y += row;
    }
    y += canvas.px(8);
  }
}

}  // namespace lanescope::picture
