#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/figures/pages/moving_inputs.h"
#include "kernels/transfer/models.h"
#include "sim/transfer/links.h"
#include "viz/picture/core/units.h"

namespace lanescope::app {

using picture::Origin;
using text::Texts;
using transfer::Rows;

namespace {

// The figure's head, and why it shows nothing if these sections have no times.
template <class Input>
Input input_for(const MovingSource& source, MovingFigure figure,
                const std::vector<const char*>& sections) {
  Input input;
  input.head = moving_head(source, figure);
  input.absence = moving_absence(source, sections);
  return input;
}

picture::MovingBar bar_of(const MovingSource& source, const TransferRow& row, std::string name) {
  picture::MovingBar bar;
  bar.name = std::move(name);
  if (row.us) {
    bar.seconds = seconds_of(row.us->median);
    bar.low = seconds_of(row.us->median_low);
    bar.high = seconds_of(row.us->median_high);
  } else {
    bar.message = source.texts.say(row.message);
  }
  return bar;
}

std::string without_note(const TransferRow& /*row*/) { return {}; }

// Rows to one group for each key, in the order of the rows. `key`, `name` and `note` make texts of
// a row.
template <class Key, class Name, class Note = decltype(&without_note)>
std::vector<picture::BarGroup> grouped(const MovingSource& source,
                                       const std::vector<const TransferRow*>& rows, const Key& key,
                                       const Name& name, const Note& note = &without_note) {
  std::vector<picture::BarGroup> groups;
  for (const TransferRow* row : rows) {
    const std::string wanted = key(*row);
    auto found = std::ranges::find(groups, wanted, &picture::BarGroup::name);
    if (found == groups.end()) found = groups.insert(groups.end(), {wanted, {}});
    found->bars.push_back(bar_of(source, *row, name(*row)));
    found->bars.back().note = note(*row);
  }
  return groups;
}

// The shortest bar of each group that has several.
void mark_best(std::vector<picture::BarGroup>& groups) {
  for (picture::BarGroup& group : groups) {
    picture::MovingBar* best = nullptr;
    std::size_t timed = 0;
    for (picture::MovingBar& bar : group.bars) {
      if (!bar.message.empty()) continue;
      ++timed;
      if (best == nullptr || bar.seconds < best->seconds) best = &bar;
    }
    if (timed > 1) best->is_best = true;
  }
}

std::string count_text(const TransferRow& row, const char* number) {
  return Texts::grouped(static_cast<std::uint64_t>(row.number(number).value_or(0)));
}

// ---- curves ----

picture::CurvePoint point_of(const TransferRow& row, double x) {
  return {x, seconds_of(row.us->median), seconds_of(row.us->median_low),
          seconds_of(row.us->median_high)};
}

}  // namespace

picture::CurvesInput copies_input(const MovingSource& source, bool shows_rate, std::size_t chosen) {
  auto input = input_for<picture::CurvesInput>(source, MovingFigure::copies, {"copy"});
  input.shows_rate = shows_rate;
  if (shows_rate) {
    input.head.title = source.texts.get("moving.title.copies_rate");
    input.head.subtitle = source.texts.get("moving.about.copies_rate");
  }
  input.chosen = chosen;
  std::vector<transfer::CopyFit> fits = transfer::copy_fits(source.rows);
  std::ranges::move(transfer::uncopied_fits(source.rows), std::back_inserter(fits));
  for (const transfer::CopyFit& fit : fits) {
    picture::MovingCurve curve;
    curve.name =
        fit.host == "none"
            ? moving_word(source, "on_device")
            : source.texts.get("moving.curve", fmt::arg("host", moving_word(source, fit.host)),
                               fmt::arg("way", moving_word(source, fit.way)));
    for (const TransferRow* row : fit.rows)
      curve.points.push_back(point_of(*row, row->number("bytes").value_or(0)));
    if (fit.model) {
      const transfer::CopyModel& model = *fit.model;
      curve.model = {model.startup_seconds.value, model.startup_seconds.low,
                     model.startup_seconds.high,  model.bytes_per_second.value,
                     model.bytes_per_second.low,  model.bytes_per_second.high};
    }
    input.curves.push_back(std::move(curve));
  }
  input.chosen = std::min(input.chosen, std::max<std::size_t>(input.curves.size(), 1) - 1);
  return input;
}

// ---- bars ----

picture::BarsInput small_input(const MovingSource& source) {
  auto input = input_for<picture::BarsInput>(source, MovingFigure::small, {"small_copies"});
  picture::BarGroup group;
  for (const TransferRow* row : moving_points(source, "small_copies")) {
    const double copies = row->number("copies").value_or(1);
    picture::MovingBar bar =
        bar_of(source, *row,
               source.texts.get(
                   "moving.copies_of", fmt::arg("n", count_text(*row, "copies")),
                   fmt::arg("size", picture::binary_bytes_text(row->number("bytes").value_or(0) /
                                                               std::max(copies, 1.0)))));
    group.bars.push_back(std::move(bar));
  }
  input.groups.push_back(std::move(group));
  mark_best(input.groups);
  return input;
}

// One copy over each named link, by its rate and the start-up that was fitted to pinned memory; and
// what was timed.
picture::BarsInput links_input(const MovingSource& source) {
  constexpr double bytes = 64.0 * 1024 * 1024;
  auto input = input_for<picture::BarsInput>(source, MovingFigure::links, {"copy"});
  const Origin timed = input.head.origin.value_or(Origin::recorded);
  input.head.origin.reset();  // each group has its own
  picture::BarGroup model{picture::word_of(Origin::model, source.texts), {}};
  picture::BarGroup rows{fmt::format("{} · {}", picture::word_of(timed, source.texts),
                                     source.session.transfers().made_on()),
                         {}};
  for (const transfer::CopyFit& fit : transfer::copy_fits(source.rows)) {
    if (fit.host != "pinned" || fit.way != "in" || !fit.model) continue;
    for (const transfer::Link& link : transfer::links) {
      picture::MovingBar bar;
      bar.name = link.name;
      bar.seconds = bar.low = bar.high =
          fit.model->startup_seconds.value + bytes / link.bytes_per_second();
      bar.note = source.texts.get(
          "moving.link_rate", fmt::arg("rate", picture::number_text(link.bytes_per_second() / 1e9)),
          fmt::arg("raw", picture::number_text(link.raw_bytes_per_second / 1e9)));
      model.bars.push_back(std::move(bar));
    }
  }
  for (const char* host : {"pinned", "pageable"}) {
    for (const TransferRow* row : rows_with(source.rows, "copy", {{"host", host}, {"way", "in"}})) {
      if (!row->us || row->number("bytes") != bytes) continue;
      picture::MovingBar bar = bar_of(source, *row, moving_word(source, host));
      bar.note =
          source.texts.get("moving.link_measured",
                           fmt::arg("rate", picture::number_text(bytes / row->us->median / 1000)));
      rows.bars.push_back(std::move(bar));
    }
  }
  input.groups = {std::move(model), std::move(rows)};
  return input;
}

picture::BarsInput getting_input(const MovingSource& source) {
  auto input = input_for<picture::BarsInput>(source, MovingFigure::getting, {"get"});
  for (const TransferRow* row : rows_with(source.rows, "get")) {
    const auto bytes = row->number("bytes").value_or(0);
    const std::string size = picture::binary_bytes_text(bytes);
    auto found = std::ranges::find(input.groups, size, &picture::BarGroup::name);
    if (found == input.groups.end()) found = input.groups.insert(input.groups.end(), {size, {}});
    const std::string memory = row->name("memory");
    picture::MovingBar bar = bar_of(source, *row, moving_word(source, memory));
    for (const TransferRow* back : rows_with(source.rows, "give_back", {{"memory", memory}})) {
      if (!row->us || !back->us || back->number("bytes") != bytes) continue;
      bar.seconds += seconds_of(back->us->median);
      bar.low += seconds_of(back->us->median_low);
      bar.high += seconds_of(back->us->median_high);
    }
    if (const auto copies = copies_that_pay(source.rows, *row)) {
      bar.note = source.texts.get("moving.pays", fmt::arg("n", Texts::grouped(*copies)));
    } else if (!rows_with(source.rows, "copy", {{"host", memory}}).empty()) {
      bar.note = source.texts.get("moving.never_pays");
    }
    found->bars.push_back(std::move(bar));
  }
  for (const TransferRow* row : rows_with(source.rows, "copy", {{"way", "in"}})) {
    const auto group =
        std::ranges::find(input.groups, moving_size_text(*row), &picture::BarGroup::name);
    if (group == input.groups.end() || !row->us) continue;
    group->bars.push_back(
        bar_of(source, *row,
               source.texts.get("moving.one_copy",
                                fmt::arg("host", moving_word(source, row->name("host"))))));
  }
  return input;
}

picture::BarsInput in_place_input(const MovingSource& source) {
  auto input = input_for<picture::BarsInput>(source, MovingFigure::in_place, {"in_place"});
  input.groups = grouped(
      source,
      transfer::of_one_size(moving_points(source, "in_place"), transfer::usual_in_place_bytes),
      [&](const TransferRow& row) {
        const std::string size = moving_size_text(row);
        if (row.name("does") != "read")
          return source.texts.get("moving.writes", fmt::arg("size", size));
        return source.texts.get(
            row.number("stride").value_or(1) > 1 ? "moving.reads_some" : "moving.reads",
            fmt::arg("size", size), fmt::arg("n", count_text(row, "times")),
            fmt::arg("stride", count_text(row, "stride")));
      },
      [&](const TransferRow& row) { return moving_word(source, "place_" + row.name("how")); });
  mark_best(input.groups);
  return input;
}

picture::BarsInput managed_input(const MovingSource& source) {
  auto input = input_for<picture::BarsInput>(source, MovingFigure::managed, {"managed"});
  input.groups = grouped(
      source,
      transfer::of_one_size(moving_points(source, "managed"), transfer::usual_managed_bytes),
      [&](const TransferRow& row) {
        const std::string what = row.name("what");
        const bool is_prefetch = what.find("prefetch") != std::string::npos;
        return source.texts.get(is_prefetch ? "moving.with_prefetch" : "moving.by_faults",
                                fmt::arg("size", moving_size_text(row)));
      },
      [&](const TransferRow& row) { return moving_word(source, row.name("what")); });
  return input;
}

picture::BarsInput streams_input(const MovingSource& source) {
  auto input = input_for<picture::BarsInput>(source, MovingFigure::streams, {"streams"});
  input.groups = grouped(
      source, moving_points(source, "streams"), [](const TransferRow&) { return std::string(); },
      [&](const TransferRow& row) { return moving_word(source, row.name("what")); });
  return input;
}

picture::BarsInput residency_input(const MovingSource& source) {
  auto input = input_for<picture::BarsInput>(source, MovingFigure::residency, {"residency"});
  input.groups = grouped(
      source, moving_points(source, "residency"),
      [&](const TransferRow& row) {
        return source.texts.get("moving.kept",
                                fmt::arg("size", moving_size_text(row, "kept_bytes")),
                                fmt::arg("streamed", moving_size_text(row, "streamed_bytes")));
      },
      [&](const TransferRow& row) { return moving_word(source, "window_" + row.name("window")); },
      [&](const TransferRow& row) {
        if (row.number("set_aside_bytes").value_or(0) <= 0) return std::string();
        return source.texts.get(
            "moving.set_aside", fmt::arg("size", moving_size_text(row, "set_aside_bytes")),
            fmt::arg("ratio", picture::number_text(row.number("hit_ratio").value_or(0))));
      });
  mark_best(input.groups);
  return input;
}

picture::BarsInput launches_input(const MovingSource& source) {
  auto input = input_for<picture::BarsInput>(source, MovingFigure::launches, {"launch", "nested"});
  const auto number = [&](const TransferRow& row) {
    return source.texts.get("moving.launches", fmt::arg("n", count_text(row, "launches")));
  };
  input.groups = grouped(
      source, moving_points(source, "launch"),
      [&](const TransferRow& row) { return moving_word(source, row.name("what")); }, number);
  for (picture::BarGroup& group : grouped(
           source, moving_points(source, "nested"),
           [&](const TransferRow& row) { return moving_word(source, "by_" + row.name("by")); },
           number))
    input.groups.push_back(std::move(group));
  return input;
}

}  // namespace lanescope::app
