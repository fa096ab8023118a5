// Questions that the page answers by runs: each sets the sliders, runs its variants and says in numbers what came out.

const kQuiet = {...kDefaults, replicas: []};
const kTwo = [{mode: 'semi-sync', rtt_ms: 0.5}, {mode: 'semi-sync', rtt_ms: 5}];

const tpsOf = result => result.throughput.tps.mean;
const msOf = result => result.response_ms.mean.mean;
const partOf = (result, part) => result.response_parts_ms[part] || 0;
const times = (a, b) => `${(a / b).toFixed(a < 20 * b ? 1 : 0)} times`;
const short = value => String(Number(value.toPrecision(3)));
const sizeOf = result => (result.group_commit || {}).mean_size || null;  // none where a version has no groups
const groupOf = result => isNumber(sizeOf(result)) ? short(sizeOf(result)) : '–';

const kLessons = [
  {
    id: 'doubling',
    question: 'Why does doubling the threads double throughput here, but not with 5.0?',
    look: 'the group sizes: does one fsync serve more transactions when more of them wait for it?',
    state: {...kQuiet, threads: 16},
    variants: [
      ['mysql-8.0, 8 threads', {...kQuiet, threads: 8}], ['mysql-8.0, 16 threads', {...kQuiet, threads: 16}],
      ['mysql-5.0, 8 threads', {...kQuiet, version: 'mysql-5.0', threads: 8}],
      ['mysql-5.0, 16 threads', {...kQuiet, version: 'mysql-5.0', threads: 16}]
    ],
    answer: ([a, b, c, d]) =>
        `Twice the threads give ${times(tpsOf(b), tpsOf(a))} the throughput in 8.0: its groups grow from ${groupOf(a)} to ` +
        `${groupOf(b)} transactions, so that the same fsyncs serve more of them. In 5.0 they give ${
            times(tpsOf(d), tpsOf(c))}: from prepare to ` +
        `the last fsync one transaction at a time holds prepare_commit_mutex, so the others only wait longer ` +
        `(${short(msOf(c))} ms before, ${short(msOf(d))} ms now).`,
  },
  {
    id: 'second-ack',
    question: 'What does a second ACK cost?',
    look: 'the ACK wait among the parts of the response time: the second ACK comes from the replica that is further away.',
    state: {...kDefaults, replicas: kTwo, acks: 2},
    variants: [
      ['no semi-sync', {...kDefaults, replicas: kTwo.map(each => ({...each, mode: 'async'}))}],
      ['one ACK', {...kDefaults, replicas: kTwo}], ['two ACKs', {...kDefaults, replicas: kTwo, acks: 2}]
    ],
    answer: ([none, one, two]) => `The second ACK takes ${short(msOf(two) - msOf(one))} ms of each transaction and ` +
        `${short(100 * (1 - tpsOf(two) / tpsOf(one)))} % of the throughput: the source now waits for the replica with a round trip ` +
        `of 5 ms, ${short(partOf(two, 'ack_wait'))} ms instead of ${short(partOf(one, 'ack_wait'))} ms in the ACK wait. ` +
        `The first one took ${short(msOf(one) - msOf(none))} ms. While a group waits, the next one grows: from ${groupOf(one)} to ` +
        `${groupOf(two)} transactions.`,
  },
  {
    id: 'durability',
    question: 'What does it buy to fsync less often?',
    look: 'what is left of flush and sync; and what a crash would then lose: whatever was not synced.',
    state: {...kQuiet, sync_binlog: 0, innodb_flush_log_at_trx_commit: 2},
    variants: [
      ['both logs synced', kQuiet], ['sync_binlog=0', {...kQuiet, sync_binlog: 0}],
      ['and flush_log=2', {...kQuiet, sync_binlog: 0, innodb_flush_log_at_trx_commit: 2}]
    ],
    answer: ([full, half, none]) =>
        `Without the binary log's fsync throughput is ${times(tpsOf(half), tpsOf(full))} as high, without both ` +
        `${times(tpsOf(none), tpsOf(full))}; a response takes ${short(msOf(full))}, ${short(msOf(half))} and ${short(msOf(none))} ms.`,
  },
  {
    id: 'delay',
    question: 'When does it pay to delay a group?',
    look: 'fsyncs are saved, but clients wait for the delay: few threads lose, and so do fast disks.',
    state: {...kQuiet, threads: 8, commit_delay_us: 2000},
    variants: [
      ['8 threads', kQuiet], ['8 threads, delay of 2 ms', {...kQuiet, commit_delay_us: 2000}], ['64 threads', {...kQuiet, threads: 64}],
      ['64 threads, delay of 2 ms', {...kQuiet, threads: 64, commit_delay_us: 2000}]
    ],
    answer: ([a, b, c, d]) =>
        `The delay makes throughput ${times(tpsOf(b), tpsOf(a))} as high with 8 threads and ${times(tpsOf(d), tpsOf(c))} ` +
        `with 64; groups are of ${groupOf(a)} and then ${groupOf(b)}, of ${groupOf(c)} and then ${groupOf(d)} transactions.`,
  },
  {
    id: 'lag',
    question: 'How many applier threads does a replica need?',
    look: 'the lag, and how much of the load a replica could apply.',
    state: {...kDefaults, threads: 32, applier_threads: 1},
    variants: [1, 4, 32].map(n => [`${n} applier thread${n > 1 ? 's' : ''}`, {...kDefaults, threads: 32, applier_threads: n}]),
    answer: results =>
        results
            .map((result, i) => {
              const {applied_tps: applied, falls_behind: falls} = result.replicas[0];
              return `With ${[1, 4, 32][i]} the replica applies ${short(applied)} of ${short(tpsOf(result))} transactions per second` +
                  (falls ? ' and falls behind.' : ' and keeps up.');
            })
            .join(' '),
  },
];

function lessonTable(lesson, results) {
  const rows = results.map((result, i) => {
    const {tps} = result.throughput, {mean} = result.response_ms, replica = (result.replicas || [])[0];
    return [lesson.variants[i][0], {value: tps.mean, text: withHalfWidth(tps.mean, tps.half_width, '')},
            {value: mean.mean, text: withHalfWidth(mean.mean, mean.half_width, '')}, sizeOf(result),
            partOf(result, 'ack_wait'), !replica ? null : replica.falls_behind ? 'grows' : (replica.lag_ms || {}).mean];
  });
  return table(`Runs of: ${lesson.question}`, ['', 'throughput [1/s]', 'response [ms]', 'group size', 'ACK wait [ms]', 'lag [ms]'], rows);
}

// Buttons of the questions; `set` puts a state into the sliders.
function drawLessons(place, set) {
  const answer = el('div', {id: 'answer', 'aria-live': 'polite'});
  let asked = null;
  const open = async (lesson, button) => {
    asked = lesson;
    for (const each of buttons) each.setAttribute('aria-pressed', String(each === button));
    answer.replaceChildren(el('p', {}, el('b', {}, 'Look at '), lesson.look), el('p', {class: 'note'}, 'Simulating …'));
    set(copyOf(lesson.state));
    try {
      const runs = await Promise.all(lesson.variants.map(([, parameters]) => ask({want: 'result', parameters})));
      if (asked !== lesson) return;
      const results = runs.map(({result}) => result);
      answer.replaceChildren(el('p', {}, el('b', {}, 'Look at '), lesson.look), lessonTable(lesson, results),
                             el('p', {id: 'answer-text'}, el('b', {}, 'Answer. '), lesson.answer(results)));
    } catch (error) {
      if (asked === lesson) answer.replaceChildren(el('p', {class: 'warning'}, error.message));
    }
  };
  const buttons = kLessons.map(lesson => {
    const button = el('button', {type: 'button', id: `lesson-${lesson.id}`, 'aria-pressed': 'false', onclick: () => open(lesson, button)},
                      lesson.question);
    return button;
  });
  place.replaceChildren(el('h2', {id: 'lessons-title'}, 'Questions'), el('div', {class: 'questions'}, buttons), answer);
}
