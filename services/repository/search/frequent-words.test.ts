import { beforeAll, expect, test } from 'vitest';

import { publishAllForTest } from '../../../tests/support/published-data-sets';
import { eachDatabase } from '../../../tests/support/test-database';
import { fieldIds } from '@domain/metadata/field-ids';
import type { RepositoryContext } from '../context/context';
import { type Database, openStore } from '../store/database';
import { FrequentWords } from './frequent-words';
import { learnFrequentWords, openCatalogue } from './open-catalogue';
import { listSearchSources } from './found-data-sets';
import { writeSearchDocuments } from './search-documents';

eachDatabase('frequent words', (database) => {
  let db: Database;

  const publish = (titles: Record<number, string>) =>
    publishAllForTest(
      { db } as RepositoryContext,
      Object.entries(titles).map(([nr, title]) => ({ nr: Number(nr), title })),
    );

  /** Another title of the first data set. */
  const rename = async (title: string) => {
    const metadata = [{ id: fieldIds.title, name: 'Title', values: [title] }];
    await db.transaction(async (tx) => {
      const sources = await listSearchSources(tx, 0, 1);
      await writeSearchDocuments(
        tx,
        sources.map((source) => ({ ...source, metadata })),
      );
    });
  };

  /** Numbers of the data sets with all words, each in any form; null if that is not known. */
  const having = async (...words: string[][]) => {
    const { frequent } = await openCatalogue(db);
    const hits = frequent?.having(words);
    const numbers = (place: 'all' | 'inTitle') => [...hits![place].descending()].reverse();
    if (hits) expect(numbers('inTitle')).toEqual(numbers('all'));
    return hits ? numbers('all') : null;
  };

  beforeAll(async () => {
    db = openStore(database().pool);
    await publish({ 1: 'Sprung eins', 2: 'Sprung zwei', 3: 'Lauf drei' });
  });

  test('are learned only of many data sets', async () => {
    await learnFrequentWords(db);
    expect(await having(['sprung'])).toBeNull();
    await learnFrequentWords(db, { fromSize: 3 });
    expect(await having(['sprung'])).toEqual([1, 2]);
  });

  test('are those of all words, each in any form', async () => {
    expect(await having(['sprung', 'drei'])).toEqual([1, 2, 3]);
    expect(await having(['sprung'], ['zwei', 'drei'])).toEqual([2]);
    expect(await having(['sprung'], ['lauf'])).toEqual([]);
  });

  test('are not known with a form that is rare', async () => {
    expect(await having(['sprung', 'wurf'])).toBeNull();
    expect(await having(['sprung'], ['wurf'])).toBeNull();
  });

  test('are known of a data set that is published later, also far beyond the last number', async () => {
    await publish({ 4: 'Sprung vier', 5000: 'Lauf zwei' });
    expect(await having(['sprung'])).toEqual([1, 2, 4]);
    expect(await having(['lauf'])).toEqual([3, 5000]);
  });

  test('are known of a document that has changed', async () => {
    await rename('Lauf eins');
    expect(await having(['sprung'])).toEqual([2, 4]);
    expect(await having(['lauf'])).toEqual([1, 3, 5000]);
  });

  test('are learned again where too many documents have changed', async () => {
    const words = await FrequentWords.learn(db);
    await rename('Sprung eins');
    expect(await words.renew(db, 0)).toBe(false);
    expect([...words.having([['lauf']])!.all.descending()]).toEqual([5000, 3, 1]);
    expect(await words.renew(db, 1)).toBe(true);
    expect([...words.having([['lauf']])!.all.descending()]).toEqual([5000, 3]);
  });

  test('are not learned after the work was stopped', async () => {
    await expect(FrequentWords.learn(db, AbortSignal.abort())).rejects.toThrow(/abort/);
  });
});
