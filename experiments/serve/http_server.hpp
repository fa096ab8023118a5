// The page and its runs over HTTP, to this machine alone.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "experiments/serve/run_service.hpp"

namespace experiments {

class HttpServer {
 public:
  explicit HttpServer(RunService& service);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // Takes a port of 127.0.0.1, any free one for 0; returns it, or nothing where it is taken.
  std::optional<int> bind(int port);

  // Answers until stop() is called, from another thread. False where it could not.
  bool listen();
  void stop();

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace experiments
