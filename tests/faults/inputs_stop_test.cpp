// A stop while the input blocks: the program ends soon. The times are printed; what is asserted is
// generous, because machines that run tests may be busy.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <stdexcept>

#include "core/resources/resources.h"
#include "tests/faults/inputs_common.h"
#include "tests/faults/inputs_pictures.h"

namespace gridlens {
namespace {

constexpr double kOpeningFor = 0.25;  // the program is blocked then, not starting

// A server in a process of its own: sends every client these bytes, then stays silent or closes.
class Server {
 public:
  Server(const std::string& bytes, bool then_close) {
    const int listening = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    if (bind(listening, any, size) != 0 || listen(listening, 16) != 0 ||
        getsockname(listening, any, &size) != 0)
      throw std::runtime_error("no server");
    port_ = ntohs(address.sin_port);
    child_ = fork();
    if (child_ == 0) serve(listening, bytes, then_close);
    close(listening);
  }
  ~Server() {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  [[nodiscard]] std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

 private:
  [[noreturn]] static void serve(int listening, const std::string& bytes, bool then_close) {
    std::signal(SIGPIPE, SIG_IGN);
    for (;;) {
      const int client = accept(listening, nullptr, nullptr);
      if (client < 0) _exit(0);
      std::array<char, 4096> request{};
      if (!bytes.empty()) (void)!read(client, request.data(), request.size());
      for (size_t sent = 0; sent < bytes.size();) {
        const ssize_t count = write(client, bytes.data() + sent, bytes.size() - sent);
        if (count <= 0) break;
        sent += static_cast<size_t>(count);
      }
      if (then_close) close(client);
    }
  }

  int port_ = 0;
  pid_t child_ = 0;
};

class StopTest : public MediaTest {
 protected:
  std::string pipe() {
    if (mkfifo(path("pipe").c_str(), 0600) != 0) throw std::runtime_error("no pipe");
    return path("pipe");
  }
  static void expect_stops(const std::vector<std::string>& arguments, int number, int status) {
    const ProgramEnd end = stop_after({.arguments = arguments}, number, kOpeningFor);
    EXPECT_EQ(end.status, status) << end.err;
  }
  static std::vector<std::string> live(const std::string& source,
                                       const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"live", "--headless", "--input", source};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }
};

TEST_F(StopTest, APipeWithoutAWriter) {
  const std::string source = pipe();
  for (const int number : {SIGINT, SIGTERM}) {
    const int usual = 128 + number;
    const ProgramEnd end = stop_after({.arguments = live(source)}, number, kOpeningFor);
    EXPECT_TRUE(end.status == usual || end.status == 130) << end.status << end.err;
    expect_stops({"read", source}, number, usual);
    expect_stops({"bench", "--input", source}, number, usual);
  }
  expect_stops(live(source, {"--realtime"}), SIGINT, 130);
  expect_stops(live(source, {"--record", path("out.mkv")}), SIGINT, 130);
}

// Opened by a writer that then sends nothing.
TEST_F(StopTest, APipeWithASilentWriter) {
  const std::string source = pipe();
  const pid_t writer = fork();
  if (writer == 0) {
    std::FILE* file = std::fopen(source.c_str(), "wb");
    for (;;) pause();
    std::fclose(file);
  }
  expect_stops(live(source), SIGINT, 130);
  kill(writer, SIGKILL);
  waitpid(writer, nullptr, 0);
}

TEST_F(StopTest, ASilentServer) {
  const Server server("", false);
  for (const char* scheme : {"http://", "rtsp://", "tcp://"})
    expect_stops(live(scheme + server.address() + "/clip.mkv"), SIGINT, 130);
}

TEST_F(StopTest, ASilentServerIsGivenUp) {
  const Server server("", false);
  const ProgramEnd end = run_program({.arguments = live("http://" + server.address() + "/a.mkv")});
  EXPECT_EQ(end.status, 1);
  expect_one_line(end.err, "cannot be reached or is not a video stream");
}

// A clip on a server that sends half of it.
std::string half_a_clip() {
  const std::string clip = read_whole_file(find_resource("assets/demo.mkv").string());
  return "HTTP/1.0 200 OK\r\nContent-Type: video/x-matroska\r\nContent-Length: " +
         std::to_string(clip.size()) + "\r\n\r\n" + clip.substr(0, clip.size() / 8);
}

TEST_F(StopTest, AStreamThatBreaksOffIsTold) {
  const Server server(half_a_clip(), true);
  const ProgramEnd end =
      run_program({.arguments = live("http://" + server.address() + "/clip.mkv?key=value")});
  EXPECT_EQ(end.status, 1) << end.err;
  expect_found(end.err, "clip.mkv\\?key=\\*\\*\\* ends before its content does, at [0-9.]+ s");
}

TEST_F(StopTest, AStreamThatFallsSilentIsTold) {
  const Server server(half_a_clip(), false);
  const ProgramEnd end =
      run_program({.arguments = live("http://" + server.address() + "/clip.mkv")});
  EXPECT_EQ(end.status, 1) << end.err;
  expect_found(end.err, "clip.mkv ends before its content does, at [0-9.]+ s");
}

TEST_F(StopTest, InTheMiddleOfASilentStream) {
  const Server server(half_a_clip(), false);
  expect_stops(
      live("http://" + server.address() + "/clip.mkv", {"--realtime", "--record", path("out.mkv")}),
      SIGINT, 130);
}

}  // namespace
}  // namespace gridlens
