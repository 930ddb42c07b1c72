import { eq, inArray } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';

import { publishAllForTest } from '../../../tests/support/published-data-sets';
import { eachDatabase } from '../../../tests/support/test-database';
import type { RepositoryContext } from '../context/context';
import { type Database, openStore } from '../store/database';
import { lockVersions } from '../store/locks';
import { dataSets, uploads } from '../store/schema';
import { rebuildSearchIndex } from '../search/rebuild-search-index';
import { countPublished } from './count-published';
import { updateSearch } from './found-data-sets';
import { openCatalogue } from './open-catalogue';

eachDatabase('found data sets', (database) => {
  let db: Database;
  let number: (nr: number) => number;
  beforeAll(async () => {
    db = openStore(database().pool);
    await publishAllForTest(
      { db } as RepositoryContext,
      [1, 2, 3, 4].map((nr) => ({ nr, title: `Study ${nr}`, count: nr })),
    );
    const rows = await db.select({ nr: dataSets.nr, upload: dataSets.upload }).from(dataSets);
    number = (nr) => rows.find((row) => row.nr === nr)!.upload;
    // 1, 2 and 3 are versions of one data set.
    await db
      .update(uploads)
      .set({ series: number(1) })
      .where(inArray(uploads.number, [number(2), number(3)]));
    for (const nr of [2, 3])
      await db
        .update(uploads)
        .set({ version: nr })
        .where(eq(uploads.number, number(nr)));
  });

  const update = () =>
    db.transaction(async (tx) => {
      await lockVersions(tx, number(1));
      await updateSearch(tx, number(1));
    });
  const setWithdrawn = async (nr: number, withdrawnAt: Date | null) => {
    await db
      .update(uploads)
      .set({ withdrawnAt })
      .where(eq(uploads.number, number(nr)));
    await update();
  };
  /** Numbers found by a server that has been running, with the persons it counts; the same as by one that starts. */
  const found = async () => {
    const read = async (server: Database) => {
      const catalogue = await openCatalogue(server);
      const { dataSets: count, persons } = await countPublished(server, catalogue.revision);
      return { numbers: catalogue.newest(10).sort(), count, persons };
    };
    const seen = await read(db);
    expect(await read(openStore(database().pool))).toEqual(seen);
    expect(seen.count).toBe(seen.numbers.length);
    return seen;
  };

  test('are of several versions the newest', async () => {
    expect((await found()).numbers).toEqual([1, 2, 3, 4]);
    await update();
    expect(await found()).toEqual({ numbers: [3, 4], count: 2, persons: 7 });
  });

  test('are without those that are withdrawn, which come back when they are restored', async () => {
    await setWithdrawn(3, new Date());
    expect((await found()).numbers).toEqual([2, 4]);
    await setWithdrawn(2, new Date());
    expect((await found()).numbers).toEqual([1, 4]);
    await setWithdrawn(1, new Date());
    expect((await found()).numbers).toEqual([4]);
    await setWithdrawn(2, null);
    expect(await found()).toEqual({ numbers: [2, 4], count: 2, persons: 6 });
  });

  test('are the same after the index is made again', async () => {
    await rebuildSearchIndex(db);
    expect((await found()).numbers).toEqual([2, 4]);
  });
});
