#include "viz/picture/access/global_transactions.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "viz/picture/core/frame.h"

namespace lanescope::picture {

std::vector<memory::Transaction> transactions_of(const StageInput& input) {
  const bool plain = input.access.op == memory::Op::load || input.access.op == memory::Op::store;
  if (!plain || input.copy != nullptr || input.machine.global == memory::GlobalRule::sectors)
    return {};
  return memory::transactions(input.access, input.machine);
}

std::vector<memory::TouchedLine> with_moved(std::vector<memory::TouchedLine> lines,
                                            const std::vector<memory::Transaction>& transactions) {
  for (const memory::Transaction& one : transactions) {
    const std::uint64_t address = one.address / memory::line_bytes * memory::line_bytes;
    auto line = std::ranges::lower_bound(lines, address, {}, &memory::TouchedLine::address);
    if (line == lines.end() || line->address != address) {
      memory::TouchedLine moved;
      moved.address = address;
      line = lines.insert(line, std::move(moved));
    }
    const std::uint64_t first = (one.address - address) / memory::sector_bytes;
    for (std::uint64_t sector = first; sector < first + one.bytes / memory::sector_bytes;
         ++sector) {
      line->sector_touched[static_cast<std::size_t>(sector)] = true;
    }
  }
  return lines;
}

std::string sizes_text(const std::vector<memory::Transaction>& transactions,
                       const text::Texts& texts) {
  std::map<std::uint32_t, int, std::greater<>> count;
  for (const memory::Transaction& one : transactions) ++count[one.bytes];
  std::string text;
  for (const auto& [bytes, times] : count)
    text += fmt::format("{}{} × {}", text.empty() ? "" : " + ", times, bytes);
  return texts.get("stage.machine.sizes", fmt::arg("sizes", text));
}

std::vector<Bracket> brackets_of(const std::vector<memory::Transaction>& transactions,
                                 const std::vector<memory::TouchedLine>& lines) {
  std::map<std::tuple<std::size_t, int, int>, Bracket> found;
  for (const memory::Transaction& one : transactions) {
    const std::uint64_t address = one.address / memory::line_bytes * memory::line_bytes;
    const auto line = std::ranges::lower_bound(lines, address, {}, &memory::TouchedLine::address);
    if (line == lines.end() || line->address != address) continue;
    const auto index = static_cast<std::size_t>(line - lines.begin());
    const int first = static_cast<int>(one.address - address);
    const int bytes = static_cast<int>(one.bytes);
    Bracket& bracket = found[{index, first, bytes}];
    bracket.line = index;
    bracket.address = one.address;
    bracket.first_byte = first;
    bracket.bytes = bytes;
    bracket.lanes |= one.lanes;
    ++bracket.count;
  }
  std::vector<Bracket> brackets;
  std::size_t line = lines.size();
  std::vector<int> ends;  // last byte of each of the line's tracks so far
  for (auto& entry : found) {
    Bracket& bracket = entry.second;
    if (bracket.line != line) ends.clear();
    line = bracket.line;
    const auto free =
        std::ranges::find_if(ends, [&](int end) { return end <= bracket.first_byte; });
    bracket.track = static_cast<std::size_t>(free - ends.begin());
    if (free == ends.end()) ends.push_back(0);
    ends[bracket.track] = bracket.first_byte + bracket.bytes;
    brackets.push_back(bracket);
  }
  return brackets;
}

std::size_t tracks_of(const std::vector<Bracket>& brackets) {
  std::size_t tracks = 0;
  for (const Bracket& bracket : brackets) tracks = std::max(tracks, bracket.track + 1);
  return tracks;
}

float track_height(const Canvas& canvas) { return canvas.px(text_small + 9); }

void draw_brackets(Canvas& canvas, const std::vector<Bracket>& brackets, const Columns& columns,
                   std::size_t shown, const memory::Transaction* current,
                   const std::function<float(std::size_t line)>& top_of) {
  const Palette& palette = canvas.palette();
  const float tick = canvas.px(4);
  const float size = canvas.px(text_small);
  for (const Bracket& bracket : brackets) {
    if (bracket.line >= shown) continue;
    const bool is_current = current != nullptr && current->address == bracket.address &&
                            static_cast<int>(current->bytes) == bracket.bytes;
    const float stroke = canvas.whole_px(is_current ? 2.5F : 1.5F);
    const Color& color = is_current           ? palette.text
                         : current == nullptr ? palette.text_dim
                                              : palette.text_faint;
    canvas.part(Part::Kind::transaction, static_cast<std::uint64_t>(&bracket - brackets.data()));
    const float top =
        std::round(top_of(bracket.line) + static_cast<float>(bracket.track) * track_height(canvas));
    const float x0 = columns.byte_x(bracket.first_byte) + stroke;
    const float x1 = columns.byte_x(bracket.first_byte + bracket.bytes, true) - stroke;
    const Rect rail = snapped(x0, top + tick - stroke, x1, top + tick);
    canvas.fill({rail.x, rail.y, rail.w, std::max(rail.h, 1.0F)}, color);
    canvas.fill(snapped(x0, top, x0 + stroke, top + tick), color);
    canvas.fill(snapped(x1 - stroke, top, x1, top + tick), color);
    const Label label =
        text_at((x0 + x1) / 2, top + tick + canvas.px(1),
                is_current ? FontRole::mono_bold : FontRole::mono, size, color,
                bracket.count == 1 ? fmt::format("{} B", bracket.bytes)
                                   : fmt::format("{} × {} B", bracket.count, bracket.bytes),
                AlignX::center, AlignY::top);
    canvas.label_within(label, x1 - x0);
    canvas.hit(
        {x0, top, x1 - x0, track_height(canvas)}, HitKind::none, 0,
        canvas.texts().count("stage.machine.transaction", static_cast<std::uint64_t>(bracket.count),
                             fmt::arg("bytes", bracket.bytes),
                             fmt::arg("lanes", lane_list(bracket.lanes, canvas.texts()))));
  }
}

}  // namespace lanescope::picture
