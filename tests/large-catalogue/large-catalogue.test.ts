import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Actor } from '../../services/repository/context/context';
import { countDueFigures } from '../../services/repository/figures/kept-figures';
import { motorTests } from '@domain/motor-tests';
import { recordPerson } from '../../services/repository/store/people';
import { readUnreadNames } from '../../services/repository/upkeep/read-unread-names';
import { ask } from '../support/ready-uploads';
import { actors, administrator, chair, createTestApi, type TestApi } from '../support/test-api';
import { testBrowser, type TestBrowser } from '../support/test-browser';
import { createTestWeb, type TestWeb } from '../support/test-web';
import { fillLargeCatalogue } from './fill-large-catalogue';
import { fillNorms } from './fill-norms';
import { findLongScans, type LongScan, type Statement } from './read-plans';
import { watchStatements } from './watch-statements';

const dataSets = 1500;
/** More rows than anybody has at once, and fewer than any of the large tables has. */
const most = 1000;

/**
 * What may read all of a table, because its answer depends on all of its rows and takes some ten milliseconds with
 * 100,000 data sets, or because it is a search.
 */
const allowed: [what: string, part: RegExp][] = [
  ['orders of the list but the usual one', /order by (?!u\.submitted_at desc)[\s\S]* nulls last, u\.submitted_at/],
  ['searches in the list', / ilike | like /],
  ['the search index, which each server reads once', /from "repository"\."search_(?:documents|words|state)"/],
  [
    'published data sets, which each server counts once',
    /"revision" > \$\d+ and "repository"\."data_sets"\."revision" <=/,
  ],
  ['addresses of the sitemap and of harvesters', /from "repository"\."harvest_entries"/],
  ['how many acts were recorded', /^select count\(\*\) as count from "audit"\."acts"/],
];

let test: TestApi;
let web: TestWeb;
let statements: ReturnType<typeof watchStatements>;

beforeAll(async () => {
  test = await createTestApi();
  for (const one of [...Object.values(actors), chair, administrator]) {
    await recordPerson(test.repository.db, one, new Date());
  }
  await fillLargeCatalogue(test.pool, { made: 300, copies: dataSets / 300, people: 50, rows: 4 });
  await fillNorms(test.pool);
  // Each server reads the summaries and curves of a version once.
  for (const path of ['', '/run6min']) await ask(test, null, `/api/norms${path}`);
  // As the regular work of a server does.
  await countDueFigures(test.repository, { from: 1 });
  web = await createTestWeb(test);
  statements = watchStatements(test.pool);
}, 120_000);
afterAll(() => test.close());

/** The first upload in a status, of the contributor if somebody else's cannot be opened. */
async function uploadIn(status: string, owner: Actor | null = null): Promise<string> {
  const { rows } = await test.pool.query<{ id: string }>(
    `select number || left(kind, 1) as id from repository.uploads
     where status = $1 and number > 4 and withdrawn_at is null and ($2::text is null or owner = $2) order by number limit 1`,
    [status, owner?.subject ?? null],
  );
  return rows[0]!.id;
}

const screens = (area: string, ids: string[], names: string[]) =>
  ids.flatMap((id) => names.map((name) => `/${area}/${name}/${id}`));

async function walk(actor: Actor | null, addresses: string[]): Promise<LongScan[]> {
  const browser: TestBrowser = testBrowser(web);
  if (actor) await browser.signInAt('/authentication/login', actor);
  const sent: Statement[] = [];
  for (const address of addresses) {
    const { status } = await browser.open(address);
    expect([address, status < 500]).toEqual([address, true]);
    sent.push(...statements.take());
  }
  expect(test.serverErrors).toEqual([]);
  const long = await findLongScans(test.pool, sent, most);
  statements.take();
  return long.filter(({ statement }) => !allowed.some(([, part]) => part.test(statement)));
}

it('shows visitors every page without reading a large table', async () => {
  const nr = parseInt(await uploadIn('Accepted'), 10);
  const tests = motorTests.map((one) => `exercise=${one}`).join('&');
  const pages = ['/', '/?q=', '/?q=Kraft', `/?${tests}`, `/data-set/${nr}`, '/sitemap.xml', '/info/imprint'];
  const norms = ['/compare', '/compare?test=run6min', '/compare/pool', `/compare/pool?data-sets=${nr}`];
  expect(await walk(null, [...pages, ...norms])).toEqual([]);
}, 60_000);

it('shows contributors theirs', async () => {
  const ids = await Promise.all(['Uploaded', 'Accepted', 'Rejected'].map((each) => uploadIn(each, actors.contributor)));
  const steps = ['meta', 'submit', 'conversation', 'co-authors', 'documents', 'embargo', 'private-links', 'history'];
  const own = [
    '/',
    '/file-upload',
    '/my-downloads',
    '/my-data-sets',
    '/about-me',
    '/about-me/data',
    '/access-tokens',
    '/saved-searches',
  ];
  expect(await walk(actors.contributor, [...own, ...screens('file-upload', ids, steps)])).toEqual([]);
}, 60_000);

it.each([actors.expert1, chair])(
  'shows $name the submissions',
  async (actor) => {
    const ids = await Promise.all(['Submitted', 'Pending', 'Accepted'].map((each) => uploadIn(each)));
    const searches = ['?q=Study', '?q=contributor-7@example.org', '?test=slj', '?sort=due&show=all'];
    const list = ['', '?show=all', '?show=decided', '?show=all&page=3', '?status=Accepted', '/profile', '/figures'];
    const steps = ['meta', 'vote', 'panels', 'notes', 'history', 'letter', 'withdrawal', 'owner'];
    const pages = [
      ...[...list, ...searches].map((each) => `/editorial-board${each}`),
      ...screens('editorial-board', ids, steps),
    ];
    expect(await walk(actor, ['/', ...pages])).toEqual([]);
  },
  60_000,
);

it('reads no long list of names for the number in the menu after an upgrade', async () => {
  const { pool } = test;
  await pool.query('update repository.studies set named_marks = null, named_marks_of = null');
  await pool.query('analyze repository.studies');
  statements.take();
  expect(await walk(actors.expert1, ['/', '/editorial-board'])).toEqual([]);
  await readUnreadNames(test.repository, new AbortController().signal);
}, 60_000);

it('shows administrators jobs, mails, storage and acts', async () => {
  const pages = ['', '/storage', '/fixity', '/jobs', '/dois', '/mails', '/settings', '/audit'];
  expect(
    await walk(
      administrator,
      pages.map((each) => `/administration${each}`),
    ),
  ).toEqual([]);
}, 60_000);
