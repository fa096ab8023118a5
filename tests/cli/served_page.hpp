// A `commitsim serve` under test, and requests to it byte by byte.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace cli {

struct HttpAnswer {
  int status = 0;    // 0: the connection was closed without an answer
  std::string head;  // status line and headers
  std::string body;
};

class ServedPage {
 public:
  ServedPage();  // starts it on a free port
  ~ServedPage();
  ServedPage(const ServedPage&) = delete;
  ServedPage& operator=(const ServedPage&) = delete;

  int port() const { return port_; }
  std::string host() const { return "127.0.0.1:" + std::to_string(port_); }

  // Sends the bytes and reads the answer to its end.
  HttpAnswer send(const std::string& bytes) const;

  HttpAnswer get(const std::string& path) const;
  HttpAnswer run(const std::string& body, const std::string& more_headers = "") const;

  // A connection that stays open; the caller closes it.
  int connect() const;

  // Sends the signal and returns the exit status.
  int end(int signal);

 private:
  pid_t pid_ = 0;
  int port_ = 0;
};

}  // namespace cli
