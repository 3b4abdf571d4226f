#include "app/window/audience.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/figures/appearance.h"
#include "app/window/panels/lecture/presenter_panel.h"
#include "viz/picture/core/palette.h"

namespace lanescope::app {
namespace {

constexpr float badge_row = 32;  // units; the row of buttons at the lower edge of a lecture

bool is_in(const Rect& rect, const Platform::Point& point) {
  return rect.x <= point.x && point.x < right_of(rect) && rect.y <= point.y &&
         point.y < bottom_of(rect);
}

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

bool Audience::thaw_by(Command command) {
  if (command != Command::close || !frozen()) return false;
  toggle_freeze();
  return true;
}

bool Audience::ignores(Command command) const {
  return frozen() && !has_presenter() && command != Command::freeze &&
         command != Command::presenter_notes && command != Command::full_screen &&
         command != Command::quit;
}

void Audience::scroll_notes(float steps) {
  if (presenter_ != nullptr) presenter_->scroll_by(steps);
}

std::optional<InputEvent> Audience::next_key(bool typing) {
  const auto is_key = [](const InputEvent& event) {
    return event.kind == InputEvent::Kind::press || event.kind == InputEvent::Kind::repeat;
  };
  while (const auto event = platform_.next_input(typing)) {
    gui_.take(*event);
    if (is_key(*event)) return event;
  }
  while (presenter_ != nullptr) {
    const auto event = presenter_->next_input();
    if (!event || is_key(*event)) return event;
  }
  return std::nullopt;
}

bool Audience::input_waits_for_frames() const {
  return platform_.input_waits_for_frames() ||
         (presenter_ != nullptr && presenter_->input_waits_for_frames());
}

bool Presenter::take_thaw() {
  const std::optional<Platform::Point> click = platform_.take_click();
  return click && is_in(panel_.frozen_badge(), *click);
}

// True if the badge of one of the windows was clicked, or the button that froze the picture.
bool Audience::take_thaw() {
  const std::optional<Platform::Point> click = platform_.take_click();
  const bool on_button = click && is_in(freeze_button_, *click);
  swallows_click_ = swallows_click_ || on_button;
  const bool here = click && (on_button || is_in(badge_, *click));
  const bool there = presenter_ != nullptr && presenter_->take_thaw();
  return frozen() && (here || there);
}

bool Audience::take_activity() {
  if (presenter_ != nullptr && presenter_->wants_to_close()) {
    presenter_.reset();
    return true;
  }
  if (take_thaw()) toggle_freeze();
  const bool here = platform_.take_activity();
  const bool there = presenter_ != nullptr && presenter_->take_activity();
  return here || there;
}

FrameCost Audience::draw(Gui::Frame frame) {
  badge_ = {};
  const bool has_left = begun_s_ && !lecture_.on();
  if (has_left && frozen()) toggle_freeze();  // its slide has nothing that could be pressed
  frame.is_painted = frame.is_painted || frozen() || presenter_ != nullptr;
  if (std::exchange(freeze_wanted_, false)) {
    fit(frozen_, frame.width, frame.height);
    if (frozen_) {
      frozen_->bind();
      frame.ignores_input = !has_presenter();
      gui_.render(frame);
      for (const Ui::Control& control : gui_.ui().controls())
        if (control.id == "lecture.freeze") freeze_button_ = control.rect;
    }
  }
  if (!frozen_) {
    freeze_button_ = {};
    frame.ignores_input = frame.ignores_input || swallows_click_;
    gl::Framebuffer::bind_window(frame.width, frame.height);
    const FrameCost cost = gui_.render(frame);
    swallows_click_ = swallows_click_ && ImGui::GetIO().MouseDown[0];
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
  const float lower_edge = static_cast<float>(frame.height) - 2 * badge_row * frame.scale;
  if (presenter_ == nullptr || platform_.pointer().y > lower_edge) draw_badge_over(frame);
  return cost;
}

void Audience::draw_badge_over(const Gui::Frame& frame) {
  Gui::Frame over = frame;
  over.keeps_background = true;
  over.content = [this](Ui& ui) {
    // Above the row of buttons: but for the one that ends this they are dimmed, because they do
    // nothing now.
    const float row = ui.px(badge_row);
    const float y = ui.height() - row;
    const Color veil = picture::with_alpha(ui.palette().background, 0.7F);
    const float right = right_of(freeze_button_);
    ui.fill({0, y, freeze_button_.x, row}, veil);
    ui.fill({right, y, ui.width() - right, row}, veil);
    badge_ = draw_frozen_badge(ui, ui.width() - ui.px(12), ui.height() - row - ui.px(16));
  };
  gui_.render(over);
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
