import { type MetadataEntry } from '@domain/api/metadata';
import { Refusal } from '@domain/error-codes';
import { asksForLicenceForm, minPersonsTold } from '@domain/licences';
import { firstValueOf, valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { parseDateRange } from '@domain/metadata/storage-forms';

import { contentTag } from '../content-tag';
import type { RepositoryContext } from '../context/context';
import { type CountedData, readTests, testsKey } from '../distributions/keep-tests';
import { areRepeated, type LocalTable, localTables } from '../distributions/published-results';
import { jobStatement } from '../context/table-engine';
import { openLocalFiles } from '../files/read-objects';
import { listCountries } from '../metadata/codes';
import { type ContributedCells, type NormDataSet, storeContribution } from '../store/norms';
import { vocabulary } from '../vocabulary';
import { writeCells } from './cell-bytes';
import { pagePoints } from './page-points';
import { readResultPoints, type ResultPoints } from './read-points';
import { readResultCells, type WholeDataSet } from './read-results';

/** To be raised when the same data contributes in another way. */
const contributingVersion = 4;

const resultsTag = contentTag(
  [...vocabulary.targets.raw.values()]
    .filter(({ isResult }) => isResult)
    .map(({ key, warn, hard, step, decimals }) => [key, warn, hard, step, decimals]),
);

/** Id of what a data set contributes: a hash of everything that it depends on. Published tables never change. */
export function contributionId(dataSet: NormDataSet): string {
  const { nr, kind, metadata, rights, tables } = dataSet;
  const page = asksForLicenceForm(rights) ? testsKey(onPage(dataSet)) : null;
  return contentTag([contributingVersion, resultsTag, nr, kind, wholeOf(metadata), page, tables]);
}

/** A data set as its page tells of it. */
function onPage({ nr, kind, rights, tables }: NormDataSet): CountedData {
  return { nr, kind, tables, leastPersons: minPersonsTold(rights) };
}

/** Metadata names countries in English. */
const countryCodes = new Map(listCountries('en').map(({ code, name }) => [name, code]));

/** The only country and the only year of the data collection, which hold where rows say nothing. */
export function wholeOf(metadata: readonly MetadataEntry[]): WholeDataSet {
  const countries = valuesOf(metadata, fieldIds.country);
  const range = parseDateRange(firstValueOf(metadata, fieldIds.collection));
  const [begin, end] = [Number(range?.begin.year) || null, Number(range?.end.year) || null];
  return {
    country: countries.length === 1 ? (countryCodes.get(countries[0]!) ?? null) : null,
    year: begin !== null && (end ?? begin) === begin ? begin : null,
  };
}

/**
 * Reads what a data set contributes and stores it. Returns false if it was withdrawn meanwhile. Throws ObjectNotFound if
 * the store has lost a table.
 */
export async function contribute(
  repository: RepositoryContext,
  dataSet: NormDataSet,
  signal: AbortSignal,
): Promise<boolean> {
  const read = await readDataSet(repository, dataSet).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'data-set-withdrawn') return null;
    throw error;
  });
  signal.throwIfAborted();
  if (read === null) return false;
  return repository.db.transaction((tx) => storeContribution(tx, { ...dataSet, id: contributionId(dataSet) }, read));
}

/** Number of rows of all tables of a data set. */
export function rowsIn(tables: NormDataSet['tables']): number {
  return tables.reduce((rows, { rowCount }) => rows + rowCount, 0);
}

/** Cells of open raw data; groups of open aggregated data, or of what the page of a closed data set tells. */
async function readDataSet(repository: RepositoryContext, dataSet: NormDataSet): Promise<ContributedCells[]> {
  const { kind, metadata, rights, tables } = dataSet;
  const isClosed = asksForLicenceForm(rights);
  // Groups of aggregated data would be rows.
  if (kind === 'agg' && isClosed) return [];
  const { files, tables: engine } = repository;
  await using local = await openLocalFiles(
    files,
    tables.map(({ objectKey }) => objectKey),
  );
  const opened = localTables(tables, local.paths, isClosed);
  const whole = wholeOf(metadata);
  if (kind === 'raw' && !isClosed) {
    const results = await readResultCells(engine, opened, { ...whole, rows: rowsIn(tables) });
    return results.map(({ key, scale, cells }) => ({ key, cells: writeCells(scale, cells), points: [] }));
  }
  const groups = isClosed
    ? await readClosedPoints(repository, opened, dataSet)
    : await readResultPoints(engine, opened, whole);
  return groups.map((one) => ({ ...one, cells: new Uint8Array() }));
}

/**
 * What the page of a closed data set tells; nothing if people may have several rows, because the page then counts results
 * and trials instead of people.
 */
async function readClosedPoints(
  repository: RepositoryContext,
  tables: readonly LocalTable[],
  dataSet: NormDataSet,
): Promise<ResultPoints[]> {
  if (await areRepeated(repository.tables, tables, jobStatement)) return [];
  return pagePoints(await readTests(repository, onPage(dataSet)), wholeOf(dataSet.metadata));
}
