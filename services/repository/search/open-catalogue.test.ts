import { afterAll, beforeAll, expect, test } from 'vitest';

import { publishForTest } from '../../../tests/support/published-data-sets';
import { openTwoServers, type TwoServers } from '../../../tests/support/two-servers';
import { openCatalogue } from './open-catalogue';

let two: TwoServers;

beforeAll(async () => {
  two = await openTwoServers();
});
afterAll(() => two.close());

test('what one server publishes is in the catalogue of the other at once', async () => {
  const [one, other] = two.servers.map(({ repository }) => repository) as [
    TwoServers['servers'][0]['repository'],
    TwoServers['servers'][0]['repository'],
  ];
  for (let nr = 1; nr <= 6; nr += 1) {
    await publishForTest(nr % 2 === 0 ? one : other, { nr, title: `Sprung ${nr}`, exercises: ['slj'] });
    for (const { db } of [one, other]) {
      const catalogue = await openCatalogue(db);
      expect(catalogue.having('test', 'slj').count).toBe(nr);
      expect(catalogue.newest(1)).toEqual([nr]);
    }
  }
});

test('a catalogue that did not change is not made again', async () => {
  const { db } = two.servers[0].repository;
  expect(await openCatalogue(db)).toBe(await openCatalogue(db));
});

test('searches at once wait for the same reading', async () => {
  const [one, other] = two.servers;
  await publishForTest(one.repository, { nr: 7, title: 'Sprung 7', exercises: ['slj'] });
  const opened = await Promise.all([1, 2, 3].map(() => openCatalogue(other.repository.db)));
  expect(new Set(opened).size).toBe(1);
  expect(opened[0]?.size).toBe(7);
});
