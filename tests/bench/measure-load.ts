import { mkdirSync } from 'node:fs';
import { Agent } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { ServerProcess } from '../e2e/support/server-process';
import { gripStudyCsv } from '../fixtures/grip-study';
import { signInContributor } from './contributor';
import { formAnswers, openedForm, uploadChecked } from './measure-forms';
import { visit } from './measure-pages';
import { residentBytes } from './peak-memory';
import { p95 } from './search/measure-searches';

const readers = 50;
/** Each of them has an account of its own, because an account sends one form at a time. */
const savers = ['contributor', 'expert1', 'expert2', 'chair', 'admin'];
/** What somebody needs to read a page, or a form. */
const pauseMs = 1000;
/** Time after which the server has given back what it needed for those who have left. */
const restMs = 20_000;
const pages = ['/', '/?q=Kraft', '/data-set/1', '/data-set/2', '/info/imprint'];

/** 95 % of the pages, and of the forms saved, took no longer than this, in milliseconds. */
interface Times {
  page: number;
  save: number;
  /** How many there were. */
  pages: number;
  saves: number;
}

export interface LoadFigures {
  readers: number;
  savers: number;
  alone: Pick<Times, 'page' | 'save'>;
  together: Times;
  /** Resident memory of the web process in bytes, after the first crowd and after the second; null if unknown. */
  memory: { before: number; after: number } | null;
}

/**
 * Measures one reader, one saver, and then 50 and five together for `seconds`, each with an address of their own. Readers open
 * pages that nobody has asked for, so that each is rendered. Throws if anything is answered with an error.
 */
export async function measureLoad(server: ServerProcess, folder: string, seconds: number): Promise<LoadFigures> {
  const forms: (() => Promise<number>)[] = [];
  for (const [at, name] of savers.entries()) {
    forms.push(await prepareSaver(server, path.join(folder, name), name, at));
  }
  const agent = new Agent({ keepAlive: true });
  try {
    // Before the first crowd, V8 has not yet grown its heap to what one needs, and code is not compiled.
    await run(server, forms, { agent, readers, seconds: seconds / 4 });
    const { page } = await run(server, [], { agent, readers: 1, seconds: seconds / 4 });
    const { save } = await run(server, forms.slice(0, 1), { agent, readers: 0, seconds: seconds / 4 });
    await delay(restMs);
    const before = residentBytes(server.pid());
    const together = await run(server, forms, { agent, readers, seconds });
    await delay(restMs);
    const after = residentBytes(server.pid());
    const memory = before === null || after === null ? null : { before, after };
    return { readers, savers: savers.length, alone: { page, save }, together, memory };
  } finally {
    agent.destroy();
  }
}

/** Signs in, and uploads a table whose metadata is saved. Returns what saves it once and says how long that took. */
async function prepareSaver(server: ServerProcess, folder: string, name: string, at: number) {
  mkdirSync(folder);
  const browser = await signInContributor(server.origin, `${name}@example.org`);
  Object.assign(browser.headers, { 'X-Forwarded-For': `198.51.100.${at + 1}` });
  // Nobody may upload a file that somebody else has.
  const csv = gripStudyCsv(70 + at, 'international', { zeroGrips: 0, weakGrips: 0 });
  const form = await uploadChecked(server, browser, folder, csv);
  const answers = formAnswers(`Load of ${name}`, 1);
  return async () => {
    const body = new URLSearchParams([...(await openedForm(browser, form)), ...answers, ['intent', 'save']]);
    const began = performance.now();
    const response = await browser.request(form, { method: 'POST', body });
    await response.text();
    if (response.status !== 303) throw new Error(`A form was answered with ${response.status}.`);
    return performance.now() - began;
  };
}

interface Run {
  agent: Agent;
  readers: number;
  seconds: number;
}

async function run(server: ServerProcess, forms: (() => Promise<number>)[], { agent, ...how }: Run): Promise<Times> {
  const end = performance.now() + how.seconds * 1000;
  const read: number[] = [];
  const saved: number[] = [];
  const repeat = async (times: number[], work: (turn: number) => Promise<number>) => {
    for (let turn = 0; performance.now() < end; turn += 1) {
      times.push(await work(turn));
      await delay(pauseMs * (0.5 + Math.random()));
    }
  };
  await Promise.all([
    ...Array.from({ length: how.readers }, (_, at) => {
      const sender = { 'X-Forwarded-For': `192.0.2.${at + 1}` };
      return repeat(read, async (turn) => {
        const began = performance.now();
        await visit(asNew(server.origin + pages[(turn + at) % pages.length]!), agent, sender);
        return performance.now() - began;
      });
    }),
    ...forms.map((save) => repeat(saved, save)),
  ]);
  return { page: p95(read), save: p95(saved), pages: read.length, saves: saved.length };
}

let visits = 0;
const asNew = (address: string) => `${address}${address.includes('?') ? '&' : '?'}visit=${(visits += 1)}`;
