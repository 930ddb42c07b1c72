import pg from 'pg';

import type { RepositoryContext } from '../../services/repository/context/context';
import { learnFrequentWords } from '../../services/repository/search/open-catalogue';
import { createLocalRegistrar } from '../../services/repository/doi/registrars';
import { openStore } from '../../services/repository/store/database';
import { startPostgresql } from '../cluster/throw-away-postgresql';
import { migrateAll } from '../support/migrate-all';
import type { Resources } from './resources';
import { indexForBareSearch } from './search/bare-search';
import { fillCatalogue, publishSources } from './search/fill-catalogue';
import { MadeUpDataSets } from './search/made-up-data-set';
import { measureSearches, p95, type SearchTimes, timed } from './search/measure-searches';
import {
  type HostileFigures,
  measureHostile,
  measureResultPages,
  measureStart,
  type ResultPageFigures,
  type ServerFigures,
  timeAnswer,
} from './search/measure-server';
import { WordQueries } from './search/word-queries';

const smallSize = 1000;
const seed = 1;
const looks = 10;

/** A catalogue and the searches in it. Times in milliseconds. */
export interface CatalogueFigures {
  dataSets: number;
  fill: number;
  /** Learning the frequent words, while searches are answered. */
  learn: number;
  searches: SearchTimes[];
  server: ServerFigures;
}

export interface SearchFigures {
  small: CatalogueFigures;
  large: CatalogueFigures;
  /** First search on a server after another one has published a data set. */
  afterPublication: number;
  pages: ResultPageFigures;
  /** Other public answers about the catalogue, the 95th percentile in milliseconds. */
  addresses: [address: string, ms: number][];
  hostile: HostileFigures;
}

/** Measures searches in a small and in a large catalogue on a PostgreSQL of their own. */
export async function measureSearch(
  resources: Resources,
  { dataSets, barePage }: { dataSets: number; barePage: string },
): Promise<SearchFigures> {
  const postgresql = await startPostgresql();
  resources.add(() => postgresql.stop());
  const small = await makeCatalogue(resources, postgresql.url, smallSize);
  const [, smallServer] = await measureStart(resources, small.url);
  const large = await makeCatalogue(resources, postgresql.url, dataSets);
  const [server, largeServer] = await measureStart(resources, large.url);
  const { origin } = server;
  const afterPublication = await publishOne(large, origin, dataSets);
  return {
    small: { ...small.figures, server: smallServer },
    large: { ...large.figures, server: largeServer },
    afterPublication,
    pages: await measureResultPages(origin, barePage),
    addresses: await measureAddresses(origin),
    hostile: await measureHostile(origin, large.made),
  };
}

interface MadeCatalogue {
  url: string;
  pool: pg.Pool;
  made: MadeUpDataSets;
  figures: Omit<CatalogueFigures, 'server'>;
}

async function makeCatalogue(resources: Resources, server: string, dataSets: number): Promise<MadeCatalogue> {
  const { url, pool, queries, made, fill } = await openFilledCatalogue(resources, server, dataSets);
  await indexForBareSearch(pool);
  const context = contextOf(pool);
  // As the server does some seconds after its start.
  const [learn] = await timed(() => learnFrequentWords(context.db));
  const searches = await measureSearches(context, made, { pool, queries });
  return { url, pool, made, figures: { dataSets, fill, learn, searches } };
}

/** Fills a database of its own on this server with made-up data sets. */
export async function openFilledCatalogue(resources: Resources, server: string, dataSets: number) {
  const url = new URL(server);
  url.pathname = `/catalogue_${dataSets}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${url.pathname.slice(1)}`).finally(() => admin.end());
  const pool = new pg.Pool({ connectionString: url.href, max: 20 });
  resources.add(() => pool.end());
  // Listens from the first connection on.
  const queries = new WordQueries(pool);
  await migrateAll(pool);
  const made = new MadeUpDataSets(seed);
  const [fill] = await timed(() => fillCatalogue(pool, made, dataSets));
  process.stderr.write(`${dataSets} data sets were written in ${Math.round(fill / 1000)} s\n`);
  return { url: url.href, pool, queries, made, fill };
}

/** What searches need of the repository. */
function contextOf(pool: pg.Pool): RepositoryContext {
  const origin = 'http://localhost';
  const context: Pick<RepositoryContext, 'db' | 'doi'> & { settings: { origin: string } } = {
    db: openStore(pool),
    doi: createLocalRegistrar({ origin }),
    settings: { origin },
  };
  return context as RepositoryContext;
}

/** Publishes a data set as another server does, and searches at once. Throws if it is not found. */
async function publishOne({ pool, made }: MadeCatalogue, origin: string, dataSets: number): Promise<number> {
  const nr = dataSets + 1;
  const source = { ...made.make(nr, nr), publishedAt: new Date() };
  await publishSources(openStore(pool), [source]);
  const [ms, numbers] = await timed(async () => {
    const response = await fetch(`${origin}/api/search/numbers?sort=newest&limit=1`);
    return ((await response.json()) as { numbers: number[] }).numbers;
  });
  if (numbers[0] !== nr) throw new Error(`Data set ${nr} was published, but ${numbers.join()} is the newest.`);
  return ms;
}

async function measureAddresses(origin: string): Promise<[string, number][]> {
  const addresses = ['/api/search/stats', '/api/search/overview', '/api/search/feed?q=Kraft', '/sitemap.xml'];
  const measured: [string, number][] = [];
  for (const address of addresses) {
    const times: number[] = [];
    for (let look = 0; look < looks; look += 1) times.push(await timeAnswer(`${origin}${address}`));
    measured.push([address, p95(times)]);
  }
  return measured;
}
