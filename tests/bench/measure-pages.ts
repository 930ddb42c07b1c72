import { Agent, get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';

const connections = 8;
const warmUpMs = 1000;
const roundMs = 5000;
const rounds = 2;
const headers = { Accept: 'text/html', 'Accept-Encoding': 'gzip' };
/** As set by web analytics and a load balancer. */
const foreignCookies = '_ga=GA1.1.1234567890.1700000000; SERVERID=web1';

/** Pages per second. */
export interface PageFigures {
  /** Home as visitors get it: rendered now and then, sent compressed, with a new nonce each time. */
  home: number;
  /** The same for visitors with cookies that are not ours. */
  homeWithForeignCookie: number;
  /** Home rendered for each visitor, because every address is different. */
  rendered: number;
  barePage: number;
  /** Page of a data set, as visitors get it and rendered for each, and a bare page of the same weight. */
  dataSet: number;
  dataSetRendered: number;
  bareDataSet: number;
  /** Comparisons of a test, likewise. */
  compare: number;
  compareRendered: number;
  bareCompare: number;
}

/** Address of the page of a data set, of the demonstration. */
const dataSetPath = '/data-set/1';
/** Page of comparisons, of a test of the demonstration. */
const comparePath = '/compare?test=slj';

const curvesPatienceMs = 60_000;

/** The curves of a new server are made by a job some seconds after its data sets. */
async function waitForCurves(address: string): Promise<void> {
  const end = performance.now() + curvesPatienceMs;
  while ((await fetch(address)).status !== 200) {
    if (performance.now() > end) throw new Error(`There are no curves at ${address}.`);
    await setTimeout(200);
  }
}

/** Alternates between the pages, so that other load on the machine affects all of them. */
export async function measurePages(
  home: string,
  barePage: string,
): Promise<PageFigures & { dataSetPackedBytes: number }> {
  let unique = 0;
  const dataSet = home + dataSetPath;
  const bareDataSet = await bareAddressOf(barePage, await visit(dataSet));
  const compare = home + comparePath;
  await waitForCurves(compare);
  const bareCompare = await bareAddressOf(barePage, await visit(compare));
  const visits: Record<keyof PageFigures, { address(): string; cookies?: string }> = {
    home: { address: () => home },
    homeWithForeignCookie: { address: () => home, cookies: foreignCookies },
    rendered: { address: () => `${home}/?visit=${(unique += 1)}` },
    barePage: { address: () => barePage },
    dataSet: { address: () => dataSet },
    dataSetRendered: { address: () => `${dataSet}?visit=${(unique += 1)}` },
    bareDataSet: { address: () => bareDataSet },
    compare: { address: () => compare },
    compareRendered: { address: () => `${compare}&visit=${(unique += 1)}` },
    bareCompare: { address: () => bareCompare },
  };
  const names = Object.keys(visits) as (keyof PageFigures)[];
  const figures = Object.fromEntries(names.map((name) => [name, 0])) as unknown as PageFigures;
  for (const name of names) await load(visits[name], warmUpMs);
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) figures[name] += (await load(visits[name], roundMs)) / rounds;
  }
  return { ...figures, dataSetPackedBytes: await weigh(dataSet) };
}

/** Bytes of a page and its style sheets, compressed. */
export async function weigh(address: string): Promise<number> {
  const page = await (await fetch(address)).text();
  const styles = [...page.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href);
  if (styles.length === 0) throw new Error(`${address} has no style sheet.`);
  const texts = await Promise.all(styles.map(async (href) => (await fetch(new URL(href, address))).text()));
  return [page, ...texts].reduce((sum, text) => sum + gzipSync(text).length, 0);
}

/** Address of the bare page with as many lines as have this many bytes. */
export async function bareAddressOf(origin: string, bytes: number): Promise<string> {
  const linesTried = 100;
  const [none, some] = [await visit(`${origin}/lines/0`), await visit(`${origin}/lines/${linesTried}`)];
  return `${origin}/lines/${Math.round(((bytes - none) / (some - none)) * linesTried)}`;
}

/** Pages per second over a few kept connections, each sending the next request after the response. */
export async function load({ address, cookies }: { address(): string; cookies?: string }, ms: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const start = performance.now();
  const end = start + ms;
  let pages = 0;
  try {
    const visitors = Array.from({ length: connections }, async (_, at) => {
      // Each visitor has an own address, because one address has one page at a time.
      const sent = { 'X-Forwarded-For': `192.0.2.${at + 1}`, ...(cookies && { Cookie: cookies }) };
      while (performance.now() < end) {
        await visit(address(), agent, sent);
        pages += 1;
      }
    });
    await Promise.all(visitors);
    return pages / ((performance.now() - start) / 1000);
  } finally {
    agent.destroy();
  }
}

/** Requests a page. Returns its bytes before compression. */
export async function visit(address: string, agent?: Agent, more: OutgoingHttpHeaders = {}): Promise<number> {
  const sent = { ...headers, ...more };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address, { agent, family: 4, headers: sent }, resolve).on('error', reject);
  });
  const got = await buffer(response);
  const body = response.headers['content-encoding'] === 'gzip' ? gunzipSync(got) : got;
  if (response.statusCode !== 200 || !body.includes('<h1')) {
    throw new Error(`${address} answered ${response.statusCode}:\n${body.toString()}`);
  }
  return body.length;
}
