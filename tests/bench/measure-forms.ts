import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { entriesOf } from '../../app/forms/metadata/form-state';
import { formOf } from '../../app/forms/metadata/stored-metadata';
import type { MetadataEntry } from '@domain/api/metadata';
import { readSchema } from '@domain/metadata/directives';
import type { Browser } from '../../services/identity/testing/browser';
import { schemaFields } from '../../services/repository/metadata/schema';
import type { ServerProcess } from '../e2e/support/server-process';
import { completeMetadata, entry, withEntries } from '../fixtures/complete-metadata';
import { gripStudyCsv } from '../fixtures/grip-study';
import { sentByForm, type Sent } from '../support/form-in-page';
import { signInContributor, waitUntilRead } from './contributor';
import { readOwnTime } from './processor-time';
import { sendFile } from './send-file';

/** Cost of a request, the median of several: milliseconds until the response, and of CPU time in the web process. */
export interface RequestCost {
  answer: number;
  computing: number;
  bytes: number;
}

/** Requests of the forms for metadata and mapping by kind. */
export interface FormFigures {
  requests: [what: string, cost: RequestCost][];
  barePage: RequestCost;
}

const rounds = 20;
const manyAuthors = 30;
const manyColumns = 20;

/** Measures pages and posts of the metadata form with one author and many, and a mapping, alternating with the bare page. */
export async function measureForms(server: ServerProcess, folder: string, barePage: string): Promise<FormFigures> {
  const browser = await signInContributor(server.origin);
  const form = await uploadChecked(server, browser, folder);
  const mapping = await uploadRead(server, browser, writeFile(folder, 'wide.csv', wideCsv()));
  const ask = (init?: RequestInit, page = form) => timed(server.pid(), () => browser.request(page, init));
  const post = async (intent: string, sent: readonly Sent[]) => {
    const opened = await openedForm(browser, form);
    return ask({ method: 'POST', body: new URLSearchParams([...opened, ...sent, ['intent', intent]]) });
  };
  const costs = new Map<string, RequestCost[]>();
  const note = (what: string, { cost, status }: Timed, expected: number) => {
    if (status !== expected) throw new Error(`${what}: ${status}`);
    costs.set(what, [...(costs.get(what) ?? []), cost]);
  };
  for (let round = 0; round <= rounds; round += 1) {
    // The first round warms up.
    if (round === 1) costs.clear();
    note('bare page', await ask(undefined, barePage), 200);
    note(`mapping shown, ${manyColumns} columns`, await ask(undefined, mapping), 200);
    for (const [size, authors] of [
      ['small', 1],
      [`${manyAuthors} authors`, manyAuthors],
    ] as const) {
      const sent = formAnswers(`Speed of forms ${size} ${round}`, authors);
      const spoiled = sent.map(([name, text]): Sent => [name, name === 'f3_1-0-0' ? 'no address' : text]);
      note(`metadata form refused, ${size}`, await post('save', spoiled), 400);
      note(`metadata draft saved, ${size}`, await post('draft', spoiled), 303);
      note(`metadata form saved, ${size}`, await post('save', sent), 303);
      note(`metadata form shown, ${size}`, await ask(), 200);
    }
  }
  const { 'bare page': bare = [], ...ours } = Object.fromEntries(costs);
  return { requests: Object.entries(ours).map(([what, all]) => [what, middleOf(all)]), barePage: middleOf(bare) };
}

/** A valid metadata form with this many authors. */
export function formAnswers(title: string, authors: number): Sent[] {
  const numbers = Array.from({ length: authors }, (_, index) => index);
  const metadata: MetadataEntry[] = withEntries(
    completeMetadata(title),
    entry(
      1,
      numbers.map((number) => `Muster ${number}||Eva`),
    ),
    entry(1.1, []),
    entry(
      1.2,
      numbers.map((number) => `University of Example ${number}`),
      numbers,
    ),
  );
  return entriesOf(formOf(readSchema(schemaFields('en')), metadata));
}

/** What the metadata form sends without its answers. */
export async function openedForm(browser: Browser, form: string): Promise<Sent[]> {
  const sent = sentByForm(await (await browser.request(form)).text(), 'metadata-form');
  return sent.filter(([name]) => !/^f\d/.test(name));
}

/** Uploads, maps and checks a table, a small one unless `csv` is given. Returns the address of its metadata. */
export async function uploadChecked(
  server: ServerProcess,
  browser: Browser,
  folder: string,
  csv = gripStudyCsv(58, 'international', { zeroGrips: 0, weakGrips: 0 }),
): Promise<string> {
  const pathname = await uploadRead(server, browser, writeFile(folder, 'described.csv', csv));
  const mapping = { age: 'age_y|a', sex: 'sex|m/f', 'grip (kg)': 'handgrip|kg' };
  const pairs = Object.entries(mapping).flatMap(([source, target]) => [
    ['source', source],
    ['target', target],
  ]);
  const posted = await browser.post(`${pathname}?table=described`, new URLSearchParams(pairs));
  if (posted.status !== 303) throw new Error(`The mapping was refused with ${posted.status}.`);
  await waitUntilRead(browser, pathname.replace('/data/', '/check/'));
  return pathname.replace('/data/', '/meta/');
}

/** Uploads a file and waits until it is read. Returns the address of its mapping. */
async function uploadRead(server: ServerProcess, browser: Browser, file: string): Promise<string> {
  const url = new URL('/file-upload/receive/raw', server.origin);
  const headers = { Origin: server.origin, Cookie: browser.cookieHeader(url) };
  const { answer } = await sendFile(url, file, headers);
  const { status, location, body } = await answer;
  if (status !== 303) throw new Error(`The file was answered with ${status}:\n${body}`);
  const { pathname } = new URL(location, server.origin);
  await waitUntilRead(browser, pathname);
  return pathname;
}

function writeFile(folder: string, name: string, text: string | Buffer): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** A table whose columns have no names that a mapping is suggested for. */
function wideCsv(): string {
  const columns = Array.from({ length: manyColumns }, (_, index) => index + 1);
  const lines = Array.from({ length: 200 }, (_, row) => columns.map((column) => row + column).join(','));
  return [columns.map((column) => `result ${column}`).join(','), ...lines, ''].join('\n');
}

interface Timed {
  cost: RequestCost;
  status: number;
}

async function timed(pid: number, request: () => Promise<Response>): Promise<Timed> {
  const [computed, start] = [computingMs(pid), performance.now()];
  const response = await request();
  const { length } = await response.text();
  const answer = performance.now() - start;
  return { status: response.status, cost: { answer, computing: computingMs(pid) - computed, bytes: length } };
}

/** CPU time of a process so far; NaN if the system does not report it. */
function computingMs(pid: number): number {
  try {
    return readOwnTime(pid);
  } catch {
    return NaN;
  }
}

/** Median of the responses, but mean of the CPU times, because their steps are coarse. */
function middleOf(costs: readonly RequestCost[]): RequestCost {
  const answers = costs.map(({ answer }) => answer).sort((a, b) => a - b);
  const computing = costs.reduce((sum, cost) => sum + cost.computing, 0) / costs.length;
  const { bytes = 0 } = costs.at(-1) ?? {};
  return { answer: answers[Math.floor(answers.length / 2)] ?? 0, computing, bytes };
}
