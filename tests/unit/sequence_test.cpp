// Sequences of events: the film, what happens on the stage, the truth about it, the score.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <set>

#include "tests/simulator/film.h"
#include "tests/simulator/rest_score.h"
#include "tests/simulator/sequence.h"
#include "tests/simulator/warp.h"

namespace gridlens::generator {
namespace {

Sequence make_sequence(std::uint64_t seed, std::optional<Event> last = {}) {
  SequenceOptions options;
  options.seed = seed;
  options.size = cv::Size(640, 480);
  options.last = last;
  return Sequence(options);
}

// A grey desk, and a black sheet with a white square of 8 x 8 in its middle, (0, 0).
struct Filmed {
  Texture desk{cv::Mat(200, 200, CV_32FC4, cv::Scalar(0.2, 0.2, 0.2, 1)), {100, 100}};
  Texture sheet = [] {
    cv::Mat picture(41, 121, CV_32FC4, cv::Scalar(0, 0, 0, 1));
    picture(cv::Rect(57, 17, 8, 8)).setTo(cv::Scalar(0.9, 0.9, 0.9, 1));
    return Texture(picture, {60.5, 20.5});
  }();

  cv::Mat take(const Motion& motion, double exposure_s) const {
    const Motion still = [](double) { return cv::Matx33d(1, 0, 80, 0, 1, 60, 0, 0, 1); };
    return expose({{&desk, true, still, 0}, {&sheet, false, motion, 1}}, -exposure_s / 2,
                  exposure_s / 2, {160, 120});
  }
};

Motion going(double speed_x, double speed_y) {
  return [=](double t) {
    return cv::Matx33d(1, 0, 80.3 + speed_x * t, 0, 1, 60.6 + speed_y * t, 0, 0, 1);
  };
}

// Light over the desk's: its sum and its middle.
std::pair<double, cv::Point2d> white(const cv::Mat& film) {
  double sum = 0;
  cv::Point2d moment;
  for (int y = 0; y < film.rows; ++y)
    for (int x = 0; x < film.cols; ++x) {
      const double light = std::max(0.0, double(film.at<cv::Vec3f>(y, x)[1]) - 0.205);
      sum += light, moment += cv::Point2d(x, y) * light;
    }
  return {sum, moment * (1 / sum)};
}

// Turned, far and near; partly beside the picture, partly behind the viewer.
std::vector<cv::Matx33d> some_ways() {
  std::vector<cv::Matx33d> ways{cv::Matx33d::eye(), {1, 0, 3.25, 0, 1, -2.5, 0, 0, 1}};
  Random random(5);
  for (int i = 0; i < 20; ++i) {
    const double angle = random.uniform(-3, 3), scale = random.uniform(0.4, 2);
    const double c = scale * std::cos(angle), s = scale * std::sin(angle);
    const double bend = i % 4 == 3 ? 0.02 : 0.0004;
    ways.push_back({c, -s, random.uniform(-40, 150), s, c, random.uniform(-40, 150),
                    random.uniform(-bend, bend), random.uniform(-bend, bend), 1});
  }
  return ways;
}

TEST(Warp, IsOpenCvsBitByBit) {
  cv::Mat coded(211, 303, CV_8UC4), light(130, 170, CV_32FC4);
  cv::RNG random(1);
  random.fill(coded, cv::RNG::UNIFORM, 0, 256);
  coded(cv::Rect(20, 15, 250, 180)) |= cv::Scalar(0, 0, 0, 255);
  random.fill(light, cv::RNG::UNIFORM, 0, 1);
  for (const cv::Matx33d& way : some_ways())
    for (const bool endless : {false, true}) {
      cv::Mat seen, film(130, 170, CV_32FC4, cv::Scalar::all(0)), painted = film.clone(), moved;
      cv::warpPerspective(coded, seen, way, film.size(), cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
                          endless ? cv::BORDER_REFLECT : cv::BORDER_CONSTANT);
      for (int i = 0; i < int(seen.total()); ++i) {
        const cv::Vec4b& from = seen.at<cv::Vec4b>(i / seen.cols, i % seen.cols);
        auto& to = film.at<cv::Vec4f>(i / seen.cols, i % seen.cols);
        for (int c = 0; c < 3; ++c) to[c] = float(from[c]) * float(from[c]) * (1 / 65025.0f);
        to[3] = float(from[3]) * (1 / 255.0f);
      }
      paint_warped(coded, way, endless, {}, painted);
      EXPECT_EQ(cv::norm(film, painted, cv::NORM_INF), 0) << way;
      cv::cvtColor(painted, painted, cv::COLOR_BGRA2BGR);
      cv::Mat opaque(painted.size(), CV_32FC3, cv::Scalar::all(0));
      paint_warped(coded, way, endless, {}, opaque);
      EXPECT_EQ(cv::norm(opaque, painted, cv::NORM_INF), 0) << way;
      cv::warpPerspective(light, moved, way, light.size(), cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
                          endless ? cv::BORDER_REPLICATE : cv::BORDER_CONSTANT);
      cv::addWeighted(light, 0.5, moved, 0.5, 0, moved);
      EXPECT_EQ(cv::norm(mean_with_warped(light, way, endless), moved, cv::NORM_INF), 0) << way;
    }
}

TEST(Film, ShowsNothingOfWhatASheetCovers) {
  const Filmed filmed;
  const Motion motion = going(0, 0);
  const Motion still = [](double) { return cv::Matx33d(1, 0, 80, 0, 1, 60, 0, 0, 1); };
  const auto film = [&](int group) {
    return expose({{&filmed.desk, true, still, 0}, {&filmed.sheet, false, motion, group}}, 0, 0.01,
                  {160, 120});
  };
  // In one group the desk is left out under the sheet.
  EXPECT_EQ(cv::norm(film(0), film(1), cv::NORM_INF), 0);
}

TEST(Film, ShowsAThingWhereItsMotionSays) {
  const auto [sum, middle] = white(Filmed().take(going(0, 0), 0.01));
  EXPECT_NEAR(middle.x, 80.3, 0.05);
  EXPECT_NEAR(middle.y, 60.6, 0.05);
  EXPECT_NEAR(sum, 64 * (0.9 - 0.205), 5);  // textures are interpolated in their coding
}

TEST(Film, SmearIsCentredOnMidExposureAndAsLongAsTheWay) {
  const cv::Mat film = Filmed().take(going(1600, 0), 0.0125);  // 20 px
  cv::Mat column_mean;
  cv::reduce(film(cv::Rect(0, 57, 160, 7)), column_mean, 0, cv::REDUCE_AVG);
  double sum = 0, moment = 0, square = 0;
  for (int x = 56; x < 105; ++x) {  // no rim of the sheet comes here
    const double light = column_mean.at<cv::Vec3f>(0, x)[1];
    sum += light, moment += light * x, square += light * x * x;
  }
  const double middle = moment / sum;
  EXPECT_NEAR(middle, 80.3, 0.5);
  // A box of 8 px smeared over 20 px.
  EXPECT_NEAR(square / sum - middle * middle, (64 + 400) / 12.0, 8);
}

TEST(Film, StillDeskIsNotSmearedByAMovingSheet) {
  const cv::Mat film = Filmed().take(going(4000, 0), 0.0125);
  EXPECT_NEAR(film.at<cv::Vec3f>(10, 80)[1], 0.2, 0.005);
  EXPECT_LT(film.at<cv::Vec3f>(45, 80)[1], 0.19);  // the sheet passes over it
}

TEST(Sequence, SameSeedSamePixelsInAnyOrder) {
  for (const std::uint64_t seed : {11, 12}) {
    const Sequence one = make_sequence(seed), two = make_sequence(seed);
    ASSERT_EQ(one.about(), two.about());
    ASSERT_EQ(one.frames(), two.frames());
    std::vector<cv::Mat> forwards;
    const std::vector<int> moments{0, one.rest_from() / 2, one.rest_from() - 3, one.frames() - 1};
    for (const int i : moments) forwards.push_back(one.frame(i).bgr);
    for (size_t i = moments.size(); i-- > 0;) {
      const SequenceFrame again = two.frame(moments[i]);
      EXPECT_EQ(cv::norm(forwards[i], again.bgr, cv::NORM_INF), 0) << seed << ' ' << moments[i];
      EXPECT_EQ(to_json(again.truth), to_json(one.frame(moments[i]).truth));
    }
  }
  EXPECT_NE(make_sequence(11).about(), make_sequence(12).about());
}

TEST(Sequence, EveryEventCanBeTheLastAndThenAllRests) {
  int readable = 0, boards = 0;
  for (const Event event : all_events()) {
    const Sequence sequence = make_sequence(500 + std::uint64_t(event), event);
    ASSERT_GE(sequence.events().size(), 2U);
    ASSERT_LE(sequence.events().size(), 5U);
    EXPECT_EQ(sequence.events().back(), event) << sequence.about();
    EXPECT_EQ(sequence.frames(), sequence.rest_from() + 60);
    std::vector<BoardFacts> facts;
    const FrameTruth first = sequence.truth(sequence.rest_from(), facts);
    const std::vector<BoardFacts> at_first = facts;
    const FrameTruth last = sequence.truth(sequence.frames() - 1, facts);
    ASSERT_EQ(first.boards.size(), last.boards.size()) << sequence.about();
    EXPECT_EQ(last.width, 640);
    for (size_t b = 0; b < facts.size(); ++b) {
      EXPECT_EQ(facts[b].board, at_first[b].board);
      EXPECT_EQ(facts[b].gain, 1) << sequence.about();
      EXPECT_LT(facts[b].blur_sigma_px, 1.1) << sequence.about();
      EXPECT_NEAR(facts[b].uncovered, at_first[b].uncovered, 1e-9) << sequence.about();
      // The hand's own motion.
      EXPECT_LT(max_corner_distance_px(first.boards[b].corners, last.boards[b].corners), 30)
          << sequence.about();
      if (facts[b].uncovered < 0.5) continue;
      ++boards, readable += last.boards[b].readable.value_or(false) ? 1 : 0;
    }
  }
  EXPECT_GE(readable, 0.8 * boards) << "most boards shall be readable";
}

TEST(Sequence, TruthSaysWhatASheetAndAHandCover) {
  for (const Event event : {Event::hand, Event::sheet}) {
    double least_visible = 1, least_uncovered = 1;
    for (const std::uint64_t seed : {3, 4, 5}) {
      const Sequence sequence = make_sequence(seed, event);
      std::vector<BoardFacts> facts;
      for (int i = sequence.rest_from() - 45; i < sequence.rest_from(); ++i) {
        if (i < 0) continue;
        const FrameTruth truth = sequence.truth(i, facts);
        const FrameTruth rest = sequence.truth(sequence.frames() - 1, facts);
        const auto at_rest = facts;
        (void)sequence.truth(i, facts);
        for (size_t b = 0; b < facts.size(); ++b) {
          // Of the boards that lie free at the end.
          const auto end = std::find_if(at_rest.begin(), at_rest.end(), [&](const BoardFacts& f) {
            return f.board == facts[b].board && f.uncovered == 1;
          });
          if (end == at_rest.end()) continue;
          if (event == Event::hand) {
            EXPECT_EQ(facts[b].uncovered, 1);
          }
          least_visible = std::min(least_visible, truth.boards[b].visible);
          least_uncovered = std::min(least_uncovered, facts[b].uncovered);
          EXPECT_EQ(truth.boards[b].visible < 1 || truth.boards[b].inside < 1,
                    !truth.boards[b].covered.empty() || truth.boards[b].visible < 1);
        }
      }
    }
    EXPECT_LT(least_visible, 0.8) << to_string(event);
    if (event == Event::sheet) {
      EXPECT_LT(least_uncovered, 0.5);
    }
  }
}

TEST(Readable, IsEachOfItsRules) {
  BoardTruth board;
  BoardFacts facts;
  facts.least_cell_px = 14, facts.blur_sigma_px = 1;
  EXPECT_TRUE(is_readable(board, facts));
  const auto spoiled = [&](const auto& spoil) {
    BoardTruth other = board;
    BoardFacts its = facts;
    spoil(other, its);
    return !is_readable(other, its);
  };
  EXPECT_TRUE(spoiled([](BoardTruth&, BoardFacts& f) { f.least_cell_px = 13.9; }));
  EXPECT_TRUE(spoiled([](BoardTruth&, BoardFacts& f) { f.blur_sigma_px = 1.01; }));
  EXPECT_TRUE(spoiled([](BoardTruth&, BoardFacts& f) { f.gain = 0.3; }));
  EXPECT_TRUE(spoiled([](BoardTruth&, BoardFacts& f) { f.gain = 1.6; }));
  EXPECT_TRUE(spoiled([](BoardTruth& b, BoardFacts&) { b.inside = 0.999; }));
  EXPECT_TRUE(spoiled([](BoardTruth& b, BoardFacts&) { b.visible = 0.999; }));
}

TEST(Animation, ComesToRestWithTheGivensAsTheyWere) {
  int seen = 0;
  for (std::uint64_t seed = 40; seed < 46; ++seed) {
    const Sequence sequence = make_sequence(seed, Event::animation);
    if (sequence.scene().substr(0, 8) != "captured") continue;
    ++seen;
    // Pictures change several times a second before the rest, and not at all in it.
    int changes = 0;
    for (int i = sequence.rest_from() - 20; i < sequence.rest_from(); ++i)
      changes += cv::norm(sequence.frame(i).bgr, sequence.frame(i - 1).bgr, cv::NORM_INF) > 0;
    EXPECT_GE(changes, 2) << seed;
    const SequenceFrame first = sequence.frame(sequence.rest_from());
    const SequenceFrame last = sequence.frame(sequence.frames() - 1);
    EXPECT_EQ(cv::norm(first.bgr, last.bgr, cv::NORM_INF), 0) << seed;
  }
  EXPECT_GE(seen, 1);
}

// One board of a known place, that is shown as the tests say.
class RestScore : public testing::Test {
 protected:
  RestScore() {
    board_.shape = {2, 2};
    board_.alphabet = {"1", "2", "3", "4"};
    board_.solution = Grid({2, 2}, {1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1});
    board_.clues = board_.solution;
    board_.entries = Grid(Shape{2, 2});
    board_.corners.corners = {cv::Point2d(100, 100), {200, 100}, {200, 200}, {100, 200}};
    right_.id = 1;
    right_.corners = board_.corners;
    right_.state = "solved";
    right_.alphabet = board_.alphabet;
    right_.solution = {{1, 2, 3, 4}, {3, 4, 1, 2}, {2, 1, 4, 3}, {4, 3, 2, 1}};
    right_.clues = right_.solution;
  }

  // From `kRest` on the board is readable. `shows`: what is said in a frame.
  template <class Shows>
  SequenceScore run(const Shows& shows, double uncovered = 1, int covered_from = 1000) {
    RestScorer scorer(kRest, {0});
    for (int i = 0; i < kRest + 60; ++i) {
      FrameTruth truth;
      truth.frame = i;
      truth.boards = {board_};
      BoardFacts facts;
      if (i >= covered_from) facts.uncovered = uncovered;
      scorer.add(truth, {facts}, shows(i));
    }
    return scorer.finish();
  }

  static constexpr int kRest = 20;
  BoardTruth board_;
  BoardPrediction right_;
  using Shown = std::vector<BoardPrediction>;
};

TEST_F(RestScore, WaitsFromTheFirstFrameOfTheRest) {
  const SequenceScore always = run([&](int) { return Shown{right_}; });
  EXPECT_EQ(always.boards.at(0).wait, 0);
  EXPECT_EQ(always.boards.at(0).identities, 1);
  EXPECT_EQ(always.wrong + always.false_boards + always.stale + always.boards[0].flickers, 0);
  EXPECT_EQ(run([&](int i) { return i < kRest + 7 ? Shown{} : Shown{right_}; }).boards[0].wait, 7);
  EXPECT_FALSE(run([&](int) { return Shown{}; }).boards[0].wait);
  EXPECT_EQ(run([&](int) { return Shown{}; }).boards[0].last, "nothing shown");
}

TEST_F(RestScore, AFlashIsNoSolution) {
  const SequenceScore score = run([&](int i) {
    return i >= kRest + 3 && i < kRest + 20 && i != kRest + 4 ? Shown{right_} : Shown{};
  });
  EXPECT_EQ(score.boards[0].wait, 5);
  EXPECT_EQ(score.boards[0].flickers, 1);
}

TEST_F(RestScore, WrongSolutionsAndFalseBoardsCountInAnyFrame) {
  BoardPrediction wrong = right_;
  std::swap(wrong.solution[0], wrong.solution[1]);
  const SequenceScore score = run([&](int i) {
    return i == 2 ? Shown{wrong} : i < 5 ? Shown{} : Shown{right_};
  });
  EXPECT_EQ(score.wrong, 1);
  EXPECT_EQ(score.ghosts, 0);
  EXPECT_NE(score.first_trouble.find("frame 2"), std::string::npos);
  BoardPrediction aside = right_;
  for (cv::Point2d& corner : aside.corners.corners) corner.x += 300;
  const SequenceScore two = run([&](int i) {
    aside.solution.clear();
    return i == 3 ? Shown{right_, aside} : Shown{right_};
  });
  EXPECT_EQ(two.false_boards, 1);
  EXPECT_EQ(two.wrong, 0);
  BoardPrediction turned = right_;
  turned.corners = turned.corners.rotated(1);
  EXPECT_EQ(run([&](int i) { return Shown{i == 9 ? turned : right_}; }).wrong, 1);
}

TEST_F(RestScore, ABoardUnderAnotherSheetIsGoneAfterFiveFrames) {
  const SequenceScore score =
      run([&](int i) { return i < 19 ? Shown{right_} : Shown{}; }, 0.05, 10);
  EXPECT_EQ(score.stale, 5);
  EXPECT_EQ(score.wrong, 4);
  EXPECT_EQ(score.ghosts, 4);
  // What is shown of a board that is covered in part is right.
  EXPECT_EQ(run([&](int) { return Shown{right_}; }, 0.4, 10).wrong, 0);
}

}  // namespace
}  // namespace gridlens::generator
