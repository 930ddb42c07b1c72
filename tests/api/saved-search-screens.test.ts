import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { maxSavedSearches } from '@domain/limits';

import { savedSearches, searchMailings } from '../../services/repository/store/schema';
import { listSavedSearches, saveSearch } from '../../services/repository/usecases/search/saved-searches';
import { publishForTest } from '../support/published-data-sets';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

const { contributor, other, expert1 } = actors;
const languages = ['en', 'de'] as const;

let api: TestApi;
let web: TestWeb;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
  for (const nr of [1, 2]) await publishForTest(api.repository, { nr, title: `Grip ${nr}`, exercises: ['handgrip'] });
  await web.ask('/', { cookie: await web.signIn(contributor) });
});
beforeEach(() => api.repository.db.delete(savedSearches));
afterAll(async () => {
  web?.close();
  await api?.close();
});
afterAll(() => expect([...api.serverErrors, ...web.serverErrors]).toEqual([]));

/** What a page shows, as text on one line. */
const textOf = (html: string) =>
  html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');
const open = async (path: string, cookie?: string) => {
  const response = await web.ask(path, { cookie });
  return { status: response.status, html: await response.text() };
};
const post = (path: string, fields: [string, string][], cookie?: string) =>
  web.ask(path, { method: 'POST', cookie, body: new URLSearchParams(fields) });
const saved = async (actor = contributor) =>
  (await listSavedSearches(actor, api.repository, 'en')).map(({ query }) => query);
/** The page to which a response redirects, with the message that it brings. */
async function follow(response: Response, cookie = ''): Promise<{ path: string; html: string }> {
  expect(response.status).toBe(303);
  const path = response.headers.get('Location') ?? '';
  const flash = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { path, html: (await open(path, [cookie, ...flash].filter(Boolean).join('; '))).html };
}

describe('on the results page', () => {
  const words = {
    en: { save: 'Save this search', done: 'The search has been saved.', saved: 'This search is saved' },
    de: { save: 'Diese Suche speichern', done: 'Die Suche ist gespeichert.', saved: 'Diese Suche ist gespeichert:' },
  };

  test.each(languages)('a signed-in user saves the search and returns to it with all ticks (%s)', async (language) => {
    const cookie = await web.signIn(contributor, language);
    const shown = '/?q=grip&e=handgrip&type=RAW';
    const { html } = await open(shown, cookie);
    const button = /<button[^>]*name="save"[^>]*>/.exec(html)?.[0] ?? '';
    expect(textOf(html)).toContain(words[language].save);
    expect(button).toMatch(/form="results-form"/);
    expect(button).toMatch(/formMethod="post"/i);
    const value = /value="([^"]*)"/.exec(button)?.[1]?.replaceAll('&amp;', '&') ?? '';
    // A box of a facet that was ticked, but not applied, is no part of the search that is shown.
    const fields: [string, string][] = [
      ['q', 'grip'],
      ['e', 'handgrip'],
      ['type', 'RAW'],
      ['sex', 'm'],
      ['nr', '2'],
      ['at', '1'],
      ['save', value],
    ];
    const { path, html: back } = await follow(await post('/saved-searches', fields, cookie), cookie);
    expect(path).toBe('/?q=grip&e=handgrip&type=RAW&nr=2');
    expect(back).toContain(words[language].done);
    expect(textOf(back)).toContain(words[language].saved);
    expect(back).not.toContain('name="save"');
    expect(await saved()).toEqual(['q=grip&e=handgrip&type=RAW']);
    // Another search is not saved.
    expect((await open('/?q=grip', cookie)).html).toContain('name="save"');
  });

  test('visitors are offered to log in, and return to their search', async () => {
    const { html } = await open('/?q=grip&type=RAW&page=2');
    expect(html).not.toContain('name="save"');
    const link = `href="/authentication/login?${new URLSearchParams({ returnUrl: '/?q=grip&type=RAW&page=2#results' })}"`;
    expect(html.replaceAll('&amp;', '&')).toContain(link);
  });

  test('experts can save a search as well, and one without results too', async () => {
    const cookie = await web.signIn(expert1);
    await open('/', cookie);
    const { html } = await open('/?q=nothing-of-this-name', cookie);
    expect(html).toContain('name="save"');
    await post('/saved-searches', [['save', 'q=nothing-of-this-name']], cookie);
    expect(await saved(expert1)).toEqual(['q=nothing-of-this-name']);
  });

  test('a search that is refused leads back to the results with the reason', async () => {
    const cookie = await web.signIn(contributor);
    for (let index = 0; index < maxSavedSearches; index++) {
      await saveSearch(contributor, api.repository, { query: `q=word${index}`, language: 'en' });
    }
    const refused = await follow(await post('/saved-searches', [['save', 'q=more']], cookie), cookie);
    expect(refused.path).toBe('/?q=more');
    expect(refused.html).toContain(`You have ${maxSavedSearches} saved searches, which is the maximum.`);
    const long = await follow(await post('/saved-searches', [['save', `q=${'a'.repeat(2000)}`]], cookie), cookie);
    expect(long.html).toContain('This search is too long to be saved: its address may have at most 2000 characters.');
  });

  test('the start page links to the list for signed-in users only', async () => {
    expect((await open('/')).html).not.toContain('href="/saved-searches"');
    expect((await open('/', await web.signIn(contributor))).html).toContain('href="/saved-searches"');
  });
});

describe('the list', () => {
  test.each([
    ['en', '“long jump”, Handgrip, Age: 6 to 10 years', 'All data sets', 'The saved search has been deleted.'],
    ['de', '„long jump“, Handkraft, Alter: 6 bis 10 Jahre', 'Alle Datensätze', 'Die gespeicherte Suche ist gelöscht.'],
  ] as const)('has each search in words, and deletes it (%s)', async (language, named, everything, deleted) => {
    const cookie = await web.signIn(contributor, language);
    await saveSearch(contributor, api.repository, { query: 'q=', language });
    const given = { query: 'q=long+jump&e=handgrip&age=6-10', language };
    const { search } = await saveSearch(contributor, api.repository, given);
    const { html } = await open('/saved-searches', cookie);
    expect(textOf(html)).toContain(named);
    expect(textOf(html)).toContain(everything);
    expect(html.replaceAll('&amp;', '&')).toContain('href="/?q=long+jump&e=handgrip&age=6-10#results"');
    const { path, html: after } = await follow(await post('/saved-searches', [['delete', search.id]], cookie), cookie);
    expect(path).toBe('/saved-searches');
    expect(after).toContain(deleted);
    expect(await saved()).toEqual(['q=']);
  });

  test('says how to save a search while it is empty', async () => {
    const { html } = await open('/saved-searches', await web.signIn(contributor));
    expect(textOf(html)).toContain('You have not saved a search yet.');
    expect(html).not.toContain('<table');
  });

  test('shows and deletes nothing of others, and nothing without a login', async () => {
    const { search } = await saveSearch(contributor, api.repository, { query: 'q=secret', language: 'en' });
    const cookie = await web.signIn(other);
    expect((await open('/saved-searches', cookie)).html).not.toContain('secret');
    await post('/saved-searches', [['delete', search.id]], cookie);
    await post('/saved-searches', [['delete', search.id]]);
    expect(await saved()).toEqual(['q=secret']);
    const visit = await web.ask('/saved-searches');
    expect(visit.headers.get('Location')).toBe('/authentication/login?returnUrl=%2Fsaved-searches');
  });
});

describe('the link of a mail', () => {
  const tokenOf = async () => (await api.repository.db.select().from(savedSearches))[0]?.endToken ?? '';

  test.each([
    ['en', 'Delete this saved search?', 'Deleted. You will get no more e-mails', 'This link is no longer valid'],
    ['de', 'Diese gespeicherte Suche löschen?', 'Gelöscht. Sie erhalten dazu keine', 'Dieser Link gilt nicht mehr'],
  ] as const)('asks first, then deletes without a login (%s)', async (language, question, done, gone) => {
    await saveSearch(contributor, api.repository, { query: 'q=jump', language });
    const address = `/saved-searches/end/${await tokenOf()}`;
    const cookie = `language=${language.toUpperCase()}-X`;
    // Programs that check mails follow links.
    for (let times = 0; times < 2; times++) expect(textOf((await open(address, cookie)).html)).toContain(question);
    expect(await saved()).toEqual(['q=jump']);
    const { path, html } = await follow(await post(address, [], cookie), cookie);
    expect(path).toBe('/');
    expect(html).toContain(done);
    expect(await saved()).toEqual([]);
    const again = await open(address, cookie);
    expect([again.status, textOf(again.html)]).toEqual([404, expect.stringContaining(gone)]);
    expect((await post(address, [], cookie)).status).toBe(404);
  });

  test('names all searches that it would delete', async () => {
    await saveSearch(contributor, api.repository, { query: 'q=jump', language: 'en' });
    await saveSearch(contributor, api.repository, { query: 'q=run', language: 'en' });
    const [mailing] = await api.repository.db.select().from(searchMailings);
    const { html } = await open(`/saved-searches/end/${mailing?.endToken}`);
    expect(textOf(html)).toMatch(/Delete all 2 saved searches\?.*(“jump”|“run”).*(“jump”|“run”)/);
  });

  test('works for a user who is signed in, but not from another site', async () => {
    await saveSearch(contributor, api.repository, { query: 'q=jump', language: 'en' });
    const address = `/saved-searches/end/${await tokenOf()}`;
    const cookie = await web.signIn(other);
    const headers = { Origin: 'https://elsewhere.example' };
    expect((await web.ask(address, { method: 'POST', cookie, headers })).status).toBe(403);
    expect(await saved()).toEqual(['q=jump']);
    expect((await post(address, [], cookie)).status).toBe(303);
    expect(await saved()).toEqual([]);
  });

  test('is kept by no cache and named to no other site', async () => {
    await saveSearch(contributor, api.repository, { query: 'q=jump', language: 'en' });
    const { headers } = await web.ask(`/saved-searches/end/${await tokenOf()}`);
    expect(headers.get('Cache-Control')).toMatch(/no-store|no-cache/);
    expect(headers.get('Referrer-Policy')).toBe('same-origin');
  });
});
