import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { eq } from 'drizzle-orm';
import Papa from 'papaparse';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Problem } from '@domain/api/mapping';
import { PublishedFilesSchema } from '@domain/api/published-files';
import { languages } from '@domain/language';
import { sourceColumns, uploads } from '../../services/repository/store/schema';
import { publishUpload } from '../../services/repository/jobs/handlers/publish-upload';
import { completeMetadata, entry, withEntries } from '../fixtures/complete-metadata';
import { ask } from '../support/ready-uploads';
import { readWorkbook } from '../support/read-workbook';
import { readZip } from '../support/read-zip';
import { mappingOf, openSourceApi, type SourceApi } from '../support/source-uploads';
import { actors } from '../support/test-api';

const run = "=cmd|' /C calc'!A0";
/** Texts that spreadsheet programs run as formulas, at the start of a cell or after a separator. */
const planted = [
  run,
  '+1+cmd|x',
  '-2+3+cmd|x',
  '@SUM(1)',
  `Strength;${run}`,
  `Strength,${run}`,
  `Strength\t${run}`,
  `Strength\n${run}`,
];
const nr = 1;
const { contributor } = actors;

let source: SourceApi;
let id: string;
let files: Map<string, Buffer>;

beforeAll(async () => {
  source = await openSourceApi();
  id = await publish();
  const started = await ask(source, contributor, '/api/search/download', { method: 'POST', body: [nr] });
  const zip = await ask(source, contributor, started.headers.get('Location') ?? '');
  files = await readZip(Buffer.from(await zip.arrayBuffer()));
});
afterAll(() => source.close());

/** Publishes a data set with these texts in everything a contributor can enter. */
async function publish(): Promise<string> {
  const inFile = planted.filter((text) => !text.includes('\n'));
  const cells = [...inFile, '-3.5', '+2', 'plain'].map((text, index) => [
    text,
    // Unusual, so it needs a comment.
    index === 0 ? '370' : '120',
    ...inFile,
  ]);
  const names = [run, `@second;${run}`];
  const csv = Papa.unparse([['school', 'jump', ...inFile], ...cells], { newline: '\n' });
  const metadata = withEntries(
    completeMetadata(run),
    entry(5, [planted.join('\n')]),
    entry(6, planted),
    entry(7, [run]),
    entry(13, [`@${run}`]),
    entry(21, ['-x']),
  );
  const upload = await source.addUpload({ tables: names.map((name) => ({ name, csv })), metadata });
  for (const name of names) {
    const table = encodeURIComponent(name);
    const mapping = mappingOf({ school: 'school_id|', jump: 'slj|cm', [run]: 'study_id|' });
    const saved = await ask(source, contributor, `/api/mapping/raw/${upload.id}/${table}`, {
      method: 'POST',
      body: mapping,
    });
    expect(saved.status).toBe(200);
    const problems = (await (
      await ask(source, contributor, `/api/mapping/errors/${upload.id}/${table}`)
    ).json()) as Problem[];
    const overridable = problems.filter(({ canOverride }) => canOverride);
    expect(overridable.length).toBeGreaterThan(0);
    const body = overridable.map((problem) => ({ ...problem, comment: `${run}\n${run}` }));
    const commented = await ask(source, contributor, `/api/mapping/override/${upload.id}/${table}`, {
      method: 'POST',
      body,
    });
    expect(commented.status).toBe(200);
  }
  const { db } = source.repository;
  const missing = { values: ['-x'], ranges: [] };
  const info = { kind: 'text' as const, label: run, valueLabels: { [run]: run }, missing };
  await db.update(sourceColumns).set({ info }).where(eq(sourceColumns.targetKey, 'school_id'));
  await db.update(uploads).set({ status: 'Accepted', nr }).where(eq(uploads.number, upload.number));
  await publishUpload(source.repository, { upload: upload.number }, new AbortController().signal);
  return upload.id;
}

/** Cells that a spreadsheet program would run, whichever separator it assumes. */
function runCells(text: string): string[] {
  const plain = text.replace(/^\ufeff/, '');
  return [',', ';', '\t'].flatMap((delimiter) => Papa.parse<string[]>(plain, { delimiter }).data.flat().filter(isRun));
}

function isRun(cell: string): boolean {
  return /^\s*[=+\-@＝＋－＠]/.test(cell) && Number.isNaN(Number(cell.replace(',', '.')));
}

test('the search for formulas finds the planted ones', () => {
  for (const text of planted) expect(runCells(text), text).not.toEqual([]);
  expect(['-3.5', '+2', 'a;-2,5'].flatMap(runCells)).toEqual([]);
});

test('no csv file of a package contains a cell that runs as a formula', () => {
  const csvFiles = [...files].filter(([name]) => name.endsWith('.csv'));
  expect(csvFiles.map(([name]) => path.basename(name)).sort()).toEqual([
    'codebook.de.csv',
    'codebook.en.csv',
    'mapping.de.csv',
    'mapping.en.csv',
    'metadata.de.csv',
    'metadata.en.csv',
    'problems.de.csv',
    'problems.en.csv',
    'table-1-cmd-c-calc-a0.csv',
    'table-2-second-cmd-c-calc-a0.csv',
    'withheld.de.csv',
    'withheld.en.csv',
  ]);
  for (const [name, bytes] of csvFiles) {
    expect(runCells(bytes.toString('utf8')), name).toEqual([]);
    // The planted text is there, but harmless.
    expect(bytes.toString('utf8'), name).toContain("'=cmd|");
  }
});

test('numbers of a published table stay numbers, and its Parquet file contains unchanged texts', async () => {
  const [, bytes] = [...files].find(([name]) => name.endsWith('table-1-cmd-c-calc-a0.csv')) ?? [];
  const rows = Papa.parse<Record<string, string>>(bytes?.toString('utf8') ?? '', { header: true }).data;
  expect(rows.map(({ school_id }) => school_id)).toEqual(expect.arrayContaining(['-3.5', '+2', 'plain', `'${run}`]));
  expect(rows[0]?.slj).toBe('370');
  const [, parquet] = [...files].find(([name]) => name.endsWith('table-1-cmd-c-calc-a0.parquet')) ?? [];
  const file = path.join(os.tmpdir(), `formulas-${process.pid}.parquet`);
  await writeFile(file, parquet ?? '');
  const [first] = await source.repository.tables.all(`select school_id from read_parquet('${file}')`);
  expect(first?.school_id).toBe(run);
});

test.each(languages)('no other downloaded file contains a cell that runs as a formula, in %s', async (language) => {
  const addresses = [
    `/api/mapping/problems/${id}?format=csv`,
    `/api/samples/raw/${language}`,
    `/api/samples/agg/${language}`,
    `/api/codebook/raw/${language}`,
    `/api/codebook/agg/${language}`,
  ];
  for (const address of addresses) {
    const response = await ask(source, contributor, address, { language });
    expect(response.status, address).toBe(200);
    expect(runCells(await response.text()), address).toEqual([]);
  }
});

test.each(languages)('no workbook contains a formula, in %s', async (language) => {
  const list = await (await ask(source, contributor, `/api/search/data/${nr}/files`, { language })).json();
  const published = PublishedFilesSchema.parse(list).filter(({ format }) => format === 'xlsx');
  expect(published).toHaveLength(2);
  for (const { address } of [{ address: `/api/mapping/problems/${id}?format=xlsx` }, ...published]) {
    await expectNoFormula(await ask(source, contributor, address, { language }));
  }
});

async function expectNoFormula(workbook: Response): Promise<void> {
  expect(workbook.status).toBe(200);
  const file = path.join(os.tmpdir(), `formulas-${process.pid}.xlsx`);
  await writeFile(file, Buffer.from(await workbook.arrayBuffer()));
  const cells = [...(await readWorkbook(file)).values()].flat(2);
  expect(cells).toContain(run);
  // A cell of the type text is not run, whatever is in it.
  const sheets = [...(await readZip(await readFile(file)))].filter(([name]) => name.includes('/worksheets/'));
  expect(sheets).not.toEqual([]);
  for (const [, bytes] of sheets) {
    const sheet = bytes.toString('utf8');
    expect(sheet).not.toContain('<f');
    expect(
      [...sheet.matchAll(/<c [^>]*><(?!v>-?[0-9.e+-]+<)/g)].every(([cell]) => cell.includes(' t="inlineStr"')),
    ).toBe(true);
  }
}
