#include "app/window/audience.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/figures/appearance.h"
#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

// Makes `target` a framebuffer of this size, reusing the present one if it fits. Empty if none
// could be created.
void fit(std::optional<gl::Framebuffer>& target, int width, int height) {
  if (target && target->color().width() == width && target->color().height() == height) return;
  target.reset();
  if (auto made = gl::Framebuffer::create(width, height)) target = std::move(*made);
}

}  // namespace

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

std::string Audience::toggle_presenter(const text::Texts& texts) {
  if (presenter_ != nullptr) {
    presenter_.reset();
    return {};
  }
  auto opened = Presenter::open(platform_, texts.get("presenter.title"));
  if (opened) {
    presenter_ = *std::move(opened);
    return {};
  }
  // Reported once only.
  return std::exchange(reported_failure_, true)
             ? std::string()
             : texts.get("presenter.failed", fmt::arg("why", opened.error()));
}

bool Audience::ignores(Command command) const {
  return frozen() && !has_presenter() && command != Command::freeze &&
         command != Command::presenter_notes && command != Command::full_screen &&
         command != Command::quit;
}

void Audience::scroll_notes(float steps) {
  if (presenter_ != nullptr) presenter_->scroll_by(steps);
}

std::vector<KeyPress> Audience::take_keys() {
  std::vector<KeyPress> keys = platform_.take_keys();
  if (presenter_ != nullptr) {
    const std::vector<KeyPress> more = presenter_->take_keys();
    keys.insert(keys.end(), more.begin(), more.end());
  }
  return keys;
}

bool Audience::keys_wait_for_frames() const {
  return platform_.keys_wait_for_frames() ||
         (presenter_ != nullptr && presenter_->keys_wait_for_frames());
}

bool Audience::take_activity() {
  if (presenter_ != nullptr && presenter_->wants_to_close()) {
    presenter_.reset();
    return true;
  }
  const bool here = platform_.take_activity();
  const bool there = presenter_ != nullptr && presenter_->take_activity();
  return here || there;
}

FrameCost Audience::draw(Gui::Frame frame) {
  frame.is_painted = frame.is_painted || frozen() || presenter_ != nullptr;
  if (std::exchange(freeze_wanted_, false)) {
    fit(frozen_, frame.width, frame.height);
    if (frozen_) {
      frozen_->bind();
      frame.ignores_input = !has_presenter();
      gui_.render(frame);
    }
  }
  if (!frozen_) {
    gl::Framebuffer::bind_window(frame.width, frame.height);
    const FrameCost cost = gui_.render(frame);
    if (presenter_ != nullptr) {
      presenter_->take_picture(frame.width, frame.height,
                               gl::read_pixels(frame.width, frame.height));
    }
    return cost;
  }
  FrameCost cost;
  if (presenter_ != nullptr) {
    fit(live_, frame.width, frame.height);
    if (live_) {
      live_->bind();
      frame.ignores_input = true;  // nobody sees the effect of the mouse there
      cost = gui_.render(frame);
      presenter_->take_picture(frame.width, frame.height, live_->read());
    }
  }
  frozen_->show_in_window(frame.width, frame.height);
  if (presenter_ == nullptr) draw_badge_over(frame);
  return cost;
}

void Audience::draw_badge_over(const Gui::Frame& frame) {
  Gui::Frame over = frame;
  over.keeps_background = true;
  bool is_pressed = false;
  over.content = [&is_pressed](Ui& ui) {
    const picture::Palette& palette = ui.palette();
    const std::string word = ui.texts().get("lecture.frozen");
    const TextStyle text_style{FontRole::ui_bold, picture::text_body, palette.on_costly};
    const std::string hint = ui.texts().get("lecture.frozen_tip");
    const TextStyle hint_style{FontRole::ui, picture::text_body, palette.on_costly};
    const float gap = ui.px(10);
    const float w =
        ui.text_width(word, text_style) + ui.text_width(hint, hint_style) + gap + ui.px(24);
    const float h = ui.px(24);  // placed in the corner without title or values
    const Rect box{ui.width() - w - ui.px(8), ui.height() - h - ui.px(4), w, h};
    ui.fill(box, palette.costly, box.h / 2);
    const float middle = box.y + box.h / 2;
    float x = box.x + ui.px(12);
    x += ui.text(x, middle, word, text_style);
    ui.text(x + gap, middle, hint, hint_style);
    is_pressed = ui.item("lecture.thaw", box).pressed || is_pressed;
  };
  gui_.render(over);
  if (is_pressed) toggle_freeze();
}

void Audience::draw_notes(const Settings& settings, const text::Texts& texts, double now_s) {
  if (!lecture_.on()) {
    begun_s_.reset();
  } else if (!begun_s_) {
    begun_s_ = now_s;
  }
  if (presenter_ == nullptr) return;
  PresenterInput input;
  input.lecture = lecture_.on() ? &lecture_ : nullptr;
  input.elapsed_s = now_s - begun_s_.value_or(now_s);
  input.frozen = frozen();
  presenter_->draw(input, palette_of(settings), texts);
}

std::optional<double> Audience::next_tick_s(double now_s) const {
  if (presenter_ == nullptr || !begun_s_) return std::nullopt;
  const double elapsed = now_s - *begun_s_;
  return std::floor(elapsed) + 1 - elapsed;
}

}  // namespace lanescope::app
