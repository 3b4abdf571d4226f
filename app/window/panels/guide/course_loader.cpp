#include "app/window/panels/guide/course_loader.h"

#include <exception>

namespace lanescope::app {
namespace {

bool can_be_taught(const lesson::CatalogueEntry& entry) {
  return entry.lesson && entry.lesson->guide() != nullptr;
}

}  // namespace

void CourseLoader::read() {
  if (reading()) return;
  const auto read_all = [] {
    lesson::CourseCatalogue course_catalogue;
    try {
      course_catalogue = lesson::course_catalogue();
    } catch (const std::exception& error) {  // no content of these files may end the program
      course_catalogue.error = lesson::Error{"", 0, "", error.what()};
    }
    return course_catalogue;
  };
  reading_.start(read_all, wake_);
}

bool CourseLoader::update() {
  if (!reading_.finished()) return false;
  wait();
  return true;
}

void CourseLoader::wait() {
  if (reading()) {
    course_catalogue_ = reading_.take();
    ++revision_;
  }
}

const lesson::CataloguePart* CourseLoader::part_of(const std::string& lesson) const {
  if (course_catalogue_) {
    for (const lesson::CataloguePart& part : course_catalogue_->parts) {
      for (const lesson::CatalogueEntry& entry : part.lessons) {
        if (entry.id == lesson) return &part;
      }
    }
  }
  return nullptr;
}

const lesson::CatalogueEntry* CourseLoader::after(const std::string& lesson) const {
  bool found = false;
  if (course_catalogue_) {
    for (const lesson::CataloguePart& part : course_catalogue_->parts) {
      for (const lesson::CatalogueEntry& entry : part.lessons) {
        if (found && can_be_taught(entry)) return &entry;
        found = found || entry.id == lesson;
      }
    }
  }
  return nullptr;
}

const lesson::CatalogueEntry* CourseLoader::first() const {
  if (course_catalogue_) {
    for (const lesson::CataloguePart& part : course_catalogue_->parts) {
      for (const lesson::CatalogueEntry& entry : part.lessons) {
        if (can_be_taught(entry)) return &entry;
      }
    }
  }
  return nullptr;
}

const lesson::CatalogueEntry* entry_of(const lesson::CourseCatalogue& catalogue,
                                       const std::string& lesson) {
  for (const lesson::CataloguePart& part : catalogue.parts) {
    for (const lesson::CatalogueEntry& entry : part.lessons) {
      if (entry.id == lesson) return &entry;
    }
  }
  return nullptr;
}

std::string title_of(const lesson::CatalogueEntry& entry, const std::string& language) {
  if (!entry.lesson) return entry.id;
  const std::string& title = entry.lesson->title().in(language);
  return title.empty() ? entry.id : title;
}

}  // namespace lanescope::app
