// The topology of a scenario: servers in boxes on their hosts, arrows from sources to replicas.

const isOn = (server, ...names) => names.some(name => ['ON', 'on', true, 1, '1'].includes((server.variables || {})[name]));

function modeOf(source, replica) {
  const asks = isOn(source, 'rpl_semi_sync_master_enabled', 'rpl_semi_sync_source_enabled');
  return asks && isOn(replica, 'rpl_semi_sync_slave_enabled', 'rpl_semi_sync_replica_enabled') ? 'semi-sync' : 'async';
}

// The round trip time between two hosts: of the link that names them or their sites, or else the default.
function rttBetween(scenario, from, to) {
  const ends = host => [host, ((scenario.hosts || {})[host] || {}).site].filter(Boolean);
  const network = scenario.network || {};
  const link = (network.links || []).find(({between}) => Array.isArray(between) && between.length === 2 &&
      (ends(from).includes(between[0]) && ends(to).includes(between[1]) || ends(from).includes(between[1]) && ends(to)
          .includes(between[0])));
  return link && link.rtt || (network.default || {}).rtt || '';
}

// Servers by their distance from a source without source; a ring of sources begins anywhere.
function columnsOf(servers) {
  const depth = new Map();
  const depthOf = (name, seen) => {
    const source = servers[name].replicates_from;
    if (depth.has(name)) return depth.get(name);
    const own = !source || !servers[source] || seen.has(source) ? 0 : depthOf(source, new Set([...seen, name])) + 1;
    depth.set(name, own);
    return own;
  };
  const columns = [];
  for (const name of Object.keys(servers)) {
    const at = depthOf(name, new Set([name]));
    (columns[at] = columns[at] || []).push(name);
  }
  for (const column of columns) column.sort((a, b) => String(servers[a].host).localeCompare(String(servers[b].host), 'en',
      {numeric: true}));
  return columns;
}

const shorten = (text, length) => text.length > length ? text.slice(0, length - 1) + '…' : text;

const kVariablesToTell =
    /^(sync_binlog|innodb_flush_log_at_trx_commit|rpl_semi_sync_\w+_wait_point|(slave|replica)_parallel_(workers|threads))$/;

const kBox = {width: 170, height: 62, gapX: 150, gapY: 22};

function drawServer(svg, scenario, name, x, y) {
  const server = scenario.servers[name];
  const host = (scenario.hosts || {})[server.host] || {};
  const group = svg.append('g').attr('class', 'server').attr('transform', `translate(${x},${y})`).datum(name);
  group.append('rect').attr('class', 'host').attr('x', -6).attr('y', -6).attr('width', kBox.width + 12).attr('height', kBox.height + 12)
      .attr('rx', 8);
  group.append('rect').attr('class', 'box').attr('width', kBox.width).attr('height', kBox.height).attr('rx', 5);
  const lines = [shorten(name, 22), shorten(server.version || '', 26),
                 shorten(`${server.host}${host.cores ? `, ${host.cores} cores` : ''}${host.site ? `, ${host.site}` : ''}`, 28)];
  lines.forEach((text, line) => group.append('text').attr('class', line === 0 ? 'name' : 'detail').attr('x', 10).attr('y', 20 + 17 * line)
      .text(text));
  const changed = Object.entries(server.variables || {}).filter(([variable]) =>
      kVariablesToTell.test(variable));
  tell(group, () => [name, ...lines.slice(1), ...changed.map(([variable, value]) => `${variable} = ${value}`)]);
}

function topology(scenario) {
  const servers = scenario.servers || {};
  const columns = columnsOf(servers);
  const rows = Math.max(1, ...columns.map(column => column.length));
  const width = columns.length * kBox.width + (columns.length - 1) * kBox.gapX + 24;
  const height = rows * kBox.height + (rows - 1) * kBox.gapY + 24;
  const node = el('div', {class: 'scroll topology'});
  const svg = d3.select(node).append('svg').attr('viewBox', `0 0 ${width} ${height}`).attr('width', width).attr('height', height)
      .attr('role', 'group').attr('aria-label', 'Topology');
  const marker = svg.append('defs').append('marker').attr('id', 'arrow').attr('viewBox', '0 0 8 8').attr('refX', 7).attr('refY', 4)
      .attr('markerWidth', 8).attr('markerHeight', 8).attr('orient', 'auto');
  marker.append('path').attr('d', 'M0,0L8,4L0,8Z').attr('class', 'arrow-head');
  const place = {};
  columns.forEach((names, column) => names.forEach((name, row) => {
    const own = names.length * kBox.height + (names.length - 1) * kBox.gapY;
    place[name] = {x: 12 + column * (kBox.width + kBox.gapX), y: (height - own) / 2 + row * (kBox.height + kBox.gapY)};
  }));
  const arrows = [];
  for (const [name, server] of Object.entries(servers)) {
    const source = servers[server.replicates_from];
    if (!source) continue;
    const mode = modeOf(source, server), from = place[server.replicates_from], to = place[name];
    const isBack = from.x >= to.x;  // a ring's last step
    const x1 = isBack ? from.x : from.x + kBox.width + 6, x2 = isBack ? to.x + kBox.width + 8 : to.x - 8;
    const y1 = from.y + kBox.height / 2, y2 = to.y + kBox.height / 2 + (isBack ? 12 : 0);
    arrows.push([server.replicates_from, name, mode, rttBetween(scenario, source.host, server.host)]);
    svg.append('path').attr('class', `arrow ${mode}`).attr('marker-end', 'url(#arrow)')
        .attr('d', `M${x1},${y1}C${(x1 + x2) / 2},${y1} ${(x1 + x2) / 2},${y2} ${x2},${y2}`);
    svg.append('text').attr('class', 'arrow-label').attr('x', x2 - 8).attr('y', y2 + (y2 > y1 + 5 ? 17 : -8)).attr('text-anchor', 'end')
        .text(`${mode} ${arrows[arrows.length - 1][3]}`);
  }
  for (const name of Object.keys(place)) drawServer(svg, scenario, name, place[name].x, place[name].y);
  return plot('Topology: solid arrows are semi-sync, dashed ones async, with the round trip time', node,
              ['source', 'replica', 'mode', 'round trip'], arrows);
}
