import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { ListCountsSchema, ListedSubmissionSchema } from '@domain/api/board-list';
import { minimumCountHeader, totalCountHeader } from '@domain/api/uploads';
import { submissionsCounted, uploadsPerPage } from '@domain/limits';

import { type BoardCase, fillBoard } from '../../../tests/support/fill-board';
import { ask } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../../../tests/support/test-api';
import { testBrowser } from '../../../tests/support/test-browser';
import { createTestWeb } from '../../../tests/support/test-web';
import { countDueFigures } from '../figures/kept-figures';
import { recordPerson } from '../store/people';

const more = 60;
const number = submissionsCounted + more;
const { contributor, expert1 } = actors;

let api: TestApi;
const now = Date.parse('2026-03-10T10:00:00Z');
beforeAll(async () => {
  api = await createTestApi({ now: () => new Date(now) });
  await fillBoard(api.repository.db, Array.from({ length: number }, one));
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

const one = (_: unknown, index: number): BoardCase => ({
  owner: contributor,
  status: index < number - 10 ? 'Accepted' : 'Submitted',
  title: `Study ${index}`,
  kind: 'raw',
  contact: contributor.email,
  submittedAt: new Date(now - index * 60_000),
  nr: null,
  n: null,
  tie: { rounds: 0, at: null },
  seats: [],
  keys: [],
});

async function page(query: string) {
  const response = await ask(api, expert1, `/api/editorial?${query}`);
  const rows = z.array(ListedSubmissionSchema).parse(await response.json());
  const { headers } = response;
  return {
    ids: rows.map(({ id }) => id),
    total: Number(headers.get(totalCountHeader)),
    isMinimum: headers.has(minimumCountHeader),
  };
}
const counts = async (query: string) =>
  ListCountsSchema.parse(await (await ask(api, expert1, `/api/editorial/counts?${query}`)).json());

test('each row of a list that is not counted to its end is on a page, as who pages on sees', async () => {
  const ids = new Set<string>();
  for (let at = 1, pages = 1; at <= pages; at += 1) {
    const { ids: shown, total, isMinimum } = await page(`q=Study&page=${at}`);
    for (const id of shown) ids.add(id);
    pages = Math.ceil(total / uploadsPerPage);
    expect([at, total]).toEqual([
      at,
      at * uploadsPerPage < number ? Math.max(submissionsCounted, at * uploadsPerPage + 1) : number,
    ]);
    expect([at, isMinimum]).toEqual([at, at * uploadsPerPage < number]);
  }
  expect(ids.size).toBe(number);
  expect(await page('q=Study&page=99')).toEqual({ ...(await page('q=Study&page=42')), total: number });
});

test('the parts say which of them have more', async () => {
  expect(await counts('q=Study')).toMatchObject({ all: submissionsCounted, atLeast: ['all', 'decided'] });
  expect(await counts('q=Study+7')).toMatchObject({ atLeast: [] });
  expect(await counts('kind=raw')).toMatchObject({ all: number, decided: number - 10, atLeast: [] });
});

test('the page says it as well', async () => {
  const web = await createTestWeb(api);
  await recordPerson(api.repository.db, expert1, new Date(now));
  const browser = testBrowser(web);
  await browser.signInAt('/authentication/login', expert1);
  const shown = async (at: number) => {
    const { page: shown } = await browser.open(`/editorial-board?show=all&q=Study&page=${at}`);
    return shown.replaceAll('<!-- -->', '');
  };
  expect(await shown(1)).toContain('Page 1 of 40+');
  expect(await shown(1)).toContain('2,000+');
  expect(await shown(41)).toContain('Page 41 of 42+');
  expect(await shown(42)).toContain('Page 42 of 42<');
});

test('status and type are counted to the end, and so is what waits', async () => {
  await api.pool.query(`update repository.uploads set status = 'Submitted'`);
  for (const query of ['', 'status=Submitted', 'show=mine', 'q=Study&show=mine']) {
    expect([query, await page(`page=1&${query}`)]).toMatchObject([query, { total: number, isMinimum: false }]);
  }
  expect(await counts('q=Study')).toMatchObject({ mine: number, atLeast: ['all'] });
});

test('what was submitted since submissions were counted is on the last page', async () => {
  await api.pool.query(`update repository.uploads set status = 'Accepted'`);
  await countDueFigures(api.repository, { from: 1 });
  await fillBoard(api.repository.db, Array.from({ length: more }, one), number + 1);
  const last = Math.ceil((number + more) / uploadsPerPage);
  const counted = await page(`page=${last - 1}`);
  expect(counted.total).toBe((last - 1) * uploadsPerPage + 1);
  expect(await page(`page=${last}`)).toMatchObject({ total: number + more });
});
