import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';

import { publishAllForTest } from '../../../tests/support/published-data-sets';
import { eachDatabase } from '../../../tests/support/test-database';
import type { RepositoryContext } from '../context/context';
import { type Database, openStore } from '../store/database';
import { dois } from '../store/schema';
import { countPublished } from './count-published';
import { readSearchRevision } from './search-documents';

eachDatabase('counted while more is published', (database) => {
  let db: Database;
  let repository: RepositoryContext;
  beforeAll(() => {
    db = openStore(database().pool);
    repository = { db } as RepositoryContext;
  });

  const count = async (server: Database) => countPublished(server, await readSearchRevision(server));

  test('nothing is nothing', async () => {
    expect(await count(db)).toEqual({
      ...{ dataSets: 0, studies: 0, persons: 0, values: 0 },
      ...{ byTest: new Map(), raw: 0, aggregated: 0, contributors: 0, registered: 0 },
    });
  });

  test('data sets that are added one after the other count like all at once', async () => {
    for (let nr = 1; nr <= 12; nr += 1) {
      const sets = {
        exercises: nr % 2 ? ['slj', 'su'] : ['slj'],
        kind: nr % 3 ? 'raw' : 'agg',
        owner: `c${nr % 4}`,
      } as const;
      await publishAllForTest(repository, [
        { nr, title: `Study ${nr}`, count: nr, ...sets, exercises: [...sets.exercises] },
      ]);
      expect(await count(db)).toEqual(await count(openStore(database().pool)));
    }
    const { byTest, ...all } = await count(db);
    expect(all).toEqual({
      ...{ dataSets: 12, studies: 12, persons: 78, values: 120 },
      ...{ raw: 8, aggregated: 4, contributors: 4, registered: 12 },
    });
    expect(byTest.get('su')).toMatchObject({ dataSets: 6, studies: 6, persons: 36 });
  });

  test('a DOI counts when it is registered, even after the data set was counted', async () => {
    await publishAllForTest(repository, [{ nr: 20, title: 'Later', doi: '10.5072/later' }]);
    const setState = (state: 'draft' | 'findable') =>
      db.update(dois).set({ state }).where(eq(dois.doi, '10.5072/later'));
    await setState('draft');
    expect(await count(db)).toMatchObject({ dataSets: 13, registered: 12 });
    await setState('findable');
    expect(await count(db)).toMatchObject({ dataSets: 13, registered: 13 });
  });

  test('requests at the same time count nothing twice', async () => {
    await publishAllForTest(repository, [{ nr: 30, title: 'Once' }]);
    const revision = await readSearchRevision(db);
    const counted = await Promise.all([1, 2, 3].map(() => countPublished(db, revision)));
    expect(counted.map(({ dataSets }) => dataSets)).toEqual([14, 14, 14]);
  });
});
