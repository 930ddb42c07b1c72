import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { LinkedSearchesSchema, type SavedSearch, SavedSearchSchema } from '@domain/api/saved-searches';
import { maxSavedSearchCharacters, maxSavedSearches } from '@domain/limits';

import { ask } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../../../tests/support/test-api';
import { onPostgresql } from '../../../tests/support/test-database';
import type { Actor } from '../context/context';
import { lockSavedSearches } from '../store/locks';
import { listSearchesOf, moveKnownRevision } from '../store/saved-searches';
import { savedSearches, searchMailings } from '../store/schema';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
beforeEach(() => api.repository.db.delete(savedSearches));
afterAll(() => api?.close());

const { contributor, other, expert1 } = actors;
const address = '/api/search/saved';

const post = (actor: Actor | null, query: string) => ask(api, actor, address, { method: 'POST', body: { query } });
async function save(actor: Actor, query: string): Promise<SavedSearch> {
  return SavedSearchSchema.parse(await (await post(actor, query)).json());
}
async function list(actor: Actor, language = 'en'): Promise<SavedSearch[]> {
  return SavedSearchSchema.array().parse(await (await ask(api, actor, address, { language })).json());
}
async function linkOf(id: string): Promise<string> {
  const stored = await api.repository.db.select().from(savedSearches);
  return `${address}/end/${stored.find((search) => search.id === id)?.endToken}`;
}
async function linkToAllOf({ subject }: Actor): Promise<string> {
  const stored = await api.repository.db.select().from(searchMailings);
  return `${address}/end/${stored.find(({ owner }) => owner === subject)?.endToken}`;
}
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

test('a saved search is listed in its own words, in the language of the reader', async () => {
  const response = await post(contributor, 'q=grip++strength&e=slj&age=6-10&sort=title&page=3&nr=7');
  expect(response.status).toBe(201);
  const saved = SavedSearchSchema.parse(await response.json());
  expect(saved).toMatchObject({ query: 'q=grip+strength&e=slj&age=6-10', text: 'grip strength', tests: ['slj'] });
  expect(await list(contributor)).toEqual([saved]);
  expect(saved.facets).toEqual([{ name: 'age', value: '6-10', label: '6 to 10 years' }]);
  expect((await list(contributor, 'de'))[0]?.facets[0]?.label).toBe('6 bis 10 Jahre');
});

test('experts save searches as well, and everybody sees only their own', async () => {
  await save(contributor, 'q=one');
  await save(expert1, 'q=two');
  expect((await list(expert1)).map(({ text }) => text)).toEqual(['two']);
  expect(await list(other)).toEqual([]);
});

test('the same search is saved once, in whatever order its parts are', async () => {
  const first = await save(contributor, 'q=&e=slj&e=handgrip&sex=m&sex=f');
  const again = await post(contributor, 'sex=f&sex=m&e=handgrip,slj&q=+&sort=newest');
  expect(again.status).toBe(200);
  expect(await again.json()).toEqual(first);
  const both = await Promise.all([save(contributor, 'q=jump'), save(contributor, 'q=jump')]);
  expect(both[0]).toEqual(both[1]);
  expect(await list(contributor)).toHaveLength(2);
});

test('a search for everything can be saved', async () => {
  expect(await save(contributor, '')).toMatchObject({ query: 'q=', text: '', tests: [], facets: [] });
});

test(`nobody saves more than ${maxSavedSearches} searches, also not at once`, async () => {
  const queries = Array.from({ length: maxSavedSearches + 3 }, (_, index) => `q=word${index}`);
  const statuses = await Promise.all(queries.map(async (query) => (await post(contributor, query)).status));
  expect(statuses.filter((status) => status === 201)).toHaveLength(maxSavedSearches);
  expect(statuses.filter((status) => status === 409)).toHaveLength(3);
  expect(await codeOf(await post(contributor, 'q=more'))).toBe('too-many-saved-searches');
  // Those that are saved already are no more.
  const [known] = await list(contributor);
  expect((await post(contributor, known!.query)).status).toBe(200);
  expect((await post(other, 'q=more')).status).toBe(201);
});

test('a search that is too long for a link is refused', async () => {
  const response = await post(contributor, `q=${'a'.repeat(maxSavedSearchCharacters)}`);
  expect([response.status, await codeOf(response)]).toEqual([400, 'saved-search-too-long']);
  expect((await post(contributor, `q=${'a'.repeat(maxSavedSearchCharacters - 2)}`)).status).toBe(201);
});

test('a search is deleted by its owner only; for others it does not exist', async () => {
  const { id } = await save(contributor, 'q=jump');
  const remove = async (actor: Actor | null, which: string) =>
    (await ask(api, actor, `${address}/${which}`, { method: 'DELETE' })).status;
  expect(await remove(null, id)).toBe(401);
  expect(await remove(other, id)).toBe(404);
  expect(await remove(expert1, id)).toBe(404);
  expect(await remove(contributor, 'no-id')).toBe(404);
  expect(await list(contributor)).toHaveLength(1);
  expect(await remove(contributor, id)).toBe(204);
  expect(await remove(contributor, id)).toBe(404);
  expect(await list(contributor)).toEqual([]);
});

test('the link of a mail shows a search without ending it, and a POST ends it, both without a token', async () => {
  const { id } = await save(contributor, 'q=jump&type=RAW');
  await save(contributor, 'q=run');
  const link = await linkOf(id);
  for (let times = 0; times < 2; times++) {
    const response = await ask(api, null, link);
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    const { isAll, searches } = LinkedSearchesSchema.parse(await response.json());
    expect([isAll, searches.map(({ text }) => text)]).toEqual([false, ['jump']]);
  }
  expect((await ask(api, null, link, { method: 'POST' })).status).toBe(204);
  expect((await list(contributor)).map(({ text }) => text)).toEqual(['run']);
  expect((await ask(api, null, link)).status).toBe(404);
  expect((await ask(api, null, link, { method: 'POST' })).status).toBe(404);
});

test('a mail program ends all searches with one POST as RFC 8058 has it, whatever page it claims to come from', async () => {
  await save(contributor, 'q=jump');
  await save(contributor, 'q=run');
  await save(other, 'q=jump');
  const link = await linkToAllOf(contributor);
  const { isAll, searches } = LinkedSearchesSchema.parse(await (await ask(api, null, link)).json());
  expect([isAll, searches.length]).toEqual([true, 2]);
  const response = await api.api.request(link, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://mail.example' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(response.status).toBe(204);
  expect(await list(contributor)).toEqual([]);
  expect(await list(other)).toHaveLength(1);
  expect((await ask(api, null, link)).status).toBe(404);
});

test('a browser that opens the link of the API gets the page that asks', async () => {
  const { id } = await save(contributor, 'q=jump');
  const link = await linkOf(id);
  const response = await api.api.request(link, { headers: { Accept: 'text/html,*/*;q=0.8' } });
  expect(response.status).toBe(303);
  expect(response.headers.get('Location')).toBe(
    `https://motothek.example${link.replace('/api/search/saved', '/saved-searches')}`,
  );
  expect(await list(contributor)).toHaveLength(1);
});

test('nobody learns anything from a link that is not known', async () => {
  expect((await ask(api, null, `${address}/end/unknown`)).status).toBe(404);
  expect((await ask(api, null, `${address}/end/%00`)).status).toBe(404);
  expect((await ask(api, null, `${address}/end/unknown`, { method: 'POST' })).status).toBe(404);
  expect(api.serverErrors).toEqual([]);
});

onPostgresql('while the mail of the same user is made', () => {
  test('their searches are ended as soon as the mail is stored, whatever was locked first', async () => {
    await save(contributor, 'q=jump');
    await save(contributor, 'q=run');
    const link = await linkToAllOf(contributor);
    const { db } = api.repository;
    const [newest, oldest] = await listSearchesOf(db, contributor.subject);
    let ending: Promise<Response> | undefined;
    await db.transaction(async (tx) => {
      await lockSavedSearches(tx, contributor.subject);
      await moveKnownRevision(tx, [newest!], 1);
      ending ??= ask(api, null, link, { method: 'POST' });
      await expect.poll(waits, { timeout: 60_000 }).toBeGreaterThan(0);
      await moveKnownRevision(tx, [oldest!], 1);
    });
    expect((await ending)?.status).toBe(204);
    expect(await list(contributor)).toEqual([]);
    expect(api.serverErrors).toEqual([]);
  });

  /** Number of statements that wait for a lock. */
  async function waits(): Promise<number | null> {
    const { rowCount } = await api.pool.query(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return rowCount;
  }
});
