#include "app/window/lists.h"

#include <optional>
#include <utility>

#include "app/figures/appearance.h"
#include "app/figures/pages/times_page.h"
#include "app/session/files/destination.h"
#include "app/window/output/output_file.h"
#include "app/window/panels/bars/key_list.h"
#include "app/window/panels/base/message_lines.h"

namespace lanescope::app {
namespace {

// The menu "more": what buttons of a wide window do, and what has no button.
struct MoreEntry {
  Command command;
  const char* text_key;
  Overlay overlay = Overlay::none;  // opens it; none: performs the command
  bool opens_path = false;          // in place of both: the page where a path is typed
  [[nodiscard]] Action action() const {
    if (opens_path) return OpenOwnKernels{true};
    return overlay == Overlay::none ? Action(Perform{command}) : Action(OpenOverlay{overlay});
  }
};
constexpr MoreEntry more_entries[] = {
    {Command::lessons, "panel.course"},
    {Command::lecture, "panel.lecture"},
    {Command::export_menu, "panel.export"},
    {Command::checks, "panel.checks"},
    {Command::start, "palette.open_path", Overlay::none, true},
    {Command::start, "keys.start"},
    {Command::palette, "keys.palette"},
    {Command::glossary, "keys.glossary"},
    {Command::guide, "keys.guide"},
    {Command::larger, "panel.text_size", Overlay::text_size},
    {Command::projector, "keys.projector"},
    {Command::theme, "keys.theme"},
    {Command::language, "panel.other_language"},
    {Command::compiler, "keys.compiler"},
    {Command::next_machine, "machine.menu", Overlay::machines},
    {Command::recordings, "keys.recordings"},
    {Command::gpus, "keys.gpus"},
    {Command::reload, "keys.reload"},
    {Command::undo, "panel.undo"},
    {Command::redo, "panel.redo"},
    {Command::full_screen, "keys.full_screen"},
    {Command::reduced_motion, "keys.reduced_motion"},
    {Command::save_picture, "keys.save_picture"},
    {Command::save_scene, "keys.save_scene"},
    {Command::presenter_notes, "keys.presenter_notes"},
    {Command::show_keys, "keys.show_keys"},
    {Command::quit, "keys.quit"},
};

// Buttons' labels and the descriptions of keys stand in one list.
std::string with_capital(std::string words) {
  if (!words.empty() && words.front() >= 'a' && words.front() <= 'z')
    words.front() = static_cast<char>(words.front() - 'a' + 'A');
  return words;
}

}  // namespace

void Lists::open(Overlay overlay, Session& session, const std::optional<Rect>& button) {
  menu_button_ = button;
  switch (overlay) {
    case Overlay::lessons:
      return open_lessons(session);
    case Overlay::review:
      return open_review(session);
    case Overlay::glossary:
      return open_glossary({}, session);
    case Overlay::variants:
      return open_variants(session);
    case Overlay::checks:
      return open_checks(session);
    case Overlay::recordings:
      return open_recordings(session);
    case Overlay::machines:
      return open_machines(session);
    case Overlay::more:
      return open_more(session);
    case Overlay::text_size:
      return open_text_size(session);
    case Overlay::gpus:
      gpus_wanted_ = true;
      return session.times().search_for_gpus();
    default:
      shown_ = overlay;
  }
}

void Lists::open_menu(Overlay overlay, std::vector<Menu::Entry> entries, std::size_t chosen) {
  menu_.open(std::move(entries), chosen);
  shown_ = overlay;
}

// The lesson's decks come first. A deck that can't be read says why.
void Lists::open(std::vector<DeckEntry> decks, const Session& session) {
  menu_button_.reset();
  decks_ = std::move(decks);
  const text::Texts texts = texts_of(session.state().settings);
  std::vector<Menu::Entry> entries;
  for (const DeckEntry& entry : decks_) {
    if (!entry.deck) {
      entries.push_back({entry.path.filename().string(), entry.deck.error().formatted(), false});
      continue;
    }
    std::string detail = texts.count("lecture.scenes", (*entry.deck)->scenes.size());
    if (!entry.shipped) detail += " · " + texts.get("lecture.own");
    entries.push_back(
        {(*entry.deck)->title.in(session.state().settings.language), std::move(detail)});
  }
  open_menu(Overlay::decks, std::move(entries), 0);
}

void Lists::open(const ExportOffer& offer, const Session& session) {
  export_menu_.open(offer);
  open_export(session);
}

void Lists::open(PaletteContext context, const Session& session) {
  if (course_loader_ != nullptr && course_loader_->get() == nullptr) course_loader_->wait();
  palette_context_ = std::move(context);
  palette_decks_ = find_decks();
  const text::Texts texts = texts_of(session.state().settings);
  palette_.open(palette_sources(session, texts), palette_context_.by_slash);
  shown_ = Overlay::palette;
}

PaletteSources Lists::palette_sources(const Session& session, const text::Texts& texts) const {
  return {
      session,
      texts,
      course_loader_ != nullptr ? course_loader_->get() : nullptr,
      palette_context_.offer,
      palette_context_.page,
      recent_ != nullptr ? std::span(recent_->kernels()) : std::span<const std::filesystem::path>(),
      palette_decks_};
}

void Lists::draw_palette(Ui& ui, Session& session) {
  const CommandPalette::Answer answer = palette_.draw(ui, palette_sources(session, ui.texts()));
  if (answer.chosen) {
    choose_in_palette(ui, session);
  } else if (answer.dismissed) {
    shown_ = Overlay::none;
  }
}

// The palette closes first: what it runs may open another list.
void Lists::choose_in_palette(Ui& ui, Session& session) {
  const text::Texts texts = texts_of(session.state().settings);
  if (const auto entry = palette_.choose(palette_sources(session, texts))) {
    shown_ = Overlay::none;
    entry->run(ui, session);
  }
}

bool Lists::press_in_palette(const Binding& binding, Ui& ui, Session& session) {
  switch (binding.command) {
    case Command::focus_next:  // completes a path
      if (!palette_.complete(palette_sources(session, texts_of(session.state().settings))))
        palette_.move(1);
      return true;
    case Command::line_next:
      palette_.move(1);
      return true;
    case Command::line_previous:
    case Command::focus_previous:
      palette_.move(-1);
      return true;
    case Command::wavefront_next:  // page down
      palette_.move(10);
      return true;
    case Command::wavefront_previous:
      palette_.move(-10);
      return true;
    case Command::activate:
      choose_in_palette(ui, session);
      return true;
    case Command::palette:  // stays: what is typed next would be commands
      return true;
    case Command::close:
      shown_ = Overlay::none;
      return true;
    default:
      return false;
  }
}

void Lists::open_export(const Session& session) {
  menu_button_.reset();
  open_menu(Overlay::export_view, export_menu_.entries(texts_of(session.state().settings)), 0);
}

void Lists::open_start(bool goes_on, std::optional<Visit> elsewhere) {
  if (recent_ != nullptr) {
    start_.open(goes_on, std::move(elsewhere));
    shown_ = Overlay::start;
  }
}

void Lists::open_own_kernels(std::string message, std::filesystem::path kernel) {
  start_.open_own(std::move(message), shown_ == Overlay::start, std::move(kernel));
  shown_ = Overlay::start;
}

void Lists::close(const Session& session) {
  if (shown_ == Overlay::save_as) return open_export(session);
  if (shown_ == Overlay::start && start_.back()) return;
  if (shown_ == Overlay::export_view && export_menu_.back()) return open_export(session);
  shown_ = Overlay::none;
}

void Lists::open_lessons(const Session& session) {
  if (course_loader_ == nullptr) return;
  course_loader_->read();  // a lesson may have been fixed in the meantime
  overview_.open(session.lesson() ? session.lesson()->id : session.state().lesson);
  shown_ = Overlay::lessons;
}

void Lists::open_review(const Session& session) {
  if (course_loader_ == nullptr) return;
  course_loader_->read();
  review_.open(session.lesson() ? session.lesson()->id : session.state().lesson);
  shown_ = Overlay::review;
}

void Lists::open_glossary(const std::string& term, const Session& session) {
  glossary_.open(texts_of(session.state().settings).glossary(), term);
  shown_ = Overlay::glossary;
}

void Lists::draw_glossary(Ui& ui) {
  const GlossaryList::Answer answer =
      glossary_.draw(ui, course_loader_ != nullptr ? course_loader_->get() : nullptr);
  begin_lesson(answer.lesson, ui);
  if (answer.dismissed) shown_ = Overlay::none;
}

// Letters filter the list.
bool Lists::press_in_glossary(const Binding& binding, Ui& ui) {
  switch (binding.command) {
    case Command::line_next:
    case Command::focus_next:
      glossary_.move(1);
      return true;
    case Command::line_previous:
    case Command::focus_previous:
      glossary_.move(-1);
      return true;
    case Command::activate:
      begin_lesson(glossary_.lesson(ui.texts().glossary()), ui);
      return true;
    case Command::glossary:
      shown_ = Overlay::none;
      return true;
    case Command::close:
      if (!glossary_.clear_filter()) shown_ = Overlay::none;
      return true;
    default:
      return false;
  }
}

void Lists::open_variants(const Session& session) {
  if (!session.lesson()) return;
  const std::string& language = session.state().settings.language;
  std::vector<Menu::Entry> entries;
  std::size_t chosen = 0;
  for (const LessonCard::Variant& variant : session.lesson()->variants) {
    if (&variant == session.variant()) chosen = entries.size();
    const std::string& title = variant.title.in(language);
    entries.push_back({title.empty() ? variant.name : title, std::to_string(entries.size() + 1)});
  }
  open_menu(Overlay::variants, std::move(entries), chosen);
}

// All checks together first, then one entry per kind; the ticks show which are on.
void Lists::open_checks(const Session& session) {
  const text::Texts texts = texts_of(session.state().settings);
  const CheckSet& checks = session.state().settings.checks;
  std::vector<Menu::Entry> entries;
  const auto add = [&](std::string title, std::string detail, bool on) {
    entries.push_back({std::move(title), std::move(detail), true, on});
  };
  add(texts.get("checks.all"), texts.get("checks.all_detail"), checks == CheckSet::all());
  for (const DiagnosticKind kind : switchable_kinds())
    add(title_of(kind, texts), texts.get("checks." + std::string(name_of(kind))), checks.has(kind));
  open_menu(Overlay::checks, std::move(entries), 0);
}

void Lists::open_recordings(const Session& session) {
  const text::Texts texts = texts_of(session.state().settings);
  std::vector<Menu::Entry> entries;
  std::size_t chosen = 0;
  for (const RecordingEntry& entry : session.times().recordings()) {
    if (&entry == session.times().recording()) chosen = entries.size();
    const std::string file = entry.path.filename().string();
    if (entry.recording) {
      const std::string detail =
          entry.shipped ? file : fmt::format("{}, {}", file, texts.get("times.own_recording"));
      entries.push_back({name_of(**entry.recording), detail});
    } else {
      std::string wrong = entry.recording.error();
      const std::string prefix = entry.path.string() + ": ";
      if (wrong.starts_with(prefix)) {
        wrong.erase(0, prefix.size());  // the entry already shows the file name
      }
      entries.push_back({file, texts.say(wrong), false});
    }
  }
  if (entries.empty()) {
    entries.push_back({texts.get("times.none_found"),
                       texts.get("times.none_found_detail",
                                 fmt::arg("folder", user_recordings_folder().string())),
                       false});
  }
  open_menu(Overlay::recordings, std::move(entries), chosen);
}

// Opens the list only if there is more than one GPU.
void Lists::open_gpus(Ui& ui, const Session& session) {
  if (session.times().gpus().size() < 2) {
    const text::Texts texts = texts_of(session.state().settings);
    return ui.ask(Say{texts.get("times.no_gpus")});
  }
  std::vector<Menu::Entry> entries;
  std::size_t chosen = 0;
  for (const device::GpuInfo& gpu : session.times().gpus()) {
    if (gpu.index == session.times().timings().device()) chosen = entries.size();
    entries.push_back({gpu.name, fmt::format("GPU {}", gpu.index)});
  }
  open_menu(Overlay::gpus, std::move(entries), chosen);
}

void Lists::open_machines(const Session& session) {
  const text::Texts texts = texts_of(session.state().settings);
  std::vector<Menu::Entry> entries;
  std::size_t chosen = 0;
  machines_.clear();
  for (const machine::Entry& entry : session.machines().all()) {
    if (machine::requested_id(entry.id) == session.state().machine) chosen = entries.size();
    if (entry.profile) {
      const machine::Profile& profile = **entry.profile;
      std::string detail =
          texts.get("machine.about", fmt::arg("major", profile.major),
                    fmt::arg("minor", profile.minor), fmt::arg("year", profile.year));
      if (entry.id == machine::default_id) detail += " · " + texts.get("machine.usual");
      entries.push_back({profile.name, std::move(detail)});
    } else {
      entries.push_back({entry.id, entry.profile.error().formatted(), false});
    }
    machines_.push_back(entry.id);
  }
  open_menu(Overlay::machines, std::move(entries), chosen);
}

void Lists::open_more(const Session& session) {
  const text::Texts texts = texts_of(session.state().settings);
  std::vector<Menu::Entry> entries;
  for (const MoreEntry& entry : more_entries)
    entries.push_back({with_capital(texts.get(entry.text_key)),
                       entry.opens_path ? std::string() : key_text(entry.command)});
  open_menu(Overlay::more, std::move(entries), 0);
}

void Lists::open_text_size(const Session& session) {
  const text::Texts texts = texts_of(session.state().settings);
  std::vector<Menu::Entry> entries;
  std::size_t chosen = 0;
  for (const int percent : scale_steps) {
    if (percent <= session.state().settings.scale_percent) chosen = entries.size();
    entries.push_back({fmt::format("{} %", percent),
                       percent == projector_scale_percent ? texts.get("panel.projector") : ""});
  }
  open_menu(Overlay::text_size, std::move(entries), chosen);
}

void Lists::draw(Ui& ui, Session& session, const KeyContext& context) {
  if (gpus_wanted_ && !session.times().searching_for_gpus()) {
    gpus_wanted_ = false;
    open_gpus(ui, session);
  }
  if (shown_ != Overlay::keys) keys_scroll_.to_top();
  if (shown_ == Overlay::keys) {
    if (draw_key_list(ui, context, keys_scroll_)) shown_ = Overlay::none;
  } else if (shown_ == Overlay::lessons) {
    draw_lessons(ui, session);
  } else if (shown_ == Overlay::save_as) {
    draw_save_dialog(ui, session);
  } else if (shown_ == Overlay::review) {
    draw_review(ui, session);
  } else if (shown_ == Overlay::glossary) {
    draw_glossary(ui);
  } else if (shown_ == Overlay::palette) {
    draw_palette(ui, session);
  } else if (shown_ == Overlay::start) {
    if (start_.draw(ui, {session, course_, course_loader_, recent_->kernels()}))
      shown_ = Overlay::none;
  } else if (shown_ != Overlay::none) {
    draw_menu(ui, session);
  }
}

void Lists::draw_review(Ui& ui, Session& session) {
  const ReviewList::Answer answer = review_.draw(ui, *course_loader_, *progress_);
  if (answer.dismissed) {
    shown_ = Overlay::none;
  } else if (answer.lessons) {
    open(Overlay::lessons, session);
  } else {
    ask_again(answer.chosen, ui);
  }
}

void Lists::begin_lesson(const std::string& lesson, Ui& ui) {
  if (lesson.empty()) return;
  shown_ = Overlay::none;
  ui.ask(BeginLesson{lesson});
}

void Lists::ask_again(const ReviewList::Choice& choice, Ui& ui) {
  if (!choice.question.empty()) {
    shown_ = Overlay::none;
    ui.ask(AskAgain{choice.lesson, choice.question});
  }
}

void Lists::draw_lessons(Ui& ui, Session& session) {
  const CourseOverview::Answer answer = overview_.draw(
      ui, *course_loader_, *progress_, session.lesson() ? session.lesson()->id : std::string());
  if (answer.reset) ui.ask(ResetProgress{});
  begin_lesson(answer.lesson, ui);
  if (answer.dismissed) {
    shown_ = Overlay::none;
  } else if (answer.lesson.empty() && answer.review) {
    open(Overlay::review, session);
  }
}

void Lists::open_save_dialog(const ExportRequest& wanted, const Session& session) {
  if (!session.run().shown()) return;
  const Settings& settings = session.state().settings;
  save_dialog_.open(wanted, file_stem(wanted, session.run().shown()->resolved, session.lesson()),
                    folder_of(settings), settings.folders);
  shown_ = Overlay::save_as;
}

void Lists::draw_save_dialog(Ui& ui, Session& session) {
  const SaveDialog::Answer answer = save_dialog_.draw(ui);
  if (answer.chosen) {
    export_to(*answer.chosen, ui, session);
  } else if (answer.back) {
    open_export(session);
  } else if (answer.dismissed) {
    shown_ = Overlay::none;
  }
}

void Lists::export_to(const ExportRequest& wanted, Ui& ui, Session& session) {
  shown_ = Overlay::none;
  if (!wanted.to_clipboard) {
    Settings settings = session.state().settings;
    settings.folders =
        with_folder(std::move(settings.folders), std::filesystem::path(wanted.file).parent_path());
    session.change_settings(settings);
  }
  ui.ask(Export{wanted});
}

void Lists::refill(Ui& ui, Session& session) {
  const std::size_t current = menu_.current();
  switch (shown_) {
    case Overlay::gpus:
      open_gpus(ui, session);
      break;
    case Overlay::decks:
      open(std::move(decks_), session);
      break;
    case Overlay::export_view:
      open_export(session);
      break;
    default:
      open(shown_, session, menu_button_);
  }
  menu_.go_to(current);
}

void Lists::draw_menu(Ui& ui, Session& session) {
  if (language_ != ui.texts().language()) {
    language_ = ui.texts().language();
    refill(ui, session);  // the list stays open while the language changes
  }
  const char* title = shown_ == Overlay::variants     ? "panel.variants"
                      : shown_ == Overlay::recordings ? "times.recordings"
                      : shown_ == Overlay::gpus       ? "times.gpus"
                      : shown_ == Overlay::machines   ? "machine.menu"
                      : shown_ == Overlay::decks      ? "lecture.decks"
                      : shown_ == Overlay::more       ? "panel.more"
                      : shown_ == Overlay::text_size  ? "panel.text_size"
                                                      : "checks.title";
  const Menu::Answer answer = menu_.draw(
      ui, shown_ == Overlay::export_view ? export_menu_.title(ui.texts()) : ui.texts().get(title),
      shown_ == Overlay::decks ? ui.texts().get("lecture.how") : std::string(), menu_button_);
  if (answer.chosen) {
    choose(*answer.chosen, ui, session);
  } else if (answer.dismissed) {
    shown_ = Overlay::none;
  }
}

void Lists::choose(std::size_t index, Ui& ui, Session& session) {
  if (shown_ == Overlay::export_view) {
    const auto request = export_menu_.choose(index);
    if (!request) return open_export(session);
    return request->to_clipboard ? export_to(*request, ui, session)
                                 : open_save_dialog(*request, session);
  }
  if (shown_ == Overlay::checks) {
    Settings settings = session.state().settings;
    const std::span<const DiagnosticKind> kinds = switchable_kinds();
    if (index == 0) {
      settings.checks = settings.checks == CheckSet::all() ? CheckSet::none() : CheckSet::all();
    } else if (index <= kinds.size()) {
      const DiagnosticKind kind = kinds[index - 1];
      settings.checks.set(kind, !settings.checks.has(kind));
    }
    session.change_settings(settings);
    open_checks(session);
    return menu_.go_to(index);  // stays open, to switch more of them
  }
  if (shown_ == Overlay::text_size && index < std::size(scale_steps)) {
    Settings settings = session.state().settings;
    settings.scale_percent = scale_steps[index];
    session.change_settings(settings);
  }
  if (shown_ == Overlay::more && index < std::size(more_entries)) {
    shown_ = Overlay::none;
    return ui.ask(more_entries[index].action());
  }
  if (shown_ == Overlay::decks && index < decks_.size()) {
    if (!decks_[index].deck) {
      return;  // it can't be read; its entry says why
    }
    ui.ask(BeginLecture{*decks_[index].deck});
  } else if (shown_ == Overlay::variants) {
    session.run().choose_variant(index);
  } else if (shown_ == Overlay::recordings) {
    session.times().choose_recording(index);
  } else if (shown_ == Overlay::gpus) {
    session.times().choose_gpu(index);
  } else if (shown_ == Overlay::machines && index < machines_.size()) {
    session.machines().choose(machines_[index]);
  }
  shown_ = Overlay::none;
}

bool Lists::press(const Binding& binding, Ui& ui, Session& session) {
  if (shown_ == Overlay::none || shown_ == Overlay::parameters) return false;
  if (shown_ == Overlay::keys) return press_in_keys(binding);
  if (shown_ == Overlay::lessons) return press_in_lessons(binding, ui, session);
  if (shown_ == Overlay::review) return press_in_review(binding, ui, session);
  if (shown_ == Overlay::save_as) return press_in_save_dialog(binding, ui, session);
  if (shown_ == Overlay::glossary) return press_in_glossary(binding, ui);
  if (shown_ == Overlay::palette) return press_in_palette(binding, ui, session);
  if (shown_ == Overlay::start) return press_in_start(binding, ui);
  switch (binding.command) {
    case Command::line_next:
    case Command::focus_next:
      menu_.move(1);
      return true;
    case Command::line_previous:
    case Command::focus_previous:
      menu_.move(-1);
      return true;
    case Command::activate:
    case Command::press_or_play:
      choose(menu_.current(), ui, session);
      return true;
    case Command::lessons:
    case Command::checks:
    case Command::recordings:
    case Command::gpus:
    case Command::lecture:
    case Command::export_menu:
      shown_ = Overlay::none;
      return true;
    default:
      return false;
  }
}

bool Lists::press_in_keys(const Binding& binding) {
  constexpr float page = 8;  // steps of the wheel
  switch (binding.command) {
    case Command::line_next:
      keys_scroll_.by(1);
      return true;
    case Command::line_previous:
      keys_scroll_.by(-1);
      return true;
    case Command::wavefront_next:  // page down
      keys_scroll_.by(page);
      return true;
    case Command::wavefront_previous:
      keys_scroll_.by(-page);
      return true;
    default:
      return false;
  }
}

bool Lists::press_in_start(const Binding& binding, Ui& ui) {
  if (binding.command == Command::start) {
    shown_ = Overlay::none;
    return true;
  }
  return start_.press(binding, ui);
}

// Letters are typed into the path.
bool Lists::press_in_save_dialog(const Binding& binding, Ui& ui, Session& session) {
  switch (binding.command) {
    case Command::line_next:
    case Command::line_previous:
      save_dialog_.move(binding.command == Command::line_next ? 1 : -1);
      return true;
    case Command::activate:
      if (const auto request = save_dialog_.confirm()) export_to(*request, ui, session);
      return true;
    case Command::export_menu:
      shown_ = Overlay::none;
      return true;
    default:
      return false;
  }
}

// Letters filter the list.
bool Lists::press_in_lessons(const Binding& binding, Ui& ui, Session& session) {
  switch (binding.command) {
    case Command::focus_next:
    case Command::focus_previous:
      open(Overlay::review, session);
      return true;
    case Command::line_next:
      overview_.move(1);
      return true;
    case Command::line_previous:
      overview_.move(-1);
      return true;
    case Command::activate:
      begin_lesson(overview_.chosen(), ui);
      return true;
    case Command::lessons:
      shown_ = Overlay::none;
      return true;
    case Command::close:
      if (!overview_.clear_filter()) shown_ = Overlay::none;
      return true;
    default:
      return false;
  }
}

bool Lists::press_in_review(const Binding& binding, Ui& ui, Session& session) {
  switch (binding.command) {
    case Command::line_next:
      review_.move(1);
      return true;
    case Command::line_previous:
      review_.move(-1);
      return true;
    case Command::activate:
    case Command::press_or_play:
      ask_again(review_.chosen(), ui);
      return true;
    case Command::focus_next:
    case Command::focus_previous:
      open(Overlay::lessons, session);
      return true;
    case Command::lessons:
      shown_ = Overlay::none;
      return true;
    default:
      return false;
  }
}

bool Lists::erase(const Session& session) {
  if (shown_ == Overlay::palette) {
    const text::Texts texts = texts_of(session.state().settings);
    palette_.erase(palette_sources(session, texts));
  } else if (shown_ == Overlay::glossary) {
    glossary_.erase();
  } else if (shown_ == Overlay::lessons) {
    overview_.erase();
  } else {
    return false;
  }
  return true;
}

}  // namespace lanescope::app
