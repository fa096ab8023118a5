// The page of two scenarios compared: what differs, how surely, and why.

function comparisonPage(comparison, file) {
  const rows = comparison.rows.filter(row => isNumber(row.a) || isNumber(row.b));
  // A difference as a share of A, for figures that have one.
  const percent = row => isNumber(row.a) && row.a !== 0 ? 100 * row.difference / Math.abs(row.a) : NaN;
  const matters = row => row.is_clear && isNumber(percent(row))
      && /^(throughput\.(tps|qps)|response_ms\.|group_commit\.mean_size|replicas\..*lag_ms)/.test(row.metric);
  const bars = rows.filter(matters).map(row => ({
    name: nameOf(row.metric), value: percent(row), half: isNumber(row.half_width) ? 100 * row.half_width / Math.abs(row.a) : NaN,
        colour: row.difference < 0 ? 0 : 1,
    lines: [nameOf(row.metric), `A ${withHalfWidth(row.a, row.a_half_width, row.unit)}`,
        `B ${withHalfWidth(row.b, row.b_half_width, row.unit)}`,
            `B - A ${withHalfWidth(row.difference, row.half_width, row.unit)}`]}));
  const parts = rows.filter(row => row.metric.startsWith('response_parts_ms.') && (row.a > 0 || row.b > 0));
  const partBars = parts.map(row => ({name: nameOf(row.metric.slice(18)), value: row.difference, half: row.half_width,
      colour: row.difference < 0 ? 0 : 1,
                                      lines: [nameOf(row.metric.slice(18)), `A ${digits(row.a)} ms`, `B ${digits(row.b)} ms`,
                                          `B - A ${withHalfWidth(row.difference, row.half_width, 'ms')}`]}));
  const heads = ['metric', 'unit', 'A', 'B', 'B - A', '±', '%', 'sure'];
  const cells = list => list.map(row => [row.metric, row.unit, row.a, row.b, row.difference, row.half_width, percent(row), row.is_clear
      ? 'yes' : 'no']);
  return el('article', {class: 'comparison'}, el('h1', {}, 'What differs'), el('p', {}, el('strong', {}, 'A: '), comparison.a), el('p',
      {}, el('strong', {}, 'B: '), comparison.b),
            el('p', {class: 'source'}, `${comparison.pairs} pairs of ${digits(comparison.simulated_s)} s on common random numbers. ` +
                                     'Margins are 95 % half-widths.'),
            el('ul', {class: 'verdicts'}, comparison.verdicts.map(text => el('li', {}, text))),
            section('Why', el('ul', {}, comparison.reasons.map(text => el('li', {}, text)))),
            section('Differences', el('div', {class: 'charts wide'},
                bars.length ? plot('Sure differences, B - A in percent of A', differenceBars({label: 'Sure differences', bars,
                    unit: '%'}), heads, cells(rows.filter(matters)))
                            : el('p', {}, 'Nothing differs for sure.'),
                partBars.length ? plot('Parts of the mean response time, B - A', differenceBars({label: 'Parts of the response time',
                    bars: partBars, unit: 'ms'}), heads, cells(parts)) : null)),
            section('Settings', table('Settings that differ', ['path', 'A', 'B'], (comparison.settings || [])
                .map(each => [each.path, shown(each.a), shown(each.b)]))),
            section('All figures', table('All figures', heads, cells(rows))),
            section('How to reproduce', el('p', {}, `Seed ${comparison.seed}; ${comparison.pairs} pairs.`),
                    commands(`${compareCommand(comparison)} --format json -o ${quoted(file)}`, file)));
}

const shown = value => value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

// B is named after its file, or after A with what was set: "a.yaml with network.default.rtt=1ms, workload.threads=4".
function compareCommand(comparison) {
  const start = `${comparison.a} with `;
  if (!comparison.b.startsWith(start)) return `commitsim compare ${quoted(comparison.a)} ${quoted(comparison.b)}`;
  const sets = comparison.b.slice(start.length).split(/, (?=[\w.]+=)/);
  return `commitsim compare ${quoted(comparison.a)} ${sets.map(set => `--set ${quoted(set)}`).join(' ')}`;
}
