#include "app/window/panels/guide/course_shelf.h"

#include <chrono>
#include <exception>

namespace lanescope::app {
namespace {

bool can_be_taught(const lesson::CatalogueEntry& entry) {
  return entry.lesson && entry.lesson->guide() != nullptr;
}

}  // namespace

void CourseShelf::read() {
  if (reading()) {
    return;
  }
  reading_ = std::async(std::launch::async, [wake = wake_] {
    lesson::Shelf shelf;
    try {
      shelf = lesson::shelf();
    } catch (const std::exception& error) {  // no content of these files may end the program
      shelf.error = lesson::Error{"", 0, "", error.what()};
    }
    if (wake) {
      wake();
    }
    return shelf;
  });
}

bool CourseShelf::update() {
  if (!reading() || reading_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return false;
  }
  shelf_ = reading_.get();
  return true;
}

void CourseShelf::wait() {
  if (reading()) {
    shelf_ = reading_.get();
  }
}

const lesson::ShelvedPart* CourseShelf::part_of(const std::string& lesson) const {
  if (shelf_) {
    for (const lesson::ShelvedPart& part : shelf_->parts) {
      for (const lesson::CatalogueEntry& entry : part.lessons) {
        if (entry.id == lesson) {
          return &part;
        }
      }
    }
  }
  return nullptr;
}

const lesson::CatalogueEntry* CourseShelf::entry_of(const std::string& lesson) const {
  if (const lesson::ShelvedPart* part = part_of(lesson)) {
    for (const lesson::CatalogueEntry& entry : part->lessons) {
      if (entry.id == lesson) {
        return &entry;
      }
    }
  }
  return nullptr;
}

const lesson::CatalogueEntry* CourseShelf::after(const std::string& lesson) const {
  bool found = false;
  if (shelf_) {
    for (const lesson::ShelvedPart& part : shelf_->parts) {
      for (const lesson::CatalogueEntry& entry : part.lessons) {
        if (found && can_be_taught(entry)) {
          return &entry;
        }
        found = found || entry.id == lesson;
      }
    }
  }
  return nullptr;
}

const lesson::CatalogueEntry* CourseShelf::first() const {
  if (shelf_) {
    for (const lesson::ShelvedPart& part : shelf_->parts) {
      for (const lesson::CatalogueEntry& entry : part.lessons) {
        if (can_be_taught(entry)) {
          return &entry;
        }
      }
    }
  }
  return nullptr;
}

std::string title_of(const lesson::CatalogueEntry& entry, const std::string& language) {
  if (!entry.lesson) {
    return entry.id;
  }
  const std::string& title = entry.lesson->title().in(language);
  return title.empty() ? entry.id : title;
}

}  // namespace lanescope::app
