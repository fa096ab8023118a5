// Commits going through their stages: each client is a numbered dot in the box of what its transaction does at this moment.

const kBoxes = [
  ['statements', ['thread_wait', 'client', 'execute', 'lock_wait']], ['prepare', ['prepare']],
  ['flush queue', ['flush_wait']], ['flush', ['flush']], ['sync queue', ['sync_wait']], ['sync', ['sync']],
  ['commit queue', ['commit_wait']], ['ACK wait', ['ack_wait']], ['engine commit', ['engine_commit', 'rotation']], ['wake-up', ['wake_up']],
];
const boxOf = part => kBoxes.findIndex(([, parts]) => parts.includes(part));
const kSpeeds = [[0.25, 'quarter speed'], [1, 'normal speed'], [4, 'four times']];
const kPlaySeconds = 20;  // for all of it at normal speed

class StagePlayer {
  constructor(section) {
    this.section = section;
    this.at = 0;
    this.step = -1;
    this.isPlaying = false;
    this.speed = 1;
    this.timeline = null;
    this.build();
  }

  build() {
    const button = (id, text, action) => el('button', {type: 'button', id, onclick: action}, text);
    this.play = button('play', 'Play', () => this.toggle());
    this.back = button('step-back', 'Step back', () => this.go(-1));
    this.next = button('step', 'Step', () => this.go(1));
    this.seek = el('input', {type: 'range', id: 'seek', min: 0, max: 1000, step: 1, value: 0, 'aria-label': 'Moment', oninput: () => {
      this.pause();
      this.moveTo(Number(this.seek.value) / 1000 * this.timeline.end_ms);
    }});
    this.moment = el('output', {id: 'moment'});
    this.told = el('p', {id: 'told', 'aria-live': 'polite'});
    this.boxes = el('div', {id: 'boxes', class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Stages'});
    this.rows =
        el('div', {id: 'rows', class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Clients, disks and messages over time'});
    this.section.replaceChildren(
        el('h2', {id: 'stages-title'}, 'Commits in their stages'),
        el('div', {class: 'player', role: 'group', 'aria-label': 'Player'}, this.back, this.play, this.next,
           choice('Speed', kSpeeds, 1, value => { this.speed = Number(value); }), this.seek, this.moment),
        this.told, this.boxes, this.rows);
  }

  show(timeline) {
    this.pause();
    this.timeline = timeline;
    this.section.hidden = !timeline || timeline.clients.length === 0;
    if (this.section.hidden) return;
    this.at = 0;
    this.step = -1;
    this.drawBoxes();
    this.drawRows();
    this.moveTo(0);
  }

  toggle() {
    if (this.isPlaying) return this.pause();
    if (!this.timeline) return;
    if (this.at >= this.timeline.end_ms) this.moveTo(0);
    this.isPlaying = true;
    this.play.textContent = 'Pause';
    this.told.setAttribute('aria-live', 'off');  // it would never stop talking
    this.last = performance.now();
    const frame = now => {
      if (!this.isPlaying) return;
      const passed = (now - this.last) / 1000 * this.speed / kPlaySeconds * this.timeline.end_ms;
      this.last = now;
      this.moveTo(this.at + passed);
      if (this.at >= this.timeline.end_ms) this.pause();
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  pause() {
    this.isPlaying = false;
    this.play.textContent = 'Play';
    this.told.setAttribute('aria-live', 'polite');
  }

  // To the next event, or the one before.
  go(direction) {
    this.pause();
    const {events} = this.timeline;
    const step = Math.max(0, Math.min(events.length - 1, this.step + direction));
    this.moveTo(events[step].at, step);
  }

  moveTo(at, step) {
    const {events, end_ms: end} = this.timeline;
    this.at = Math.max(0, Math.min(end, at));
    let last = -1;
    for (let i = 0; i < events.length && events[i].at <= this.at; ++i) last = i;
    this.step = step === undefined ? last : step;
    this.seek.value = Math.round(1000 * this.at / end);
    this.seek.setAttribute('aria-valuetext', `${this.at.toFixed(3)} ms`);
    this.moment.textContent = `${this.at.toFixed(3)} of ${end.toFixed(3)} ms`;
    const text = this.step < 0 ? 'Step through, or play.' : events[this.step].text;
    if (this.told.textContent !== text) this.told.textContent = text;
    this.placeDots();
    const x = this.x(this.at);
    this.playhead.attr('x1', x).attr('x2', x);
  }

  // The parts that occur, a column each.
  drawBoxes() {
    const used = new Set(this.timeline.clients.flatMap(({lives}) => lives.flatMap(({parts}) => parts.filter(([, begin, end]) => end > begin)
        .map(([part]) => boxOf(part)))));
    this.columns = kBoxes.map((box, i) => i).filter(i => used.has(i));
    const count = this.timeline.clients.length, width = 102, perRow = 3;
    const height = 34 + 26 * Math.ceil(count / perRow);
    const svg = d3.create('svg').attr('viewBox', `0 0 ${this.columns.length * (width + 8)} ${height}`).attr('role', 'img')
        .attr('aria-label', 'Each client is a dot in the box of what it does now; the sentence above tells it in words')
        .attr('width', this.columns.length * (width + 8));
    this.columns.forEach((box, column) => {
      const group = svg.append('g').attr('transform', `translate(${column * (width + 8)},0)`);
      group.append('rect').attr('class', 'stage-box').attr('width', width).attr('height', height - 2).attr('y', 1).attr('rx', 6);
      group.append('text')
          .attr('class', 'stage-name')
          .attr('x', width / 2)
          .attr('y', 18)
          .attr('text-anchor', 'middle')
          .text(kBoxes[box][0]);
    });
    this.dots = svg.append('g').selectAll('g').data(this.timeline.clients).enter().append('g').attr('class', 'dot');
    this.dots.append('circle').attr('r', 11);
    this.dots.append('text').attr('text-anchor', 'middle').attr('y', 4).text(client => client.name.replace(/\D+/g, ''));
    this.place = (column, slot) => [column * (width + 8) + 20 + 28 * (slot % perRow), 42 + 26 * Math.floor(slot / perRow)];
    this.boxes.replaceChildren(svg.node());
  }

  // What a client does at this moment: {part, life}, or nothing.
  doing(client) {
    for (const life of client.lives) {
      const part = life.parts.find(([, begin, end]) => begin <= this.at && this.at < end);
      if (part) return {part, life};
    }
    return null;
  }

  placeDots() {
    const taken = new Map();
    this.dots.each((client, i, nodes) => {
      const now = this.doing(client);
      const column = now ? this.columns.indexOf(boxOf(now.part[0])) : 0;
      const slot = taken.get(column) || 0;
      taken.set(column, slot + 1);
      const [x, y] = this.place(Math.max(0, column), slot);
      const dot = d3.select(nodes[i]);
      nodes[i].style.transform = `translate(${x}px, ${y}px)`;
      const isGrouped = now && now.life.group >= 0 && column > 0;
      dot.select('circle').style('fill', isGrouped ? colourOf(now.life.group) : 'var(--faint)');
      dot.classed('leads', Boolean(isGrouped && now.life.leads));
    });
  }

  // Clients, disks and messages, one row each, and a line at this moment.
  drawRows() {
    const busy = new Map();
    for (const span of this.timeline.spans) {
      if (span.kind === 'stage') continue;
      const name = `${span.server}: ${span.row}`;
      busy.set(name, [...(busy.get(name) || []), span]);
    }
    const clients = this.timeline.clients.slice(0, 16);
    const servers = [...new Set([this.timeline.server, ...this.timeline.spans.map(({server}) => server)])];
    const rows = [...busy].sort(([, [a]], [, [b]]) => servers.indexOf(a.server) - servers.indexOf(b.server) || a.row.localeCompare(b.row));
    const names = [...clients.map(({name}) => name), ...rows.map(([name]) => name)];
    const left = 170, width = 900, height = 17;
    this.x = d3.scaleLinear().domain([0, this.timeline.end_ms]).range([left, left + width]);
    const svg = d3.create('svg').attr('viewBox', `0 0 ${left + width + 20} ${names.length * height + 34}`).attr('role', 'img')
        .attr('aria-label', 'Time across: one row per client, disk and link').attr('width', left + width + 20);
    names.forEach((name, row) => svg.append('text').attr('class', 'detail').attr('x', left - 8).attr('y', row * height + 13)
        .attr('text-anchor', 'end').text(shorten(name, 26)));
    clients.forEach(
        (client, row) => client.lives.forEach(life => life.parts.forEach(part => this.drawPart(svg, part, row * height, height))));
    rows.forEach(([, spans], i) => spans.forEach(span => {
      const y = (clients.length + i) * height + 3;
      svg.append('rect')
          .attr('class', `span ${span.kind}`)
          .attr('y', y)
          .attr('height', height - 6)
          .attr('x', this.x(Math.max(0, span.begin)))
          .attr('width', Math.max(1.5, this.x(Math.min(span.end, this.timeline.end_ms)) - this.x(Math.max(0, span.begin))));
    }));
    svg.append('g').attr('class', 'axis').attr('transform', `translate(0,${names.length * height + 4})`).call(d3.axisBottom(this.x)
        .ticks(8).tickFormat(value => `${digits(value)} ms`));
    this.playhead = svg.append('line').attr('class', 'playhead').attr('y2', names.length * height + 4);
    this.rows.replaceChildren(this.legend(), svg.node());
  }

  drawPart(svg, [part, begin, end, isOwn], y, height) {
    const from = Math.max(0, begin), to = Math.min(end, this.timeline.end_ms);
    if (to <= from) return;
    svg.append('rect').attr('class', `part box-${boxOf(part)}${isOwn ? '' : ' of-leader'}`).attr('x', this.x(from)).attr('y', y + 2)
        .attr('width', Math.max(0.6, this.x(to) - this.x(from))).attr('height', height - 4);
  }

  legend() {
    return el('div', {class: 'legend'}, this.columns.map(box => {
      const svg = d3.create('svg').attr('viewBox', '0 0 26 12').attr('aria-hidden', 'true');
      svg.append('rect').attr('width', 26).attr('height', 12).attr('class', `part box-${box}`);
      return el('span', {}, svg.node(), kBoxes[box][0]);
    }), el('span', {}, 'pale: done by the leader of its group'));
  }
}
