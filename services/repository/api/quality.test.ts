import { afterAll, beforeAll, expect, test } from 'vitest';

import { ProblemSchema } from '@domain/api/mapping';
import { type Quality, QualitySchema } from '@domain/api/quality';
import { localDay } from '@domain/local-time';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { castVote } from '../../../tests/support/editorial-calls';
import { mappingOf } from '../../../tests/support/source-uploads';
import { actors } from '../../../tests/support/test-api';
import { openUploadApi, type UploadApi, uploadForm } from '../../../tests/support/upload-calls';
import { rulesVersion } from '../checks/rules/rules-version';
import type { Actor } from '../context/context';
import { makeWorkbook, rowsXml } from '../ingest/testing/workbook';
import { publishUpload } from '../jobs/handlers/publish-upload';
import { describeWholeQuality } from '../publication/quality-statement';

const { contributor, other, expert1, expert2 } = actors;
const header = ['ID', 'sex', 'age', 'grip', 'jump', 'note', 'class'];
type Row = (string | number)[];

/** Forty children, of whom three have an unusual grip, and one a remark that may name somebody. */
function children(study: string): Row[] {
  const grips: Record<number, number> = { 3: 91.3, 25: 92.3, 30: 93.3 };
  return Array.from({ length: 40 }, (_, i) => [
    `${study}${i}`,
    i % 2 === 0 ? 'm' : 'f',
    8 + (i % 3),
    grips[i] ?? 14 + (i % 10),
    120 + i,
    i === 5 ? 'Herr Müller, Hauptstraße 5' : '',
    '3a',
  ]);
}

function workbook(study: string, changes: Record<number, Record<number, number>> = {}): Promise<Buffer> {
  const rows = children(study).map((row, i) => Object.assign([...row], changes[i]) as Row);
  const sheets = {
    one: rowsXml([header, ...rows, header]),
    cover: rowsXml([['Grip of children'], ['Tested in 2019']]),
  };
  return makeWorkbook({ sheets });
}

const mapping = mappingOf({
  ID: 'person_id|',
  sex: 'sex|m/f',
  age: 'age_y|a',
  grip: 'handgrip|kg',
  jump: 'slj|cm',
  note: 'remark|',
});

let api: UploadApi;
beforeAll(async () => {
  api = await openUploadApi({ checks: true });
  const { repository } = api;
  repository.jobs.handle('publish-upload', (data, signal) => publishUpload(repository, data, signal));
  repository.jobs.handle('register-doi', () => Promise.resolve());
  repository.jobs.handle('send-mail', () => Promise.resolve());
});
afterAll(() => api.close());

async function post(address: string, body?: unknown, actor = contributor): Promise<Response> {
  const response = await api.call(actor, address, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${address}: ${await response.text()}`);
  return response;
}

/** Publishes a study whose first file had an impossible jump and whose last row but one is left out. */
async function publish(study: string, licence: string, embargo?: string): Promise<number> {
  const id = await api.take({ name: `${study}.xlsx`, content: await workbook(study, { 7: { 4: 999 } }) });
  await post(`/api/mapping/raw/${id}/one`, mapping);
  await post(`/api/mapping/raw/${id}/one/data`, { from: 40, to: 41, isData: false, reason: 'trial runs' });
  const body = uploadForm([{ name: `${study}.xlsx`, content: await workbook(study) }]);
  expect((await api.call(contributor, `/api/fileupload/${id}/correction`, { method: 'POST', body })).ok).toBe(true);
  await api.settle();
  const found = await api.call(contributor, `/api/mapping/errors/${id}/one`);
  const comments = ProblemSchema.array()
    .parse(await found.json())
    .map(({ id: problem, row }) => ({ id: problem, comment: row === 5 ? '91.3 was read twice.' : 'Strong children.' }));
  await post(`/api/mapping/override/${id}/one`, comments);
  const licensed = withEntries(
    completeMetadata(study),
    entry(20, [licence]),
    entry(20.1, licence === 'SUFL 1.0' ? ['confirmed'] : [], [0]),
    entry(29, embargo ? [embargo] : []),
  );
  await post('/api/metadata', { id: [id], metadata: licensed });
  await post(`/api/submit/${id}`);
  for (const [nr, expert] of [
    [1, expert1],
    [2, expert2],
  ] as const) {
    expect((await castVote(api, expert, id, { nr, note: 'secret note' })).status).toBe(200);
  }
  await api.settle();
  return (await api.list()).find((upload) => upload.id === id)?.nr ?? 0;
}

async function read(nr: number, actor: Actor | null = null, language = 'en'): Promise<Quality> {
  const response = await api.call(actor, `/api/search/quality/${nr}`, { language });
  expect(response.status).toBe(200);
  return QualitySchema.parse(await response.json());
}

let open: number;
let closed: number;
beforeAll(async () => {
  open = await publish('Open study', 'CC-BY 4.0');
  closed = await publish('Closed study', 'SUFL 1.0');
});

test('the statement counts what was found, corrected, explained and left out, and says why', async () => {
  expect(await read(open)).toMatchObject({
    nr: open,
    published: { tables: 1, rows: 38, columns: 5, persons: 38 },
    check: { rulesVersion, day: localDay(api.repository.now(), 'Europe/Berlin') },
    problems: {
      found: 5,
      corrected: 1,
      explained: 4,
      groupCount: 2,
      groups: [
        {
          table: 'data',
          column: 'grip',
          rule: 'R03',
          finding: 'The value is unusual, but possible.',
          cells: 3,
          explained: 3,
          explanations: [
            { text: 'Strong children.', cells: 2 },
            { text: '91.3 was read twice.', cells: 1 },
          ],
          hiddenBecause: null,
        },
        { column: 'note', rule: 'R62', cells: 1, explained: 1, explanations: [], hiddenBecause: 'withheld' },
      ],
    },
    corrections: [{ problemsBefore: 5, problemsAfter: 4 }],
    rowsLeftOut: {
      rows: 3,
      reasons: [
        { reason: 'user', text: 'trial runs', rows: 2 },
        { reason: 'header', text: '', rows: 1 },
      ],
    },
    tablesLeftOut: [{ reason: 'cover', rows: 1 }],
    columns: [
      { table: 'data', column: 'ID', outcome: 'less-detailed' },
      {
        table: 'data',
        column: 'note',
        outcome: 'left-out',
        reason: 'Free text may identify people, so not published.',
      },
      { table: 'data', column: 'class', outcome: 'left-out' },
    ],
  });
});

test('it is in the language of the reader', async () => {
  const { problems, columns } = await read(open, null, 'de');
  expect(problems.groups[0]?.finding).toBe('Der Wert ist ungewöhnlich, aber möglich.');
  expect(columns[1]?.reason).toContain('Freitext');
});

test('it tells the days of two votes, and nothing about who voted or what they wrote', async () => {
  const { review } = await read(open);
  expect(review.votes).toHaveLength(2);
  expect(review.day).toBe(review.votes[1]);
  for (const actor of [null, other, contributor, expert1]) {
    const text = JSON.stringify(await read(open, actor));
    expect(text).not.toMatch(/expert|secret note|@|Erika|Emil|panel/);
  }
});

test('it contains no value of the data, no name of a file and nothing about what is withheld', async () => {
  const text = JSON.stringify(await read(open));
  expect(text).not.toMatch(/9[123]\.3(?! was read twice)|Müller|Hauptstra|Open study|Tested in 2019|999|cover of/);
});

test('explanations of a Scientific Use File are for those who may see every row', async () => {
  for (const actor of [null, other, expert1]) {
    const quality = await read(closed, actor);
    expect(quality.problems).toMatchObject({ explained: 4, groups: [{ cells: 3, explanations: [] }, { cells: 1 }] });
    expect(quality.problems.groups.map(({ hiddenBecause }) => hiddenBecause)).toEqual(['licence', 'withheld']);
    expect(quality.rowsLeftOut.reasons[0]).toEqual({ reason: 'user', text: '', rows: 2 });
    expect(JSON.stringify(quality)).not.toMatch(/91\.3|trial runs/);
  }
  const whole = await read(closed, contributor);
  expect(whole.problems.groups[0]?.explanations).toHaveLength(2);
  expect(whole.rowsLeftOut.reasons[0]?.text).toBe('trial runs');
  expect((await describeWholeQuality(api.repository, closed)).en).toEqual(whole);
});

test('it cannot change after acceptance, because the upload cannot', async () => {
  const before = await read(open);
  const [{ id = '' } = {}] = (await api.list()).filter(({ nr }) => nr === open);
  for (const [address, body] of [
    [`/api/mapping/raw/${id}/one`, []],
    [`/api/mapping/raw/${id}/one/data`, { table: 'left-out' }],
    [`/api/mapping/override/${id}/one`, []],
    [`/api/mapping/check/${id}`, {}],
  ] as const) {
    const response = await api.call(contributor, address, { method: 'POST', body: JSON.stringify(body) });
    expect(await response.json(), address).toMatchObject({ code: 'upload-submitted' });
  }
  expect(await read(open)).toEqual(before);
});

test('there is none before the data is public, and none of an unknown data set', async () => {
  const nextYear = `---${api.repository.now().getFullYear() + 1}-6-`;
  const announced = await publish('Later study', 'CC-BY 4.0', nextYear);
  for (const nr of [announced, 999]) {
    expect((await api.call(null, `/api/search/quality/${nr}`)).status).toBe(404);
    await expect(describeWholeQuality(api.repository, nr)).rejects.toMatchObject({ code: 'not-found' });
  }
});
