#include "experiments/serve/http_server.hpp"

#include <httplib.h>

#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>

#include "experiments/page/assets.hpp"
#include "experiments/serve/run_request.hpp"
#include "experiments/serve/teaching_parameters.hpp"

namespace experiments {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kReadPatience{5};   // for all of a request
constexpr std::chrono::seconds kWritePatience{5};  // for all of an answer
constexpr std::size_t kMostRead = kLongestRequest + (64U << 10U);  // bytes of a connection
constexpr std::size_t kThreads = 16;

constexpr const char* kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

// A connection that has so much time and so many bytes in all, however slowly or eagerly they come.
class BoundedStream : public httplib::Stream {
 public:
  explicit BoundedStream(socket_t socket) : socket_(socket) {}

  bool is_readable() const override { return wait(POLLIN, read_until_); }
  bool is_writable() const override { return wait(POLLOUT, Clock::now() + kWritePatience); }

  ssize_t read(char* buffer, std::size_t size) override {
    const std::size_t most = std::min(size, kMostRead - read_);
    if (most == 0 || !wait(POLLIN, read_until_)) return -1;
    const ssize_t done = ::recv(socket_, buffer, most, 0);
    if (done > 0) read_ += static_cast<std::size_t>(done);
    return done;
  }

  ssize_t write(const char* buffer, std::size_t size) override {
    if (!write_until_) write_until_ = Clock::now() + kWritePatience;
    if (!wait(POLLOUT, *write_until_)) return -1;
    return ::send(socket_, buffer, size, MSG_NOSIGNAL | MSG_DONTWAIT);
  }

  void get_remote_ip_and_port(std::string& ip, int& port) const override {
    ip = "127.0.0.1";
    port = 0;
  }
  void get_local_ip_and_port(std::string& ip, int& port) const override { get_remote_ip_and_port(ip, port); }
  socket_t socket() const override { return socket_; }

  // Closes it so that the answer still arrives where a part of the request was not read.
  void close() {
    constexpr std::chrono::milliseconds kLinger{200};
    constexpr std::size_t kMostDropped = 4U << 20U;
    ::shutdown(socket_, SHUT_WR);
    const auto until = Clock::now() + kLinger;
    std::array<char, 16384> dropped{};
    for (std::size_t count = 0; count < kMostDropped && wait(POLLIN, until);) {
      const ssize_t size = ::recv(socket_, dropped.data(), dropped.size(), 0);
      if (size <= 0) break;
      count += static_cast<std::size_t>(size);
    }
    ::close(socket_);
  }

 private:
  bool wait(short what, Clock::time_point until) const {
    while (true) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
      if (left <= 0) return false;
      pollfd poll{socket_, what, 0};
      const int ready = ::poll(&poll, 1, static_cast<int>(left));
      if (ready > 0) return true;
      if (ready == 0 || errno != EINTR) return false;
    }
  }

  socket_t socket_;
  Clock::time_point read_until_ = Clock::now() + kReadPatience;
  std::optional<Clock::time_point> write_until_;
  std::size_t read_ = 0;
};

// httplib's timeouts begin anew with every byte, and it reads header lines without end. So each connection is bounded here, and has one
// request only.
class BoundedServer : public httplib::Server {
  bool process_and_close_socket(socket_t socket) override {
    BoundedStream stream(socket);
    bool is_closed = false;
    const bool is_done = process_request(stream, true, is_closed, nullptr);
    stream.close();
    return is_done;
  }
};

struct Asset {
  const char* path;
  const char* type;
  std::string_view (*text)();
};

constexpr std::array<Asset, 4> kAssets{{{"/", "text/html; charset=utf-8", lab_html},
                                        {"/lab.css", "text/css; charset=utf-8", lab_style},
                                        {"/lab.js", "text/javascript; charset=utf-8", lab_script},
                                        {"/d3.js", "text/javascript; charset=utf-8", plot_library}}};
constexpr const char* kRunPath = "/api/run";
constexpr const char* kChoicesPath = "/api/choices";

const Asset* find_asset(const std::string& path) {
  const auto found = std::find_if(kAssets.begin(), kAssets.end(), [&](const Asset& each) { return path == each.path; });
  return found == kAssets.end() ? nullptr : &*found;
}

void put(httplib::Response& response, const Answer& answer) {
  response.status = answer.status;
  if (answer.status == 503) response.set_header("Retry-After", "1");
  response.set_content(answer.body, "application/json");
}

bool is_json(const std::string& type) {
  const std::string wanted = "application/json";
  return type.compare(0, wanted.size(), wanted) == 0 &&
         (type.size() == wanted.size() || type[wanted.size()] == ';' || type[wanted.size()] == ' ');
}

std::size_t declared_length(const httplib::Request& request) {
  return static_cast<std::size_t>(request.get_header_value<std::uint64_t>("Content-Length"));
}

}  // namespace

class HttpServer::Implementation {
 public:
  explicit Implementation(RunService& service) : service_(service) {
    server_.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
    // Without SO_REUSEPORT, httplib's default, by which a second server would share the port.
    server_.set_socket_options([](socket_t socket) {
      const int yes = 1;
      ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    server_.set_payload_max_length(kLongestRequest);
    server_.set_default_headers({{"Content-Security-Policy", kPolicy},
                                 {"X-Content-Type-Options", "nosniff"},
                                 {"Referrer-Policy", "no-referrer"},
                                 {"Cross-Origin-Resource-Policy", "same-origin"},
                                 {"Cross-Origin-Opener-Policy", "same-origin"},
                                 {"Cache-Control", "no-store"}});
    add_handlers();
  }

  std::optional<int> bind(int port) {
    if (port == 0) port_ = server_.bind_to_any_port("127.0.0.1");
    else if (server_.bind_to_port("127.0.0.1", port)) port_ = port;
    return port_ > 0 ? std::optional(port_) : std::nullopt;
  }
  bool listen() { return server_.listen_after_bind(); }
  void stop() { server_.stop(); }

 private:
  using Handled = httplib::Server::HandlerResponse;

  void add_handlers() {
    server_.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      const auto refused = refusal(request);
      if (!refused) return Handled::Unhandled;
      if (refused->status == 405) response.set_header("Allow", request.path == kRunPath ? "POST" : "GET, HEAD");
      put(response, *refused);
      return Handled::Handled;
    });
    for (const Asset& asset : kAssets) {
      server_.Get(asset.path, [&asset](const httplib::Request&, httplib::Response& response) {
        response.set_content(std::string(asset.text()), asset.type);
      });
    }
    server_.Get(kChoicesPath, [](const httplib::Request&, httplib::Response& response) {
      put(response, {200, teaching_choices().dump()});
    });
    server_.Post(kRunPath,
                 [this](const httplib::Request& request, httplib::Response& response) { put(response, service_.answer(request.body)); });
    server_.set_expect_100_continue_handler([this](const httplib::Request& request, httplib::Response& response) {
      const auto refused = refusal(request);
      if (!refused) return 100;
      put(response, *refused);
      return refused->status;
    });
    server_.set_error_handler([](const httplib::Request&, httplib::Response& response) {
      if (response.body.empty()) put(response, error_answer(response.status, text_of(response.status)));
    });
    server_.set_exception_handler([](const httplib::Request&, httplib::Response& response, const std::exception_ptr&) {
      put(response, error_answer(500, "the server failed"));
    });
  }

  static std::string text_of(int status) {
    if (status == 413) return "the request is too long";
    if (status == 404) return "there is no such page";
    return status < 500 ? "the request cannot be understood" : "the server failed";
  }

  bool is_here(const std::string& authority) const {
    const std::string port = ":" + std::to_string(port_);
    return authority == "127.0.0.1" + port || authority == "localhost" + port;
  }

  // Why a request is not looked at: other names of this machine (DNS rebinding), other pages in the same browser, other methods.
  std::optional<Answer> refusal(const httplib::Request& request) const {
    if (request.get_header_value_count("Host") != 1 || !is_here(request.get_header_value("Host"))) {
      return error_answer(403, "this server answers to 127.0.0.1 and localhost only");
    }
    if (request.has_header("Content-Encoding") || request.has_header("Transfer-Encoding")) {
      return error_answer(415, "a request is sent as it is, with its length");
    }
    const bool is_run = request.path == kRunPath;
    if (!is_run && request.path != kChoicesPath && find_asset(request.path) == nullptr) return error_answer(404, "there is no such page");
    if (is_run ? request.method != "POST" : request.method != "GET" && request.method != "HEAD") {
      return error_answer(405, "this address does not take " + request.method);
    }
    return is_run ? refusal_of_run(request) : std::nullopt;
  }

  std::optional<Answer> refusal_of_run(const httplib::Request& request) const {
    const std::string origin = request.get_header_value("Origin");
    const bool is_own = origin.empty() || (origin.rfind("http://", 0) == 0 && is_here(origin.substr(7)));
    const std::string site = request.get_header_value("Sec-Fetch-Site");
    if (!is_own || (!site.empty() && site != "same-origin" && site != "none"))
      return error_answer(403, "another page may not ask for runs");
    if (!is_json(request.get_header_value("Content-Type"))) return error_answer(415, "a run is asked for as application/json");
    if (!request.has_header("Content-Length")) return error_answer(411, "the request has no Content-Length");
    if (declared_length(request) > kLongestRequest) return error_answer(413, "the request is too long");
    return std::nullopt;
  }

  RunService& service_;
  BoundedServer server_;
  int port_ = 0;
};

HttpServer::HttpServer(RunService& service) : implementation_(std::make_unique<Implementation>(service)) {}
HttpServer::~HttpServer() = default;
std::optional<int> HttpServer::bind(int port) { return implementation_->bind(port); }
bool HttpServer::listen() { return implementation_->listen(); }
void HttpServer::stop() { implementation_->stop(); }

}  // namespace experiments
