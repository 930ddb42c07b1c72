import { Readable } from 'node:stream';

import { type PublishedFiles, tableFormats, type TableFormat } from '@domain/api/published-files';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';
import { asksForLicenceForm } from '@domain/licences';
import { hashOf } from '@domain/secrets';

import type { Actor, RepositoryContext } from '../../context/context';
import { FileNotWritten } from '../../files/growing-file';
import { findKeptFile, keepFile, type KeptFile, openKeptFile } from '../../files/kept-files';
import { orElse, orMissing, orRefuse, requireRows } from '../../files/read-objects';
import { contentKeyOf, singleFiles } from '../../packaging/single-files';
import { type DescribedTable, tableFileName } from '../../packaging/table-files';
import { findDataSet } from '../../publication/find-data-set';
import { findWholeTables, seesEveryRow } from '../../publication/licence-gate';
import type { DataSetRecord } from '../../store/data-set-records';
import { listPublishedTables, type PublishedTable } from '../../store/published-data-sets';

/** A file of a published table. */
export interface PublishedFile {
  /** The complete file, or a stream of it while it is made. */
  content: KeptFile | Readable;
  /** Name for the client's disk. */
  fileName: string;
  mediaType: string;
  /** Everybody may have it. */
  isPublic: boolean;
  /** It has labels in a language. */
  hasLabels: boolean;
}

/** A file of a table that can be made. */
interface TableFile {
  table: PublishedTable;
  format: TableFormat;
  fileName: string;
}

/** The files of all tables of a data set, whoever may have them. Refuses with 'not-found'. */
export async function listPublishedFiles(
  actor: Actor | null,
  repository: RepositoryContext,
  nr: number,
  language: Language,
): Promise<PublishedFiles> {
  const record = await findDataSet(repository, nr);
  const tables = await listPublishedTables(repository.db, [nr]);
  const isOpen = await seesEveryRow(actor, repository, record);
  return Promise.all(
    filesOf(tables).map(async ({ table, format, fileName }) => {
      const { mediaType, hasLabels } = singleFiles[format];
      const kept = await findKeptFile(repository.db, contentKeyOf(format, describe(record, table), language));
      const query = hasLabels ? `?lang=${language}` : '';
      return {
        table: table.name,
        format,
        fileName,
        mediaType,
        bytes: kept?.bytes ?? (await sizeOf(repository, format, table)),
        sha256: kept?.sha256 ?? null,
        address: `/api/search/data/${nr}/files/${fileName}${query}`,
        isOpen,
      };
    }),
  );
}

/**
 * A file of a published table, which is made when it is first asked for. It is complete unless it `mayStream`: then it
 * may be sent while it is made. Refuses with 'not-found' for an unknown file,
 * 'licence-form-open', 'rows-missing', 'too-many-rows-for-xlsx', 'cell-too-long-for-xlsx', and 'storage-full' if it
 * cannot be kept.
 */
export async function openPublishedFile(
  actor: Actor | null,
  repository: RepositoryContext,
  input: { nr: number; fileName: string; mayStream: boolean },
  language: Language,
): Promise<PublishedFile> {
  const { record, tables } = await findWholeTables(actor, repository, input.nr);
  const file = filesOf(tables).find(({ fileName }) => fileName === input.fileName);
  if (!file) throw new Refusal('not-found');
  const content = await openContent(repository, { ...file, record, language, mayStream: input.mayStream });
  const { mediaType, hasLabels } = singleFiles[file.format];
  const fileName = `motothek-${input.nr}-${file.fileName}`;
  return { content, fileName, mediaType, isPublic: !asksForLicenceForm(record.row.rights), hasLabels };
}

interface ContentRequest {
  record: DataSetRecord;
  table: PublishedTable;
  format: TableFormat;
  language: Language;
  mayStream: boolean;
}

async function openContent(
  repository: RepositoryContext,
  { record, table, format, language, mayStream }: ContentRequest,
): Promise<KeptFile | Readable> {
  const { check, open } = singleFiles[format];
  const described = describe(record, table);
  const contentKey = contentKeyOf(format, described, language);
  if (!(await findKeptFile(repository.db, contentKey))) {
    await requireRows(repository, [table]);
    await check?.(repository, table);
  }
  const make = () => open(repository, described, language);
  const openFile = mayStream ? openKeptFile : keepFile;
  try {
    return await openFile(repository, contentKey, make);
  } catch (error) {
    if (!(error instanceof FileNotWritten)) throw error;
    if (format === 'parquet') return storedObject(repository, table);
    if (mayStream) return Readable.from(make());
    throw Object.assign(new Refusal('storage-full'), { cause: error });
  }
}

/** A Parquet file that could not be copied. Its content never changes, so its key tells it from others like a sum. */
async function storedObject({ files }: RepositoryContext, { objectKey }: PublishedTable): Promise<KeptFile> {
  return { objectKey, bytes: await orRefuse('rows-missing', files.size(objectKey)), sha256: hashOf(objectKey) };
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

/** Parquet files are published as they are stored. */
async function sizeOf(
  { files }: RepositoryContext,
  format: TableFormat,
  table: PublishedTable,
): Promise<number | null> {
  return format === 'parquet' ? orElse(null, orMissing(files.size(table.objectKey))) : null;
}
