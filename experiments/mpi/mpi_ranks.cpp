// Ranks by Open MPI. A module of its own: who sweeps on one machine neither loads nor needs MPI.
#include <mpi.h>

#include <list>
#include <vector>

#include "experiments/study/ranks.hpp"

namespace experiments {
namespace {

class MpiRanks final : public Ranks {
 public:
  MpiRanks() {
    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }

  ~MpiRanks() override {
    for (Sent& each : sent_) MPI_Wait(&each.request, MPI_STATUS_IGNORE);
    MPI_Finalize();
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  void send(int to, const std::string& text) override {
    sent_.push_back({text, MPI_REQUEST_NULL});
    Sent& message = sent_.back();
    MPI_Isend(message.text.data(), static_cast<int>(message.text.size()), MPI_CHAR, to, 0, MPI_COMM_WORLD, &message.request);
  }

  std::optional<Message> poll() override {
    forget_delivered();
    int is_there = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &is_there, &status);
    if (is_there == 0) return std::nullopt;
    int length = 0;
    MPI_Get_count(&status, MPI_CHAR, &length);
    Message message{status.MPI_SOURCE, std::string(static_cast<std::size_t>(length), '\0')};
    MPI_Recv(message.text.data(), length, MPI_CHAR, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return message;
  }

 private:
  // A message on its way: MPI reads it until it is delivered.
  struct Sent {
    std::string text;
    MPI_Request request;
  };

  void forget_delivered() {
    for (auto each = sent_.begin(); each != sent_.end();) {
      int is_delivered = 0;
      MPI_Test(&each->request, &is_delivered, MPI_STATUS_IGNORE);
      each = is_delivered != 0 ? sent_.erase(each) : std::next(each);
    }
  }

  int rank_ = 0;
  int size_ = 1;
  std::list<Sent> sent_;
};

}  // namespace
}  // namespace experiments

extern "C" experiments::Ranks* commitsim_make_ranks() { return new experiments::MpiRanks; }
