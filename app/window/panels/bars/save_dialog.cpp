#include "app/window/panels/bars/save_dialog.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/session/files/destination.h"
#include "app/window/panels/bars/export_menu.h"
#include "app/window/panels/base/overlay.h"
#include "app/window/toolkit/widgets.h"

namespace lanescope::app {

void SaveDialog::open(const ExportRequest& wanted, std::string stem,
                      const std::filesystem::path& folder, std::vector<std::string> folders) {
  wanted_ = wanted;
  stem_ = std::move(stem);
  extension_ = fmt::format(".{}", name_of(wanted.format));
  folders_ = with_folder(std::move(folders), folder);
  go_to(0);
}

void SaveDialog::go_to(std::size_t folder) {
  current_ = folder;
  set_path(free_file(folders_[folder], stem_, extension_));
}

void SaveDialog::set_path(const std::filesystem::path& file) {
  typed_ = shortened(file);
  remark_ = Remark::none;
  begins_ = true;
  ++field_;  // ImGui keeps the text of an active field
}

void SaveDialog::move(int direction) {
  const std::size_t count = folders_.size();
  go_to(direction > 0 ? (current_ + 1) % count : (current_ + count - 1) % count);
}

std::string SaveDialog::remark(const text::Texts& texts) const {
  if (typed_ != remarked_) return {};
  switch (remark_) {
    case Remark::none:
      return {};
    case Remark::no_name:
      return texts.get("export.where.no_name");
    case Remark::is_folder:
      return texts.get("export.where.is_folder");
    case Remark::in_a_file:
      return texts.get("export.where.in_a_file");
    case Remark::no_folder:
      return texts.get("export.where.no_folder", fmt::arg("why", why_));
    case Remark::replaces:
      return texts.get("export.where.replaces");
  }
  return {};
}

std::optional<ExportRequest> SaveDialog::confirm() {
  const bool asked = remark_ == Remark::replaces && remarked_ == typed_;
  remarked_ = typed_;
  const auto destination = destination_of(typed_, extension_);
  if (!destination) {
    remark_ = destination.error() == BadDestination::no_name     ? Remark::no_name
              : destination.error() == BadDestination::is_folder ? Remark::is_folder
                                                                 : Remark::in_a_file;
    return std::nullopt;
  }
  if (destination->exists && !asked) {
    remark_ = Remark::replaces;
    return std::nullopt;
  }
  if (const auto made = make_folder(destination->file.parent_path()); !made) {
    remark_ = Remark::no_folder;
    why_ = made.error();
    return std::nullopt;
  }
  ExportRequest request = wanted_;
  request.file = destination->file.string();
  return request;
}

SaveDialog::Answer SaveDialog::draw(Ui& ui) {
  const picture::Palette& palette = ui.palette();
  const text::Texts& texts = ui.texts();
  draw_veil(ui);
  const float pad = ui.px(24);
  const float row = ui.px(36);
  const float title_h = ui.px(56);
  const float field_h = ui.px(40);
  const float remark_h = ui.px(32);
  const float buttons_h = ui.px(56);
  const bool has_others = folders_.size() > 1;
  const float list_h = has_others ? ui.px(24) + row * static_cast<float>(folders_.size()) : 0;
  Rect sheet;
  sheet.w = std::min(ui.px(720), ui.width() - ui.px(32));
  sheet.h = title_h + field_h + remark_h + list_h + ui.px(8) + buttons_h;
  sheet.x = std::round((ui.width() - sheet.w) / 2);
  sheet.y = std::round(std::max(ui.px(8), (ui.height() - sheet.h) / 3));
  draw_sheet(ui, sheet);
  const float x = sheet.x + pad;
  const float w = sheet.w - 2 * pad;
  float y = sheet.y;
  ui.text(x, y + title_h / 2,
          texts.get("export.where.title", fmt::arg("format", title_of(wanted_.format))),
          {FontRole::ui_bold, picture::text_title, palette.text}, w);
  y += title_h;
  const std::string path_id = fmt::format("##path{}", field_);
  static_cast<void>(draw_path_field(ui, path_id.c_str(), {x, y, w, field_h}, typed_,
                                    std::exchange(begins_, false), false));
  y += field_h;

  const std::string said = remark(texts);
  const bool replaces = !said.empty() && remark_ == Remark::replaces;
  ui.text(x, y + remark_h / 2, said.empty() ? texts.get("export.where.hint") : said,
          {FontRole::ui, picture::text_body,
           said.empty() ? palette.text_faint
           : replaces   ? palette.costly_text
                        : palette.error_text},
          w);
  y += remark_h;

  Answer answer;
  if (has_others) {
    ui.text(x, y + ui.px(12), texts.get("export.where.folders"),
            {FontRole::ui, picture::text_small, palette.text_faint});
    y += ui.px(24);
    for (std::size_t i = 0; i < folders_.size(); ++i, y += row) {
      const Rect box{x - ui.px(8), y, w + ui.px(16), row};
      const Press press = ui.item(fmt::format("save.folder.{}", i), box, false);
      if (i == current_ || press.hovered)
        ui.fill(box, i == current_ ? palette.selection : palette.panel_raised, ui.px(6));
      ui.text(x, box.y + box.h / 2, shortened(folders_[i]),
              {FontRole::mono, picture::text_body, palette.text}, w);
      if (press.pressed) go_to(i);
    }
  }
  y += ui.px(8);

  const float button_h = ui.px(control_height);
  const float middle = y + (buttons_h - ui.px(8)) / 2;
  const float top = std::round(middle - button_h / 2);
  float right = sheet.x + sheet.w - pad;
  const auto add_button = [&](const char* id, const std::string& label, bool chosen) {
    const float width = button_width(ui, label);
    right -= width;
    const bool pressed =
        button(ui, id, {right, top, width, button_h}, {.label = label, .chosen = chosen}).pressed;
    right -= ui.px(8);
    return pressed;
  };
  if (add_button("save.save", texts.get(replaces ? "export.where.replace" : "export.where.save"),
                 true)) {
    answer.chosen = confirm();
    begins_ = true;
  }
  if (!(wanted_.what && is_handout(*wanted_.what)) &&
      add_button("save.clipboard", texts.get("export.where.clipboard"), false)) {
    answer.chosen = wanted_;
    answer.chosen->to_clipboard = true;
  }
  const std::string back = texts.get("export.where.back");
  answer.back = button(ui, "save.back", {x, top, button_width(ui, back), button_h},
                       {.label = back, .raised = false})
                    .pressed;
  answer.dismissed = is_dismissed(ui, sheet);
  return answer;
}

}  // namespace lanescope::app
