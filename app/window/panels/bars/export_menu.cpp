#include "app/window/panels/bars/export_menu.h"

#include <algorithm>

#include <fmt/format.h>

namespace lanescope::app {
namespace {

using ExportSubject = ExportRequest::Subject;

std::vector<Format> formats_of(const ExportRequest& subject) {
  std::vector<Format> formats;
  const auto add = [&](Format format) { formats.push_back(format); };
  const bool is_what = subject.subject == ExportSubject::what;
  if (subject.subject == ExportSubject::window) {
    return {Format::png};
  }
  for (const Format format : {Format::svg, Format::png}) {
    if (!is_what || can_be(*subject.what, format)) {
      add(format);
    }
  }
  for (const Format format : {Format::csv, Format::json, Format::html, Format::markdown}) {
    if (subject.what && can_be(*subject.what, format)) {
      add(format);
    }
  }
  return formats;
}

bool goes_to_clipboard(const ExportRequest& request) {
  // The user chooses a handout's format: it is one file or several.
  return request.what != FigureKind::handout;
}

std::string subject_text(const ExportRequest& request, const text::Texts& texts) {
  switch (request.subject) {
    case ExportSubject::view:
      return texts.get("export.what.view");
    case ExportSubject::window:
      return texts.get("export.what.window");
    case ExportSubject::what:
      break;
  }
  return texts.get(std::string("export.what.") + name_of(*request.what));
}

}  // namespace

const char* title_of(Format format) {
  switch (format) {
    case Format::svg:
      return "SVG";
    case Format::png:
      return "PNG";
    case Format::csv:
      return "CSV";
    case Format::json:
      return "JSON";
    case Format::markdown:
      return "Markdown";
    case Format::html:
      return "HTML";
  }
  return "";
}

ExportRequest copy_request(const ExportOffer& offer) {
  ExportRequest request;
  request.to_clipboard = true;
  if (!offer.covered) {
    request.what = offer.present;
  }
  request.format = request.what && copies_table(*request.what) ? Format::csv : Format::svg;
  return request;
}

bool ExportMenu::open(const ExportOffer& offer) {
  subjects_.clear();
  subject_.reset();
  if (!offer.has_run) {
    return false;
  }
  ExportRequest view;
  if (!offer.covered) {
    view.what = offer.present;
  }
  subjects_.push_back(view);
  const auto add = [&](FigureKind what) {
    if (what != offer.present) {
      subjects_.push_back({ExportSubject::what, what, Format::svg, false});
    }
  };
  if (!offer.covered) {
    for (const FigureKind what : offer.others) {
      add(what);
    }
  }
  if (offer.has_guide) {
    add(FigureKind::handout);
  }
  subjects_.push_back({ExportSubject::window, std::nullopt, Format::png, false});
  return true;
}

std::string ExportMenu::title(const text::Texts& texts) const {
  return subject_ ? texts.get("export.menu_form",
                              fmt::arg("what", subject_text(subjects_[*subject_], texts)))
                  : texts.get("export.menu");
}

std::vector<Menu::Entry> ExportMenu::entries(const text::Texts& texts) const {
  std::vector<Menu::Entry> entries;
  if (subject_) {
    for (const ExportRequest& form : forms_) {
      entries.push_back({texts.get(form.to_clipboard ? "export.to_clipboard" : "export.to_file",
                                   fmt::arg("format", title_of(form.format)))});
    }
    return entries;
  }
  for (const ExportRequest& subject : subjects_) {
    std::string formats;
    for (const Format format : formats_of(subject)) {
      formats += (formats.empty() ? "" : ", ") + std::string(title_of(format));
    }
    std::string name = subject_text(subject, texts);
    if (subject.subject == ExportSubject::view && subject.what) {
      name = texts.get(
          "export.what.view_of",
          fmt::arg("what", texts.get(std::string("export.what.") + name_of(*subject.what))));
    }
    entries.push_back({std::move(name), std::move(formats)});
  }
  return entries;
}

std::optional<ExportRequest> ExportMenu::choose(std::size_t index) {
  if (subject_) {
    return index < forms_.size() ? std::optional(forms_[index]) : std::nullopt;
  }
  if (index >= subjects_.size()) {
    return std::nullopt;
  }
  subject_ = index;
  forms_.clear();
  for (const bool to_clipboard : {false, true}) {
    for (const Format format : formats_of(subjects_[index])) {
      ExportRequest request = subjects_[index];
      request.format = format;
      request.to_clipboard = to_clipboard;
      if (!to_clipboard || goes_to_clipboard(request)) {
        forms_.push_back(request);
      }
    }
  }
  return std::nullopt;
}

bool ExportMenu::back() {
  if (!subject_) {
    return false;
  }
  subject_.reset();
  return true;
}

}  // namespace lanescope::app
