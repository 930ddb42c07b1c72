import { writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Browser } from '../../services/identity/testing/browser';
import type { ServerProcess } from '../e2e/support/server-process';
import { signInContributor, waitUntilRead } from './contributor';
import { sendFile } from './send-file';

/** How long a page of one account takes, while another account does nothing, and while it asks for much: p95 in ms. */
export interface FairnessFigures {
  alone: number;
  beside: [what: string, ms: number][];
}

const columns = 800;
const rows = 200;
const pages = 40;
/** Pages before those, while the server still works on what was asked before. */
const warmUp = 8;
/** Requests that the greedy account keeps going. */
const greedy = 6;

/** Measures the list of uploads of one account beside wide pages, exports and stalled readers of another one. */
export async function measureFairness(server: ServerProcess, folder: string): Promise<FairnessFigures> {
  const [modest, other] = [
    await signInContributor(server.origin),
    await signInContributor(server.origin, 'expert1@example.org'),
  ];
  const wide = await uploadWide(other, folder);
  const page = () => modest.request('/file-upload').then((response) => response.text());
  await percentile95(page);
  const alone = await percentile95(page);
  const beside: FairnessFigures['beside'] = [];
  for (const [what, address, isRead] of [
    [`${greedy} pages of a table of ${columns} columns`, `${wide}?columns=1`, true],
    [`${greedy} lists of its uploads`, '/file-upload', true],
    [`${greedy} readers of its original that stop`, wide.replace('/data/', '/original/'), false],
  ] as const) {
    const stop = new AbortController();
    const busy = Array.from({ length: greedy }, () => ask(other, address, { isRead, signal: stop.signal }));
    beside.push([what, await percentile95(page)]);
    stop.abort();
    await Promise.all(busy);
  }
  return { alone, beside };
}

/** Asks for the same address until it is stopped; without reading, once. */
async function ask(browser: Browser, address: string, { isRead, signal }: { isRead: boolean; signal: AbortSignal }) {
  while (!signal.aborted) {
    const response = await browser.request(address, { signal }).catch(() => null);
    if (isRead) await response?.text().catch(() => null);
    else await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }
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

/** Uploads a table with many columns. Returns the address of its mapping. */
async function uploadWide(browser: Browser, folder: string): Promise<string> {
  const file = path.join(folder, 'wide.csv');
  const line = (cell: (i: number) => string) => Array.from({ length: columns }, (_, i) => cell(i)).join(',');
  const lines = Array.from({ length: rows }, (_, row) => line((i) => String((row * i) % 97)));
  writeFileSync(file, [line((i) => `value_${i}`), ...lines, ''].join('\n'));
  const url = new URL('/file-upload/receive/raw', browser.origin);
  const headers = { Origin: browser.origin, Cookie: browser.cookieHeader(url) };
  const { answer } = await sendFile(url, file, headers);
  const { pathname } = new URL((await answer).location, browser.origin);
  await waitUntilRead(browser, pathname);
  return pathname;
}
