import type { Quality } from '@domain/api/quality';
import type { Language } from '@domain/language';
import { localDay } from '@domain/local-time';

import type { RepositoryContext } from '../context/context';
import { changedColumns } from './changed-columns';
import { explainGroups, type NamedTable } from './explained-groups';
import { sumCorrections } from './sum-corrections';
import { sumRowsLeftOut } from './sum-rows-left-out';
import { findDataSet } from './find-data-set';
import type { DataSetRecord } from '../store/data-set-records';
import { listPublishedTables, type PublishedTable } from '../store/published-data-sets';
import { listCheckFacts, listCommentUses, listCorrections, listGroupSizes, listVoteTimes } from '../store/quality';
import { type FileColumn, listSourceMapping } from '../store/source-mapping';
import { findDecision } from '../store/submissions';
import { findCurrentFiles, listTables, type TableProgress } from '../store/upload-progress';

/**
 * The statement with all explanations, for the package of a data set: only those may read it who may see every row.
 * Refuses with 'not-found'.
 */
export async function describeWholeQuality(
  repository: RepositoryContext,
  nr: number,
  language: Language,
): Promise<Quality> {
  return makeQualityStatement(repository, await findDataSet(repository, nr), language, true);
}

/**
 * Quality statement of a published data set. Every fact is stored, and none can change after the upload was accepted
 * (docs/quality.md). `withTexts`: the reader may see every row, so explanations may quote them.
 */
export async function makeQualityStatement(
  repository: RepositoryContext,
  record: DataSetRecord,
  language: Language,
  withTexts: boolean,
): Promise<Quality> {
  const { db, settings } = repository;
  const { nr, upload, row, publishedAt } = record;
  const dayOf = (moment: Date) => localDay(moment, settings.timeZone);
  const published = await listPublishedTables(db, [nr]);
  const sources = await listSourceTables(repository, upload);
  const data = sources.filter(({ leftOut }) => leftOut === null);
  const { corrected, corrections } = sumCorrections(await listCorrections(db, upload), dayOf);
  const problems = await describeProblems(repository, { upload, data, published, withTexts }, language);
  const decision = await findDecision(db, upload);
  return {
    nr,
    published: { day: dayOf(publishedAt), persons: row.count, ...sumTables(published) },
    check: await findCheck(repository, data, dayOf),
    problems: { found: problems.remaining + corrected, corrected, ...problems.explained },
    corrections,
    rowsLeftOut: sumRowsLeftOut(data, withTexts),
    tablesLeftOut: sources.flatMap(({ leftOut, rowCount }) => (leftOut ? [{ reason: leftOut, rows: rowCount }] : [])),
    columns: changedColumns(published, language),
    review: {
      day: decision?.decidedAt ? dayOf(decision.decidedAt) : null,
      votes: (await listVoteTimes(db, upload)).map(dayOf),
    },
  };
}

/** The oldest version of the rules with which a table was checked last, and the day of the last check. */
async function findCheck(
  { db }: RepositoryContext,
  data: readonly TableProgress[],
  dayOf: (moment: Date) => string,
): Promise<Pick<Quality['check'], 'rulesVersion' | 'day'>> {
  const facts = await listCheckFacts(
    db,
    data.map(({ id }) => id),
  );
  const versions = facts.map(({ rulesVersion }) => rulesVersion).sort();
  const moments = facts.flatMap(({ checkedAt }) => checkedAt ?? []);
  return {
    rulesVersion: versions.includes(null) ? null : (versions[0] ?? null),
    day: moments.length === 0 ? null : dayOf(new Date(Math.max(...moments.map(Number)))),
  };
}

interface CheckedData {
  upload: number;
  data: readonly TableProgress[];
  published: readonly PublishedTable[];
  withTexts: boolean;
}

/** Problems of the last check: the number of their cells, and how they were explained. */
async function describeProblems(
  { db }: RepositoryContext,
  { upload, data, published, withTexts }: CheckedData,
  language: Language,
) {
  const ids = data.map(({ id }) => id);
  const groups = await listGroupSizes(db, ids);
  const uses = await listCommentUses(db, ids);
  const tables = namedTables(published, await listSourceMapping(db, upload));
  return {
    remaining: groups.reduce((sum, { count }) => sum + count, 0),
    explained: { ...explainGroups({ groups, uses, tables, withTexts }, language), groupCount: groups.length },
  };
}

function sumTables(tables: readonly PublishedTable[]): Pick<Quality['published'], 'tables' | 'rows' | 'columns'> {
  return {
    tables: tables.length,
    rows: tables.reduce((sum, { rowCount }) => sum + rowCount, 0),
    columns: tables.reduce((sum, { columns }) => sum + columns.length, 0),
  };
}

async function listSourceTables({ db }: RepositoryContext, upload: number) {
  const files = await findCurrentFiles(db, [upload]);
  return listTables(
    db,
    files.map(({ id }) => id),
  );
}

/** The contributor's tables under their published names. */
function namedTables(published: readonly PublishedTable[], columns: readonly FileColumn[]): NamedTable[] {
  return published.flatMap(({ position, name, columns: kept, withheld }) => {
    const own = columns.filter(({ tablePosition }) => tablePosition === position);
    const changed = new Set(withheld.map(({ column }) => column));
    const sources = new Set(kept.map(({ source }) => source));
    const [first] = own;
    if (!first) return [];
    return {
      id: first.tableId,
      name,
      columns: new Map(own.map((column) => [column.position, column.name])),
      isPublished: (column: string) => sources.has(column) && !changed.has(column),
    };
  });
}
