import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { Browser } from '../../services/identity/testing/browser';
import type { ServerProcess } from '../e2e/support/server-process';
import { makeToken } from '../cluster/people';
import { signInContributor, waitUntilRead } from './contributor';
import { sendFile } from './send-file';

/** How long a page of one account takes, while another account does nothing, and while it asks for much: p95 in ms. */
export interface FairnessFigures {
  alone: number;
  beside: [what: string, ms: number][];
}

const columns = 800;
const rows = 200;
const pages = 100;
/** Pages before those, while the server still works on what was asked before. */
const warmUp = 20;
/** Requests that the greedy account keeps going. */
const greedy = 6;
/** Made once: this process measures, and must not be busy itself meanwhile. */
const wideTable = [
  line((i) => `value_${i}`),
  ...Array.from({ length: rows }, (_, row) => line((i) => String((row * i) % 97))),
  '',
].join('\n');
/** The greedy account has an address of its own. */
const elsewhere = { 'X-Forwarded-For': '192.0.2.1' };
/** About 4 MB of JSON. */
const [longTemplates, entriesPerTemplate] = [11, 5000];

/**
 * Measures the list of uploads of one account beside another one, which asks for wide pages and lists, reads nothing of
 * what it asked for, saves long lists of templates, and uploads files that have to be read.
 */
export async function measureFairness(server: ServerProcess, folder: string): Promise<FairnessFigures> {
  const [modest, other] = [
    await signInContributor(server.origin),
    await signInContributor(server.origin, 'expert1@example.org'),
  ];
  Object.assign(other.headers, elsewhere);
  const token = await makeToken(other);
  const wide = await sendWide(other, folder);
  await waitUntilRead(other, wide);
  const page = () => modest.request('/file-upload').then((response) => response.text());
  await percentile95(page);
  const alone = await percentile95(page);
  const beside: FairnessFigures['beside'] = [];
  const read =
    (address: string): Work =>
    async (signal) =>
      (await other.request(address, { signal })).text();
  const requests: [what: string, work: Work][] = [
    [`${greedy} pages of a table of ${columns} columns`, read(`${wide}?columns=1`)],
    [`${greedy} lists of its uploads`, read('/file-upload')],
    [`${greedy} readers of its original that stop`, stall(other, wide.replace('/data/', '/original/'))],
    [`${greedy} lists of templates that are saved, 4 MB each`, saveTemplates(server.origin, token)],
    [`${greedy} uploads of as many columns`, () => sendWide(other, folder)],
  ];
  for (const [what, work] of requests) {
    const stop = new AbortController();
    const busy = Array.from({ length: greedy }, () => repeat(work, stop.signal));
    beside.push([what, await percentile95(page)]);
    stop.abort();
    await Promise.all(busy);
  }
  return { alone, beside };
}

type Work = (signal: AbortSignal) => Promise<unknown>;

/** Does it until it is stopped; what is refused, after a short time again. */
async function repeat(work: Work, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await work(signal).catch(() => undefined);
    await delay(1);
  }
}

/** Asks once, and reads nothing of the answer until it is stopped. */
function stall(browser: Browser, address: string): Work {
  return async (signal) => {
    await browser.request(address, { signal });
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  };
}

/** Saves lists of templates of almost 4 MB, the longest that the API takes, always another one. */
function saveTemplates(origin: string, token: string): Work {
  let count = 0;
  return async (signal) => {
    count += 1;
    const entries = Array.from({ length: entriesPerTemplate }, (_, at) => ({
      source: `column ${at} of ${count}`,
      target: { key: 'handgrip', unit: 'kg' },
    }));
    const templates = Array.from({ length: longTemplates }, (_, at) => ({ name: `Template ${at}`, entries }));
    const headers = { ...elsewhere, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const init = { method: 'PUT', headers, body: JSON.stringify(templates), signal };
    await (await fetch(`${origin}/api/mapping/templates`, init)).text();
  };
}

async function percentile95(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let count = -warmUp; count < pages; count += 1) {
    const begin = performance.now();
    await work();
    if (count >= 0) times.push(performance.now() - begin);
  }
  return times.sort((a, b) => a - b)[Math.floor(pages * 0.95)]!;
}

function line(cell: (column: number) => string): string {
  return Array.from({ length: columns }, (_, i) => cell(i)).join(',');
}

/** Uploads a table with many columns, always another one. Returns the address of its mapping. */
async function sendWide(browser: Browser, folder: string): Promise<string> {
  const file = path.join(folder, `${randomUUID()}.csv`);
  writeFileSync(file, `${wideTable}${line(() => path.basename(file))}\n`);
  const url = new URL('/file-upload/receive/raw', browser.origin);
  const headers = { ...elsewhere, Origin: browser.origin, Cookie: browser.cookieHeader(url) };
  const { answer } = await sendFile(url, file, headers);
  return new URL((await answer).location, browser.origin).pathname;
}
