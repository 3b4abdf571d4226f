#include "viz/picture/core/transition.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>

namespace lanescope::picture {
namespace {

// How to animate a part that only one of the two pictures has.
enum class Fate : std::uint8_t {
  fades,
  joins,  // moves out of, or into, the nearest related part of the other picture
  grows,  // from its bottom edge
};

Fate fate_of(Part::Kind kind) {
  switch (kind) {
    case Part::Kind::word:
    case Part::Kind::wavefront:
    case Part::Kind::pass:
    case Part::Kind::curve:
    case Part::Kind::line:
    case Part::Kind::bracket:
    case Part::Kind::transaction:
      return Fate::joins;
    case Part::Kind::load:
      return Fate::grows;
    default:
      return Fate::fades;
  }
}

// Alpha too low to show on a screen.
constexpr float invisible = 1.0F / 256;

float mix(float a, float b, float way) { return a + (b - a) * way; }

Color mix(const Color& a, const Color& b, float way) {
  // A transparent colour takes the other one's hue.
  const Color& from = a.a > 0 ? a : b;
  const Color& to = b.a > 0 ? b : a;
  // A colour half way between two meanings means neither, so the change is quick.
  const float change = std::clamp((way - 0.42F) / 0.16F, 0.0F, 1.0F);
  return {mix(from.r, to.r, change), mix(from.g, to.g, change), mix(from.b, to.b, change),
          mix(a.a, b.a, way)};
}

Rect mix(const Rect& a, const Rect& b, float way) {
  return {mix(a.x, b.x, way), mix(a.y, b.y, way), mix(a.w, b.w, way), mix(a.h, b.h, way)};
}

Box mix(const Box& a, const Box& b, float way) {
  Box box;
  box.rect = mix(a.rect, b.rect, way);
  box.radius = mix(a.radius, b.radius, way);
  box.fill = mix(a.fill, b.fill, way);
  const bool is_framed = a.border_width > 0 && a.border.a > 0;
  const bool is_framed_later = b.border_width > 0 && b.border.a > 0;
  // A frame that only one of the boxes has changes in width, not in colour.
  box.border = is_framed && is_framed_later ? mix(a.border, b.border, way)
               : is_framed                  ? a.border
                                            : b.border;
  box.border_width = mix(is_framed ? a.border_width : 0, is_framed_later ? b.border_width : 0, way);
  box.hatch = mix(a.hatch, b.hatch, way);
  box.hatch_period = way < 0.5F && a.hatch_period > 0 ? a.hatch_period : b.hatch_period;
  if (box.hatch_period == 0) box.hatch_period = a.hatch_period;
  return box;
}

Curve mix(const Curve& a, const Curve& b, float way) {
  Curve curve;
  for (std::size_t i = 0; i < 4; ++i) {
    curve.x[i] = mix(a.x[i], b.x[i], way);
    curve.y[i] = mix(a.y[i], b.y[i], way);
  }
  curve.width = mix(a.width, b.width, way);
  curve.color = mix(a.color, b.color, way);
  return curve;
}

struct Shift {
  float x = 0, y = 0;
};

// A picture, with access to the shapes and labels of each part.
class Source {
 public:
  explicit Source(const PartedList& picture) : picture_(picture) {}
  [[nodiscard]] const DrawList& list() const { return picture_.list; }
  [[nodiscard]] std::size_t size() const { return picture_.parts.size(); }
  [[nodiscard]] const Part& part(std::size_t at) const { return picture_.parts[at]; }
  [[nodiscard]] std::span<const Shape> shapes(std::size_t at) const {
    const std::size_t first = part(at).shape;
    const std::size_t end = at + 1 < size() ? part(at + 1).shape : list().order.size();
    return std::span(list().order).subspan(first, end - first);
  }
  [[nodiscard]] std::span<const Label> labels(std::size_t at) const {
    const std::size_t first = part(at).label;
    const std::size_t end = at + 1 < size() ? part(at + 1).label : list().labels.size();
    return std::span(list().labels).subspan(first, end - first);
  }
  // Bounding rectangle of the part's boxes; nullopt if it has none.
  [[nodiscard]] std::optional<Rect> extent(std::size_t at) const {
    std::optional<Rect> all;
    for (const Shape& shape : shapes(at)) {
      if (shape.kind != Shape::Kind::box) continue;
      const Rect& rect = list().boxes[shape.index].rect;
      if (!all) {
        all = rect;
        continue;
      }
      const float right = std::max(all->x + all->w, rect.x + rect.w);
      const float bottom = std::max(all->y + all->h, rect.y + rect.h);
      all->x = std::min(all->x, rect.x);
      all->y = std::min(all->y, rect.y);
      all->w = right - all->x;
      all->h = bottom - all->y;
    }
    return all;
  }

 private:
  const PartedList& picture_;
};

// A part of the output, with its index in `before`, in `after` or in both.
struct Pair {
  Part part;
  std::optional<std::size_t> before, after;
  bool is_joining = false;  // `before` is a different part, which merges into `after`
  bool is_leaving = false;  // `after` is a different part, which `before` comes out of
};

class Transition {
 public:
  Transition(const PartedList& before, const PartedList& after, float way)
      : before_(before), after_(after), way_(way) {
    out_.list.width = mix(before.list.width, after.list.width, way);
    out_.list.height = mix(before.list.height, after.list.height, way);
    out_.list.order.reserve(before.list.order.size() + after.list.order.size());
    out_.list.boxes.reserve(before.list.boxes.size() + after.list.boxes.size());
    out_.list.labels.reserve(before.list.labels.size() + after.list.labels.size());
    out_.parts.reserve(before.parts.size() + after.parts.size());
  }

  PartedList run() {
    for (const Pair& pair : pairs()) add(pair);
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::vector<Pair> pairs() const;
  void add(const Pair& pair);
  void add_shapes(const Pair& pair);
  void add_labels(const Pair& pair);
  void add_rest(const Pair& pair);
  void fade(const DrawList& list, const Shape& shape, float alpha, const Shift& shift);
  void fade(const Label& label, float alpha, const Shift& shift);
  void grow(const Source& source, std::size_t part, float size);
  void roll(const Label& from, const Label& to);
  void move_along(const Pair& pair, Shift& gone, Shift& still_to_go) const;
  [[nodiscard]] float way_of(const Pair& pair) const;

  Source before_, after_;
  float way_;
  PartedList out_;
};

using Key = std::tuple<Part::Kind, std::uint32_t, std::uint64_t>;
Key key_of(const Part& part) { return {part.kind, part.lanes, part.id}; }

// Indices of the picture's parts, sorted by key.
std::vector<std::size_t> sorted(const Source& source) {
  std::vector<std::size_t> order(source.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return key_of(source.part(a)) < key_of(source.part(b));
  });
  return order;
}

std::optional<std::size_t> find(const Source& source, const std::vector<std::size_t>& order,
                                const Part& part) {
  const auto at = std::ranges::lower_bound(order, key_of(part), {},
                                           [&](std::size_t i) { return key_of(source.part(i)); });
  if (at == order.end() || key_of(source.part(*at)) != key_of(part)) return std::nullopt;
  return *at;
}

// The nearest related part: for words, one that shares a lane; otherwise the one with the nearest
// id.
std::optional<std::size_t> relative_of(const Source& source, const Part& part) {
  std::optional<std::size_t> nearest;
  const auto distance = [&](const Part& other) {
    if (part.kind == Part::Kind::word && (other.lanes & part.lanes) == 0)
      return std::uint64_t{1} << 40U;
    return other.id > part.id ? other.id - part.id : part.id - other.id;
  };
  std::uint64_t least = std::uint64_t{1} << 40U;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source.part(i).kind != part.kind) continue;
    const std::uint64_t here = distance(source.part(i));
    if (here < least) {
      least = here;
      nearest = i;
    }
  }
  return nearest;
}

std::vector<Pair> Transition::pairs() const {
  const std::vector<std::size_t> befores = sorted(before_);
  const std::vector<std::size_t> afters = sorted(after_);
  std::vector<Pair> pairs;
  pairs.reserve(before_.size() + after_.size());
  // Parts that disappear lie under those that stay.
  for (std::size_t i = 0; i < before_.size(); ++i) {
    const Part& part = before_.part(i);
    if (find(after_, afters, part)) continue;
    Pair pair{part, i, {}};
    if (fate_of(part.kind) == Fate::joins) {
      pair.after = relative_of(after_, part);
      pair.is_joining = pair.after.has_value();
    }
    pairs.push_back(pair);
  }
  for (std::size_t i = 0; i < after_.size(); ++i) {
    const Part& part = after_.part(i);
    Pair pair{part, find(before_, befores, part), i};
    if (!pair.before && fate_of(part.kind) == Fate::joins) {
      pair.before = relative_of(before_, part);
      pair.is_leaving = pair.before.has_value();
    }
    pairs.push_back(pair);
  }
  std::ranges::stable_sort(pairs,
                           [](const Pair& a, const Pair& b) { return a.part.kind < b.part.kind; });
  return pairs;
}

// The badge moves in half of the time: in the first half if the verdict gets longer, to make room,
// in the second half if it gets shorter.
float Transition::way_of(const Pair& pair) const {
  const bool is_badge = pair.part.kind == Part::Kind::heading &&
                        pair.part.id == static_cast<std::uint64_t>(Heading::badge);
  if (!is_badge || !pair.before || !pair.after) return way_;
  const auto a = before_.extent(*pair.before);
  const auto b = after_.extent(*pair.after);
  if (!a || !b) return way_;
  return b->x < a->x ? std::min(1.0F, 2 * way_) : std::max(0.0F, 2 * way_ - 1);
}

void Transition::add(const Pair& pair) {
  Part part = pair.part;
  part.shape = static_cast<std::uint32_t>(out_.list.order.size());
  part.label = static_cast<std::uint32_t>(out_.list.labels.size());
  out_.parts.push_back(part);
  if (part.kind == Part::Kind::rest) {
    add_rest(pair);
    return;
  }
  const float whole = std::exchange(way_, way_of(pair));
  add_shapes(pair);
  add_labels(pair);
  way_ = whole;
}

void Transition::fade(const DrawList& list, const Shape& shape, float alpha, const Shift& shift) {
  if (alpha < invisible) return;
  if (shape.kind == Shape::Kind::box) {
    Box box = list.boxes[shape.index];
    box.rect.x += shift.x;
    box.rect.y += shift.y;
    box.fill.a *= alpha;
    box.border.a *= alpha;
    box.hatch.a *= alpha;
    if (std::max({box.fill.a, box.border.a, box.hatch.a}) >= invisible) out_.list.add(box);
  } else if (shape.kind == Shape::Kind::curve) {
    Curve curve = list.curves[shape.index];
    curve.color.a *= alpha;
    if (curve.color.a >= invisible) out_.list.add(curve);
  }
}

void Transition::fade(const Label& label, float alpha, const Shift& shift) {
  if (alpha * label.color.a < invisible) return;
  Label faded = label;
  faded.x += shift.x;
  faded.y += shift.y;
  faded.color.a *= alpha;
  out_.list.add(std::move(faded));
}

// Draws the part's boxes with their heights scaled by `size`, on the same bottom edge.
void Transition::grow(const Source& source, std::size_t part, float size) {
  for (const Shape& shape : source.shapes(part)) {
    if (shape.kind != Shape::Kind::box) continue;
    Box box = source.list().boxes[shape.index];
    const float foot = box.rect.y + box.rect.h;
    box.rect.h *= size;
    box.rect.y = foot - box.rect.h;
    out_.list.add(box);
  }
}

// How far the pair is from its old place, and from its new one. Shapes that only one of the two has
// move by these.
void Transition::move_along(const Pair& pair, Shift& gone, Shift& still_to_go) const {
  const auto a = before_.extent(*pair.before);
  const auto b = after_.extent(*pair.after);
  if (!a || !b) return;
  const Shift all{b->x + b->w / 2 - a->x - a->w / 2, b->y + b->h / 2 - a->y - a->h / 2};
  gone = {all.x * way_, all.y * way_};
  still_to_go = {all.x * (way_ - 1), all.y * (way_ - 1)};
}

void Transition::add_shapes(const Pair& pair) {
  if (!pair.before || !pair.after) {
    const bool goes = pair.before.has_value();
    const Source& source = goes ? before_ : after_;
    const std::size_t part = goes ? *pair.before : *pair.after;
    const float amount = goes ? 1 - way_ : way_;
    if (fate_of(pair.part.kind) == Fate::grows) {
      grow(source, part, amount);
      return;
    }
    for (const Shape& shape : source.shapes(part)) fade(source.list(), shape, amount, {});
    return;
  }
  const auto from = before_.shapes(*pair.before);
  const auto to = after_.shapes(*pair.after);
  Shift gone, still_to_go;
  if (from.size() != to.size()) move_along(pair, gone, still_to_go);
  for (std::size_t i = 0; i < std::max(from.size(), to.size()); ++i) {
    const bool both = i < from.size() && i < to.size() && from[i].kind == to[i].kind;
    if (both && from[i].kind == Shape::Kind::box) {
      out_.list.add(
          mix(before_.list().boxes[from[i].index], after_.list().boxes[to[i].index], way_));
    } else if (both && from[i].kind == Shape::Kind::curve) {
      out_.list.add(
          mix(before_.list().curves[from[i].index], after_.list().curves[to[i].index], way_));
    } else {
      if (i < from.size()) fade(before_.list(), from[i], 1 - way_, gone);
      if (i < to.size()) fade(after_.list(), to[i], way_, still_to_go);
    }
  }
}

// Like a counter wheel: the old text leaves upwards, then the new one comes from below.
void Transition::roll(const Label& from, const Label& to) {
  constexpr float height = 0.6F;  // as a share of the text's height
  const bool is_first_half = way_ < 0.5F;
  // Distance of the shown text from its place; 0: in place.
  const float share = is_first_half ? 2 * way_ : 2 - 2 * way_;
  const Label& shown = is_first_half ? from : to;
  Label label = shown;
  if (from.align_x == to.align_x && from.align_y == to.align_y) {
    label.x = mix(from.x, to.x, way_);
    label.y = mix(from.y, to.y, way_);
  }
  label.y += (is_first_half ? -1.0F : 1.0F) * height * shown.size * share;
  label.color.a *= 1 - share;
  if (label.color.a >= invisible) out_.list.add(std::move(label));
}

void Transition::add_labels(const Pair& pair) {
  const float leaving = 1 - 2 * way_;
  const float coming = 2 * way_ - 1;
  Shift gone, still_to_go;
  if (pair.is_joining || pair.is_leaving) move_along(pair, gone, still_to_go);
  const auto from = pair.before ? before_.labels(*pair.before) : std::span<const Label>();
  const auto to = pair.after ? after_.labels(*pair.after) : std::span<const Label>();
  for (std::size_t i = 0; i < std::max(from.size(), to.size()); ++i) {
    const Label* a = i < from.size() ? &from[i] : nullptr;
    const Label* b = i < to.size() ? &to[i] : nullptr;
    // A part that merges shows only its own text.
    if (pair.is_joining) b = nullptr;
    if (pair.is_leaving) a = nullptr;
    if (a != nullptr && b != nullptr) {
      if (a->text != b->text || a->align_x != b->align_x || a->align_y != b->align_y) {
        roll(*a, *b);
        continue;
      }
      // Keep one of the two sizes: glyphs are cached per size.
      Label label = way_ < 0.5F ? *a : *b;
      label.x = mix(a->x, b->x, way_);
      label.y = mix(a->y, b->y, way_);
      label.color = mix(a->color, b->color, way_);
      out_.list.add(std::move(label));
    } else if (a != nullptr) {
      fade(*a, leaving, gone);
    } else if (b != nullptr) {
      fade(*b, coming, still_to_go);
    }
  }
}

// Boxes and labels without a part: matched by index if the counts agree; otherwise the new ones are
// drawn at once.
void Transition::add_rest(const Pair& pair) {
  if (!pair.after) return;
  const auto from = pair.before ? before_.shapes(*pair.before) : std::span<const Shape>();
  const auto to = after_.shapes(*pair.after);
  const bool alike =
      std::ranges::equal(from, to, [](const Shape& a, const Shape& b) { return a.kind == b.kind; });
  if (alike) {
    add_shapes(pair);
  } else {
    for (const Shape& shape : to) fade(after_.list(), shape, 1, {});
  }
  const auto old = pair.before ? before_.labels(*pair.before) : std::span<const Label>();
  const auto now = after_.labels(*pair.after);
  if (old.size() == now.size()) {
    add_labels(pair);
    return;
  }
  for (const Label& label : now) fade(label, 1, {});
}

// Puts shapes and labels before the first part into a part of their own.
PartedList whole(const PartedList& picture) {
  PartedList named = picture;
  named.list.hits.clear();
  if (named.parts.empty() || named.parts.front().shape > 0 || named.parts.front().label > 0)
    named.parts.insert(named.parts.begin(), Part{});
  return named;
}

bool has_name(const PartedList& picture) {
  return !picture.parts.empty() && picture.parts.front().shape == 0 &&
         picture.parts.front().label == 0;
}

bool same_label(const Label& a, const Label& b) {
  return a.x == b.x && a.y == b.y && a.size == b.size && a.color == b.color && a.text == b.text;
}

bool same_box(const Box& a, const Box& b) {
  return a.rect == b.rect && a.fill == b.fill && a.border == b.border &&
         a.border_width == b.border_width && a.hatch == b.hatch;
}

bool same_curve(const Curve& a, const Curve& b) {
  return std::ranges::equal(a.x, b.x) && std::ranges::equal(a.y, b.y) && a.color == b.color &&
         a.width == b.width;
}

}  // namespace

float eased(float progress) {
  const float t = std::clamp(progress, 0.0F, 1.0F);
  return t * t * (3 - 2 * t);
}

PartedList transition(const PartedList& before, const PartedList& after, float way) {
  if (way <= 0) return before;
  if (way >= 1) return after;
  if (has_name(before) && has_name(after)) return Transition(before, after, way).run();
  const PartedList from = whole(before);
  const PartedList to = whole(after);
  return Transition(from, to, way).run();
}

bool looks_alike(const DrawList& a, const DrawList& b) {
  return a.width == b.width && a.height == b.height &&
         std::ranges::equal(a.boxes, b.boxes, same_box) &&
         std::ranges::equal(a.labels, b.labels, same_label) &&
         std::ranges::equal(a.curves, b.curves, same_curve);
}

}  // namespace lanescope::picture
