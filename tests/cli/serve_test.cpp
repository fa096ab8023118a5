// commitsim serve: what is answered, and what is refused. What a browser makes of its page is tested by tests/page.
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <csignal>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "tests/cli/command.hpp"
#include "tests/cli/served_page.hpp"

namespace cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Serve : public testing::Test {
 protected:
  json answer_to_run(const json& request, int status = 200) {
    const HttpAnswer answer = page_.run(request.dump());
    EXPECT_EQ(answer.status, status) << answer.body.substr(0, 1000);
    return json::parse(answer.body);
  }

  HttpAnswer request(const std::string& head, const std::string& body = "") { return page_.send(head + "\r\n\r\n" + body); }

  std::string post(const std::string& headers) { return "POST /api/run HTTP/1.1\r\n" + headers; }

  ServedPage page_;
  std::string host_ = "Host: " + page_.host();
};

TEST_F(Serve, GivesThePageAndItsAssetsUnderAStrictPolicy) {
  const HttpAnswer page = page_.get("/");
  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.body, HasSubstr("<script src=\"/lab.js\">"));
  EXPECT_THAT(page.head, AllOf(HasSubstr("default-src 'none'"), HasSubstr("script-src 'self'"), HasSubstr("frame-ancestors 'none'"),
                               HasSubstr("nosniff"), Not(HasSubstr("unsafe")), Not(HasSubstr("Access-Control"))));
  EXPECT_THAT(page_.get("/lab.css").head, HasSubstr("text/css"));
  EXPECT_THAT(page_.get("/lab.js").body, HasSubstr("use strict"));
  EXPECT_THAT(page_.get("/d3.js").head, HasSubstr("text/javascript"));
}

TEST_F(Serve, SimulatesWhatTheSlidersSay) {
  const json one = answer_to_run({{"parameters", {{"threads", 4}}}});
  EXPECT_GT(one["result"]["throughput"]["tps"]["mean"], 100);
  EXPECT_GT(one["result"]["throughput"]["tps"]["half_width"], 0);
  EXPECT_THAT(one["yaml"].get<std::string>(), HasSubstr("threads: 4"));
  ASSERT_EQ(one["timeline"]["clients"].size(), 4U);
  EXPECT_GT(one["timeline"]["events"].size(), 10U);
  EXPECT_EQ(one, answer_to_run({{"parameters", {{"threads", 4}}}}));
}

TEST_F(Serve, SimulatesAScenarioAndTellsItsFaultsWithTheirPlaces) {
  const std::string yaml = answer_to_run({{"want", "result"}, {"parameters", {{"threads", 2}}}})["yaml"];
  const json again = answer_to_run({{"want", "result"}, {"scenario", yaml}});
  EXPECT_EQ(again["yaml"], yaml);
  EXPECT_TRUE(again["timeline"].is_null());
  const json faulty = answer_to_run({{"scenario", "workload: {threads: -1}\nxyz: 1\n"}}, 422);
  EXPECT_EQ(faulty["error"], "the scenario is at fault");
  EXPECT_THAT(faulty["faults"].dump(), AllOf(HasSubstr("scenario:2:1"), HasSubstr("scenario:1:21")));
}

// The curves run from one thread on, with the closed form beside them.
TEST_F(Serve, SweepsThreads) {
  const json points = answer_to_run({{"want", "sweep"}, {"parameters", {{"replicas", json::array()}}}})["points"];
  ASSERT_EQ(points.size(), 8U);
  for (const json& point : points) {
    EXPECT_LE(point["tps"]["mean"].get<double>() - point["tps"]["half_width"].get<double>(), point["bound_tps"]) << point;
    EXPECT_GT(point["estimate_tps"], 0) << point;
  }
  EXPECT_GT(points[3]["tps"]["mean"], points[0]["tps"]["mean"]);
}

// --- What is refused ------------------------------------------------------------------------------------------------------

TEST_F(Serve, ReachesNothingButItsPage) {
  for (const char* path : {"/etc/passwd", "/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/lab.js/../../x",
                           "/lab.js%00", "/index.html", "/api", "/api/run/", "/.git/config", "*", "/lab.jsx", "/api/choices/x"}) {
    const HttpAnswer answer = page_.get(path);
    EXPECT_TRUE(answer.status == 404 || answer.status == 400) << path << ' ' << answer.status;
    EXPECT_TRUE(json::parse(answer.body).contains("error")) << path;
  }
}

TEST_F(Serve, RefusesOtherMethods) {
  for (const char* method : {"PUT", "DELETE", "PATCH", "OPTIONS"}) {
    EXPECT_EQ(request(std::string(method) + " / HTTP/1.1\r\n" + host_).status, 405) << method;
    const HttpAnswer answer = request(std::string(method) + " /api/run HTTP/1.1\r\n" + host_);
    EXPECT_EQ(answer.status, 405) << method;
    EXPECT_THAT(answer.head, HasSubstr("Allow: POST")) << method;
  }
  EXPECT_EQ(page_.get("/api/run").status, 405);
  EXPECT_EQ(request("BREW / HTTP/1.1\r\n" + host_).status, 400);
}

// A page of somebody else, whose name now means this machine, has its own name in Host (DNS rebinding).
TEST_F(Serve, AnswersToItsOwnNamesOnly) {
  const std::string port = std::to_string(page_.port());
  EXPECT_EQ(request("GET / HTTP/1.1\r\nHost: localhost:" + port).status, 200);
  for (const std::string& host : {std::string("evil.example"), "evil.example:" + port, std::string("127.0.0.1"), "127.0.0.1:1" + port,
                                  "localhost.evil.example:" + port, std::string()}) {
    EXPECT_EQ(request("GET / HTTP/1.1\r\nHost: " + host).status, 403) << host;
  }
  EXPECT_EQ(request("GET / HTTP/1.1").status, 403);
  EXPECT_EQ(request("GET / HTTP/1.1\r\n" + host_ + "\r\n" + host_).status, 403);
}

TEST_F(Serve, TakesRunsFromItsOwnPageOnly) {
  const std::string body = R"({"want": "result", "parameters": {"threads": 1}})";
  EXPECT_EQ(page_.run(body, "Origin: http://" + page_.host() + "\r\nSec-Fetch-Site: same-origin\r\n").status, 200);
  EXPECT_EQ(page_.run(body, "Origin: http://evil.example\r\n").status, 403);
  EXPECT_EQ(page_.run(body, "Origin: null\r\n").status, 403);
  EXPECT_EQ(page_.run(body, "Sec-Fetch-Site: cross-site\r\n").status, 403);
  const std::string length = "\r\nContent-Length: " + std::to_string(body.size());
  EXPECT_EQ(request(post(host_ + "\r\nContent-Type: text/plain" + length), body).status, 415);  // as a form of another page could send it
  EXPECT_EQ(request(post(host_ + length), body).status, 415);
}

TEST_F(Serve, RefusesBodiesThatAreTooLongWithoutReadingThem) {
  const HttpAnswer answer = page_.run(std::string(1'000'000, 'x'));
  EXPECT_EQ(answer.status, 413);
  EXPECT_EQ(json::parse(answer.body)["error"], "the request is too long");
  const std::string json_type = host_ + "\r\nContent-Type: application/json";
  EXPECT_EQ(request(post(json_type + "\r\nContent-Length: 99999999999999")).status, 413);
  EXPECT_EQ(request(post(json_type + "\r\nExpect: 100-continue\r\nContent-Length: 1000000")).status, 413);
  EXPECT_EQ(request(post(json_type)).status, 411);
  EXPECT_EQ(request(post(json_type + "\r\nTransfer-Encoding: chunked"), "2\r\n{}\r\n0\r\n\r\n").status, 415);
  EXPECT_EQ(request(post(json_type + "\r\nContent-Encoding: gzip\r\nContent-Length: 2"), "{}").status, 415);
}

TEST_F(Serve, SurvivesHeadsWithoutEnd) {
  std::string head = "GET / HTTP/1.1\r\n" + host_;
  for (int i = 0; i < 20'000; ++i) head += "\r\nX-" + std::to_string(i) + ": y";
  EXPECT_THAT(request(head).status, testing::AnyOf(0, 400, 413));
  EXPECT_THAT(request("GET /" + std::string(100'000, 'a') + " HTTP/1.1\r\n" + host_).status, testing::AnyOf(0, 400, 414));
  EXPECT_THAT(page_.send(std::string(10'000, '\0')).status, testing::AnyOf(0, 400));
  EXPECT_EQ(page_.get("/").status, 200);
}

TEST_F(Serve, TellsWhatIsWrongWithARequest) {
  for (const std::string& body :
       {std::string("{"), std::string(40'000, '['), std::string("{\"parameters\": {\"threads\": NaN}}"), std::string("\0{}", 3),
        std::string("{\"parameters\": {\"threads\": -8}}"), std::string("{\"parameters\": {\"treads\": 8}}")}) {
    const HttpAnswer answer = page_.run(body);
    EXPECT_EQ(answer.status, 400) << body.substr(0, 100);
    EXPECT_FALSE(json::parse(answer.body)["faults"].empty()) << body.substr(0, 100);
  }
}

TEST_F(Serve, ReadsNoFileThatAScenarioNames) {
  const std::string yaml = answer_to_run({{"want", "result"}, {"parameters", {{"threads", 2}}}})["yaml"];
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = yaml;
    changed.replace(changed.find(from), from.size(), to);
    return answer_to_run({{"want", "result"}, {"scenario", changed}}, 422).dump();
  };
  const std::string refused = "names a file";
  EXPECT_THAT(with("profile: vm-4core-ssd", "profile: /etc/passwd"), HasSubstr(refused));
  EXPECT_THAT(with("profile: vm-4core-ssd", "profile: ../experiments/profiles/vm-4core-ssd.yaml"), HasSubstr(refused));
  EXPECT_THAT(with("db1: {cores: 32}", "db1: {cores: 32, devices: {disk: {fio: /etc/passwd}}}"), HasSubstr(refused));
  EXPECT_THAT(with("db1: {cores: 32}", "db1: {cores: 32, devices: {disk: {kind: /etc/passwd}}}"), HasSubstr(refused));
  EXPECT_THAT(with("sysbench: oltp_update_non_index", "profile: /etc/passwd"), HasSubstr(refused));
  EXPECT_THAT(with("host: db1", "host: db1\n    option_file: /etc/passwd"), HasSubstr(refused));
}

// --- Bounds ---------------------------------------------------------------------------------------------------------------

std::string long_scenario() {
  return "profile: vm-4core-ssd\nrun: {duration: 100000s, warm_up: 1s}\nworkload: {sysbench: oltp_update_non_index, threads: 100}\n"
         "hosts: {db1: {cores: 64}}\nnetwork: {default: {rtt: 1ms, bandwidth: 1Gbps}}\nservers: {source: {host: db1, version: "
         "mysql-8.0}}\n";
}

// YAML that would be a billion nodes.
TEST_F(Serve, SurvivesAliasesOfAliases) {
  std::string yaml = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 10; ++i) {
    const std::string one = "*a" + std::to_string(i - 1);
    yaml += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int k = 0; k < 10; ++k) yaml += (k > 0 ? ", " : "") + one;
    yaml += "]\n";
  }
  EXPECT_THAT(answer_to_run({{"scenario", yaml}}, 422), testing::Contains(testing::_));
  EXPECT_THAT(answer_to_run({{"scenario", std::string(40'000, '[')}}, 422), testing::Contains(testing::_));
  EXPECT_EQ(page_.get("/").status, 200);
}

// Connections that say nothing keep nobody else from being answered, and end before long.
TEST_F(Serve, AnswersWhileOthersAreSlow) {
  std::vector<int> slow;
  for (int i = 0; i < 10; ++i) {
    slow.push_back(page_.connect());
    ::send(slow.back(), "GET / HT", 8, MSG_NOSIGNAL);
  }
  EXPECT_EQ(page_.get("/").status, 200);
  for (const int each : slow) ::close(each);
}

TEST_F(Serve, EndsAtOnceWhenAskedTo) {
  const std::string body = json{{"want", "result"}, {"scenario", long_scenario()}}.dump();
  const int under_way = page_.connect();
  const std::string bytes =
      post(host_ + "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n") + body;
  ASSERT_EQ(::send(under_way, bytes.data(), bytes.size(), MSG_NOSIGNAL), static_cast<ssize_t>(bytes.size()));
  EXPECT_EQ(page_.get("/").status, 200);
  EXPECT_EQ(page_.end(SIGTERM), 0);
  ::close(under_way);
}

TEST(ServeCommand, EndsOnAnInterruptAndSaysWhenAPortIsTaken) {
  ServedPage page;
  const Outcome outcome = commitsim({"serve", "--port", std::to_string(page.port())});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("port " + std::to_string(page.port()) + " of 127.0.0.1 cannot be had"));
  EXPECT_EQ(page.end(SIGINT), 0);
}

TEST(ServeCommand, RefusesPortsThatAreNone) {
  const Outcome outcome = commitsim({"serve", "--port", "65536"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--port"));
}

// Slow ones: they wait for bounds to be reached.
class FullServe : public Serve {};

TEST_F(FullServe, StopsRunsThatTakeTooLong) {
  const json answer = answer_to_run({{"want", "result"}, {"scenario", long_scenario()}}, 422);
  EXPECT_THAT(answer["error"].get<std::string>(), testing::AnyOf(HasSubstr("took longer than"), HasSubstr("killed by signal")));
  EXPECT_EQ(answer_to_run({{"want", "result"}, {"parameters", {{"threads", 2}}}})["yaml"].is_string(), true);  // and others go on
}

// A byte now and then does not keep a connection open.
TEST_F(FullServe, ClosesConnectionsThatDripBytes) {
  const int socket = page_.connect();
  const auto begin = std::chrono::steady_clock::now();
  int sent = 0;
  while (sent < 100 && ::send(socket, "x", 1, MSG_NOSIGNAL) == 1) {
    ++sent;
    ::usleep(500'000);
  }
  ::close(socket);
  EXPECT_LT(sent, 100);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(40));
}

}  // namespace
}  // namespace cli
