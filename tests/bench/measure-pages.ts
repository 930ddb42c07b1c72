import { Agent, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

const connections = 8;
const warmUpMs = 1000;
const roundMs = 5000;
const rounds = 2;

/** Pages per second. */
export interface PageFigures {
  home: number;
  barePage: number;
}

/** Loads home and the bare page in turns, so that what else the machine does meets both. */
export async function measurePages(home: string, barePage: string): Promise<PageFigures> {
  const figures: PageFigures = { home: 0, barePage: 0 };
  await load(home, warmUpMs);
  await load(barePage, warmUpMs);
  for (let round = 0; round < rounds; round += 1) {
    figures.home += (await load(home, roundMs)) / rounds;
    figures.barePage += (await load(barePage, roundMs)) / rounds;
  }
  return figures;
}

/** Pages per second over a few kept connections, each asking anew when it has its answer. */
async function load(address: string, ms: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const start = performance.now();
  const end = start + ms;
  let pages = 0;
  try {
    const visitors = Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        await visit(address, agent);
        pages += 1;
      }
    });
    await Promise.all(visitors);
    return pages / ((performance.now() - start) / 1000);
  } finally {
    agent.destroy();
  }
}

async function visit(address: string, agent: Agent): Promise<void> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address, { agent, family: 4, headers: { Accept: 'text/html' } }, resolve).on('error', reject);
  });
  const body = await buffer(response);
  if (response.statusCode !== 200 || !body.includes('<h1')) {
    throw new Error(`${address} answered ${response.statusCode}:\n${body.toString()}`);
  }
}
