import { Readable } from 'node:stream';

import { z } from 'zod';

import { countRowsLeftOut } from '@domain/data-rows';
import { Refusal } from '@domain/error-codes';
import { formatDay } from '@domain/formats';
import type { Language } from '@domain/language';
import { asksForLicenceForm, openRowsOf } from '@domain/licences';
import type { LinkedDataSet, LinkedRows } from '@domain/life/private-links';
import { localDay } from '@domain/local-time';
import { embargoDay, isUnderEmbargo } from '@domain/metadata/embargo';
import { firstValueOf, publicEntries, valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { describedIn } from '@domain/metadata/text-language';
import { fillText } from '@domain/text';
import { statusRules } from '@domain/upload-status';

import type { RepositoryContext } from '../../context/context';
import { orRefuse } from '../../files/read-objects';
import { whileNotWithdrawn } from '../../files/while-not-withdrawn';
import { type LinkUse, openLinkedUpload } from '../../life/linked-upload';
import { readTexts } from '../../locale-texts';
import { formFields } from '../../metadata/schema';
import { describeColumn } from '../../packaging/describe-column';
import { publishedRowsSql, publishedTableName } from '../../publication/plan-publication';
import { type PlannedUpload, planUpload } from '../../publication/plan-upload';
import { type PreviewedWindow, previewTable } from '../../publication/preview-table';
import { csvLine } from '../../row-formats/csv';
import { publishedFields } from '../../search/published-fields';
import type { UploadProgress } from '../../store/upload-progress';

const NoticeTextsSchema = z.object({ text: z.string() });
export type NoticeTexts = z.infer<typeof NoticeTextsSchema>;

const noticeTexts: Record<Language, NoticeTexts> = readTexts('link-notice', NoticeTextsSchema);
const noticeName = 'notice.txt';

/**
 * An upload as it would be published, for whoever has its private link: public metadata and the tables with the columns
 * that are mapped. Nothing else of the upload is told. Refuses like `openLinkedUpload`.
 */
export async function openPrivateLink(
  repository: RepositoryContext,
  { secret, use }: { secret: string; use: LinkUse },
  language: Language,
): Promise<LinkedDataSet> {
  const { now, settings } = repository;
  const { link, progress } = await openLinkedUpload(repository, secret, use);
  const { upload, study } = progress;
  const metadata = publicEntries(formFields('en'), study.metadata);
  const rights = valuesOf(metadata, fieldIds.licence);
  const isReadOnly = asksForLicenceForm(rights);
  const isWaiting = isUnderEmbargo(metadata, localDay(now(), settings.timeZone));
  return {
    ...titleOf(progress),
    kind: upload.kind,
    isAccepted: statusRules[upload.status].published,
    embargoUntil: isWaiting ? embargoDay(metadata) : '',
    until: link.until,
    rights,
    isReadOnly,
    fields: publishedFields(metadata, language),
    tables: await describeTables(repository, progress, language),
    files: isReadOnly ? [] : filesOf(progress),
  };
}

function titleOf({ study }: UploadProgress): Pick<LinkedDataSet, 'title' | 'titleLanguage' | 'translatedTitle'> {
  return {
    title: firstValueOf(study.metadata, fieldIds.title),
    titleLanguage: describedIn(study.metadata),
    translatedTitle: firstValueOf(study.metadata, fieldIds.translatedTitle),
  };
}

async function describeTables(
  repository: RepositoryContext,
  progress: UploadProgress,
  language: Language,
): Promise<LinkedDataSet['tables']> {
  await using planned = await orRefuse('not-found', planUpload(repository, progress, {}));
  const limits = readableRowsOf(progress);
  return planned.tables.map(({ table, plan }, index) => ({
    name: publishedTableName(progress.dataTables, table),
    rowCount: table.rowCount - countRowsLeftOut(table),
    ...(limits ? { readableRows: limits[index] ?? 0 } : {}),
    columns: plan.columns.map((column) => describeColumn(column, progress.upload.kind, language)),
  }));
}

/** How many of the first rows of each table are shown, as to everybody after publication; null for all rows. */
function readableRowsOf({ study, dataTables }: UploadProgress): number[] | null {
  if (!asksForLicenceForm(valuesOf(study.metadata, fieldIds.licence))) return null;
  return openRowsOf(dataTables.map(({ rowCount }) => rowCount));
}

/**
 * Rows of a table as they would be published, by its published name or of the first one, for whoever has the private
 * link. Refuses like `openLinkedUpload`, and with 'unknown-table'.
 */
export async function readLinkedRows(
  repository: RepositoryContext,
  { secret, use, ...wanted }: { secret: string; use: LinkUse } & PreviewedWindow,
  language: Language,
): Promise<LinkedRows> {
  const { progress } = await openLinkedUpload(repository, secret, use);
  const { table, offset, limit } = wanted;
  const index = table === null ? 0 : namesOf(progress).indexOf(table);
  const source = progress.dataTables[index];
  if (!source) throw new Refusal('unknown-table');
  const readableRows = readableRowsOf(progress)?.[index];
  const shown = readableRows === undefined ? limit : Math.max(0, Math.min(limit, readableRows - offset));
  const input = { table: source.name, offset, limit: shown };
  const { name, columns, window } = await previewTable(repository, progress, input, language);
  return {
    ...titleOf(progress),
    name,
    columns: columns.map(({ key, unit, label, source: column }) => ({ key, unit, label, source: column })),
    window: { ...window, ...(readableRows === undefined ? {} : { readableRows }) },
  };
}

function namesOf({ dataTables }: UploadProgress): string[] {
  return dataTables.map((table) => publishedTableName(dataTables, table));
}

/** The notice, and each table as csv. Names of sheets may have any characters, so files are numbered. */
function filesOf({ dataTables }: UploadProgress): LinkedDataSet['files'] {
  const tables = dataTables.map((table, index) => ({
    table: publishedTableName(dataTables, table),
    fileName: dataTables.length === 1 ? 'data.csv' : `table-${index + 1}.csv`,
  }));
  return [...tables, { table: null, fileName: noticeName }];
}

/** A file that is made while it is read. */
export interface LinkedFile {
  /** Begins to make it; may be called once. Throws 'not-found' if the store has lost a table. */
  open: () => Promise<Readable>;
  fileName: string;
  mediaType: string;
}

/**
 * A file of an upload for whoever has its private link: a table as csv as it would be published, or the notice on its
 * use. A table breaks off when the data set is withdrawn meanwhile. Refuses like `openLinkedUpload`, with
 * 'private-link-read-only' if the licence asks for a form, and with 'not-found' for other files.
 */
export async function openLinkedFile(
  repository: RepositoryContext,
  { secret, fileName, use }: { secret: string; fileName: string; use: LinkUse },
  language: Language,
): Promise<LinkedFile> {
  const { link, progress } = await openLinkedUpload(repository, secret, use);
  if (readableRowsOf(progress)) throw new Refusal('private-link-read-only');
  const index = filesOf(progress).findIndex((file) => file.fileName === fileName);
  if (index === -1) throw new Refusal('not-found');
  if (fileName === noticeName) {
    const notice = noticeOf(progress, link.until, language);
    const open = () => Promise.resolve(Readable.from([notice], { objectMode: false }));
    return { open, fileName, mediaType: 'text/plain; charset=utf-8' };
  }
  const open = () => openTable(repository, progress, index);
  return { open, fileName, mediaType: 'text/csv; charset=utf-8; header=present' };
}

async function openTable(repository: RepositoryContext, progress: UploadProgress, index: number): Promise<Readable> {
  const planned = await orRefuse('not-found', planUpload(repository, progress, {}));
  const table = Readable.from(csvOf(repository, planned, index), { objectMode: false });
  // The generator never runs if its reader leaves before the first byte.
  table.once('close', () => void planned[Symbol.asyncDispose]());
  const { nr } = progress.upload;
  return whileNotWithdrawn(repository, nr === null ? [] : [nr], table);
}

function noticeOf(progress: UploadProgress, until: string, language: Language): string {
  const rights = valuesOf(progress.study.metadata, fieldIds.licence).join(', ');
  const { title } = titleOf(progress);
  return fillText(noticeTexts[language].text, { title, rights, until: formatDay(until.split('-'), language) });
}

async function* csvOf(
  { tables: engine }: RepositoryContext,
  { tables, persons }: PlannedUpload,
  index: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const table = tables[index];
  if (!table || table.plan.columns.length === 0) return;
  yield Buffer.from(csvLine(table.plan.columns.map(({ key }) => key)), 'utf8');
  yield* engine.encode(publishedRowsSql(table, persons), { name: 'csv' });
}
