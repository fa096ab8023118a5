// Charts by D3, each an SVG that fits its place: lines with bands, scatter, heat map, waterfall, bars.

const kColours = 8;
const kDashes = ['', '7 3', '2 3', '9 3 2 3', '4 2', '1 2', '12 3', '5 2 1 2'];
const kShapes = [d3.symbolCircle, d3.symbolSquare, d3.symbolTriangle, d3.symbolDiamond, d3.symbolCross, d3.symbolStar, d3.symbolWye,
    d3.symbolCircle];

const colourOf = index => `var(--c${index % kColours})`;
const dashOf = index => kDashes[index % kColours];
const symbolOf = (index, size) => d3.symbol().type(kShapes[index % kColours]).size(size)();

function canvas(label, width, height, margin) {
  const svg = d3.create('svg').attr('viewBox', `0 0 ${width} ${height}`).attr('role', 'group').attr('aria-label', label);
  const area = svg.append('g').attr('transform', `translate(${margin.left},${margin.top})`);
  return {svg, area, width: width - margin.left - margin.right, height: height - margin.top - margin.bottom};
}

function drawAxes(frame, x, y, xTitle, yTitle) {
  const {area, width, height} = frame;
  area.append('g').attr('class', 'grid').call(y.tickSize(-width).tickFormat(''));
  area.append('g').attr('class', 'axis').attr('transform', `translate(0,${height})`).call(x);
  area.append('g').attr('class', 'axis').call(y.tickSize(5).tickFormat(digits));
  area.append('text').attr('class', 'axis-title').attr('x', width).attr('y', height + 36).attr('text-anchor', 'end').text(xTitle);
  area.append('text').attr('class', 'axis-title').attr('x', -8).attr('y', -9).text(yTitle);
}

function legend(series) {
  return el('div', {class: 'legend'}, series.map(({name, colour, dash}) => {
    const svg = d3.create('svg').attr('viewBox', '0 0 26 12').attr('aria-hidden', 'true');
    svg.append('line').attr('x2', 26).attr('y1', 6).attr('y2', 6).style('stroke', colourOf(colour)).style('stroke-width', 2)
        .attr('stroke-dasharray', dashOf(dash));
    svg.append('path').attr('transform', 'translate(13,6)').attr('d', symbolOf(dash, 44)).style('fill', colourOf(colour));
    return el('span', {}, svg.node(), name);
  }));
}

const kCrowd = 12;  // more levels than these are not written below an axis one by one

// The scale of a factor's levels: by number where they have one (by logarithm if they are wide), or side by side.
function levelScale(levels, width) {
  const numbers = levels.map(level => level.number);
  if (levels.length > 1 && numbers.every(isNumber)) {
    const isWide = numbers[0] > 0 && numbers[numbers.length - 1] / numbers[0] >= 8;
    const scale = (isWide ? d3.scaleLog() : d3.scaleLinear()).domain([numbers[0], numbers[numbers.length - 1]]).range([12, width - 12]);
    const shown = [];
    let free = -Infinity;  // from here on a label has room
    for (const level of levels) {
      const half = 4 + 3.5 * level.label.length;
      if (scale(level.number) - half < free) continue;
      shown.push(level);
      free = scale(level.number) + half;
    }
    const axis = d3.axisBottom(scale).tickValues(shown.map(level => level.number)).tickFormat((value, i) => shown[i] ? shown[i].label : '');
    return {at: level => scale(level.number), axis, isOrdered: true};
  }
  const scale = d3.scalePoint().domain(levels.map(level => level.label)).range([0, width]).padding(0.5);
  return {at: level => scale(level.label), axis: d3.axisBottom(scale).tickFormat(text => shorten(text, 18)), isOrdered: false};
}

function valueScale(low, high, height) {
  const isWide = low > 0 && high / low >= 100;
  const from = isWide ? low : Math.min(0, low);
  return (isWide ? d3.scaleLog() : d3.scaleLinear()).domain([from, high > from ? high : from + 1]).range([height, 0]).nice();
}

function valueAxis(scale, place) {
  const axis = place === 'bottom' ? d3.axisBottom(scale) : d3.axisLeft(scale);
  if (!scale.base) return axis.ticks(6).tickFormat(digits);
  const [low, high] = scale.domain();
  const steps = [1, 2, 5].flatMap(first => d3.range(-12, 13).map(power => first * 10 ** power)).filter(v => v >= low && v <= high)
      .sort((a, b) => a - b);
  const ticks = steps.length <= 10 ? steps : steps.filter(v => Math.abs(Math.log10(v) - Math.round(Math.log10(v))) < 1e-9);
  return axis.tickValues(ticks).tickFormat(digits);
}

function nothing() {
  return el('p', {class: 'empty'}, 'No point has this figure under these filters.');
}

// series: [{name, colour, dash, points: [{level, value, half, lines, isFailing, isBest}]}], points in the order of their levels
function lineChart({label, series, isConnected, levels, xTitle, yTitle}) {
  const drawn = series.map(each => ({...each, points: each.points.filter(point => isNumber(point.value))}));
  const all = drawn.flatMap(each => each.points);
  if (all.length === 0) return nothing();
  const frame = canvas(label, 560, 320, {top: 24, right: 16, bottom: 46, left: 58});
  const used = levels.filter(level => all.some(point => point.level === level));
  const x = levelScale(used, frame.width);
  const half = point => isNumber(point.half) ? point.half : 0;
  const y = valueScale(d3.min(all, d => d.value - half(d)), d3.max(all, d => d.value + half(d)), frame.height);
  drawAxes(frame, x.axis, valueAxis(y), xTitle, yTitle);
  const floor = y.domain()[0];
  const down = d => y(Math.max(floor, d.value - half(d))), up = d => y(d.value + half(d)), at = d => x.at(d.level);
  for (const {points, colour, dash} of drawn) {
    const hasLine = isConnected && new Set(points.map(point => point.level)).size === points.length && x.isOrdered;
    const group = frame.area.append('g').attr('class', 'series');
    if (hasLine) {
      group.append('path').attr('class', 'band').style('fill', colourOf(colour)).attr('d', d3.area().x(at).y0(down).y1(up)(points));
      group.append('path').attr('class', 'line').style('stroke', colourOf(colour)).attr('stroke-dasharray', dashOf(dash)).attr('d',
          d3.line().x(at).y(d => y(d.value))(points));
    }
    group.selectAll('.error').data(points.filter(point => half(point) > 0)).enter().append('line').attr('class', 'error')
        .style('stroke', colourOf(colour)).attr('x1', at).attr('x2', at).attr('y1', down).attr('y2', up);
    drawMarks(group, points, at, d => y(d.value), colour, dash);
  }
  return frame.svg.node();
}

function drawMarks(group, points, at, height, colour, dash) {
  group.selectAll('.best').data(points.filter(point => point.isBest)).enter().append('circle').attr('class', 'best').attr('r', 9)
      .attr('cx', at).attr('cy', height);
  const marks = group.selectAll('.mark').data(points).enter().append('path').attr('class', d => d.isFailing ? 'mark failing' : 'mark')
      .attr('transform', d => `translate(${at(d)},${height(d)})`).attr('d', symbolOf(dash, 52)).style('stroke', colourOf(colour));
  marks.filter(d => !d.isFailing).style('fill', colourOf(colour));
  tell(marks, d => d.lines);
}

// points: [{x, y, xHalf, yHalf, colour, dash, lines, isFailing, isBest}]; front: those on the Pareto front, in the order of x
function scatter({label, points, front, xTitle, yTitle}) {
  const drawn = points.filter(point => isNumber(point.x) && isNumber(point.y));
  if (drawn.length === 0) return nothing();
  const frame = canvas(label, 560, 360, {top: 24, right: 16, bottom: 46, left: 58});
  const scaleOf = (key, length) => valueScale(d3.min(drawn, d => d[key]), d3.max(drawn, d => d[key]), length);
  const x = scaleOf('x', frame.width).range([0, frame.width]), y = scaleOf('y', frame.height);
  drawAxes(frame, valueAxis(x, 'bottom'), valueAxis(y), xTitle, yTitle);
  if (front.length > 1) frame.area.append('path').attr('class', 'front').attr('d', d3.line().x(d => x(d.x)).y(d => y(d.y))
      .curve(d3.curveStepBefore)(front));
  for (const point of drawn) drawMarks(frame.area.append('g'), [point], d => x(d.x), d => y(d.y), point.colour, point.dash);
  return frame.svg.node();
}

// cells: [{column, row, value, lines, isFailing}], columns and rows are levels
function heatMap({label, cells, columns, rows, xTitle, yTitle}) {
  const drawn = cells.filter(cell => isNumber(cell.value));
  if (drawn.length === 0) return nothing();
  const frame = canvas(label, 560, Math.min(460, 96 + 40 * rows.length), {top: 24, right: 16, bottom: 46, left: 96});
  const x = d3.scaleBand().domain(columns.map(level => level.label)).range([0, frame.width]);
  const y = d3.scaleBand().domain([...rows].reverse().map(level => level.label)).range([0, frame.height]);
  const [low, high] = d3.extent(drawn, cell => cell.value);
  const shareOf = value => high > low ? (value - low) / (high - low) : 0.5;
  const every = step => (text, i) => i % step === 0 ? shorten(text, 14) : '';
  frame.area.append('g').attr('class', 'axis').attr('transform', `translate(0,${frame.height})`).call(d3.axisBottom(x)
      .tickFormat(every(Math.ceil(columns.length / kCrowd))));
  frame.area.append('g').attr('class', 'axis').call(d3.axisLeft(y).tickFormat(every(Math.ceil(rows.length / kCrowd))));
  frame.area.append('text').attr('class', 'axis-title').attr('x', frame.width).attr('y', frame.height + 36).attr('text-anchor', 'end')
      .text(xTitle);
  frame.area.append('text').attr('class', 'axis-title').attr('x', -8).attr('y', -9).attr('text-anchor', 'end').text(yTitle);
  tell(frame.area.selectAll('.cell').data(drawn).enter().append('rect').attr('class', 'cell')
      .attr('x', d => x(d.column.label)).attr('y', d => y(d.row.label)).attr('width', x.bandwidth()).attr('height', y.bandwidth())
      .style('fill', 'var(--heat)').style('fill-opacity', d => 0.1 + 0.9 * shareOf(d.value)), d => d.lines);
  if (x.bandwidth() > 40 && y.bandwidth() > 14) {
    frame.area.selectAll('.cell-text').data(drawn).enter().append('text').attr('class', d => shareOf(d.value) > 0.5 ? 'cell-text on-heat'
        : 'cell-text')
        .attr('x', d => x(d.column.label) + x.bandwidth() / 2).attr('y', d => y(d.row.label) + y.bandwidth() / 2 + 4).attr('text-anchor',
            'middle')
        .style('pointer-events', 'none').text(d => digits(d.value) + (d.isFailing ? ' ✗' : ''));
  }
  return frame.svg.node();
}

// parts: [{name, value}]; they add up to the last bar
function waterfall({label, parts, total, unit}) {
  let sum = 0;
  const bars = parts.map(part => ({name: part.name, from: sum, to: sum += part.value}));
  bars.push({name: 'response time', from: 0, to: isNumber(total) ? total : sum, isSum: true});
  const frame = canvas(label, 560, 60 + 25 * bars.length, {top: 8, right: 70, bottom: 34, left: 108});
  const x = d3.scaleLinear().domain([0, d3.max(bars, bar => bar.to) || 1]).range([0, frame.width]);
  const y = d3.scaleBand().domain(bars.map(bar => bar.name)).range([0, frame.height]).padding(0.22);
  frame.area.append('g').attr('class', 'axis').attr('transform', `translate(0,${frame.height})`).call(d3.axisBottom(x).ticks(6)
      .tickFormat(digits));
  frame.area.append('g').attr('class', 'axis').call(d3.axisLeft(y).tickSize(0));
  frame.area.append('text').attr('class', 'axis-title').attr('x', frame.width + 64).attr('y', frame.height + 28).attr('text-anchor',
      'end').text(unit);
  frame.area.selectAll('.connector').data(bars.slice(0, -1)).enter().append('line').attr('class', 'connector').attr('x1', d => x(d.to))
      .attr('x2', d => x(d.to))
      .attr('y1', d => y(d.name) + y.bandwidth()).attr('y2', d => y(d.name) + y.step());
  tell(frame.area.selectAll('.bar').data(bars).enter().append('rect').attr('class', d => d.isSum ? 'bar sum' : 'bar').style('fill',
      d => d.isSum ? null : colourOf(0))
      .attr('x', d => x(d.from)).attr('y', d => y(d.name)).attr('width', d => Math.max(1, x(d.to) - x(d.from))).attr('height',
          y.bandwidth()),
       d => [d.name, `${digits(d.to - d.from)} ${unit}`]);
  frame.area.selectAll('.bar-text').data(bars).enter().append('text').attr('class', 'bar-text').attr('x', d => x(d.to) + 6)
      .attr('y', d => y(d.name) + y.bandwidth() / 2 + 4).text(d => digits(d.to - d.from));
  return frame.svg.node();
}

// bars: [{name, value, half, colour, lines}] from a line of zero to both sides
function differenceBars({label, bars, unit}) {
  const frame = canvas(label, 760, 50 + 24 * bars.length, {top: 6, right: 20, bottom: 34, left: 250});
  const half = bar => isNumber(bar.half) ? bar.half : 0;
  const x = d3.scaleLinear().domain([Math.min(0, d3.min(bars, d => d.value - half(d))), Math.max(0, d3.max(bars,
      d => d.value + half(d)))]).nice().range([0, frame.width]);
  const y = d3.scaleBand().domain(bars.map((bar, i) => i)).range([0, frame.height]).padding(0.25);
  frame.area.append('g').attr('class', 'axis').attr('transform', `translate(0,${frame.height})`).call(d3.axisBottom(x).ticks(7)
      .tickFormat(v => digits(v)));
  frame.area.append('g').attr('class', 'axis').call(d3.axisLeft(y).tickSize(0).tickFormat(i => shorten(bars[i].name, 38)));
  frame.area.append('text').attr('class', 'axis-title').attr('x', frame.width).attr('y', frame.height + 30).attr('text-anchor', 'end')
      .text(unit);
  tell(frame.area.selectAll('.bar').data(bars).enter().append('rect').attr('class', 'bar').style('fill', d => colourOf(d.colour))
      .attr('x', d => x(Math.min(0, d.value))).attr('y', (d, i) => y(i)).attr('width', d => Math.max(1, Math.abs(x(d.value) - x(0))))
          .attr('height', y.bandwidth()), d => d.lines);
  frame.area.selectAll('.error').data(bars).enter().append('line').attr('class', 'error').style('stroke', 'var(--ink)').attr('x1',
      d => x(d.value - half(d)))
      .attr('x2', d => x(d.value + half(d))).attr('y1', (d, i) => y(i) + y.bandwidth() / 2).attr('y2', (d, i) => y(i) + y.bandwidth() / 2);
  frame.area.append('line').attr('class', 'zero').attr('x1', x(0)).attr('x2', x(0)).attr('y2', frame.height);
  return frame.svg.node();
}

// bars: [{name, value, lines}] upright
function histogram({label, bars, xTitle, yTitle}) {
  const frame = canvas(label, 560, 280, {top: 24, right: 16, bottom: 46, left: 58});
  const x = d3.scaleBand().domain(bars.map(bar => bar.name)).range([0, frame.width]).padding(0.15);
  const y = d3.scaleLinear().domain([0, d3.max(bars, bar => bar.value) || 1]).range([frame.height, 0]).nice();
  const step = Math.ceil(bars.length / 14);
  drawAxes(frame, d3.axisBottom(x).tickFormat((name, i) => i % step === 0 ? name : ''), valueAxis(y), xTitle, yTitle);
  tell(frame.area.selectAll('.bar').data(bars).enter().append('rect').attr('class', 'bar').style('fill', colourOf(0)).attr('x',
      d => x(d.name))
      .attr('y', d => y(d.value)).attr('width', x.bandwidth()).attr('height', d => frame.height - y(d.value)), d => d.lines);
  return frame.svg.node();
}

// series: [{name, colour, dash, values: [{t, value}]}]
function timeSeries({label, series, yTitle}) {
  const all = series.flatMap(each => each.values).filter(d => isNumber(d.value));
  if (all.length === 0) return nothing();
  const frame = canvas(label, 560, 260, {top: 24, right: 16, bottom: 46, left: 58});
  const x = d3.scaleLinear().domain([0, d3.max(all, d => d.t)]).range([0, frame.width]);
  const y = d3.scaleLinear().domain([0, d3.max(all, d => d.value) || 1]).range([frame.height, 0]).nice();
  drawAxes(frame, valueAxis(x, 'bottom'), valueAxis(y), 'seconds of the measured time', yTitle);
  for (const {name, colour, dash, values} of series) {
    const line = d3.line().defined(d => isNumber(d.value)).x(d => x(d.t)).y(d => y(d.value));
    frame.area.append('path').attr('class', 'line').style('stroke', colourOf(colour)).attr('stroke-dasharray', dashOf(dash)).attr('d',
        line(values));
    const spots = frame.area.append('g').selectAll('.spot').data(values.filter(d => isNumber(d.value))).enter().append('circle')
        .attr('class', 'spot')
        .attr('r', 5).attr('cx', d => x(d.t)).attr('cy', d => y(d.value)).style('fill', 'transparent');
    spots.on('pointerenter', function(d) { showTooltip(this, [name, `${digits(d.t)} s: ${digits(d.value)}`]); }).on('pointerleave',
        hideTooltip);
  }
  return frame.svg.node();
}
