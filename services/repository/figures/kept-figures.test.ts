import { afterAll, beforeAll, expect, test } from 'vitest';

import { BoardFiguresSchema } from '@domain/api/board-figures';
import type { Administration, FixityPage, StoragePage } from '@domain/api/administration';

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

test('what was counted yesterday, as while no server has worked, is counted at each look', async () => {
  clock += dayMs + minuteMs;
  expect((await shown()).times).toEqual([null]);
});

test('figures are forgotten where there are few uploads again', async () => {
  await count(1);
  expect((await shown()).times).not.toEqual([null]);
  await count(1000);
  expect((await shown()).times).toEqual([null]);
});
