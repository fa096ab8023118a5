// Elements, numbers and the tooltip: what every part of the page uses. Text goes in as text, never as markup.

function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.flat().filter(child => child !== null && child !== undefined));
  return node;
}

const isNumber = value => typeof value === 'number' && Number.isFinite(value);

function digits(value) {
  if (!isNumber(value)) return '–';
  const size = Math.abs(value);
  if (size >= 1e7) return value.toExponential(3);
  if (size >= 1000) return value.toFixed(0);
  return String(Number(value.toPrecision(4)));
}

function withHalfWidth(value, halfWidth, unit) {
  const margin = isNumber(halfWidth) && halfWidth > 0 ? ` ± ${Number(halfWidth.toPrecision(2))}` : '';
  return digits(value) + margin + (unit ? ` ${unit}` : '');
}

const kShortNames = {
  'throughput.tps': 'throughput', 'throughput.qps': 'queries', 'response_ms.mean': 'mean response time',
      'group_commit.mean_size': 'group size',
  'replicas.*.lag_ms.p95': 'lag, 95th percentile', 'replicas.*.lag_ms.p99': 'lag, 99th percentile',
      'response_ms.p50': 'response time, median',
  'response_ms.p95': 'response time, 95th percentile', 'response_ms.p99': 'response time, 99th percentile',
  'durability.source_mysqld_crash.lost_max': 'transactions lost with mysqld, at worst',
  'durability.source_host_crash.lost_max': 'transactions lost with the machine, at worst',
  'durability.source_lost.lost_max': 'transactions lost with the source, at worst',
  'durability.source_and_replica_lost.lost_max': 'transactions lost with the source and a replica, at worst',
  'durability.source_site_lost.lost_max': 'transactions lost with the source\'s site, at worst',
  'durability.power_loss_of_both.lost_max': 'transactions lost in a power loss of all, at worst',
};

// A metric as people say it: "replicas.db_2.lag_ms.p95" is "db_2: lag ms p95".
function nameOf(metric) {
  const [, server, rest] = /^(?:replicas|servers)\.(.*)\.((?:lag_ms|fsyncs_per_s|group_commit|semi_sync)\.\w+|\w+)$/.exec(metric)
      || [null, '', metric];
  return kShortNames[metric] || (server ? `${server}: ` : '') + rest.replace(/[_.]/g, ' ');
}

const withUnit = (name, unit) => unit ? `${name} [${unit}]` : name;

function section(title, ...content) {
  return el('section', {}, el('h2', {}, title), ...content);
}

// Text to copy: how to reproduce, and documents.
function copyable(title, text, isOpen) {
  const block = el('pre', {tabindex: 0}, text);
  const button = el('button', {type: 'button', onclick: () => {
    const range = document.createRange();
    range.selectNodeContents(block);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    button.textContent = document.execCommand('copy') ? 'Copied' : 'Selected';
  }}, 'Copy');
  return el('details', {open: isOpen}, el('summary', {}, title), button, block);
}

// How an input was made, and this page from it.
const commands = (made, file) => copyable('Commands', `${made}\ncommitsim report ${quoted(file)} -o page.html`, true);

// A word for a POSIX shell.
const quoted = word => /^[\w./:=@%+-]+$/.test(word) && !word.startsWith('-') ? word : `'${word.replace(/'/g, `'\\''`)}'`;

let selects = 0;

// A labelled choice; options are [value, text].
function choice(label, options, value, onchange) {
  const id = `choice-${++selects}`;
  const select = el('select', {id, name: label, onchange: () => onchange(select.value)},
                    options.map(([key, text]) => el('option', {value: key, selected: key === value}, text)));
  return el('span', {class: 'choice'}, el('label', {for: id}, label), select);
}

// --- Tooltip: shown where the pointer or the keyboard is ---------------------------------------------------------------

const tooltip = document.getElementById('tooltip');

function showTooltip(target, lines) {
  tooltip.replaceChildren(...lines.map(line => el('div', {}, line)));
  tooltip.hidden = false;
  const place = target.getBoundingClientRect();
  const size = tooltip.getBoundingClientRect();
  const left = place.left + place.width / 2 - size.width / 2;
  const above = place.top - size.height - 8;
  tooltip.style.left = `${Math.max(4, Math.min(left, innerWidth - size.width - 4))}px`;
  tooltip.style.top = `${above > 4 ? above : place.bottom + 8}px`;
}

function hideTooltip() {
  tooltip.hidden = true;
}

addEventListener('keydown', event => {
  if (event.key === 'Escape') hideTooltip();
});
addEventListener('scroll', hideTooltip, {passive: true});

// Marks of a D3 selection tell what they are: to the pointer, the keyboard and a screen reader.
function tell(marks, linesOf) {
  marks.attr('tabindex', 0).attr('role', 'img').attr('aria-label', d => linesOf(d).join(', '))
      .on('pointerenter', function(d) { showTooltip(this, linesOf(d)); })
      .on('focus', function(d) { showTooltip(this, linesOf(d)); })
      .on('pointerleave', hideTooltip)
      .on('blur', hideTooltip);
  return marks;
}
