import { afterAll, beforeAll, expect, test } from 'vitest';

import { BoardFiguresSchema } from '@domain/api/board-figures';
import type { Administration, FixityPage, StoragePage } from '@domain/api/administration';

import { watchStatements } from '../../../tests/large-catalogue/watch-statements';
import { castVote } from '../../../tests/support/editorial-calls';
import { addUploadAt, ask } from '../../../tests/support/ready-uploads';
import { actors, administrator, chair, createTestApi, type TestApi } from '../../../tests/support/test-api';
import type { Actor } from '../context/context';
import { recordPerson } from '../store/people';
import { countDueFigures } from './kept-figures';

const { expert1, expert2 } = actors;

let api: TestApi;
let clock = Date.parse('2026-03-10T10:00:00Z');
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

beforeAll(async () => {
  api = await createTestApi({ now: () => new Date(clock) });
  const { db, now, jobs } = api.repository;
  for (const name of ['register-doi', 'send-mail', 'publish-upload', 'assign-experts'] as const) {
    jobs.handle(name, () => Promise.resolve());
  }
  for (const one of [expert1, expert2, chair]) await recordPerson(db, one, now());
  for (const owner of [actors.contributor, chair]) await review(owner);
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

async function review(owner: Actor): Promise<void> {
  const { id } = await addUploadAt(api, 'submitted', { owner });
  await castVote(api, expert1, id, { rating: 1 });
  await castVote(api, expert2, id, { nr: 2, rating: 1 });
}

const get = async <Answer>(who: Actor, path: string) => (await (await ask(api, who, `/api${path}`)).json()) as Answer;
const keptNames = async () => {
  const { rows } = await api.pool.query<{ name: string }>('select name from repository.kept_figures order by name');
  return rows.map(({ name }) => name);
};
const count = (from: number) => countDueFigures(api.repository, { from });

/** Everything that shows figures, and when these were counted. */
async function shown() {
  const board = async (who: Actor) => BoardFiguresSchema.parse(await get(who, '/editorial/figures'));
  const all = {
    chair: await board(chair),
    expert: await board(expert1),
    overview: await get<Administration>(administrator, '/administration'),
    storage: await get<StoragePage>(administrator, '/administration/storage'),
    fixity: await get<FixityPage>(administrator, '/administration/fixity'),
  };
  const times = new Set(Object.values(all).map(({ countedAt }) => countedAt));
  const others = Object.entries(all).map(([name, { countedAt: _, ...figures }]) => [name, figures]);
  const lists = {
    footer: await get(administrator, '/search/stats'),
    counts: await get(expert1, '/editorial/counts'),
    dois: await get(administrator, '/administration/dois'),
  };
  return { times: [...times], figures: { ...(Object.fromEntries(others) as object), ...lists } };
}

test('few uploads are counted at each look', async () => {
  await count(1000);
  const before = await shown();
  expect(before.times).toEqual([null]);
  await review(actors.contributor);
  expect((await shown()).figures).not.toEqual(before.figures);
});

test('many are counted once a minute, with the same result and its time', async () => {
  const now = await shown();
  await count(1);
  const kept = await shown();
  expect(kept.figures).toEqual(now.figures);
  expect(kept.times).toEqual([new Date(clock).toISOString()]);
  await review(actors.contributor);
  clock += minuteMs / 2;
  await count(1);
  expect((await shown()).figures).toMatchObject({ footer: { accepted: 3 }, counts: { all: 3, decided: 3 } });
  clock += minuteMs / 2;
  await count(1);
  const later = await shown();
  expect(later.times).toEqual([new Date(clock).toISOString()]);
  expect(later.figures).toMatchObject({
    footer: { accepted: 4 },
    counts: { all: 4, decided: 4 },
    expert: { experts: [{ votes: 4 }] },
    // The chair does not learn who reviewed the submission of the chair.
    chair: { experts: [{ votes: 3 }, { votes: 3 }, {}] },
  });
});

test('a figure that cannot be counted keeps no other from being counted, and its error is told', async () => {
  const { pool } = api;
  await pool.query('delete from repository.kept_figures');
  await pool.query('alter table repository.object_sums rename to object_sums_away');
  await expect(count(1)).rejects.toThrow();
  await pool.query('alter table repository.object_sums_away rename to object_sums');
  expect(await keptNames()).toEqual(['blocks', 'board', 'owners', 'storedBytes', 'uploads', 'waitingDois']);
  await count(1);
  expect(await keptNames()).toContain('objects');
});

test('what another release has kept in another shape is counted at each look, and again soon', async () => {
  const before = await shown();
  await api.pool.query(`update repository.kept_figures set figures = '{"months": []}'`);
  const meanwhile = await shown();
  expect(meanwhile).toEqual({ ...before, times: [null] });
  await count(1);
  expect(await shown()).toEqual(before);
});

test('servers that look at the same time count once', async () => {
  clock += minuteMs;
  const statements = watchStatements(api.pool);
  await Promise.all([count(1), count(1), count(1)]);
  const kept = statements.take().filter(({ text }) => text.startsWith('insert into "repository"."kept_figures"'));
  expect(kept).toHaveLength((await keptNames()).length);
});

test('the chair learns of no vote on the own submission, whatever the clocks of the servers say', async () => {
  clock += minuteMs;
  const { id } = await addUploadAt(api, 'submitted', { owner: chair });
  const votes = async () => {
    const { experts } = BoardFiguresSchema.parse(await get(chair, '/editorial/figures'));
    return experts.map(({ email, votes: number }) => [email, number]);
  };
  await count(1);
  const before = await votes();
  // The server that takes the vote is ahead of the one that counts.
  clock += 2 * minuteMs;
  await castVote(api, expert1, id, { rating: 1 });
  clock -= minuteMs;
  await count(1);
  expect(await votes()).toEqual(before);
  // What is done after the counting is not taken off.
  await castVote(api, expert2, id, { nr: 2, rating: 1 });
  expect(await votes()).toEqual(before);
});

test('a DOI can be tried again before it is counted', async () => {
  await count(1);
  const { id } = await addUploadAt(api, 'submitted', { owner: actors.contributor });
  // It waits since it was submitted; its job is not there any more.
  await api.pool.query(`delete from pgboss.job where name = 'register-doi'`);
  const tried = await ask(api, administrator, `/api/administration/dois/${id}`, { method: 'POST' });
  expect(await tried.json()).toEqual({ isDone: true });
});

test('what was counted yesterday, as while no server has worked, is counted at each look', async () => {
  clock += dayMs + minuteMs;
  expect((await shown()).times).toEqual([null]);
});

test('figures are forgotten where there are few uploads again, as those that are deleted are none', async () => {
  await count(1);
  expect((await shown()).times).not.toEqual([null]);
  await api.pool.query('update repository.uploads set deleted_at = now()');
  await count(1);
  expect((await shown()).times).toEqual([null]);
});
