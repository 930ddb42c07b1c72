import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import {
  listColumns,
  ListCountsSchema,
  type ListedSubmission,
  ListedSubmissionSchema,
  WaitingSchema,
} from '@domain/api/board-list';
import { totalCountHeader } from '@domain/api/uploads';
import { assignments } from '@domain/board/act-rules';
import { listParts, type ListPart } from '@domain/board/waiting';
import { panels } from '@domain/limits';
import { chairRole, expertRole } from '@domain/roles';
import { openStatuses, statusRules, type UploadStatus, uploadStatuses } from '@domain/upload-status';

import { createChance } from '../../../tests/support/chance';
import { type BoardCase, fillBoard } from '../../../tests/support/fill-board';
import { ask } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, person, type TestApi } from '../../../tests/support/test-api';
import type { Actor } from '../context/context';
import { matchesOf } from '../store/board-matches';

const { contributor, other, expert1, expert2, expert3 } = actors;
const chair = person('chair', 'chair', [chairRole]);
/** An expert who contributes, and one who is named as contact in some submissions. */
const owner = person('owner', 'owner', [expertRole]);
const named = person('named', 'named', [expertRole]);
const board = [expert1, expert2, expert3, chair, owner, named];

const now = Date.parse('2026-03-10T10:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(now - days * dayMs);

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ now: () => new Date(now) });
  const { db } = api.repository;
  await fillBoard(db, madeUp(200));
  await db.execute(sql`
    insert into repository.dois (upload, doi, state, registrar, attributes, updated_at)
    select max(number), '10.5072/motothek.4711', 'findable', 'local', '{}', now()
    from repository.uploads where nr is not null`);
});
afterAll(() => api?.close());
afterAll(() => expect(api.serverErrors).toEqual([]));

/** Submissions with combinations of facts that chance makes, also unusual ones. */
function madeUp(count: number): BoardCase[] {
  const chance = createChance();
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(chance() * values.length)]!;
  const status = (): UploadStatus => pick([...uploadStatuses, ...openStatuses, ...openStatuses]);
  return Array.from({ length: count }, (_, index) => {
    const experts = [...board].sort(() => chance() - 0.5);
    const one = status();
    const seats = panels.flatMap((panel, place) => {
      if (chance() < 0.3) return [];
      const accepted = chance() < 0.7;
      const rating = accepted && chance() < 0.6 ? pick([1, 2] as const) : null;
      return [{ panel, expert: experts[place]!, accepted, dueAt: daysAgo(pick([-9.5, 4.5])), rating }];
    });
    const isTied = one === 'Pending' && seats.length === 2;
    return {
      owner: pick([contributor, other, owner]),
      status: one,
      title: `Study ${pick(['of grip', 'of jumps', '50% of all'])} ${index}`,
      kind: pick(['raw', 'agg'] as const),
      contact: pick([contributor.email, named.email.toUpperCase(), 'somebody@example.org']),
      submittedAt: daysAgo(index % 50),
      nr: one === 'Accepted' ? index + 1 : null,
      n: pick([null, 10, 300, 42]),
      tie: { rounds: isTied ? pick([1, 2]) : 0, at: isTied ? daysAgo(pick([5, 40])) : null },
      seats,
      keys: pick([['handgrip'], ['handgrip.left', 'slj'], []]),
    };
  });
}

async function list(who: Actor, query = '') {
  const response = await ask(api, who, `/api/editorial${query}`);
  expect(response.status).toBe(200);
  const rows = z.array(ListedSubmissionSchema).parse(await response.json());
  return { rows, ids: rows.map(({ id }) => id), total: Number(response.headers.get(totalCountHeader)) };
}

async function counts(who: Actor, query = '') {
  return ListCountsSchema.parse(await (await ask(api, who, `/api/editorial/counts${query}`)).json());
}

/** Whether a row belongs to a part, by what the rules of the domain say about it. */
function isIn(part: ListPart, { state = 'Uploaded', standing, waitsForMe, isOverdue }: ListedSubmission): boolean {
  const isOpen = openStatuses.some((open) => open === state) && standing === 'board';
  if (part === 'decided') return statusRules[state].decided;
  return { all: true, mine: waitsForMe, others: isOpen && !waitsForMe, overdue: isOverdue }[part];
}

const settings = assignments.flatMap((assignment) =>
  [true, false].map((hasOpenPanels) => ({ assignment, hasOpenPanels })),
);

describe.each(settings)('with experts invited by $assignment and open panels $hasOpenPanels', (setting) => {
  beforeAll(() => void Object.assign(api.repository.settings.board, setting));

  test.each(board.map((one) => [one.subject, one] as const))(
    'every part of the list has what the rules say, for %s',
    async (_, who) => {
      const { rows } = await list(who);
      expect(rows.length).toBeGreaterThan(100);
      const expected = Object.fromEntries(
        listParts.map((part) => [part, rows.filter((row) => isIn(part, row)).map(({ id }) => id)]),
      );
      for (const part of listParts) {
        const got = await list(who, `?show=${part}`);
        expect([part, got.ids]).toEqual([part, expected[part]]);
        expect(got.total).toBe(got.ids.length);
      }
      const lengths = Object.fromEntries(listParts.map((part) => [part, expected[part]?.length]));
      expect(await counts(who)).toEqual({ ...lengths, atLeast: [] });
      const waiting = WaitingSchema.parse(await (await ask(api, who, '/api/editorial/waiting')).json());
      expect(waiting.count).toBe(lengths.mine);
    },
  );
});

describe('columns', () => {
  const valueOf: Record<(typeof listColumns)[number], (row: ListedSubmission) => unknown> = {
    metadata: ({ title }) => title?.toLowerCase(),
    number: ({ nr }) => nr,
    status: ({ state }) => uploadStatuses.indexOf(state!),
    date: ({ date }) => date,
    e1: ({ e1 }) => (e1 === 'C' ? 0 : e1),
    e2: ({ e2 }) => (e2 === 'C' ? 0 : e2),
    email: ({ email }) => email,
    n: ({ n }) => n,
    type: ({ typ }) => typ === 'RAW',
    file: ({ datei }) => datei,
    due: ({ dueAt }) => dueAt,
  };
  const compare = (a: unknown, b: unknown) => (a === b ? 0 : (a as never) < (b as never) ? -1 : 1);

  test.each(listColumns)('the list can be sorted by "%s", rows without a value last', async (column) => {
    for (const who of [expert1, owner, named]) {
      for (const [sign, direction] of [
        ['', 1],
        ['-', -1],
      ] as const) {
        const { rows } = await list(who, `?sort=${sign}${column}`);
        const values = rows.map(valueOf[column]);
        const given = values.filter((value) => value !== null && value !== undefined);
        expect(values.slice(0, given.length)).toEqual(given);
        expect([...given].sort((a, b) => direction * compare(a, b))).toEqual(given);
      }
    }
  });

  test('pages have 50 rows, and a page beyond the last one is the last one', async () => {
    const every = await list(expert1, '?sort=file');
    const first = await list(expert1, '?sort=file&page=1');
    const last = await list(expert1, '?sort=file&page=99');
    expect(first.ids).toEqual(every.ids.slice(0, 50));
    expect([first.total, last.total]).toEqual([every.ids.length, every.ids.length]);
    expect(last.ids).toEqual(every.ids.slice(Math.floor((every.ids.length - 1) / 50) * 50));
  });

  test.each(['show=unknown', 'sort=title', 'sort=--date', 'page=0', 'page=x', 'status=Uploaded', 'kind=sav'])(
    'a query that is not valid is refused: %s',
    async (query) => {
      expect((await ask(api, expert1, `/api/editorial?${query}`)).status).toBe(400);
    },
  );
});

describe('filters', () => {
  const expectFilter = async (query: string, isFound: (row: ListedSubmission) => boolean) => {
    const { rows } = await list(expert1);
    const expected = rows.filter(isFound).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(rows.length);
    expect((await list(expert1, `?${query}`)).ids).toEqual(expected);
    expect((await counts(expert1, `?${query}`)).all).toBe(expected.length);
  };

  test('status tells disagreement from requested changes', async () => {
    await expectFilter('status=Pending', ({ state }) => state === 'Pending');
    await expectFilter(
      'status=ChangesRequested',
      ({ state, status }) => state === 'ChangesRequested' && status === 'Pending',
    );
  });

  test('kind', () => expectFilter('kind=agg', ({ typ }) => typ === 'AGG'));

  test('a text is found in title, file and e-mail address, and signs of patterns are only signs', async () => {
    await expectFilter('q=OF%20GRIP', ({ title }) => title!.includes('of grip'));
    await expectFilter('q=50%25%20of', ({ title }) => title!.includes('50% of'));
    await expectFilter('q=contributor@', ({ email }) => email === contributor.email);
    const { rows } = await list(expert1);
    const [{ id, datei }] = rows as [ListedSubmission];
    await expectFilter(`q=${datei}`, (row) => row.datei === datei);
    await expectFilter(`q=${id.toUpperCase()}`, (row) => row.id === id);
    const { nr } = rows.find((row) => row.nr !== null)!;
    await expectFilter(
      `q=${nr}`,
      (row) => row.nr === nr || row.title!.includes(String(nr)) || row.datei.includes(String(nr)),
    );
  });

  test.each(['10.5072/MOTOTHEK.4711', 'https://doi.org/10.5072/motothek.4711', 'doi:10.5072/motothek.4711'])(
    'a DOI finds its submission: %s',
    (typed) => expectFilter(`q=${encodeURIComponent(typed)}`, (row) => row.doi === '10.5072/motothek.4711'),
  );

  test.each(['Data set', 'Datensatz', 'https://motothek.example/data-set/'])(
    'the number of a data set is found with the words before it: %s',
    async (words) => {
      const { nr } = (await list(expert1)).rows.find((row) => row.doi !== null)!;
      await expectFilter(`q=${encodeURIComponent(`${words} ${nr}`.replace('/ ', '/'))}`, (row) => row.nr === nr);
    },
  );

  test('a motor test finds its results and trials, too', async () => {
    const grip = (await list(expert1, '?test=handgrip')).ids;
    const left = (await list(expert1, '?test=handgrip.left')).ids;
    const jump = (await list(expert1, '?test=slj')).ids;
    expect(left).toEqual(jump);
    expect(grip.length).toBeGreaterThan(left.length);
    expect(left.filter((id) => !grip.includes(id))).toEqual([]);
    expect((await list(expert1, '?test=hand_rip')).ids).toEqual([]);
  });

  test.each(['EXPERT2@example.org', 'pert2@', 'emil%20e'])('an expert is found by the panels they hold: %s', (typed) =>
    expectFilter(`expert=${typed}`, ({ panels: held }) => held.some(({ email }) => email === expert2.email)),
  );
});

describe('whoever is a party to a submission', () => {
  test.each([
    ['its contributor', owner],
    ['an expert it names', named],
  ] as const)('never learns from the list who reviews it: %s', async (_, who) => {
    const { rows } = await list(who);
    const own = rows.filter(({ standing }) => standing !== 'board');
    expect(own.length).toBeGreaterThan(20);
    for (const row of own) {
      expect(row).toMatchObject({
        panels: [],
        acts: [],
        e1: 'C',
        e2: 'C',
        dueAt: null,
        waitsForMe: false,
        isOverdue: false,
      });
    }
    const ids = new Set(own.map(({ id }) => id));
    for (const { email } of board) {
      for (const query of ['', '&show=decided', '&sort=e1', '&show=overdue', '&q=study']) {
        const found = await list(who, `?expert=${email}${query}`);
        expect(found.ids.filter((id) => ids.has(id))).toEqual([]);
      }
      expect((await counts(who, `?expert=${email}`)).all).toBe((await list(who, `?expert=${email}`)).total);
    }
  });
});

describe('a row', () => {
  test('tells no vote from one vote, and offers a vote only where one may be cast', async () => {
    const { rows } = await list(expert1);
    const votable = rows.filter(({ acts }) => acts.includes('vote'));
    expect(votable.length).toBeGreaterThan(10);
    expect(votable.filter(({ state }) => !statusRules[state!].votable)).toEqual([]);
    for (const { panels: held, standing } of rows) {
      if (standing !== 'board') continue;
      expect(held.map(({ nr }) => nr)).toEqual([1, 2]);
    }
    const states = new Set(rows.flatMap(({ panels: held }) => held.map(({ state }) => state)));
    expect([...states].sort()).toEqual(['accepted', 'empty', 'invited', 'voted']);
  });
});

test('a contributor who is no expert gets neither list, counts nor figures', async () => {
  for (const path of ['', '/counts', '/waiting', '/figures']) {
    expect((await ask(api, contributor, `/api/editorial${path}`)).status).toBe(403);
    expect((await ask(api, null, `/api/editorial${path}`)).status).toBe(401);
  }
});

test.each([
  { q: 'grip' },
  { q: '50% of' },
  { q: '7' },
  { q: 'an id' },
  { q: '10.5072/motothek.4711' },
  { q: contributor.email },
  { test: 'handgrip' },
  { test: 'slj', q: 'jumps' },
])('a filter finds the same by its indexes as by looking at each submission: %j', async (one) => {
  const { db } = api.repository;
  const filter = one.q === 'an id' ? { q: (await list(chair)).ids[0] } : one;
  const found = async (few?: number) => {
    const { rows } = await db.execute<{ number: number }>(sql`
        select u.number from repository.uploads as u where ${await matchesOf(db, filter, few)} order by u.number`);
    return rows.map(({ number }) => number);
  };
  const [byIndexes, byEach] = [await found(), await found(0)];
  expect(byIndexes.length).toBeGreaterThan(0);
  expect(byIndexes.length).toBeLessThan(200);
  expect(byEach).toEqual(byIndexes);
});
