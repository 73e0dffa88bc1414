// What a recording costs: frames of clips are annotated as the program does, encoded with each
// variant of the encoder's settings, decoded again and compared. A table a clip: megabytes a
// minute, CPU time a picture on one thread (conversion from BGR included), and how near the luma is
// to the picture that was recorded.
//
//   record_report [CLIP...] [--scenario NAME ...] [--frames 150] [--size 1280x720] [--seed 1]
//                 [--noise SIGMA] [--variant OPTIONS ...] [--out DIR]
//
// Without a clip or a scenario: the demo clip. A variant is FFmpeg's options over the program's own
// ("crf=23,preset=superfast"); "mjpeg" or "mjpeg,global_quality=590" is that of .avi files; the
// first row is always the program's own. --out keeps the last decoded picture of each row beside
// the one that was recorded.
extern "C" {
#include <libavcodec/avcodec.h>
}

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <functional>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "app/session/annotator.h"
#include "core/capture/video_decoder.h"
#include "core/pipeline/frame_processor.h"
#include "core/record/video_encoder.h"
#include "core/resources/resources.h"
#include "tests/simulator/clip.h"

namespace {

using namespace gridlens;

constexpr int kCompareEvery = 5;

double cpu_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1000 + static_cast<double>(now.tv_nsec) / 1e6;
}

cv::Mat luma(const cv::Mat& bgr) {
  cv::Mat grey;
  cv::cvtColor(bgr, grey, cv::COLOR_BGR2GRAY);
  return grey;
}

double psnr(const cv::Mat& a, const cv::Mat& b) {
  const double mse = cv::norm(a, b, cv::NORM_L2SQR) / static_cast<double>(a.total());
  return mse > 0 ? 10 * std::log10(255.0 * 255.0 / mse) : 99;
}

// Mean of the structural similarity with the usual window of 11 pixels.
double ssim(const cv::Mat& grey_a, const cv::Mat& grey_b) {
  constexpr double kC1 = 6.5025, kC2 = 58.5225;
  cv::Mat a, b;
  grey_a.convertTo(a, CV_32F);
  grey_b.convertTo(b, CV_32F);
  const auto smooth = [](const cv::Mat& picture) {
    cv::Mat smoothed;
    cv::GaussianBlur(picture, smoothed, {11, 11}, 1.5);
    return smoothed;
  };
  const cv::Mat ma = smooth(a), mb = smooth(b);
  const cv::Mat maa = ma.mul(ma), mbb = mb.mul(mb), mab = ma.mul(mb);
  const cv::Mat vaa = smooth(a.mul(a)) - maa, vbb = smooth(b.mul(b)) - mbb,
                vab = smooth(a.mul(b)) - mab;
  cv::Mat above = (2 * mab + kC1).mul(2 * vab + kC2);
  cv::Mat below = (maa + mbb + kC1).mul(vaa + vbb + kC2);
  cv::Mat each;
  cv::divide(above, below, each);
  return cv::mean(each)[0];
}

// One row: an encoder, and a decoder that follows it.
class Variant {
 public:
  Variant(std::string name, cv::Size size, double fps) : name_(std::move(name)) {
    const bool mjpeg = name_.starts_with("mjpeg");
    EncoderSettings settings;
    settings.encoders = {mjpeg ? "mjpeg" : "libx264"};
    settings.size = size;
    settings.fps = av_d2q(fps, 100000);
    settings.time_base = av_inv_q(settings.fps);
    settings.threads = 1;
    settings.options = mjpeg ? name_.substr(std::min<std::size_t>(name_.size(), 6)) : name_;
    encoder_ = std::make_unique<VideoEncoder>(settings);
    decoder_.reset(
        avcodec_alloc_context3(avcodec_find_decoder(mjpeg ? AV_CODEC_ID_MJPEG : AV_CODEC_ID_H264)));
    decoder_->flags |= AV_CODEC_FLAG_LOW_DELAY;
    decoder_->thread_count = 1;
    if (avcodec_open2(decoder_.get(), nullptr, nullptr) < 0)
      throw std::runtime_error("no decoder for what was encoded");
    frame_.reset(av_frame_alloc());
  }

  void add(const cv::Mat& bgr, std::int64_t index) {
    const double before = cpu_ms();
    double decoding = 0;
    encoder_->encode(bgr, index, [&](AVPacket& packet) {
      const double begun = cpu_ms();
      bytes_ += packet.size;
      most_ = std::max<std::int64_t>(most_, packet.size);
      avcodec_send_packet(decoder_.get(), &packet);
      while (avcodec_receive_frame(decoder_.get(), frame_.get()) == 0) take(bgr, index);
      decoding += cpu_ms() - begun;
    });
    ms_ += cpu_ms() - before - decoding;
    ++frames_;
  }

  void print(double fps) const {
    const double minutes = static_cast<double>(frames_) / fps / 60;
    std::printf("  %-52s %6.1f MB/min  %5.1f ms  PSNR %5.2f dB  SSIM %.4f (least %.4f)  %4lld kB\n",
                name_.empty() ? "(the program's own)" : name_.c_str(),
                static_cast<double>(bytes_) / 1e6 / minutes, ms_ / frames_, psnr_ / compared_,
                ssim_ / compared_, least_ssim_, static_cast<long long>(most_ / 1000));
  }

  void save(const std::filesystem::path& folder, int number) const {
    cv::Mat both;
    if (last_.empty()) return;
    cv::vconcat(recorded_, last_, both);
    cv::imwrite((folder / ("variant-" + std::to_string(number) + ".png")).string(), both);
  }

 private:
  // The luma of H.264 has limited range, and that of MJPG full range.
  void take(const cv::Mat& bgr, std::int64_t index) {
    if (index % kCompareEvery != kCompareEvery - 1) return;
    cv::Mat plane(frame_->height, frame_->width, CV_8U, frame_->data[0],
                  static_cast<std::size_t>(frame_->linesize[0]));
    cv::Mat grey;
    if (frame_->color_range == AVCOL_RANGE_JPEG)
      grey = plane.clone();
    else
      plane.convertTo(grey, CV_8U, 255.0 / 219, -16 * 255.0 / 219);
    const cv::Mat wanted = luma(bgr);
    psnr_ += psnr(wanted, grey);
    const double alike = ssim(wanted, grey);
    ssim_ += alike;
    least_ssim_ = std::min(least_ssim_, alike);
    ++compared_;
    last_ = grey;
    recorded_ = wanted;
  }

  std::string name_;
  std::unique_ptr<VideoEncoder> encoder_;
  FfmpegPtr<AVCodecContext> decoder_;
  FfmpegPtr<AVFrame> frame_;
  std::int64_t bytes_ = 0, most_ = 0;
  double ms_ = 0, psnr_ = 0, ssim_ = 0, least_ssim_ = 1;
  int frames_ = 0, compared_ = 0;
  cv::Mat last_, recorded_;
};

using Frames = std::function<cv::Mat(int index)>;  // empty: the end

struct Choice {
  int frames = 150;
  double noise = 0;
  std::vector<std::string> variants;
  std::string out;
};

void report(const std::string& name, const Frames& frames, double fps, const Choice& choice,
            Annotator& annotator) {
  DigitNetwork network(find_resource("models/digits.onnx"));
  InlineSolveService solver;
  FrameProcessor processor(network, solver);
  std::vector<Variant> variants;
  cv::RNG random(5);
  std::int64_t painted = 0, index = 0;
  for (; index < choice.frames; ++index) {
    Frame frame;
    frame.bgr = frames(static_cast<int>(index));
    if (frame.bgr.empty()) break;
    if (choice.noise > 0) {
      cv::Mat noise(frame.bgr.size(), CV_16SC3), noisy;
      random.fill(noise, cv::RNG::NORMAL, 0, choice.noise);
      cv::add(frame.bgr, noise, noisy, cv::noArray(), CV_8UC3);
      frame.bgr = noisy;
    }
    frame.index = index;
    frame.time_ms = static_cast<double>(index) * 1000 / fps;
    const FrameResult result = processor.process(frame);
    painted += any_solved(result.boards);
    const cv::Mat annotated = annotator.annotate(frame.bgr, result.boards, {});
    if (variants.empty())
      for (const std::string& options : choice.variants)
        variants.emplace_back(options, annotated.size(), fps);
    for (Variant& variant : variants) variant.add(annotated, index);
  }
  std::printf("%s: %lld frames, a solution on %lld\n", name.c_str(), static_cast<long long>(index),
              static_cast<long long>(painted));
  for (std::size_t i = 0; i < variants.size(); ++i) {
    variants[i].print(fps);
    if (!choice.out.empty()) variants[i].save(choice.out, static_cast<int>(i));
  }
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> clips, scenarios, variants;
  std::string size = "1280x720";
  generator::ClipOptions made;
  Choice choice;
  CLI::App app("sizes, times and quality of recordings");
  app.add_option("CLIP", clips, "video files");
  app.add_option("--scenario", scenarios,
                 "generated clips, as `gridlens_generate list` names them");
  app.add_option("--frames", choice.frames, "of each clip, at most");
  app.add_option("--size", size, "of generated clips");
  app.add_option("--seed", made.seed, "of generated clips");
  app.add_option("--noise", choice.noise, "grain added to each frame, grey levels");
  app.add_option("--variant", variants, "FFmpeg's options over the program's own");
  app.add_option("--out", choice.out, "folder for pictures");
  CLI11_PARSE(app, argc, argv);
  try {
    choice.variants = {""};
    choice.variants.insert(choice.variants.end(), variants.begin(), variants.end());
    if (!choice.out.empty()) std::filesystem::create_directories(choice.out);
    if (std::sscanf(size.c_str(), "%dx%d", &made.size.width, &made.size.height) != 2)
      throw std::runtime_error("--size needs WIDTHxHEIGHT");
    if (clips.empty() && scenarios.empty()) clips = {find_resource("assets/demo.mkv").string()};
    Annotator annotator;
    for (const std::string& clip : clips) {
      VideoDecoder decoder(clip, clip, {});
      report(
          clip,
          [&](int) {
            auto picture = decoder.read();
            return picture ? picture->bgr : cv::Mat();
          },
          decoder.fps() > 0 ? decoder.fps() : 30, choice, annotator);
    }
    made.frames = choice.frames;
    for (const std::string& scenario : scenarios) {
      const generator::Clip clip(scenario, made);
      report(
          scenario, [&](int index) { return clip.frame(index).bgr; }, clip.fps(), choice,
          annotator);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "record_report: %s\n", error.what());
    return 1;
  }
}
