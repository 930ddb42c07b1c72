import { writeFile } from 'node:fs/promises';

import { type ClassTable, fitsClass, type TakenClass } from '@domain/api/class-report';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';
import { maxClassCharacters, maxClassColumns, maxClassRows } from '@domain/limits';

import { sqlText } from '../context/table-engine';
import { classFailureMessage } from '../ingest/failure-message';
import { type FailureCode, FileFailure } from '../ingest/file-failure';
import { limitsOf } from '../ingest/parsers/protocol';
import { readTables } from '../ingest/read-tables';
import type { NewTable } from '../store/files';
import type { ScratchStore } from './scratch-store';
import { withSections } from './section-rows';
import { suggestClass } from './suggest-class';

/** Time, memory and sizes within which the file of a class is parsed. Own estimates: a class needs a hundredth of them. */
const parserLimits = {
  ...limitsOf({ parserSeconds: 20, parserMemoryBytes: 512 * 1024 ** 2 }),
  cells: 1_000_000,
  unzippedBytes: 256 * 1024 ** 2,
};

/** Failures that mean that a file is more than a class. */
const tooLargeFailures: readonly FailureCode[] = [
  'too-many-columns',
  'too-many-sheets',
  'too-many-cells',
  'too-large-to-read',
  'takes-too-long',
  'unpacks-too-large',
  'line-too-long',
];

/** The refusal of a class beyond the limits. */
export function classTooLarge(): Refusal {
  const limits = { rows: maxClassRows, columns: maxClassColumns, characters: maxClassCharacters };
  return new Refusal('class-too-large', limits);
}

/**
 * Reads the bytes of a file, or of a pasted table, as an upload is read. Throws FileFailure (`asClassRefusal`), and
 * refuses with 'class-too-large'.
 */
export async function readClass(store: ScratchStore, bytes: Uint8Array, signal: AbortSignal): Promise<TakenClass> {
  return store.files.withScratchFile(async (path) => {
    await writeFile(path, bytes);
    const keyOf = (position: number) => `tables/${position}.parquet`;
    const reading = await readTables(store, { path, name: '' }, keyOf, signal, parserLimits);
    const data = reading.tables.filter(({ recognised }) => (recognised?.table ?? null) === null);
    if (data.length === 0) throw new FileFailure('no-rows');
    if (!fitsClass(data.map(({ columns, rowCount }) => ({ columns, rows: emptyRows(rowCount) }))))
      throw classTooLarge();
    const tables: ClassTable[] = [];
    for (const table of data) tables.push(withSections(await cellsOf(store, table)));
    if (!fitsClass(tables)) throw classTooLarge();
    const others = reading.tables.flatMap(({ name, recognised }) =>
      recognised?.table ? [{ name, reason: recognised.table }] : [],
    );
    return { tables, skipped: [...reading.skipped, ...others], ...(await suggestClass(tables, signal)) };
  });
}

/** The refusal that an error stands for if the table is the reason; others are returned unchanged. */
export function asClassRefusal(error: unknown, language: Language): unknown {
  return error instanceof FileFailure ? refusalOf(error, language) : error;
}

function refusalOf({ code, parameters }: FileFailure, language: Language): Refusal {
  if (tooLargeFailures.includes(code)) return classTooLarge();
  return new Refusal('class-unreadable', { reason: classFailureMessage(code, language, parameters) });
}

/** As many rows as a table has, up to one more than a class may have. */
function emptyRows(count: number): string[][] {
  return Array.from({ length: Math.min(count, maxClassRows + 1) }, () => []);
}

async function cellsOf({ files, tables }: ScratchStore, table: NewTable): Promise<ClassTable> {
  const { name, firstRow, columns, recognised, objectKey } = table;
  await using local = await files.openLocal(objectKey);
  const cells = columns.map((_, i) => `c${i}`);
  const rows = await tables.all(
    `select ${cells.join(', ')} from read_parquet(${sqlText(local.path)}, file_row_number = true) order by file_row_number`,
  );
  return {
    name,
    firstRow,
    columns: columns.map(({ name: column, info, summary }) => ({ name: column, info, dates: summary?.dates ?? null })),
    leftOut: recognised?.rows ?? [],
    rows: rows.map((row) => cells.map((cell) => String(row[cell] ?? ''))),
  };
}
