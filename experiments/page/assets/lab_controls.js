// Sliders with number inputs, choices, and the list of replicas.

const kSliders = [
  {key: 'threads', label: 'Client threads', unit: '', log: true, whole: true},
  {key: 'fsync_ms', label: 'fsync', unit: 'ms', log: true},
  {key: 'commit_delay_us', label: 'Delay of a commit group', unit: 'µs', step: 100, whole: true,
   hint: 'binlog_group_commit_sync_delay; of MariaDB binlog_commit_wait_usec'},
  {key: 'acks', label: 'ACKs to wait for', unit: '', step: 1, whole: true, hint: 'rpl_semi_sync_source_wait_for_replica_count'},
  {key: 'applier_threads', label: 'Applier threads of a replica', unit: '', log: true, whole: true},
];
const kSteps = 200;  // of a slider by logarithm

const rounded = (value, whole) => whole ? Math.round(value) : Number(value.toPrecision(2));

let controlIds = 0;

// A slider and a number for the same value.
function slider({label, unit, log, step, whole, hint}, range, value, onvalue) {
  const id = `control-${++controlIds}`;
  const clamp = each => Math.min(range.high, Math.max(range.low, each));
  const toSlider = each => log ? Math.round(kSteps * Math.log(each / range.low) / Math.log(range.high / range.low)) : each;
  const fromSlider = at => log ? rounded(range.low * (range.high / range.low) ** (at / kSteps), whole) : Number(at);
  const number = el('input', {id, type: 'number', min: range.low, max: range.high, step: whole ? 1 : 'any', value});
  const bar = el('input', {
    type: 'range',
    min: log ? 0 : range.low,
    max: log ? kSteps : range.high,
    step: log ? 1 : step,
    value: toSlider(value),
    'aria-label': label,
    'aria-valuetext': `${value} ${unit}`
  });
  const change = each => {
    bar.setAttribute('aria-valuetext', `${each} ${unit}`);
    onvalue(each);
  };
  bar.addEventListener('input', () => {
    // By logarithm, whole numbers stand still for a few steps: a key press always goes to the next one.
    let next = fromSlider(bar.value);
    const before = Number(number.value);
    if (whole && log && next === before && toSlider(before) !== Number(bar.value)) next += Number(bar.value) > toSlider(before) ? 1 : -1;
    number.value = clamp(next);
    if (whole && log) bar.value = toSlider(Number(number.value));
    change(Number(number.value));
  });
  number.addEventListener('change', () => {
    const given = number.value === '' || !Number.isFinite(Number(number.value)) ? value : Number(number.value);
    number.value = clamp(whole ? Math.round(given) : given);
    bar.value = toSlider(Number(number.value));
    change(Number(number.value));
  });
  return el('div', {class: 'slider', title: hint || null}, el('label', {for: id}, unit ? `${label} [${unit}]` : label), bar, number);
}

function field(label, options, value, onchange) {
  const id = `control-${++controlIds}`;
  const select = el('select', {id, onchange: () => onchange(select.value)},
                    options.map(([key, text]) => el('option', {value: key, selected: String(key) === String(value)}, text)));
  return el('div', {class: 'field'}, el('label', {for: id}, label), select);
}

function replicaControls(state, choices, change) {
  const rows = state.replicas.map((replica, i) => {
    const name = `replica${i + 1}`;
    const set = changes => change({...state, replicas: state.replicas.map((each, k) => k === i ? {...each, ...changes} : each)}, true);
    const rtt = slider({label: `Round trip to ${name}`, unit: 'ms', log: true}, choices.ranges.rtt_ms, replica.rtt_ms,
                       value => { replica.rtt_ms = value; change(state, false); });
    return el('fieldset', {class: 'replica'}, el('legend', {}, name),
              field(`Mode of ${name}`, [['semi-sync', 'semi-sync'], ['async', 'async']], replica.mode, mode => set({mode})), rtt,
              el('button', {type: 'button', onclick: () => change({...state, replicas: state.replicas.filter((each, k) => k !== i)}, true)},
                 `Remove ${name}`));
  });
  const add = el('button', {type: 'button', id: 'add-replica', disabled: state.replicas.length >= choices.most_replicas,
                            onclick: () => change({...state, replicas: [...state.replicas, {mode: 'semi-sync', rtt_ms: 0.2}]}, true)},
                 'Add a replica');
  return [el('h3', {}, 'Replicas'), ...rows, add];
}

// Draws the controls of a state; change(state, isNewForm) is told of each change.
function drawControls(form, state, choices, change) {
  const focus = document.activeElement && form.contains(document.activeElement) ? [...form.querySelectorAll('input,select,button')]
      .indexOf(document.activeElement) : -1;
  const set = (key, isNewForm) => value => {
    state[key] = value;
    change(state, isNewForm);
  };
  const sliders = Object.fromEntries(kSliders.map(each => {
    const range = {...choices.ranges[each.key]};
    if (each.key === 'acks') range.high = Math.max(1, semiSyncCount(state));
    return [each.key, slider(each, range, state[each.key], set(each.key, false))];
  }));
  const number = value => Number(value);
  form.replaceChildren(
      el('h2', {}, 'Settings'),
      field('Server version', choices.versions.map(({name}) => [name, name]), state.version, set('version', true)),
      el('p', {class: 'note'}, (choices.versions.find(({name}) => name === state.version) || {}).summary || ''), sliders.threads,
      sliders.fsync_ms,
      field(
          'sync_binlog', [[1, '1: fsync with every group'], [0, '0: never'], [100, '100: with every 100th group']], state.sync_binlog,
          value => set('sync_binlog', false)(number(value))),
      field(
          'innodb_flush_log_at_trx_commit', [[1, '1: write and fsync'], [2, '2: write'], [0, '0: neither']],
          state.innodb_flush_log_at_trx_commit, value => set('innodb_flush_log_at_trx_commit', false)(number(value))),
      sliders.commit_delay_us,
      field(
          'Semi-sync wait point', [['AFTER_SYNC', 'AFTER_SYNC'], ['AFTER_COMMIT', 'AFTER_COMMIT']], state.wait_point,
          set('wait_point', false)),
      sliders.acks, sliders.applier_threads, ...replicaControls(state, choices, change));
  const inputs = [...form.querySelectorAll('input,select,button')];
  if (focus >= 0) inputs[Math.min(focus, inputs.length - 1)].focus();
}
