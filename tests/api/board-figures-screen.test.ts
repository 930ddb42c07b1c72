import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { chairRole } from '@domain/roles';

import type { Actor } from '../../services/repository/context/context';
import { recordPerson } from '../../services/repository/store/people';
import { mainOf } from '../support/main-of-page';
import { castVote } from '../support/editorial-calls';
import { addUploadAt } from '../support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: TestApi;
let web: TestWeb;
let clock = Date.parse('2023-11-01T10:00:00Z');

const { contributor, expert1, expert2 } = actors;
const chair: Actor = { subject: 'chair', name: 'chair', email: 'chair@example.org', roles: [chairRole] };

beforeAll(async () => {
  api = await createTestApi({ now: () => new Date(clock) });
  web = await createTestWeb(api);
  for (const one of [expert1, expert2, chair]) await recordPerson(api.repository.db, one, new Date(clock));
  const { id } = await addUploadAt(api, 'submitted');
  clock = Date.parse('2023-11-04T10:00:00Z');
  await castVote(api, expert1, id, { rating: 1 });
  clock = Date.parse('2026-03-01T10:00:00Z');
  await castVote(api, expert2, id, { nr: 2, rating: 1 });
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
});

async function open(who: Actor, path: string, language: 'en' | 'de' = 'en') {
  const response = await web.ask(path, { cookie: await web.signIn(who, language) });
  const main = mainOf(await response.text());
  return { status: response.status, main, text: main.replace(/<!--[^]*?-->|<[^>]+>/g, '') };
}

describe('figures', () => {
  test.each([
    ['en', ['Figures', 'By month', 'By expert', 'Download as CSV', 'Days to the first vote, median']],
    ['de', ['Kennzahlen', 'Nach Monaten', 'Nach Expert:innen', 'Als CSV herunterladen', 'Tage bis zur ersten Stimme']],
  ] as const)('are shown to the chair with every expert, in %s', async (language, words) => {
    const { text, main, status } = await open(chair, '/editorial-board/figures', language);
    expect(status).toBe(200);
    // The last 24 of 29 months, newest first, each with two bars.
    expect([...main.matchAll(/<th scope="row">([^@<]+)</g)].length).toBe(24);
    expect([...main.matchAll(/<rect class="(submitted|decided)"/g)].length).toBe(48);
    for (const word of [...words, expert1.email, expert2.email]) expect(text).toContain(word);
  });

  test('are shown to an expert with their own work only', async () => {
    const { text } = await open(expert1, '/editorial-board/figures');
    expect(text).toContain('Your own work');
    expect(text).toContain(expert1.email);
    expect(text).not.toContain(expert2.email);
  });

  test('are a file for a spreadsheet program', async () => {
    const cookie = await web.signIn(chair, 'de');
    const response = await web.ask('/editorial-board/figures-file', { cookie });
    expect(response.headers.get('Content-Disposition')).toContain('attachment');
    expect(await response.text()).toContain('Monat;Eingereicht;');
  });

  test('are for the board alone', async () => {
    expect((await open(contributor, '/editorial-board/figures')).status).toBe(403);
    expect((await open(contributor, '/editorial-board/figures-file')).status).toBe(403);
  });
});
