import { afterAll, beforeAll, expect, test } from 'vitest';

import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

const { contributor } = actors;
let api: TestApi;
let web: TestWeb;
/** Whether the account is as it was when its session began. */
let holds = true;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api, undefined, { tokenHolds: () => Promise.resolve(holds) });
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  web?.close();
  await api?.close();
});

const saved = async () => (await api.pool.query('select * from repository.saved_searches')).rows;

/** Sends a form during whose arrival something happens. */
function sendLate(address: string, form: string, cookie: string, happen: () => unknown, given: RequestInit = {}) {
  const bytes = new TextEncoder().encode(form);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        controller.enqueue(bytes.subarray(0, -1));
        await happen();
        controller.enqueue(bytes.subarray(-1));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const init = { method: 'POST', cookie, headers, ...given, body, duplex: 'half' };
  return web.ask(address, init as RequestInit & { cookie: string });
}

const ends = {
  'the session is over': () =>
    api.pool.query(`update web.sessions set last_seen_at = last_seen_at - interval '9 hours'`),
  'the account is locked': () => void (holds = false),
};

test.each(Object.entries(ends))('a form is not carried out if %s before all of it has arrived', async (_what, end) => {
  holds = true;
  const cookie = await web.signIn(contributor);
  const answer = await sendLate('/saved-searches', 'save=q%3Dstrength&q=strength', cookie, end);
  expect([answer.status, answer.headers.get('Location')]).toEqual([
    303,
    expect.stringMatching(/^\/authentication\/login\?returnUrl=/),
  ]);
  expect(await saved()).toEqual([]);
});

test.each([
  ['with another method', 'save=q%3Dstrength&q=strength', { method: 'PUT' }],
  ['without a type and fields', '', { headers: {} }],
])('nor is one %s', async (_what, form, given) => {
  holds = true;
  const cookie = await web.signIn(contributor);
  const answer = await sendLate('/authentication/session?account=any', form, cookie, () => void (holds = false), given);
  expect(await answer.json()).toMatchObject({ state: 'ended' });
});

test('a form that arrives slowly in a session that goes on is carried out once', async () => {
  holds = true;
  const cookie = await web.signIn(contributor);
  const answer = await sendLate('/saved-searches', 'save=q%3Dstrength&q=strength', cookie, () => undefined);
  expect(answer.status).toBe(303);
  expect(await saved()).toHaveLength(1);
});

test('a form that is too large is refused as before', async () => {
  const cookie = await web.signIn(contributor);
  expect((await sendLate('/saved-searches', `q=${'x'.repeat(3_000_000)}`, cookie, () => undefined)).status).toBe(413);
});
