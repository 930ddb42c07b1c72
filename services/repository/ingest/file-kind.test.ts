import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { failuresOfOurs } from '@domain/file-state';
import { languages } from '@domain/language';

import { failureMessage } from './failure-message';
import { failureCodes } from './file-failure';
import { recogniseFile } from './file-kind';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'kind-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function kindOf(content: Buffer | string): Promise<string> {
  const file = path.join(folder, 'input');
  await writeFile(file, content);
  const kind = await recogniseFile(file);
  if (kind.type === 'csv') return `csv ${kind.encoding}`;
  return kind.type === 'unknown' ? kind.failure : kind.type;
}

test.each([
  ['text beginning like a bitmap', 'BMI,age\n21,30\n', 'csv utf-8'],
  ['text beginning like a program', 'MZ;PK;%!\n1;2;3\n', 'csv utf-8'],
  ['UTF-16 text, which looks like sound', Buffer.from('\ufeffa;b\n1;2\n', 'utf16le'), 'csv utf-16le'],
  ['an encrypted SPSS file', Buffer.from(`\x1c\0\0\0\0\0\0\0ENCRYPTEDSAV${'\0'.repeat(9)}`, 'latin1'), 'sav'],
  ['a compressed SPSS file', '$FL3@(#) IBM SPSS STATISTICS', 'sav'],
  ['a portable SPSS file', `${'ASCII SPSS PORT FILE'.padEnd(40)}\n`.repeat(5), 'portable-file'],
  ['an Excel 3 sheet', Buffer.from('09020600000010001800', 'hex'), 'xls'],
  ['a truncated zip, which its reader reports as damaged', Buffer.from('504b03040a00000000000000', 'hex'), 'xlsx'],
  ['a PDF', Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj', 'latin1'), 'not-a-table-file'],
  ['a web page', '<html><table><tr><td>1</td></tr></table></html>', 'web-page'],
  [
    'a workbook written as XML in 2003',
    '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
    'web-page',
  ],
  ['text with zero bytes', `a,b\n${'1,2\n'.repeat(30_000)}\0`, 'not-a-table-file'],
])('%s', async (_, content, kind) => {
  expect(await kindOf(content)).toBe(kind);
});

const realData = process.env.MOTOTHEK_DATA ?? '../shared/data';
for (const [name, type] of [
  ['body-performance.xlsx', 'xlsx'],
  ['body-performance.xls', 'xls'],
  ['body-performance.sav', 'sav'],
  ['body-performance-de.csv', 'csv'],
] as const) {
  const file = path.join(realData, name);
  test.skipIf(!existsSync(file))(`the real file ${name}`, async () => {
    expect((await recogniseFile(file)).type).toBe(type);
  });
}

test('every failure has a message in both languages', () => {
  for (const language of languages) {
    const messages = failureCodes.map((code) => failureMessage(code, language, { line: 7 }));
    expect(new Set(messages).size).toBe(failureCodes.length);
  }
});

test('every failure that is not due to the file is one of the failures', () => {
  expect(failureCodes).toEqual(expect.arrayContaining([...failuresOfOurs]));
});
