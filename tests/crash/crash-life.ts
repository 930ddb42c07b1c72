import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { z } from 'zod';

import { DataSetSchema, SearchAnswerSchema } from '@domain/api/search';
import { DataSetVersionsSchema } from '@domain/api/versions';

import { createRandom } from '../../services/repository/help-files/made-up-people';
import { type ApiServer, bundleApiServer } from './api-server';
import { historyOf, type Life, read, type Step, steps } from './life-steps';
import { type Site, startSite } from './site';

/** The server is killed within this time after a call was sent, whatever the speed of the machine. */
const longestLifeMs = 120;
/** Time in which jobs must be done; even a busy machine needs less. */
const patienceMs = 60_000;

/**
 * Leads data sets through their whole life (`steps`), and kills the server and its database at a random moment of each
 * step, until it was killed `kills` times. Whoever lost a response looks after the start, and repeats what was not
 * done. Throws unless every life ends as one without a kill does: the same acts in both histories, the same titles,
 * abstract and notes on corrections, the same versions and results of a search, and the same status of the first
 * version's page and data. The same seed chooses the same moments. With the address of a PostgreSQL database there are
 * two servers, and whoever lost a response asks the other one, while the killed one starts.
 */
export async function crashLife({
  kills,
  seed,
  folder,
  databaseUrl,
  say,
}: {
  kills: number;
  seed: number;
  folder: string;
  databaseUrl: string | null;
  say(text: string): void;
}): Promise<{ kills: number; lives: number; unanswered: number }> {
  const random = createRandom(seed);
  const entry = await bundleApiServer();
  const site = await startSite(folder, entry, databaseUrl);
  const expected = await live(site, 'whole', (step, life) => done(site, step, life));
  const report = { kills: 0, lives: 0, unanswered: 0 };
  while (report.kills < kills) {
    const name = `killed${report.lives}`;
    const end = await live(site, name, async (step, life) => {
      if (report.kills < kills) {
        if (await isKilledBefore(site, step, life, random.whole(0, longestLifeMs))) report.unanswered += 1;
        report.kills += 1;
        say(`${report.kills}/${kills}: killed while ${step.name}`);
      }
      await done(site, step, life);
    });
    const [told, wanted] = [end, expected].map((one) => JSON.stringify(one, null, 1));
    if (told !== wanted) throw new Error(`${name} ended as ${told} instead of ${wanted}`);
    report.lives += 1;
  }
  if (site.errors() !== '') throw new Error(`Errors of the server:\n${site.errors()}`);
  await site.close();
  rmSync(path.dirname(entry), { recursive: true });
  return report;
}

async function live(site: Site, name: string, take: (step: Step, life: Life) => Promise<void>): Promise<unknown> {
  const life: Life = { name, first: '', second: '' };
  for (const step of steps) await take(step, life);
  return endOf(site.server(), life);
}

/** Sends the call of a step and kills the server after some time. Returns whether the response was lost. */
async function isKilledBefore(site: Site, step: Step, life: Life, lifeMs: number): Promise<boolean> {
  const answer = step.run(site.server(), life).then(
    (response) => response.status,
    (error: unknown) => {
      // The connection ended with the server.
      if (error instanceof TypeError) return null;
      throw error;
    },
  );
  await delay(lifeMs);
  await site.kill();
  const status = await answer;
  if (status !== null && status >= 400) throw new Error(`${step.name}: ${status}`);
  return status === null;
}

/** Waits until a step is done, and does it if it is not. */
async function done(site: Site, step: Step, life: Life): Promise<void> {
  const until = Date.now() + patienceMs;
  let isSent = false;
  let refusal = '';
  while (!(await step.isDone(site.server(), life))) {
    if (Date.now() > until) throw new Error(`It takes too long until ${step.name}. ${refusal}`);
    if (!isSent) {
      const response = await step.run(site.server(), life);
      isSent = response.ok;
      if (!isSent) refusal = `${response.status} ${await response.text()}`;
      if (response.status >= 500) throw new Error(`${step.name}: ${refusal}`);
    }
    await delay(100);
  }
}

const StateSchema = z.object({ nr: z.number().nullable() });

/** What a life ended as, without what differs between lives. */
async function endOf(server: ApiServer, life: Life): Promise<unknown> {
  const histories = [await historyOf(server, life.first), await historyOf(server, life.second)];
  const acts = histories.map((history) => history.map(({ act, statusAfter, panel }) => ({ act, statusAfter, panel })));
  const [first, second] = [await numberOf(server, life.first), await numberOf(server, life.second)];
  const get = (address: string) => server.call('other', address);
  // The second version has the embargo of the first one, which is over.
  await waitFor(async () => (await get(`search/data/${second}`)).status === 200);
  const { row, fields, corrections } = await read(DataSetSchema, get(`search/metadata/${second}`));
  const { versions } = await read(DataSetVersionsSchema, get(`search/versions/${second}`));
  const [, ...found] = await read(SearchAnswerSchema, get(`search?q=${life.name}`));
  const own = (text: string) => text.replaceAll(life.name, 'this life');
  return {
    acts,
    titles: row.titles.map(own),
    abstract: fields.find(({ id }) => id === 5)?.values,
    notes: corrections.map(({ note }) => note),
    versions: versions.map(({ version }) => version),
    found: found.map(({ nr }) => (nr === second ? 'second' : nr)),
    first: (await get(`search/data/${first}`)).status,
    withdrawn: (await get(`search/metadata/${first}`)).status,
  };
}

async function numberOf(server: ApiServer, id: string): Promise<number> {
  return (await read(StateSchema, server.call('contributor', `fileupload/${id}/state`))).nr ?? 0;
}

async function waitFor(isReached: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + patienceMs;
  while (!(await isReached())) {
    if (Date.now() > until) throw new Error('The second version is not published.');
    await delay(100);
  }
}
