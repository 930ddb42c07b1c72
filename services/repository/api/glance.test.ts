import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { SubmissionGlanceSchema } from '@domain/api/glance';
import { expertRole } from '@domain/roles';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { castVote } from '../../../tests/support/editorial-calls';
import { addUploadAt, ask, type ReadyUpload } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../../../tests/support/test-api';
import { useUploadApi } from '../../../tests/support/upload-calls';
import type { Actor } from '../context/context';
import { recordPerson } from '../store/people';
import { files, problemComments, problemGroups, sourceColumns, sourceTables } from '../store/schema';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  for (const name of ['register-doi', 'send-mail', 'publish-upload', 'assign-experts'] as const) {
    api.repository.jobs.handle(name, () => Promise.resolve());
  }
  for (const expert of [expert1, expert2, expert3]) await recordPerson(api.repository.db, expert, new Date());
});
afterAll(() => api?.close());
afterAll(() => expect(api.serverErrors).toEqual([]));

const { contributor, other, expert1, expert2, expert3 } = actors;

const glanceAt = (who: Actor | null, id: string, language = 'en') =>
  ask(api, who, `/api/editorial/${id}/glance`, { language });
const glance = async (who: Actor, id: string, language = 'en') =>
  SubmissionGlanceSchema.parse(await (await glanceAt(who, id, language)).json());

async function tableOf({ number }: ReadyUpload) {
  const { db } = api.repository;
  const [row] = await db
    .select({ table: sourceTables })
    .from(sourceTables)
    .innerJoin(files, eq(files.id, sourceTables.file))
    .where(eq(files.upload, number));
  return row!.table;
}

async function post(who: Actor, path: string, body: unknown = {}, method = 'POST') {
  const response = await ask(api, who, `/api/${path}`, { method, body });
  if (response.status >= 300) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

describe('a submission at a glance', () => {
  test('tells an expert what was handed in and what the check found, in both languages', async () => {
    const { db } = api.repository;
    const upload = await addUploadAt(api, 'described');
    const table = await tableOf(upload);
    await db
      .insert(problemGroups)
      .values({
        table: table.id,
        rule: 'R03',
        column: 0,
        canOverride: true,
        count: 6,
        parameters: {},
        cells: [{ row: 2, value: '90', parameters: {} }],
      });
    await db
      .insert(problemComments)
      .values({
        table: table.id,
        rule: 'R03',
        column: 0,
        cell: -2,
        comment: 'Rowers of the squad.',
        writtenAt: new Date(),
      });
    await post(contributor, `submit/${upload.id}`, undefined);
    const found = await glance(expert1, upload.id);
    expect(found).toMatchObject({
      id: upload.id,
      title: upload.title,
      contributor: { name: contributor.name, email: contributor.email },
      kind: 'raw',
      n: 300,
      studyDesign: expect.stringMatching(/\w/),
      rounds: [],
      content: {
        tests: ['handgrip', 'slj'],
        persons: { counted: 300 },
        tables: [
          {
            name: 'adults',
            rowCount: 300,
            rowsLeftOut: 0,
            columnCount: 3,
            mappedCount: 2,
            cellCount: 6,
            unmapped: [{ letters: 'C', column: 'class' }],
            overridden: [{ column: 'grip', count: 6, comments: ['Rowers of the squad.'] }],
          },
        ],
      },
    });
    const german = await glance(expert1, upload.id, 'de');
    expect(german.content?.tables[0]?.overridden[0]?.warning).not.toBe(
      found.content?.tables[0]?.overridden[0]?.warning,
    );
    expect(german.studyDesign).not.toBe(found.studyDesign);
  });

  test('is refused to everybody who does not review it', async () => {
    const owner: Actor = { ...contributor, roles: [expertRole] };
    const metadata = withEntries(completeMetadata('A study that names an expert'), entry(3.1, [expert3.email], [0]));
    const { id } = await addUploadAt(api, 'submitted', { metadata });
    const answers = [];
    for (const who of [null, contributor, other, owner, expert3]) {
      const response = await glanceAt(who, id);
      answers.push([response.status, ((await response.json()) as { code: string }).code]);
    }
    expect(answers).toEqual([
      [401, 'unauthenticated'],
      [403, 'forbidden'],
      [403, 'forbidden'],
      [403, 'vote-own-upload'],
      [403, 'vote-named'],
    ]);
    const { id: described } = await addUploadAt(api, 'described');
    expect((await glanceAt(expert1, described)).status).toBe(404);
  });

  test('tells nothing of the file after the decision', async () => {
    const { id, title } = await addUploadAt(api, 'submitted');
    for (const [who, nr] of [
      [expert1, 1],
      [expert2, 2],
    ] as const) {
      expect((await castVote(api, who, id, { nr, rating: 2 })).status).toBe(200);
    }
    expect(await glance(expert3, id)).toMatchObject({ title, n: 300, content: null });
  });
});

describe('what was changed after a request', () => {
  async function askForChanges(id: string) {
    await post(expert1, `editorial/${id}/changes`, { panel: 1, points: ['Name the units.'], isImpartial: true });
  }

  test('is told once the contributor has submitted again, and without the file after the decision', async () => {
    const { db } = api.repository;
    const upload = await addUploadAt(api, 'submitted');
    const { id } = upload;
    await askForChanges(id);
    expect(await glance(expert1, id)).toMatchObject({ content: null, rounds: [null] });
    const table = await tableOf(upload);
    await db.update(sourceColumns).set({ targetUnit: 'N' }).where(eq(sourceColumns.name, 'grip'));
    await db.update(sourceTables).set({ rowCount: 290 }).where(eq(sourceTables.id, table.id));
    await post(contributor, 'metadata', { id: [id], metadata: completeMetadata(`${upload.title}, revised`) });
    await post(contributor, `fileupload/${id}/answers`, { answers: ['Done.'] }, 'PUT');
    await post(contributor, `submit/${id}`, undefined);

    const [round] = (await glance(expert2, id)).rounds;
    expect(round?.content).toMatchObject({
      file: null,
      tables: { count: 1, first: [{ name: 'adults', before: { rowCount: 300 }, after: { rowCount: 290 } }] },
      columns: { count: 0, first: [] },
      mapping: { count: 1, first: [{ table: 'adults', column: 'grip', before: 'Handgrip strength (kg)' }] },
      comments: { count: 0, first: [] },
    });
    expect(round?.metadata).toMatchObject([
      { field: 2, before: [{ values: [upload.title] }], after: [{ values: [`${upload.title}, revised`] }] },
    ]);

    for (const [who, nr] of [
      [expert1, 1],
      [expert2, 2],
    ] as const) {
      expect((await castVote(api, who, id, { nr, rating: 2 })).status).toBe(200);
    }
    const [after] = (await glance(expert1, id)).rounds;
    expect(after?.content).toBeNull();
    expect(after?.metadata).toHaveLength(1);
  });

  test('belongs to the request before which it was changed', async () => {
    const upload = await addUploadAt(api, 'submitted');
    const { id } = upload;
    for (const title of ['second', 'third']) {
      await askForChanges(id);
      await post(contributor, 'metadata', { id: [id], metadata: completeMetadata(`${upload.title}, ${title}`) });
      await post(contributor, `fileupload/${id}/answers`, { answers: ['Done.'] }, 'PUT');
      await post(contributor, `submit/${id}`, undefined);
    }
    const { rounds } = await glance(expert1, id);
    const titles = rounds.map((round) =>
      round?.metadata.map(({ before, after }) => [before, after].map((e) => e[0]?.values[0])),
    );
    expect(titles).toEqual([
      [[upload.title, `${upload.title}, second`]],
      [[`${upload.title}, second`, `${upload.title}, third`]],
    ]);
  });
});

describe('the data of a submission', () => {
  const real = useUploadApi({ checks: true });

  test('tells ages and people', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => `${i + 1},${i % 2 ? 'm' : 'f'},${18 + (i % 30)},${35 + (i % 9)}`);
    const id = await real.take({ name: 'grip.csv', content: `person,sex,age,grip\n${rows.join('\n')}\n` });
    const targets = [
      { source: 'person', target: { key: 'person_id', unit: '' } },
      { source: 'sex', target: { key: 'sex', unit: 'm/f' } },
      { source: 'age', target: { key: 'age_y', unit: 'a' } },
      { source: 'grip', target: { key: 'handgrip', unit: 'kg' } },
    ];
    const saved = await ask(real, contributor, `/api/mapping/raw/${id}/grip`, { method: 'POST', body: targets });
    expect(saved.status).toBeLessThan(300);
    await real.settle();
    await real.setStatus(id, 'Submitted');
    const response = await ask(real, expert1, `/api/editorial/${id}/glance`);
    expect(SubmissionGlanceSchema.parse(await response.json()).content).toMatchObject({
      ages: { from: 18, to: 47 },
      tests: ['handgrip'],
      persons: { stated: null, counted: 40 },
    });
  });
});
