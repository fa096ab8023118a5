#!/usr/bin/python3
"""Uses the page of `commitsim serve` in a headless Chromium as people do: sliders, player, questions, links, the keyboard alone.

usage: lab_test.py COMMITSIM [FOLDER [Lab.test_...]]    FOLDER keeps pictures
"""
import json
import pathlib
import re
import signal
import subprocess
import sys
import unittest
import urllib.parse

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

COMMITSIM = str(pathlib.Path(sys.argv[1]).resolve())
KEPT = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None


class Lab(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = subprocess.Popen([COMMITSIM, 'serve', '--port', '0'], stdout=subprocess.PIPE, text=True)
        cls.address = cls.server.stdout.readline().strip()
        options = webdriver.ChromeOptions()
        for word in ('--headless', '--no-sandbox', '--disable-gpu', '--window-size=1400,1800', '--disable-background-networking',
                     '--force-prefers-reduced-motion'):
            options.add_argument(word)
        options.set_capability('goog:loggingPrefs', {'browser': 'ALL'})
        cls.browser = webdriver.Chrome(options=options)

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()
        cls.server.send_signal(signal.SIGTERM)
        assert cls.server.wait(20) == 0

    def setUp(self):
        self.open(self.address)

    def tearDown(self):
        self.picture(self.id().split('.')[-1])
        self.assertEqual([], self.browser.get_log('browser'), 'the console is not empty')

    def open(self, address):
        self.browser.get('about:blank')
        self.browser.get(address)
        self.settle()

    def picture(self, name):
        if KEPT:
            KEPT.mkdir(parents=True, exist_ok=True)
            self.browser.save_screenshot(str(KEPT / f'{name}.png'))

    def find(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def wait(self, condition):
        return WebDriverWait(self.browser, 60, 0.05).until(lambda browser: condition())

    # Until the runs that the sliders have asked for are shown.
    def settle(self):
        self.wait(lambda: self.browser.execute_script(
            "return document.querySelectorAll('#curves svg').length > 0 && !document.body.hasAttribute('aria-busy')"))

    # Changes something and waits until what it does is shown.
    def change(self, action):
        before = self.status()
        action()
        self.wait(lambda: self.status() != before)
        self.settle()

    def status(self):
        return self.find('#status').text

    def tps(self):
        return float(re.search(r': ([\d.]+)(?: ±.*?)? transactions/s', self.status()).group(1))

    def labelled(self, text):
        label = next(each for each in self.all('label') if each.text.startswith(text))
        return self.find('#' + label.get_attribute('for'))

    def fill(self, label, value):
        def act():
            field = self.labelled(label)
            field.send_keys(Keys.CONTROL + 'a')
            field.send_keys(str(value) + Keys.TAB)
        self.change(act)

    def choose(self, label, value):
        self.change(lambda: Select(self.labelled(label)).select_by_value(value))

    def focused(self):
        return self.browser.switch_to.active_element

    def test_draws_everything_at_once(self):
        self.assertEqual(2, len(self.all('#curves figure svg.none, #curves figure > svg')))
        self.assertEqual(2, len(self.all('#details figure > svg')))
        self.assertEqual(1, len(self.all('#topology svg')))
        self.assertEqual(8, len(self.all('#boxes .dot')))
        self.assertGreater(len(self.all('#rows .part')), 20)
        self.assertGreaterEqual(len(self.all('#cards .card')), 5)
        self.assertIn('±', self.status())
        self.picture('whole')
        height = self.browser.execute_script('return document.documentElement.scrollHeight')
        self.browser.set_window_size(1400, height)
        self.picture('long')
        self.browser.set_window_size(1400, 1800)

    def test_sliders_change_the_results(self):
        eight = self.tps()
        self.fill('Client threads', 16)
        self.assertGreater(self.tps(), 1.6 * eight)
        self.fill('fsync', 20)
        self.assertLess(self.tps(), eight)
        self.choose('sync_binlog', '0')
        self.choose('innodb_flush_log_at_trx_commit', '2')
        self.assertGreater(self.tps(), 4 * eight)

    def test_a_slider_goes_by_the_arrow_keys(self):
        bar = self.find('input[type=range][aria-label="Client threads"]')
        self.change(lambda: bar.send_keys(Keys.ARROW_RIGHT))
        self.assertEqual('9', self.labelled('Client threads').get_attribute('value'))

    def test_numbers_stay_within_their_range(self):
        self.fill('Client threads', 100000)
        self.assertEqual('256', self.labelled('Client threads').get_attribute('value'))
        self.assertEqual([], self.all('#fault p'))

    def test_replicas_come_and_go(self):
        self.change(lambda: self.find('#add-replica').click())
        self.fill('Round trip to replica2', 20)
        self.assertEqual(3, len(self.all('#topology .server')))
        fast = self.tps()
        self.fill('ACKs to wait for', 2)
        self.assertLess(self.tps(), 0.7 * fast)
        self.change(lambda: Select(self.labelled('Mode of replica2')).select_by_value('async'))
        self.assertEqual('1', self.labelled('ACKs to wait for').get_attribute('value'))
        remove = next(each for each in self.all('#controls button') if each.text == 'Remove replica2')
        self.browser.execute_script('arguments[0].scrollIntoView({block: "center"})', remove)
        remove.click()
        self.wait(lambda: len(self.all('#topology .server')) == 2)

    def test_steps_go_forwards_and_back(self):
        told = []
        for _ in range(6):
            self.find('#step').click()
            told.append((self.find('#moment').text, self.find('#told').text))
        self.assertEqual(6, len(set(told)))
        for expected in reversed(told[:-1]):
            self.find('#step-back').click()
            self.assertEqual(expected, (self.find('#moment').text, self.find('#told').text))

    def test_plays_and_pauses(self):
        places = lambda: [each.get_attribute('style') for each in self.all('#boxes .dot')]
        before = places()
        self.find('#play').click()
        self.assertEqual('Pause', self.find('#play').text)
        self.wait(lambda: places() != before)
        self.find('#play').click()
        moment = self.find('#moment').text
        self.assertFalse(moment.startswith('0.000'))
        self.assertEqual(moment, self.find('#moment').text)

    def test_every_transaction_is_in_one_box_at_a_time(self):
        self.find('#step').click()
        for _ in range(10):
            self.find('#step').click()
            self.assertEqual(8, len({each.get_attribute('style') for each in self.all('#boxes .dot')}))

    def test_a_link_restores_the_settings(self):
        self.fill('Client threads', 3)
        self.choose('Server version', 'mysql-5.7')
        status, link = self.status(), self.find('#link').get_attribute('href')
        self.open(link)
        self.assertEqual(status, self.status())
        self.assertEqual('3', self.labelled('Client threads').get_attribute('value'))
        self.assertEqual('mysql-5.7', self.labelled('Server version').get_attribute('value'))

    def test_links_of_others_do_no_harm(self):
        for fragment in ('%', 'null', '[]', '{"threads":-5}', '{"version":"<img src=x onerror=alert(1)>"}',
                         '{"replicas":[null,{"mode":7}]}', '{"__proto__":{"threads":1}}'):
            self.browser.get('about:blank')
            self.browser.get(self.address + '#' + urllib.parse.quote(fragment))
            self.wait(lambda: self.all('#fault p') or self.all('#curves svg'))
            self.assertEqual([], self.all('#page img'))
        # A refused request shows on the console as the browser's own line, which is how it should be here.
        self.browser.get_log('browser')

    def test_the_page_answers_why_doubling_threads_does_not_help_5_0(self):
        self.find('#lesson-doubling').click()
        answer = self.wait(lambda: self.all('#answer-text'))[0].text
        gains = [float(each) for each in re.findall(r'give ([\d.]+) times', answer)]
        self.assertGreater(gains[0], 1.7)
        self.assertLess(gains[1], 1.1)
        slow = float(self.all('#answer tbody tr:nth-child(4) td')[1].text.split(' ')[0])
        self.assertLess(slow, 1000 / (3 * 4.9), 'in 5.0 each commit has three fsyncs of 5 ms for itself')
        self.assertEqual(4, len(self.all('#answer tbody tr')))
        self.settle()
        self.assertEqual('16', self.labelled('Client threads').get_attribute('value'))

    def test_the_page_answers_what_a_second_ack_costs(self):
        self.find('#lesson-second-ack').click()
        answer = self.wait(lambda: self.all('#answer-text'))[0].text
        self.assertRegex(answer, r'The second ACK takes [\d.]+ ms of each transaction and [\d.]+ % of the throughput')
        self.assertGreater(float(re.search(r'takes ([\d.]+) ms', answer).group(1)), 2)
        self.settle()

    def test_every_question_has_an_answer_without_gaps(self):
        for button in self.all('.questions button'):
            button.click()
            self.wait(lambda: self.all('#answer-text'))
            self.assertNotRegex(self.find('#answer-text').text, 'NaN|undefined|–|Infinity')
            self.settle()
            self.picture('question-' + button.get_attribute('id'))

    def test_the_keyboard_reaches_everything(self):
        names = set()
        for _ in range(400):
            self.focused().send_keys(Keys.TAB)
            here = self.focused()
            if here.tag_name == 'body':
                break
            names.add(here.get_attribute('id') or here.text)
        for wanted in ('lesson-doubling', 'add-replica', 'play', 'step', 'step-back', 'seek', 'boxes', 'link', 'Remove replica1'):
            self.assertIn(wanted, names)
        self.find('#play').send_keys(Keys.ENTER)
        self.assertEqual('Pause', self.find('#play').text)
        self.find('#play').send_keys(Keys.SPACE)

    def test_every_control_has_a_name(self):
        for each in self.all('input, select, button, [role=region], section'):
            if each.is_displayed() and not self.browser.execute_script('return arguments[0].closest("details")', each):
                self.assertTrue(each.accessible_name, each.get_attribute('outerHTML')[:200])

    def test_focus_stays_while_controls_are_drawn_anew(self):
        self.change(lambda: Select(self.labelled('Server version')).select_by_value('mysql-5.7'))
        self.labelled('Server version').send_keys(Keys.ARROW_DOWN)
        self.settle()
        self.assertEqual(self.labelled('Server version').get_attribute('id'), self.focused().get_attribute('id'))

    def test_is_readable_in_the_dark_and_on_a_small_screen(self):
        dark = {'name': 'prefers-color-scheme', 'value': 'dark'}
        self.browser.execute_cdp_cmd('Emulation.setEmulatedMedia', {'features': [dark]})
        self.assertIn('(18, 22, 28', self.find('body').value_of_css_property('background-color'))
        self.picture('dark')
        self.browser.execute_cdp_cmd('Emulation.setEmulatedMedia', {'features': []})
        phone = {'width': 400, 'height': 900, 'deviceScaleFactor': 1, 'mobile': True}
        self.browser.execute_cdp_cmd('Emulation.setDeviceMetricsOverride', phone)
        self.assertLessEqual(self.browser.execute_script('return document.documentElement.scrollWidth'), 400)
        self.picture('small')
        self.browser.execute_cdp_cmd('Emulation.clearDeviceMetricsOverride', {})

    def test_the_yaml_is_what_was_simulated(self):
        text = self.find('#share pre').get_attribute('textContent')
        outcome = subprocess.run([COMMITSIM, 'run', '/dev/stdin', '--format', 'json'], input=text, capture_output=True, text=True,
                                 check=True)
        self.assertAlmostEqual(json.loads(outcome.stdout)['throughput']['tps']['mean'], self.tps(), delta=0.01 * self.tps())


if __name__ == '__main__':
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
