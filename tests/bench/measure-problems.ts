import { writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Browser } from '../../services/identity/testing/browser';
import type { ServerProcess } from '../e2e/support/server-process';
import { signInContributor, waitUntilRead } from './contributor';
import { watchMemory } from './peak-memory';
import { sendFile } from './send-file';

/** Milliseconds per page, the median of several; memory in bytes, null if the system does not report it. */
export interface ProblemFigures {
  /** Cells with a problem. */
  cells: number;
  /** Page with the first lines of the list. */
  list: number;
  /** Page with the last cells of the largest group. */
  group: number;
  barePage: number;
  memory: { idle: number; peak: number } | null;
}

/** Unusual jumps and grips, in a file with one row per jump. */
const unusual = { jumps: 60_000, grips: 40_000 };
const looks = 20;
const group = 'R03-3';
const mapping = { id: 'person_id|', sex: 'sex|m/f', age: 'age_y|a', jump: 'slj|cm', grip: 'handgrip|kg' };

/** Measures check pages of a table with 100,000 problems, alternating with the bare page. */
export async function measureProblems(
  server: ServerProcess,
  folder: string,
  barePage: string,
): Promise<ProblemFigures> {
  const browser = await signInContributor(server.origin);
  const check = await uploadChecked(server, browser, folder);
  const memory = watchMemory(server.pid());
  const addresses = {
    list: `${server.origin}${check}`,
    group: `${server.origin}${check}?group=${group}&offset=${unusual.jumps - 100}`,
    barePage,
  };
  const names = ['list', 'group', 'barePage'] as const;
  const times: Record<(typeof names)[number], number[]> = { list: [], group: [], barePage: [] };
  for (let look = 0; look <= looks; look += 1) {
    for (const name of names) {
      const taken = await timePage(browser, addresses[name]);
      // The first round warms up.
      if (look > 0) times[name].push(taken);
    }
  }
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return {
    cells: unusual.jumps + unusual.grips,
    list: middle(times.list),
    group: middle(times.group),
    barePage: middle(times.barePage),
    memory: memory && { idle: memory.idle, peak: memory.peak() },
  };
}

/** Uploads and maps the table. Returns the address of its check after the check has ended. */
async function uploadChecked(server: ServerProcess, browser: Browser, folder: string): Promise<string> {
  const file = path.join(folder, 'problems.csv');
  const rows = Array.from({ length: unusual.jumps }, (_, i) => {
    const grip = i < unusual.grips ? 2 : 20 + (i % 9);
    return `p${i},${i % 2 ? 'm' : 'f'},${8 + (i % 3)},30,${grip}`;
  });
  writeFileSync(file, ['id,sex,age,jump,grip', ...rows].join('\n'));
  const url = new URL('/file-upload/receive/raw', server.origin);
  const headers = { Origin: server.origin, Cookie: browser.cookieHeader(url) };
  const { answer } = await sendFile(url, file, headers);
  const { pathname } = new URL((await answer).location, server.origin);
  await waitUntilRead(browser, pathname);
  const pairs = Object.entries(mapping).flatMap(([source, target]) => [
    ['source', source],
    ['target', target],
  ]);
  const posted = await browser.post(`${pathname}?table=problems`, new URLSearchParams(pairs));
  const check = pathname.replace('/data/', '/check/');
  if (posted.status !== 303) throw new Error(`The mapping was refused with ${posted.status}.`);
  await waitUntilRead(browser, check);
  return check;
}

async function timePage(browser: Browser, address: string): Promise<number> {
  const start = performance.now();
  const response = await browser.request(address);
  const html = await response.text();
  const isSound = response.status === 200 && html.includes('<h1');
  if (!isSound) throw new Error(`${address} answered ${response.status}:\n${html}`);
  return performance.now() - start;
}
