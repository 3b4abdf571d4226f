#include "app/session/lecture/lecture.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace lanescope::app {

bool Lecture::update() {
  if (guided_ == nullptr) return false;
  if (session_.state().lesson != scene().lesson) {
    guided_.reset();  // another lesson was opened: the step has nothing to ask there
    return true;
  }
  return guided_->course.update();
}

void Lecture::start(DeckPtr deck, std::optional<std::size_t> index) {
  if (!on()) {
    before_ = session_.state();
    history_ = session_.history().take();
  }
  deck_ = std::move(deck);
  const auto left = left_at_.find(deck_->path);
  go_to(index.value_or(left != left_at_.end() ? left->second : 0));
}

void Lecture::leave() {
  if (!on()) return;
  // One that was shown to its end begins anew.
  left_at_[deck_->path] = index_ + 1 < deck_->scenes.size() ? index_ : 0;
  guided_.reset();
  deck_.reset();
  problem_.clear();
  session_.change_settings(before_.settings);
  session_.show_state(before_);
  session_.history().give(std::exchange(history_, {}));
}

void Lecture::go_to(std::size_t index) {
  index_ = std::min(index, deck_->scenes.size() - 1);
  show();
}

void Lecture::next() {
  if (index_ + 1 < deck_->scenes.size()) go_to(index_ + 1);
}

void Lecture::previous() {
  if (index_ > 0) go_to(index_ - 1);
}

const Scene* Lecture::next_scene() const {
  return index_ + 1 < deck_->scenes.size() ? &deck_->scenes[index_ + 1] : nullptr;
}

std::string Lecture::notes(const std::string& language) const {
  const std::string& own = scene().notes.in(language);
  if (!own.empty() || guided_ == nullptr) return own;
  const std::string prose =
      guided_->course.text(lesson::step_section(scene().step_name), language).text;
  return std::string(lesson::titled(prose).body);
}

ViewRequest Lecture::view() const {
  return guided_ ? guided_->course.view() : parse_view(scene().view).value_or(ViewRequest{});
}

void Lecture::show() {
  ++arrivals_;
  guided_.reset();
  problem_.clear();
  const Scene& wanted = scene();
  if (session_.state().lesson != wanted.lesson) session_.choose_lesson(wanted.lesson);
  if (wanted.step_name.empty()) {
    session_.show_variant_setting(wanted.variant, wanted.set, view(), wanted.machine,
                                  wanted.compiler.value_or(before_.compiler));
  } else {
    session_.run().choose_compiler(before_.compiler);
    show_step();
  }
  if (const ViewRequest request = view(); request.page == Page::sweep) {
    session_.sweeps().choose(request.page_argument);
    if (session_.sweeps().all_variants()) session_.sweeps().toggle_variants();
  }
  session_.history().give({});  // undo stays within the scene
}

void Lecture::show_step() {
  auto guided = std::make_unique<Guided>(session_, services_);
  const lesson::Guide* guide = guided->course.guide();
  if (const auto number = guide != nullptr ? guide->step_number(scene().step_name) : std::nullopt) {
    guided_ = std::move(guided);
    guided_->course.go_to(*number);
    return;
  }
  problem_ = fmt::format("{}:{}: scenes[{}].step: the lesson has no step '{}'",
                         deck_->path.string(), scene().line_of("step"), index_, scene().step_name);
}

bool Lecture::reveal() {
  if (!covered()) return false;
  guided_->course.skip();
  return true;
}

}  // namespace lanescope::app
