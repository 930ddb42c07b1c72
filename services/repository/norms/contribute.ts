import { type MetadataEntry } from '@domain/api/metadata';
import { asksForLicenceForm, minPersonsTold } from '@domain/licences';
import { firstValueOf, valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { parseDateRange } from '@domain/metadata/storage-forms';

import { contentTag } from '../content-tag';
import type { RepositoryContext } from '../context/context';
import { areRepeated, type LocalTable, localTables } from '../distributions/published-results';
import { readPublishedDistributions } from '../distributions/read-published-distributions';
import { jobStatement, type TableEngine } from '../context/table-engine';
import { openLocalFiles } from '../files/read-objects';
import { listCountries } from '../metadata/codes';
import { type ContributedCells, type NormDataSet, storeContribution } from '../store/norms';
import { vocabulary } from '../vocabulary';
import { writeCells } from './cell-bytes';
import { pagePoints } from './page-points';
import { readResultPoints } from './read-points';
import { readResultCells, type WholeDataSet } from './read-results';

/** To be raised when the same data contributes in another way. */
const contributingVersion = 4;

const resultsTag = contentTag(
  [...vocabulary.targets.raw.values()]
    .filter(({ isResult }) => isResult)
    .map(({ key, warn, hard, step, decimals }) => [key, warn, hard, step, decimals]),
);

/** Id of what a data set contributes: a hash of everything that it depends on. Published tables never change. */
export function contributionId({ nr, kind, metadata, rights, tables }: NormDataSet): string {
  return contentTag([contributingVersion, resultsTag, nr, kind, wholeOf(metadata), asksForLicenceForm(rights), tables]);
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
  const read = await readDataSet(repository, dataSet);
  signal.throwIfAborted();
  return repository.db.transaction((tx) => storeContribution(tx, { ...dataSet, id: contributionId(dataSet) }, read));
}

/** Number of rows of all tables of a data set. */
export function rowsIn(tables: NormDataSet['tables']): number {
  return tables.reduce((rows, { rowCount }) => rows + rowCount, 0);
}

/** Cells of open raw data; groups of open aggregated data, or of what the page of a closed data set tells. */
async function readDataSet(
  repository: RepositoryContext,
  { kind, metadata, rights, tables }: NormDataSet,
): Promise<ContributedCells[]> {
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
    ? await readClosedPoints(engine, opened, { whole, leastPersons: minPersonsTold(rights) })
    : await readResultPoints(engine, opened, whole);
  return groups.map((one) => ({ ...one, cells: new Uint8Array() }));
}

/**
 * What the page of a closed data set tells; nothing if people may have several rows, because the page then counts results
 * and trials instead of people.
 */
async function readClosedPoints(
  engine: TableEngine,
  tables: readonly LocalTable[],
  { whole, leastPersons }: { whole: WholeDataSet; leastPersons: number },
) {
  if (await areRepeated(engine, tables, jobStatement)) return [];
  return pagePoints(await readPublishedDistributions(engine, tables, leastPersons), whole);
}
