// The page of `commitsim serve`: sliders ask for runs, whose latest one is shown.

const kPatience = 120;  // ms without a further change, before a run is asked for

const form = document.getElementById('controls');
const player = new StagePlayer(document.getElementById('stages'));
let state = stateOfLink();
let choices = null;
let latest = null;  // aborts the runs that are under way
let timer = null;

const fault = lines => document.getElementById('fault').replaceChildren(...lines.map(line => el('p', {class: 'warning'}, line)));

async function runLatest() {
  if (latest) latest.abort();
  const mine = latest = new AbortController();
  const parameters = copyOf(state);
  document.body.setAttribute('aria-busy', 'true');
  try {
    const sweep = ask({want: 'sweep', parameters}, mine.signal);
    sweep.catch(() => {});  // told below
    const run = await ask({want: 'run', parameters}, mine.signal);
    if (mine !== latest) return;
    fault([]);
    drawRun(run, parameters);
    player.show(run.timeline);
    drawCurves(document.getElementById('curves'), (await sweep).points, parameters.threads);
  } catch (error) {
    if (mine === latest) fault(error.message.split('\n'));
  }
  if (mine === latest) document.body.removeAttribute('aria-busy');
}

function show(next, isNewForm) {
  state = settled(next);
  history.replaceState(null, '', linkTo(state));
  if (isNewForm) drawControls(form, state, choices, show);
  clearTimeout(timer);
  timer = setTimeout(runLatest, kPatience);
}

addEventListener('hashchange', () => show(stateOfLink(), true));
form.addEventListener('submit', event => event.preventDefault());

fetch('/api/choices').then(response => response.json()).then(known => {
  choices = known;
  drawLessons(document.getElementById('lessons'), next => show(next, true));
  show(state, true);
}).catch(error => fault([`The server does not answer: ${error.message}`]));
