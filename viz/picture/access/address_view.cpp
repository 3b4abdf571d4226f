// Local and constant memory: one row per address, with the lanes that access it. One full row is
// cheap in both: constant memory serves one address at a time, and local memory stores the same
// offset of all lanes next to each other.
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "sim/memory/other.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/core/frame.h"
#include "viz/picture/core/lanes_row.h"
#include "viz/picture/core/line_break.h"

namespace lanescope::picture {
namespace {

using Rows = std::map<std::uint64_t, std::uint32_t>;  // address -> lanes

Rows rows_of(const memory::WarpAccess& access) {
  Rows rows;
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    if (access.lane_is_active(lane))
      rows[access.address[static_cast<std::size_t>(lane)]] |= 1U << lane;
  }
  return rows;
}

void draw_row(Canvas& canvas, const StageInput& input, std::uint64_t address, std::uint32_t lanes,
              const Columns& columns, float y, float height) {
  const Palette& palette = canvas.palette();
  const float size =
      digit_size(canvas, columns.column - canvas.whole_px(1), height, canvas.px(text_small));
  const Rect whole = snapped(columns.x, y, columns.x + columns.width(), y + height);
  canvas.fill(whole, palette.cell, std::min(canvas.px(3), whole.h / 4));
  canvas.hit(whole, HitKind::word_cell, address,
             canvas.texts().get(
                 std::popcount(lanes) == 1 ? "stage.address.row_one" : "stage.address.row_many",
                 fmt::arg("address", fmt::format("0x{:x}", address)),
                 fmt::arg("lanes", lane_list(lanes, canvas.texts())),
                 fmt::arg("n", std::popcount(lanes))));
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    if (((lanes >> lane) & 1U) == 0) continue;
    const auto index = static_cast<std::size_t>(lane);
    Rect rect = columns.cell(lane, y, height);
    if (rect.w >= 8) rect.w -= canvas.whole_px(1);
    canvas.framed(rect, palette.lane[index],
                  input.lane == lane ? palette.text : palette.lane_border,
                  rect.w >= 6 && rect.h >= 6 ? canvas.whole_px(input.lane == lane ? 2 : 1) : 0,
                  std::min(canvas.px(2.5F), std::min(rect.w, rect.h) / 4));
    canvas.centred(rect, FontRole::mono_bold, size, palette.lane_text[index], std::to_string(lane));
  }
}

}  // namespace

Frame address_frame(const StageInput& input, const text::Texts& texts) {
  Frame frame;
  frame.form = input.scale.frame;
  frame.title = trimmed(input.source_text);
  frame.subtitle = describe(input.access, texts);
  frame.machine = input.machine_name;
  if (rows_of(input.access).empty()) {
    frame.verdict = texts.get("stage.verdict.nothing");
    return frame;
  }
  if (input.access.space == memory::Space::constant) {
    const memory::ConstantCost cost = memory::constant_cost(input.access, input.machine);
    frame.costly = cost.transactions > cost.ideal;
    frame.verdict = texts.count("stage.wavefronts", cost.transactions);
    frame.detail = texts.get(input.machine.constant_by_half_warp ? "stage.constant.detail_halves"
                                                                 : "stage.constant.detail");
    frame.explanations = {texts.get("stage.constant.rule"), texts.get("stage.constant.short")};
    if (input.machine.constant_by_half_warp)
      frame.explanations.insert(frame.explanations.begin(), texts.get("stage.machine.constant"));
    return frame;
  }
  const memory::GlobalCost cost = memory::local_cost(input.access);
  frame.costly = cost.sectors > cost.ideal_sectors;
  frame.verdict = texts.count("stage.sectors", cost.sectors);
  frame.detail = texts.get("stage.local.detail", fmt::arg("ideal", cost.ideal_sectors));
  frame.explanations = {texts.get("stage.local.rule"), texts.get("stage.local.short")};
  return frame;
}

DrawList build_address_view(const StageInput& input, const Style& style, float width,
                            float height) {
  Canvas canvas(style, width, height);
  const text::Texts& texts = canvas.texts();
  const Rows rows = rows_of(input.access);
  const Rect body = draw_frame(canvas, address_frame(input, texts));
  if (rows.empty() || body.h < canvas.px(40) || body.w < 64) return canvas.take();

  const float small = canvas.px(text_small - 1);
  float names = canvas.measure(FontRole::ui, canvas.px(text_small), texts.get("stage.lane_axis"));
  for (const auto& [address, lanes] : rows)
    names = std::max(names, canvas.measure(FontRole::mono, small, fmt::format("0x{:x}", address)));
  const float gutter = body.w >= canvas.px(300) ? names + canvas.px(10) : 0;
  const Columns columns = columns_in(canvas, body.x + gutter, body.w - gutter);
  const float chips_h = std::round(std::min(canvas.px(20), body.h * 0.14F));
  draw_lane_chips(canvas, columns, body.y, chips_h, input.access, input.lane, [&](int lane) {
    if (!input.access.lane_is_active(lane))
      return texts.get("stage.lane_off", fmt::arg("lane", lane));
    return texts.get(
        "stage.lane_address", fmt::arg("lane", lane),
        fmt::arg("first",
                 fmt::format("0x{:x}", input.access.address[static_cast<std::size_t>(lane)])),
        fmt::arg("bytes", input.access.bytes));
  });
  draw_axis_name(canvas, "stage.lane_axis", body.x, columns.x - canvas.px(10),
                 body.y + chips_h / 2);

  const float top = body.y + chips_h + canvas.px(12);
  const float available = body.y + body.h - top;
  const float pitch = std::floor(std::max(
      3.0F, std::min(canvas.px(28),
                     available / static_cast<float>(std::max(rows.size(), input.scale.lines)))));
  const auto every = static_cast<std::size_t>(std::max(1.0F, std::ceil((small + 1) / pitch)));
  std::size_t at = 0;
  for (const auto& [address, lanes] : rows) {
    const float y = top + static_cast<float>(at) * pitch;
    if (y + pitch > body.y + body.h + 0.5F) break;
    draw_row(canvas, input, address, lanes, columns, y, pitch - (pitch >= 5 ? 2.0F : 1.0F));
    if (at % every == 0) {
      draw_row_name(canvas, fmt::format("0x{:x}", address), FontRole::mono, small, body.x,
                    columns.x - canvas.px(10), y + pitch / 2);
    }
    ++at;
  }
  return canvas.take();
}

}  // namespace lanescope::picture
