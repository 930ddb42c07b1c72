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
/** Delay between two steps of one user. In total about ten writes per second, so that a small machine keeps up. */
const pauseMs = { writer: 400, upload: 1500, search: 500 };
/** Time until pages must be back after a scenario; after that their content counts as lost. */
const longestLookMs = 120_000;
const searches = ['balance', 'grip', 'endurance', 'children', 'Kraft'];
const unusualGrips = 6;

/** Users at work on a site, and what was acknowledged to them. */
export interface Load {
  /** Lets all users work until `during` ends. Returns the counts after checking what was acknowledged. */
  run(during: () => Promise<void>): Promise<Tally>;
}

/** Signs users in and prepares their forms: uploads with metadata, with comments and with a vote. */
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
      // Requests under way are completed, because everything is available again by then.
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

/** The last written values must be visible once everything is available again. */
async function lookAgain(writer: Writer, tally: Tally, deadline: number): Promise<void> {
  while (!(await writer.look(tally))) {
    if (performance.now() > deadline) return tally.add('pages', 'lost', 'a form could not be seen at the end');
    await delay(pollMs);
  }
}

/** Table of a prepared study, named after its file. */
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
  // The made-up table has more people than the metadata says.
  body.set('persons', 'on');
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
