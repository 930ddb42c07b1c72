import { createRandom } from '../../../services/repository/help-files/made-up-people';
import { startServer, type ServerProcess } from '../../e2e/support/server-process';
import { bareAddressOf, load, visit, weigh } from '../measure-pages';
import { watchMemory } from '../peak-memory';
import type { Resources } from '../resources';
import { hostileSearch } from './hostile-searches';
import type { MadeUpDataSets } from './made-up-data-set';
import { timed } from './measure-searches';

const hostileSearches = 5000;
/** Searches under way at once. */
const searchers = 2;
const longestHostileMs = 900_000;
const roundMs = 5000;
const rounds = 2;

/** What a server with a catalogue costs. Times in milliseconds; memory in bytes, null if unknown. */
export interface ServerFigures {
  start: number;
  /** First search after the start. */
  first: number;
  /** Resident memory once the catalogue is read and a search of each order has been answered. */
  memory: number | null;
}

/** Starts the built server on a database, without the demonstration. */
export async function measureStart(
  resources: Resources,
  databaseUrl: string,
): Promise<[server: ServerProcess, figures: ServerFigures]> {
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: resources.makeFolder(), DEMO: 'off', LOG_LEVEL: 'warn' };
  const [start, server] = await timed(() => startServer(environment));
  resources.add(() => server.stop());
  const first = await timeAnswer(`${server.origin}/api/search?q=Kraft`);
  for (const sort of ['title', 'persons', 'years']) await timeAnswer(`${server.origin}/api/search?sort=${sort}`);
  return [server, { start, first, memory: watchMemory(server.pid())?.idle ?? null }];
}

/** Milliseconds until a whole answer. Throws if it is not 200. */
export async function timeAnswer(address: string): Promise<number> {
  const [ms, { status, text }] = await timed(async () => {
    const response = await fetch(address);
    return { status: response.status, text: await response.text() };
  });
  if (status !== 200) throw new Error(`${address} answered ${status}:\n${text.slice(0, 1000)}`);
  return ms;
}

/** The page of results for a word and a bare page of the same weight, in pages per second. */
export interface ResultPageFigures {
  /** As visitors get it: rendered now and then. */
  results: number;
  /** Rendered for each visitor. */
  rendered: number;
  barePage: number;
  bytes: number;
  /** Bytes of page and style sheet compressed with gzip. */
  packedBytes: number;
}

export async function measureResultPages(origin: string, bareOrigin: string): Promise<ResultPageFigures> {
  let unique = 0;
  // Another address each time, so that the page is not shared.
  const results = `${origin}/?q=Kinder`;
  const bytes = await visit(results);
  const bare = await bareAddressOf(bareOrigin, bytes);
  const visits = { results: () => results, rendered: () => `${results}&visit=${(unique += 1)}`, barePage: () => bare };
  const names = Object.keys(visits) as (keyof typeof visits)[];
  const pages = { results: 0, rendered: 0, barePage: 0 };
  for (const name of names) await load({ address: visits[name] }, roundMs / 5);
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) pages[name] += (await load({ address: visits[name] }, roundMs)) / rounds;
  }
  return { ...pages, bytes, packedBytes: await weigh(results) };
}

/** Searches that nobody would type. Times in milliseconds. */
export interface HostileFigures {
  searches: number;
  times: number[];
  /** Answers with status 5xx. */
  failed: string[];
  slowest: string;
}

export async function measureHostile(origin: string, made: Pick<MadeUpDataSets, 'words'>): Promise<HostileFigures> {
  const random = createRandom(11);
  const figures: HostileFigures = { searches: 0, times: [], failed: [], slowest: '' };
  const end = performance.now() + longestHostileMs;
  let slowest = 0;
  const search = async () => {
    while (figures.searches < hostileSearches && performance.now() < end) {
      figures.searches += 1;
      const query = hostileSearch(made, random);
      const [ms, status] = await timed(async () => {
        const response = await fetch(`${origin}/api/search?${query}`);
        await response.arrayBuffer();
        return response.status;
      });
      if (ms > slowest) [slowest, figures.slowest] = [ms, query];
      figures.times.push(ms);
      if (status >= 500) figures.failed.push(query);
    }
  };
  await Promise.all(Array.from({ length: searchers }, search));
  return figures;
}
