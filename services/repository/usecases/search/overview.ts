import type { Overview } from '@domain/api/search';
import { motorTests } from '@domain/motor-tests';

import type { RepositoryContext } from '../../context/context';
import { countPublished, type Numbers } from '../../search/count-published';
import { openCatalogue } from '../../search/open-catalogue';
import { searchRowFields, toSearchRow } from '../../search/search-row';
import { listDataSets } from '../../store/data-set-records';

/** Newest data sets on the start page. */
const newestShown = 5;

const none: Numbers = { dataSets: 0, studies: 0, persons: 0, values: 0 };

/**
 * What the catalogue contains: totals, the same by motor test, and the newest data sets. Results by test are null where
 * some data sets were published before they were counted. Open to everybody.
 */
export async function describeCatalogue(repository: RepositoryContext): Promise<Overview> {
  const { db } = repository;
  const catalogue = await openCatalogue(db);
  const [{ dataSets, studies, persons, values, byTest }, records] = await Promise.all([
    countPublished(db, catalogue.revision),
    listDataSets(db, catalogue.newest(newestShown), searchRowFields),
  ]);
  return {
    dataSets,
    studies,
    persons,
    values,
    tests: motorTests.map((test) => ({ test, ...(byTest.get(test) ?? none) })),
    newest: records.map((record) => toSearchRow(record, repository)),
  };
}
