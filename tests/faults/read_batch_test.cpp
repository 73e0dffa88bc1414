// `gridlens read` over many pictures: order, bad ones, reports that are interrupted and resumed.
#include <algorithm>
#include <csignal>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <sstream>

#include "tests/faults/expect_end.h"
#include "tests/faults/inputs_cases.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

class ReadBatchTest : public MediaTest {
 protected:
  void SetUp() override {
    MediaTest::SetUp();
    cv::Mat small;
    cv::resize(photo(), small, {}, 0.5, 0.5, cv::INTER_AREA);
    cv::imwrite(path("small.png"), small);
  }

  // `count` pictures, every eighth bad, in a folder.
  void make_folder(int count) const {
    fs::create_directory(path("photos"));
    for (int i = 1; i <= count; ++i) {
      const std::string file = path("photos/p" + std::to_string(i) + ".png");
      if (i % 8 == 3)
        write_file(file, i % 16 == 3 ? "" : "no picture");
      else
        fs::create_hard_link(path("small.png"), file);
    }
  }

  [[nodiscard]] ProgramEnd run(const std::vector<std::string>& arguments,
                               const std::optional<SignalPlan>& signal = {}) const {
    return run_program({.arguments = arguments, .folder = folder_, .signal = signal});
  }

  // The report without its times, which differ from run to run.
  [[nodiscard]] std::string report(const std::string& name) const {
    std::istringstream rows(read_whole_file(path(name)));
    std::string text;
    for (std::string row; std::getline(rows, row);) text += row.substr(0, row.rfind(',')) + "\n";
    return text;
  }
  [[nodiscard]] std::vector<std::string> names_in(const std::string& folder) const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(path(folder)))
      names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }
};

TEST_F(ReadBatchTest, InterruptedAndResumedGivesTheSameReport) {
  make_folder(24);
  const ProgramEnd whole = run({"read", "photos", "--csv", "whole.csv", "--annotate", "whole"});
  EXPECT_EQ(whole.status, 1);  // three pictures are bad
  EXPECT_EQ(std::count(whole.err.begin(), whole.err.end(), '\n'), 3) << whole.err;
  EXPECT_EQ(whole.out, "");
  const std::string wanted = report("whole.csv");
  EXPECT_EQ(std::count(wanted.begin(), wanted.end(), '\n'), 25);

  const std::vector<std::string> parts{"read",      "photos",     "--csv",
                                       "parts.csv", "--annotate", "parts"};
  std::vector<std::string> resumed = parts;
  resumed.emplace_back("--resume");
  // Stopped twice, and a third time in the middle of a row by a power cut.
  std::vector<std::string> arguments = parts;
  for (const std::int64_t rows : {4, 9}) {
    const ProgramEnd end =
        run(arguments, SignalPlan{SIGINT, [&](const std::string&) {
                                    const std::string text = read_whole_file(path("parts.csv"));
                                    return std::count(text.begin(), text.end(), '\n') > rows;
                                  }});
    expect_end(end, 130,
               "gridlens: stopped after [0-9]+ of 24 pictures; the same command with "
               "--resume goes on from there\n$");
    arguments = resumed;
  }
  const std::string so_far = read_whole_file(path("parts.csv"));
  EXPECT_LT(std::count(so_far.begin(), so_far.end(), '\n'), 25);
  fs::resize_file(path("parts.csv"), so_far.size() - 7);
  EXPECT_NE(run(resumed).status, -1);
  EXPECT_EQ(report("parts.csv"), wanted);
  EXPECT_EQ(names_in("parts"), names_in("whole"));

  // All is done: nothing is read again.
  const ProgramEnd again = run(resumed);
  EXPECT_EQ(again.status, 0);
  EXPECT_EQ(again.err, "");
  EXPECT_EQ(report("parts.csv"), wanted);
  // What is missing is made again, and no row twice.
  fs::remove(path("parts/p2.png"));
  EXPECT_NE(run(resumed).status, -1);
  EXPECT_EQ(names_in("parts"), names_in("whole"));
  EXPECT_EQ(report("parts.csv"), wanted);
}

TEST_F(ReadBatchTest, PicturesComeInTheOrderGiven) {
  make_folder(12);
  fs::create_directory(path("photos/sub.png"));
  write_file(path("photos/notes.txt"), "no picture");
  const ProgramEnd end = run({"read", "small.png", "photos/", "none.png", "--json"});
  EXPECT_EQ(end.status, 1);
  std::istringstream lines(end.out);
  std::vector<std::string> images;
  for (std::string line; std::getline(lines, line);)
    images.push_back(nlohmann::json::parse(line)["image"]);
  std::vector<std::string> wanted{"small.png"};
  for (int i = 1; i <= 12; ++i) wanted.push_back("photos/p" + std::to_string(i) + ".png");
  wanted.emplace_back("none.png");
  EXPECT_EQ(images, wanted);
}

TEST_F(ReadBatchTest, FoldersWithoutPicturesAreTold) {
  fs::create_directory(path("empty"));
  const ProgramEnd end = run({"read", "empty", "small.png", "--json"});
  EXPECT_EQ(end.status, 1);
  expect_one_line(end.err, "^gridlens: folder empty holds no pictures\n$");
  EXPECT_EQ(std::count(end.out.begin(), end.out.end(), '\n'), 2);
}

TEST_F(ReadBatchTest, AnnotatedPicturesShowBeforeAndAfter) {
  ASSERT_EQ(run({"read", "small.png", "--annotate", "out"}).status, 0);
  const cv::Mat before = cv::imread(path("small.png")), both = cv::imread(path("out/small.png"));
  ASSERT_EQ(both.size(), cv::Size(2 * before.cols, before.rows));
  EXPECT_EQ(cv::norm(both.colRange(0, before.cols), before, cv::NORM_INF), 0);
  EXPECT_GT(cv::norm(both.colRange(before.cols, both.cols), before, cv::NORM_INF), 50);
}

TEST_F(ReadBatchTest, WhatCannotBeResumedIsTold) {
  write_file(path("other.csv"), "name,age\nx,3\n");
  for (const auto& [arguments, line] :
       std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--resume"}, "^gridlens: --resume: needs --csv or --annotate"},
           {{"--resume", "--csv", "-"}, "^gridlens: --resume: needs a report in a file"},
           {{"--resume", "--csv", "other.csv"},
            "^gridlens: --csv other.csv is no report of this program, so it cannot be resumed\n$"},
           {{"--csv", "other.csv"}, "^gridlens: --csv other.csv exists already"},
           {{"--csv", "small.png", "--overwrite"}, "^gridlens: --csv small.png is the input"},
           {{"--resume", "--csv", "small.png"}, "^gridlens: --csv small.png is "},
           {{"--csv", "x.csv", "--json"}, "^gridlens: --(csv|json) excludes --(csv|json)"}}) {
    std::vector<std::string> all{"read", "small.png"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    expect_end(run(all), 1, line);
    EXPECT_EQ(read_whole_file(path("other.csv")), "name,age\nx,3\n");
    EXPECT_FALSE(fs::exists(path("x.csv")));
  }
}

TEST_F(ReadBatchTest, AFullDiskIsTold) {
  make_folder(6);
  ProgramRun full{.arguments = {"read", "photos", "--csv", "report.csv"}, .folder = folder_};
  full.file_bytes = 500;
  const ProgramEnd end = run_program(full);
  expect_end(end, 1, "gridlens: cannot write to report.csv: File too large\n$");
}

}  // namespace
}  // namespace gridlens
