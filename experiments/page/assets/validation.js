// The scoreboard: what was measured on real servers beside what is predicted, with signed errors; fitted and predicted rows apart.

const kRoles = ['predicted', 'fitted'];

function scoreRows(scores, role) {
  return scores.filter(score => score[role] && score[role].rows > 0).map(({set, metric, [role]: score}) =>
      [set, metric, score.rows, score.median_abs_error_pct, score.p90_abs_error_pct, score.median_error_pct, score.worst_error_pct,
          score.worst_row]);
}

const kScoreHeads = ['set', 'metric', 'rows', 'median error, size [%]', '90th percentile, size [%]', 'median error, signed [%]',
    'worst [%]', 'worst row'];

// Measured against predicted, each on a logarithmic scale, with the line on which both are the same.
function agreement(rows, metric) {
  const drawn = rows.filter(row => row.metric === metric && row.measured > 0 && row.predicted > 0);
  if (drawn.length === 0) return nothing();
  const title = `${metric}: predicted against measured`;
  const frame = canvas(title, 560, 420, {top: 24, right: 16, bottom: 46, left: 58});
  const values = drawn.flatMap(row => [row.measured, row.predicted]);
  const x = d3.scaleLog().domain([d3.min(values) * 0.9, d3.max(values) * 1.1]).range([0, frame.width]), y = x.copy()
      .range([frame.height, 0]);
  drawAxes(frame, valueAxis(x, 'bottom'), valueAxis(y), 'measured', 'predicted');
  const [low, high] = x.domain();
  frame.area.append('line').attr('class', 'zero').attr('x1', x(low)).attr('y1', y(low)).attr('x2', x(high)).attr('y2', y(high));
  const points = drawn.map(row => ({row, isFailing: row.role === 'fitted', lines: rowLines(row)}));
  drawMarks(frame.area.append('g'), points, d => x(d.row.measured), d => y(d.row.predicted), 0, 0);
  return plot(`${title} (fitted rows are hollow)`, frame.svg.node(), kRowHeads, drawn.map(rowCells));
}

const rowLines = row => [`${row.set} ${row.case}`, `${row.metric}, ${row.role}`, `measured ${digits(row.measured)}`,
                         `predicted ${withHalfWidth(row.predicted, row.half_width)}`, `error ${signed(row.error_pct)} %`];
const signed = value => isNumber(value) ? (value > 0 ? '+' : '') + Number(value.toPrecision(3)) : '–';
const kRowHeads = ['set', 'case', 'metric', 'role', 'measured', 'predicted', '±', 'error [%]'];
const rowCells = row => [row.set, row.case, row.metric, row.role, row.measured, row.predicted, row.half_width, {value: row.error_pct,
    text: signed(row.error_pct)}];

// Signed errors of one metric in classes of 5 percent.
function errorHistogram(rows, metric, role) {
  const errors = rows.filter(row => row.metric === metric && row.role === role && isNumber(row.error_pct));
  if (errors.length === 0) return null;
  const classes = d3.range(-50, 50, 5);
  const bars = classes.map((low, i) => {
    const inside = errors.filter(({error_pct: error}) => (i === 0 || error >= low) && (i === classes.length - 1 || error < low + 5));
    const name = i === 0 ? `< ${low + 5}` : i === classes.length - 1 ? `≥ ${low}` : String(low);
    return {name, value: inside.length, lines: [`${i === 0 ? 'below' : low} to ${i === classes.length - 1 ? 'above' : low + 5} %`,
        `${inside.length} rows`]};
  });
  const median = d3.median(errors, row => row.error_pct), size = d3.median(errors, row => Math.abs(row.error_pct));
  const title = `${metric}, ${role} rows: signed errors, median ${signed(median)} %, median size ${digits(size)} %`;
  return plot(title, histogram({label: title, bars, xTitle: 'error from … % (classes of 5 %)', yTitle: 'rows'}), kRowHeads,
      errors.map(rowCells));
}

function worstBars(rows, metric) {
  const worst = rows.filter(row => row.metric === metric && row.role === 'predicted' && isNumber(row.error_pct))
      .sort((a, b) => Math.abs(b.error_pct) - Math.abs(a.error_pct)).slice(0, 12);
  if (worst.length === 0) return null;
  const title = `${metric}: the worst predicted rows`;
  const bars = worst.map(row => ({name: `${row.set} ${row.case}`, value: row.error_pct, colour: row.error_pct < 0 ? 0 : 1,
      lines: rowLines(row)}));
  return plot(title, differenceBars({label: title, bars, unit: 'error [%]'}), kRowHeads, worst.map(rowCells));
}

function claimTable(claims) {
  if (claims.length === 0) return null;
  const columns = [...new Set(claims.flatMap(claim => Object.keys(claim)))];
  return section('Claims', table('Claims', columns, claims.map(claim => columns.map(column => shownClaim(claim[column])))));
}

const shownClaim = value => isNumber(value) ? value : typeof value === 'boolean' ? (value ? 'yes' : 'no') : shown(value);

function validationPage(validation, file) {
  const sets = [...new Set(validation.rows.map(row => row.set))], metrics = [...new Set(validation.rows.map(row => row.metric))];
  const choices = {set: '', metric: metrics.includes('tps') ? 'tps' : metrics[0]};
  const charts = el('div', {class: 'charts'}), tables = el('div');
  const redraw = () => {
    hideTooltip();
    const rows = validation.rows.filter(row => choices.set === '' || row.set === choices.set);
    const scores = validation.scores.filter(score => choices.set === '' || score.set === choices.set);
    charts.replaceChildren(...[agreement(rows, choices.metric), worstBars(rows, choices.metric),
        ...kRoles.map(role => errorHistogram(rows, choices.metric, role))].filter(Boolean));
    tables.replaceChildren(...kRoles.filter(role => scoreRows(scores, role).length > 0).map(role =>
        section(`Scores of ${role} rows`, table(`Scores of ${role} rows`, kScoreHeads, scoreRows(scores, role)))),
        section('All rows', table('All rows', kRowHeads, rows.map(rowCells))));
  };
  redraw();
  const named = sets.length <= 3 ? sets.map(set => `${quoted(set)} `).join('') : '';
  const count = role => validation.rows.filter(row => row.role === role).length;
  return el('article', {class: 'validation'}, el('h1', {}, 'Measured against predicted'),
            el('p', {class: 'source'}, `${sets.length} sets, ${count('predicted')} predicted and ${count('fitted')} fitted rows. ` +
                                     'An error above 0: the prediction is higher.'),
            el('form', {class: 'controls', 'aria-label': 'Choices', onsubmit: event => event.preventDefault()},
               choice('set', [['', 'all'], ...sets.map(set => [set, set])], '', value => { choices.set = value; redraw(); }),
               choice('metric', metrics.map(metric => [metric, metric]), choices.metric, value => { choices.metric = value; redraw(); })),
            charts, tables, claimTable(validation.claims || []),
            section('How to reproduce', commands(`commitsim validate ${named}--format json > ${quoted(file)}`, file)));
}
