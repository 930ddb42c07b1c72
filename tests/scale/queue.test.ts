import { describe, expect, test } from 'vitest';

import { createRandom } from '../../services/repository/help-files/made-up-people';
import { type Kind, leave, quantile, simulate, type Station } from './queue';
import { sharedShare, spread } from './shared-pages';

const count = 400_000;
const meanMs = 20;

/** Times at stations, with one kind of arrivals that keeps this share of the first station busy. */
function times(busy: number, stations: readonly Station[], work = stations.map(() => meanMs)): number[] {
  const kind: Kind = { rate: (busy * (stations[0]?.servers ?? 0) * 1000) / meanMs, work };
  return simulate(createRandom(7), [kind], stations, count).map(({ ms }) => ms);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Share of the arrivals that wait in M/M/c, by Erlang's formula C. */
function erlangC(servers: number, busy: number): number {
  const offered = servers * busy;
  // Erlang's formula B, by its recurrence.
  let blocked = 1;
  for (let server = 1; server <= servers; server += 1) blocked = (offered * blocked) / (server + offered * blocked);
  return blocked / (1 - busy * (1 - blocked));
}

/** Mean time in M/M/c. */
const meanOf = (servers: number, busy: number) => meanMs + (erlangC(servers, busy) * meanMs) / (servers * (1 - busy));

describe('a station behaves as the closed forms say', () => {
  test.each([0.3, 0.6, 0.8])('M/M/1, %d busy: mean, median and 95th percentile', (busy) => {
    const all = times(busy, [{ servers: 1, taken: 'by the first free' }]);
    const expected = meanMs / (1 - busy);
    within(mean(all), expected, 0.04);
    within(quantile(all, 0.5), Math.log(2) * expected, 0.04);
    within(quantile(all, 0.95), Math.log(20) * expected, 0.04);
  });

  test.each([
    [2, 0.5],
    [4, 0.6],
    [16, 0.8],
    [40, 0.9],
  ])('M/M/%d, %d busy: mean and share that waits', (servers, busy) => {
    const station = { servers, taken: 'by the first free' } as const;
    within(mean(times(busy, [station])), meanOf(servers, busy), 0.04);
    // What takes exactly 20 ms and stays longer has waited.
    const random = createRandom(3);
    let at = 0;
    const arrivals = Array.from({ length: count }, () => {
      at += (-Math.log(1 - random.fraction()) * meanMs) / servers / busy;
      return { at, work: -Math.log(1 - random.fraction()) * meanMs };
    });
    const waited = leave(arrivals, station).filter((end, i) => end > arrivals[i]!.at + arrivals[i]!.work + 1e-6);
    within(waited.length / count, erlangC(servers, busy), 0.05);
  });

  test.each([
    [2, 0.6],
    [8, 0.8],
  ])('%d servers in turn, %d busy: each is G/M/1 with every n-th arrival', (servers, busy) => {
    const [arrival, service] = [(servers * busy) / meanMs, 1 / meanMs];
    // The root below 1 of σ = (λ / (λ + μ (1 - σ))) ^ n, by iteration.
    let root = 0.5;
    for (let step = 0; step < 1000; step += 1) root = (arrival / (arrival + service * (1 - root))) ** servers;
    const expected = meanMs / (1 - root);
    const all = times(busy, [{ servers, taken: 'in turn' }]);
    within(mean(all), expected, 0.04);
    within(quantile(all, 0.95), Math.log(20) * expected, 0.04);
  });

  test('two stations one after the other add up (Jackson)', () => {
    const stations = [
      { servers: 4, taken: 'by the first free' },
      { servers: 2, taken: 'by the first free' },
    ] as const;
    // The second station has half the servers and half the work, so it is as busy.
    const second = meanOf(2, 0.7) / 2;
    within(mean(times(0.7, stations, [meanMs, meanMs / 2])), meanOf(4, 0.7) + second, 0.04);
  });

  test('kinds come and work in proportion, and nothing is done where there is nothing to do', () => {
    const kinds = [
      { rate: 30, work: [1, 0] },
      { rate: 10, work: [5, 3] },
    ];
    const many = [
      { servers: 1000, taken: 'in turn' },
      { servers: 1000, taken: 'in turn' },
    ] as const;
    const spent = simulate(createRandom(5), kinds, many, count);
    const [rare, often] = [spent.filter(({ kind }) => kind === 1), spent.filter(({ kind }) => kind === 0)];
    within(rare.length / spent.length, 0.25, 0.02);
    within(mean(often.map(({ ms }) => ms)), 1, 0.02);
    within(mean(rare.map(({ ms }) => ms)), 8, 0.02);
  });
});

test('work is done in the order in which it comes', () => {
  const arrivals = [0, 0, 0, 1].map((at) => ({ at, work: 10 }));
  expect(leave(arrivals, { servers: 2, taken: 'by the first free' })).toEqual([10, 10, 20, 20]);
  expect(leave(arrivals, { servers: 3, taken: 'in turn' })).toEqual([10, 10, 10, 20]);
});

test('the share of shared pages is that of visits at random', () => {
  const visits = spread(200, 500, 0.8);
  const random = createRandom(11);
  const [keptMs, visitsTried] = [2000, 200_000];
  const rendered = visits.map(() => -Infinity);
  const limits = visits.map((_, page) => visits.slice(0, page + 1).reduce((sum, visit) => sum + visit, 0));
  let [at, shared] = [0, 0];
  for (let visit = 0; visit < visitsTried; visit += 1) {
    at += (-Math.log(1 - random.fraction()) * 1000) / 200;
    const sought = random.fraction() * 200;
    const page = limits.findIndex((limit) => sought < limit);
    if (at < (rendered[page] ?? 0) + keptMs) shared += 1;
    else rendered[page] = at;
  }
  within(sharedShare(visits, keptMs / 1000), shared / visitsTried, 0.02);
  expect(sharedShare(visits, 0)).toBeCloseTo(0);
  expect(sharedShare([], 2)).toBe(0);
});

test('visits are spread by rank, and none is lost', () => {
  const visits = spread(60, 3, 1);
  expect(visits[0]).toBeCloseTo((visits[1] ?? 0) * 2);
  expect(visits[0]).toBeCloseTo((visits[2] ?? 0) * 3);
  expect(visits.reduce((sum, visit) => sum + visit, 0)).toBeCloseTo(60);
});

test('a quantile is a value that this share does not exceed', () => {
  expect([0.5, 0.95, 1].map((share) => quantile([4, 1, 3, 2], share))).toEqual([2, 4, 4]);
});

/** Fails unless a value is within a share of what is expected. */
function within(value: number, expected: number, share: number): void {
  expect(Math.abs(value / expected - 1), `${value} instead of ${expected}`).toBeLessThan(share);
}
