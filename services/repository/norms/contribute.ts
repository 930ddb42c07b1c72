import { type MetadataEntry } from '@domain/api/metadata';
import { asksForLicenceForm } from '@domain/licences';
import { minPersonsPerCell, minPersonsPerQuartile } from '@domain/limits';
import { takeOverCells } from '@domain/norms/cells';
import { hideLeftPeople } from '@domain/norms/left-people';
import { isSameScale } from '@domain/norms/value-scale';
import { firstValueOf, valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { parseDateRange } from '@domain/metadata/storage-forms';

import { contentTag } from '../content-tag';
import type { RepositoryContext } from '../context/context';
import type { LocalTable } from '../distributions/published-results';
import { openLocalFiles } from '../files/read-objects';
import { listCountries } from '../metadata/codes';
import { type ContributedCells, listFormerCells, type NormDataSet, storeContribution } from '../store/norms';
import { vocabulary } from '../vocabulary';
import { readCells, writeCells } from './cell-bytes';
import { countPeople } from './count-people';
import { readResultPoints } from './read-points';
import { readResultCells, type ResultCells, type WholeDataSet } from './read-results';

/** To be raised when the same data contributes in another way. */
const contributingVersion = 2;

const resultsTag = contentTag(
  [...vocabulary.targets.raw.values()]
    .filter(({ isResult }) => isResult)
    .map(({ key, warn, hard, step, decimals }) => [key, warn, hard, step, decimals]),
);

/** Id of what a data set contributes: a hash of everything that it depends on. Published tables never change. */
export function contributionId({ nr, kind, metadata, rights, tables }: NormDataSet): string {
  return contentTag([contributingVersion, resultsTag, nr, kind, wholeOf(metadata), isClosed(rights), tables]);
}

/** Not everybody may see every row of a closed data set. Groups of aggregated data would be rows. */
const isClosed = asksForLicenceForm;

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
  const { db } = repository;
  const id = contributionId(dataSet);
  const read = await readDataSet(repository, dataSet);
  signal.throwIfAborted();
  return db.transaction(async (tx) => {
    const former = await listFormerCells(tx, { id, series: dataSet.series });
    return storeContribution(tx, { ...dataSet, id }, takeOver(former, read));
  });
}

/** Number of rows of all tables of a data set. */
export function rowsIn(tables: NormDataSet['tables']): number {
  return tables.reduce((rows, { rowCount }) => rows + rowCount, 0);
}

/** What was read of a data set: cells of raw data, or groups of aggregated data. */
type ReadDataSet = Omit<ContributedCells, 'cells'> & Partial<Pick<ResultCells, 'scale' | 'cells'>>;

async function readDataSet(
  repository: RepositoryContext,
  { kind, metadata, rights, tables }: NormDataSet,
): Promise<ReadDataSet[]> {
  if (kind === 'agg' && isClosed(rights)) return [];
  const { files, tables: engine } = repository;
  await using local = await openLocalFiles(
    files,
    tables.map(({ objectKey }) => objectKey),
  );
  const opened = tables.map(({ keys }, at): LocalTable => ({
    path: local.paths[at]!,
    keys: new Set(keys),
    openRows: 0,
  }));
  const whole = wholeOf(metadata);
  if (kind === 'agg') return readResultPoints(engine, opened, whole);
  const rows = rowsIn(tables);
  const least = isClosed(rights) ? minPersonsPerQuartile : minPersonsPerCell;
  const results = await readResultCells(engine, opened, { ...whole, rows, least });
  const told = isClosed(rights) ? await countPeople(engine, opened) : null;
  return results.map((result) => {
    const people = told?.get(result.key);
    return { ...result, cells: people ? hideLeftPeople(result.cells, people) : result.cells, points: [] };
  });
}

/** Cells of what was read, with former ones in place of those by which single people could be told. */
export function takeOver(former: readonly ContributedCells[], read: readonly ReadDataSet[]): ContributedCells[] {
  return read.map(({ key, scale, cells = [], points }) => {
    if (!scale) return { key, points, cells: new Uint8Array() };
    const before = former
      .filter((one) => one.key === key && one.cells.length > 0)
      .map((one) => readCells(one.cells))
      .filter((known) => isSameScale(known.scale, scale))
      .map((known) => known.cells);
    return { key, points, cells: writeCells(scale, takeOverCells(before, cells)) };
  });
}
