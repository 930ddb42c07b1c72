import { afterAll, beforeAll, expect, test } from 'vitest';

import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: TestApi;
let web: TestWeb;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  web?.close();
  await api?.close();
});

const { contributor, other } = actors;
/** Ages all sessions. */
const pass = (time: string) =>
  api.pool.query(`update web.sessions set last_seen_at = last_seen_at - $1::interval`, [time]);

interface Answer {
  state: string;
  secondsLeft: number;
  message: string;
}
/** Address at which the script of a page checks its session. */
async function sessionAddress(cookie: string): Promise<string> {
  const page = await (await web.ask('/file-upload', { cookie })).text();
  return /\/authentication\/session\?account=[\w-]+/.exec(page)?.[0] ?? '';
}
const look = async (address: string, cookie: string, method = 'GET') =>
  (await (await web.ask(address, { method, cookie })).json()) as Answer;

test.each([
  ['en', /You will be logged out (at \d\d:\d\d|on .* at \d\d:\d\d) unless you open a page/],
  ['de', /Sie werden (um \d\d:\d\d Uhr|am .* um \d\d:\d\d Uhr) abgemeldet, wenn Sie bis dahin keine Seite öffnen/],
] as const)('without script a page says when the user will be logged out, in %s', async (language, message) => {
  const cookie = await web.signIn(contributor, language);
  const page = await (await web.ask('/file-upload', { cookie })).text();
  const [, unscripted = ''] = /<noscript>(.*?)<\/noscript>/s.exec(page) ?? [];
  expect(unscripted).toMatch(message);
  // A page that loads no script shows it to every signed-in user, and not to visitors.
  const plain = await (await web.ask('/authentication/logout', { cookie })).text();
  expect([plain.match(message) !== null, plain.includes('<noscript>')]).toEqual([true, false]);
  const strange = await (await web.ask('/authentication/logout')).text();
  expect(strange.includes('session-limit')).toBe(false);
});

test('asking how long a session lasts does not extend it; choosing to stay does', async () => {
  const cookie = await web.signIn(contributor);
  const address = await sessionAddress(cookie);
  await pass('7 hours 56 minutes');
  for (let times = 0; times < 3; times += 1) {
    const { state, secondsLeft, message } = await look(address, cookie);
    expect([state, Math.round(secondsLeft / 60)]).toEqual(['ending', 4]);
    expect(message).toMatch(/^You will be logged out .*Press ‘Stay logged in’/);
  }
  expect(await look(address, cookie, 'POST')).toMatchObject({ state: 'lasting', secondsLeft: 8 * 3600 });
  expect((await look(address, cookie)).state).toBe('lasting');
  await pass('7 hours 56 minutes');
  expect((await look(address, cookie)).state).toBe('ending');
  await pass('5 minutes');
  expect((await look(address, cookie)).state).toBe('ended');
  // An ended session cannot be extended.
  expect(await look(address, cookie, 'POST')).toMatchObject({ state: 'ended', secondsLeft: 0 });
});

test('a page opened before another account signed in is informed', async () => {
  const cookie = await web.signIn(contributor);
  const address = await sessionAddress(cookie);
  expect(await look(address, await web.signIn(other))).toMatchObject({ state: 'other' });
  expect(await look(address, await web.signIn(contributor, 'de'))).toMatchObject({
    state: 'lasting',
    message: expect.stringMatching(/^Sie bleiben angemeldet\./),
  });
});

test('another site can neither check a session nor extend it', async () => {
  const cookie = await web.signIn(contributor);
  const address = await sessionAddress(cookie);
  const response = await web.ask(address, { method: 'POST', cookie, headers: { Origin: 'https://elsewhere.example' } });
  expect(response.status).toBe(403);
});
