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
  await web.close();
  await api.close();
});

const words = {
  en: {
    label: 'Enter what the token is for.',
    scopes: 'Choose what the token allows.',
    until: 'Choose a day from today to one year ahead for the token.',
    day: 'Enter a day as year, month and day',
    token: 'Access token',
  },
  de: {
    label: 'Geben Sie an, wofür das Token ist.',
    scopes: 'Wählen Sie, was das Token erlaubt.',
    until: 'Wählen Sie für das Token einen Tag zwischen heute und heute in einem Jahr.',
    day: 'Geben Sie einen Tag mit Jahr, Monat und Tag ein',
    token: 'Zugriffstoken',
  },
};
const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

function send(cookie: string, entries: readonly [string, string][]): Promise<Response> {
  return web.ask('/access-tokens', { method: 'POST', body: new URLSearchParams([...entries]), cookie });
}

/** Links of the summary and errors at fields, by the ids of the fields. */
function errorsIn(html: string) {
  const summary = [...html.matchAll(/<a href="#(label|scopes|until)">([^<]*)<\/a>/g)].map(([, id, text]) => [id, text]);
  const fields = [...html.matchAll(/id="(label|scopes|until)-error"/g)].map(([, id]) => id);
  return { summary, fields };
}

test.each(['en', 'de'] as const)('every wrong entry of a token is told at once, in %s', async (language) => {
  const w = words[language];
  const cookie = await web.signIn(actors.contributor, language);
  const answer = await send(cookie, [
    ['label', ' '],
    ['until', '2020-01-01'],
  ]);
  expect(answer.status).toBe(400);
  expect(errorsIn(await answer.text())).toEqual({
    summary: [
      ['label', w.label],
      ['scopes', w.scopes],
      ['until', w.until],
    ],
    fields: ['label', 'scopes', 'until'],
  });
  const noDay = errorsIn(await (await send(cookie, [['label', 'x']])).text());
  expect(noDay.summary).toEqual([
    ['scopes', w.scopes],
    ['until', expect.stringContaining(w.day)],
  ]);
});

test.each(['en', 'de'] as const)('a new token stands once in a field that is only read, in %s', async (language) => {
  const cookie = await web.signIn(actors.contributor, language);
  const made = await send(cookie, [
    ['label', 'Weekly upload'],
    ['scopes', 'read'],
    ['until', inAMonth],
  ]);
  expect(made.status).toBe(303);
  const flash = made.headers.getSetCookie().map((line) => `; ${line.split(';')[0]}`);
  const page = await web.ask('/access-tokens', { cookie: `${cookie}${flash.join('')}` });
  const html = await page.text();
  const field = /<input[^>]*id="flash-field"[^>]*>/.exec(html)?.[0] ?? '';
  expect(field).toMatch(/readOnly=""/i);
  expect(field).toMatch(/value="motothek_[\w-]{43}"/);
  expect(html).toContain(`<label for="flash-field">${words[language].token}</label>`);
  expect(html).not.toContain('{{');
  expect((await (await web.ask('/access-tokens', { cookie })).text()).includes('id="flash-field"')).toBe(false);
});
