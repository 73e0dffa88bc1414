// `gridlens read` on bad, odd and large pictures.
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "tests/faults/inputs_cases.h"
#include "tests/faults/inputs_pictures.h"

namespace gridlens {
namespace {

using Json = nlohmann::json;

const std::string kSolved = "\"state\":\"solved\"";
const std::string kCut = "ends before its picture does";

class ImageFaults : public MediaTest, public ::testing::WithParamInterface<InputCase> {};

TEST_P(ImageFaults, AreToldInOneLine) {
  const InputCase& input = GetParam();
  const std::string file = path(input.file);
  if (input.make) input.make(file);
  const ProgramEnd end = run_program({.arguments = {"read", "--json", file}});
  EXPECT_FALSE(end.killed);
  EXPECT_EQ(end.status, input.status);
  expect_one_line(end.err, input.error);
  ASSERT_FALSE(end.out.empty()) << end.err;
  EXPECT_EQ(end.out.find('\n'), end.out.size() - 1) << "not one line of JSON";
  const Json line = Json::parse(end.out);
  EXPECT_EQ(line.contains("error"), input.status != 0);
  if (input.status != 0) {
    EXPECT_EQ(line["grids"], Json::array());
    expect_found(line["error"], input.error);
  }
  expect_found(end.out, input.result);
}

INSTANTIATE_TEST_SUITE_P(Opened, ImageFaults, ::testing::ValuesIn(opened_pictures()), case_name);
INSTANTIATE_TEST_SUITE_P(NotOpened, ImageFaults, ::testing::ValuesIn(refused_pictures()),
                         case_name);

class PictureInputTest : public MediaTest {
 protected:
  // What `read --json` says of several files, by name.
  ProgramEnd read(const std::vector<std::string>& names) {
    std::vector<std::string> arguments{"read", "--json"};
    for (const std::string& name : names) arguments.push_back(path(name));
    return run_program({.arguments = arguments});
  }
  static int lines_of(const std::string& text) {
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  }
};

TEST_F(PictureInputTest, ABadPictureNeverEndsARunOverMany) {
  write_file(path("cut.jpg"), cut(sample_photo(), 40));
  write_file(path("huge.jpg"), claiming(sample_photo(), 32000, 32000));
  write_file(path("good.jpg"), sample_photo());
  const ProgramEnd end = read({"cut.jpg", "huge.jpg", "none.jpg", "good.jpg"});
  EXPECT_EQ(end.status, 1);
  EXPECT_EQ(lines_of(end.out), 4);
  EXPECT_EQ(lines_of(end.err), 3) << end.err;
  expect_found(end.out, kSolved);
}

TEST_F(PictureInputTest, LackOfMemoryNeverEndsARunOverMany) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need all addresses";
#endif
  write_file(path("big.png"), white_png(12000, 12000));
  write_file(path("good.jpg"), sample_photo());
  rlimit before{};
  getrlimit(RLIMIT_AS, &before);
  const rlimit small{500'000'000, before.rlim_max};  // the large picture alone has 432
  ASSERT_EQ(setrlimit(RLIMIT_AS, &small), 0);
  const ProgramEnd end = read({"big.png", "good.jpg"});
  setrlimit(RLIMIT_AS, &before);
  EXPECT_EQ(end.status, 1);
  EXPECT_EQ(lines_of(end.out), 2) << end.out;
  expect_one_line(end.err, "big.png.*memory");
  expect_found(end.out, kSolved);
}

TEST_F(PictureInputTest, CornersOfALargePictureAreThoseOfTheCaptured) {
  cv::Mat large;
  cv::resize(photo(), large, {9600, 7200});
  write_file(path("small.jpg"), sample_photo());
  cv::imwrite(path("large.jpg"), large);
  const ProgramEnd end = read({"small.jpg", "large.jpg"});
  ASSERT_EQ(end.status, 0) << end.err;
  const size_t second = end.out.find('\n') + 1;
  const Json small_grid = Json::parse(end.out.substr(0, second))["grids"].at(0);
  const Json large_grid = Json::parse(end.out.substr(second))["grids"].at(0);
  for (size_t corner = 0; corner < 4; ++corner)
    for (size_t axis = 0; axis < 2; ++axis)
      EXPECT_NEAR(large_grid["corners"][corner][axis].get<double>(),
                  (small_grid["corners"][corner][axis].get<double>() + 0.5) * 6 - 0.5, 6);
  // The live path tells the same of a still.
  const ProgramEnd live = run_program(
      {.arguments = {"live", "--headless", "--jsonl", "-", "--input", path("large.jpg")}});
  ASSERT_EQ(live.status, 0) << live.err;
  const Json live_grid = Json::parse(live.out)["grids"].at(0);
  for (size_t corner = 0; corner < 4; ++corner)
    EXPECT_NEAR(live_grid["corners"][corner][0].get<double>(),
                large_grid["corners"][corner][0].get<double>(), 6);
}

TEST_F(PictureInputTest, StandardInputAndPipes) {
  ProgramRun run{.arguments = {"read", "--json", "-"}};
  run.input = sample_photo();
  ProgramEnd end = run_program(run);
  EXPECT_EQ(end.status, 0) << end.err;
  expect_found(end.out, "\"image\":\"-\".*" + kSolved);
  run.input = cut(sample_photo(), 30);
  end = run_program(run);
  EXPECT_EQ(end.status, 1);
  expect_one_line(end.err, "standard input " + kCut);
  run.input = "";
  end = run_program(run);
  EXPECT_EQ(end.status, 1);
  expect_one_line(end.err, "standard input is empty");
  // One picture, read once; others may stand beside it.
  run = {.arguments = {"read", "--line", "-", "-"}};
  run.input = sample_photo();
  end = run_program(run);
  EXPECT_EQ(end.status, 1);
  expect_found(end.out, "^[^\n]*\n$");
  expect_one_line(end.err, "standard input is named twice");
  run = {.arguments = {"read", "--csv", path("report.csv"), "--annotate", path("annotated"), "-"}};
  run.input = sample_photo();
  end = run_program(run);
  EXPECT_EQ(end.status, 0) << end.err;
  EXPECT_TRUE(std::filesystem::exists(path("annotated/standard-input.png")));

  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  const pid_t writer = fork();
  if (writer == 0) {
    write_file(path("pipe"), sample_photo());
    _exit(0);
  }
  end = read({"pipe"});
  EXPECT_EQ(end.status, 0) << end.err;
  expect_found(end.out, kSolved);
}

TEST_F(PictureInputTest, AFolderGoesOnBehindBadPictures) {
  std::filesystem::create_directory(path("folder"));
  write_file(path("folder/1.jpg"), sample_photo());
  write_file(path("folder/2.jpg"), cut(sample_photo(), 40));
  write_file(path("folder/3.jpg"), claiming(sample_photo(), 32000, 32000));
  write_file(path("folder/4.txt"), "no picture");
  write_file(path("folder/5.jpg"), sample_photo());
  const ProgramEnd end =
      run_program({.arguments = {"live", "--headless", "--jsonl", "-", "--input", path("folder")}});
  EXPECT_EQ(end.status, 0);
  EXPECT_EQ(lines_of(end.out), 2);
  expect_found(end.err, "2 pictures left out; last: .*3.jpg is too large");
}

TEST_F(PictureInputTest, TheLivePathTellsTheSame) {
  write_file(path("cut.jpg"), cut(sample_photo(), 40));
  write_file(path("huge.jpg"), claiming(sample_photo(), 32000, 32000));
  for (const auto& [file, what] : {std::pair{"cut.jpg", kCut}, {"huge.jpg", "is too large"}})
    for (const char* pace : {"--headless", "--realtime"}) {
      const ProgramEnd end =
          run_program({.arguments = {"live", "--headless", pace, "--input", path(file)}});
      EXPECT_EQ(end.status, 1);
      expect_one_line(end.err, what);
    }
}

}  // namespace
}  // namespace gridlens
