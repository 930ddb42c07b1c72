import { Agent, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

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
}

/** Alternates between the pages, so that other load on the machine affects all of them. */
export async function measurePages(home: string, barePage: string): Promise<PageFigures> {
  let unique = 0;
  const visits: Record<keyof PageFigures, { address(): string; cookies?: string }> = {
    home: { address: () => home },
    homeWithForeignCookie: { address: () => home, cookies: foreignCookies },
    rendered: { address: () => `${home}/?visit=${(unique += 1)}` },
    barePage: { address: () => barePage },
  };
  const names = Object.keys(visits) as (keyof PageFigures)[];
  const figures: PageFigures = { home: 0, homeWithForeignCookie: 0, rendered: 0, barePage: 0 };
  for (const name of names) await load(visits[name], warmUpMs);
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) figures[name] += (await load(visits[name], roundMs)) / rounds;
  }
  return figures;
}

/** Pages per second over a few kept connections, each sending the next request after the response. */
export async function load({ address, cookies }: { address(): string; cookies?: string }, ms: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const start = performance.now();
  const end = start + ms;
  let pages = 0;
  try {
    const visitors = Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        await visit(address(), agent, cookies);
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
export async function visit(address: string, agent?: Agent, cookies?: string): Promise<number> {
  const sent = { ...headers, ...(cookies ? { Cookie: cookies } : {}) };
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
