#include "app/window/panels/palette/command_palette.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "app/figures/pages/times_page.h"
#include "app/session/shortcuts.h"
#include "app/session/start/opening.h"
#include "app/session/start/recent.h"
#include "app/session/state_text.h"
#include "app/window/panels/base/message_lines.h"
#include "app/window/panels/base/typed_filter.h"
#include "app/window/panels/guide/course_loader.h"

namespace lanescope::app {
namespace {

constexpr auto all_actions = std::to_array<PaletteAction>({
    {Command::measure, "action.measure", "palette.measure"},
    {Command::measure_all, "action.measure_all", "palette.measure_all"},
    {Command::live, "action.live", "palette.live"},
    {Command::nearest, "action.nearest", "palette.nearest"},
    {Command::keep_as_a, "action.keep_as_a", "palette.keep_as_a"},
    {Command::exchange, "action.exchange", "palette.exchange"},
    {Command::worst, "action.worst", "palette.worst"},
    {Command::subject, "action.subject", "palette.subject"},
    {Command::next_view, "action.next_view", "palette.next_view"},
    {Command::play, "action.play", "palette.play"},
    {Command::wavefront_all, "action.wavefront_all", "palette.wavefront_all"},
    {Command::guide, "action.guide", "palette.guide"},
    {Command::lessons, "action.lessons", "palette.lessons"},
    {Command::start, "action.start", "keys.start"},
    {Command::glossary, "action.glossary", "keys.glossary"},
    {Command::lecture, "action.lecture", "palette.lecture"},
    {Command::presenter_notes, "action.presenter_notes", "palette.presenter_notes"},
    {Command::save_scene, "action.save_scene", "palette.save_scene"},
    {Command::spotlight, "action.spotlight", "palette.spotlight"},
    {Command::freeze, "action.freeze", "palette.freeze"},
    {Command::edit_kernel, "action.edit_kernel", "keys.edit"},
    {Command::reload, "action.reload", "palette.reload"},
    {Command::undo, "action.undo", "palette.undo"},
    {Command::redo, "action.redo", "palette.redo"},
    {Command::show_keys, "action.show_keys", "palette.show_keys"},
    {Command::checks, "action.checks", "palette.checks"},
    {Command::recordings, "action.recordings", "palette.recordings"},
    {Command::gpus, "action.gpus", "palette.gpus"},
    {Command::projector, "action.projector", "palette.projector"},
    {Command::full_screen, "action.full_screen", "palette.full_screen"},
    {Command::larger, "action.larger", "palette.larger"},
    {Command::smaller, "action.smaller", "palette.smaller"},
    {Command::normal_size, "action.normal_size", "palette.normal_size"},
    {Command::reduced_motion, "action.reduced_motion", "palette.reduced_motion"},
    {Command::frame_times, "action.frame_times", "palette.frame_times"},
    {Command::export_menu, "action.export_menu", "palette.export_menu"},
    {Command::copy, "action.copy", "palette.copy"},
    {Command::save_picture, "action.save_picture", "palette.save_picture"},
    {Command::quit, "action.quit", "palette.quit"},
});

class Builder {
 public:
  explicit Builder(const PaletteSources& sources) : sources_(sources) {
    for (const std::string& code : text::language_codes()) languages_.emplace_back(code);
  }

  [[nodiscard]] std::vector<PaletteEntry> take() { return std::move(entries_); }

  void pages();
  void variants();
  void parameters();
  void actions();
  void lessons();
  void kernels();
  void decks();
  void settings();
  void exports();
  void terms();

 private:
  using Name = std::function<std::string(const text::Texts&)>;
  using Run = std::function<void(Ui&, Session&)>;

  // `name` is asked in every language.
  PaletteEntry& add(PaletteKind kind, std::string id, const Name& name, Run run) {
    PaletteEntry& entry = entries_.emplace_back();
    entry.kind = kind;
    entry.title = name(sources_.texts);
    for (const text::Texts& texts : languages_) {
      entry.searched += lower(name(texts)) + "\n";
      kinds_searched(entry, texts);
    }
    entry.searched += lower(id);
    entry.id = std::move(id);
    entry.run = std::move(run);
    return entry;
  }
  static void kinds_searched(PaletteEntry& entry, const text::Texts& texts) {
    entry.searched += lower(texts.get(std::string("palette.kind.") + name_of(entry.kind))) + "\n";
  }
  static Name text(std::string key) {
    return [key = std::move(key)](const text::Texts& texts) { return texts.get(key); };
  }
  // A setting and one of its values: "theme: light".
  static Name setting(std::string setting_key, Name value) {
    return [key = std::move(setting_key), value = std::move(value)](const text::Texts& texts) {
      return texts.get("palette.setting", fmt::arg("setting", texts.get(key)),
                       fmt::arg("value", value(texts)));
    };
  }
  static Name title(const lesson::Text& title, const std::string& name) {
    return [title, name](const text::Texts& texts) { return title.in_or(texts.language(), name); };
  }
  // Changes a copy of the settings.
  static Run changing(std::function<void(Settings&)> change) {
    return [change = std::move(change)](Ui&, Session& session) {
      Settings changed = session.state().settings;
      change(changed);
      session.change_settings(changed);
    };
  }

  const PaletteSources& sources_;
  std::vector<text::Texts> languages_;
  std::vector<PaletteEntry> entries_;
};

void Builder::pages() {
  for (const PageRow& row : page_rows()) {
    if (row.page == Page::guide) {
      continue;  // an action shows and hides it
    }
    PaletteEntry& entry = add(PaletteKind::page, std::string("page.") + row.name,
                              text(std::string("page.") + row.name),
                              [page = row.page](Ui& ui, Session&) { ui.ask(ShowPage{page}); });
    entry.keys = key_text(Command::page, static_cast<int>(row.page));
    entry.on = row.page == sources_.page;
    entry.searched += fmt::format("\n{}", row.words);
  }
  if (!sources_.session.lesson()) return;
  for (const lesson::Sweep& sweep : sources_.session.lesson()->sweeps) {
    add(
        PaletteKind::page, "sweep." + sweep.name,
        [name = title(sweep.title, sweep.name)](const text::Texts& texts) {
          return texts.get("palette.setting", fmt::arg("setting", texts.get("page.sweep")),
                           fmt::arg("value", name(texts)));
        },
        [name = sweep.name](Ui& ui, Session& session) {
          session.sweeps().choose(name);
          ui.ask(ShowPage{Page::sweep});
        });
  }
}

void Builder::variants() {
  const auto& lesson = sources_.session.lesson();
  if (!lesson || lesson->variants.size() < 2) return;
  for (std::size_t i = 0; i < lesson->variants.size(); ++i) {
    const LessonCard::Variant& variant = lesson->variants[i];
    PaletteEntry& entry =
        add(PaletteKind::variant, "variant." + variant.name, title(variant.title, variant.name),
            [i](Ui&, Session& session) { session.run().choose_variant(i); });
    entry.keys = key_text(Command::variant, static_cast<int>(i));
    entry.on = sources_.session.variant() == &variant;
  }
}

std::string label_of(const lesson::Parameter& parameter, const std::string& language) {
  const std::string label = parameter.label.in_or(language, parameter.name);
  return label == parameter.name ? parameter.name : fmt::format("{} ({})", parameter.name, label);
}

void Builder::parameters() {
  const LessonCard::Variant* variant = sources_.session.variant();
  if (variant == nullptr) return;
  for (const lesson::Parameter& parameter : variant->parameters) {
    PaletteEntry& entry =
        add(PaletteKind::parameter, "parameter." + parameter.name,
            [&](const text::Texts& texts) { return label_of(parameter, texts.language()); }, {});
    entry.detail = std::to_string(sources_.session.value_of(parameter));
    entry.completes = parameter.name + " ";
    if (pad_parameter(sources_.session) == &parameter) {
      entry.keys = key_text(Command::pad_toggle);
    } else if (size_parameter(sources_.session) == &parameter) {
      entry.keys = key_text(Command::size_more);
    }
  }
}

void Builder::actions() {
  for (const PaletteAction& action : palette_actions()) {
    PaletteEntry& entry =
        add(PaletteKind::action, action.id, text(action.text_key),
            [command = action.command](Ui& ui, Session&) { ui.ask(Perform{command}); });
    entry.keys = key_text(action.command);
  }
  add(PaletteKind::action, "action.review", text("review.title"),
      [](Ui& ui, Session&) { ui.ask(OpenOverlay{Overlay::review}); });
  for (const char* name : {"open_path", "new_kernel"}) {
    add(PaletteKind::action, std::string("action.") + name, text(std::string("palette.") + name),
        [types_path = std::string_view(name) == "open_path"](Ui& ui, Session&) {
          ui.ask(OpenOwnKernels{types_path});
        });
  }
}

void Builder::lessons() {
  if (sources_.course == nullptr) return;
  for (const lesson::CataloguePart& part : sources_.course->parts) {
    for (const lesson::CatalogueEntry& lesson : part.lessons) {
      if (!lesson.lesson) {
        continue;  // the list of lessons says what is wrong with it
      }
      PaletteEntry& entry = add(
          PaletteKind::lesson, "lesson." + lesson.id,
          [&](const text::Texts& texts) { return title_of(lesson, texts.language()); },
          [id = lesson.id](Ui& ui, Session&) { ui.ask(BeginLesson{id}); });
      entry.detail = part.title.in(sources_.texts.language());
      entry.on = sources_.session.lesson() && sources_.session.lesson()->id == lesson.id;
    }
  }
}

void Builder::kernels() {
  for (std::size_t i = 0; i < sources_.kernels.size(); ++i) {
    const std::filesystem::path& lesson = sources_.kernels[i];
    const std::filesystem::path known = known_by(lesson);
    PaletteEntry& entry = add(
        PaletteKind::kernel, fmt::format("kernel.{}", i),
        [&](const text::Texts&) { return known.filename().string(); },
        [lesson](Ui& ui, Session&) { ui.ask(OpenPaths{{lesson}}); });
    entry.detail = known.parent_path().string();
    entry.on = sources_.session.state().lesson == lesson.string();
  }
}

void Builder::decks() {
  for (const DeckEntry& each : sources_.decks) {
    if (!each.deck) continue;
    const DeckPtr& deck = *each.deck;
    PaletteEntry& entry = add(
        PaletteKind::deck, (each.shipped ? "deck." : "deck.own.") + each.id,
        [&](const text::Texts& texts) { return deck->title.in_or(texts.language(), each.id); },
        [deck](Ui& ui, Session&) { ui.ask(BeginLecture{deck}); });
    entry.detail = each.shipped ? sources_.texts.count("lecture.scenes", deck->scenes.size())
                                : each.path.string();
  }
}

void Builder::terms() {
  for (const text::Term& term : sources_.texts.glossary().terms()) {
    PaletteEntry& entry = add(
        PaletteKind::term, "term." + term.id,
        [&](const text::Texts& texts) { return texts.glossary().find(term.id)->word; },
        [id = term.id](Ui& ui, Session&) { ui.ask(ShowTerm{id}); });
    entry.detail = term.text;
  }
}

void Builder::settings() {
  const Settings& now = sources_.session.state().settings;
  constexpr auto kind = PaletteKind::setting;
  for (const Theme theme : {Theme::dark, Theme::light, Theme::contrast}) {
    const std::string name = name_of(theme);
    PaletteEntry& entry =
        add(kind, "theme." + name, setting("palette.theme", text("palette.theme_name." + name)),
            changing([theme](Settings& settings) { settings.theme = theme; }));
    entry.on = now.theme == theme;
  }
  for (const text::Language& language : text::languages().all) {
    PaletteEntry& entry = add(
        kind, "language." + language.code,
        setting("palette.language", [name = language.name](const text::Texts&) { return name; }),
        changing([code = language.code](Settings& settings) { settings.language = code; }));
    entry.on = now.language == language.code;
  }
  for (const int percent : scale_steps) {
    PaletteEntry& entry =
        add(kind, fmt::format("text_size.{}", percent),
            setting("panel.text_size",
                    [percent](const text::Texts&) { return fmt::format("{} %", percent); }),
            changing([percent](Settings& settings) { settings.scale_percent = percent; }));
    entry.searched += fmt::format("\n{}%", percent);
    entry.on = now.scale_percent == percent;
  }
  for (const int speed : play_speeds) {
    PaletteEntry& entry =
        add(kind, fmt::format("play_speed.{}", speed),
            setting("palette.play_speed",
                    [speed](const text::Texts&) { return fmt::format("{} %", speed); }),
            changing([speed](Settings& settings) { settings.play_speed = speed; }));
    entry.on = now.play_speed == speed;
  }
  for (const machine::Entry& machine : sources_.session.machines().all()) {
    if (!machine.profile) continue;
    PaletteEntry& entry =
        add(kind, "machine." + machine.id,
            setting("palette.machine",
                    [name = (*machine.profile)->name](const text::Texts&) { return name; }),
            [id = machine.id](Ui&, Session& session) { session.machines().choose(id); });
    entry.on = machine::requested_id(machine.id) == sources_.session.state().machine;
  }
  for (const compile::Availability& compiler : compile::available()) {
    if (!compiler.usable) continue;
    const std::string name = name_of(compiler.compiler);
    PaletteEntry& entry =
        add(kind, "compiler." + name,
            setting("palette.compiler", [name](const text::Texts&) { return name; }),
            [which = compiler.compiler](Ui&, Session& session) {
              session.run().choose_compiler(which);
            });
    entry.on = sources_.session.state().compiler == compiler.compiler;
  }
  for (std::size_t i = 0; i < sources_.session.times().recordings().size(); ++i) {
    const RecordingEntry& recording = sources_.session.times().recordings()[i];
    if (!recording.recording) continue;
    PaletteEntry& entry =
        add(kind, "recording." + recording.id,
            setting("palette.recording",
                    [name = name_of(**recording.recording)](const text::Texts&) { return name; }),
            [i](Ui&, Session& session) { session.times().choose_recording(i); });
    entry.on = sources_.session.times().recording() == &recording;
  }
  for (const DiagnosticKind check : switchable_kinds()) {
    PaletteEntry& entry =
        add(kind, std::string("check.") + name_of(check),
            setting("palette.check",
                    [check](const text::Texts& texts) { return title_of(check, texts); }),
            changing([check](Settings& settings) {
              settings.checks.set(check, !settings.checks.has(check));
            }));
    entry.on = now.checks.has(check);
  }
}

void Builder::exports() {
  for (const ExportRequest& request : export_requests(sources_.offer)) {
    std::string id = fmt::format("export.{}.{}", subject_name(request), name_of(request.format));
    id += request.to_clipboard ? ".clipboard" : "";
    add(
        PaletteKind::output, std::move(id),
        [&](const text::Texts& texts) { return request_text(request, texts); },
        [request](Ui& ui, Session&) {
          request.to_clipboard ? ui.ask(Export{request}) : ui.ask(SaveAs{request});
        });
  }
}

// What one word is worth in an entry's names: 3 at the beginning of a name, 2 at that of a word, 1
// elsewhere, 0 nowhere. Chinese has no spaces: 1 counts in the middle of a sentence there, too.
int worth_of(const std::string& searched, const std::string& word) {
  int best = 0;
  for (std::size_t at = searched.find(word); at != std::string::npos && best < 3;
       at = searched.find(word, at + 1)) {
    const char before = at > 0 ? searched[at - 1] : '\n';
    const bool begins_word = before == ' ' || before == '.' || before == '(' || before == '_';
    best = std::max(best, before == '\n' ? 3 : begins_word ? 2 : 1);
  }
  return best;
}

std::vector<std::string> words_of(const std::string& typed) {
  std::vector<std::string> words(1);
  for (const char c : lower(typed)) {
    if (c == ' ') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  words.erase(std::remove(words.begin(), words.end(), std::string()), words.end());
  return words;
}

// Values from `low` to `high`: all of them if they are few, else doubled ones.
std::vector<std::int64_t> values_of(const lesson::Parameter& parameter) {
  constexpr std::int64_t few = 40;
  std::vector<std::int64_t> values;
  const std::int64_t low = parameter.min.value_or(parameter.default_value);
  const std::int64_t high = parameter.max.value_or(parameter.default_value);
  const std::int64_t increment = std::max<std::int64_t>(parameter.increment, 1);
  if ((high - low) / increment < few) {
    for (std::int64_t value = low; value <= high; value += increment) values.push_back(value);
  } else {
    for (std::int64_t value = std::max(low, increment); value <= high; value *= 2)
      values.push_back(value);
  }
  return values;
}

bool accepts(const lesson::Parameter& parameter, std::int64_t value) {
  const std::int64_t low = parameter.min.value_or(0);
  return (!parameter.min || value >= *parameter.min) &&
         (!parameter.max || value <= *parameter.max) && (value - low) % parameter.increment == 0;
}

// The entries "NAME = value" if `typed` is a parameter's name, followed by a space or "=" and
// perhaps the beginning of a number.
std::vector<PaletteEntry> parameter_values(const PaletteSources& sources,
                                           const std::string& typed) {
  const LessonCard::Variant* variant = sources.session.variant();
  const std::size_t end = typed.find_first_of(" =");
  if (variant == nullptr || end == std::string::npos) return {};
  const std::string number =
      typed.substr(std::min(typed.find_first_not_of(" =", end), typed.size()));
  const bool is_number =
      number.size() <= 18 &&
      std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
  std::vector<PaletteEntry> entries;
  for (const lesson::Parameter& parameter : variant->parameters) {
    if (!is_number || lower(parameter.name) != lower(typed.substr(0, end))) continue;
    std::vector<std::int64_t> values = values_of(parameter);
    if (!number.empty()) {
      std::erase_if(values,
                    [&](std::int64_t value) { return !std::to_string(value).starts_with(number); });
      const std::int64_t exact = std::stoll(number);
      std::erase(values, exact);
      if (accepts(parameter, exact)) values.insert(values.begin(), exact);
    }
    for (const std::int64_t value : values) {
      PaletteEntry& entry = entries.emplace_back();
      entry.kind = PaletteKind::parameter;
      entry.id = fmt::format("parameter.{}={}", parameter.name, value);
      entry.title = fmt::format("{} = {}", parameter.name, value);
      entry.on = sources.session.value_of(parameter) == value;
      entry.run = [name = parameter.name, value](Ui&, Session& session) {
        session.run().set_parameter(name, value);
      };
    }
  }
  return entries;
}

}  // namespace

const char* name_of(PaletteKind kind) {
  constexpr std::array names{"page", "variant", "parameter", "action", "lesson", "kernel",
                             "deck", "setting", "output",    "term",   "path"};
  return names[static_cast<std::size_t>(kind)];
}

std::vector<PaletteEntry> palette_entries(const PaletteSources& sources) {
  Builder builder(sources);
  builder.pages();
  builder.variants();
  builder.parameters();
  builder.actions();
  builder.lessons();
  builder.kernels();
  builder.decks();
  builder.settings();
  builder.exports();
  builder.terms();
  return builder.take();
}

std::vector<PaletteEntry> palette_matches(const std::vector<PaletteEntry>& entries,
                                          const PaletteSources& sources, const std::string& typed) {
  std::vector<PaletteEntry> matches = parameter_values(sources, typed);
  const std::vector<std::string> words = words_of(typed);
  std::vector<std::pair<int, const PaletteEntry*>> found;
  for (const PaletteEntry& entry : entries) {
    int sum = lower(entry.title) == lower(typed) || entry.id == typed ? 100 : 0;
    const bool fits = std::all_of(words.begin(), words.end(), [&](const std::string& word) {
      const int worth = worth_of(entry.searched, word);
      sum += worth;
      return worth > 0;
    });
    if (fits) found.emplace_back(sum, &entry);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [worth, entry] : found) matches.push_back(*entry);
  return matches;
}

std::vector<PaletteEntry> path_matches(const std::vector<FolderEntry>& entries,
                                       const text::Texts& texts, const std::string& typed) {
  std::vector<PaletteEntry> matches;
  const auto add = [&](std::string id, std::string title) -> PaletteEntry& {
    PaletteEntry& entry = matches.emplace_back();
    entry.kind = PaletteKind::path;
    entry.id = std::move(id);
    entry.title = std::move(title);
    return entry;
  };
  const auto opening = [](const std::string& path) {
    return [path](Ui& ui, Session&) { ui.ask(OpenPaths{{path_from(path)}}); };
  };
  const std::string name = split_path(typed).name;
  const bool is_whole = name.empty() || entries.empty() ||
                        std::any_of(entries.begin(), entries.end(),
                                    [&](const FolderEntry& entry) { return entry.name == name; });
  const auto add_as_typed = [&] {
    add("path", texts.get("palette.open_as_typed", fmt::arg("path", typed))).run = opening(typed);
  };
  if (is_whole) add_as_typed();
  for (const FolderEntry& entry : entries) {
    const std::string path = path_with(typed, entry);
    if (!entry.is_folder && path == typed) continue;  // as typed
    PaletteEntry& added = add("path." + path, path);
    entry.is_folder ? void(added.completes = path) : void(added.run = opening(path));
  }
  if (!is_whole) add_as_typed();
  return matches;
}

std::span<const PaletteAction> palette_actions() { return all_actions; }

}  // namespace lanescope::app
