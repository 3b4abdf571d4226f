#include "app/window/lists.h"

#include <utility>

#include "app/figures/times_input.h"
#include "app/window/panels/bars/key_list.h"
#include "app/window/panels/base/message_lines.h"
#include "app/window/toolkit/appearance.h"

namespace lanescope::app {

void Lists::open(Overlay overlay, Session& session) {
  switch (overlay) {
    case Overlay::lessons:
      return open_lessons(session);
    case Overlay::variants:
      return open_variants(session);
    case Overlay::checks:
      return open_checks(session);
    case Overlay::recordings:
      return open_recordings(session);
    case Overlay::machines:
      return open_machines(session);
    case Overlay::gpus:
      gpus_wanted_ = true;
      return session.search_for_gpus();
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
  decks_ = std::move(decks);
  const text::Texts texts = texts_of(session.state().settings);
  std::vector<Menu::Entry> entries;
  for (const DeckEntry& entry : decks_) {
    if (!entry.deck) {
      entries.push_back({entry.path.filename().string(), entry.deck.error().formatted(), false});
      continue;
    }
    std::string detail = texts.count("lecture.scenes", (*entry.deck)->scenes.size());
    if (!entry.shipped) {
      detail += " · " + texts.get("lecture.own");
    }
    entries.push_back(
        {(*entry.deck)->title.in(session.state().settings.language), std::move(detail)});
  }
  open_menu(Overlay::decks, std::move(entries), 0);
}

void Lists::open(const ExportOffer& offer, const Session& session) {
  export_menu_.open(offer);
  open_export(session);
}

void Lists::open_export(const Session& session) {
  open_menu(Overlay::export_view, export_menu_.entries(texts_of(session.state().settings)), 0);
}

void Lists::close(const Session& session) {
  if (shown_ == Overlay::export_view && export_menu_.back()) {
    return open_export(session);
  }
  shown_ = Overlay::none;
}

void Lists::open_lessons(const Session& session) {
  if (course_loader_ == nullptr) {
    return;
  }
  course_loader_->read();  // a lesson may have been fixed in the meantime
  overview_.open(session.lesson() ? session.lesson()->id : session.state().lesson);
  shown_ = Overlay::lessons;
}

void Lists::open_variants(const Session& session) {
  if (!session.lesson()) {
    return;
  }
  const std::string& language = session.state().settings.language;
  std::vector<Menu::Entry> entries;
  std::size_t chosen = 0;
  for (const LessonCard::Variant& variant : session.lesson()->variants) {
    if (&variant == session.variant()) {
      chosen = entries.size();
    }
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
  for (const DiagnosticKind kind : switchable_kinds()) {
    add(title_of(kind, texts), texts.get("checks." + std::string(name_of(kind))), checks.has(kind));
  }
  open_menu(Overlay::checks, std::move(entries), 0);
}

void Lists::open_recordings(const Session& session) {
  const text::Texts texts = texts_of(session.state().settings);
  std::vector<Menu::Entry> entries;
  std::size_t chosen = 0;
  for (const RecordingEntry& entry : session.recordings()) {
    if (&entry == session.recording()) {
      chosen = entries.size();
    }
    const std::string file = entry.path.filename().string();
    if (entry.recording) {
      const std::string detail =
          entry.shipped ? file : fmt::format("{}, {}", file, texts.get("times.own_recording"));
      entries.push_back({name_of(**entry.recording), detail});
    } else {
      std::string wrong = entry.recording.error();
      const std::string place = entry.path.string() + ": ";
      if (wrong.starts_with(place)) {
        wrong.erase(0, place.size());  // the entry already shows the file name
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
  if (session.gpus().size() < 2) {
    const text::Texts texts = texts_of(session.state().settings);
    return ui.ask(Say{texts.get("times.no_gpus")});
  }
  std::vector<Menu::Entry> entries;
  std::size_t chosen = 0;
  for (const device::GpuInfo& gpu : session.gpus()) {
    if (gpu.index == session.timings().device()) {
      chosen = entries.size();
    }
    entries.push_back({gpu.name, fmt::format("GPU {}", gpu.index)});
  }
  open_menu(Overlay::gpus, std::move(entries), chosen);
}

void Lists::open_machines(const Session& session) {
  const text::Texts texts = texts_of(session.state().settings);
  std::vector<Menu::Entry> entries;
  std::size_t chosen = 0;
  machines_.clear();
  for (const machine::Entry& entry : session.machines()) {
    if (machine::requested_id(entry.id) == session.state().machine) {
      chosen = entries.size();
    }
    if (entry.profile) {
      const machine::Profile& profile = **entry.profile;
      std::string detail =
          texts.get("machine.about", fmt::arg("major", profile.major),
                    fmt::arg("minor", profile.minor), fmt::arg("year", profile.year));
      if (entry.id == machine::default_id) {
        detail += " · " + texts.get("machine.usual");
      }
      entries.push_back({profile.name, std::move(detail)});
    } else {
      entries.push_back({entry.id, entry.profile.error().formatted(), false});
    }
    machines_.push_back(entry.id);
  }
  open_menu(Overlay::machines, std::move(entries), chosen);
}

void Lists::draw(Ui& ui, Session& session) {
  if (gpus_wanted_ && !session.searching_for_gpus()) {
    gpus_wanted_ = false;
    open_gpus(ui, session);
  }
  if (shown_ == Overlay::keys) {
    if (draw_key_list(ui)) {
      shown_ = Overlay::none;
    }
  } else if (shown_ == Overlay::lessons) {
    draw_lessons(ui, session);
  } else if (shown_ != Overlay::none) {
    draw_menu(ui, session);
  }
}

void Lists::draw_lessons(Ui& ui, const Session& session) {
  const CourseOverview::Answer answer = overview_.draw(
      ui, *course_loader_, *progress_, session.lesson() ? session.lesson()->id : std::string());
  if (answer.reset) {
    ui.ask(ResetProgress{});
  }
  if (!answer.lesson.empty()) {
    ui.ask(BeginLesson{answer.lesson});
  }
  if (!answer.lesson.empty() || answer.dismissed) {
    shown_ = Overlay::none;
  }
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
      open(shown_, session);
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
                                                      : "checks.title";
  const Menu::Answer answer = menu_.draw(
      ui, shown_ == Overlay::export_view ? export_menu_.title(ui.texts()) : ui.texts().get(title));
  if (answer.chosen) {
    choose(*answer.chosen, ui, session);
  } else if (answer.dismissed) {
    shown_ = Overlay::none;
  }
}

void Lists::choose(std::size_t index, Ui& ui, Session& session) {
  if (shown_ == Overlay::export_view) {
    if (const auto request = export_menu_.choose(index)) {
      shown_ = Overlay::none;
      return ui.ask(Export{*request});
    }
    return open_export(session);
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
  if (shown_ == Overlay::decks && index < decks_.size()) {
    if (!decks_[index].deck) {
      return;  // it can't be read; its entry says why
    }
    ui.ask(BeginLecture{*decks_[index].deck});
  } else if (shown_ == Overlay::variants) {
    session.choose_variant(index);
  } else if (shown_ == Overlay::recordings) {
    session.choose_recording(index);
  } else if (shown_ == Overlay::gpus) {
    session.choose_gpu(index);
  } else if (shown_ == Overlay::machines && index < machines_.size()) {
    session.choose_machine(machines_[index]);
  }
  shown_ = Overlay::none;
}

bool Lists::press(const Binding& binding, Ui& ui, Session& session) {
  if (shown_ == Overlay::none || shown_ == Overlay::keys) {
    return false;
  }
  if (shown_ == Overlay::lessons) {
    return press_in_lessons(binding, ui);
  }
  switch (binding.command) {
    case Command::line_next:
    case Command::focus_next:
      menu_.step(1);
      return true;
    case Command::line_previous:
    case Command::focus_previous:
      menu_.step(-1);
      return true;
    case Command::activate:
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

// Letters filter the list.
bool Lists::press_in_lessons(const Binding& binding, Ui& ui) {
  switch (binding.command) {
    case Command::line_next:
      overview_.step(1);
      return true;
    case Command::line_previous:
      overview_.step(-1);
      return true;
    case Command::activate:
      if (const std::string lesson = overview_.chosen(); !lesson.empty()) {
        shown_ = Overlay::none;
        ui.ask(BeginLesson{lesson});
      }
      return true;
    case Command::lessons:
      shown_ = Overlay::none;
      return true;
    case Command::close:
      if (!overview_.clear_filter()) {
        shown_ = Overlay::none;
      }
      return true;
    default:
      return false;
  }
}

bool Lists::erase() {
  if (shown_ != Overlay::lessons) {
    return false;
  }
  overview_.erase();
  return true;
}

}  // namespace lanescope::app
