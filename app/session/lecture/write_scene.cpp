#include "app/session/lecture/write_scene.h"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>

#include "app/session/files/settings.h"
#include "app/session/files/write_file.h"
#include "app/session/state.h"
#include "app/session/state_text.h"
#include "kernels/lesson_file/folders.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

std::string toml_of(const lesson::Text& text) {
  std::string all;
  std::size_t languages = 0;
  for (const auto& [language, own] : text.by_language) {
    if (own.empty() && language != "en") continue;
    all += fmt::format("{}{} = {}", languages++ == 0 ? "" : ", ", language, toml_string(own));
  }
  return languages > 1 ? "{ " + all + " }" : toml_string(text.english());
}

std::string toml_of(const lesson::Values& values) {
  std::string inside;
  for (const auto& [name, value] : values)
    inside += fmt::format("{}{} = {}", inside.empty() ? "" : ", ", name, value);
  return "{ " + inside + " }";
}

std::string toml_of(const Spot& spot) {
  if (spot.kind != Spot::Kind::area) {
    const std::uint64_t first = spot.kind == Spot::Kind::wavefront ? 1 : 0;
    return toml_string(fmt::format("{}={}", name_of(spot.kind), spot.index + first));
  }
  const auto& [x, y, w, h] = spot.area;
  return fmt::format("[{:.3f}, {:.3f}, {:.3f}, {:.3f}]", x, y, w, h);
}

// Parameters that differ from the defaults of a variant that the page shows: the times are those of
// all variants.
lesson::Values changed_values(const Session& session, Page page) {
  lesson::Values values;
  if (!session.lesson()) return values;
  for (const LessonCard::Variant& variant : session.lesson()->variants) {
    if (page != Page::times && &variant != session.variant()) continue;
    for (const lesson::Parameter& parameter : variant.parameters) {
      const std::int64_t value = value_of(session.state(), &variant, parameter);
      if (value != variant.usual_value(parameter)) values[parameter.name] = value;
    }
  }
  return values;
}

// An absolute path stays valid wherever the program is started next.
std::string lesson_name(const std::string& name, const LessonCard& card) {
  if (card.id == name) return name;
  std::error_code error;
  const fs::path path = fs::absolute(card.path, error);
  return error ? name : path.lexically_normal().string();
}
std::string lesson_name(const Session& session) {
  const std::string& name = session.state().lesson;
  return session.lesson() ? lesson_name(name, *session.lesson()) : name;
}

bool is_text_of(const Outcome& outcome, const LessonCard::Variant* variant) {
  return variant != nullptr && outcome.resolved.source_text == variant->source_text;
}

}  // namespace

std::optional<std::string> compare_text(const Session& session, const ComparedSide& other) {
  const auto card = describe_lesson(other.state.lesson);
  if (!card) return std::nullopt;
  if (other.outcome && !is_text_of(*other.outcome, variant_of(other.state, *card)))
    return std::nullopt;
  State side = other.state;
  side.lesson = lesson_name(side.lesson, *card);
  // The state that the scene starts with.
  const Scene scene = present_scene(session, {});
  State base = session.state();
  base.lesson = scene.lesson;
  base.variant = scene.variant;
  base.overrides = scene.set;
  return text_of(side, *card, base);
}

bool shows_its_file(const Session& session) {
  return session.run().shown() != nullptr && is_text_of(*session.run().shown(), session.variant());
}

std::string view_text(const ViewRequest& view) {
  std::string text;
  const auto add = [&](const std::string& word) { text += (text.empty() ? "" : ",") + word; };
  if (view.view == View::bank) add("bank");
  if (view.view == View::global) add("global");
  if (view.divergence) add("divergence");
  const PageRow& row = row_of(view.page);
  std::string page = row.replaces_stage ? row.name : "";
  if (!view.page_argument.empty()) page += "=" + view.page_argument;
  const bool is_last = row.argument.kind == PageArgument::Kind::rest;
  if (!page.empty() && !is_last) add(page);
  if (view.warp_step) add(fmt::format("step={}", *view.warp_step + 1));
  if (view.lane) add(fmt::format("lane={}", *view.lane));
  if (view.access) add("access=" + name_of(*view.access));
  if (view.line) {
    add(view.line_file.empty() ? fmt::format("line={}", *view.line)
                               : fmt::format("line={}:{}", view.line_file, *view.line));
  }
  if (view.event) add(fmt::format("event={}", *view.event + 1));
  if (view.wavefront) add(fmt::format("wavefront={}", *view.wavefront + 1));
  if (view.warp != 0) add(fmt::format("warp={}", view.warp));
  const auto& [x, y, z] = view.block;
  if (view.block != report::Dim3{0, 0, 0}) add(fmt::format("block={}/{}/{}", x, y, z));
  if (is_last) add(page);
  return text;
}

ViewRequest view_showing(const Selection& selection, const report::Report& report,
                         ViewRequest page) {
  // The index explorer has a thread of its own, which need not be in the selected warp.
  const bool is_elsewhere = page.block != selection.block || page.warp != selection.warp;
  if (page.page == Page::index && page.lane && is_elsewhere) return page;
  page.block = selection.block;
  page.warp = selection.warp;
  if (page.page != Page::compare) page.wavefront = selection.wavefront;
  page.divergence = selection.subject == Subject::divergence;
  const auto shows = [&](const ViewRequest& view) {
    return selection_from(view, report) == selection;
  };
  if (shows(page)) return page;
  const report::Event* event = event_of(report, selection);
  if (event != nullptr && event->kind == report::EventKind::access) {
    for (const report::AccessKind& kind : report::access_kinds()) {
      ViewRequest by_kind = page;
      if (is_of_kind(event->access, kind)) by_kind.access = kind;
      if (by_kind.access && shows(by_kind)) return by_kind;
    }
  }
  if (selection.line > 0) {
    page.line = selection.line;
    page.line_file = selection.file.substr(selection.file.rfind('/') + 1);
    // Of several files with that name.
    if (!shows(page) && selection.file.find(',') == std::string::npos)
      page.line_file = selection.file;
  }
  if (shows(page)) return page;
  // A file of no user's has no name in a view.
  if (!selection.file.empty()) {
    page.line.reset();
    page.line_file.clear();
  }
  page.event = selection.event;
  return page;
}

Scene present_scene(const Session& session, const ViewRequest& page) {
  Scene scene;
  scene.lesson = lesson_name(session);
  if (const LessonCard::Variant* variant = session.variant()) scene.variant = variant->name;
  scene.set = changed_values(session, page.page);
  scene.machine = session.state().machine;
  if (session.state().compiler != compile::Compiler::automatic)
    scene.compiler = session.state().compiler;
  if (session.run().shown())
    scene.view =
        view_text(view_showing(session.state().selection, session.run().shown()->report, page));
  return scene;
}

std::string toml_of(const Scene& scene) {
  std::string text = "[[scenes]]\n";
  const auto add = [&](const char* key, const std::string& value) {
    text += fmt::format("{} = {}\n", key, value);
  };
  add("title", toml_of(scene.title));
  add("lesson", toml_string(scene.lesson));
  if (!scene.step_name.empty()) {
    add("step", toml_string(scene.step_name));
  } else {
    if (!scene.variant.empty()) add("variant", toml_string(scene.variant));
    if (!scene.set.empty()) add("set", toml_of(scene.set));
    if (!scene.machine.empty()) add("machine", toml_string(scene.machine));
    if (scene.compiler) add("compiler", toml_string(name_of(*scene.compiler)));
    if (!scene.view.empty()) add("view", toml_string(scene.view));
  }
  if (scene.spot) add("spotlight", toml_of(*scene.spot));
  if (scene.notes.english().empty()) {
    text += "notes = \"\"  # what you want to say: only the presenter's window shows it\n";
  } else {
    add("notes", toml_of(scene.notes));
  }
  return text;
}

tl::expected<Deck, std::string> append_scene(const fs::path& file, const lesson::Text& title,
                                             const Scene& scene) {
  std::error_code error;
  std::string text;
  std::size_t before = 0;
  if (fs::exists(file, error)) {
    auto old = lesson::read_text_file(file);
    if (!old) return tl::unexpected(fmt::format("{}: {}", file.string(), old.error()));
    // A file without scenes is not accepted by read_deck, but is a valid start.
    text = std::move(*old);
    if (const auto deck = read_deck(text, file)) before = deck->scenes.size();
    if (!text.empty() && text.back() != '\n') text += '\n';
    if (!text.empty()) text += '\n';
  } else {
    fs::create_directories(file.parent_path(), error);  // a failure shows when writing
    text = fmt::format(
        "# Scenes saved from Lanescope's window. They are yours to change.\n"
        "title = {}\n\n",
        toml_of(title));
  }
  text += toml_of(scene);
  auto deck = read_deck(text, file);
  if (!deck) return tl::unexpected(deck.error().formatted());
  if (deck->scenes.size() != before + 1) {
    return tl::unexpected(
        fmt::format("{}: no scene can be added; write its scenes as [[scenes]]", file.string()));
  }
  if (const auto written = write_file(file, text); !written) return tl::unexpected(written.error());
  return std::move(*deck);
}

}  // namespace lanescope::app
