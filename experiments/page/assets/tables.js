// Tables that sort by a click on a column's head, and the figure that has one behind its plot.

function valueToSort(cell) {
  return cell && typeof cell === 'object' ? cell.value : cell;
}

function compareCells(a, b) {
  const x = valueToSort(a), y = valueToSort(b);
  if (isNumber(x) && isNumber(y)) return x - y;
  if (isNumber(x) !== isNumber(y)) return isNumber(x) ? -1 : 1;
  return String(x ?? '').localeCompare(String(y ?? ''), 'en', {numeric: true});
}

// Columns are names; a cell is text, a number, or {value: to sort by, text: to show}.
function table(caption, columns, rows) {
  const body = el('tbody');
  const fill = sorted => body.replaceChildren(...sorted.map(row => el('tr', {}, row.map(cell => {
    const text = cell && typeof cell === 'object' ? cell.text : typeof cell === 'number' ? digits(cell) : cell ?? '–';
    return el('td', {class: isNumber(valueToSort(cell)) ? 'number' : null}, String(text));
  }))));
  const heads = columns.map((name, column) => {
    const head = el('th', {scope: 'col', 'aria-sort': 'none'}, el('button', {type: 'button', onclick: () => {
      const isDown = head.getAttribute('aria-sort') === 'ascending';
      heads.forEach(other => other.setAttribute('aria-sort', 'none'));
      head.setAttribute('aria-sort', isDown ? 'descending' : 'ascending');
      fill([...rows].sort((a, b) => compareCells(a[column], b[column]) * (isDown ? -1 : 1)));
    }}, name));
    return head;
  });
  fill(rows);
  return el('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption},
            el('table', {}, el('caption', {}, caption), el('thead', {}, el('tr', {}, heads)), body));
}

// A plot with its title, its legend and the table behind it.
function plot(title, drawing, columns, rows, ...more) {
  return el('figure', {}, el('figcaption', {}, title), ...more, drawing,
            el('details', {class: 'behind'}, el('summary', {}, 'Table'), table(title, columns, rows)));
}
