import type { Readable } from 'node:stream';

import { type PublishedFiles, tableFormats, type TableFormat } from '@domain/api/published-files';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';
import { asksForLicenceForm } from '@domain/licences';

import type { Actor, RepositoryContext } from '../../context/context';
import { forEverybody } from '../../context/table-engine';
import { findUsableFile, type KeptFile, keepWholeFile, listKeptFiles, openKeptFile } from '../../files/kept-files';
import { orElse, orMissing, orRefuse, requireRows } from '../../files/read-objects';
import { contentKeyOf, singleFiles } from '../../packaging/single-files';
import { type DescribedTable, tableFileName } from '../../packaging/table-files';
import { findDocumentFile, listDocumentFiles } from '../../publication/document-files';
import { findDataSet } from '../../publication/find-data-set';
import { findWholeTables, seesEveryRow } from '../../publication/licence-gate';
import type { DataSetRecord } from '../../store/data-set-records';
import { listPublishedTables, type PublishedTable } from '../../store/published-data-sets';

/** A complete file. `sha256` is null for an object that was published before its sum was stored. */
type CompleteFile = Omit<KeptFile, 'sha256'> & { sha256: string | null };
/** What a caller wants of a file: a part needs the complete file. */
type Wanted = 'headers' | 'part' | 'whole';

/** A file of a published table, or a document. */
export interface PublishedFile {
  /** The complete file, or a stream of it while it is made. Null if it is not made and only headers are wanted. */
  content: CompleteFile | Readable | null;
  /** Name for the client's disk. */
  fileName: string;
  mediaType: string;
  /** Everybody may have it. */
  isPublic: boolean;
  /** It has labels in a language. */
  hasLabels: boolean;
  /** Somebody else has made it, so it is never shown by the browser as a page of this site. */
  isDocument?: boolean;
}

/** A file of a table that can be made. */
interface TableFile {
  table: PublishedTable;
  format: TableFormat;
  fileName: string;
}

/**
 * The files of all tables and the documents of a data set, whoever may have them. Their sizes and checksums depend on
 * every row, so they are told only to those who may see every row. Refuses with 'not-found'.
 */
export async function listPublishedFiles(
  actor: Actor | null,
  repository: RepositoryContext,
  nr: number,
  language: Language,
): Promise<PublishedFiles> {
  const record = await findDataSet(repository, nr);
  const tables = await listPublishedTables(repository.db, [nr]);
  const isOpen = await seesEveryRow(actor, repository, record);
  const files = filesOf(tables).map((file) => ({
    ...file,
    contentKey: contentKeyOf(file.format, describe(record, file.table), language),
  }));
  const keptFiles = isOpen
    ? await listKeptFiles(
        repository.db,
        files.map(({ contentKey }) => contentKey),
      )
    : new Map<string, KeptFile>();
  const ofTables = await Promise.all(
    files.map(async ({ table, format, fileName, contentKey }) => {
      const { mediaType, hasLabels, open } = singleFiles[format];
      const published = isOpen && !open ? await findPublishedObject(repository, table) : null;
      const complete = published ?? keptFiles.get(contentKey);
      const query = hasLabels ? `?lang=${language}` : '';
      return {
        table: table.name,
        format,
        fileName,
        mediaType,
        bytes: complete?.bytes ?? null,
        sha256: complete?.sha256 ?? null,
        address: `/api/search/data/${nr}/files/${fileName}${query}`,
        isOpen,
      };
    }),
  );
  return [...ofTables, ...(await listDocumentFiles(repository, record, isOpen))];
}

/**
 * A file of a published table, or a document. A table's file is made when it is first asked for, but not for its
 * headers. A whole file may be sent while it is made. Refuses with 'not-found' for an unknown file, 'unauthenticated',
 * 'licence-form-open', 'rows-missing', 'too-many-rows-for-xlsx', 'cell-too-long-for-xlsx', and 'storage-full' if a part
 * is wanted and it cannot be kept.
 */
export async function openPublishedFile(
  actor: Actor | null,
  repository: RepositoryContext,
  input: { nr: number; fileName: string; wants: Wanted },
  language: Language,
): Promise<PublishedFile> {
  const { record, tables } = await findWholeTables(actor, repository, input.nr);
  const document = await findDocumentFile(repository, record, input.fileName);
  if (document) return document;
  const file = filesOf(tables).find(({ fileName }) => fileName === input.fileName);
  if (!file) throw new Refusal('not-found');
  const content = await openContent(repository, { ...file, record, language, wants: input.wants });
  const { mediaType, hasLabels } = singleFiles[file.format];
  const fileName = `motothek-${input.nr}-${file.fileName}`;
  return { content, fileName, mediaType, isPublic: !asksForLicenceForm(record.row.rights), hasLabels };
}

interface ContentRequest {
  record: DataSetRecord;
  table: PublishedTable;
  format: TableFormat;
  language: Language;
  wants: Wanted;
}

async function openContent(
  repository: RepositoryContext,
  { record, table, format, language, wants }: ContentRequest,
): Promise<PublishedFile['content']> {
  const { check, open } = singleFiles[format];
  if (!open) return orRefuse('rows-missing', publishedObject(repository, table));
  const described = describe(record, table);
  const contentKey = contentKeyOf(format, described, language);
  if (wants === 'headers') return findUsableFile(repository, contentKey);
  const make = async () => {
    await requireRows(repository, [table]);
    const maker = forEverybody(repository);
    await check?.(maker, table);
    return open(maker, described, language);
  };
  const kept = { contentKey, numbers: [record.nr] };
  return wants === 'whole' ? openKeptFile(repository, kept, make) : keepWholeFile(repository, kept, make);
}

/** The object of a published table, which is its Parquet file. Throws ObjectNotFound if the store has lost it. */
async function publishedObject(
  { files }: RepositoryContext,
  { objectKey, sha256 }: PublishedTable,
): Promise<CompleteFile> {
  return { objectKey, bytes: await files.size(objectKey), sha256 };
}

/** The object of a published table; null if it is lost or away. */
async function findPublishedObject(repository: RepositoryContext, table: PublishedTable): Promise<CompleteFile | null> {
  return orElse(null, orMissing(publishedObject(repository, table)));
}

/** A table without columns has no files. */
function filesOf(tables: PublishedTable[]): TableFile[] {
  const withColumns = tables.filter(({ columns }) => columns.length > 0);
  return withColumns.flatMap((table) =>
    tableFormats.map((format) => ({ table, format, fileName: `${tableFileName(tables, table)}.${format}` })),
  );
}

function describe({ kind, row, publishedAt }: DataSetRecord, table: PublishedTable): DescribedTable {
  return { kind, title: row.titles[0] ?? '', publishedAt, table };
}
