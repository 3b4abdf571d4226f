#include "app/window/sweep_picture.h"

#include "app/window/png_file.h"
#include "viz/gl/objects.h"

namespace lanescope::app {

tl::expected<void, std::string> write_sweep_picture(Gui& gui, const SweepPicture& picture,
                                                    const std::filesystem::path& file) {
  auto target = gl::Framebuffer::create(picture.width, picture.height);
  if (!target) {
    return tl::unexpected(target.error());
  }
  Gui::Frame frame;
  frame.width = picture.width;
  frame.height = picture.height;
  frame.scale = picture.scale;
  frame.palette = picture.palette;
  frame.palette.background = picture.palette.panel;
  frame.texts = picture.texts;
  frame.content = [&](Ui& ui) {
    const Rect all{0, 0, ui.width(), ui.height()};
    ui.picture("sweep_alone", scene::build_sweep(picture.input, ui.style(), all.w, all.h), all);
  };
  for (int i = 0; i < 2; ++i) {  // what the first frame measured, the second uses
    target->bind();
    gui.render(frame);
  }
  target->bind();
  return write_png(file, picture.width, picture.height, target->read());
}

}  // namespace lanescope::app
