import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { sessionWarningSeconds } from '@domain/limits';

import { watchSession, type SessionAnswer } from './watch-session';

const hour = 3600;

/** The session on the server, shared by all tabs of a browser, and their clock. */
function openBrowser() {
  let endsAt = Date.now() + 8 * hour * 1000;
  const state = { isReachable: true, account: 'mine' };
  const asked: string[] = [];
  const answer = (): SessionAnswer => {
    const secondsLeft = Math.max(0, (endsAt - Date.now()) / 1000);
    if (secondsLeft === 0) return { state: 'ended', secondsLeft, message: 'ended' };
    if (state.account !== 'mine') return { state: 'other', secondsLeft, message: 'other' };
    return { state: secondsLeft > sessionWarningSeconds ? 'lasting' : 'ending', secondsLeft, message: '' };
  };
  return {
    asked,
    state,
    answer,
    extend: () => void (endsAt = Date.now() + 8 * hour * 1000),
    openTab(name: string) {
      const tab = { isVisible: true, told: [] as string[] };
      const watch = watchSession({
        secondsLeft: (endsAt - Date.now()) / 1000,
        ask: async () => {
          asked.push(name);
          if (!state.isReachable) throw new Error('offline');
          return answer();
        },
        tell: ({ state: news }) => void tab.told.push(news),
        isVisible: () => tab.isVisible,
      });
      return Object.assign(tab, watch);
    },
  };
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
/** A computer that sleeps: time passes, but no timer runs. */
const sleep = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-03-01T08:00:00Z') }));
afterEach(() => vi.useRealTimers());

test('nothing is requested or shown for hours; minutes before the end a warning is shown, once', async () => {
  const browser = openBrowser();
  const tab = browser.openTab('one');
  await pass(8 * hour - sessionWarningSeconds - 1);
  expect([browser.asked, tab.told]).toEqual([[], []]);
  await pass(60);
  expect(tab.told).toEqual(['ending']);
  await pass(60);
  expect(tab.told).toEqual(['ending']);
  await pass(sessionWarningSeconds);
  expect(tab.told).toEqual(['ending', 'ended']);
});

test('the warning leaves minutes to press one button, and the user can stay any number of times', async () => {
  const browser = openBrowser();
  const tab = browser.openTab('one');
  for (let round = 1; round <= 12; round += 1) {
    await pass(8 * hour - sessionWarningSeconds + 20);
    expect(tab.told).toHaveLength(2 * round - 1);
    expect(browser.answer().secondsLeft).toBeGreaterThan(240);
    browser.extend();
    tab.hear(browser.answer());
  }
  expect(new Set(tab.told)).toEqual(new Set(['ending', 'lasting']));
});

test('a tab notices what was done in another one', async () => {
  const browser = openBrowser();
  const [one, two] = [browser.openTab('one'), browser.openTab('two')];
  await pass(8 * hour - 200);
  expect([one.told, two.told]).toEqual([['ending'], ['ending']]);
  browser.extend();
  one.hear(browser.answer());
  await pass(20);
  expect([one.told, two.told]).toEqual([
    ['ending', 'lasting'],
    ['ending', 'lasting'],
  ]);
  // Work in one tab prevents the warning in the other.
  const third = browser.openTab('three');
  await pass(7.5 * hour);
  browser.extend();
  await pass(hour);
  expect(third.told).toEqual([]);
});

test('a hidden tab requests nothing; when it becomes visible it shows the current state', async () => {
  const browser = openBrowser();
  const tab = browser.openTab('one');
  tab.isVisible = false;
  await pass(9 * hour);
  expect(browser.asked).toEqual([]);
  tab.isVisible = true;
  await tab.look();
  expect(tab.told).toEqual(['ended']);
  browser.extend();
  await tab.look();
  expect(tab.told).toEqual(['ended', 'lasting']);
  browser.state.account = 'another';
  await tab.look();
  expect(tab.told).toEqual(['ended', 'lasting']);
});

test('a computer that slept past the end says so within seconds, without being touched', async () => {
  const tab = openBrowser().openTab('one');
  await pass(hour);
  sleep(10 * hour);
  await pass(15);
  expect(tab.told).toEqual(['ended']);
});

test('another account is reported when the page becomes visible after the end', async () => {
  const browser = openBrowser();
  const tab = browser.openTab('one');
  await pass(8 * hour + 15);
  browser.extend();
  browser.state.account = 'another';
  await tab.look();
  expect(tab.told).toEqual(['ending', 'ended', 'other']);
});

test('while the server cannot be reached nothing is shown', async () => {
  const browser = openBrowser();
  const tab = browser.openTab('one');
  browser.state.isReachable = false;
  await pass(9 * hour);
  expect(tab.told).toEqual([]);
  browser.state.isReachable = true;
  await pass(15);
  expect(tab.told).toEqual(['ended']);
});

test('a page that was left no longer watches', async () => {
  const browser = openBrowser();
  browser.openTab('one').stop();
  await pass(9 * hour);
  expect(browser.asked).toEqual([]);
});
