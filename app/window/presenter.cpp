#include "app/window/presenter.h"

#include <algorithm>
#include <utility>

namespace lanescope::app {

tl::expected<std::unique_ptr<Presenter>, std::string> Presenter::open(const Platform& main,
                                                                      const std::string& title) {
  Platform::Options options;
  options.width = 1100;
  options.height = 720;
  options.title = title.c_str();
  options.takes_focus = false;
  options.waits = false;  // only the main window waits for vertical sync
  auto platform = Platform::create(options);
  if (!platform) {
    main.make_current();
    return tl::unexpected(platform.error());
  }
  platform->move_away_from(main);
  auto gui = Gui::create(*platform, true);
  if (!gui) {
    main.make_current();
    return tl::unexpected(gui.error());
  }
  std::unique_ptr<Presenter> presenter(new Presenter(main, *std::move(platform), *std::move(gui)));
  main.make_current();
  return presenter;
}

Presenter::Presenter(const Platform& main, Platform platform, std::unique_ptr<Gui> gui)
    : main_(main), platform_(std::move(platform)), gui_(std::move(gui)) {}

Presenter::~Presenter() {
  platform_.make_current();
  picture_.reset();
  gui_.reset();
  main_.make_current();
}

void Presenter::take_picture(int width, int height, std::vector<std::uint8_t> pixels) {
  width_ = width;
  height_ = height;
  pixels_ = std::move(pixels);
}

void Presenter::draw(PresenterInput input, const picture::Palette& palette,
                     const text::Texts& texts) {
  const Platform::Size size = platform_.framebuffer_size();
  if (size.width < 1 || size.height < 1) {
    return;  // minimised
  }
  // This Gui ignores input, because ImGui's callbacks know only one window. Here the mouse can only
  // scroll.
  panel_.scroll_by(-platform_.take_wheel());
  platform_.make_current();
  if (!pixels_.empty()) {
    picture_ = gl::Texture::create(width_, height_, pixels_.data(), true);
    pixels_.clear();
  }
  if (picture_) {
    input.picture = picture_->name();
    input.picture_width = width_;
    input.picture_height = height_;
  }
  Gui::Frame frame;
  frame.width = size.width;
  frame.height = size.height;
  const float fitting =
      std::min(static_cast<float>(size.width) / 1000.0F, static_cast<float>(size.height) / 600.0F);
  frame.scale = std::clamp(fitting, 0.6F, 6.0F);
  frame.palette = palette;
  frame.texts = &texts;
  frame.content = [&](Ui& ui) { panel_.draw(ui, input); };
  gl::Framebuffer::bind_window(size.width, size.height);
  gui_->render(frame);
  platform_.end_frame();
  main_.make_current();
}

}  // namespace lanescope::app
