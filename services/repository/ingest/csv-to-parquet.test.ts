import { afterAll, beforeAll, expect, test } from 'vitest';

import { openCsvReader } from './testing/csv-reader';

let csv: Awaited<ReturnType<typeof openCsvReader>>;
beforeAll(async () => {
  csv = await openCsvReader();
});
afterAll(() => csv.close());

test('column names are unique and never empty', async () => {
  const { columns } = await csv.read('a,,a,a (2), b\n1,2,3,4,5\n');
  expect(columns).toEqual(['a', 'Column B', 'a (3)', 'a (2)', 'b']);
});

test('trailing separators do not create columns, and blank rows at the end are left out', async () => {
  const { columns, rowCount } = await csv.read('a;b;;\n1;2;;\n;;;\n3;4;;\n;;;\n;;;\n');
  expect(columns).toEqual(['a', 'b']);
  expect(rowCount).toBe(3);
});

test('title lines above the header are left out', async () => {
  const { columns, rowCount } = await csv.read('Study of 2011\n\nid,sex,age\n1,m,8\n2,f,9\n');
  expect(columns).toEqual(['id', 'sex', 'age']);
  expect(rowCount).toBe(2);
});

test('a file without a header gets letters as names and keeps its first row', async () => {
  const { columns, rowCount } = await csv.read('1,2.5\n3,4.5\n');
  expect(columns).toEqual(['Column A', 'Column B']);
  expect(rowCount).toBe(2);
});

test('a reading includes the header cells and the first rows of the file', async () => {
  const { header, headerRow, firstRow, topRows, decimals } = await csv.read(
    'Study of 2011;;\n\nid;height;\n;cm;\na;1,5;\nb;1,6;x.5\n',
  );
  expect(header).toEqual(['id', 'height / cm', null]);
  expect([headerRow, firstRow, topRows[0], topRows.at(-1)]).toEqual([
    3,
    4,
    ['Study of 2011', null, null],
    ['b', '1,6', 'x.5'],
  ]);
  expect(decimals).toEqual(['.', ',', '.']);
});

test('the owner chooses the header row, or none', async () => {
  const text = 'id,sex\nname,gender\n1,m\n';
  const second = await csv.read(text, { headerRow: 2 });
  expect([second.columns, second.cells]).toEqual([['name', 'gender'], [['1', 'm']]]);
  const none = await csv.read(text, { headerRow: 0 });
  expect([none.columns, none.rowCount]).toEqual([['Column A', 'Column B'], 3]);
  await expect(csv.read(text, { headerRow: 3 })).rejects.toMatchObject({ code: 'no-rows' });
  await expect(csv.read(text, { headerRow: 9 })).rejects.toMatchObject({ code: 'no-rows' });
});

test('each column has its own decimal sign', async () => {
  const { numbers, dialect } = await csv.read('a;b;c;d\n1,5;1.5;x;1.234,5\n2,25;2.25;3;7\n3,5;1e3;nan;0,5\n');
  expect(numbers).toEqual([
    [1.5, 1.5, null, null],
    [2.25, 2.25, 3, 7],
    [3.5, 1000, null, 0.5],
  ]);
  expect(dialect.decimal).toBe(',');
});

test('numbers are read strictly, except for spaces around them', async () => {
  const { numbers } = await csv.read('a\n 7 \n+3\n-0.5\n.5\n1_000\ninf\n0x10\n12 cm\n1e999\ntrue\n');
  expect(numbers.flat()).toEqual([7, 3, -0.5, 0.5, null, null, null, null, null, null]);
});

test.each(['-inf', '+inf', '-nan', '1e200', '-1e200'])('%s far below the first rows is no number', async (odd) => {
  const rows = Array.from({ length: 3000 }, (_, i) => `${i};x\n`).join('');
  const { summaries } = await csv.read(`run;name\n${rows}${odd};y\n7;z\n`);
  expect(summaries[0]).toMatchObject({ filled: 3002, numbers: 3001, min: '0', max: '2999' });
});

test.each([-1, 0, 1])('1_000 is no number where a file is read in pieces (%i)', async (offset) => {
  const edge = 1024 * 1024;
  const head = 'run_2;name_x\n1;p_1\n';
  const line = '12;abcdefg\n';
  const filled = head + line.repeat(Math.floor((edge - head.length - 50) / line.length));
  const last = `1;${'z'.repeat(edge - filled.length - 5 + offset)}\n`;
  const text = `${filled}${last}1_000;a\n5;b\n`;
  expect(text.indexOf('_000')).toBe(edge + offset - 1);
  const { summaries, rowCount } = await csv.read(text);
  expect(summaries[0]).toMatchObject({ filled: rowCount, numbers: rowCount - 1, max: '12' });
});

test('1.087 among whole numbers is left to the check where other columns have decimal commas', async () => {
  const { numbers, decimals } = await csv.read('run;jump\n980;121,5\n1.087;133\n1012;140,25\n');
  expect(decimals).toEqual([',', ',']);
  expect(numbers.map(([run]) => run)).toEqual([980, null, 1012]);
});

test('1.087 is a decimal number where other columns or most of its own column have decimal points', async () => {
  expect((await csv.read('run;jump\n980;121.5\n1.087;133\n1012;140.25\n')).numbers[1]).toEqual([1.087, 133]);
  expect((await csv.read('time;name\n4.123;a\n4.087;b\n5;c\n')).numbers[0]).toEqual([4.123, null]);
  expect((await csv.read('run;name\n980;a\n1.087;b\n1012;c\n990;d\n')).numbers[1]).toEqual([null, null]);
});

test('a decimal sign that only later rows show corrects the reading of thousands', async () => {
  const rows = Array.from({ length: 3000 }, () => '980;1\n').join('');
  const { numbers, decimals } = await csv.read(`run;jump\n1.087;1\n${rows}995;2,25\n995;x\n`);
  expect(decimals).toEqual([',', ',']);
  expect(numbers[0]).toEqual([null, 1]);
});

test('a typographic minus sign or a dash before a number is a minus sign', async () => {
  const { numbers, decimals } = await csv.read('reach;n\n\u22124,5;1\n\u20133;2\n-2,25;3\n\u2013;4\n');
  expect(decimals).toEqual([',', '.']);
  expect(numbers.map(([reach]) => reach)).toEqual([-4.5, -3, -2.25, null]);
});
