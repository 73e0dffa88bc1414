#include "core/pipeline/mailbox.h"

#include <gtest/gtest.h>

#include <memory>
#include <thread>

namespace gridlens {
namespace {

TEST(MailboxTest, TheNewestWinsAndTheReplacedAreCounted) {
  Mailbox<int> mailbox;
  EXPECT_FALSE(mailbox.try_take());
  mailbox.put(1);
  mailbox.put(2);
  mailbox.put(3);
  EXPECT_EQ(mailbox.try_take(), 3);
  EXPECT_FALSE(mailbox.try_take());
  EXPECT_EQ(mailbox.replaced(), 2);
}

TEST(MailboxTest, WhatIsInTheSlotOutlivesClosing) {
  Mailbox<std::unique_ptr<int>> mailbox;
  mailbox.put(std::make_unique<int>(7));
  mailbox.close();
  mailbox.put(std::make_unique<int>(8));  // too late
  EXPECT_FALSE(mailbox.finished());
  const auto value = mailbox.take({});
  ASSERT_TRUE(value);
  EXPECT_EQ(**value, 7);
  EXPECT_TRUE(mailbox.finished());
  EXPECT_FALSE(mailbox.take({}));
}

TEST(MailboxTest, AStopRequestWakesTheWaitingReader) {
  Mailbox<int> mailbox;
  std::optional<int> taken = 5;
  std::jthread reader([&](const std::stop_token& stop) { taken = mailbox.take(stop); });
  reader.request_stop();
  reader.join();
  EXPECT_FALSE(taken);
}

TEST(MailboxTest, ValuesReachAnotherThread) {
  Mailbox<int> mailbox;
  int last = -1;
  std::jthread reader([&](const std::stop_token& stop) {
    while (const auto value = mailbox.take(stop)) {
      EXPECT_GT(*value, last);
      last = *value;
    }
  });
  for (int i = 0; i < 1000; ++i) mailbox.put(i);
  mailbox.close();
  reader.join();
  EXPECT_EQ(last, 999);
}

TEST(MailboxTest, WaitingEndsWithItsPatience) {
  Mailbox<int> mailbox;
  EXPECT_FALSE(mailbox.take_for({}, std::chrono::milliseconds(1)));
  mailbox.put(4);
  EXPECT_EQ(mailbox.take_for({}, std::chrono::milliseconds(1)), 4);
}

}  // namespace
}  // namespace gridlens
