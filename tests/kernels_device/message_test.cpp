#include "kernels/device/message.h"

#include <gtest/gtest.h>

namespace lanescope::device {
namespace {

TEST(Message, body_and_arrays_arrive_as_they_were_sent) {
  const std::vector<std::uint8_t> first{0, 255, 10};
  const std::vector<std::uint8_t> second;
  const std::vector<std::uint8_t> third(100'000, 7);
  OutgoingMessage out;
  nlohmann::ordered_json body{{"first", out.attach(first)}};
  body["second"] = out.attach(second);
  body["third"] = out.attach(third);
  body["word"] = "text";
  const std::string bytes = out.packed(body);
  const IncomingMessage in(bytes);
  EXPECT_EQ(in.body().at("word"), "text");
  EXPECT_EQ(in.array(in.body().at("first")), first);
  EXPECT_EQ(in.array(in.body().at("second")), second);
  EXPECT_EQ(in.array(in.body().at("third")), third);
  EXPECT_THROW((void)in.array(3), std::out_of_range);
}

TEST(Message, that_is_cut_off_anywhere_is_an_error) {
  const std::vector<std::uint8_t> array{1, 2, 3, 4};
  OutgoingMessage out;
  const std::string bytes = out.packed({{"array", out.attach(array)}});
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_ANY_THROW(IncomingMessage(std::string_view(bytes).substr(0, size))) << size;
  EXPECT_NO_THROW(IncomingMessage{bytes});
}

TEST(Message, of_an_impossible_size_is_an_error) {
  EXPECT_ANY_THROW(IncomingMessage(std::string(8, '\xff') + "rest"));
}

}  // namespace
}  // namespace lanescope::device
