import type { FailureCode } from './file-failure';
import type { ParsedKind } from './parsers/protocol';
import { guessEncoding, readHead, type TextEncoding } from './text-encoding';
import { listZipNames } from './excel/zip-package';

export type FileKind =
  | { type: ParsedKind }
  | { type: 'csv'; encoding: TextEncoding }
  | { type: 'unknown'; failure: FailureCode };

const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const zipFile = Buffer.from('504b0304', 'hex');
const markup = /^\s*(<\?xml|<!doctype|<html|<table|<meta|<style|\{\\rtf|%pdf-)/i;
/** A table as a web page or 'XML Spreadsheet 2003', which are often named 'xls'. */
const markupTable = /<html|<table|urn:schemas-microsoft-com:office/i;

/**
 * Recognises the type of a file by its content, not its name. Text is tried last, because it may begin like any
 * other type ('BMI;…' like a bitmap, 'PK;…' like a zip).
 */
export async function recogniseFile(file: string): Promise<FileKind> {
  const head = await readHead(file);
  if (isSav(head)) return { type: 'sav' };
  if (isPortable(head)) return { type: 'unknown', failure: 'portable-file' };
  if (head.subarray(0, 8).equals(compoundFile) || isOldExcel(head)) return { type: 'xls' };
  if (head.subarray(0, 4).equals(zipFile)) return recogniseZip(file);
  const encoding = await guessEncoding(file);
  if (!encoding) return { type: 'unknown', failure: 'not-a-table-file' };
  const text = new TextDecoder(encoding).decode(head);
  if (!markup.test(text)) return { type: 'csv', encoding };
  return { type: 'unknown', failure: markupTable.test(text) ? 'web-page' : 'not-a-table-file' };
}

/** Whether a file with this beginning may be a csv file, possibly in another encoding. */
export function mayBeText(head: Buffer): boolean {
  const isContainer = [compoundFile, zipFile].some((mark) => head.subarray(0, mark.length).equals(mark));
  return !isContainer && !isSav(head) && !isPortable(head) && !isOldExcel(head);
}

function isSav(head: Buffer): boolean {
  const mark = head.subarray(0, 4).toString('latin1');
  return mark === '$FL2' || mark === '$FL3' || head.subarray(8, 20).toString('latin1') === 'ENCRYPTEDSAV';
}

/** SPSS portable file, an older text format with its name at the beginning. */
function isPortable(head: Buffer): boolean {
  return head.subarray(0, 512).toString('latin1').includes('SPSS PORT FILE');
}

/** Excel 2 to 4 files have no container. They begin with a short record 09 00, 09 02 or 09 04. */
function isOldExcel(head: Buffer): boolean {
  const [first, second = -1, length = 0, lengthHigh] = head;
  return first === 0x09 && [0, 2, 4].includes(second) && length >= 4 && length <= 8 && lengthHigh === 0;
}

/** Recognises a zip file by the names of its entries. The reader reports a damaged one. */
async function recogniseZip(file: string): Promise<FileKind> {
  const names = await listZipNames(file);
  if (!names || names.some((name) => /(^|\/)workbook\d*\.xml$/.test(name))) return { type: 'xlsx' };
  const has = (name: RegExp) => names.some((each) => name.test(each));
  if (has(/(^|\/)workbook\d*\.bin$/)) return { type: 'unknown', failure: 'binary-workbook' };
  if (has(/^content\.xml$/) && has(/^mimetype$/)) return { type: 'unknown', failure: 'open-document' };
  return { type: 'unknown', failure: 'not-a-table-file' };
}
