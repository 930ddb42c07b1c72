import type { PublicCorrection } from '@domain/api/metadata-corrections';
import { byLanguage, type Language, languages } from '@domain/language';
import { localDay } from '@domain/local-time';
import type { UploadKind } from '@domain/upload-id';

import { readProblems } from '../checks/read-problems';
import type { RepositoryContext } from '../context/context';
import { listPublicCorrections } from '../corrections/public-corrections';
import type { DataSetContents } from '../packaging/data-set-contents';
import { findDataSet } from '../publication/find-data-set';
import { publishedFields } from '../search/published-fields';
import { toSearchRow } from '../search/search-row';
import { listDocuments } from '../store/documents';
import { listPublishedTables, type PublishedTable } from '../store/published-data-sets';
import { type FileColumn, listSourceMapping } from '../store/source-mapping';
import { findDecision } from '../store/submissions';
import { describeWholeQuality } from '../publication/quality-statement';

/**
 * Everything in the package of a data set except its rows. Refuses with 'data-set-withdrawn' if it is withdrawn while a
 * package is made, so that no package is kept that lacks it.
 */
export async function loadContents(repository: RepositoryContext, nr: number): Promise<DataSetContents> {
  const { db, settings } = repository;
  const record = await findDataSet(repository, nr);
  const decision = await findDecision(db, record.upload);
  const tables = await listPublishedTables(db, [nr]);
  const mapping = underPublishedNames(await listSourceMapping(db, record.upload), tables);
  const day = decision?.decidedAt ? localDay(decision.decidedAt, settings.timeZone) : null;
  return {
    record,
    row: toSearchRow(record, repository),
    tables,
    mapping,
    documents: (await listDocuments(db, record.upload)).map(({ name, objectKey, sha256 }) => ({
      name,
      objectKey,
      sha256,
    })),
    fields: byLanguage((language) => publishedFields(record.metadata, language)),
    corrections: await correctionsOf(repository, record.upload),
    problems: await listProblems(repository, record.kind, mapping),
    decision: { status: decision?.status ?? 'Accepted', day, votes: decision?.votes ?? [] },
    quality: await describeWholeQuality(repository, nr),
    origin: settings.origin,
  };
}

/** The corrections of a data set in each language. */
async function correctionsOf(
  repository: RepositoryContext,
  upload: number,
): Promise<Record<Language, PublicCorrection[]>> {
  const listed = languages.map(
    async (language) => [language, await listPublicCorrections(repository, upload, { language })] as const,
  );
  return Object.fromEntries(await Promise.all(listed)) as Record<Language, PublicCorrection[]>;
}

/** Columns with the names of their published tables. */
function underPublishedNames(columns: FileColumn[], tables: PublishedTable[]): FileColumn[] {
  const names = new Map(tables.map(({ position, name }) => [position, name]));
  return columns.map((column) => ({ ...column, table: names.get(column.tablePosition) ?? '' }));
}

/** Problems of all tables of the contributor's file, in order. */
async function listProblems(
  { db }: RepositoryContext,
  kind: UploadKind,
  mapping: FileColumn[],
): Promise<DataSetContents['problems']> {
  const tables = [...new Map(mapping.map(({ tableId, table }) => [tableId, table]))];
  const problemsIn = async (language: Language) => {
    const lists = tables.map(async ([id, table]) => {
      const problems = await readProblems(db, { table: id, kind }, language);
      return problems.map((problem) => ({ table, problem }));
    });
    return [language, (await Promise.all(lists)).flat()] as const;
  };
  return Object.fromEntries(await Promise.all(languages.map(problemsIn))) as DataSetContents['problems'];
}
