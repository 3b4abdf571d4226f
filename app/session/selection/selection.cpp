#include "app/session/selection/selection.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "app/session/selection/access_names.h"
#include "app/session/selection/moving_figures.h"
#include "sim/text/number.h"

namespace lanescope::app {
namespace {

bool shows(View view, memory::Space space) {
  switch (view) {
    case View::automatic:
      return true;
    case View::bank:
      return space == memory::Space::shared;
    case View::global:
      return space == memory::Space::global;
  }
  return true;
}

// Sort key: larger is shown first.
auto interest(const report::Event& event) {
  const double ratio = event.ideal == 0 ? 1.0 : static_cast<double>(event.cost) / event.ideal;
  const bool shared = event.access.space == memory::Space::shared;
  return std::tuple(ratio, shared && event.access.op == memory::Op::load, shared, event.cost);
}

template <class Wanted>
std::optional<std::size_t> most_interesting(const report::WarpTrace& trace, Wanted wanted) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const report::Event& event = trace.events[i];
    if (event.kind != report::EventKind::access || !wanted(event)) continue;
    if (!best || interest(event) > interest(trace.events[*best])) best = i;
  }
  return best;
}

bool is_like(const report::Event& event, const report::Event& like) {
  return event.kind == like.kind && event.access.space == like.access.space &&
         event.access.op == like.access.op;
}

// The first event like this one on the line nearest to `line`; those of its file come first.
std::optional<std::size_t> nearest_like(const report::Report& report,
                                        const report::WarpTrace& trace, const report::Event& like,
                                        const FileLine& line) {
  std::optional<std::size_t> nearest;
  const auto distance = [&](std::size_t event) {
    const SourcePlace& place = trace.events[event].place;
    return std::pair(!report::is_in_file(report, place, line.file),
                     std::abs(place.line - line.line));
  };
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    if (is_like(trace.events[i], like) && (!nearest || distance(i) < distance(*nearest)))
      nearest = i;
  }
  return nearest;
}

bool has_branch(const report::Report& report, const FileLine& line) {
  return std::ranges::any_of(report.branches, [&](const report::Branch& branch) {
    return branch.executions > 0 && is_on(report, branch.place, line);
  });
}

// The included file that the view means; none: there is none, or the name fits several.
std::optional<std::string> file_named(const report::Report& report, const std::string& name) {
  if (name.empty()) return name;
  std::optional<std::string> found;
  for (const report::IncludedLines& each : report.included) {
    const bool fits = each.file == name || each.file.ends_with('/' + name);
    if (fits && found) return std::nullopt;
    if (fits) found = each.file;
  }
  return found;
}

std::optional<std::uint32_t> number(std::string_view text, std::uint32_t least) {
  const auto value = whole_number<std::uint32_t>(text);
  return value && *value >= least && *value <= 0x7fffffffU ? value : std::nullopt;
}

// Up to three numbers; those left out are `least`.
std::optional<report::Dim3> three_numbers(std::string_view text, std::uint32_t least) {
  report::Dim3 block{least, least, least};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t slash = std::min(text.find('/'), text.size());
    const auto value = number(text.substr(0, slash), least);
    if (!value) return std::nullopt;
    block[axis] = *value;
    if (slash == text.size()) return block;
    text.remove_prefix(slash + 1);
  }
  return std::nullopt;  // more than three
}

// "12", or "tile.cuh:12".
bool read_line(std::string_view value, ViewRequest& request) {
  const std::size_t colon = value.rfind(':');
  const bool has_file = colon != std::string_view::npos && colon > 0;
  const auto line = number(has_file ? value.substr(colon + 1) : value, 1);
  if (!line) return false;
  request.line = static_cast<int>(*line);
  request.line_file = has_file ? value.substr(0, colon) : std::string_view();
  return true;
}

bool read_named(std::string_view name, std::string_view value, ViewRequest& request) {
  if (name == "access") {
    request.access = report::access_kind_named(value);
    return request.access.has_value();
  }
  const auto block = name == "block" ? three_numbers(value, 0) : std::nullopt;
  request.block = block.value_or(request.block);
  return block.has_value();
}

// Of a page whose argument may be missing.
bool is_argument_of(Page page, std::string_view value) {
  if (page == Page::index) return launch_shape_of(value).has_value();
  if (page == Page::launches || page == Page::program) return number(value, 0).has_value();
  return page == Page::moving && moving_figure_named(value).has_value();
}

bool read_view_word(std::string_view word, ViewRequest& request) {
  if (word == "auto" || word == "bank" || word == "global") {
    request.view = word == "bank" ? View::bank : word == "global" ? View::global : View::automatic;
    return true;
  }
  if (word == "divergence") {
    request.divergence = true;
    return true;
  }
  const std::size_t equals = std::min(word.find('='), word.size());
  const std::string_view name = word.substr(0, equals);
  const std::string_view value = word.substr(std::min(equals + 1, word.size()));
  if (const std::optional<Page> page = view_page_named(name)) {
    request.page = *page;
    request.page_argument = std::string(value);
    const bool has_argument = equals < word.size();
    switch (row_of(*page).argument.kind) {
      case PageArgument::Kind::none:
        return !has_argument;
      case PageArgument::Kind::optional:
        return !has_argument || is_argument_of(*page, value);
      case PageArgument::Kind::required:
      case PageArgument::Kind::rest:
        return !value.empty();
    }
  }
  if (equals == word.size()) return false;
  if (name == "block" || name == "access") return read_named(name, value, request);
  if (name == "line") return read_line(value, request);
  const bool from_one = name == "event" || name == "wavefront" || name == "step";
  const auto count = number(value, from_one ? 1 : 0);
  if (!count || (!from_one && name != "warp" && name != "lane") ||
      (name == "lane" && *count >= memory::warp_lanes))
    return false;
  if (name == "event") {
    request.event = *count - 1;
  } else if (name == "wavefront") {
    request.wavefront = *count - 1;
  } else if (name == "step") {
    request.warp_step = *count - 1;
  } else if (name == "lane") {
    request.lane = *count;
  } else {
    request.warp = *count;
  }
  return true;
}

// The page that takes the rest of the view's text, if the text begins with it.
std::optional<Page> page_with_rest(std::string_view text) {
  const std::optional<Page> page = view_page_named(text.substr(0, text.find_first_of(",=")));
  const bool takes_rest = page && row_of(*page).argument.kind == PageArgument::Kind::rest;
  return takes_rest ? page : std::nullopt;
}

}  // namespace

std::string words_of_pages(PageArgument::Kind kind) {
  std::string words;
  for (const PageRow& row : page_rows()) {
    if (row.replaces_stage && row.argument.kind == kind) {
      words += words.empty() ? "" : ", ";
      words += row.name;
      const std::string argument = std::string("=") + row.argument.text;
      words += kind == PageArgument::Kind::none       ? ""
               : kind == PageArgument::Kind::optional ? " or " + std::string(row.name) + argument
                                                      : argument;
    }
  }
  return words;
}

std::optional<LaunchShape> launch_shape_of(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto grid = three_numbers(text.substr(0, colon), 1);
  const auto block = three_numbers(text.substr(colon + 1), 1);
  return grid && block ? std::optional(LaunchShape{*grid, *block}) : std::nullopt;
}

std::string text_of(const LaunchShape& shape) {
  const auto three = [](const report::Dim3& extents) {
    return fmt::format("{}/{}/{}", extents[0], extents[1], extents[2]);
  };
  return three(shape.grid) + ":" + three(shape.block);
}

bool is_of_kind(const memory::WarpAccess& access, const report::AccessKind& kind) {
  return report::kind_of(access.space, access.op) == kind;
}

tl::expected<ViewRequest, std::string> parse_view(std::string_view text) {
  ViewRequest request;
  while (!text.empty()) {
    if (const std::optional<Page> page = page_with_rest(text)) {
      const std::size_t name = std::string_view(name_of(*page)).size();
      request.page = *page;
      request.page_argument = std::string(text.substr(std::min(name + 1, text.size())));
      break;
    }
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view word = text.substr(0, comma);
    if (!read_view_word(word, request)) {
      return tl::unexpected(fmt::format(
          "view: '{}' is not one of auto, bank, global, divergence, {}, {}, access=KIND "
          "(global_load, "
          "shared_store ...), {}, line=N or line=FILE:N, event=N, wavefront=N, step=N, warp=N, "
          "lane=N, "
          "block=X/Y/Z, and last {}",
          word, words_of_pages(PageArgument::Kind::none),
          words_of_pages(PageArgument::Kind::optional),
          words_of_pages(PageArgument::Kind::required), words_of_pages(PageArgument::Kind::rest)));
    }
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return request;
}

Selection selection_from(const ViewRequest& request, const report::Report& report) {
  Selection selection;
  selection.block = request.block;
  selection.warp = request.warp;
  selection = default_selection(report, selection, request.view);
  const std::optional<std::string> file = file_named(report, request.line_file);
  const auto choose_line = [&] {
    if (!request.line || !file) return;
    selection.file = *file;
    selection = with_line(report, selection, *request.line);
  };
  choose_line();
  const report::WarpTrace* trace = trace_of(report, selection);
  if (request.access && trace != nullptr) {
    const auto event = costliest_event_of(
        report, *trace, *request.access,
        request.line ? FileLine{file.value_or(request.line_file), *request.line} : FileLine{});
    if (event) {
      selection.subject = Subject::memory;
      selection = with_event(report, selection, *event);
    }
  }
  if (request.event) selection = with_event(report, selection, *request.event);
  if (request.divergence) {
    selection = with_subject(report, selection, Subject::divergence);
    choose_line();
  }
  if (request.wavefront)
    selection.wavefront = clamped_wavefront(request.wavefront, wavefronts_of(report, selection));
  return selection;
}

std::vector<std::string> lacking(const ViewRequest& request, const report::Report& report) {
  std::vector<std::string> result;
  const Selection chosen = selection_from(request, report);
  const report::Event* event = event_of(report, chosen);
  const auto three = [](const report::Dim3& d) {
    return fmt::format("{}/{}/{}", d[0], d[1], d[2]);
  };
  const std::string group = request.argument_of(Page::launches);
  if (!group.empty() && number(group, 0).value_or(0) > report.launch_tree.size()) {
    result.push_back(
        fmt::format("launches={}: the tree has {} groups, numbered from 1; 0 is the "
                    "host's launch",
                    group, report.launch_tree.size()));
  }
  if (clamped_to_grid(request.block, report.grid) != request.block) {
    result.push_back(fmt::format("block={}: the grid has {} blocks, numbered from 0",
                                 three(request.block), three(report.grid)));
  }
  if (request.warp >= std::max(report.warps_per_block(), 1U)) {
    result.push_back(fmt::format("warp={}: the number of warps in a block is {}, numbered from 0",
                                 request.warp, report.warps_per_block()));
  }
  if (request.line && !file_named(report, request.line_file)) {
    std::string names;
    for (const report::IncludedLines& each : report.included)
      names += (names.empty() ? "" : ", ") + each.file;
    result.push_back(fmt::format(
        "line={}:{}: the kernel has code from {}", request.line_file, *request.line,
        names.empty() ? "no included file" : "these included files, each named once: " + names));
  } else if (request.line && chosen.line != *request.line) {
    result.push_back(
        fmt::format("line={}: the launch has nothing to show for this line", *request.line));
  } else if (request.line && !request.divergence && event == nullptr) {
    result.push_back(fmt::format("line={}: the line has no access; the nearest line with one is {}",
                                 *request.line,
                                 nearest_line_with_access(report, *request.line, chosen.file)));
  }
  const bool is_access = event != nullptr && event->kind == report::EventKind::access;
  if (request.access && !(is_access && is_of_kind(event->access, *request.access)))
    result.push_back(fmt::format("the warp has no access={}", name_of(*request.access)));
  if (request.event && chosen.event != request.event)
    result.push_back(fmt::format("event={}: the warp has fewer", *request.event + 1));
  // In a comparison, the wavefronts go up to the larger count of the two sides.
  if (request.wavefront && request.page != Page::compare && chosen.wavefront != request.wavefront) {
    result.push_back(fmt::format("wavefront={}: the access has {}", *request.wavefront + 1,
                                 wavefronts_of(report, chosen)));
  }
  return result;
}

report::Dim3 clamped_to_grid(report::Dim3 block, const report::Dim3& grid) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    block[axis] = std::min(block[axis], std::max(grid[axis], 1U) - 1);
  return block;
}

void clamp_position(const report::Report& report, Selection& selection) {
  selection.block = clamped_to_grid(selection.block, report.grid);
  selection.warp = std::min(selection.warp, std::max(report.warps_per_block(), 1U) - 1);
}

std::optional<std::uint32_t> clamped_wavefront(std::optional<std::uint32_t> wavefront,
                                               std::uint32_t count) {
  if (!wavefront || count == 0) return std::nullopt;
  return std::min(*wavefront, count - 1);
}

const report::WarpTrace* trace_of(const report::Report& report, const Selection& selection) {
  for (const report::WarpTrace& trace : report.traces) {
    if (trace.position.warp == selection.warp) return &trace;
  }
  return nullptr;
}

const report::Event* event_of(const report::Report& report, const Selection& selection) {
  const report::WarpTrace* trace = trace_of(report, selection);
  if (trace == nullptr || !selection.event || *selection.event >= trace->events.size())
    return nullptr;
  return &trace->events[*selection.event];
}

std::uint32_t wavefronts_of(const report::Report& report, const Selection& selection) {
  if (selection.subject == Subject::divergence)
    return 0;  // the divergence view shows no wavefronts
  const report::Event* event = event_of(report, selection);
  return event != nullptr && event->kind == report::EventKind::access ? event->steps : 0;
}

std::optional<std::size_t> costliest_event(const report::WarpTrace& trace, View view) {
  return most_interesting(
      trace, [view](const report::Event& event) { return shows(view, event.access.space); });
}

bool is_on(const report::Report& report, const SourcePlace& place, const FileLine& line) {
  return line.line == 0 ||
         (place.line == line.line && report::is_in_file(report, place, line.file));
}

std::optional<std::size_t> costliest_event_of(const report::Report& report,
                                              const report::WarpTrace& trace,
                                              const report::AccessKind& kind,
                                              const FileLine& line) {
  return most_interesting(trace, [&](const report::Event& event) {
    return is_of_kind(event.access, kind) && is_on(report, event.place, line);
  });
}

std::size_t occurrence(const report::WarpTrace& trace, std::size_t event) {
  const report::Event& like = trace.events[event];
  const auto end = trace.events.begin() + static_cast<std::ptrdiff_t>(event);
  return static_cast<std::size_t>(
      std::count_if(trace.events.begin(), end, [&](const report::Event& earlier) {
        return earlier.place.line == like.place.line && earlier.place.file == like.place.file &&
               is_like(earlier, like);
      }));
}

NthEvent nth_like(const report::Report& report, const report::WarpTrace& trace,
                  const report::Event& like, const FileLine& line, std::size_t n) {
  NthEvent found;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const report::Event& event = trace.events[i];
    const bool is_there =
        event.place.line == line.line && report::is_in_file(report, event.place, line.file);
    if (!is_there || !is_like(event, like)) continue;
    found.event = i;
    if (n == 0) return found;
    --n;
  }
  found.is_last = true;
  return found;
}

namespace {

bool is_of_user(const report::Report& report, const SourcePlace& place) {
  const std::string file = report::file_of(report, place);
  return file.empty() || std::ranges::find(report.included, file, &report::IncludedLines::file) !=
                             report.included.end();
}

// Where the user sees the finding: an access in a library's header is made by the line that calls
// it.
SourcePlace place_of_finding(const report::Report& report, const Diagnostic& finding) {
  if (is_of_user(report, finding.place)) return finding.place;
  const auto site = std::ranges::find(report.sites, finding.ptx_line, &report::Site::ptx_line);
  return site != report.sites.end() ? site->place : finding.place;
}

// Of the finding's thread in its block; none: it names no thread.
std::optional<std::uint32_t> thread_of_finding(const report::Report& report,
                                               const Diagnostic& finding) {
  if (!finding.thread) return std::nullopt;
  const report::Dim3& at = *finding.thread;
  const report::Dim3& size = report.block;
  return at[0] + size[0] * (at[1] + size[1] * at[2]);
}

}  // namespace

std::optional<int> lane_of_finding(const report::Report& report, const Selection& selection,
                                   const Diagnostic& finding) {
  const auto thread = thread_of_finding(report, finding);
  const report::Event* event = event_of(report, selection);
  if (!thread || *thread / 32 != selection.warp || event == nullptr ||
      event->kind != report::EventKind::access)
    return std::nullopt;
  const SourcePlace place = place_of_finding(report, finding);
  if (event->place.line != place.line || event->place.file != place.file) return std::nullopt;
  const auto lane = static_cast<int>(*thread % 32);
  return event->access.lane_is_active(lane) ? std::optional(lane) : std::nullopt;
}

Selection at_finding(const report::Report& report, Selection selection, const Diagnostic& finding) {
  std::optional<std::size_t> lane;
  if (const auto thread = thread_of_finding(report, finding)) {
    selection.warp = *thread / 32;
    lane = *thread % 32;
  }
  clamp_position(report, selection);
  selection.subject = Subject::memory;
  const SourcePlace place = place_of_finding(report, finding);
  selection.file = report::file_of(report, place);
  selection = with_line(report, selection, place.line);
  const report::WarpTrace* trace = trace_of(report, selection);
  if (trace == nullptr || !lane || !finding.address) return selection;
  // A line such as `s[t] += x` loads and stores one address: the instruction tells which is meant.
  std::optional<std::size_t> same_address;
  for (std::size_t i = 0; i < trace->events.size(); ++i) {
    const report::Event& event = trace->events[i];
    const bool there = event.kind == report::EventKind::access && event.place.line == place.line &&
                       event.place.file == place.file &&
                       event.access.lane_is_active(static_cast<int>(*lane)) &&
                       event.access.address[*lane] == *finding.address;
    if (!there) continue;
    if (event.site < report.sites.size() && report.sites[event.site].ptx_line == finding.ptx_line)
      return with_event(report, selection, i);
    if (!same_address) same_address = i;
  }
  return same_address ? with_event(report, selection, *same_address) : selection;
}

Subject suggested_subject(const report::Report& report) {
  // Slightly above the ideal: ignores the odd request, and the odd branch, at an array's edge.
  constexpr double costly_ratio = 1.05;
  double executions = 0;
  for (const report::Branch& branch : report.branches)
    executions += static_cast<double>(branch.executions);
  const auto divergent = static_cast<double>(report.totals.divergent_branches);
  if (divergent <= (costly_ratio - 1) * executions) return Subject::memory;
  const auto is_cheap = [](const std::vector<report::Line>& lines) {
    return std::ranges::all_of(
        lines, [](const report::Line& line) { return line.worst_ratio < costly_ratio; });
  };
  const bool cheap = is_cheap(report.lines) &&
                     std::ranges::all_of(report.included, is_cheap, &report::IncludedLines::lines);
  return cheap ? Subject::divergence : Subject::memory;
}

FileLine most_divergent_line(const report::Report& report, const std::optional<std::string>& file) {
  const report::Branch* most = nullptr;
  for (const report::Branch& branch : report.branches) {
    const bool on_screen =
        branch.executions > 0 && branch.place.line != 0 &&
        (file ? report::is_in_file(report, branch.place, *file) : is_of_user(report, branch.place));
    if (on_screen && (most == nullptr || branch.divergent > most->divergent)) most = &branch;
  }
  if (most == nullptr) return {};
  return {report::file_of(report, most->place), most->place.line};
}

Selection with_subject(const report::Report& report, Selection selection, Subject subject) {
  selection.subject = subject;
  if (subject == Subject::divergence) {
    if (selection.line == 0 || !has_branch(report, {selection.file, selection.line})) {
      if (const FileLine most = most_divergent_line(report); most.line != 0) {
        selection.file = most.file;
        selection.line = most.line;
      }
    }
    return with_line(report, selection, selection.line);
  }
  const std::vector<int> lines = lines_to_walk(report, Subject::memory, selection.file);
  if (std::binary_search(lines.begin(), lines.end(), selection.line))
    return with_line(report, selection, selection.line);
  const report::WarpTrace* trace = trace_of(report, selection);
  const auto event = trace != nullptr ? costliest_event(*trace) : std::nullopt;
  return event ? with_event(report, selection, *event) : selection;
}

std::vector<int> lines_to_walk(const report::Report& report, Subject subject,
                               std::string_view file) {
  if (subject == Subject::memory) return lines_with_accesses(report, file);
  std::vector<int> lines;
  for (const report::Activity& activity : report::activity_in(report, file)) {
    if (activity.executions > 0) lines.push_back(activity.place.line);
  }
  return lines;
}

Selection with_event(const report::Report& report, Selection selection, std::size_t event) {
  const report::WarpTrace* trace = trace_of(report, selection);
  if (trace == nullptr || event >= trace->events.size()) return selection;
  selection.event = event;
  selection.line = trace->events[event].place.line;
  selection.file = report::file_of(report, trace->events[event].place);
  selection.wavefront.reset();
  return selection;
}

Selection with_line(const report::Report& report, Selection selection, int line) {
  selection.line = line;
  selection.wavefront.reset();
  const report::WarpTrace* trace = trace_of(report, selection);
  selection.event.reset();
  if (trace != nullptr) {
    selection.event = most_interesting(*trace, [&](const report::Event& event) {
      return event.place.line == line && report::is_in_file(report, event.place, selection.file);
    });
  }
  return selection;
}

Selection with_file(const report::Report& report, Selection selection, const std::string& file) {
  selection.file = file;
  const std::vector<int> lines = lines_to_walk(report, selection.subject, file);
  int line = lines.empty() ? 0 : lines.front();
  if (selection.subject == Subject::divergence) {
    const int most = most_divergent_line(report, file).line;
    return with_line(report, selection, most != 0 ? most : line);
  }
  if (const report::WarpTrace* trace = trace_of(report, selection)) {
    const auto event = most_interesting(*trace, [&](const report::Event& each) {
      return report::is_in_file(report, each.place, file);
    });
    if (event) return with_event(report, selection, *event);
  }
  return with_line(report, selection, line);
}

Selection default_selection(const report::Report& report, Selection selection, View view) {
  clamp_position(report, selection);
  selection.event.reset();
  selection.wavefront.reset();
  selection.line = 0;
  selection.file.clear();
  // A view requested by name means memory. Otherwise the divergence view stays as long as the
  // kernel has branches.
  const FileLine most = most_divergent_line(report);
  const bool stays = selection.subject == Subject::divergence && most.line != 0;
  selection.subject = view != View::automatic ? Subject::memory
                      : stays                 ? Subject::divergence
                                              : suggested_subject(report);
  if (selection.subject == Subject::divergence) {
    selection.file = most.file;
    return with_line(report, selection, most.line);
  }
  const report::WarpTrace* trace = trace_of(report, selection);
  if (trace == nullptr) return selection;
  std::optional<std::size_t> event = costliest_event(*trace, view);
  if (!event) {
    // a kernel without shared memory has nothing for the bank view
    event = costliest_event(*trace);
  }
  return event ? with_event(report, selection, *event) : selection;
}

Selection carried_over(const report::Report& before, const Selection& selected,
                       const report::Report& now, Selection wanted) {
  clamp_position(now, wanted);
  if (wanted.subject == Subject::divergence) {
    const std::vector<int> lines = lines_to_walk(now, Subject::divergence, wanted.file);
    const FileLine at{wanted.file, wanted.line};
    const bool keeps = std::binary_search(lines.begin(), lines.end(), wanted.line) &&
                       (!has_branch(before, at) || has_branch(now, at));
    if (const FileLine most = most_divergent_line(now); !keeps && most.line != 0) {
      wanted.file = most.file;
      wanted.line = most.line;
    }
    return with_line(now, wanted, wanted.line);
  }
  const report::WarpTrace* trace = trace_of(now, wanted);
  const report::WarpTrace* old_trace = trace_of(before, selected);
  const report::Event* old_event = event_of(before, selected);
  if (trace == nullptr) {
    wanted.event.reset();
    wanted.wavefront.reset();
    return wanted;
  }
  if (old_event != nullptr) {
    const auto event = nth_like(now, *trace, *old_event, {wanted.file, wanted.line},
                                occurrence(*old_trace, *selected.event))
                           .event;
    if (event) {
      Selection next = with_event(now, wanted, *event);
      next.wavefront = clamped_wavefront(wanted.wavefront, wavefronts_of(now, next));
      return next;
    }
  }
  const std::vector<int> lines = lines_with_accesses(now, wanted.file);
  if (std::binary_search(lines.begin(), lines.end(), wanted.line))
    return with_line(now, wanted, wanted.line);
  if (old_event != nullptr) {
    if (const auto event = nearest_like(now, *trace, *old_event, {wanted.file, wanted.line}))
      return with_event(now, wanted, *event);
  }
  // A file of which the kernel has nothing any more is not shown.
  if (lines.empty()) wanted.file.clear();
  const int nearest = nearest_line_with_access(now, wanted.line, wanted.file);
  return with_line(now, wanted, nearest != 0 ? nearest : wanted.line);
}

std::vector<int> lines_with_accesses(const report::Report& report, std::string_view file) {
  std::vector<int> lines;
  for (const report::Line& line : report::lines_in(report, file)) {
    if (!line.sites.empty()) lines.push_back(line.line);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

int nearest_line_with_access(const report::Report& report, int line, std::string_view file) {
  int nearest = 0;
  for (const int candidate : lines_with_accesses(report, file)) {
    if (nearest == 0 || std::abs(candidate - line) < std::abs(nearest - line)) nearest = candidate;
  }
  return nearest;
}

}  // namespace lanescope::app
