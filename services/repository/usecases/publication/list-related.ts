import type { Related } from '@domain/api/search';

import type { RepositoryContext } from '../../context/context';
import { findDataSet } from '../../publication/find-data-set';
import { Bitmap } from '../../search/bitmap';
import type { Catalogue } from '../../search/catalogue';
import { openCatalogue } from '../../search/open-catalogue';
import { searchRowFields, toSearchRow } from '../../search/search-row';
import { type DataSetRecord, listDataSets, listDataSetsOfStudy } from '../../store/data-set-records';

/** Data sets of each kind that are listed. */
const listed = 5;
/** The newest data sets with a test and ages in common that are compared. Own limit: there may be many thousands. */
const compared = 1000;

/** Data sets of the same study, and others with the same motor tests and ages. Refuses with 'not-found'. */
export async function listRelated(repository: RepositoryContext, nr: number): Promise<Related> {
  const { db } = repository;
  const [record, catalogue] = await Promise.all([findDataSet(repository, nr), openCatalogue(db)]);
  const ofStudy = await listDataSetsOfStudy(db, record.upload);
  // Versions of a data set are listed as such.
  const sameStudy = ofStudy.flatMap((other) => (other.isFound && !other.isVersion ? [other.nr] : []));
  const numbers = findSimilar(catalogue, record, [nr, ...ofStudy.map((other) => other.nr)]);
  const rows = await listDataSets(db, [...sameStudy.slice(0, listed), ...numbers], searchRowFields);
  const found = rows.map((row) => toSearchRow(row, repository));
  return {
    sameStudy: found.filter((row) => sameStudy.includes(row.nr)),
    similar: found.filter((row) => numbers.includes(row.nr)),
  };
}

/** Those that share the largest part of their tests (Jaccard index); of equal ones the newest. */
function findSimilar(catalogue: Catalogue, { row }: DataSetRecord, left: readonly number[]): number[] {
  const ages = row.ages.flatMap(({ start, end }) => [start, end]);
  const sets = [catalogue.havingAny('test', row.exercises)];
  if (ages.length > 0) sets.push(catalogue.ofAges(Math.min(...ages), Math.max(...ages)));
  const own = new Set<string>(row.exercises);
  const tests = [...catalogue.valuesOf('test')].map(([test, having]) => ({
    isOwn: own.has(test),
    having: having.bitmap,
  }));
  const candidates: { nr: number; share: number }[] = [];
  for (const slot of Bitmap.and(catalogue.size, sets).descending()) {
    if (candidates.length === compared) break;
    const nr = catalogue.numberAt(slot);
    if (left.includes(nr)) continue;
    const had = tests.filter(({ having }) => having.has(slot));
    const shared = had.filter(({ isOwn }) => isOwn).length;
    candidates.push({ nr, share: shared / (had.length + own.size - shared) });
  }
  return candidates
    .sort((a, b) => b.share - a.share)
    .slice(0, listed)
    .map(({ nr }) => nr);
}
