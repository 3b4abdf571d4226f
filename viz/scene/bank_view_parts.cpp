#include "viz/scene/bank_view_parts.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "viz/scene/bank_text.h"
#include "viz/scene/frame.h"

namespace lanescope::scene {
namespace {

using memory::banks;

// Padding is a small part of a tile. Where most of the memory is untouched that is no padding, and
// stripes everywhere would drown the picture.
constexpr std::size_t most_padding_part = 4;  // at most a quarter

std::vector<std::uint64_t> padding_of(const SharedUse& use,
                                      const std::map<std::uint64_t, WordState>& words) {
  std::vector<std::uint64_t> padding;
  for (std::size_t word = 0; word < use.touched.size(); ++word) {
    if (!use.touched[word] && words.find(word) == words.end()) padding.push_back(word);
  }
  if (padding.size() * most_padding_part > use.touched.size()) padding.clear();
  return padding;
}

// The longest of the marks that fits the cell; empty when none does.
std::string fitting_mark(const Canvas& canvas, std::uint32_t lanes, float size, float width) {
  if (size <= 0) return {};
  for (const std::string& mark : lane_marks(lanes)) {
    if (canvas.measure(FontRole::mono_bold, size, mark) + 2 <= width) return mark;
  }
  return {};
}

// One word, or the neighbouring words of the same lane, in the look of its stage. The stages differ
// in shape, not in hue alone: served is filled and framed, waiting is an outline, done is flat and
// quiet.
void draw_word_run(Canvas& canvas, const Rect& cell, const WordState& state, bool costly,
                   bool chosen_lane) {
  const Palette& palette = canvas.palette();
  const auto lane = static_cast<std::size_t>(first_lane(state.lanes));
  const float gap = cell.h >= 8 && cell.w >= 8 ? canvas.whole_px(0.6F) : 0;
  const Rect rect{cell.x + gap, cell.y + gap, cell.w - gap, cell.h - gap};
  Box box;
  box.rect = rect;
  box.radius = std::min(canvas.px(2.5F), std::min(rect.w, rect.h) / 4);
  box.border_width = std::min(rect.w, rect.h) >= 6 ? canvas.whole_px(1) : 0;
  Color ink = palette.lane_text[lane];
  switch (state.stage) {
    case WordStage::served:
      box.fill = palette.lane[lane];
      box.border = costly ? palette.costly : palette.good;
      break;
    case WordStage::waiting:
      box.fill = palette.panel;
      box.border = palette.text_faint;
      ink = palette.text_dim;
      break;
    case WordStage::done:
      box.fill = mixed(palette.cell, palette.lane[lane], 0.35F);
      box.border_width = 0;
      ink = palette.text_dim;
      break;
  }
  if (chosen_lane) {
    box.border = palette.text;
    box.border_width = canvas.whole_px(2);
  }
  canvas.box(box);

  const float size = digit_size(rect.h, canvas.px(text_small));
  Label label;
  label.x = rect.x + rect.w / 2;
  label.y = rect.y + rect.h / 2;
  label.align_x = AlignX::center;
  label.align_y = AlignY::middle;
  label.font = FontRole::mono_bold;
  label.size = size;
  label.color = ink;
  label.text = fitting_mark(canvas, state.lanes, size, rect.w);
  canvas.label(label);
}

}  // namespace

WordPicture word_picture(const StageInput& input, const memory::SharedSchedule& schedule) {
  WordPicture picture;
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    if (!input.access.lane_takes_part(lane)) continue;
    const WordRange range = words_of(input.access, lane);
    for (std::uint64_t word = range.first; word < range.first + range.count; ++word) {
      picture.words[word].lanes |= 1U << lane;
    }
  }
  if (input.wavefront && !schedule.wavefronts.empty()) {
    const std::size_t current =
        std::min<std::size_t>(*input.wavefront, schedule.wavefronts.size() - 1);
    for (auto& [word, state] : picture.words) state.stage = WordStage::done;
    // Later wavefronts first, so that being served now wins over waiting.
    for (std::size_t at = schedule.wavefronts.size(); at-- > current;) {
      for (const memory::ServedWord& served : schedule.wavefronts[at].served) {
        picture.words[served.word].stage = at == current ? WordStage::served : WordStage::waiting;
      }
    }
  }
  picture.padding = padding_of(input.shared, picture.words);
  return picture;
}

void draw_words(Canvas& canvas, const StageInput& input, const memory::SharedSchedule& schedule,
                const WordPicture& picture, const std::vector<RowSlot>& slots,
                const CellAt& cell_at) {
  const text::Texts& texts = canvas.texts();
  const std::uint32_t chosen = input.lane ? 1U << *input.lane : 0;
  for (std::size_t slot = 0; slot < slots.size(); ++slot) {
    if (slots[slot].skipped > 0) continue;
    const std::uint64_t first = slots[slot].row * banks;
    for (auto pad = std::lower_bound(picture.padding.begin(), picture.padding.end(), first);
         pad != picture.padding.end() && *pad < first + banks; ++pad) {
      const Rect cell = cell_at(static_cast<int>(*pad - first), slot, 1);
      const float gap = cell.h >= 8 ? canvas.whole_px(0.6F) : 0;
      canvas.waste({cell.x + gap, cell.y + gap, cell.w - gap, cell.h - gap});
      canvas.hit(cell, HitKind::word_cell, *pad,
                 texts.get("stage.bank.word_padding", fmt::arg("word", *pad),
                           fmt::arg("bank", *pad % banks)));
    }
    auto word = picture.words.lower_bound(first);
    while (word != picture.words.end() && word->first < first + banks) {
      // Neighbours that the same lanes want at the same time are one wide access.
      const std::uint64_t from = word->first;
      const WordState state = word->second;
      std::uint64_t to = from;
      while (word != picture.words.end() && word->first == to && to < first + banks &&
             word->second.lanes == state.lanes && word->second.stage == state.stage) {
        ++to;
        ++word;
      }
      const int bank = static_cast<int>(from - first);
      bool costly = false;
      for (std::uint64_t w = from; w < to; ++w) {
        costly = costly || schedule.bank_load[static_cast<std::size_t>(w % banks)] > 1;
      }
      const Rect run = cell_at(bank, slot, static_cast<int>(to - from));
      draw_word_run(canvas, run, state, costly, (state.lanes & chosen) != 0);
      for (std::uint64_t w = from; w < to; ++w) {
        canvas.hit(cell_at(static_cast<int>(w - first), slot, 1), HitKind::word_cell, w,
                   word_tooltip(input.access, w, state.lanes, texts));
      }
    }
  }
}

void draw_wavefront_stack(Canvas& canvas, const StageInput& input,
                          const memory::SharedSchedule& schedule, const Rect& area) {
  const auto& waves = schedule.wavefronts;
  if (waves.empty() || area.w <= 0 || area.h <= 0) return;
  const Palette& palette = canvas.palette();
  const text::Texts& texts = canvas.texts();
  const float group_gap = canvas.whole_px(8);
  const auto groups = static_cast<float>(schedule.groups.size() - 1);
  const auto count = static_cast<float>(waves.size());
  const float pitch = std::min(canvas.px(26), (area.h - groups * group_gap) / count);
  if (pitch < 1.5F) return;
  const float gap = pitch >= 5 ? canvas.whole_px(1.5F) : 1.0F;
  const float size = digit_size(pitch - gap, canvas.px(text_small));

  Label heading;
  heading.x = area.x + area.w / 2;
  heading.y = area.y - canvas.px(4);
  heading.align_x = AlignX::center;
  heading.align_y = AlignY::bottom;
  heading.size = canvas.px(text_small);
  heading.color = palette.text_faint;
  heading.text = texts.get("stage.bank.stack");
  if (canvas.measure(heading.font, heading.size, heading.text) <= area.w + 1) canvas.label(heading);

  const std::size_t current =
      input.wavefront ? std::min<std::size_t>(*input.wavefront, waves.size() - 1) : waves.size();
  float y = area.y;
  for (std::size_t at = 0; at < waves.size(); ++at) {
    if (at > 0 && waves[at].group != waves[at - 1].group) y += group_gap;
    const bool costly = schedule.groups[waves[at].group].cost > 1;
    const bool lit = !input.wavefront || at == current;
    const Color& color = costly ? palette.costly : palette.good;
    const Rect rect = snapped(area.x, y, area.x + area.w, y + pitch - gap);
    Box box;
    box.rect = rect;
    box.radius = std::min(canvas.px(3), rect.h / 3);
    box.fill = lit ? color : mixed(palette.panel, color, at < current ? 0.22F : 0.5F);
    if (at == current && input.wavefront) {
      box.border = palette.text;
      box.border_width = rect.h >= 5 ? canvas.whole_px(1.5F) : 1;
    }
    canvas.box(box);
    Label number;
    number.x = rect.x + rect.w / 2;
    number.y = rect.y + rect.h / 2;
    number.align_x = AlignX::center;
    number.align_y = AlignY::middle;
    number.font = FontRole::mono_bold;
    number.size = size;
    const Color dark = rgb(0x0b0e13);
    const Color light = rgb(0xffffff);
    number.color = contrast(box.fill, dark) > contrast(box.fill, light) ? dark : light;
    number.text = std::to_string(at + 1);
    if (size > 0 && canvas.measure(number.font, size, number.text) + 2 <= rect.w) {
      canvas.label(number);
    }
    canvas.hit({rect.x, y, rect.w, pitch}, HitKind::wavefront, at,
               wavefront_sentence(input.access, static_cast<std::uint32_t>(at), texts));
    y += pitch;
  }
}

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

SharedUse shared_use(const report::Report& report) {
  SharedUse use;
  use.bytes = report.shared_bytes;
  if (use.bytes == 0 || report.traces.empty()) return use;
  use.touched.assign((use.bytes + memory::bank_bytes - 1) / memory::bank_bytes, false);
  for (const report::WarpTrace& trace : report.traces) {
    if (trace.truncated) {
      use.touched.clear();
      return use;
    }
    for (const report::Event& event : trace.events) {
      if (event.kind != report::EventKind::access || event.access.space != memory::Space::shared) {
        continue;
      }
      for (int lane = 0; lane < memory::warp_lanes; ++lane) {
        if (!event.access.lane_takes_part(lane)) continue;
        const WordRange range = words_of(event.access, lane);
        for (std::uint64_t word = range.first; word < range.first + range.count; ++word) {
          if (word < use.touched.size()) use.touched[static_cast<std::size_t>(word)] = true;
        }
      }
    }
  }
  return use;
}

}  // namespace lanescope::scene
