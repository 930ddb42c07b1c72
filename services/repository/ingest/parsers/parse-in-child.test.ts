import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { makeWorkbook, rowsXml } from '../testing/workbook';
import { parseInChild } from './parse-in-child';
import { parserLimits, type ParserLimits, type ParsedKind } from './protocol';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parser-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function parse(
  content: Buffer | string,
  {
    kind = 'xlsx',
    limits,
    entry,
    signal,
  }: { kind?: ParsedKind; limits?: Partial<ParserLimits>; entry?: string; signal?: AbortSignal } = {},
) {
  const file = path.join(folder, 'input');
  await writeFile(file, content);
  const request = { kind, file, folder, limits: { ...parserLimits, ...limits } };
  return parseInChild(request, signal ?? new AbortController().signal, entry);
}

/** Entry of a child that does something other than reading. */
async function childThat(does: string): Promise<string> {
  const entry = path.join(folder, 'child.mjs');
  await writeFile(entry, does);
  return entry;
}

test('tables are written as csv with blank rows, but without empty sheets and blank rows at the end', async () => {
  const rows = rowsXml([
    ['name', 'height'],
    ['Ada, "the" first', 150.5],
    [null, null],
    ['two\nlines', 160],
    [null, null],
  ]);
  const { tables, skipped } = await parse(await makeWorkbook({ sheets: { One: rows, Empty: rowsXml([[null]]) } }));
  expect(skipped).toEqual([{ name: 'Empty', reason: 'empty' }]);
  expect(tables).toMatchObject([{ name: 'One', width: 2, rowCount: 4, columns: null }]);
  expect(await readFile(tables[0]?.csv ?? '', 'utf8')).toBe(
    'name,height\n"Ada, ""the"" first",150.5\n""\n"two\nlines",160\n',
  );
});

test.each([
  ['no workbook at all', 'xlsx', 'nothing'],
  ['a truncated container', 'xls', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
] as const)('%s is damaged', async (_, kind, content) => {
  await expect(parse(content, { kind })).rejects.toMatchObject({ code: 'damaged' });
});

test('too many cells are refused while they are written', async () => {
  const content = await makeWorkbook({ sheets: { One: rowsXml([[1, 2, 3]]) } });
  await expect(parse(content, { limits: { cells: 2 } })).rejects.toMatchObject({ code: 'too-many-cells' });
});

test.each([
  ['takes too long', 'setInterval(() => {}, 1000)', { minMilliseconds: 300 }, 'takes-too-long'],
  [
    'takes too much memory',
    'const taken = Buffer.alloc(2e8, 1); setInterval(() => taken.at(0), 1000)',
    { memoryBytes: 1.5e8 },
    'too-large-to-read',
  ],
  ['crashes', 'process.exit(3)', {}, 'damaged'],
  ['runs out of heap', 'process.abort()', {}, 'too-large-to-read'],
])('a file whose reader %s is refused with a reason', async (_, does, limits, code) => {
  const entry = await childThat(does);
  await expect(parse('x', { limits, entry })).rejects.toMatchObject({ name: 'FileFailure', code });
});

test('a killed reader is not an error of the file', async () => {
  const entry = await childThat(`process.kill(process.pid, 'SIGKILL')`);
  await expect(parse('x', { entry })).rejects.toThrow('ended with SIGKILL');
});

test('a stopped job stops its reader', async () => {
  const controller = new AbortController();
  const marker = path.join(folder, 'pid');
  const entry = await childThat(
    `(await import('node:fs')).writeFileSync(${JSON.stringify(marker)}, String(process.pid)); setInterval(() => {}, 1000)`,
  );
  const parsing = parse('x', { entry, signal: controller.signal });
  const pid = await expect
    .poll(() => readFile(marker, 'utf8').catch(() => ''))
    .toMatch(/\d/)
    .then(() => readFile(marker, 'utf8'));
  controller.abort(new Error('stopped'));
  await expect(parsing).rejects.toThrow('stopped');
  expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
});

test('a job that is stopped while its file is measured starts no reader', async () => {
  const controller = new AbortController();
  const file = path.join(folder, 'input');
  await writeFile(file, 'x');
  const entry = await childThat('setInterval(() => {}, 1000)');
  const limits = { ...parserLimits, minMilliseconds: 500 };
  const parsing = parseInChild({ kind: 'xlsx', file, folder, limits }, controller.signal, entry);
  controller.abort(new Error('stopped'));
  await expect(parsing).rejects.toThrow('stopped');
});
