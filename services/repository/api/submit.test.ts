import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { SubmissionReviewSchema } from '@domain/api/submission';
import { maxSubmissionsADay } from '@domain/limits';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { addUploadAt, ask, storedUpload, type Station } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../../../tests/support/test-api';
import { registerDoi } from '../jobs/handlers/register-doi';
import { findDoi } from '../store/dois';
import { recordPerson } from '../store/people';
import { files, problemComments, sourceColumns, sourceTables, studies } from '../store/schema';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  const { repository } = api;
  repository.jobs.handle('register-doi', (data) => registerDoi(repository, data));
  repository.jobs.handle('send-mail', (data) => repository.mail.send(data));
  for (const expert of [expert1, expert2]) await recordPerson(repository.db, expert, repository.now());
});
afterAll(() => api?.close());
afterAll(() => expect(api.serverErrors).toEqual([]));

const { contributor, other, expert1, expert2 } = actors;

const submit = (actor: typeof contributor | null, id: string, language = 'en') =>
  ask(api, actor, `/api/submit/${id}`, { method: 'POST', language });

const order = (id: string, body: unknown, actor = contributor) =>
  ask(api, actor, `/api/submit/${id}`, { method: 'POST', body });
const review = async (id: string, language = 'en') =>
  SubmissionReviewSchema.parse(await (await ask(api, contributor, `/api/submit/${id}`, { language })).json());
const statusOf = async ({ number }: { number: number }) => (await storedUpload(api, number)).upload.status;

/** A raw and an aggregated upload that share their metadata. */
async function addStudy(station: Station = 'checked') {
  const raw = await addUploadAt(api, 'described');
  const agg = await addUploadAt(api, station, { kind: 'agg' });
  const saved = await ask(api, contributor, '/api/metadata', {
    method: 'POST',
    body: { id: [raw.id, agg.id], metadata: completeMetadata(raw.title) },
  });
  expect(saved.status).toBe(200);
  return { raw, agg };
}

describe('submitting', () => {
  test('again and again is refused after five times in 24 hours', async () => {
    const { id } = await addUploadAt(api, 'described');
    for (let time = 0; time < maxSubmissionsADay; time += 1) {
      expect((await submit(contributor, id)).status).toBe(200);
      expect((await ask(api, contributor, `/api/submit/${id}`, { method: 'DELETE' })).status).toBe(200);
    }
    const refused = await submit(contributor, id);
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'too-many-submissions' }]);
  });

  test('a complete upload is submitted once; the DOI draft and the mails follow', async () => {
    const { id, number, title } = await addUploadAt(api, 'described');
    const answer = await submit(contributor, id);
    expect([answer.status, await answer.json()]).toEqual([200, { id, status: 'Submitted' }]);
    expect((await storedUpload(api, number)).upload.submittedAt).not.toBeNull();

    await api.settle();
    expect(await findDoi(api.repository.db, number)).toMatchObject({
      doi: `10.5072/motothek.${number}`,
      state: 'draft',
      registrar: 'local',
      attributes: { titles: [{ title }] },
    });
    const mails = api.mails.filter(({ text }) => text.includes(title));
    expect(mails.map(({ to }) => to).sort()).toEqual([
      'contributor@example.org',
      'expert1@example.org',
      'expert2@example.org',
    ]);
    const toExpert = mails.find(({ to }) => to === expert1.email);
    expect(toExpert?.text).toContain(`https://motothek.example/editorial-board/vote/${id}`);
    expect(toExpert?.text).toContain('Hello Erika Expert');
    expect(toExpert?.text).toContain('Guten Tag Erika Expert');

    const again = await submit(contributor, id);
    expect([again.status, await again.json()]).toMatchObject([
      409,
      { code: 'already-submitted', title: 'This file has already been submitted.' },
    ]);
  });

  test.each([
    ['read', 'not-mapped', 'First map at least one column in every table.'],
    ['mapped', 'not-checked', 'First check the data: every problem needs a comment or a correction.'],
    ['checked', 'no-metadata', 'First save the metadata.'],
  ] as const)('an upload that is only %s is refused: %s', async (station, code, title) => {
    const { id, number } = await addUploadAt(api, station);
    const answer = await submit(contributor, id);
    expect([answer.status, await answer.json()]).toMatchObject([409, { code, title }]);
    expect((await storedUpload(api, number)).upload.status).toBe('Uploaded');
  });

  test('the refusal is in the language of the caller', async () => {
    const { id } = await addUploadAt(api, 'checked');
    expect(await (await submit(contributor, id, 'de')).json()).toMatchObject({
      title: 'Speichern Sie zuerst die Metadaten.',
    });
  });

  test('every problem needs a comment', async () => {
    const { id, number } = await addUploadAt(api, 'described', { problems: 1 });
    expect(await (await submit(contributor, id)).json()).toMatchObject({ code: 'not-checked' });
    const { db } = api.repository;
    const [table] = await db
      .select({ id: sourceTables.id })
      .from(sourceTables)
      .innerJoin(files, eq(files.id, sourceTables.file))
      .where(eq(files.upload, number));
    await db
      .insert(problemComments)
      .values({
        table: table?.id ?? 0,
        rule: 'R03',
        column: 0,
        cell: 2,
        comment: 'measured twice',
        writtenAt: new Date(),
      });
    expect((await submit(contributor, id)).status).toBe(200);
  });

  test('an upload submitted several times at once is submitted once', async () => {
    const { id } = await addUploadAt(api, 'described');
    const answers = await Promise.all([submit(contributor, id), submit(contributor, id), submit(contributor, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('submitting and saving metadata at once does not change what was submitted', async () => {
    const { id, number, title } = await addUploadAt(api, 'described');
    const [submitted, saved] = await Promise.all([
      submit(contributor, id),
      ask(api, contributor, '/api/metadata', {
        method: 'POST',
        body: { id: [id], metadata: completeMetadata(`${title} later`) },
      }),
    ]);
    const outcome = [submitted.status, saved.status];
    // If the save came first, the submission contains its metadata.
    expect([
      [200, 200],
      [200, 409],
    ]).toContainEqual(outcome);
    const { study, upload } = await storedUpload(api, number);
    expect(study.title).toBe(saved.status === 200 ? `${title} later` : title);
    expect(upload.status).toBe('Submitted');
  });
});

test('visitors get 401, everybody else 404', async () => {
  const { id } = await addUploadAt(api, 'described');
  expect((await submit(null, id)).status).toBe(401);
  expect((await submit(other, id)).status).toBe(404);
  expect((await submit(expert1, id)).status).toBe(404);
  expect((await submit(contributor, id.replace('r', 'a'))).status).toBe(404);
  expect((await submit(contributor, 'nonsense')).status).toBe(404);
});

test('the refusal lists everything that is missing, with the messages of the review', async () => {
  const { id, number } = await addUploadAt(api, 'described', { problems: 1 });
  const metadata = withEntries(completeMetadata('Once valid'), entry(9, ['2019-2-29---']));
  const { study } = await storedUpload(api, number);
  await api.repository.db.update(studies).set({ metadata }).where(eq(studies.id, study.id));

  const answer = await submit(contributor, id, 'de');
  const problem = (await answer.json()) as { code: string; errors: unknown };
  expect([answer.status, problem.code]).toEqual([409, 'not-checked']);
  expect(problem.errors).toEqual([
    {
      upload: id,
      step: 'check',
      code: 'problems-open',
      table: 'adults',
      count: 1,
      error: null,
      message: 'Tabelle „adults“: Kommentieren Sie Probleme (noch 1).',
    },
    {
      upload: id,
      step: 'metadata',
      code: 'metadata-error',
      table: null,
      count: null,
      error: { field: 9, index: 0, parent: null, code: 'begin-day' },
      message: expect.stringMatching(/^Datenerhebung: ./) as string,
    },
  ]);
  expect((await review(id, 'de')).missing).toEqual(problem.errors);
});

describe('metadata that was valid when it was saved', () => {
  test.each([
    ['a value that is no longer a choice', entry(20, ['CC-BY 3.0']), 'metadata-invalid', 'choice'],
    ['a field that has become required', entry(5, []), 'metadata-invalid', 'required'],
    ['a field that no longer exists', entry(99, ['gone']), 'metadata-invalid', 'unknown-field'],
  ])('%s prevents the submission of an upload', async (_, changed, code, error) => {
    const { id, number } = await addUploadAt(api, 'described');
    const { study } = await storedUpload(api, number);
    const metadata = withEntries(completeMetadata(study.title ?? ''), changed);
    await api.repository.db.update(studies).set({ metadata }).where(eq(studies.id, study.id));
    const answer = await submit(contributor, id);
    const inError = expect.objectContaining({ error: expect.objectContaining({ code: error }) as unknown }) as unknown;
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { code, errors: expect.arrayContaining([inError]) as unknown },
    ]);
    expect(await statusOf({ number })).toBe('Uploaded');
  });

  test('a title that another study uses in the meantime is refused, and counts again once it is released', async () => {
    const mine = await addUploadAt(api, 'described');
    const { study } = await storedUpload(api, mine.number);
    const { db } = api.repository;
    await db.update(studies).set({ titleCounts: false }).where(eq(studies.id, study.id));
    const theirs = await addUploadAt(api, 'described', { owner: other, metadata: completeMetadata(mine.title) });
    const refused = await submit(contributor, mine.id);
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'title-taken' }]);

    expect((await ask(api, other, `/api/fileupload/${theirs.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await submit(contributor, mine.id)).status).toBe(200);
    expect((await storedUpload(api, mine.number)).study.titleCounts).toBe(true);
  });

  test('an embargo that has ended does not prevent the submission, and the review reports it', async () => {
    const year = new Date().getFullYear() + 1;
    const metadata = (title: string, embargo: string) => withEntries(completeMetadata(title), entry(29, [embargo]));
    const past = await addUploadAt(api, 'described', { metadata: metadata('Embargo over', '---2020-2-') });
    expect(await review(past.id)).toMatchObject({ missing: [], embargo: { end: '2020-02-29', isPast: true } });
    const coming = await addUploadAt(api, 'described', { metadata: metadata('Embargo ahead', `---${year}--`) });
    expect((await review(coming.id)).embargo).toEqual({ end: `${year}-12-31`, isPast: false });
    expect((await submit(contributor, past.id)).status).toBe(200);
  });
});

/** Id of an upload's table. */
async function tableOf({ number }: { number: number }): Promise<number> {
  const [table] = await api.repository.db
    .select({ id: sourceTables.id })
    .from(sourceTables)
    .innerJoin(files, eq(files.id, sourceTables.file))
    .where(eq(files.upload, number));
  return table?.id ?? 0;
}

describe('the submission is what the user has seen', () => {
  const comment = { rule: 'R03', column: 0, cell: 2, value: '90', writtenAt: new Date(0) };

  test.each([
    [
      'the mapping',
      async (table: number) =>
        api.repository.db
          .update(sourceColumns)
          .set({ targetKey: 'age_y', targetUnit: 'a' })
          .where(and(eq(sourceColumns.table, table), isNull(sourceColumns.targetKey))),
    ],
    [
      'a comment',
      async (table: number) =>
        api.repository.db.insert(problemComments).values({ ...comment, table, comment: 'measured twice' }),
    ],
    [
      'the metadata',
      async (_: number, study: number) =>
        api.repository.db
          .update(studies)
          .set({ metadata: completeMetadata('Changed in another window') })
          .where(eq(studies.id, study)),
    ],
    [
      'the tables of the file',
      async (first: number) => {
        const { db } = api.repository;
        const [read] = await db
          .insert(sourceTables)
          .select(
            db
              .select({
                ...getTableColumns(sourceTables),
                id: sql<number>`nextval('repository.source_tables_id_seq')`.as('id'),
                position: sql<number>`1`.as('position'),
              })
              .from(sourceTables)
              .where(eq(sourceTables.id, first)),
          )
          .returning();
        await db
          .insert(sourceColumns)
          .values({ table: read?.id ?? 0, position: 0, name: 'grip', targetKey: 'handgrip', targetUnit: 'kg' });
      },
    ],
  ])('nothing is submitted after a change to %s', async (_, change) => {
    const upload = await addUploadAt(api, 'described');
    const { version } = await review(upload.id);
    const { study } = await storedUpload(api, upload.number);
    await change(await tableOf(upload), study.id);
    const answer = await order(upload.id, { version });
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'review-outdated' }]);
    expect(await statusOf(upload)).toBe('Uploaded');
    const again = await review(upload.id);
    expect(again.version).not.toBe(version);
    expect((await order(upload.id, { version: again.version })).status).toBe(200);
  });

  test('saving the same again does not change the version', async () => {
    const { id, title } = await addUploadAt(api, 'described');
    const { version } = await review(id);
    const saved = await ask(api, contributor, '/api/metadata', {
      method: 'POST',
      body: { id: [id], metadata: completeMetadata(title) },
    });
    expect(saved.status).toBe(200);
    expect((await order(id, { version })).status).toBe(200);
  });

  test('an invalid body is a bad request', async () => {
    const { id } = await addUploadAt(api, 'described');
    for (const body of [null, [], { version: 1 }, { withUploads: ['1a'] }, { withUploads: [{ id: 'x' }] }]) {
      expect((await order(id, body)).status).toBe(400);
    }
  });
});

describe('several uploads of a study', () => {
  test('they are submitted together, each with its DOI and its mails', async () => {
    const { raw, agg } = await addStudy();
    const { version, others } = await review(raw.id);
    expect(others).toMatchObject([{ id: agg.id, kind: 'agg', status: 'Uploaded', missing: [] }]);
    const withUploads = others.map((one) => ({ id: one.id, version: one.version }));
    expect((await order(raw.id, { version, withUploads })).status).toBe(200);
    expect([await statusOf(raw), await statusOf(agg)]).toEqual(['Submitted', 'Submitted']);
    await api.settle();
    for (const { number } of [raw, agg]) {
      expect(await findDoi(api.repository.db, number)).toMatchObject({ state: 'draft' });
    }
  });

  test('none of them is submitted if one is incomplete', async () => {
    const { raw, agg } = await addStudy();
    await api.repository.db
      .update(sourceTables)
      .set({ checkState: 'running' })
      .where(eq(sourceTables.id, await tableOf(agg)));
    const { version, others } = await review(raw.id);
    expect(others[0]?.missing).toMatchObject([{ upload: agg.id, code: 'check-running' }]);
    const answer = await order(raw.id, { version, withUploads: [{ id: agg.id }] });
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      { code: 'not-checked', errors: [{ upload: agg.id, code: 'check-running', table: 'adults' }] },
    ]);
    expect([await statusOf(raw), await statusOf(agg)]).toEqual(['Uploaded', 'Uploaded']);
    expect((await order(raw.id, { version })).status).toBe(200);
    expect([await statusOf(raw), await statusOf(agg)]).toEqual(['Submitted', 'Uploaded']);
  });

  test('none of them is submitted if one was changed, or is submitted already', async () => {
    const { raw, agg } = await addStudy();
    const changed = await order(raw.id, { withUploads: [{ id: agg.id, version: 'of yesterday' }] });
    expect([changed.status, await changed.json()]).toMatchObject([409, { code: 'review-outdated' }]);
    expect((await submit(contributor, agg.id)).status).toBe(200);
    const twice = await order(raw.id, { withUploads: [{ id: agg.id }] });
    expect([twice.status, await twice.json()]).toMatchObject([409, { code: 'already-submitted' }]);
    expect(await statusOf(raw)).toBe('Uploaded');
  });

  test('uploads of another study, and those of others, are refused', async () => {
    const { raw } = await addStudy();
    const stranger = await addUploadAt(api, 'described');
    const theirs = await addUploadAt(api, 'described', { owner: other });
    expect((await order(raw.id, { withUploads: [{ id: stranger.id }] })).status).toBe(400);
    expect((await order(raw.id, { withUploads: [{ id: theirs.id }] })).status).toBe(404);
    expect(await statusOf(raw)).toBe('Uploaded');
  });

  test('two presses and two tabs make one submission with one set of mails', async () => {
    const { raw, agg } = await addStudy();
    await api.settle();
    api.mails.length = 0;
    const answers = await Promise.all([
      order(raw.id, { withUploads: [{ id: agg.id }] }),
      order(agg.id, { withUploads: [{ id: raw.id }] }),
      order(raw.id, { withUploads: [{ id: agg.id }] }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await api.settle();
    const about = api.mails.filter(({ text }) => text.includes(raw.title));
    // For each upload one to its owner and one to each expert.
    expect(about).toHaveLength(6);
  });
});

test('an expert who owns the upload is not asked to vote', async () => {
  const { id, title } = await addUploadAt(api, 'described', { owner: expert1 });
  expect((await submit(expert1, id)).status).toBe(200);
  await api.settle();
  const mails = api.mails.filter(({ text }) => text.includes(title));
  expect(mails.map(({ to, text }) => [to, text.includes('/editorial-board/vote/')])).toEqual(
    expect.arrayContaining([
      [expert1.email, false],
      [expert2.email, true],
    ]),
  );
  expect(mails.filter(({ to }) => to === expert1.email)).toHaveLength(1);
});

describe('the review', () => {
  test('it shows the owner the DOI and the comments that explain problems, and others nothing', async () => {
    const upload = await addUploadAt(api, 'described', { problems: 1 });
    const table = await tableOf(upload);
    await api.repository.db.insert(problemComments).values([
      { table, rule: 'R03', column: 0, cell: 2, value: '90', comment: 'measured twice', writtenAt: new Date(0) },
      { table, rule: 'R03', column: 0, cell: -2, comment: 'a strong group', writtenAt: new Date(0) },
    ]);
    expect(await review(upload.id)).toMatchObject({
      id: upload.id,
      missing: [],
      doi: `10.5072/motothek.${upload.number}`,
      doiIsTest: true,
      embargo: null,
      tables: [
        {
          name: 'adults',
          rowCount: 300,
          columnCount: 3,
          mappedCount: 2,
          mapped: [
            { letters: 'A', column: 'grip', label: expect.any(String) as string, unit: 'kg' },
            { letters: 'B', column: 'jump', label: expect.any(String) as string, unit: 'cm' },
          ],
          withheld: [],
          withheldCount: 0,
          groupCount: 1,
          cellCount: 1,
          overridden: [
            { cell: 'A/2', column: 'grip', count: 1, comments: ['a strong group', 'measured twice'], commentCount: 2 },
          ],
        },
      ],
      others: [],
    });
    for (const [actor, status] of [
      [null, 401],
      [other, 404],
      [expert1, 404],
    ] as const) {
      expect((await ask(api, actor, `/api/submit/${upload.id}`)).status).toBe(status);
    }
  });
});
