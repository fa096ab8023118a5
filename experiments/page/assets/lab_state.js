// What the sliders say, where it is kept (the fragment of the address) and how runs are asked for.

const kDefaults = {
  version: 'mysql-8.0', threads: 8, fsync_ms: 5, sync_binlog: 1, innodb_flush_log_at_trx_commit: 1, wait_point: 'AFTER_SYNC', acks: 1,
  commit_delay_us: 0, applier_threads: 8, replicas: [{mode: 'semi-sync', rtt_ms: 0.2}],
};

const copyOf = state => JSON.parse(JSON.stringify(state));
const semiSyncCount = state => state.replicas.filter(replica => replica.mode === 'semi-sync').length;

// No more ACKs than there are replicas to send them.
const settled = state => ({...state, acks: Math.max(1, Math.min(state.acks, semiSyncCount(state)))});

const linkTo = state => `${location.origin}${location.pathname}#${encodeURIComponent(JSON.stringify(state))}`;

// The state that a link carries; the default where it carries none. The server judges its values.
function stateOfLink() {
  try {
    const given = JSON.parse(decodeURIComponent(location.hash.slice(1)));
    const known = Object.fromEntries(Object.entries(given).filter(([key, value]) => typeof value === typeof kDefaults[key]));
    const replicas = Array.isArray(known.replicas) ? known.replicas.filter(each => each && typeof each === 'object').slice(0, 8) : null;
    return settled({...copyOf(kDefaults), ...known, ...(replicas ? {replicas} : {})});
  } catch {
    return copyOf(kDefaults);
  }
}

// Asks for a run; throws an Error whose lines say what is wrong with it.
async function ask(request, signal) {
  for (let tries = 0;; ++tries) {
    const response = await fetch('/api/run', {method: 'POST', headers: {'Content-Type': 'application/json'}, signal,
                                              body: JSON.stringify(request)});
    const answer = await response.json();
    if (response.ok) return answer;
    if (response.status !== 503 || tries >= 5) throw new Error([answer.error, ...(answer.faults || [])].join('\n'));
    await new Promise(resolve => setTimeout(resolve, 500));
  }
}
