// The page from its data: one article for each input.

const kPages = {study: studyPage, result: resultPage, comparison: comparisonPage, validation: validationPage};

const data = JSON.parse(document.getElementById('data').textContent);
document.getElementById('page').append(
    ...data.inputs.map(input => kPages[input.kind](input.document, input.file)),
    el('p', {class: 'note'}, `Page made by commitsim ${data.version}; plots drawn by D3 (d3js.org, BSD-3-Clause). It needs no network.`));
