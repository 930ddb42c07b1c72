import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { MetadataEntry } from '@domain/api/metadata';
import { maxNamedDataSets } from '@domain/limits';

import { publishForTest } from '../../../../tests/support/published-data-sets';
import { actors } from '../../../../tests/support/test-api';
import { onPostgresql } from '../../../../tests/support/test-database';
import { openTwoServers, type TwoServers } from '../../../../tests/support/two-servers';
import type { Actor, RepositoryContext } from '../../context/context';
import type { Mail } from '../../context/mailer';
import { deleteSearch } from '../../store/saved-searches';
import { recordPerson } from '../../store/people';
import { savedSearches, searchMailings } from '../../store/schema';
import { mailSavedSearches } from '../../upkeep/due-work';
import { rebuildSearchIndex } from '../../search/rebuild-search-index';
import { listSavedSearches, saveSearch } from '../../usecases/search/saved-searches';
import { mailSearches } from './mail-searches';

let both: TwoServers;
let one: RepositoryContext;
let two: RepositoryContext;
let now = new Date('2026-05-04T08:00:00Z');
let lastNr = 0;

beforeAll(async () => {
  both = await openTwoServers();
  [one, two] = both.servers.map(({ repository }) => ({ ...repository, now: () => now })) as [
    RepositoryContext,
    RepositoryContext,
  ];
});
beforeEach(async () => {
  await one.db.delete(savedSearches);
  await one.db.delete(searchMailings);
  await both.servers[0].pool.query('delete from pgboss.job');
});
afterAll(() => both?.close());

const { contributor, other } = actors;

async function save(actor: Actor, query: string, language: 'en' | 'de' = 'en'): Promise<void> {
  now = new Date(now.getTime() + 1000);
  await recordPerson(one.db, actor, now);
  await saveSearch(actor, one, { query, language });
}

/** Publishes a data set. Returns its public number. */
async function publish(title: string, metadata: MetadataEntry[] = [], repository = one): Promise<number> {
  lastNr += 1;
  const nr = lastNr;
  await publishForTest(repository, { nr, title, metadata, publishedAt: now });
  return nr;
}

function waitDays(days: number): void {
  now = new Date(now.getTime() + days * 24 * 60 * 60 * 1000);
}

/** The mails that were enqueued since the last call. */
async function takeMails(): Promise<Mail[]> {
  const { pool } = both.servers[0];
  const { rows } = await pool.query<{ data: Mail }>(`delete from pgboss.job where name = 'send-mail' returning data`);
  return rows.map(({ data }) => data).sort((a, b) => a.to.localeCompare(b.to));
}

/** The daily work of a server, with the jobs that it enqueues. */
async function work(repository = one): Promise<Mail[]> {
  await mailSavedSearches(repository);
  const { pool } = both.servers[0];
  const { rows } = await pool.query<{ data: { owner: string } }>(
    `delete from pgboss.job where name = 'mail-searches' returning data`,
  );
  for (const { data } of rows) await mailSearches(repository, data);
  return takeMails();
}

/** Public numbers of the data sets that a mail links to, in its first language. */
const namedIn = ({ text }: Mail) =>
  [...text.split('\n---\n')[0]!.matchAll(/\/data-set\/(\d+)/g)].map(([, nr]) => Number(nr));

test('a mail has a section for each search with news, in both languages, the one of the reader first', async () => {
  await publish('Sprung before');
  await save(contributor, 'q=Sprung', 'de');
  await save(contributor, 'q=&type=RAW&sex=f', 'de');
  await save(contributor, 'q=nothing', 'de');
  const titles = [{ id: 2, name: 'Title', values: ['Sprung und Wurf', 'Jump and throw'] }];
  const nr = await publish('Sprung und Wurf', titles.slice(1));
  const [mail, ...more] = await work();
  expect(more).toEqual([]);
  expect(mail!.to).toBe(contributor.email);
  expect(mail!.subject).toBe(
    'Motothek: Neue Datensätze zu Ihren gespeicherten Suchen / new data sets for your saved searches',
  );
  const [german = '', english = ''] = mail!.text.split('\n---\n');
  expect(german).toMatch(/^Guten Tag Clara Contributor,\n/);
  expect(english).toContain('Hello Clara Contributor,\n');
  expect(german.match(/Gespeicherte Suche: .*/g)).toEqual([
    'Gespeicherte Suche: Typ: RAW (Einzelwerte), Geschlecht: weiblich',
    'Gespeicherte Suche: „Sprung“',
  ]);
  expect(english).toContain('Saved search: “Sprung”\nNew data sets: 1\n\n- Sprung und Wurf\n');
  expect(namedIn(mail!)).toEqual([nr, nr]);
  expect(mail!.text).not.toContain('nothing');
  expect(german).toContain('https://motothek.example/?q=Sprung&sort=newest#results');
  expect(mail!.text).not.toContain('{{');
});

test('every link of a mail that ends something belongs to one search, and the header ends all', async () => {
  await save(contributor, 'q=Lauf');
  await publish('Lauf');
  const [mail] = await work();
  const [search] = await one.db.select().from(savedSearches);
  const [mailing] = await one.db.select().from(searchMailings);
  expect(mail!.endAddress).toBe(`https://motothek.example/api/search/saved/end/${mailing!.endToken}`);
  const links = [...new Set(mail!.text.match(/\S+\/saved-searches\S*/g))];
  expect(links.map((link) => link.replace('https://motothek.example', ''))).toEqual([
    `/saved-searches/end/${search!.endToken}`,
    '/saved-searches',
    `/saved-searches/end/${mailing!.endToken}`,
  ]);
});

test('there is no mail without news, and nothing is told twice', async () => {
  await save(contributor, 'q=Hantel');
  await publish('Rumpfbeuge');
  expect(await work()).toEqual([]);
  waitDays(1);
  const nr = await publish('Hantel');
  expect((await work()).map(namedIn)).toEqual([[nr]]);
  waitDays(1);
  expect(await work()).toEqual([]);
});

test('nobody gets two mails on a day, and what comes later is in the mail of the next day', async () => {
  await save(contributor, 'q=Balance');
  const first = await publish('Balance one');
  expect((await work()).map(namedIn)).toEqual([[first]]);
  const second = await publish('Balance two');
  expect(await work(one)).toEqual([]);
  expect(await work(two)).toEqual([]);
  // A search that is saved after the mail changes nothing, nor does ending the one that was mailed about.
  await save(contributor, 'q=Balance&type=RAW');
  const third = await publish('Balance three');
  expect(await work()).toEqual([]);
  waitDays(1);
  const [mail] = await work();
  expect(namedIn(mail!)).toEqual([third, third, second]);
});

test('days are those of the site, so a mail late in the evening does not delay the one of the next day', async () => {
  now = new Date('2026-06-01T21:30:00Z');
  await save(contributor, 'q=Abend');
  await publish('Abend');
  expect(await work()).toHaveLength(1);
  // In Berlin it is the next day.
  now = new Date('2026-06-01T22:30:00Z');
  await publish('Abend');
  expect(await work()).toHaveLength(1);
});

test(`at most ${maxNamedDataSets} data sets are named, the newest, and the others are counted`, async () => {
  await save(contributor, 'q=Serie');
  for (let index = 0; index < maxNamedDataSets + 2; index++) {
    now = new Date(now.getTime() + 1000);
    await publish(`Serie ${index}`);
  }
  waitDays(1);
  const [mail] = await work();
  expect(namedIn(mail!)).toEqual(Array.from({ length: maxNamedDataSets }, (_, index) => lastNr - index));
  expect(mail!.text).toContain(`New data sets: ${maxNamedDataSets + 2}\n`);
  expect(mail!.text).toContain('- and 2 more\n');
  waitDays(1);
  expect(await work()).toEqual([]);
});

test('what was published before a search was saved is not news, and neither is an index that is made again', async () => {
  await publish('Ruder');
  await save(contributor, 'q=Ruder');
  await rebuildSearchIndex(one.db);
  expect(await work()).toEqual([]);
  const nr = await publish('Ruder');
  await rebuildSearchIndex(one.db);
  expect((await work()).map(namedIn)).toEqual([[nr]]);
  await rebuildSearchIndex(one.db);
  waitDays(1);
  expect(await work()).toEqual([]);
});

test('users without an e-mail address get no mail, and the others still do', async () => {
  await save({ ...contributor, email: '' }, 'q=Kugel');
  await save(other, 'q=Kugel');
  await publish('Kugel');
  expect((await work()).map(({ to }) => to)).toEqual([other.email]);
  await recordPerson(one.db, contributor, now);
  // As soon as an address is known, the mail follows.
  expect((await work()).map(({ to }) => to)).toEqual([contributor.email]);
});

test('servers that work at the same time enqueue one mail', async () => {
  await save(contributor, 'q=Weitwurf');
  await save(contributor, 'q=&e=slj');
  await publish('Weitwurf');
  const job = { owner: contributor.subject };
  await Promise.all([mailSearches(one, job), mailSearches(two, job), mailSearches(one, job), mailSearches(two, job)]);
  expect(await takeMails()).toHaveLength(1);
});

test('a job whose server dies before the end leaves nothing behind, and its next attempt sends the mail', async () => {
  await save(contributor, 'q=Klimmzug');
  const nr = await publish('Klimmzug');
  const broken = { ...one, jobs: { ...one.jobs, enqueue: () => Promise.reject(new Error('killed')) } };
  await expect(mailSearches(broken, { owner: contributor.subject })).rejects.toThrow('killed');
  expect(await takeMails()).toEqual([]);
  expect((await work(two)).map(namedIn)).toEqual([[nr]]);
});

test('a search that is ended while its news are looked up is not mailed about', async () => {
  await save(contributor, 'q=Seil');
  await publish('Seil');
  const [search] = await listSavedSearches(contributor, one, 'en');
  const db = Object.assign(Object.create(one.db) as typeof one.db, {
    transaction: (async (...given) => {
      await deleteSearch(one.db, search!.id);
      return one.db.transaction(...given);
    }) as typeof one.db.transaction,
  });
  await mailSearches({ ...one, db }, { owner: contributor.subject });
  expect(await takeMails()).toEqual([]);
});

test('jobs that wait already are not enqueued again by another server', async () => {
  await save(contributor, 'q=Sitz');
  await publish('Sitz');
  await mailSavedSearches(one);
  await mailSavedSearches(two);
  const { rows } = await both.servers[0].pool.query(`select 1 from pgboss.job where name = 'mail-searches'`);
  expect(rows).toHaveLength(1);
});

test('what users typed does not imitate the text of a mail', async () => {
  await save({ ...contributor, name: 'Eva\n\nDelete all: https://evil.example' }, `q=${encodeURIComponent('Ring\nx')}`);
  await save(contributor, 'q=Ring');
  await publish('Ring\nSaved search: x');
  const [mail] = await work();
  expect(mail!.text).not.toMatch(/^(Delete all: https:\/\/evil|Saved search: x)/m);
});

onPostgresql('publications that are not finished while the mail is made', () => {
  test('are in the mail of the next day, once', async () => {
    await save(contributor, 'q=Tau');
    let finish = () => {};
    const gate = new Promise<void>((resolve) => (finish = resolve));
    let hasBegun = () => {};
    const begun = new Promise<void>((resolve) => (hasBegun = resolve));
    const db = Object.assign(Object.create(two.db) as typeof two.db, {
      transaction: ((work, config) =>
        two.db.transaction(async (tx) => {
          const result = await work(tx);
          hasBegun();
          await gate;
          return result;
        }, config)) as typeof two.db.transaction,
    });
    const slow = publish('Tau slow', [], { ...two, db });
    await begun;
    // It takes a later revision, so it waits for the slow one.
    const quick = publish('Tau quick');
    expect(await work()).toEqual([]);
    finish();
    const numbers = await Promise.all([slow, quick]);
    waitDays(1);
    const mails = await work();
    expect(mails.map((mail) => namedIn(mail).sort())).toEqual([numbers.sort()]);
    waitDays(1);
    expect(await work()).toEqual([]);
  });
});
