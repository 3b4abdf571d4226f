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
  if (subject.subject == ExportSubject::window) return {Format::png};
  for (const Format format : {Format::svg, Format::png}) {
    if (!is_what || can_be(*subject.what, format)) add(format);
  }
  for (const Format format : {Format::csv, Format::json, Format::html, Format::markdown}) {
    if (subject.what && can_be(*subject.what, format)) add(format);
  }
  return formats;
}

bool goes_to_clipboard(const ExportRequest& request) {
  // The user chooses a handout's format: it is one file or several.
  return !(request.what && is_handout(*request.what));
}

std::string subject_text(const ExportRequest& request, const text::Texts& texts) {
  return texts.get(std::string("export.what.") + subject_name(request));
}

// What can be exported now; `format` is not used.
std::vector<ExportRequest> subjects_of(const ExportOffer& offer) {
  std::vector<ExportRequest> subjects;
  if (!offer.has_run) return subjects;
  ExportRequest view;
  if (!offer.covered) view.what = offer.present;
  subjects.push_back(view);
  const auto add = [&](FigureKind what) {
    if (what != offer.present) subjects.push_back({ExportSubject::what, what, Format::svg, false});
  };
  if (!offer.covered) {
    for (const FigureKind what : offer.others) add(what);
  }
  if (offer.has_guide) {
    add(FigureKind::worksheet);
    add(FigureKind::handout);
  }
  subjects.push_back({ExportSubject::window, std::nullopt, Format::png, false});
  return subjects;
}

// The formats and destinations of a subject.
std::vector<ExportRequest> forms_of(const ExportRequest& subject) {
  std::vector<ExportRequest> forms;
  for (const bool to_clipboard : {false, true}) {
    for (const Format format : formats_of(subject)) {
      ExportRequest request = subject;
      request.format = format;
      request.to_clipboard = to_clipboard;
      if (!to_clipboard || goes_to_clipboard(request)) forms.push_back(request);
    }
  }
  return forms;
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
  if (!offer.covered) request.what = offer.present;
  request.format = request.what && copies_table(*request.what) ? Format::csv : Format::svg;
  return request;
}

bool ExportMenu::open(const ExportOffer& offer) {
  subjects_ = subjects_of(offer);
  subject_.reset();
  return !subjects_.empty();
}

std::vector<ExportRequest> export_requests(const ExportOffer& offer) {
  std::vector<ExportRequest> requests;
  for (const ExportRequest& subject : subjects_of(offer)) {
    const std::vector<ExportRequest> forms = forms_of(subject);
    requests.insert(requests.end(), forms.begin(), forms.end());
  }
  return requests;
}

const char* subject_name(const ExportRequest& request) {
  switch (request.subject) {
    case ExportSubject::view:
      return "view";
    case ExportSubject::window:
      return "window";
    case ExportSubject::what:
      break;
  }
  return name_of(*request.what);
}

std::string request_text(const ExportRequest& request, const text::Texts& texts) {
  const std::string form =
      texts.get(request.to_clipboard ? "export.to_clipboard" : "export.to_file",
                fmt::arg("format", title_of(request.format)));
  return texts.get("palette.setting", fmt::arg("setting", subject_text(request, texts)),
                   fmt::arg("value", form));
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
    for (const Format format : formats_of(subject))
      formats += (formats.empty() ? "" : ", ") + std::string(title_of(format));
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
  if (subject_) return index < forms_.size() ? std::optional(forms_[index]) : std::nullopt;
  if (index >= subjects_.size()) return std::nullopt;
  subject_ = index;
  forms_ = forms_of(subjects_[index]);
  return std::nullopt;
}

bool ExportMenu::back() {
  if (!subject_) return false;
  subject_.reset();
  return true;
}

}  // namespace lanescope::app
