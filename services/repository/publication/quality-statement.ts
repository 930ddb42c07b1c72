import { LRUCache } from 'lru-cache';

import { isPublishedAsIs } from '@domain/api/publication';
import type { Quality } from '@domain/api/quality';
import { byLanguage, type Language } from '@domain/language';
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
import { listTables, type TableProgress } from '../store/upload-progress';

/**
 * The statement with all explanations, for the package of a data set: only those may read it who may see every row.
 * Refuses with 'not-found'.
 */
export async function describeWholeQuality(
  repository: RepositoryContext,
  nr: number,
): Promise<Record<Language, Quality>> {
  const facts = await readQualityFacts(repository, await findDataSet(repository, nr));
  return byLanguage((language) => writeQuality(facts, language, true));
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
  return writeQuality(await readQualityFacts(repository, record), language, withTexts);
}

type QualityFacts = Awaited<ReturnType<typeof collectQualityFacts>>;

/** Facts by the published tables, for the page that asks for them each time. Own estimate: a few MB. */
const known = new LRUCache<string, QualityFacts>({ max: 500 });

async function readQualityFacts(repository: RepositoryContext, record: DataSetRecord): Promise<QualityFacts> {
  const { nr, row, publishedAt } = record;
  const published = await listPublishedTables(repository.db, [nr]);
  const key = JSON.stringify([nr, row.count, publishedAt, published.map(({ objectKey }) => objectKey)]);
  const facts = known.get(key) ?? (await collectQualityFacts(repository, record, published));
  known.set(key, facts);
  return facts;
}

/** What the statement says in every language and to every reader, and what its explanations are made of. */
async function collectQualityFacts(
  repository: RepositoryContext,
  { nr, upload, row, publishedAt }: DataSetRecord,
  published: PublishedTable[],
) {
  const { db, settings } = repository;
  const dayOf = (moment: Date) => localDay(moment, settings.timeZone);
  const sources = await listTables(repository.db, upload);
  const data = sources.filter(({ leftOut }) => leftOut === null);
  const { corrected, corrections } = sumCorrections(await listCorrections(db, upload), dayOf);
  const decision = await findDecision(db, upload);
  return {
    data,
    tables: published,
    problems: await findProblems(repository, { upload, data, published }),
    corrected,
    statement: {
      nr,
      published: { day: dayOf(publishedAt), persons: row.count, ...sumTables(published) },
      check: await findCheck(repository, data, dayOf),
      corrections,
      tablesLeftOut: sources.flatMap(({ leftOut, rowCount }) => (leftOut ? [{ reason: leftOut, rows: rowCount }] : [])),
      review: {
        day: decision?.decidedAt ? dayOf(decision.decidedAt) : null,
        votes: (await listVoteTimes(db, upload)).map(dayOf),
      },
    },
  };
}

function writeQuality(facts: QualityFacts, language: Language, withTexts: boolean): Quality {
  const { problems, corrected, data, tables } = facts;
  const { nr, published, check, corrections, tablesLeftOut, review } = facts.statement;
  const remaining = problems.groups.reduce((sum, { count }) => sum + count, 0);
  const explained = explainGroups({ ...problems, withTexts }, language);
  return {
    nr,
    published,
    check,
    problems: { found: remaining + corrected, corrected, ...explained, groupCount: problems.groups.length },
    corrections,
    rowsLeftOut: sumRowsLeftOut(data, withTexts),
    tablesLeftOut,
    columns: changedColumns(tables, language),
    review,
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
}

/** Groups of problems of the last check, their comments, and the tables that they are in. */
async function findProblems({ db }: RepositoryContext, { upload, data, published }: CheckedData) {
  const ids = data.map(({ id }) => id);
  return {
    groups: await listGroupSizes(db, ids),
    uses: await listCommentUses(db, ids),
    tables: namedTables(published, await listSourceMapping(db, upload)),
  };
}

function sumTables(tables: readonly PublishedTable[]): Pick<Quality['published'], 'tables' | 'rows' | 'columns'> {
  return {
    tables: tables.length,
    rows: tables.reduce((sum, { rowCount }) => sum + rowCount, 0),
    columns: tables.reduce((sum, { columns }) => sum + columns.length, 0),
  };
}

/** The contributor's tables under their published names. */
function namedTables(published: readonly PublishedTable[], columns: readonly FileColumn[]): NamedTable[] {
  return published.flatMap((table) => {
    const own = columns.filter(({ tablePosition }) => tablePosition === table.position);
    const [first] = own;
    if (!first) return [];
    return {
      id: first.tableId,
      name: table.name,
      columns: new Map(own.map((column) => [column.position, column.name])),
      isPublished: (column: string) => isPublishedAsIs(table, column),
    };
  });
}
