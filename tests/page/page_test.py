#!/usr/bin/python3
"""Opens report pages in a headless Chromium and uses them as people do: nothing on the console, charts drawn, tooltips, choices, sorting.

usage: page_test.py COMMITSIM PROJECT [FOLDER]    FOLDER keeps the pages and their pictures (default: a temporary one)
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

COMMITSIM, PROJECT = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
KEPT = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
SCENARIO = str(PROJECT / 'experiments/scenarios/one_semisync_two_async.yaml')

STUDY = f"""
description: does the <img src=x onerror=document.title='owned'> stay text?
scenario: {SCENARIO}
precision: 20%
factors:
  threads: {{path: workload.threads, values: [1, 4, 16]}}
  rtt: {{path: network.default.rtt, values: [100us, 1ms, 10ms]}}
  wait_point:
    levels:
      AFTER_SYNC: {{set: [servers.source.variables.rpl_semi_sync_master_wait_point=AFTER_SYNC]}}
      AFTER_COMMIT: {{set: [servers.source.variables.rpl_semi_sync_master_wait_point=AFTER_COMMIT]}}
responses: [tps, p99]
constraints: [p99 < 18ms]
objective: maximise tps
"""


HYPERCUBE = f"""
scenario: {SCENARIO}
precision: 20%
factors:
  threads: {{path: workload.threads, from: 1, to: 64}}
  rtt: {{path: network.default.rtt, from: 100us, to: 10ms, spacing: log}}
design: {{kind: latin_hypercube, points: 8}}
responses: [tps]
objective: minimise p99
"""


HOSTILE = "</script><img src=x onerror=document.title='owned'>"
NAMES = f"""
profile: mysql-5.7-lab
run: {{duration: 2s, warm_up: 0s}}
workload: {{sysbench: oltp_update_non_index, threads: 2}}
hosts: {{"{HOSTILE}": {{cores: 2}}}}
network: {{default: {{rtt: 1ms, bandwidth: 1Gbps}}}}
servers: {{"{HOSTILE}": {{host: "{HOSTILE}", version: mysql-5.7}}}}
"""


def validation():
    rows = [{'set': 'lab', 'case': f't{n}', 'metric': 'tps', 'role': 'fitted' if n == 1 else 'predicted', 'measured': 100.0 * n,
             'predicted': 104.0 * n, 'half_width': 1.0, 'error_pct': 4.0} for n in (1, 2, 4)]
    score = {'rows': 2, 'median_abs_error_pct': 4.0, 'p90_abs_error_pct': 4.0, 'median_error_pct': 4.0, 'worst_error_pct': 4.0,
             'worst_row': 't2 tps'}
    return {'schema': 'commitsim.validation/1', 'rows': rows, 'claims': [],
            'scores': [{'set': 'lab', 'metric': 'tps', 'fitted': dict(score, rows=1), 'predicted': score}]}


def commitsim(folder, *words):
    subprocess.run([COMMITSIM, *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def make_pages(folder):
    (folder / 'study.yaml').write_text(STUDY)
    (folder / 'validation.json').write_text(json.dumps(validation()))
    (folder / 'hypercube.yaml').write_text(HYPERCUBE)
    for name in ('study', 'hypercube'):
        commitsim(folder, 'sweep', f'{name}.yaml', '--progress', 'none')
    (folder / 'names.yaml').write_text(NAMES)
    commitsim(folder, 'run', 'names.yaml', '--format', 'json', '-o', 'names.json')
    commitsim(folder, 'run', SCENARIO, '--duration', '5s', '--format', 'json', '-o', 'result.json')
    commitsim(folder, 'compare', SCENARIO, '--duration', '2s', '--set', 'network.default.rtt=5ms', '--format', 'json',
              '-o', 'comparison.json')
    for name in ('study.sqlite', 'hypercube.sqlite', 'names.json', 'result.json', 'comparison.json', 'validation.json'):
        commitsim(folder, 'report', name, '-o', name.split('.')[0] + '.html')


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = KEPT or pathlib.Path(cls.temporary.name)
        cls.folder.mkdir(parents=True, exist_ok=True)
        make_pages(cls.folder)
        options = webdriver.ChromeOptions()
        for word in ('--headless', '--no-sandbox', '--disable-gpu', '--window-size=1280,1600', '--disable-background-networking'):
            options.add_argument(word)
        options.set_capability('goog:loggingPrefs', {'browser': 'ALL', 'performance': 'ALL'})
        cls.browser = webdriver.Chrome(options=options)

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()
        cls.temporary.cleanup()

    def open(self, name):
        self.browser.get((self.folder / f'{name}.html').as_uri())

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def choose(self, name, value):
        Select(self.browser.find_element(By.NAME, name)).select_by_value(value)

    def tearDown(self):
        self.assertEqual([], self.browser.get_log('browser'), 'the console is not empty')
        for entry in self.browser.get_log('performance'):
            message = json.loads(entry['message'])['message']
            if message['method'] == 'Network.requestWillBeSent':
                self.assertRegex(message['params']['request']['url'], '^(file|data):', 'the page asks for something outside')
        if KEPT:
            self.browser.save_screenshot(str(KEPT / f'{self.id().split(".")[-1]}.png'))

    def test_study_draws_its_charts(self):
        self.open('study')
        self.assertEqual(2 * 6, len(self.all('.series .line')), 'two responses of six lines each')
        self.assertEqual(2 * 18, len(self.all('.series .mark')), 'a mark for each point and response')
        self.assertEqual(12, len(self.all('.band')))
        self.assertEqual(9, len(self.all('.cell')), 'three by three')
        self.assertEqual(1, len(self.all('.front')))
        self.assertEqual(4, len(self.all('.server')))
        self.assertEqual(3, len(self.all('path.arrow')))
        self.assertGreater(len(self.all('.mark.failing')), 0, 'points beyond the constraint')
        self.assertGreater(len(self.all('.best')), 0)

    def test_study_names_stay_text(self):
        self.open('study')
        self.assertEqual([], self.all('img'))
        self.assertNotEqual('owned', self.browser.title)
        self.assertIn('<img src=x', self.browser.find_element(By.CSS_SELECTOR, '.question').text)

    def test_names_of_servers_stay_text(self):
        self.open('names')
        self.assertEqual([], self.all('img'))
        self.assertNotEqual('owned', self.browser.title)
        self.assertIn(HOSTILE, self.tooltip_over(self.all('.server')[0]))

    def test_study_filters_redraw(self):
        self.open('study')
        self.choose('wait_point', 'AFTER_SYNC')
        self.assertEqual(2 * 9, len(self.all('.series .mark')))
        self.choose('threads', '4')
        self.assertEqual(2 * 3, len(self.all('.series .mark')))
        self.choose('wait_point', '')
        self.choose('threads', '')
        self.choose('against', 'rtt')
        self.assertIn('against rtt', self.browser.find_element(By.CSS_SELECTOR, '.charts figcaption').text)
        self.assertEqual(2 * 18, len(self.all('.series .mark')))
        before = self.browser.find_element(By.CSS_SELECTOR, '.cell').get_attribute('aria-label')
        self.choose('figure', 'response_ms.p99')
        self.assertNotEqual(before, self.browser.find_element(By.CSS_SELECTOR, '.cell').get_attribute('aria-label'))

    def tooltip_over(self, mark):
        self.browser.execute_script('arguments[0].scrollIntoView({block: "center"})', mark)
        ActionChains(self.browser).move_to_element(mark).perform()
        tooltip = self.browser.find_element(By.ID, 'tooltip')
        self.assertTrue(tooltip.is_displayed(), 'no tooltip')
        return tooltip.text

    def test_study_tooltips(self):
        self.open('study')
        self.assertIn('throughput', self.tooltip_over(self.all('.series .mark')[0]))
        ActionChains(self.browser).send_keys(Keys.ESCAPE).perform()
        self.assertFalse(self.browser.find_element(By.ID, 'tooltip').is_displayed())
        self.browser.execute_script('arguments[0].focus({preventScroll: true})', self.all('.series .mark')[3])
        self.assertTrue(self.browser.find_element(By.ID, 'tooltip').is_displayed(), 'no tooltip by keyboard')

    def test_study_table_sorts(self):
        self.open('study')
        details = self.all('details.behind')[0]
        details.find_element(By.TAG_NAME, 'summary').click()
        head = details.find_elements(By.CSS_SELECTOR, 'th button')[3]
        column = lambda: [float(cell.text.split(' ')[0]) for cell in details.find_elements(By.CSS_SELECTOR, 'tbody td:nth-child(4)')]
        head.click()
        self.assertEqual(sorted(column()), column())
        head.click()
        self.assertEqual(sorted(column(), reverse=True), column())

    def test_hypercube_has_points_without_lines(self):
        self.open('hypercube')
        self.assertEqual(8, len(self.all('.series .mark')))
        self.assertEqual(0, len(self.all('.series .line')))
        self.assertEqual(8, len(self.all('.cell')))

    def test_result(self):
        self.open('result')
        self.assertGreater(len(self.all('.bar')), 6)
        self.assertEqual(1, len(self.all('.bar.sum')))
        self.assertEqual(5, len(self.all('path.line')), 'throughput, percentile, and three replicas')
        self.assertGreaterEqual(len(self.all('.card')), 6)
        widest = max(self.all('.bar'), key=lambda bar: bar.size['width'])  # some parts are thinner than a pointer
        self.assertIn('ms', self.tooltip_over(widest))
        self.assertIn('"servers"', self.all('pre')[1].get_attribute('textContent'))

    def test_comparison(self):
        self.open('comparison')
        self.assertGreater(len(self.all('.bar')), 3)
        self.assertGreater(len(self.all('.verdicts li')), 0)
        self.assertIn('--set network.default.rtt=5ms', self.all('pre')[0].text)

    def test_validation(self):
        self.open('validation')
        self.assertEqual(3, len(self.all('.mark')))
        self.assertIn('error +4 %', self.tooltip_over(self.all('.mark')[1]))
        self.assertEqual(['Scores of predicted rows', 'Scores of fitted rows'], [head.text for head in self.all('h2')][:2])


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1], verbosity=2)
