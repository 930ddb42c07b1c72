import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { costsOf, egressOf, machinesOf } from './costs';
import { type Inputs, inputsFile, type Place, readInputs } from './inputs';
import { busyProcessors, filesOf, flowsOf, loadOf, simulateAnswers, simulateFiles } from './load';
import { measuredCosts, measuredSpace, pageFile, renewPage, shownFigures } from './page';
import { reportPlace } from './report';
import { fixityRate, objectsOf, storageByYear } from './storage';

const inputs = readInputs(inputsFile);
const places = Object.entries(inputs.places);
const national = inputs.places.national!;

describe('docs/scale.md', () => {
  test('shows what the script prints', () => {
    const shown = shownFigures();
    expect(shown.map(([name]) => name)).toEqual(Object.keys(inputs.places));
    for (const [name, text] of shown) expect(text, name).toBe(reportPlace(inputs, name));
  });

  test('is renewed in its figures and in nothing else', () => {
    expect(renewPage((name) => reportPlace(inputs, name))).toBe(readFileSync(pageFile, 'utf8'));
    expect(renewPage(() => 'other\n')).toContain('\nnational\n\nother\n```');
  });

  test('shows the measured costs with which the script calculates', () => {
    const measured = measuredCosts();
    const { form, ...requests } = inputs.requests;
    for (const [kind, cost] of Object.entries(requests)) expect(measured[kind], kind).toMatchObject(cost);
    const { kilobytes } = measured.formShown!;
    expect({ ...measured.form, kilobytes }).toMatchObject(form);
    const { received, checked, sent } = inputs.megabytes;
    expect(measured.checked).toMatchObject({
      server: received.server,
      tables: checked.worker,
      database: checked.database,
    });
    expect(measured.sent).toMatchObject(sent);
    expect(measuredSpace()).toEqual({
      serverMegabytes: inputs.memory.server * 1000,
      databaseKilobytes: inputs.storage.catalogueKilobytes,
      tablesPerByte: inputs.storage.tablesPerByte,
    });
  });
});

test('the same inputs give the same figures, and another seed nearly the same', () => {
  const load = loadOf(inputs, national);
  const answer = (seed: number) => simulateAnswers({ ...inputs, seed }, load, [1])[0]!;
  expect(answer(1)).toEqual(answer(1));
  expect(answer(1).p95).not.toBe(answer(2).p95);
  expect(answer(1).p95 / answer(2).p95).toBeCloseTo(1, 0);
});

describe.each(places)('%s', (_name, place) => {
  const load = loadOf(inputs, place);

  test('the servers, and no fewer, have as much to do as planned', () => {
    const busy = (servers: number) => busyProcessors(flowsOf(inputs, place, servers), 0) / servers;
    expect(busy(load.servers)).toBeLessThanOrEqual(inputs.utilisation);
    if (load.servers > 1) expect(busy(load.servers - 1)).toBeGreaterThan(inputs.utilisation);
    expect(load.databaseBusy / load.databaseProcessors).toBeLessThanOrEqual(inputs.utilisation);
  });

  test('every request of the busiest second gets to a server or is answered by the cache', () => {
    const files = ['megabytes received', 'megabytes sent'];
    const rate = load.flows.filter(({ name }) => !files.includes(name)).reduce((sum, flow) => sum + flow.rate, 0);
    const cached = (place.requestsPerSecond * place.shares.builtFile * place.cacheHits) / 100;
    expect(rate + cached).toBeCloseTo(place.requestsPerSecond);
  });

  test('the more requests there are, the longer a page takes', () => {
    const [few, many] = simulateAnswers(inputs, load, [0.5, 1.5]);
    expect(many!.p95).toBeGreaterThan(few!.p95);
    expect(few!.p95).toBeGreaterThan(few!.p50);
  });

  test('the workers get all bytes that arrive, and a small file is there before a large one', () => {
    const { small, large } = filesOf(inputs, place);
    const busy = [small, large].reduce((sum, { rate, work }) => sum + (rate * work[0]!) / 1000, 0);
    expect(busy * 2).toBeCloseTo(load.workersBusy);
    const files = simulateFiles(inputs, place, load);
    expect(files.small).toBeLessThan(files.large);
  });

  test('after the years everything is stored', () => {
    const stored = storageByYear(inputs, place);
    expect(stored).toHaveLength(place.years);
    expect(stored.at(-1)!.originals).toBeCloseTo(place.terabytes);
    expect(stored.at(-1)!.dataSets).toBeCloseTo(place.dataSets);
    const [first, second] = stored.map(({ originals }) => originals) as [number, number];
    expect((second - first) / first).toBeCloseTo(place.growth);
  });
});

test('what is more than the machines can do is no figure', () => {
  const text = reportPlace({ ...inputs, utilisation: 0.9 }, 'national');
  expect(text).toMatch(/^160 % +grows +grows/m);
  expect(text).toMatch(/^50 % +[\d,.]+ ms/m);
});

test('a shared cache that keeps pages takes work off the servers and the database', () => {
  const [without, kept] = [loadOf(inputs, national), loadOf(inputs, national, 3600)];
  expect(kept.serversBusy).toBeLessThan(without.serversBusy);
  expect(kept.databaseBusy).toBeLessThan(without.databaseBusy);
});

test('storage, fixity and what is sent, by hand', () => {
  const place = placeWith({ years: 2, growth: 2, terabytes: 30, dataSets: 300, keptTerabytes: 12, fixityDays: 10 });
  const own: Inputs = {
    ...inputs,
    storage: { tablesPerByte: 0.5, tableCopies: 2, catalogueKilobytes: 20, otherKilobytes: 80 },
  };
  const [first, second] = storageByYear(own, place);
  expect(first).toMatchObject({ originals: 10, tables: 10, kept: 10, dataSets: 100, databaseGigabytes: 0.01 });
  expect(second).toMatchObject({ originals: 30, tables: 30, kept: 12, dataSets: 300, databaseGigabytes: 0.03 });
  expect(objectsOf(second!)).toEqual({ all: 72, lasting: 60 });
  // Read every 6.75 days on average.
  expect(fixityRate(second!, place)).toBeCloseTo(72e6 / 6.75 / 86_400);
  const load = { ...loadOf(own, place), flows: [{ name: 'a', rate: 100, work: [1], kilobytes: 50, isPage: true }] };
  const sent = egressOf(own, { ...place, averageShare: 0.5, downloadedTerabytesPerMonth: 7 }, load);
  expect(sent.servers).toBeCloseTo(7 + (100 * 50 * 0.5 * 86_400 * 365) / 12 / 1e9);
});

test('each price is that of its part, and only of it', () => {
  const load = loadOf(inputs, national);
  const stored = storageByYear(inputs, national).at(-1)!;
  const price = inputs.prices.rented!;
  const costs = (changed: Partial<typeof price>) =>
    Object.fromEntries(costsOf(inputs, national, { load, stored, price: { ...price, ...changed } }));
  const before = costs({});
  expect(before.people).toBe(national.people * price.person);
  expect(before['copies elsewhere']).toBeCloseTo((stored.originals + stored.tables) * price.terabyteElsewhere);
  expect(costs({ terabyteOfObjects: price.terabyteOfObjects * 2 })).toEqual({
    ...before,
    objects: before.objects! * 2,
  });
  expect(costs({ terabyteSent: 0 })).toEqual({ ...before, sent: 0 });
  const { connections, servers, workers } = machinesOf(inputs, national, load);
  expect(servers).toBe(load.servers + national.spareServers);
  expect(workers).toBe(load.workers + national.spareWorkers);
  expect(connections).toBe((servers + workers) * inputs.connectionsPerProcess);
});

describe('inputs', () => {
  test.each([
    ['builtFile: 55', 'builtFile: 56', 'The shares are not 100 percent.'],
    ['utilisation: 0.6', 'utilisation: 1.2', 'utilisation'],
    ['people: 3', 'persons: 3', 'people'],
  ])('%s as %s is refused', (right, wrong, message) => {
    const file = path.join(folder(), 'inputs.yaml');
    writeFileSync(file, readFileSync(inputsFile, 'utf8').replace(right, wrong));
    expect(() => readInputs(file)).toThrow(message);
  });

  test('a place that is not there is named', () => {
    expect(() => reportPlace(inputs, 'moon')).toThrow('There is no place moon, only university, national, world.');
  });
});

const placeWith = (changes: Partial<Place>): Place => ({ ...national, ...changes });

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'motothek-scale-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}
