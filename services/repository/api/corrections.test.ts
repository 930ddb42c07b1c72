import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';

import { CorrectionSchema, type Correction, type TableChanges } from '@domain/api/corrections';
import { ProblemSchema, type MappingEntry } from '@domain/api/mapping';

import { completeMetadata } from '../../../tests/fixtures/complete-metadata';
import { explainProblems } from '../../../tests/support/explain-problems';
import { actors } from '../../../tests/support/test-api';
import { maxWaitMs } from '../../../tests/support/test-repository';
import { uploadForm, uploadNumber, type PostedFile, useUploadApi } from '../../../tests/support/upload-calls';
import { ingestFile } from '../jobs/handlers/ingest-file';
import { makeWorkbook, rowsXml } from '../ingest/testing/workbook';
import { files, problemComments } from '../store/schema';
import { sweepObjects } from '../upkeep/sweep';

const api = useUploadApi({ checks: true });
beforeEach(() => (api.repository.settings.jobWaitMs = maxWaitMs));

interface Person {
  id: string;
  sex: string;
  age: string;
  grip: string;
}
let studies = 0;
function people(): Person[] {
  studies += 1;
  return Array.from({ length: 30 }, (_, i) => ({
    id: `s${studies}-${i}`,
    sex: i % 3 === 0 ? 'f' : 'm',
    age: String(20 + ((i * 7) % 40)),
    grip: String(35 + ((i * 5) % 14)),
  }));
}
function csv(rows: Person[], columns: [header: string, key: keyof Person | null][] = plain): string {
  const lines = rows.map((row) => columns.map(([, key]) => (key ? row[key] : 'x')).join(';'));
  return [columns.map(([header]) => header).join(';'), ...lines, ''].join('\n');
}
const plain: [string, keyof Person][] = [
  ['id', 'id'],
  ['sex', 'sex'],
  ['age', 'age'],
  ['grip', 'grip'],
];
const mapping: MappingEntry[] = [
  { source: 'sex', target: { key: 'sex', unit: 'm/f' } },
  { source: 'age', target: { key: 'age_y', unit: 'a' } },
  { source: 'grip', target: { key: 'handgrip', unit: 'kg' } },
];

const post = (id: string, posted: PostedFile[], actor = actors.contributor, language = 'en') =>
  api.call(actor, `/api/fileupload/${id}/correction`, { method: 'POST', body: uploadForm(posted), language });
async function correct(id: string, content: string | Buffer, name = 'study.csv') {
  const response = await post(id, [{ name, content }]);
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(body));
  return { status: response.status, ...CorrectionSchema.parse(body) };
}
async function correctionOf(id: string, language = 'en'): Promise<Correction> {
  const response = await api.call(actors.contributor, `/api/fileupload/${id}/correction`, { language });
  return CorrectionSchema.parse(await response.json());
}
const only = ({ changes }: Correction): TableChanges => {
  const [table, ...others] = changes?.tables ?? [];
  if (!table || others.length > 0) throw new Error('not one table');
  return table;
};
async function json<T>(address: string, body?: unknown): Promise<T> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await api.call(actors.contributor, address, init);
  if (!response.ok) throw new Error(`${address}: ${await response.text()}`);
  return (await response.json()) as T;
}
const tableOf = async (id: string) => encodeURIComponent((await api.state(id)).tables[0]?.name ?? '');
const map = async (id: string, entries = mapping) =>
  ProblemSchema.array().parse(await json(`/api/mapping/raw/${id}/${await tableOf(id)}`, entries));
const mappingOf = async (id: string) => json<MappingEntry[]>(`/api/mapping/raw/${id}/${await tableOf(id)}`);
const problemsOf = async (id: string) =>
  ProblemSchema.array().parse(await json(`/api/mapping/errors/${id}/${await tableOf(id)}`));
const comment = async (id: string, comments: [problem: string, text: string][]) =>
  json(
    `/api/mapping/override/${id}/${await tableOf(id)}`,
    comments.map(([problem, text]) => ({ id: problem, comment: text })),
  );
/** Uploads and maps a file and waits for the check. Returns the id. */
async function prepare(rows: Person[]): Promise<string> {
  const id = await api.take({ name: 'study.csv', content: csv(rows) });
  await map(id);
  return id;
}
const changedGrip = (rows: Person[], changes: Record<number, string>) =>
  rows.map((row, i) => ({ ...row, grip: changes[i + 2] ?? row.grip }));
const versions = (id: string) =>
  api.repository.db
    .select({ version: files.version, versionState: files.versionState, counts: files.counts, state: files.state })
    .from(files)
    .where(eq(files.upload, uploadNumber(id)))
    .orderBy(files.version);

test('the mapping follows moved, added and removed columns, and the response lists the changes', async () => {
  const rows = changedGrip(people(), { 5: '0' });
  const id = await prepare(rows);
  const corrected = changedGrip(rows, { 5: '44' }).slice(0, 29);
  const { status, pending, changes } = await correct(
    id,
    csv(corrected, [
      ['grip', 'grip'],
      ['school', null],
      ['id', 'id'],
      ['sex', 'sex'],
    ]),
    'study mended.csv',
  );
  expect([status, pending, changes?.formerFileName]).toEqual([200, null, 'study.csv']);
  expect(only({ pending, changes })).toMatchObject({
    name: 'study mended',
    formerName: 'study',
    rowsBefore: 30,
    rowsAfter: 29,
    added: ['school'],
    gone: ['age'],
    renamed: [],
    moved: [{ name: 'grip', from: 'D', to: 'A' }],
    mapping: [
      { formerName: 'sex', name: 'sex', target: { key: 'sex', unit: 'm/f' } },
      { formerName: 'age', name: null, target: { key: 'age_y', unit: 'a' } },
      { formerName: 'grip', name: 'grip', target: { key: 'handgrip', unit: 'kg' } },
    ],
    problemsBefore: { locked: 1 },
    problemsAfter: { locked: 0 },
  });
  expect(await mappingOf(id)).toEqual([mapping[2], mapping[0]]);
  expect(await api.state(id)).toMatchObject({
    fileName: 'study mended.csv',
    tables: [{ checkState: 'ready', rowCount: 29 }],
  });
  const original = await api.call(actors.contributor, `/api/fileupload/${id}/original`);
  expect(await original.text()).toContain('grip;school;id;sex');
  expect(await versions(id)).toMatchObject([
    { version: 1, versionState: 'replaced', counts: false },
    { version: 2, versionState: 'current', counts: true },
  ]);
});

test('a renamed column keeps its target if its content, or its name without case and punctuation, is the same', async () => {
  const rows = people();
  const id = await prepare(rows);
  const corrected = changedGrip(rows, { 9: '51' });
  const correction = await correct(
    id,
    csv(corrected, [
      ['id', 'id'],
      ['Sex ', 'sex'],
      ['years of age', 'age'],
      ['hand strength', 'grip'],
    ]),
  );
  expect(only(correction)).toMatchObject({
    renamed: [
      { from: 'sex', to: 'Sex' },
      { from: 'age', to: 'years of age' },
      { from: 'grip', to: 'hand strength' },
    ],
    added: [],
    gone: [],
    moved: [],
    rowsLost: [],
  });
  expect((await mappingOf(id)).map(({ source }) => source)).toEqual(['Sex', 'years of age', 'hand strength']);

  // A new name with other values is another column.
  const other = rows.map((row) => ({ ...row, grip: String(Number(row.grip) + 1) }));
  const next = await correct(
    id,
    csv(other, [
      ['id', 'id'],
      ['Sex', 'sex'],
      ['years of age', 'age'],
      ['force', 'grip'],
    ]),
  );
  expect(only(next)).toMatchObject({ renamed: [], added: ['force'], gone: ['hand strength'] });
  expect(only(next).mapping[2]).toMatchObject({ formerName: 'hand strength', name: null });
});

test('comments are kept where cell and value are unchanged; the text of the others is shown', async () => {
  const rows = changedGrip(people(), { 4: '90', 7: '91', 9: '92', 12: '0' });
  const id = await prepare(rows);
  const cells = (await problemsOf(id)).filter(({ cell }) => cell.startsWith('D/'));
  expect(cells.map(({ cell, canOverride }) => [cell, canOverride])).toEqual([
    ['D/12', false],
    ['D/4', true],
    ['D/7', true],
    ['D/9', true],
  ]);
  const at = (cell: string) => cells.find((problem) => problem.cell === cell)?.id ?? '';
  await comment(id, [
    [at('D/4'), 'Champion.'],
    [at('D/7'), 'Typed wrong?'],
    [at('D/9'), 'Measured twice.'],
  ]);

  const corrected = changedGrip(rows, { 7: '95', 9: '45', 12: '41' });
  const correction = await correct(id, csv(corrected, [['new', null], ...plain]));
  expect(only(correction)).toMatchObject({
    problemsBefore: { locked: 1, explainable: 4 },
    problemsAfter: { locked: 0, explainable: 3 },
    comments: [
      { column: 'grip', position: 4, cell: 4, comment: 'Champion.', fate: 'kept' },
      { cell: 7, value: '91', comment: 'Typed wrong?', fate: 'value-changed' },
      { cell: 9, value: '92', comment: 'Measured twice.', fate: 'problem-gone' },
    ],
  });
  const left = (await problemsOf(id)).filter(({ cell }) => cell.startsWith('E/'));
  expect(left.map(({ cell, comment: text }) => [cell, text])).toEqual([
    ['E/4', 'Champion.'],
    ['E/7', ''],
  ]);
  const stored = await api.repository.db
    .select()
    .from(problemComments)
    .where(eq(problemComments.comment, 'Measured twice.'));
  expect(stored).toEqual([]);

  // A later check does not change reported outcomes, and a value that is only written differently is the same.
  const again = await correct(
    id,
    csv(
      corrected.map((row, i) => (i === 2 ? { ...row, grip: '90.0' } : row)),
      [['new', null], ...plain],
    ),
  );
  expect(only(again).comments).toMatchObject([{ comment: 'Champion.', value: '90', fate: 'kept' }]);
  await map(id, [...mapping, { source: 'id', target: { key: 'person_id', unit: '' } }]);
  expect(only(await correctionOf(id)).comments).toMatchObject([{ fate: 'kept' }]);
  await correct(
    id,
    csv(corrected, [
      ['id', 'id'],
      ['sex', 'sex'],
      ['age', 'age'],
    ]),
  );
  expect(only(await correctionOf(id)).comments).toMatchObject([
    { comment: 'Champion.', position: null, fate: 'column-gone' },
  ]);
});

test('a comment on a whole column is kept while the rule still applies, whatever its figures are now', async () => {
  const rows = people().map((row, i) => ({ ...row, grip: i < 20 ? '' : row.grip }));
  const id = await prepare(rows);
  const whole = (await problemsOf(id)).find(({ cell }) => cell === 'D');
  expect(whole?.rule).toBe('R08');
  await comment(id, [[whole?.id ?? '', 'Only some were tested.']]);
  const one = rows.map((row, i) => ({ ...row, grip: i === 0 ? '40' : row.grip }));
  expect(only(await correct(id, csv(one))).comments).toMatchObject([{ cell: 0, fate: 'kept' }]);
  expect((await problemsOf(id)).find(({ cell }) => cell === 'D')?.comment).toBe('Only some were tested.');
  const all = rows.map((row, i) => ({ ...row, grip: String(36 + (i % 9)) }));
  expect(only(await correct(id, csv(all))).comments).toMatchObject([{ fate: 'problem-gone' }]);
});

test('detached comments follow their column and their table, even if these are renamed', async () => {
  const rows = changedGrip(people(), { 4: '95' });
  const id = await prepare(rows);
  const [unusual] = await problemsOf(id);
  await comment(id, [[unusual?.id ?? '', 'a rower']]);
  const left = (source: string) => [...mapping.slice(0, 2), { source, target: { key: 'handgrip.left', unit: 'kg' } }];
  await map(id, left('grip'));
  const renamed: [string, keyof Person][] = [...plain.slice(0, 3), ['hand strength', 'grip']];
  expect(only(await correct(id, csv(rows, renamed), 'mended.csv'))).toMatchObject({
    renamed: [{ from: 'grip', to: 'hand strength' }],
  });
  const back = await map(id, [
    ...mapping.slice(0, 2),
    { source: 'hand strength', target: { key: 'handgrip', unit: 'kg' } },
  ]);
  expect(back.map(({ comment: text }) => text)).toContain('a rower');
});

test('for another type of file with other sheets, each table keeps its own mapping and comments', async () => {
  const boys = [['id', 'grip'], ...Array.from({ length: 12 }, (_, i) => [i, 40 + (i % 7)])];
  const girls = [['id', 'grip'], ...Array.from({ length: 15 }, (_, i) => [100 + i, 30 + (i % 6)])];
  const notes = [
    ['author', 'day'],
    ['Eva', 'Monday'],
    ['Otto', 'Friday'],
  ];
  const book = await makeWorkbook({ sheets: { Boys: rowsXml(boys), Girls: rowsXml(girls), Notes: rowsXml(notes) } });
  const id = await api.take({ name: 'both.xlsx', content: book });
  for (const sheet of ['Boys', 'Girls'])
    await json(`/api/mapping/raw/${id}/${sheet}`, [{ source: 'grip', target: { key: 'handgrip', unit: 'kg' } }]);
  await json(`/api/mapping/raw/${id}/Notes/data`, { table: 'data' });
  await json(`/api/mapping/raw/${id}/Notes`, [{ source: 'author', target: { key: 'remark', unit: '' } }]);
  const corrected = await makeWorkbook({
    sheets: {
      Plan: rowsXml([
        ['hour', 'room'],
        [9, 'hall'],
      ]),
      Girls: rowsXml(girls.slice(0, 15)),
      'All boys': rowsXml(boys),
    },
  });
  const { changes } = await correct(id, corrected, 'both.xlsx');
  expect(changes?.tables).toMatchObject([
    { name: 'Plan', formerName: null, rowsBefore: null, rowsAfter: 1, mapping: [] },
    { name: 'Girls', formerName: 'Girls', rowsBefore: 15, rowsAfter: 14, mapping: [{ name: 'grip' }] },
    { name: 'All boys', formerName: 'Boys', rowsBefore: 12, rowsAfter: 12, mapping: [{ name: 'grip' }] },
    { name: null, formerName: 'Notes', rowsAfter: null, mapping: [{ formerName: 'author', name: null }] },
  ]);
  expect((await api.state(id)).tables.map(({ name, mapped }) => [name, mapped])).toEqual([
    ['Plan', false],
    ['Girls', true],
    ['All boys', true],
  ]);
});

test('a csv file may be replaced with a corrected workbook', async () => {
  const rows = people();
  const id = await prepare(changedGrip(rows, { 6: '0' }));
  const book = await makeWorkbook({
    sheets: {
      Sheet1: rowsXml([
        ['id', 'sex', 'age', 'grip'],
        ...rows.map(({ id: person, sex, age, grip }) => [person, sex, Number(age), Number(grip)]),
      ]),
    },
  });
  expect(only(await correct(id, book, 'study.xlsx'))).toMatchObject({
    name: 'Sheet1',
    formerName: 'study',
    problemsBefore: { locked: 1 },
    problemsAfter: { locked: 0 },
  });
  expect(await mappingOf(id)).toEqual(mapping);
});

test('an unreadable file leaves the previous one in use, and the reason is in both languages', async () => {
  const rows = people();
  const id = await prepare(rows);
  const before = await api.originals();
  const content = 'id;sex;age;grip\n';
  const { status, pending, changes } = await correct(id, content, 'empty.csv');
  expect([status, changes]).toEqual([200, null]);
  expect(pending).toMatchObject({ fileName: 'empty.csv', state: 'failed', failure: { code: 'no-rows' } });
  const german = await correctionOf(id, 'de');
  expect(german.pending?.failure?.message).not.toBe(pending?.failure?.message);
  expect(await api.state(id)).toMatchObject({ fileName: 'study.csv', state: 'ready', flags: { mapped: true } });
  expect(await mappingOf(id)).toEqual(mapping);
  expect(await api.originals()).toBe(before);
  // Its bytes do not count any more, and a readable file replaces it.
  expect((await correct(id, content, 'empty.csv')).pending?.state).toBe('failed');
  expect((await correct(id, csv(changedGrip(rows, { 3: '47' })))).pending).toBeNull();
  expect((await versions(id)).map(({ versionState }) => versionState)).toEqual([
    'replaced',
    'replaced',
    'replaced',
    'current',
  ]);
});

test('an upload that could not be read becomes readable with a corrected file', async () => {
  const id = await api.take({ name: 'study.csv', content: 'id;sex;grip;age\n' });
  expect((await api.state(id)).state).toBe('failed');
  expect(only(await correct(id, csv(people())))).toMatchObject({ formerName: null, rowsBefore: null, rowsAfter: 30 });
  expect((await api.state(id)).state).toBe('ready');
});

test('an identical file has its own message, those of others are refused as usual, and replaced bytes may be uploaded again', async () => {
  const [rows, others] = [people(), people()];
  const id = await prepare(rows);
  const elsewhere = await api.take({ name: 'else.csv', content: csv(others) });
  const refusal = async (content: string, name = 'study.csv', language = 'en') => {
    const response = await post(id, [{ name, content }], actors.contributor, language);
    return { status: response.status, ...((await response.json()) as { code: string; title: string; link?: string }) };
  };
  expect(await refusal(csv(rows), 'mended.csv')).toMatchObject({ status: 409, code: 'file-unchanged' });
  expect((await refusal(csv(rows), 'mended.csv', 'de')).title).toMatch(
    /^study\.csv ist identisch mit der jetzigen Datei/,
  );
  expect(await refusal(csv(others))).toMatchObject({
    code: 'file-identical-own',
    link: expect.stringContaining(elsewhere),
  });
  const before = await api.originals();
  expect(await refusal('id;grip\n', 'a.pdf')).toMatchObject({ status: 415, code: 'file-type' });
  expect(await refusal('a;b\n')).toMatchObject({ status: 400, code: 'file-too-small' });
  expect(await refusal(`a;b\n${'1;2\n'.repeat(300_000)}`)).toMatchObject({ status: 413, code: 'file-too-large' });
  expect((await post(id, [])).status).toBe(400);
  const two = await post(id, [
    { name: 'a.csv', content: csv(people()) },
    { name: 'b.csv', content: csv(people()) },
  ]);
  expect(((await two.json()) as { code: string }).code).toBe('too-many-files');
  expect(await api.originals()).toBe(before);

  await correct(id, csv(changedGrip(rows, { 3: '39' })));
  expect(await api.originals()).toBe(before);
  await api.take({ name: 'again.csv', content: csv(rows) });
});

test('only the owner may upload a corrected file, and only before the submission', async () => {
  const id = await prepare(people());
  const file = { name: 'study.csv', content: csv(people()) };
  const before = await api.originals();
  expect((await post(id, [file], actors.other)).status).toBe(404);
  expect((await post(id, [file], actors.expert1)).status).toBe(404);
  expect((await post('99999r', [file])).status).toBe(404);
  expect((await post(id.replace('r', 'a'), [file])).status).toBe(404);
  await api.setStatus(id, 'Submitted');
  const response = await post(id, [file]);
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([409, 'upload-submitted']);
  expect((await api.call(actors.expert1, `/api/fileupload/${id}/correction`)).status).toBe(404);
  expect(await correctionOf(id)).toEqual({ pending: null, changes: null });
  expect(await api.originals()).toBe(before);
});

/** Stops the jobs, so that corrected files wait as during a long job. */
async function withoutJobs(work: () => Promise<void>): Promise<void> {
  const { repository } = api;
  await repository.jobs.stop();
  repository.settings.jobWaitMs = 0;
  try {
    await work();
  } finally {
    repository.settings.jobWaitMs = maxWaitMs;
    await repository.jobs.start();
  }
}
const pendingFile = async (id: string) => {
  const [file] = await api.repository.db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.upload, uploadNumber(id)), eq(files.versionState, 'pending')));
  return file?.id ?? '';
};
const ingest = (file: string, repository = api.repository) =>
  ingestFile(repository, { file }, new AbortController().signal);

test('while a corrected file is read, the previous one can be used but not submitted, and a mapping made then is kept', async () => {
  const rows = people();
  const id = await prepare(rows);
  await explainProblems(api, id, 'study');
  await json('/api/metadata', { id: [id], metadata: completeMetadata(`Corrected ${studies}`) });
  await withoutJobs(async () => {
    const content = csv(changedGrip(rows, { 3: '50' }));
    const { status, pending } = await correct(id, content, 'mended.csv');
    expect([status, pending]).toMatchObject([202, { fileName: 'mended.csv', state: 'received', failure: null }]);
    // A second press of the button sends the same file again.
    expect((await correct(id, content, 'mended.csv')).status).toBe(202);
    expect(await versions(id)).toHaveLength(2);
    expect(await api.state(id)).toMatchObject({ fileName: 'study.csv', state: 'ready' });
    const submit = await api.call(actors.contributor, `/api/submit/${id}`, { method: 'POST' });
    expect(((await submit.json()) as { code: string }).code).toBe('not-ready');
    await api.call(actors.contributor, `/api/mapping/raw/${id}/study`, {
      method: 'POST',
      body: JSON.stringify(mapping.slice(1)),
    });
    await ingest(await pendingFile(id));
  });
  await expect.poll(async () => (await api.state(id)).tables[0]?.checkState).toBe('ready');
  expect(await mappingOf(id)).toEqual(mapping.slice(1));
  expect((await api.state(id)).flags.meta).toBe(true);
  await explainProblems(api, id, 'mended');
  expect((await api.call(actors.contributor, `/api/submit/${id}`, { method: 'POST' })).status).toBe(200);
});

test.each(['after', 'before'])(
  'of two corrected files the later counts if it arrives %s the rows of the first are written',
  async (moment) => {
    const rows = people();
    const id = await prepare(rows);
    const before = await api.originals();
    await withoutJobs(async () => {
      await correct(id, csv(changedGrip(rows, { 3: '41' })), 'first.csv');
      const first = await pendingFile(id);
      // The second one arrives while the first is being read.
      const late = {
        ...api.repository,
        files: Object.assign(Object.create(api.repository.files) as typeof api.repository.files, {
          writeLocal: async (key: string, write: (target: string) => Promise<void>) => {
            const second = () => correct(id, csv(changedGrip(rows, { 3: '42' })), 'second.csv');
            if (moment === 'before') await second();
            await api.repository.files.writeLocal(key, write);
            if (moment === 'after') await second();
          },
        }),
      };
      await ingest(first, late);
      expect((await api.state(id)).fileName).toBe('study.csv');
      await expect(api.repository.files.size(`tables/${first}-0.parquet`)).rejects.toThrow('No object');
      await ingest(first);
      expect((await api.state(id)).fileName).toBe('study.csv');
    });
    await expect.poll(async () => (await api.state(id)).fileName).toBe('second.csv');
    await expect.poll(() => api.originals()).toBe(before);
    expect(only(await correctionOf(id)).formerName).toBe('study');
  },
);

test('of two files sent at the same moment one is in use, and both get a response', async () => {
  const rows = people();
  const id = await prepare(rows);
  const answers = await Promise.all(
    ['44', '45', '46'].map((grip) => post(id, [{ name: `${grip}.csv`, content: csv(changedGrip(rows, { 3: grip })) }])),
  );
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  await expect.poll(async () => (await correctionOf(id)).pending).toBeNull();
  expect((await versions(id)).filter(({ versionState }) => versionState === 'current')).toHaveLength(1);
  expect(await mappingOf(id)).toEqual(mapping);
});

test('an upload deleted while its corrected file is read leaves nothing behind', async () => {
  const before = await api.originals();
  const rows = people();
  const id = await prepare(rows);
  await withoutJobs(async () => {
    await correct(id, csv(changedGrip(rows, { 3: '43' })));
    const file = await pendingFile(id);
    const deleting = {
      ...api.repository,
      files: Object.assign(Object.create(api.repository.files) as typeof api.repository.files, {
        writeLocal: async (key: string, write: (target: string) => Promise<void>) => {
          await api.repository.files.writeLocal(key, write);
          const answer = await api.call(actors.contributor, `/api/fileupload/${id}`, { method: 'DELETE' });
          expect(answer.status).toBe(204);
        },
      }),
    };
    await ingest(file, deleting);
    expect(await api.originals()).toBe(before);
    await expect(api.repository.files.size(`tables/${file}-0.parquet`)).rejects.toThrow('No object');
  });
});

test('a job of a dead server is run again, and what it left of replaced files is swept', async () => {
  const { repository } = api;
  const rows = people();
  const id = await prepare(rows);
  const [former] = await repository.db
    .select()
    .from(files)
    .where(eq(files.upload, uploadNumber(id)));
  await withoutJobs(async () => {
    await correct(id, csv(changedGrip(rows, { 3: '48' })));
    const file = await pendingFile(id);
    // The server dies after the new file is in use and before the old objects are removed.
    const dying = {
      ...repository,
      files: Object.assign(Object.create(repository.files) as typeof repository.files, {
        remove: () => Promise.reject(new Error('dead')),
      }),
    };
    await ingest(file, dying);
    await ingest(file);
    expect(await versions(id)).toMatchObject([
      { versionState: 'replaced' },
      { versionState: 'current', state: 'ready' },
    ]);
  });
  const key = former?.objectKey ?? '';
  expect(await repository.files.size(key)).toBeGreaterThan(0);
  const later = new Date(Date.now() + 8 * 24 * 60 * 60 * 1000);
  await sweepObjects({ ...repository, now: () => later }, new AbortController().signal);
  await expect(repository.files.size(key)).rejects.toThrow('No object');
  await expect(repository.files.size(`tables/${former?.id}-0.parquet`)).rejects.toThrow('No object');
  expect((await api.call(actors.contributor, `/api/fileupload/${id}/original`)).status).toBe(200);
  expect((await api.call(actors.contributor, `/api/fileupload/${id}/rows`)).status).toBe(200);
});

test('parse options are kept for the corrected file, and dropped where they do not fit it', async () => {
  const rows = people();
  const id = await api.take({ name: 'study.csv', content: `Grip;day;of;men\n${csv(rows)}` });
  const address = `/api/fileupload/${id}/reading`;
  const choices = { encoding: 'macintosh', separator: ';', decimal: null, headerRows: { study: 2 } };
  await json(address, choices);
  await map(id);
  const headed = `Grip;day;of;men\n${csv(changedGrip(rows, { 3: '38' }))}`;
  await correct(id, headed, 'mended.csv');
  expect(await mappingOf(id)).toEqual(mapping);
  // ASCII text needs no choice of encoding.
  expect(await json(address)).toMatchObject({ choices: { encoding: null, separator: ';', headerRows: { mended: 2 } } });
  const short = 'id;sex;age;grip\nz;m;40;39\n';
  await correct(id, short, 'mended.csv');
  expect(await json(address)).toMatchObject({ choices: { separator: null, headerRows: {} } });
  expect(await mappingOf(id)).toEqual(mapping);
});
