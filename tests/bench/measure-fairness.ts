import { once } from 'node:events';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { Browser } from '../../services/identity/testing/browser';
import { accounts, makeToken, signIn } from '../cluster/people';
import type { ServerProcess } from '../e2e/support/server-process';
import { listUploads, signInContributor, waitForNewUpload, waitUntilRead } from './contributor';
import { writeSampleCsv } from './sample-csv';
import { sendFile } from './send-file';

/** Time until a page has arrived, in milliseconds, at the 95th percentile: alone and beside a user at every limit. */
export interface FairnessFigures {
  alone: number;
  beside: number;
  /** How often the user at every limit got an answer, and a refusal of too much. */
  greedy: { answers: number; refused: number };
}

/** Pages of somebody who looks around and works on the board. */
const pages = ['/', '/?q=slj', '/?q=dash20hand;6-10', '/data-set/1', '/data-set/2', '/file-upload', '/editorial-board'];
const visits = 280;
/** A table with 40 columns, whose windows are wide, and files that wait to be read. */
const wideBytes = 20 * 2 ** 20;
const queued = 6;
const queuedBytes = 8 * 2 ** 20;
/** More than the limits of one account. */
const windows = 12;
const slowReaders = 30;
const ownPages = 6;
const refusedPauseMs = 50;
const templates = { count: 100, columns: 100 };

/** Measures the pages of one user alone, and while another one sends as much as the server takes. */
export async function measureFairness(server: ServerProcess, folder: string): Promise<FairnessFigures> {
  const other = await signIn(server.origin, accounts.experts[0]!);
  const greedy = await signInContributor(server.origin);
  const token = await makeToken(greedy);
  const file = (name: string) => path.join(folder, `${name}.csv`);
  await writeSampleCsv(file('wide'), wideBytes);
  // Of different sizes, because the same file is taken once.
  const files = Array.from({ length: queued }, (_, i) => file(`queued-${i}`));
  for (const [i, each] of files.entries()) await writeSampleCsv(each, queuedBytes + i * 100_000);
  const wide = await uploadFile(greedy, file('wide'));
  await waitUntilRead(greedy, wide);
  await visitAll(other);
  const alone = await visitAll(other);
  const load = beginLoad({ origin: server.origin, browser: greedy, token, id: path.basename(wide), files });
  const beside = await visitAll(other);
  return { alone, beside, greedy: await load.end() };
}

/** Visits the pages one after the other. Returns the 95th percentile of their times. */
async function visitAll(browser: Browser): Promise<number> {
  const times: number[] = [];
  for (let visit = 0; visit < visits; visit += 1) {
    const address = pages[visit % pages.length]!;
    const begun = performance.now();
    // Each address is different, so that none is answered from a kept page.
    const response = await browser.request(`${address}${address.includes('?') ? '&' : '?'}visit=${visit}`);
    await response.text();
    if (response.status !== 200) throw new Error(`${address} answered ${response.status}.`);
    times.push(performance.now() - begun);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(visits * 0.95)]!;
}

async function uploadFile(browser: Browser, file: string): Promise<string> {
  const known = await listUploads(browser);
  const url = new URL('/file-upload/receive/raw', browser.origin);
  const { answer } = await sendFile(url, file, { Origin: browser.origin, Cookie: browser.cookieHeader(url) });
  const [address] = await Promise.all([waitForNewUpload(browser, known), answer]);
  return address;
}

interface Greedy {
  origin: string;
  browser: Browser;
  token: string;
  id: string;
  files: string[];
}

/** Everything that one account can ask for, again and again, until `end`. */
function beginLoad({ origin, browser, token, id, files }: Greedy): { end(): Promise<FairnessFigures['greedy']> } {
  const figures = { answers: 0, refused: 0 };
  const agent = new Agent({ keepAlive: true });
  const headers = { Authorization: `Bearer ${token}` };
  let isOver = false;
  const repeat = async (ask: () => Promise<number>) => {
    while (!isOver) {
      const status = await ask().catch(() => 0);
      if (status === 0 && isOver) return;
      if (status >= 200 && status < 300) figures.answers += 1;
      else {
        figures.refused += 1;
        // Asking again at once would only measure how busy this process is.
        await delay(refusedPauseMs);
      }
    }
  };
  const get = (address: string, head: Record<string, string>) => async () => {
    const sent = request(origin + address, { agent, headers: head }).end();
    const [response] = await once(sent, 'response');
    response.resume();
    await once(response, 'close');
    return response.statusCode as number;
  };
  let saved = 0;
  const saveTemplates = async () => {
    saved += 1;
    const body = JSON.stringify(listOf(`Template ${saved}`));
    const init = { method: 'PUT', headers: { ...headers, 'Content-Type': 'application/json' }, body };
    return (await fetch(`${origin}/api/mapping/templates`, init)).status;
  };
  const upload = async () => {
    for (const file of files) if (!isOver) await uploadFile(browser, file);
  };
  const window = `/api/fileupload/${id}/rows?table=wide&offset=0&limit=1000`;
  const cookie = { Cookie: browser.cookieHeader(new URL(`/file-upload/data/${id}`, origin)) };
  const readers = Array.from({ length: slowReaders }, () => request(`${origin}/api/fileupload/${id}`, { headers }));
  for (const reader of readers)
    reader
      .on('response', (response) => response.pause())
      .on('error', () => undefined)
      .end();
  const running = [
    upload(),
    repeat(saveTemplates),
    ...Array.from({ length: windows }, () => repeat(get(window, headers))),
    ...Array.from({ length: ownPages }, () => repeat(get(`/file-upload/data/${id}`, cookie))),
  ];
  return {
    end: async () => {
      isOver = true;
      for (const reader of readers) reader.destroy();
      await Promise.allSettled(running);
      agent.destroy();
      return figures;
    },
  };
}

/** Templates of about 1 MB. */
function listOf(name: string) {
  return Array.from({ length: templates.count }, (_, template) => ({
    name: `${name} ${template}`,
    entries: Array.from({ length: templates.columns }, (_, column) => ({
      source: `Column ${column} of a table of results with long headings ${name}`,
      target: { key: 'slj', unit: 'cm' },
    })),
  }));
}
