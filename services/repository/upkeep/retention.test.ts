import { afterAll, beforeAll, expect, test } from 'vitest';

import { publishForTest } from '../../../tests/support/published-data-sets';
import { ask, addUploadAt } from '../../../tests/support/ready-uploads';
import { invite } from '../../../tests/support/member-calls';
import { actors, createTestApi, type TestApi } from '../../../tests/support/test-api';
import { endRetention } from './retention';

const dayMs = 24 * 60 * 60 * 1000;
let api: TestApi;
let clock = Date.now();

beforeAll(async () => {
  api = await createTestApi({ now: () => new Date(clock) });
  Object.assign(api.repository.settings, { retention: { jobDays: 7, purposeDays: 30, invitationDays: 10 } });
});
afterAll(() => api.close());

async function inDays(days: number): Promise<void> {
  clock += days * dayMs;
  await endRetention(api.repository);
}

test('what was stated about a download is forgotten after its days, and the download stays', async () => {
  await publishForTest(api.repository, {
    nr: 1,
    title: 'Licensed',
    rights: ['SUFL 1.0'],
    tables: [{ name: 'licensed', select: "select 'f' as sex", columns: [{ key: 'sex', unit: '', source: 'sex' }] }],
  });
  const begun = await ask(api, actors.contributor, '/api/search/download', { method: 'POST', body: [1] });
  const session = (begun.headers.get('Location') ?? '').split('/').at(-1) ?? '';
  const answers = { institution: 'A university', country: 'Germany', purpose: 'Teaching' };
  const body = { session, ...answers, accurate: true, licence: true };
  const opened = await ask(api, actors.contributor, `/api/search/downloads/${session}`, { method: 'POST', body });
  expect(opened.status).toBeLessThan(300);
  const stored = async () =>
    (await api.pool.query('select institution, country, purpose from repository.download_sessions')).rows;
  await inDays(29);
  expect(await stored()).toEqual([answers]);
  await inDays(2);
  expect(await stored()).toEqual([{ institution: null, country: null, purpose: null }]);
  const listed = await ask(api, actors.contributor, '/api/search/mydownloads');
  expect(await listed.json()).toHaveLength(1);
});

test('an invitation that nobody accepted is deleted after its days, and one that was accepted stays', async () => {
  const upload = await addUploadAt(api, 'read');
  await invite(api, upload, { email: 'nobody@example.org' });
  await invite(api, upload, { email: actors.other.email });
  await api.pool.query('update repository.study_members set accepted_at = now() where email = $1', [
    actors.other.email,
  ]);
  const emails = async () => (await api.pool.query('select email from repository.study_members order by email')).rows;
  // They are open for 14 days.
  await inDays(23);
  expect(await emails()).toHaveLength(2);
  await inDays(2);
  expect(await emails()).toEqual([{ email: actors.other.email }]);
});
