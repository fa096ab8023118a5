// commitsim serve: a page to play with, on this machine.
#include <csignal>
#include <iostream>
#include <thread>

#include <fmt/format.h>

#include "experiments/commands/arguments.hpp"
#include "experiments/commands/command.hpp"
#include "experiments/commands/output.hpp"
#include "experiments/page/page.hpp"
#include "experiments/serve/http_server.hpp"
#include "experiments/serve/worker.hpp"
#include "experiments/serve/worker_process.hpp"

namespace experiments {
namespace {

constexpr int kPort = 7057;

// Serves until SIGINT or SIGTERM, which the caller has blocked for all threads.
int serve_until(const sigset_t& ends, HttpServer& server, std::atomic<bool>& stop) {
  bool is_fine = false;
  std::thread listener([&] {
    is_fine = server.listen();
    ::kill(::getpid(), SIGTERM);  // no reason to wait any longer
  });
  int signal = 0;
  ::sigwait(&ends, &signal);
  stop = true;
  server.stop();
  listener.join();
  return is_fine ? kDone : kRunFailed;
}

int serve(const std::vector<std::string>& words) {
  Arguments arguments(
      "serve", "serve [options]",
      "Serves a page on 127.0.0.1: draw a topology, move sliders, watch commits go through their stages. Ends with Ctrl-C.");
  arguments.option("port", "N", fmt::format("where; 0 takes any that is free; {} by default", kPort))
      .flag("worker", "answer one request from stdin: so the server starts itself")
      .positional(0, 0, "nothing");
  if (const auto status = arguments.parse(words)) return *status;
  if (arguments.has("worker")) return serve_worker();
  sim::Diagnostics diagnostics;
  const int port = whole_number(arguments, "port", 0, 65535, diagnostics).value_or(kPort);
  if (!has_plot_library()) diagnostics.error({"serve", 0, 0}, "this commitsim was built without the plot library (node-d3-* of Debian)");
  diagnostics.print(std::cerr);
  if (!diagnostics.ok()) return kBadInput;

  sigset_t ends;
  ::sigemptyset(&ends);
  ::sigaddset(&ends, SIGINT);
  ::sigaddset(&ends, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  std::atomic<bool> stop{false};
  const RunLimits limits;
  RunService service(limits, [&](const std::string& request) { return run_worker(request, limits.time, stop); });
  HttpServer server(service);
  const auto bound = server.bind(port);
  if (!bound) {
    std::cerr << fmt::format("commitsim: error: port {} of 127.0.0.1 cannot be had: another program listens there, or it is reserved\n",
                             port);
    return kRunFailed;
  }
  const int status = write_to_stdout(fmt::format("http://127.0.0.1:{}/\n", *bound));
  return status == kDone ? serve_until(ends, server, stop) : status;
}

const bool serve_registered = register_command({"serve", "serve a page to play with, on this machine", serve});

}  // namespace
}  // namespace experiments
