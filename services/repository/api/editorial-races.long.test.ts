import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Vote } from '@domain/api/editorial';

import { castVote, viewPanels } from '../../../tests/support/editorial-calls';
import { addUploadAt, ask, storedUpload } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../../../tests/support/test-api';
import { listVotes } from '../store/submissions';
import type { Actor } from '../context/context';

let api: TestApi;
/** Uploads for which the job 'publish-upload' was called. */
const published: number[] = [];

beforeAll(async () => {
  api = await createTestApi();
  const { jobs } = api.repository;
  jobs.handle('register-doi', () => Promise.resolve());
  jobs.handle('send-mail', () => Promise.resolve());
  jobs.handle('publish-upload', ({ upload }) => Promise.resolve(void published.push(upload)));
});
afterAll(() => api?.close());
afterAll(() => expect(api.serverErrors).toEqual([]));

const { expert1, expert2, expert3 } = actors;

const vote = (actor: Actor, id: string, changed: Partial<Vote> = {}) => castVote(api, actor, id, changed);
const view = (actor: Actor, id: string) => viewPanels(api, actor, id);

/** With a connection pool, or with TEST_DATABASE_URL on PostgreSQL, where transactions really overlap. */
describe('concurrent calls', () => {
  test('of two experts who take the same panel one gets it, and the other a conflict', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    const answers = await Promise.all([vote(expert1, id), vote(expert2, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('two experts who accept in their panels decide exactly once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, number } = await addUploadAt(api, 'submitted');
      const answers = await Promise.all([vote(expert1, id, { nr: 1 }), vote(expert2, id, { nr: 2 })]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect((await storedUpload(api, number)).upload.status).toBe('Accepted');
      await api.settle();
      expect(published.filter((upload) => upload === number)).toHaveLength(1);
    }
  });

  test('two uploads accepted at the same time get different numbers without a gap', async () => {
    const all = [
      await addUploadAt(api, 'submitted'),
      await addUploadAt(api, 'submitted'),
      await addUploadAt(api, 'submitted'),
    ];
    for (const { id } of all) await vote(expert1, id);
    await Promise.all(all.map(({ id }) => vote(expert2, id, { nr: 2 })));
    const numbers = await Promise.all(all.map(async ({ number }) => (await storedUpload(api, number)).upload.nr ?? 0));
    numbers.sort((a, b) => a - b);
    expect(numbers).toEqual([0, 1, 2].map((step) => (numbers[0] ?? 0) + step));
  });

  test("of one expert's saves in two tabs the second is a conflict, and the first vote is kept", async () => {
    const { id } = await addUploadAt(api, 'submitted');
    const answers = await Promise.all([vote(expert1, id, { note: 'tab one' }), vote(expert1, id, { note: 'tab two' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await view(expert1, id)).one.version).toBe(1);
  });

  test('one expert who saves in both panels gets only one of them', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    const answers = await Promise.all([vote(expert1, id, { nr: 1 }), vote(expert1, id, { nr: 2 })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  test('of three experts two get the panels, and no vote is lost', async () => {
    const { id, number } = await addUploadAt(api, 'submitted');
    const answers = await Promise.all([
      vote(expert1, id, { nr: 1 }),
      vote(expert2, id, { nr: 2 }),
      vote(expert3, id, { nr: 2 }),
    ]);
    const saved = answers.filter(({ status }) => status === 200);
    expect(saved).toHaveLength(2);
    expect((await storedUpload(api, number)).upload.status).toBe('Accepted');
  });

  test('of a withdrawal and a vote exactly one succeeds', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id, number } = await addUploadAt(api, 'submitted');
      const takeBack = () => ask(api, actors.contributor, `/api/submit/${id}`, { method: 'DELETE' });
      // In both orders, so that neither succeeds only because it was first.
      const calls = [takeBack, () => vote(expert1, id)];
      const answers = await Promise.all((round % 2 === 0 ? calls : calls.reverse()).map((call) => call()));
      const [withdrawn, voted] = round % 2 === 0 ? answers : answers.reverse();
      const { status } = (await storedUpload(api, number)).upload;
      const votes = await listVotes(api.repository.db, [number]);
      if (withdrawn?.status === 200) {
        expect([voted?.status, status, votes.length]).toEqual([404, 'Uploaded', 0]);
      } else {
        expect([withdrawn?.status, voted?.status, status, votes.length]).toEqual([409, 200, 'Submitted', 1]);
      }
    }
  });

  test('the second of two withdrawals finds nothing to withdraw', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    const takeBack = () => ask(api, actors.contributor, `/api/submit/${id}`, { method: 'DELETE' });
    const answers = await Promise.all([takeBack(), takeBack()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
