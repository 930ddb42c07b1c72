import { afterAll, beforeAll, expect, test } from 'vitest';

import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: TestApi;
let web: TestWeb;
let answer: () => void;
const held = new Promise<void>((resolve) => (answer = resolve));
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api, async (request) => {
    await held;
    return api.api.fetch(request);
  });
});
afterAll(async () => {
  web?.close();
  await api?.close();
});

/** Those of an account that wait, and more. */
const many = 260;

test.each([
  ['en', 'The repository is not answering'],
  ['de', 'Das Repositorium antwortet nicht'],
] as const)(
  'whoever sends too much at once gets the page about it with what was typed, in %s',
  async (language, title) => {
    const cookie = await web.signIn(actors.contributor, language);
    const leaving = new AbortController();
    const { signal } = leaving;
    const form = { title: 'Kraft & Ausdauer', intent: 'save' };
    const send = () =>
      web.ask('/file-upload/meta/1r', { method: 'POST', body: new URLSearchParams(form), cookie, signal });
    const sent = Array.from({ length: many }, send);
    const response = await Promise.race(sent);
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
    const html = await response.text();
    expect(html).toContain(`<h1>${title}</h1>`);
    expect(html).toContain('Kraft &amp; Ausdauer');
    leaving.abort();
    answer();
    await Promise.allSettled(sent);
  },
);
