import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { completeMetadata } from '../../../tests/fixtures/complete-metadata';
import { addUploadAt, ask, storedUpload } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../../../tests/support/test-api';
import { registerDoi } from '../doi/register-doi';
import { sendMail } from '../mail/send-mail';
import { findDoi } from '../store/dois';
import { recordPerson } from '../store/record-person';
import { files, problemComments, sourceTables } from '../store/schema';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  const { repository } = api;
  repository.jobs.handle('register-doi', (data) => registerDoi(repository, data));
  repository.jobs.handle('send-mail', (data) => sendMail(repository, data));
  for (const expert of [expert1, expert2]) await recordPerson(repository.db, expert, repository.now());
});
afterAll(() => api?.close());
afterAll(() => expect(api.faults).toEqual([]));

const { contributor, other, expert1, expert2 } = actors;

const submit = (actor: typeof contributor | null, id: string, language = 'en') =>
  ask(api, actor, `/api/submit/${id}`, { method: 'POST', language });

describe('submitting', () => {
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

  test('the refusal speaks the language of the caller', async () => {
    const { id } = await addUploadAt(api, 'checked');
    expect(await (await submit(contributor, id, 'de')).json()).toMatchObject({
      title: 'Speichern Sie zuerst die Metadaten.',
    });
  });

  test('every problem needs its comment', async () => {
    const { id, number } = await addUploadAt(api, 'described', { problems: 1 });
    expect(await (await submit(contributor, id)).json()).toMatchObject({ code: 'not-checked' });
    const { db } = api.repository;
    const [table] = await db
      .select({ id: sourceTables.id })
      .from(sourceTables)
      .innerJoin(files, eq(files.id, sourceTables.file))
      .where(eq(files.upload, number));
    await db.insert(problemComments).values({
      table: table?.id ?? 0, rule: 'R03', column: 0, cell: 2, comment: 'measured twice', writtenAt: new Date(),
    }); // prettier-ignore
    expect((await submit(contributor, id)).status).toBe(200);
  });

  test('submitted twice at once it is submitted once', async () => {
    const { id } = await addUploadAt(api, 'described');
    const answers = await Promise.all([
      submit(contributor, id),
      submit(contributor, id),
      submit(contributor, id),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('submitting and saving metadata at once leaves what was submitted as it is', async () => {
    const { id, number, title } = await addUploadAt(api, 'described');
    const [submitted, saved] = await Promise.all([
      submit(contributor, id),
      ask(api, contributor, '/api/metadata', {
        method: 'POST',
        body: { id: [id], metadata: completeMetadata(`${title} later`) },
      }),
    ]);
    expect(submitted.status).toBe(200);
    const { study } = await storedUpload(api, number);
    expect(study.title).toBe(saved.status === 200 ? `${title} later` : title);
    expect([200, 409]).toContain(saved.status);
  });
});

test('nobody gets 401, everybody else 404', async () => {
  const { id } = await addUploadAt(api, 'described');
  expect((await submit(null, id)).status).toBe(401);
  expect((await submit(other, id)).status).toBe(404);
  expect((await submit(expert1, id)).status).toBe(404);
  expect((await submit(contributor, id.replace('r', 'a'))).status).toBe(404);
  expect((await submit(contributor, 'nonsense')).status).toBe(404);
});
