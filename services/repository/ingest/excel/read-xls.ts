import { readFile } from 'node:fs/promises';

import { CFB, read, set_cptable, SSF, type CellObject, type WorkSheet } from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel';

import { FileFailure } from '../file-failure';
import type { ParserLimits, TableSink, WorkbookSink } from '../parsers/protocol';
import { numberText } from './cell-text';

const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Record near the start of an encrypted workbook. */
const filePassRecord = 0x2f;
/** Number of records that are searched for it. It usually follows the first record. */
const firstRecords = 20;

/**
 * Reads the visible worksheets of an Excel 2 to 2003 workbook into the sink. Throws FileFailure, including for
 * encrypted newer workbooks and documents of other programs, which use the same container.
 */
export async function readXls(file: string, sink: WorkbookSink, limits: ParserLimits): Promise<void> {
  const content = await readFile(file);
  if (content.subarray(0, 8).equals(compoundFile)) checkContainer(content);
  set_cptable(codePages);
  const book = read(content, {
    type: 'buffer',
    dense: true,
    cellNF: true,
    cellHTML: false,
    cellFormula: false,
    cellText: false,
  });
  const date1904 = book.Workbook?.WBProps?.date1904 ?? false;
  const isVisible = (_: string, i: number) => (book.Workbook?.Sheets?.[i]?.Hidden ?? 0) === 0;
  const visible = book.SheetNames.filter(isVisible);
  for (const name of book.SheetNames.filter((each, i) => !isVisible(each, i))) {
    sink.skip({ name, reason: 'hidden' });
  }
  if (visible.length > limits.sheets) {
    throw new FileFailure('too-many-sheets', { count: visible.length, max: limits.sheets });
  }
  for (const name of visible) {
    const sheet = book.Sheets[name];
    if (!sheet || (sheet['!type'] ?? 'sheet') !== 'sheet') sink.skip({ name, reason: 'not-a-table' });
    else readSheet(name, sheet, date1904, sink);
  }
}

function readSheet(name: string, sheet: WorkSheet, date1904: boolean, sink: TableSink): void {
  sink.open({ name, date1904 });
  for (const row of (sheet['!data'] ?? []) as (CellObject | undefined)[][]) {
    // Empty rows and cells are holes in the arrays.
    sink.row(Array.from(row ?? [], (cell) => (cell ? cellText(cell, date1904) : null)));
  }
  const merges = (sheet['!merges'] ?? []).map(({ s, e }) => ({ top: s.r, left: s.c, bottom: e.r, right: e.c }));
  sink.close({ merges });
}

function cellText({ t: type, v: value, z: format }: CellObject, date1904: boolean): string | null {
  if (value === undefined || type === 'e' || type === 'z') return null;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value !== 'number') return String(value) || null;
  const code = typeof format === 'number' ? (SSF.get_table() as Record<number, string>)[format] : format;
  return numberText(value, code ?? 'General', date1904);
}

/** Throws FileFailure unless the container has an unencrypted workbook. */
function checkContainer(content: Buffer): void {
  const container = CFB.read(content, { type: 'buffer' }) as object;
  const find = (name: string) => (CFB.find(container, name) as { content: Buffer } | null)?.content;
  if (find('EncryptedPackage') ?? find('EncryptionInfo')) throw new FileFailure('password-protected');
  const book = find('Workbook') ?? find('Book');
  if (!book) throw new FileFailure('not-a-table-file');
  if (isEncrypted(Buffer.from(book))) throw new FileFailure('password-protected');
}

/** A record is its number and its length, two bytes each, followed by its content. */
function isEncrypted(book: Buffer): boolean {
  for (let at = 0, seen = 0; at + 4 <= book.length && seen < firstRecords; seen += 1) {
    if (book.readUInt16LE(at) === filePassRecord) return true;
    at += 4 + book.readUInt16LE(at + 2);
  }
  return false;
}
