// The page of a single result: headline numbers, where the time goes, groups, replicas over time.

const kParts = ['thread_wait', 'client', 'execute', 'lock_wait', 'prepare', 'flush_wait', 'flush', 'sync_wait', 'sync', 'commit_wait',
    'ack_wait',
                'engine_commit', 'rotation', 'wake_up'];

// Parts in the order in which a transaction goes through them.
function inOrder(parts) {
  const place = part => {
    const at = kParts.indexOf(part.name.replace(/ /g, '_'));
    return at < 0 ? kParts.length : at;
  };
  return [...parts].sort((a, b) => place(a) - place(b));
}

const card = (label, value, margin) => el('div', {class: 'card'}, el('div', {class: 'label'}, label), el('div', {class: 'value'}, value),
                                           el('div', {class: 'margin'}, margin || ''));

function estimateCard(label, estimate, unit) {
  if (!estimate || !isNumber(estimate.mean)) return null;
  return card(label, withHalfWidth(estimate.mean, null, unit), isNumber(estimate.half_width)
      ? `± ${Number(estimate.half_width.toPrecision(2))} ${unit}` : '');
}

function headline(result) {
  const {throughput, response_ms: response, bottleneck, group_commit: groups} = result;
  return el('div', {class: 'cards'}, estimateCard('throughput', throughput.tps, '1/s'), estimateCard('queries', throughput.qps, '1/s'),
            estimateCard('mean response time', response.mean, 'ms'), estimateCard('95th percentile', response.p95, 'ms'),
            estimateCard('99th percentile', response.p99, 'ms'),
            groups && isNumber(groups.mean_size) ? card('group size', digits(groups.mean_size), `${digits(groups.groups_per_s)} groups/s`)
                : null,
            bottleneck ? card('busiest resource', `${digits(100 * bottleneck.utilisation)} %`, bottleneck.resource) : null);
}

function resultWaterfall(result) {
  const parts = inOrder(Object.entries(result.response_parts_ms).filter(([, value]) => value > 0)
      .map(([name, value]) => ({name: nameOf(name), value})));
  const title = 'Where the mean response time goes';
  return plot(title, waterfall({label: title, parts, total: (result.response_ms.mean || {}).mean, unit: 'ms'}), ['part', 'ms'],
      parts.map(part => [part.name, part.value]));
}

function groupSizes(result) {
  const counts = Object.entries((result.group_commit || {}).histogram || {}).map(([size, count]) => [Number(size), count])
      .sort((a, b) => a[0] - b[0]);
  if (counts.length === 0) return null;
  const total = d3.sum(counts, ([, count]) => count);
  const bars = counts.map(([size, count]) => ({name: String(size), value: 100 * count / total,
                                               lines: [`${size} transactions`, `${count} groups`,
                                                   `${digits(100 * count / total)} % of the groups`]}));
  return plot('Group sizes', histogram({label: 'Group sizes', bars, xTitle: 'transactions in a commit group', yTitle: '% of the groups'}),
              ['size', 'groups', '%'], counts.map(([size, count], i) => [size, count, bars[i].value]));
}

function overTime(result) {
  const series = result.series || [];
  const one = (title, key, unit) => plot(title, timeSeries({label: title, yTitle: unit, series: [{name: title, colour: 0, dash: 0,
      values: series.map(each => ({t: each.t_s, value: each[key]}))}]}), ['s', unit], series.map(each => [each.t_s, each[key]]));
  if (series.length < 2) return [];
  return [one('Throughput over time', 'tps', '1/s'), one('95th percentile of the response time over time', 'p95_ms', 'ms')];
}

function lagOverTime(replicas) {
  const series = replicas.filter(replica => (replica.series || []).length > 1).map((replica, i) => ({name: replica.name, colour: i, dash: i,
      values: replica.series.map(each => ({t: each.t_s, value: each.behind}))}));
  if (series.length === 0) return null;
  const title = 'Transactions that replicas are behind';
  return plot(title, timeSeries({label: title, series, yTitle: 'transactions'}), ['replica', 's', 'behind', 'lag [s]'],
              replicas.flatMap(replica => (replica.series || []).map(each => [replica.name, each.t_s, each.behind, each.lag_s])),
                  legend(series));
}

function replicaTable(replicas) {
  const lag = (replica, key) => (replica.lag_ms || {})[key];
  return table('Replicas', ['replica', 'source', 'mode', 'lag mean [ms]', 'p50 [ms]', 'p95 [ms]', 'p99 [ms]', 'max [ms]', 'applied [1/s]',
      'can apply [times]', 'behind at end', 'falls behind'],
               replicas.map(each => [each.name, each.source, each.mode, lag(each, 'mean'), lag(each, 'p50'), lag(each, 'p95'), lag(each,
                   'p99'), lag(each, 'max'),
                                     each.applied_tps, each.headroom, each.behind_at_end, each.falls_behind ? 'yes' : 'no']));
}

function semiSyncTable(result) {
  const sources = (result.servers || []).filter(server => (server.semi_sync || {}).enabled);
  if (sources.length === 0) return null;
  const rows = sources.flatMap(server => Object.entries(server.semi_sync).map(([name, value]) => [server.name, name,
      typeof value === 'boolean' ? (value ? 'yes' : 'no') : value]));
  return section('Semi-sync', table('Semi-sync counters', ['server', 'counter', 'value'], rows));
}

function serverTable(servers) {
  return table('Servers', ['server', 'version', 'host', 'commits [1/s]', 'CPU [%]', 'busiest device [%]', 'redo fsyncs [1/s]',
      'binlog fsyncs [1/s]', 'relay log fsyncs [1/s]'],
               servers.map(each => [each.name, each.version, each.host, each.commits_per_s, 100 * each.cpu_utilisation,
                   100 * each.device_utilisation,
                                    ...['redo', 'binlog', 'relay_log'].map(file => (each.fsyncs_per_s || {})[file])]));
}

function resultPage(result, file) {
  const replicas = result.replicas || [];
  const warnings = (result.warnings || []).map(warning => el('p', {class: 'warning'},
      `Warning: ${typeof warning === 'string' ? warning : JSON.stringify(warning)}`));
  const load = result.workload || {};
  const threads = isNumber(load.threads) ? `, ${load.threads} threads` : '';
  const replicates = result.replicates === 1 ? 'one replicate' : `${result.replicates} replicates`;
  return el('article', {class: 'result'}, el('h1', {}, result.scenario_file || file),
            el('p', {class: 'question'}, (result.scenario || {}).description || ''),
            el('p', {class: 'source'}, `${load.name || ''} on ${load.server || ''}${threads}; ${digits(result.simulated_s)} s after ` +
               `${digits(result.warm_up_s)} s of warm-up, ${replicates}. Margins are 95 % half-widths.`),
            ...warnings, headline(result),
            section('Topology', topology(result.scenario)),
            section('Response time and groups', el('div', {class: 'charts'}, resultWaterfall(result), groupSizes(result),
                ...overTime(result))),
            replicas.length ? section('Replicas', replicaTable(replicas), el('div', {class: 'charts'}, lagOverTime(replicas))) : null,
            semiSyncTable(result), section('Servers', serverTable(result.servers || [])),
            section('How to reproduce', el('p', {}, `Made by commitsim ${result.version}, seed ${result.seed} (${result.provenance}).`),
                    commands(`commitsim run ${quoted(result.scenario_file || 'scenario.yaml')} --format json -o ${quoted(file)}`, file),
                    copyable('The scenario, every value resolved (JSON is YAML as well)', JSON.stringify(result.scenario, null, 2))));
}
