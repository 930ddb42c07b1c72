import { setTimeout as delay } from 'node:timers/promises';

import type { Browser } from '../../services/identity/testing/browser';
import { gripStudyCsv } from '../fixtures/grip-study';
import { sentById } from '../support/form-in-page';
import type { Cluster } from './cluster';
import { commentWriter, metadataAnswers, metadataWriter, voteWriter, type Writer } from './form-writers';
import { accounts, signIn } from './people';
import { Tally } from './tally';
import { Uploads } from './uploads';

const pollMs = 300;
const longestPreparationMs = 300_000;
/** Between two steps of one person: some ten writes a second in all, so that a small machine keeps up. */
const pauseMs = { writer: 400, upload: 1500, search: 500 };
/** How long pages may take to come back after a scenario before what they hold counts as not to be seen. */
const longestLookMs = 120_000;
const searches = ['balance', 'grip', 'endurance', 'children', 'Kraft'];
const unusualGrips = 6;

/** People at work on a site, and what they have been promised. */
export interface Load {
  /** Has everybody work for as long as `during` takes. Returns what was counted and whether it is kept. */
  run(during: () => Promise<void>): Promise<Tally>;
}

/** Signs people in and prepares their forms: uploads that are described, commented and voted on. */
export async function prepareLoad({ origin }: Cluster, say: (text: string) => void): Promise<Load> {
  const contributors: Browser[] = [];
  const writers: Writer[] = [];
  for (const [at, email] of accounts.contributors.entries()) {
    const browser = await signIn(origin, email);
    contributors.push(browser);
    const described = await addChecked(browser, 100 + at, 0);
    const seed = 200 + at;
    const commented = await addChecked(browser, seed, unusualGrips);
    writers.push(metadataWriter(browser, described), commentWriter(browser, commented, tableOf(seed)));
    say(`${email} has a study to describe (${described}) and one to comment on (${commented})`);
  }
  for (const [at, email] of accounts.experts.entries()) {
    const owner = contributors[at] as Browser;
    const id = await addSubmitted(owner, 300 + at);
    writers.push(voteWriter(await signIn(origin, email), id, email));
    say(`${email} votes on ${id}`);
  }
  const visitor = contributors[0] as Browser;
  const uploads = new Uploads();
  let scenario = 0;
  return {
    async run(during) {
      scenario += 1;
      const tally = new Tally();
      let isOver = false;
      const repeat = async (ms: number, step: (count: number) => Promise<void>) => {
        for (let count = 1; !isOver; count += 1) {
          await step(count);
          await delay(ms);
        }
      };
      // What is on its way when the load ends is brought to its end, as everything is back by then.
      let isGivenUp = false;
      const working = [
        ...writers.map((writer) => repeat(pauseMs.writer, (count) => writer.step(tally, `${scenario}.${count}`))),
        ...contributors.map((browser) => repeat(pauseMs.upload, () => uploads.sendWhole(browser, tally))),
        ...contributors.map((browser) =>
          repeat(pauseMs.upload, () => uploads.sendInParts(browser, tally, () => isGivenUp)),
        ),
        repeat(pauseMs.search, (count) => search(visitor, tally, count)),
      ];
      await during();
      isOver = true;
      const timer = setTimeout(() => (isGivenUp = true), longestLookMs);
      await Promise.all(working);
      clearTimeout(timer);
      const deadline = performance.now() + longestLookMs;
      for (const writer of writers) await lookAgain(writer, tally, deadline);
      await uploads.check(tally);
      return tally;
    },
  };
}

async function search(browser: Browser, tally: Tally, count: number): Promise<void> {
  const text = `${searches[count % searches.length]} ${count}`;
  await tally.send('searches', browser, `/?q=${encodeURIComponent(text)}`, { expected: [200] });
}

/** What was written last has to be seen once everything is back. */
async function lookAgain(writer: Writer, tally: Tally, deadline: number): Promise<void> {
  while (!(await writer.look(tally))) {
    if (performance.now() > deadline) return tally.add('pages', 'lost', 'a form could not be seen at the end');
    await delay(pollMs);
  }
}

/** Name of the table of a prepared study, as of its file. */
const tableOf = (seed: number) => `prepared-${seed}`;

/** Uploads a made-up study, maps its columns and waits for the check. Returns its id. */
async function addChecked(browser: Browser, seed: number, weakGrips: number): Promise<string> {
  const body = new FormData();
  const content = gripStudyCsv(seed, 'international', { zeroGrips: 0, weakGrips });
  body.append('upload', new File([new Uint8Array(content)], `${tableOf(seed)}.csv`, { type: 'text/csv' }));
  const sent = await mustSend(browser, '/file-upload/receive/raw', 303, { method: 'POST', body });
  const address = new URL(sent.headers.get('Location') ?? '', browser.origin).pathname;
  await untilRead(browser, address);
  const mapping = { age: 'age_y|a', sex: 'sex|m/f', 'grip (kg)': 'handgrip|kg' };
  const pairs = Object.entries(mapping).flatMap(([source, target]) => [
    ['source', source],
    ['target', target],
  ]);
  await mustSend(browser, `${address}?table=${tableOf(seed)}`, 303, {
    method: 'POST',
    body: new URLSearchParams(pairs),
  });
  await untilRead(browser, address.replace('/data/', '/check/'));
  return address.split('/').at(-1) ?? '';
}

async function addSubmitted(browser: Browser, seed: number): Promise<string> {
  const id = await addChecked(browser, seed, 0);
  const metadata = new URLSearchParams([...metadataAnswers(`Voted on ${seed}`), ['intent', 'save']]);
  await mustSend(browser, `/file-upload/meta/${id}`, 303, { method: 'POST', body: metadata });
  const page = await (await mustSend(browser, `/file-upload/submit/${id}`, 200)).text();
  const body = new URLSearchParams(sentById(page, 'submit-form'));
  await mustSend(browser, `/file-upload/submit/${id}`, 303, { method: 'POST', body });
  return id;
}

async function mustSend(browser: Browser, address: string, status: number, init?: RequestInit): Promise<Response> {
  const response = await browser.request(address, init);
  if (response.status !== status) {
    throw new Error(`${init?.method ?? 'GET'} ${address} answered ${response.status}:\n${await response.text()}`);
  }
  return response;
}

async function untilRead(browser: Browser, address: string): Promise<void> {
  const deadline = performance.now() + longestPreparationMs;
  for (;;) {
    const html = await (await mustSend(browser, address, 200)).text();
    if (html.includes('id="failure-heading"')) throw new Error(`${address} could not be read.`);
    if (!html.includes('id="waiting-heading"')) return;
    if (performance.now() > deadline) throw new Error(`${address} is not read in time.`);
    await delay(pollMs);
  }
}
