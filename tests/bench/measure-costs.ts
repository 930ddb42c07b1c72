import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import pg from 'pg';

import { startPostgresql } from '../cluster/throw-away-postgresql';
import { startServer, type ServerProcess } from '../e2e/support/server-process';
import { gripStudyCsv } from '../fixtures/grip-study';
import { signInContributor } from './contributor';
import { formAnswers, openedForm, uploadChecked } from './measure-forms';
import { openFilledCatalogue } from './measure-search';
import { enlargeDataSet } from './packages/enlarge-data-set';
import { watchMemory } from './peak-memory';
import { parentOf, readProcessorTime } from './processor-time';
import type { Resources } from './resources';

const rounds = 300;
const signedInRounds = 60;
/** As many as one account may try within a quarter of an hour, and the first. */
const signIns = 6;
const packageBytes = 200 * 2 ** 20;
const megabyte = 2 ** 20;
/** Processor time in a second without requests, at most. */
const idleMs = 30;
const longestRestSeconds = 60;

/** Processor time in milliseconds: of the server, of its children (tables, parsers), and of PostgreSQL. */
export interface Cost {
  what: string;
  web: number;
  engine: number;
  database: number;
  /** Bytes sent for one request, compressed. Absent where the other figures are for one megabyte of a file. */
  bytes?: number;
}

/** What requests and files cost, and the space that they take. */
export interface CostFigures {
  dataSets: number;
  requests: Cost[];
  perMegabyte: Cost[];
  /** Resident memory of a server with this catalogue, in bytes. */
  serverBytes: number;
  /** Size of the database for one data set, without its problems. */
  databaseBytesPerDataSet: number;
  /** Bytes of the tables that are made from a byte of a csv file. */
  tableBytesPerByte: number;
}

/** Measures what a request of each kind costs on PostgreSQL, with this many data sets. */
export async function measureCosts(resources: Resources, dataSets: number): Promise<CostFigures> {
  const postgresql = await startPostgresql();
  resources.add(() => postgresql.stop());
  const catalogue = await openFilledCatalogue(resources, postgresql.url, dataSets);
  const environment = { LOG_LEVEL: 'warn', DATABASE_URL: catalogue.url, DATA_DIR: resources.makeFolder(), DEMO: 'off' };
  const visited = await startServer(environment);
  resources.add(() => visited.stop());
  const watch = await Watch.of(visited, postgresql.url);
  const requests = await measureVisits(visited, watch, dataSets);
  const serverBytes = watchMemory(visited.pid())?.idle ?? NaN;
  const { rows } = await catalogue.pool.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  await visited.stop();

  const dataDir = path.join(resources.makeFolder(), 'data');
  const used = await startServer({ LOG_LEVEL: 'warn', DATABASE_URL: postgresql.url, DATA_DIR: dataDir });
  resources.add(() => used.stop());
  const usedWatch = await Watch.of(used, postgresql.url);
  const members = await measureMembers(used, usedWatch, resources.makeFolder());
  const files = await measureFiles(used, usedWatch, { folder: resources.makeFolder(), dataDir, url: postgresql.url });
  return {
    dataSets,
    requests: [...requests, ...members],
    ...files,
    serverBytes,
    databaseBytesPerDataSet: Number(rows[0]?.bytes) / dataSets,
  };
}

/** Processor time of a server and of PostgreSQL over a piece of work. */
class Watch {
  private constructor(
    readonly server: number,
    readonly postmaster: number,
  ) {}

  static async of(server: ServerProcess, databaseUrl: string): Promise<Watch> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const postmaster = parentOf(rows[0]?.pid ?? 0);
    await client.end();
    return new Watch(server.pid(), postmaster);
  }

  /** Waits until server and database have nothing left to do: words to learn, rows to analyze. */
  async quiet(): Promise<void> {
    for (let busy = Infinity, second = 0; busy > idleMs && second < longestRestSeconds; second += 1) {
      const { web, engine, database } = await this.cost('', async () => {
        await delay(1000);
        return 1;
      });
      busy = web + engine + database;
    }
  }

  /** Cost of `work`, divided by the number that it returns. */
  async cost(what: string, work: () => Promise<number>): Promise<Cost> {
    const [server, database] = [readProcessorTime(this.server), readProcessorTime(this.postmaster)];
    const count = await work();
    const [serverAfter, databaseAfter] = [readProcessorTime(this.server), readProcessorTime(this.postmaster)];
    return {
      what,
      web: (serverAfter.own - server.own) / count,
      engine: (serverAfter.children - server.children) / count,
      database: (databaseAfter.own + databaseAfter.children - database.own - database.children) / count,
    };
  }

  /** The same for requests one after the other, after some that warm up. */
  async requests(what: string, count: number, request: (round: number) => Promise<number>): Promise<Cost> {
    for (let round = 0; round < count / 5; round += 1) await request(-1 - round);
    await this.quiet();
    let bytes = 0;
    const cost = await this.cost(what, async () => {
      for (let round = 0; round < count; round += 1) bytes += await request(round);
      return count;
    });
    return { ...cost, bytes: bytes / count };
  }
}

/** Visitors who are not signed in. */
async function measureVisits({ origin }: ServerProcess, watch: Watch, dataSets: number): Promise<Cost[]> {
  const agent = new Agent({ keepAlive: true });
  const home = await (await fetch(origin)).text();
  const style = /<link rel="stylesheet" href="([^"]+)"/.exec(home)?.[1] ?? '';
  const nr = (round: number) => ((((round * 7919) % dataSets) + dataSets) % dataSets) + 1;
  const kinds: [what: string, address: (round: number) => string][] = [
    ['built file', () => style],
    ['shared page again', () => '/'],
    ['home rendered', (round) => `/?visit=${round}`],
    ['data set rendered', (round) => `/data-set/${nr(round)}?visit=${round}`],
    ['search rendered', (round) => `/?q=Kinder&visit=${round}`],
    ['call of the API', (round) => `/api/search?q=Kraft&page=${(Math.abs(round) % 20) + 1}`],
  ];
  const costs: Cost[] = [];
  for (const [what, address] of kinds) {
    costs.push(await watch.requests(what, rounds, (round) => fetchBytes(origin + address(round), agent)));
  }
  agent.destroy();
  return costs;
}

/** Visitors who are signed in. */
async function measureMembers(server: ServerProcess, watch: Watch, folder: string): Promise<Cost[]> {
  const signIn = await watch.requests('sign-in', signIns - 1, async () => {
    await signInContributor(server.origin);
    return 0;
  });
  const browser = await signInContributor(server.origin);
  const form = await uploadChecked(server, browser, folder);
  const shown = async (address: string) => gzipSync(await (await browser.request(address)).text()).length;
  const save = async (round: number) => {
    const sent = [...(await openedForm(browser, form)), ...formAnswers(`Costs ${round}`, 1)];
    const body = new URLSearchParams([...sent, ['intent', 'save']]);
    const response = await browser.request(form, { method: 'POST', body });
    if (response.status !== 303) throw new Error(`The form was answered ${response.status}.`);
    return 0;
  };
  return [
    signIn,
    await watch.requests('own uploads', signedInRounds, () => shown('/file-upload')),
    await watch.requests('long form shown', signedInRounds, () => shown(form)),
    // With the page that is asked for the form's hidden fields.
    await watch.requests('long form shown and saved', signedInRounds, save),
  ];
}

/** Files that arrive, are read and checked, and leave. */
async function measureFiles(
  server: ServerProcess,
  watch: Watch,
  { folder, dataDir, url }: { folder: string; dataDir: string; url: string },
) {
  const browser = await signInContributor(server.origin);
  const objects = path.join(dataDir, 'objects');
  const before = folderBytes(objects);
  await watch.quiet();
  const csv = largeStudy();
  const arrived = await watch.cost('upload, read, mapped and checked', async () => {
    await uploadChecked(server, browser, folder, csv);
    return csv.length / megabyte;
  });
  const tableBytesPerByte = (folderBytes(objects) - before - csv.length) / csv.length;
  await enlargeDataSet(url, dataDir, packageBytes);
  const address = `${server.origin}/api/search/data/1/package`;
  const agent = new Agent({ keepAlive: true });
  const fetched = async () => (await fetchBytes(address, agent)) / megabyte;
  const made = await watch.cost('package made for its first download', fetched);
  const kept = await watch.cost('the same, kept', async () => (await fetched()) + (await fetched()));
  agent.destroy();
  return { perMegabyte: [arrived, made, kept], tableBytesPerByte };
}

/** A made-up study of some 40 MB. */
function largeStudy(): Buffer {
  const [first = Buffer.alloc(0), ...others] = Array.from({ length: 2500 }, (_, seed) =>
    gripStudyCsv(seed, 'international', { zeroGrips: 0, weakGrips: 0 }),
  );
  const header = first.indexOf('\n') + 1;
  return Buffer.concat([first, ...others.map((study) => study.subarray(header))]);
}

/** Fetches an address. Returns the bytes that came, as they were sent. */
async function fetchBytes(address: string, agent: Agent): Promise<number> {
  const outgoing = get(address, { agent, family: 4, headers: { Accept: '*/*', 'Accept-Encoding': 'gzip' } });
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) bytes += chunk.length;
  if (response.statusCode !== 200) throw new Error(`${address} answered ${response.statusCode}.`);
  return bytes;
}

function folderBytes(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
}
