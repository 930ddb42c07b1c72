import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { type CellObject, read } from '@e965/xlsx';
import { eq } from 'drizzle-orm';
import Papa from 'papaparse';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import type { Problem } from '@domain/api/mapping';

import { ask } from '../../../tests/support/ready-uploads';
import { readWorkbook } from '../../../tests/support/read-workbook';
import { mappingOf, openSourceApi, type SourceApi } from '../../../tests/support/source-uploads';
import { actors } from '../../../tests/support/test-api';
import { uploads } from '../store/schema';
import { claimObjects } from '../upkeep/claim-objects';

let source: SourceApi;
let folder: string;
const { contributor: anna, other: ben, expert1: eva } = actors;
beforeAll(async () => {
  source = await openSourceApi();
  await claimObjects(source.repository);
  folder = await mkdtemp(path.join(os.tmpdir(), 'problem-files-'));
});
afterEach(() => expect(source.serverErrors).toEqual([]));
afterAll(async () => {
  await source.close();
  await rm(folder, { recursive: true, force: true });
});

const targets = mappingOf({
  sex: 'sex|m/w',
  age: 'age_y|a',
  bmi: 'bmi|kg/m2',
  h: 'height|cm',
  m: 'mass|kg',
  grip: 'handgrip|kg',
});
const head = 'sex,age,bmi,h,m,grip';
const plain = (grip: string, at = 0) => `m,${20 + (at % 9)},25,178,${78 + (at % 4)},${grip}`;

async function addChecked(tables: { name: string; csv: string }[]) {
  const upload = await source.addUpload({ tables });
  for (const { name } of tables) {
    const address = `/api/mapping/raw/${upload.id}/${encodeURIComponent(name)}`;
    expect((await ask(source, anna, address, { method: 'POST', body: targets })).status).toBe(200);
  }
  return upload;
}

async function csvOf(id: string, query: string, language = 'en') {
  const answer = await ask(source, anna, `/api/mapping/problems/${id}?format=csv${query}`, { language });
  const text = Buffer.from(await answer.arrayBuffer()).toString('utf8');
  const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: true });
  return { answer, text, lines: data };
}
async function workbookOf(id: string, query: string, language = 'en') {
  const answer = await ask(source, anna, `/api/mapping/problems/${id}?format=xlsx${query}`, { language });
  const file = path.join(folder, 'problems.xlsx');
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  const [sheet] = Object.values(read(await readFile(file)).Sheets);
  const cells = Object.values(sheet ?? {}).filter(
    (cell): cell is CellObject => typeof cell === 'object' && 't' in cell,
  );
  return { answer, sheets: await readWorkbook(file), cells };
}
const code = async (response: Promise<Response>) => {
  const { status, json } = await response.then(async (answer) => ({
    status: answer.status,
    json: await answer.json(),
  }));
  return [status, (json as { code: string }).code];
};

test('the problems of a table are a csv file for the spreadsheet program of the language', async () => {
  const csv = [head, 'm,20,25,178,79,0', 'q,21,25,178,79,2.5', 'm,22,31,178,79,-7', 'm,23,25,178,79,"=1+1"'].join('\n');
  const { id } = await addChecked([{ name: 'data', csv }]);
  const { lines, answer, text } = await csvOf(id, '&table=data');
  expect(text.startsWith('\ufeff')).toBe(true);
  expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('Content-Disposition')).toContain('filename="data-problems.csv"');
  expect(lines[0]).toEqual(['Row', 'Column', 'Column name', 'Target', 'Value', 'Warning', 'What to do', 'Comment']);
  const grip = ['F', 'grip', 'Handgrip strength (kg)'];
  expect(lines).toContainEqual([
    '3',
    ...grip,
    '2.5',
    'Handgrip strength: 2.5 kg is unusual (expected 3 to 80).',
    'can be explained in a comment',
    '',
  ]);
  expect(lines).toContainEqual([
    '2',
    ...grip,
    '0',
    'Handgrip strength: 0 is not a possible result. Leave the cell empty if the value is missing.',
    'must be corrected',
    '',
  ]);
  // A text that a spreadsheet would run, a row's problem with its cell, and one of the table.
  expect(lines).toContainEqual(['5', ...grip, "'=1+1", '"=1+1" is not a number.', 'must be corrected', '']);
  expect(lines).toContainEqual([
    '4',
    'C',
    'bmi',
    'Body mass index (kg/m²)',
    '31',
    'BMI 31 does not fit height and mass (computed 24.9).',
    'can be explained in a comment',
    '',
  ]);
  expect(lines.filter(([row, letters]) => row === '' && letters === '')).toHaveLength(1);

  const german = await csvOf(id, '&table=data', 'de');
  expect(german.answer.headers.get('Content-Disposition')).toContain('filename="data-Probleme.csv"');
  expect(german.text).toContain(
    '\r\n3;F;grip;Handkraft (Handdynamometer) (kg);2.5;Handkraft (Handdynamometer): 2,5\u00a0kg ist ungewöhnlich (erwartet 3 bis 80).;kann erklärt werden;\r\n',
  );
});

test('the workbook contains the same as the csv file, every cell of a group, with its comment', async () => {
  const rows = Array.from({ length: 60 }, (_, at) => plain(at < 45 ? '2' : '41', at));
  const { id } = await addChecked([{ name: 'data', csv: [head, ...rows].join('\n') }]);
  const listed = (await (await ask(source, anna, `/api/mapping/errors/${id}/data`)).json()) as Problem[];
  const body = [
    { id: 'R03-5-2', comment: 'weak' },
    { id: 'R03-5-more', comment: 'a ward' },
  ];
  expect(listed.filter(({ rule }) => rule === 'R03')).toHaveLength(21);
  const saved = await ask(source, anna, `/api/mapping/override/${id}/data`, { method: 'POST', body });
  expect(saved.status).toBe(200);

  for (const language of ['en', 'de']) {
    const { lines } = await csvOf(id, '&table=data', language);
    const { sheets, answer } = await workbookOf(id, '&table=data', language);
    expect(answer.headers.get('Content-Disposition')).toContain('.xlsx"');
    expect([...sheets.keys()]).toEqual([language === 'en' ? 'Problems' : 'Probleme']);
    const filled = (cells: string[]) => cells.filter((cell) => cell !== '');
    expect([...sheets.values()][0]?.map(filled)).toEqual(lines.map(filled));
    const unusual = lines.filter(([, letters, , , value]) => letters === 'F' && value === '2');
    expect(unusual.map(([row]) => Number(row))).toEqual(Array.from({ length: 45 }, (_, at) => at + 2));
    const comments = unusual.map((cells) => cells[7]);
    expect([comments[0], comments[1], comments[20], comments[44]]).toEqual(['weak', '', 'a ward', 'a ward']);
  }
});

test('a cell keeps the text of the file, also as a text cell of the workbook', async () => {
  const rows = ['31,5', '31,6', '30,7', '2.5', '1,25'].map((grip, at) => plain(`"${grip}"`, at));
  const { id } = await addChecked([{ name: 'data', csv: [head, ...rows].join('\n') }]);
  for (const language of ['en', 'de']) {
    const { lines } = await csvOf(id, '&table=data', language);
    const values = lines.flatMap(([, letters, , , value]) => (letters === 'F' && value ? [value] : []));
    expect(values).toContain('2.5');
    expect(values).toContain('1,25');
    const { sheets, cells } = await workbookOf(id, '&table=data', language);
    expect([...sheets.values()][0]?.flat()).toContain('2.5');
    expect(cells.filter(({ v }) => Number(v) === 2.5)).not.toContainEqual(expect.objectContaining({ t: 'n' }));
  }
});

test('without a table the problems of all tables are in one file with their names', async () => {
  const tables = [
    { name: 'Größe/1', csv: [head, plain('0')].join('\n') },
    { name: 'r', csv: [head, plain('1')].join('\n') },
  ];
  const { id } = await addChecked(tables);
  const { lines, answer } = await csvOf(id, '');
  expect(answer.headers.get('Content-Disposition')).toContain("filename*=UTF-8''data-problems.csv");
  expect(lines[0]?.slice(0, 3)).toEqual(['Table', 'Row', 'Column']);
  expect(new Set(lines.slice(1).map(([table]) => table))).toEqual(new Set(['Größe/1', 'r']));
  const one = await csvOf(id, `&table=${encodeURIComponent('Größe/1')}`);
  expect(one.lines[0]?.[0]).toBe('Row');
  expect(one.answer.headers.get('Content-Disposition')).toContain("UTF-8''data-Gr%C3%B6%C3%9Fe_1-problems.csv");
});

test('a table that is not checked has no such file', async () => {
  const { id } = await source.addUpload({ tables: [{ name: 'data', csv: [head, plain('0')].join('\n') }] });
  const address = `/api/mapping/problems/${id}`;
  expect(await code(ask(source, anna, `${address}?table=data`))).toEqual([409, 'no-finished-check']);
  expect(await code(ask(source, anna, address))).toEqual([409, 'no-finished-check']);
  expect(await code(ask(source, anna, `${address}?table=other`))).toEqual([404, 'unknown-table']);
  expect(await code(ask(source, anna, `${address}?format=pdf`))).toEqual([400, 'bad-request']);
});

test('it is for the owner, and after the submission for the board', async () => {
  const { id, number } = await addChecked([{ name: 'data', csv: [head, plain('0')].join('\n') }]);
  const address = `/api/mapping/problems/${id}?table=data`;
  expect(await code(ask(source, null, address))).toEqual([401, 'unauthenticated']);
  expect(await code(ask(source, ben, address))).toEqual([404, 'not-found']);
  expect(await code(ask(source, eva, address))).toEqual([404, 'not-found']);
  await source.repository.db.update(uploads).set({ status: 'Submitted' }).where(eq(uploads.number, number));
  const answer = await ask(source, eva, address);
  expect([answer.status, (await answer.text()).includes('Handgrip')]).toEqual([200, true]);
  expect(await code(ask(source, ben, address))).toEqual([404, 'not-found']);
});

test('while the store is away, the file is refused before its first byte', async () => {
  const weak = Array.from({ length: 3000 }, (_, at) => plain('2', at));
  const few = await addChecked([{ name: 'data', csv: [head, plain('0')].join('\n') }]);
  const many = await addChecked([{ name: 'data', csv: [head, ...weak].join('\n') }]);
  const objects = await source.repository.files.withScratchFile(async (file) => path.dirname(path.dirname(file)));
  await rename(objects, `${objects}-away`);
  for (const { id } of [few, many]) {
    for (const format of ['csv', 'xlsx']) {
      const answer = ask(source, anna, `/api/mapping/problems/${id}?format=${format}`);
      expect((await answer).headers.get('Retry-After')).toBe('15');
      expect(await code(answer)).toEqual([503, 'unavailable']);
    }
  }
  await rename(`${objects}-away`, objects);
  expect((await csvOf(many.id, '')).lines.length).toBeGreaterThan(3000);
  source.serverErrors.splice(0);
});
