// Numbers, curves and parts of the run that the sliders ask for.

function labCards(result) {
  const replicas = result.replicas || [];
  const lag = replicas.map(replica => card(`lag of ${replica.name}`, withHalfWidth((replica.lag_ms || {}).mean, null, 'ms'),
      replica.falls_behind ? 'falls behind: it grows' : `95th percentile ${digits((replica.lag_ms || {}).p95)} ms`));
  return [estimateCard('throughput', result.throughput.tps, '1/s'), estimateCard('mean response time', result.response_ms.mean, 'ms'),
          estimateCard('95th percentile', result.response_ms.p95, 'ms'),
          isNumber((result.group_commit || {}).mean_size) ? card('group size', digits(result.group_commit.mean_size),
              `${digits(result.group_commit.groups_per_s)} groups/s`) : null,
          ...lag].filter(Boolean);
}

const kCurves = [
  {id: 'tps', title: 'Throughput', unit: '1/s', simulated: 'tps', lines: [['estimate', 'estimate_tps'], ['bound', 'bound_tps']]},
  {id: 'ms', title: 'Mean response time', unit: 'ms', simulated: 'mean_ms', lines: [['estimate', 'estimate_ms'], ['bound', 'least_ms']]},
];

// A curve of the sweep with the closed-form lines of queueing analysis; the sliders' own number of threads is ringed.
function labCurve({title, unit, simulated, lines}, points, threads) {
  const levels = points.map(point => ({label: String(point.threads), number: point.threads}));
  const at = (point, value, half, name) => ({
    level: levels[points.indexOf(point)],
    value,
    half,
    isBest: name === 'simulated' && point.threads === threads,
    lines: [`${point.threads} threads`, `${name}: ${withHalfWidth(value, half, unit)}`, ...(name === 'bound' ? [point.bound] : [])]
  });
  const series = [
    {name: 'simulated', colour: 0, dash: 0, points: points.map(point => at(point, point[simulated].mean, point[simulated].half_width,
        'simulated'))},
    ...lines.map(([name, key], i) => ({name, colour: i + 1, dash: i + 1, points: points.map(point => at(point, point[key], null, name))})),
  ];
  const drawing = lineChart({label: title, series, isConnected: true, levels, xTitle: 'threads', yTitle: unit});
  const rows =
      points.map(point => [point.threads, point[simulated].mean, point[simulated].half_width, ...lines.map(([, key]) => point[key])]);
  return plot(
      `${title} against threads: simulated, and in closed form`, drawing,
      ['threads', `simulated [${unit}]`, '±', ...lines.map(([name]) => name)], rows, legend(series));
}

const drawCurves = (place, points, threads) => place.replaceChildren(...kCurves.map(curve => labCurve(curve, points, threads)));

function shareBlock(yaml, state) {
  const link = el('a', {id: 'link', href: linkTo(state)}, 'Link to these settings');
  return [el('p', {}, link, '. With the scenario in a file: ', el('code', {}, 'commitsim run scenario.yaml'), ', ',
             el('code', {}, 'commitsim explain scenario.yaml'), '.'),
          copyable('The scenario as YAML', yaml, false)];
}

function drawRun(answer, state) {
  const {result, notes} = answer;
  document.getElementById('cards').replaceChildren(...labCards(result));
  document.getElementById('details').replaceChildren(...[resultWaterfall(result), groupSizes(result)].filter(Boolean));
  document.getElementById('topology').replaceChildren(topology(result.scenario));
  document.getElementById('share').replaceChildren(...shareBlock(answer.yaml, state));
  const {tps} = result.throughput, {mean} = result.response_ms;
  document.getElementById('status').replaceChildren(
      `${state.version}, ${state.threads} threads: ${withHalfWidth(tps.mean, tps.half_width, 'transactions/s')}, mean response time ` +
          `${withHalfWidth(mean.mean, mean.half_width, 'ms')}. Simulated: ${digits(result.simulated_s)} s; margins are 95 % half-widths.`,
      ...notes.map(note => el('span', {class: 'warning'}, ` Note: ${note}.`)));
}
