#include "tests/cli/served_page.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace cli {

ServedPage::ServedPage() {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw std::runtime_error("pipe");
  pid_ = ::fork();
  if (pid_ == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::close(ends[0]);
    ::alarm(120);
    ::execl(COMMITSIM_BINARY, COMMITSIM_BINARY, "serve", "--port", "0", nullptr);
    ::_exit(127);
  }
  ::close(ends[1]);
  std::string line;
  for (char c = 0; ::read(ends[0], &c, 1) == 1 && c != '\n';) line += c;
  ::close(ends[0]);
  if (std::sscanf(line.c_str(), "http://127.0.0.1:%d/", &port_) != 1) throw std::runtime_error("serve said: " + line);
}

ServedPage::~ServedPage() {
  if (pid_ > 0) end(SIGKILL);
}

int ServedPage::end(int signal) {
  ::kill(pid_, signal);
  int status = 0;
  ::waitpid(pid_, &status, 0);
  pid_ = 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int ServedPage::connect() const {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port_));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) throw std::runtime_error("connect");
  return socket;
}

HttpAnswer ServedPage::send(const std::string& bytes) const {
  const int socket = connect();
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t sent = ::send(socket, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
    if (sent <= 0) break;  // it may have heard enough
    done += static_cast<std::size_t>(sent);
  }
  std::string text;
  std::array<char, 65536> buffer{};
  for (ssize_t size = 0; (size = ::recv(socket, buffer.data(), buffer.size(), 0)) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(size));
  ::close(socket);
  HttpAnswer answer;
  const std::size_t end = text.find("\r\n\r\n");
  if (end == std::string::npos) return answer;
  answer.head = text.substr(0, end);
  answer.body = text.substr(end + 4);
  answer.status = std::atoi(answer.head.c_str() + 9);
  return answer;
}

HttpAnswer ServedPage::get(const std::string& path) const { return send("GET " + path + " HTTP/1.1\r\nHost: " + host() + "\r\n\r\n"); }

HttpAnswer ServedPage::run(const std::string& body, const std::string& more_headers) const {
  return send("POST /api/run HTTP/1.1\r\nHost: " + host() + "\r\nContent-Type: application/json\r\n" + more_headers +
              "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
}

}  // namespace cli
