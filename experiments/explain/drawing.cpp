#include "experiments/explain/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "experiments/explain/canvas.hpp"
#include "experiments/report/text_table.hpp"
#include "experiments/trace/trace_rows.hpp"

namespace experiments {
namespace {

using models::Part;
using models::TimelineEvent;
using models::TimelineLife;
using models::TimelineRow;
using models::TimelineSpan;

// How a part of a response time is drawn: a letter, upper case who does the work, lower case whom it is done for.
struct PartLook {
  Part part;
  char letter;
  Colour colour;
  bool is_work;
  const char* meaning;
};

constexpr std::array kPartLooks{
    PartLook{Part::client, '.', Colour::dim, false, "between client and server"},
    PartLook{Part::execute, 'x', Colour::cyan, false, "statements"},
    PartLook{Part::lock_wait, 'l', Colour::red, false, "waits for a row lock"},
    PartLook{Part::prepare, 'P', Colour::yellow, true, "storage engine prepares"},
    PartLook{Part::flush_wait, '-', Colour::plain, false, "waits in a queue or for a mutex"},
    PartLook{Part::flush, 'F', Colour::blue, true, "flush: writes the group to the logs"},
    PartLook{Part::sync_wait, '-', Colour::plain, false, ""},
    PartLook{Part::sync, 'S', Colour::magenta, true, "fsync of the binary log"},
    PartLook{Part::commit_wait, '-', Colour::plain, false, ""},
    PartLook{Part::ack_wait, 'A', Colour::red, true, "waits for the semi-sync ACK"},
    PartLook{Part::engine_commit, 'C', Colour::green, true, "storage engine commits"},
    PartLook{Part::rotation, 'R', Colour::yellow, true, "closes a full binary log file"},
    PartLook{Part::wake_up, 'w', Colour::dim, false, "is woken and waits for the CPU"},
};

const PartLook& look_of(Part part) {
  const auto found =
      std::find_if(kPartLooks.begin(), kPartLooks.end(), [&](const PartLook& each) { return each.part == part; });
  return found == kPartLooks.end() ? kPartLooks.front() : *found;
}

class Drawing {
 public:
  Drawing(const Story& story, const Look& look, std::optional<sim::Instant> until)
      : story_(story),
        look_(look),
        until_(until.value_or(story.end())),
        is_cut_(until.has_value()),
        labels_(width_of_labels()),
        scale_(story.begin(), story.end(), std::max(look.width - labels_ - 1, 20)) {}

  std::string text() {
    const std::vector<std::string> axis = scale_.axis(look_.is_utf8);
    if (is_cut_) add_cursor();
    for (const std::string& line : axis) add_line("", coloured(look_, Colour::dim, line));
    for (const std::string& server : story_.servers()) add_server(server);
    add_legend();
    return text_;
  }

 private:
  using Kind = TimelineRow::Kind;

  // A part, where it is drawn and whether its transaction does it by itself.
  void put_part(CellRow& row, const TimelineLife& life, const models::TimelinePart& part) {
    if (part.begin >= until_ || part.end <= story_.begin() || part.begin >= story_.end() ||
        part.part == Part::thread_wait)
      return;
    const PartLook& how = look_of(part.part);
    const bool is_own = story_.does_itself(life, part);
    int from = scale_.column(std::max(part.begin, story_.begin()));
    int to = scale_.column(std::min(part.end, until_));
    if (how.is_work && to == from) to = from + 1;
    const bool is_wait = how.letter == '-';
    std::string glyph(1, how.is_work && !is_own ? static_cast<char>(how.letter - 'A' + 'a') : how.letter);
    if (look_.is_utf8 && is_wait) glyph = "─";
    if (look_.is_utf8 && how.letter == '.') glyph = "·";
    fill(row, from, to, {glyph, how.colour, how.is_work && is_own && look_.has_colour});
    if (to > from) seen_.insert(is_wait ? Part::flush_wait : part.part);
  }

  void add_lives(std::size_t number) {
    CellRow row = blank();
    for (const TimelineLife& life : story_.timeline().lives) {
      if (life.row != number) continue;
      for (const models::TimelinePart& part : life.parts) put_part(row, life, part);
    }
    put_marks(row, number);
    add_row(story_.timeline().rows[number].name, row);
  }

  // Who leads from a queue's first place, and when the client has its answer.
  void put_marks(CellRow& row, std::size_t number) {
    for (const TimelineEvent& event : story_.events()) {
      if (event.at > until_) break;
      const TimelineLife* const life = story_.timeline().life(event.life);
      if (life == nullptr || life->row != number) continue;
      const auto column = static_cast<std::size_t>(std::min(scale_.column(event.at), scale_.columns() - 1));
      const bool is_first_stage =
          story_.timeline().rows[event.row].kind == Kind::stage && story_.timeline().rows[event.row].order == 0;
      if (event.kind == TimelineEvent::Kind::enrolled && event.leads && is_first_stage) {
        row[column] = {look_.is_utf8 ? "▲" : "^", Colour::bold, false};
        has_leader_ = true;
      }
      if (event.kind == TimelineEvent::Kind::answered || event.kind == TimelineEvent::Kind::applied) {
        row[column] = {look_.is_utf8 ? "✓" : "!", Colour::bold, false};
        has_answer_ = true;
      }
    }
  }

  // Text of a stage's bar: who leads, and with how many others.
  std::string label_of(const TimelineSpan& span) const {
    const models::TimelineGroup* const group = story_.timeline().group(span.group);
    if (group == nullptr || group->members.empty()) return "";
    const TimelineLife* const leader = story_.timeline().life(group->members.front());
    if (leader == nullptr) return "";
    const TimelineRow& row = story_.timeline().rows[leader->row];
    const std::string who = row.kind == Kind::client ? std::to_string(row.order + 1) : row.name;
    return group->members.size() == 1 ? who : fmt::format("{}+{}", who, group->members.size() - 1);
  }

  // Those of a row that are in the picture; short ones come last, and stay out where there is no room for them.
  std::vector<const TimelineSpan*> spans_of(std::size_t number) const {
    std::vector<const TimelineSpan*> spans;
    for (const TimelineSpan& span : story_.timeline().spans) {
      if (span.row == number && span.begin < std::min(until_, story_.end()) && span.end > story_.begin())
        spans.push_back(&span);
    }
    std::stable_sort(spans.begin(), spans.end(), [](const auto* a, const auto* b) { return a->begin < b->begin; });
    std::stable_partition(spans.begin(), spans.end(), [](const auto* each) { return !is_write(*each); });
    return spans;
  }

  static bool is_write(const TimelineSpan& span) {
    return span.kind == TimelineSpan::Kind::call && name_of_call(span.call) == "write";
  }

  static bool is_free(const CellRow& row, int from, int to) {
    return std::all_of(row.begin() + from,
                       row.begin() + std::min<std::ptrdiff_t>(to, static_cast<std::ptrdiff_t>(row.size())),
                       [](const Cell& cell) { return cell.glyph == " " && !cell.is_filled; });
  }

  void add_spans(std::size_t number) {
    const TimelineRow& about = story_.timeline().rows[number];
    std::vector<CellRow> lanes{blank()};
    for (const TimelineSpan* const span : spans_of(number)) {
      int from = std::min(scale_.column(span->begin), scale_.columns() - 1);
      const int to = std::max(scale_.column(std::min(span->end, until_)), from + 1);
      std::size_t lane = 0;
      while (lane < lanes.size() && !is_free(lanes[lane], from, to)) ++lane;
      if (lane == lanes.size() && about.kind == Kind::stage) {  // they follow each other, in a part of a column
        lane = 0;
        while (from < to && !is_free(lanes[0], from, from + 1)) ++from;
      }
      if (lane == lanes.size() && (is_write(*span) || lanes.size() == kLanes)) continue;
      if (lane == lanes.size()) lanes.push_back(blank());
      put_span(lanes[lane], *span, from, to);
    }
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) add_row(lane == 0 ? title_of(about) : "", lanes[lane]);
  }

  void put_span(CellRow& row, const TimelineSpan& span, int from, int to) {
    switch (span.kind) {
      case TimelineSpan::Kind::stage:
        put_bar(row, from, to, label_of(span), colour_of_stage(span.row), look_);
        break;
      case TimelineSpan::Kind::call:
        put_bar(row, from, to, name_of_call(span.call),
                name_of_call(span.call) == "write" ? Colour::cyan : Colour::yellow, look_);
        break;
      case TimelineSpan::Kind::message:
      case TimelineSpan::Kind::ack:
        put_arrow(row, span, from, to);
        break;
    }
  }

  void put_arrow(CellRow& row, const TimelineSpan& span, int from, int to) {
    const bool is_ack = span.kind == TimelineSpan::Kind::ack;
    const Colour colour = is_ack ? Colour::red : Colour::blue;
    fill(row, from, to, {look_.is_utf8 ? "─" : "-", colour, false});
    row[static_cast<std::size_t>(from)].glyph = look_.is_utf8 ? "╶" : "-";
    if (span.end <= until_) row[static_cast<std::size_t>(to) - 1].glyph = look_.is_utf8 ? "▶" : ">";
    const std::string label = is_ack ? "ACK" : std::to_string(span.last - span.first);
    if (to - from > static_cast<int>(label.size()) + 2) put_text(row, from + 1, to - 1, label);
  }

  Colour colour_of_stage(std::size_t row) const {
    constexpr std::array kColours{Colour::blue, Colour::magenta, Colour::green, Colour::red};
    return kColours[static_cast<std::size_t>(story_.timeline().rows[row].order) % kColours.size()];
  }

  // How many wait in a stage's queue: the most in each column.
  void add_queue(std::size_t number) {
    CellRow row = blank();
    std::int64_t level = 0;
    int column = 0;
    bool is_known = false;
    const auto put = [&](int to) {
      if (level > 0) fill(row, column, to, {level < 10 ? std::to_string(level) : "#", Colour::dim, false});
      column = std::max(column, to);
    };
    for (const TimelineEvent& event : story_.timeline().events) {
      if (event.row != number || event.level == models::kNobody || event.at > std::min(until_, story_.end())) continue;
      is_known = true;
      if (event.at >= story_.begin()) put(scale_.column(event.at));
      level = event.level;
      if (level > 0 && event.at >= story_.begin() && column < scale_.columns()) {
        fill(row, column, column + 1, {level < 10 ? std::to_string(level) : "#", Colour::dim, false});
      }
    }
    put(scale_.column(until_));
    if (is_known) add_row("  its queue", row);
  }

  void add_server(const std::string& server) {
    const bool is_own = server == story_.server();
    const models::ServerSpec* const spec = story_.scenario().find_server(server);
    std::vector<std::pair<Kind, std::size_t>> rows;
    for (const Kind kind : {Kind::client, Kind::stage, Kind::device, Kind::applier, Kind::link}) {
      for (const std::size_t row : story_.rows(server, kind)) rows.emplace_back(kind, row);
    }
    if (rows.empty()) return;
    add_heading(fmt::format("{} ({})", server, spec->version));
    for (const auto& [kind, row] : rows) {
      if (kind == Kind::client || kind == Kind::applier) add_lives(row);
      else add_spans(row);
      if (kind == Kind::stage) add_queue(row);
    }
    if (is_own && story_.hidden_clients() > 0) {
      text_ += fmt::format("({} more client{})\n", story_.hidden_clients(), story_.hidden_clients() == 1 ? "" : "s");
    }
  }

  void add_heading(const std::string& text) { text_ += coloured(look_, Colour::bold, text) + '\n'; }

  void add_cursor() {
    CellRow row = blank();
    row[static_cast<std::size_t>(std::min(scale_.column(until_), scale_.columns() - 1))] = {look_.is_utf8 ? "▼" : "v",
                                                                                            Colour::bold, false};
    add_row("", row);
  }

  void add_legend() {
    std::vector<std::string> entries;
    if (has_leader_) entries.push_back((look_.is_utf8 ? "▲" : "^") + std::string(" leads"));
    for (const PartLook& how : kPartLooks) {
      if (seen_.count(how.part) == 0) continue;
      std::string glyph(1, how.letter);
      if (look_.is_utf8 && how.letter == '-') glyph = "─";
      if (look_.is_utf8 && how.letter == '.') glyph = "·";
      entries.push_back(fmt::format("{} {}", glyph, how.meaning));
    }
    if (has_answer_) entries.push_back((look_.is_utf8 ? "✓" : "!") + std::string(" answered, or applied by a replica"));
    std::string line;
    for (const std::string& entry : entries) {
      const bool fits = width_of(line) + 3 + width_of(entry) <= static_cast<std::size_t>(look_.width);
      if (!line.empty() && !fits) {
        text_ += coloured(look_, Colour::dim, line) + '\n';
        line.clear();
      }
      line += (line.empty() ? "" : "   ") + entry;
    }
    text_ += coloured(look_, Colour::dim, line) + '\n';
    const std::string cases =
        "FS upper case: does it, alone or as leader; fs lower case: sleeps while its leader does it";
    text_ += coloured(look_, Colour::dim, wrapped(cases, static_cast<std::size_t>(look_.width), 0, 0));
  }

  CellRow blank() const { return CellRow(static_cast<std::size_t>(scale_.columns())); }
  void add_row(const std::string& label, const CellRow& row) { add_line(label, text_of(row, look_)); }
  void add_line(const std::string& label, const std::string& line) {
    const auto width = static_cast<std::size_t>(labels_);
    const std::string cut = label.size() > width ? label.substr(0, width) : label;
    std::string whole = padded_right(cut, width) + " " + line;
    while (!whole.empty() && whole.back() == ' ') whole.pop_back();
    text_ += whole + '\n';
  }

  static std::string title_of(const TimelineRow& row) {
    const bool has_own_name = row.kind != Kind::stage || row.name.find("stage") != std::string::npos;
    return has_own_name ? row.name : row.detail;
  }

  int width_of_labels() const {
    constexpr std::size_t kLeast = 12;
    std::size_t width = kLeast;
    for (const std::string& server : story_.servers()) {
      for (const Kind kind : {Kind::client, Kind::stage, Kind::device, Kind::applier, Kind::link}) {
        for (const std::size_t row : story_.rows(server, kind))
          width = std::max(width, title_of(story_.timeline().rows[row]).size());
      }
    }
    return static_cast<int>(std::min<std::size_t>(width, static_cast<std::size_t>(look_.width) / 3));
  }

  static constexpr std::size_t kLanes = 3;  // of what overlaps

  const Story& story_;
  const Look& look_;
  sim::Instant until_;
  bool is_cut_;
  int labels_;
  TimeScale scale_;
  std::set<Part> seen_;
  bool has_leader_ = false;
  bool has_answer_ = false;
  std::string text_;
};

}  // namespace

std::string draw(const Story& story, const Look& look, std::optional<sim::Instant> until) {
  return Drawing(story, look, until).text();
}

}  // namespace experiments
