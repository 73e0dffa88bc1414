// Records numbered pictures for record_crash_test.
//   record_child killed FILE N    dies by SIGKILL once N pictures have been written, 30 a second
//   record_child slow FILE N      the same, two a second
//   record_child limited FILE N   may write 500 kB only; exit status 0 when the recorder said so,
//                                 went on taking pictures and finished
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "core/record/video_recorder.h"
#include "tests/unit/numbered_picture.h"

int main(int count, char** arguments) {
  if (count != 4) return 2;
  const std::string mode = arguments[1];
  const int pictures = std::atoi(arguments[3]);
  if (mode == "limited") {
    const rlimit limit{500000, 500000};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 2;
  }
  gridlens::RecorderOptions options;
  options.path = arguments[2];
  options.width = 320;
  options.height = 240;
  options.blocking = true;
  gridlens::VideoRecorder recorder(options);
  cv::RNG random(3);
  for (int i = 0; i < pictures; ++i) {
    cv::Mat picture = gridlens::numbered_picture(i);
    cv::Mat noise(120, 320, CV_8UC3);  // so that the file grows
    random.fill(noise, cv::RNG::UNIFORM, 0, 255);
    noise.copyTo(picture(cv::Rect(0, 120, 320, 120)));
    recorder.push(picture, i * (mode == "slow" ? 500 : 1000 / 30.0));
  }
  if (mode == "killed" || mode == "slow") {
    while (recorder.status().written < pictures)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ::kill(::getpid(), SIGKILL);
  }
  recorder.finish();
  const gridlens::RecorderStatus status = recorder.status();
  std::printf("failed %d written %lld dropped %lld: %s\n", status.failed,
              static_cast<long long>(status.written), static_cast<long long>(status.dropped),
              status.error.c_str());
  return status.failed && status.written + status.dropped == pictures ? 0 : 1;
}
