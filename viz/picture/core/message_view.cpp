#include "viz/picture/core/message_view.h"

#include "viz/picture/core/canvas.h"

namespace lanescope::picture {

DrawList build_message_view(const std::string& title, const std::string& sentence,
                            const Style& style, float width, float height) {
  Canvas canvas(style, width, height);
  Label label;
  label.x = width / 2;
  label.y = height / 2 - canvas.px(4);
  label.align_x = AlignX::center;
  label.align_y = AlignY::bottom;
  label.font = FontRole::ui_bold;
  label.size = canvas.px(text_title);
  label.color = canvas.palette().text_dim;
  label.text = title;
  const float room = width - 2 * canvas.px(2 * space_unit);
  canvas.fitted_label(label, room);
  label.y = height / 2 + canvas.px(4);
  label.align_y = AlignY::top;
  label.font = FontRole::ui;
  label.size = canvas.px(text_body);
  label.color = canvas.palette().text_faint;
  label.text = sentence;
  canvas.fitted_label(label, room);
  return canvas.take();
}

}  // namespace lanescope::picture
