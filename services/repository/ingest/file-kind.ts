import { fileTypeFromFile } from 'file-type';

import { guessEncoding, readHead, type TextEncoding } from './text-encoding';

export type FileKind =
  { type: 'xlsx' | 'xls' | 'sav' | 'unknown'; encoding: null } | { type: 'csv'; encoding: TextEncoding };

const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const zipFile = Buffer.from('504b0304', 'hex');
const markup = /^\s*(<\?xml|<!doctype|<html|<table|\{\\rtf|%pdf-)/i;

/**
 * Kind of a file by what is in it, never by its name. Text is tried last: file-type calls UTF-16 text
 * an mp1 and 'BMI;…' a picture, and misses encrypted sav files.
 */
export async function recogniseFile(file: string): Promise<FileKind> {
  const head = await readHead(file);
  if (isSav(head)) return { type: 'sav', encoding: null };
  if (head.subarray(0, 8).equals(compoundFile) || isOldExcel(head)) return { type: 'xls', encoding: null };
  if (head.subarray(0, 4).equals(zipFile)) return { type: await recogniseZip(file), encoding: null };
  const encoding = await guessEncoding(file);
  if (!encoding || markup.test(new TextDecoder(encoding).decode(head.subarray(0, 200)))) {
    return { type: 'unknown', encoding: null };
  }
  return { type: 'csv', encoding };
}

function isSav(head: Buffer): boolean {
  const mark = head.subarray(0, 4).toString('latin1');
  return mark === '$FL2' || mark === '$FL3' || head.subarray(8, 20).toString('latin1') === 'ENCRYPTEDSAV';
}

/** Excel 2 to 4 wrote its records without a container: 'begin of file' is 09 00, 09 02 or 09 04, a short length. */
function isOldExcel(head: Buffer): boolean {
  const [first, second = -1, length = 0, lengthHigh] = head;
  return first === 0x09 && [0, 2, 4].includes(second) && length >= 4 && length <= 8 && lengthHigh === 0;
}

async function recogniseZip(file: string): Promise<'xlsx' | 'unknown'> {
  const found = await fileTypeFromFile(file).catch(() => undefined);
  return found && ['xlsx', 'xlsm', 'xltx'].includes(found.ext) ? 'xlsx' : 'unknown';
}
