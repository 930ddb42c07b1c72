import { beforeAll, expect, test } from 'vitest';

import { parseQuery } from '@domain/search/grammar';

import { eachDatabase } from '../../../tests/support/test-database';
import { type Database, openStore } from '../store/database';
import { Catalogue } from './catalogue';
import { findTerm } from './find-terms';
import { searchNames } from './search-names';

eachDatabase('after the deadline', (database) => {
  let db: Database;
  beforeAll(() => {
    db = openStore(database().pool);
  });

  const asked = ['kraft', 'kra*', '"kraft der hand"', 'Bayern', 'Standweitsprung', '10.5072/*', '10.5072/motothek.1'];

  test.each(asked)('%s is not looked up in the database', async (text) => {
    const [term] = parseQuery(text, searchNames).terms;
    const find = (deadline: number) => findTerm(db, new Catalogue(0, []), { term: term!, deadline });
    expect(await find(0)).toBeNull();
    expect(await find(Infinity)).not.toBeNull();
  });
});
