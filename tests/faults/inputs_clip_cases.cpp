// The table of clips for `gridlens live --headless`.
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>

#include "tests/faults/inputs_cases.h"
#include "tests/faults/inputs_clips.h"
#include "tests/faults/inputs_pictures.h"

namespace gridlens {
namespace {

std::string frames_line(const std::string& frames) {
  return "gridlens: " + frames + " frames, a solution on 0 of them";
}

InputCase plays(const std::string& name, const std::string& file,
                const std::function<void(const std::string&)>& make,
                const std::string& frames = std::to_string(kClipFrames)) {
  return {name, file, make, 0, "", std::string("^").append(frames_line(frames)).append("\n$")};
}

InputCase cut_short(const std::string& name, const std::string& file,
                    const std::function<void(const std::string&)>& make,
                    const std::string& frames) {
  return {name,
          file,
          make,
          1,
          "",
          "^gridlens: [^\n]*" + file + " ends before its content does, at [0-9.]+ s( of 2.0 s)?\n" +
              frames_line(frames) + "\n$"};
}

// Plays on behind what cannot be decoded.
InputCase damaged(const std::string& name, const std::string& file,
                  const std::function<void(const std::string&)>& make, const std::string& frames) {
  return {name,
          file,
          make,
          0,
          "",
          "^gridlens: [^\n]*" + file + " is damaged: parts of it cannot be decoded\n" +
              frames_line(frames) + "\n$"};
}

InputCase refused(const std::string& name, const std::string& file,
                  const std::function<void(const std::string&)>& make, const std::string& error) {
  return {name, file, make, 1, error, ""};
}

std::function<void(const std::string&)> bytes(const std::string& content) {
  return [content](const std::string& path) { write_file(path, content); };
}

}  // namespace

std::vector<InputCase> played_clips() {
  std::vector<InputCase> cases{
      plays(
          "VariableRate", "c.mkv",
          [](const std::string& path) {
            record(path, {0, 33, 66, 500, 533, 566, 900, 2000});
          },
          "8"),
      plays(
          "OneFrame", "c.mkv", [](const std::string& path) { record(path, {0}); }, "1"),
      plays("WrongEnding", "c.jpg",
            [](const std::string& path) {
              clip(path + ".mkv");
              std::filesystem::rename(path + ".mkv", path);
            }),
      plays("NoEnding", "c",
            [](const std::string& path) {
              clip(path + ".mp4");
              std::filesystem::rename(path + ".mp4", path);
            }),
      plays("SpacesAndUmlauts", "ein \xc3\xa4 b.mkv", clip),
      plays("Percent", "c%04d.mkv", clip),
      plays("BarePictures", "c.mjpeg", bytes(jpegs(0, 20, {160, 120})), "20"),
      plays("SizeChangesMidway", "c.mjpeg",
            bytes(jpegs(0, 10, {160, 120}) + jpegs(10, 10, {320, 200})), "20"),
      plays(
          "AnimatedGif", "c.gif",
          [](const std::string& path) {
            cv::Mat grey;
            cv::cvtColor(noisy(1), grey, cv::COLOR_BGR2GRAY);
            write_file(path, gif({grey, 255 - grey, grey}));
          },
          "3"),
      plays("AnimatedWebpIsItsFirstPicture", "c.webp",
            bytes(animated_webp({noisy(0), noisy(1), noisy(2)})), "1"),
      plays("LineEndInTheName", "a\nb.mkv", clip),
      plays(
          "ATwoHourJump", "c.mkv",
          [](const std::string& path) {
            std::vector<double> times = regular(20);
            for (size_t i = 10; i < times.size(); ++i) times[i] += 7.2e6;
            record(path, times);
          },
          "20"),
      plays("BytesBehindTheEnd", "c.mp4",
            [](const std::string& path) {
              clip(path);
              write_file(path, read_whole_file(path) + std::string(5000, '\x01'));
            }),
      plays(
          "AnotherClipBehindTheEnd", "c.mkv",
          [](const std::string& path) {
            clip(path);
            const std::string once = read_whole_file(path);
            write_file(path, once + once);
          },
          "(60|120)"),
      plays("ALink", "link.mkv",
            [](const std::string& path) {
              clip(path + "-real.mkv");
              std::filesystem::create_symlink(path + "-real.mkv", path);
            }),
      plays(
          "Uncompressed", "c.avi",
          [](const std::string& path) {
            cv::VideoWriter writer(path, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), 10,
                                   {160, 120});
            for (int i = 0; i < 12; ++i) writer.write(noisy(i));
          },
          "12"),
      plays(
          "PicturesOfAFolder", "pictures",
          [](const std::string& path) {
            std::filesystem::create_directory(path);
            for (int i = 0; i < 3; ++i)
              cv::imwrite(path + "/" + std::to_string(i) + ".png", noisy(i));
            write_file(path + "/notes.txt", "no picture");
            write_file(path + "/empty.jpg", "");
            std::filesystem::create_directory(path + "/folder.jpg");
          },
          "3"),
  };
  for (const char* ending : {"mkv", "mp4", "avi"})
    cases.push_back(plays("Whole_" + std::string(ending), std::string("c.") + ending, clip));
  return cases;
}

std::vector<InputCase> broken_clips() {
  std::vector<InputCase> cases{
      // A few wrong bytes: nothing may be lost behind them.
      {"FiveWrongBytes", "c.mkv",
       [](const std::string& path) {
         clip(path);
         damage(path, 5, 0.4, 0.6, 3);
       },
       0, "", frames_line("(59|60)")},
      damaged(
          "ManyWrongBytesInTheMiddle", "c.mkv",
          [](const std::string& path) {
            clip(path);
            damage(path, 400, 0.3, 0.34, 5);
          },
          "[3-5][0-9]"),
      damaged(
          "ManyWrongBytesInTheMiddleOfMp4", "c.mp4",
          [](const std::string& path) {
            clip(path);
            damage(path, 400, 0.3, 0.34, 5);
          },
          "[0-9]+"),
      cut_short(
          "CutInTheMiddle", "c.mkv", [](const std::string& path) { cut_clip(path, 0.5); },
          "[23][0-9]"),
      cut_short(
          "CutEarly", "c.mkv", [](const std::string& path) { cut_clip(path, 0.2); }, "[0-9]+"),
      cut_short(
          "CutInTheMiddleOfAvi", "c.avi", [](const std::string& path) { cut_clip(path, 0.5); },
          "[23][0-9]"),
      refused(
          "HeaderAlone", "c.mkv",
          [](const std::string& path) {
            clip(path);
            std::filesystem::resize_file(path, 700);
          },
          "c.mkv is damaged: not one frame of it can be decoded"),
      refused(
          "HalfAHeader", "c.mkv",
          [](const std::string& path) {
            clip(path);
            std::filesystem::resize_file(path, 100);
          },
          "c.mkv is (not a picture or a video|damaged)"),
      refused(
          "Mp4WithoutItsIndex", "c.mp4",
          [](const std::string& path) {
            clip(path);
            rename_box(path, "moov");
            rename_box(path, "moof");
          },
          "c.mp4 is (not a picture or a video that can be read|damaged)"),
      cut_short(
          "CutNearTheEnd", "c.mkv", [](const std::string& path) { cut_clip(path, 0.9); }, "5[0-9]"),
      cut_short(
          "CutInTheMiddleOfMp4", "c.mp4", [](const std::string& path) { cut_clip(path, 0.5); },
          "[23][0-9]"),
      // Nothing tells where each picture of an AVI ends but the bytes that are damaged.
      {"FiveWrongBytesInAvi", "c.avi",
       [](const std::string& path) {
         clip(path);
         damage(path, 5, 0.4, 0.6, 3);
       },
       0, "", frames_line("(59|60)")},
      refused(
          "ALinkToItself", "c.mkv",
          [](const std::string& path) { std::filesystem::create_symlink(path, path); },
          "c.mkv cannot be opened: Too many levels of symbolic links"),
      refused(
          "FolderOfTexts", "folder",
          [](const std::string& path) {
            std::filesystem::create_directory(path);
            write_file(path + "/notes.txt", "no picture");
          },
          "folder .* holds no pictures"),
      refused(
          "FolderOfBadPictures", "folder",
          [](const std::string& path) {
            std::filesystem::create_directory(path);
            write_file(path + "/1.jpg", "");
            write_file(path + "/2.png", "text");
          },
          "folder"),
      refused("Missing", "c.mkv", nullptr, "c.mkv: no such file"),
      refused("Empty", "c.mkv", bytes(""), "c.mkv is empty"),
      refused("Text", "c.mkv", bytes("a text\n"), "is a text file, not a picture or a video"),
      refused("Noise", "c.mkv", bytes(std::string(5000, '\x01')),
              "is not a picture or a video that can be read"),
      refused("Sound", "c.wav", bytes(silent_wav()),
              "is not a picture or a video that can be read"),
      refused("CutPicture", "c.jpg", bytes(sample_photo().substr(0, 60000)),
              "c.jpg ends before its picture does"),
      refused(
          "EmptyFolder", "folder",
          [](const std::string& path) { std::filesystem::create_directory(path); },
          "folder .* holds no pictures"),
      refused("PlaylistOfTheNetwork", "c.m3u8",
              bytes("#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nhttp://127.0.0.1:1/a.ts\n"),
              "c.m3u8 is (not a picture or a video|damaged)"),
      refused("ListOfAnotherPlace", "c.ffconcat", bytes("ffconcat version 1.0\nfile /etc/passwd\n"),
              "c.ffconcat is (not a picture or a video|damaged)"),
      refused(
          "VideoOfHugePictures", "c.avi",
          [](const std::string& path) {
            cv::VideoWriter writer(path, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), 10, {64, 64});
            writer.write(noisy(0, {64, 64}));
            writer.release();
            std::string avi = read_whole_file(path);
            const size_t format = avi.find("strf") + 8;
            for (const size_t at : {format + 4, format + 8})
              avi.replace(at, 4, std::string("\x30\x75\0\0", 4));  // 30000
            const size_t frame = avi.find("\xff\xc0");
            avi.replace(frame + 5, 4, "\x75\x30\x75\x30");
            write_file(path, avi);
          },
          "c.avi is (too large: pictures of 30000x30000|not a picture or a video|damaged)"),
      refused(
          "Device", "c.mkv",
          [](const std::string& path) { std::filesystem::create_symlink("/dev/null", path); },
          "is not a capture device"),
  };
  return cases;
}

}  // namespace gridlens
