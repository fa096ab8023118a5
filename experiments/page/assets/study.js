// The page of a study: its curves, heat map and Pareto front, which follow the choices at the top.

// What the page knows of a study: its points with their figures by name.
class Study {
  constructor(document) {
    Object.assign(this, document);
    this.index = new Map(this.metrics.map((metric, i) => [metric.name, i]));
    this.done = this.points.filter(point => point.status === 'done');
    this.bestPoint = this.best === null ? null : this.points[this.best];
    this.level = Object.fromEntries(this.factors.map(factor =>
        [factor.name, Object.fromEntries(factor.levels.map(level => [level.label, level]))]));
  }
  unit(metric) { return (this.metrics[this.index.get(metric)] || {}).unit || ''; }
  value(point, metric) { return point.values[this.index.get(metric)]; }
  half(point, metric) { return point.half_widths[this.index.get(metric)]; }
  text(point, metric) { return withHalfWidth(this.value(point, metric), this.half(point, metric), this.unit(metric)); }
  has(metric) { return this.done.some(point => isNumber(this.value(point, metric))); }
  factor(name) { return this.factors.find(factor => factor.name === name); }
  labelOf(point, names) { return names.map(name => `${name} ${point.levels[name]}`).join(', '); }

  lines(point, ...metrics) {
    const known = [...new Set(metrics)];
    return [this.labelOf(point, this.factors.map(factor => factor.name)),
            ...known.map(metric => `${nameOf(metric)}: ${this.text(point, metric)}`),
            ...point.failed.map(text => `fails ${text}`), ...(point === this.bestPoint ? ['the best point'] : [])];
  }
}

const isNumeric = factor => factor.levels.length > 1 && factor.levels.every(level => isNumber(level.number));

// Whether points differ in one factor at a time, so that a line between them means something.
const isGrid = study => study.study.design.kind !== 'latin_hypercube';

// The choices to begin with: the factor with most numbers below, another one in colour; the rest where the best point is, if all of it
// would be too much to look at.
function firstChoices(study) {
  const byLevels = [...study.factors].sort((a, b) => isNumeric(b) - isNumeric(a));
  const x = byLevels[0] ? byLevels[0].name : '';
  const colour = isGrid(study) ? (byLevels.find(factor => factor.name !== x && factor.levels.length <= 8) || {name: ''}).name : '';
  const series = study.factors.filter(factor => factor.name !== x).reduce((count, factor) => count * factor.levels.length, 1);
  const filters = {};
  for (const factor of study.factors) {
    const isFixed = isGrid(study) && series > 8 && factor.name !== x && factor.name !== colour;
    filters[factor.name] = isFixed ? (study.bestPoint || study.points[0]).levels[factor.name] : '';
  }
  return {x, colour, filters, pareto: 'response_ms.p99', map: 'throughput.tps', mapX: '', mapY: ''};
}

const passes = (point, filters) => Object.entries(filters).every(([name, label]) => label === '' || point.levels[name] === label);

// The points that pass, in lines of equal levels of all factors but the one below.
function seriesOf(study, choices, metric) {
  const order = study.factor(choices.x) ? study.factor(choices.x).levels : [];
  const colours = choices.colour ? study.factor(choices.colour).levels.map(level => level.label) : [];
  const others = isGrid(study) ? study.factors.map(factor => factor.name).filter(name => name !== choices.x)
                               : [choices.colour].filter(Boolean);
  const varied = others.filter(name => !choices.filters[name] && study.factor(name).levels.length > 1);
  const series = new Map();
  for (const point of study.done.filter(each => passes(each, choices.filters))) {
    const name = study.labelOf(point, varied) || 'all points';
    if (!series.has(name)) {
      const at = Math.max(0, colours.indexOf(choices.colour ? point.levels[choices.colour] : ''));
      const same = [...series.values()].filter(each => each.colour === at).length;
      series.set(name, {name, colour: at, dash: choices.colour && varied.length > 1 ? same : at, points: []});
    }
    series.get(name).points.push({level: study.level[choices.x][point.levels[choices.x]], value: study.value(point, metric),
                                  half: study.half(point, metric), lines: study.lines(point, metric), isFailing: point.failed.length > 0,
                                  isBest: point === study.bestPoint});
  }
  for (const each of series.values()) each.points.sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
  return [...series.values()];
}

function rowsOf(study, points, metrics) {
  return points.map(point => [
    ...study.factors.map(({name}) => ({value: study.level[name][point.levels[name]].number ?? point.levels[name],
        text: point.levels[name]})),
    ...metrics.map(metric => ({value: study.value(point, metric), text: withHalfWidth(study.value(point, metric), study.half(point,
        metric))})),
    point.failed.join('; ')]);
}

function tableHeads(study, metrics) {
  return [...study.factors.map(factor => factor.name), ...metrics.map(metric => withUnit(nameOf(metric), study.unit(metric))), 'fails'];
}

function curve(study, choices, metric) {
  const series = seriesOf(study, choices, metric);
  const title = `${nameOf(metric)} against ${choices.x}`;
  const drawing = lineChart({label: title, series, isConnected: isGrid(study), levels: study.factor(choices.x).levels, xTitle: choices.x,
                             yTitle: withUnit(nameOf(metric), study.unit(metric))});
  const points = study.done.filter(point => passes(point, choices.filters));
  return plot(title, drawing, tableHeads(study, [metric]), rowsOf(study, points, [metric]));
}

// The points that no other one beats in both: more throughput, less of the other figure.
function paretoFront(points) {
  const sorted = points.filter(point => isNumber(point.x) && isNumber(point.y)).sort((a, b) => b.x - a.x || a.y - b.y);
  const front = [];
  for (const point of sorted) {
    if (front.length === 0 || point.y < front[front.length - 1].y) front.push(point);
  }
  return front.reverse();
}

function paretoPlot(study, choices) {
  const metrics = ['throughput.tps', choices.pareto];
  const shown = study.done.filter(point => passes(point, choices.filters));
  const colours = choices.colour ? study.factor(choices.colour).levels.map(level => level.label) : [];
  const points = shown.map(point => {
    const colour = Math.max(0, colours.indexOf(choices.colour ? point.levels[choices.colour] : ''));
    return {x: study.value(point, metrics[0]), y: study.value(point, metrics[1]), colour, dash: colour, lines: study.lines(point,
        ...metrics),
            isFailing: point.failed.length > 0, isBest: point === study.bestPoint, point};
  });
  const front = paretoFront(points);
  const title = `Pareto front: throughput against ${nameOf(choices.pareto)} (${front.length} of ${points.length} points on it)`;
  const drawing = scatter({label: title, points, front, xTitle: withUnit('throughput', '1/s'),
                           yTitle: withUnit(nameOf(choices.pareto), study.unit(choices.pareto))});
  const names = colours.map((name, i) => ({name: `${choices.colour} ${name}`, colour: i, dash: i}));
  return plot(title, drawing, [...tableHeads(study, metrics), 'on the front'],
              rowsOf(study, shown, metrics).map((row, i) => [...row, front.includes(points[i]) ? 'yes' : '']),
              names.length > 1 && names.length <= 8 ? legend(names) : null);
}

// One cell for each pair of levels: the mean over the points that differ in something else.
function heatPlot(study, choices) {
  const {map: metric, mapX, mapY} = choices;
  const cells = [];
  for (const column of study.factor(mapX).levels) {
    for (const row of study.factor(mapY).levels) {
      const filters = {...choices.filters, [mapX]: '', [mapY]: ''};
      const points = study.done.filter(point => passes(point, filters) && point.levels[mapX] === column.label
          && point.levels[mapY] === row.label &&
                                                isNumber(study.value(point, metric)));
      if (points.length === 0) continue;
      const value = d3.mean(points, point => study.value(point, metric));
      const isFailing = points.every(point => point.failed.length > 0);
      const many = points.length > 1 ? [`mean of ${points.length} points`] : [];
      cells.push({column, row, value, isFailing, lines: [`${mapX} ${column.label}, ${mapY} ${row.label}`,
                  `${nameOf(metric)}: ${withHalfWidth(value, null, study.unit(metric))}`, ...many, ...(isFailing ? ['fails a constraint']
                      : [])]});
    }
  }
  const remark = study.constraints.length ? ' (✗: fails a constraint)' : '';
  const title = `${withUnit(nameOf(metric), study.unit(metric))} over ${mapX} and ${mapY}${remark}`;
  const drawing = heatMap({label: title, cells, columns: study.factor(mapX).levels, rows: study.factor(mapY).levels, xTitle: mapX,
      yTitle: mapY});
  return plot(title, drawing, [mapX, mapY, withUnit(nameOf(metric), study.unit(metric))], cells.map(cell =>
      [{value: cell.column.number ?? cell.column.label, text: cell.column.label}, {value: cell.row.number ?? cell.row.label,
          text: cell.row.label}, cell.value]));
}

function studyWaterfall(study, point) {
  const parts = study.metrics.map(metric => metric.name).filter(name => name.startsWith('response_parts_ms.'));
  const shown = parts.map(name => ({name: nameOf(name.slice(18)), value: study.value(point, name)})).filter(part => part.value > 0);
  if (shown.length === 0) return nothing();
  const title = `Where the mean response time goes: ${study.labelOf(point, study.factors.map(factor => factor.name))}`;
  return plot(title, waterfall({label: title, parts: inOrder(shown), total: study.value(point, 'response_ms.mean'), unit: 'ms'}),
              ['part', 'ms'], inOrder(shown).map(part => [part.name, part.value]));
}

function studyHead(study) {
  const failed = study.points.filter(point => point.status === 'failed');
  const open = study.points.length - study.done.length - failed.length;
  const missing = [failed.length ? `${failed.length} failed` : '', open ? `${open} are not simulated yet` : ''].filter(Boolean).join(', ');
  const best = study.bestPoint;
  return [
    el('h1', {}, study.name), el('p', {class: 'question'}, study.description),
    el('p', {class: 'source'}, `${study.done.length} of ${study.points.length} points simulated${missing ? `; ${missing}` : ''}. ` +
                             'Bands and bars are 95 % half-widths.'),
    study.constraints.length ? el('p', {}, `Constraints: ${study.constraints.join('; ')}. Points that fail one are hollow.`) : null,
    best ? el('p', {class: 'best-point'}, el('strong', {}, `${study.study.objective}: `),
        `${study.labelOf(best, study.factors.map(factor => factor.name))} with `,
              study.objective.metric === 'cost' ? `cost ${digits(best.cost)}` : `${nameOf(study.objective.metric)} ` +
              withHalfWidth(study.value(best, study.objective.metric), study.half(best, study.objective.metric),
                  study.unit(study.objective.metric)),
              ' (ringed in the plots)')
         : study.objective ? el('p', {class: 'warning'}, `${study.study.objective}: no point fulfils the constraints.`) : null,
    ...failed.slice(0, 10).map(point => el('p', {class: 'warning'},
        `${study.labelOf(point, Object.keys(point.levels))} failed: ${point.error}`))];
}

function studyControls(study, choices, redraw) {
  const names = study.factors.map(factor => [factor.name, factor.name]);
  const choose = (key, value) => { choices[key] = value; redraw(); };
  return el('form', {class: 'controls', 'aria-label': 'Choices', onsubmit: event => event.preventDefault()},
            choice('against', names, choices.x, value => choose('x', value)),
            choice('colour by', [['', 'nothing'], ...names], choices.colour, value => choose('colour', value)),
            study.factors.filter(factor => factor.levels.length > 1).map(factor =>
                choice(factor.name, [['', 'all'], ...factor.levels.map(level => [level.label, level.label])], choices.filters[factor.name],
                       value => { choices.filters[factor.name] = value; redraw(); })));
}

function heatControls(study, choices, redraw) {
  const names = study.factors.filter(factor => factor.levels.length > 1).map(factor => [factor.name, factor.name]);
  const metrics = study.metrics.filter(metric => study.has(metric.name)).map(metric => [metric.name, withUnit(nameOf(metric.name),
      metric.unit)]);
  const choose = key => value => {
    if (key === 'mapX' && value === choices.mapY) choices.mapY = choices.mapX;
    if (key === 'mapY' && value === choices.mapX) choices.mapX = choices.mapY;
    choices[key] = value;
    redraw();
  };
  return el('div', {class: 'plot-controls'}, choice('figure', metrics, choices.map, choose('map')), choice('columns', names, choices.mapX,
      choose('mapX')),
            choice('rows', names, choices.mapY, choose('mapY')));
}

function studyPage(document, file) {
  const study = new Study(document);
  const page = el('article', {class: 'study'}, studyHead(study));
  if (study.done.length > 0) {
    const choices = firstChoices(study);
    const varied = [...study.factors].filter(factor => factor.levels.length > 1).sort((a, b) => isNumeric(b) - isNumeric(a));
    if (varied.length >= 2) [choices.mapX, choices.mapY] = [varied[0].name, varied[1].name];
    const wanted = study.responses.length ? study.responses : ['throughput.tps', 'response_ms.mean', 'response_ms.p99',
        'group_commit.mean_size', 'replicas.*.lag_ms.p95'];
    const names = el('div', {class: 'curves-legend'}), curves = el('div', {class: 'charts'}), trade = el('div', {class: 'charts'}),
        details = el('div', {class: 'charts'});
    let chosen = study.done.includes(study.bestPoint) ? study.bestPoint : study.done[0];
    const losses = study.responses.filter(metric => metric.startsWith('durability.'));
    const paretoFigures = ['response_ms.p99', 'replicas.*.lag_ms.p95', 'response_ms.mean', ...losses].filter(metric => study.has(metric))
        .map(metric => [metric, nameOf(metric)]);
    const pick = () => details.replaceChildren(studyWaterfall(study, chosen), study.scenario ? topology(study.scenario) : '');
    const redraw = () => {
      hideTooltip();
      const series = seriesOf(study, choices, wanted[0]);
      names.replaceChildren(series.length > 1 && series.length <= 40 ? legend(series) : '');
      curves.replaceChildren(...wanted.filter(metric => study.has(metric)).map(metric => curve(study, choices, metric)));
      trade.replaceChildren(...(paretoFigures.length ? [el('div', {}, el('div', {class: 'plot-controls'}, choice('throughput against',
          paretoFigures, choices.pareto,
          value => { choices.pareto = value; redraw(); })), paretoPlot(study, choices))] : []),
          ...(varied.length >= 2 ? [el('div', {}, heatControls(study, choices, redraw), heatPlot(study, choices))] : []));
    };
    redraw();
    pick();
    const all = study.factors.map(factor => factor.name);
    page.append(studyControls(study, choices, redraw), names, curves, section('Trade-offs', trade),
                section('One point', el('div', {class: 'plot-controls'}, choice('point', study.done.map((point, i) => [String(i),
                    study.labelOf(point, all)]),
                    String(study.done.indexOf(chosen)), value => { chosen = study.done[Number(value)]; pick(); })), details),
                section('All points', table('All points', tableHeads(study, wanted), rowsOf(study, study.done, wanted))));
  }
  page.append(studySources(study, file));
  return page;
}

function studySources(study, file) {
  const versions = [...new Set(study.done.map(point => point.version))].join(', ');
  const seeds = [...new Set(study.done.map(point => point.seed))];
  const seedText = seeds.length === 1 ? `seed ${seeds[0]}` : `${seeds.length} seeds, ${seeds[0]} for the first point`;
  return section('How to reproduce', el('p', {}, `Made by commitsim ${versions || 'of unknown version'}${seeds.length ? `,
      ${seedText}` : ''}.`),
                 commands(`commitsim sweep ${quoted(`${study.name}.yaml`)} --database ${quoted(file)}`, file),
                 copyable(`The study (${study.name}.yaml; JSON is YAML as well)`, JSON.stringify(study.study, null, 2)),
                 study.scenario ? copyable(study.bestPoint ? 'The scenario of the best point, every value resolved'
                     : 'The scenario of the first point, every value resolved',
                                           JSON.stringify(study.scenario, null, 2)) : '');
}
