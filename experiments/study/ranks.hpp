// The processes of a job that mpirun or srun started, as far as a sweep needs them: who I am, and short messages.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace experiments {

class Ranks {
 public:
  struct Message {
    int from = 0;
    std::string text;
  };

  virtual ~Ranks() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;

  // Sends without waiting for the other side.
  virtual void send(int to, const std::string& text) = 0;

  // A message that has arrived; nothing when there is none. Never waits.
  virtual std::optional<Message> poll() = 0;
};

// Whether mpirun or srun started this process as one of several.
bool is_under_mpi();

// The ranks of this job. Nothing, with the reason in `why`, where commitsim was built without MPI.
std::unique_ptr<Ranks> open_ranks(std::string& why);

// What the module commitsim_mpi, which is loaded only then, has to offer.
using MakeRanks = Ranks* (*)();
inline constexpr const char* kMakeRanks = "commitsim_make_ranks";

}  // namespace experiments
