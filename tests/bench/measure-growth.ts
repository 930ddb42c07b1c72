import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import pg from 'pg';

import { motorTests } from '@domain/motor-tests';

import { keptFrom } from '../../services/repository/figures/kept-figures';
import { startPostgresql } from '../cluster/throw-away-postgresql';
import { startServer, type ServerProcess } from '../e2e/support/server-process';
import { fillLargeCatalogue } from '../large-catalogue/fill-large-catalogue';
import { fillNorms } from '../large-catalogue/fill-norms';
import { signInContributor } from './contributor';
import type { Resources } from './resources';

const smallSize = 1000;
/** Made-up data sets; the others are copies of them. */
const mostMade = 2000;
/** Uploads of a contributor, in both catalogues. */
const uploadsOfEach = 130;
/** Drafts and rows of history for each upload. */
const rowsOfEach = 20;
const visits = 7;
/** Longest wait for the figures that a server keeps. */
const countedMs = 120_000;

/** The fastest visit of a page with few and with many data sets, in milliseconds. */
export interface GrowthFigures {
  small: number;
  large: number;
  pages: { page: string; few: number; many: number }[];
}

type Times = Map<string, number>;

/** Measures what a page of each kind takes with 1,000 data sets and with many, each on a PostgreSQL database of its own. */
export async function measureGrowth(resources: Resources, dataSets: number): Promise<GrowthFigures> {
  const postgresql = await startPostgresql();
  resources.add(() => postgresql.stop());
  const few = await measureCatalogue(resources, postgresql.url, smallSize);
  const many = await measureCatalogue(resources, postgresql.url, dataSets);
  return {
    small: smallSize,
    large: dataSets,
    pages: [...few].map(([page, ms]) => ({ page, few: ms, many: many.get(page) ?? NaN })),
  };
}

async function measureCatalogue(resources: Resources, server: string, dataSets: number): Promise<Times> {
  const url = new URL(server);
  url.pathname = `/growth_${dataSets}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${url.pathname.slice(1)}`).finally(() => admin.end());
  const settings = { LOG_LEVEL: 'warn', DATABASE_URL: url.href, DATA_DIR: path.join(resources.makeFolder(), 'data') };
  // Its demonstration has the accounts that sign in.
  const running = await startServer(settings);
  resources.add(() => running.stop());
  await running.terminate();
  const pool = new pg.Pool({ connectionString: url.href });
  resources.add(() => pool.end());
  const made = Math.min(dataSets, mostMade);
  const people = Math.max(8, Math.round((dataSets * 1.3) / uploadsOfEach));
  await fillLargeCatalogue(pool, { made, copies: Math.ceil(dataSets / made), people, rows: rowsOfEach });
  await fillNorms(pool);
  process.stderr.write(`${dataSets} data sets were written\n`);
  await running.start();
  await untilCounted(pool);
  const times = await measurePages(running, await pagesOf(pool));
  await running.terminate();
  return times;
}

/** Waits until a server that has just started has counted the figures that it keeps of many uploads. */
async function untilCounted(pool: pg.Pool): Promise<void> {
  const deadline = performance.now() + countedMs;
  while (performance.now() < deadline) {
    const { rows } = await pool.query(`
      select where (select max(number) from repository.uploads) < ${keptFrom}
        or exists (select from repository.kept_figures where name = 'board')`);
    if (rows.length > 0) return;
    await delay(500);
  }
  throw new Error('The figures were not counted.');
}

/** Who looks at which pages; null is a visitor. */
type Pages = [email: string | null, addresses: string[]][];

async function pagesOf(pool: pg.Pool): Promise<Pages> {
  const { rows } = await pool.query<{ id: string; nr: number | null }>(
    `select u.number || left(u.kind, 1) as id, u.nr from repository.uploads u
     join repository.people p on p.subject = u.owner
     where p.email = 'contributor@example.org' and u.number > 4 and u.status = 'Accepted' and u.withdrawn_at is null
     order by u.number limit 1`,
  );
  const [{ id, nr }] = rows as [{ id: string; nr: number }];
  const searches = ['?q=Study', '?q=contributor-7@example.org', '?test=slj'];
  const orders = ['?sort=due', '?sort=email', '?sort=n'];
  const lists = ['', '?show=all&page=2', '?show=all&page=12', '?show=decided', '?status=Accepted'];
  const board = [...lists, ...searches, ...orders, '/profile', '/figures'];
  const steps = ['meta', 'submit', 'conversation', 'co-authors', 'documents', 'history'];
  const own = ['/file-upload', '/my-downloads', '/my-data-sets', '/saved-searches', '/about-me/data'];
  const administration = ['', '/storage', '/jobs', '/mails', '/dois', '/fixity', '/audit', '/accounts'];
  const panels = ['meta', 'vote', 'history'].map((step) => `/editorial-board/${step}/${id}`);
  return [
    [
      null,
      ['/', '/?q=Kraft', allTests, `/data-set/${nr}`, '/info/imprint', '/sitemap.xml', '/api/search/stats', harvest],
    ],
    [
      null,
      ['/compare', '/compare?test=run6min', '/compare/pool', '/compare/my-class', '/api/norms', '/api/norms/run6min'],
    ],
    ['contributor@example.org', [...own, ...steps.map((step) => `/file-upload/${step}/${id}`)]],
    ['expert1@example.org', [...board.map((each) => `/editorial-board${each}`), ...panels]],
    ['chair@example.org', ['/editorial-board', '/editorial-board/figures']],
    ['admin@example.org', administration.map((each) => `/administration${each}`)],
  ];
}

/** The home page narrowed by every motor test. */
const allTests = `/?${motorTests.map((one) => `exercise=${one}`).join('&')}`;
const harvest = '/oai?verb=ListRecords&metadataPrefix=oai_dc';

async function measurePages({ origin }: ServerProcess, pages: Pages): Promise<Times> {
  const times: Times = new Map();
  for (const [email, addresses] of pages) {
    const browser = email === null ? null : await signInContributor(origin, email);
    for (const address of addresses) {
      const who = email === null ? '' : ` (${email.split('@')[0]})`;
      // The number of the data set is another one in the other catalogue.
      const page = address.replace(/\/\d+[ra]?$/, '') + who;
      times.set(page, await fastest((visit) => browser?.request(address) ?? fetch(asNew(origin + address, visit))));
    }
  }
  return times;
}

/** Not the page that is kept for two seconds. Answers of the API are not kept. */
function asNew(address: string, visit: number): string {
  if (/\/(?:api|oai)\b/.test(address)) return address;
  return `${address}${address.includes('?') ? '&' : '?'}visit=${visit}`;
}

async function fastest(visit: (round: number) => Promise<Response>): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < visits; round += 1) {
    const began = performance.now();
    const response = await visit(round);
    await response.arrayBuffer();
    taken.push(performance.now() - began);
    if (response.status >= 400) throw new Error(`${response.url} answered ${response.status}.`);
  }
  return Math.min(...taken);
}
