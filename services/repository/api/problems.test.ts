import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { Problem } from '@domain/api/mapping';
import type { ProblemCounts, ProblemPage } from '@domain/api/problems';

import { ask as askApi } from '../../../tests/support/ready-uploads';
import { mappingOf, openSourceApi, type SourceApi } from '../../../tests/support/source-uploads';
import { actors } from '../../../tests/support/test-api';
import { findUploadProgress } from '../store/upload-progress';

let source: SourceApi;
const { contributor: anna, other: ben } = actors;
beforeAll(async () => {
  source = await openSourceApi();
});
afterEach(() => expect(source.serverErrors).toEqual([]));
afterAll(() => source.close());

const people = mappingOf({ id: 'person_id|', sex: 'sex|m/w', age: 'age_y|a', jump: 'slj|cm', grip: 'handgrip|kg' });
/** 30 jumps are unusual (D/2 to D/31), 3 grips impossible and 2 unusual. */
const rows = Array.from({ length: 60 }, (_, i) => {
  const grip = i < 3 ? 400 : i < 5 ? 2 : 20;
  return `p${i},${i % 2 ? 'm' : 'w'},8,${i < 30 ? 20 : 121},${grip}`;
});
const csv = ['id,sex,age,jump,grip', ...rows].join('\n');

const ask = (address: string, body?: unknown, actor = anna) =>
  askApi(source, actor, address, { method: body === undefined ? 'GET' : 'POST', body, language: 'en' });
const json = async <T>(response: Response | Promise<Response>) => (await (await response).json()) as T;
const code = async (response: Response | Promise<Response>) => {
  const { status } = await response;
  return [status, (await json<{ code?: string }>(response)).code];
};

async function addChecked() {
  const { id, number } = await source.addUpload({ tables: [{ name: 'data', csv }] });
  const all = await json<Problem[]>(ask(`/api/mapping/raw/${id}/data`, people));
  const address = `/api/mapping/problems/${id}/data`;
  return {
    id,
    all,
    address,
    page: (query = '') => json<ProblemPage>(ask(address + query)),
    save: (comments: Record<string, string>, confirmed = true) =>
      ask(address, {
        comments: Object.entries(comments).map(([problem, comment]) => ({ id: problem, comment })),
        confirmed,
      }),
    check: () => ask(`/api/mapping/check/${id}`, {}),
    hasErrors: async () => (await findUploadProgress(source.repository.db, number))?.hasErrors,
  };
}
const lines = ({ groups }: ProblemPage) =>
  groups.flatMap(({ problems }) => problems.map(({ cell, more }) => (more > 0 ? `${more} more` : cell)));
const listed = Array.from({ length: 20 }, (_, i) => `D/${i + 2}`);

describe('pages of problems', () => {
  it('contain the lines of the whole list in groups, with counts of all', async () => {
    const { all, page } = await addChecked();
    const found = await page();
    expect(found.counts).toEqual({ cells: 35, errors: 3, open: 32, groups: 2 });
    expect(found.columns).toEqual([
      { letters: 'D', name: 'jump' },
      { letters: 'E', name: 'grip' },
    ]);
    expect(lines(found)).toEqual(['E/2', 'E/3', 'E/4', ...listed, '10 more', 'E/5', 'E/6']);
    expect(found.groups.flatMap(({ problems }) => problems)).toEqual(all);
    expect(found.groups.map(({ id, letters, count, canOverride }) => [id, letters, count, canOverride])).toEqual([
      ['R02-4', 'E', 3, false],
      ['R03-3', 'D', 30, true],
      ['R03-4', 'E', 2, true],
    ]);
    expect(found.groups[0]?.problems[0]?.remedy).toBe(
      'Correct the value in your file, choose another unit in the mapping, or add the value there under ‘Codes for missing values’.',
    );
  });

  it('may end anywhere, even within a group; a page beyond the end is the last one', async () => {
    const { page } = await addChecked();
    expect(lines(await page('?offset=2&limit=2'))).toEqual(['E/4', 'D/2']);
    const last = await page('?offset=9999&limit=10');
    expect([last.offset, last.total, lines(last)]).toEqual([20, 26, [...listed.slice(17), '10 more', 'E/5', 'E/6']]);
  });

  it('are filtered by column, by impossible values and by comments', async () => {
    const { page, save } = await addChecked();
    await save({ 'R03-3-2': 'slipped', 'R03-4-all': 'hand injured' });
    expect(lines(await page('?column=E'))).toEqual(['E/2', 'E/3', 'E/4', 'E/5', 'E/6']);
    expect(lines(await page('?column=E&severity=error'))).toEqual(['E/2', 'E/3', 'E/4']);
    expect(lines(await page('?severity=open'))).toEqual([...listed.slice(1), '10 more']);
    expect(lines(await page('?severity=commented'))).toEqual(['D/2', 'E/5', 'E/6']);
    const none = await page('?column=E&severity=open');
    expect([none.total, none.offset, none.groups]).toEqual([0, 0, []]);
    expect(lines(await page('?column=Z'))).toHaveLength(26);
  });

  it('of one group list each of its cells', async () => {
    const { address, page } = await addChecked();
    const found = await page('?group=R03-3&offset=25&limit=10');
    expect([found.total, lines(found)]).toEqual([30, ['D/27', 'D/28', 'D/29', 'D/30', 'D/31']]);
    expect((await page('?group=R03-3&offset=999&limit=20')).offset).toBe(20);
    expect(await code(ask(`${address}?group=R09-3`))).toEqual([404, 'not-found']);
  });

  it('belong to the owner, and refuse invalid queries', async () => {
    const { address } = await addChecked();
    expect(await code(ask(address, undefined, ben))).toEqual([404, 'not-found']);
    expect(await code(ask(address, { comments: [], confirmed: true }, ben))).toEqual([404, 'not-found']);
    for (const query of ['offset=-1', 'limit=0', 'limit=201', 'severity=all', 'offset=x']) {
      expect(await code(ask(`${address}?${query}`)), query).toEqual([400, 'bad-request']);
    }
    expect(await code(ask(address, { comments: [{ id: 'R03-3-2' }] }))).toEqual([400, 'bad-request']);
  });
});

describe('a comment on a group', () => {
  it('applies to all its cells without their own comment, even after another check', async () => {
    const { id, page, save, check, hasErrors } = await addChecked();
    await save({ 'R03-3-all': ' small children ', 'R03-3-3': 'slipped', 'R03-4-all': 'hand injured' });
    const commentOf = async () => {
      const found = await page('?column=D');
      expect(found.groups[0]?.comment).toBe('small children');
      return new Map(found.groups[0]?.problems.map((problem) => [problem.id, problem]));
    };
    const found = await commentOf();
    expect(found.get('R03-3-2')).toMatchObject({ comment: 'small children', byGroup: true });
    expect(found.get('R03-3-3')).toMatchObject({ comment: 'slipped', byGroup: false });
    expect(found.get('R03-3-more')).toMatchObject({ comment: 'small children', byGroup: true });
    expect((await page()).counts).toEqual({ cells: 35, errors: 3, open: 0, groups: 2 });
    await check();
    expect((await commentOf()).get('R03-3-2')?.comment).toBe('small children');
    const plain = await json<Problem[]>(ask(`/api/mapping/errors/${id}/data?group=R03-3&offset=29`));
    expect(plain[0]).toMatchObject({ cell: 'D/31', comment: 'small children' });
    // Three impossible grips are left, which comments cannot explain.
    expect(await hasErrors()).toBe(true);
    expect(await code(save({ 'R02-4-all': 'as measured' }))).toEqual([400, 'problem-not-overridable']);
    expect(await code(save({ 'R03-3-all': 'x' }))).toEqual([400, 'comment-too-short']);
    await save({ 'R03-3-all': '' });
    expect((await page()).counts.open).toBe(29);
  });

  it('is enough for a result far from those of comparable people', async () => {
    const grips = Array.from({ length: 80 }, (_, i) => `p${i},m,8,${i < 2 ? 58 : 20 + (i % 3)}`);
    const { id, number } = await source.addUpload({
      tables: [{ name: 'data', csv: ['id,sex,age,grip', ...grips].join('\n') }],
    });
    const mapping = mappingOf({ id: 'person_id|', sex: 'sex|m/w', age: 'age_y|a', grip: 'handgrip|kg' });
    const problems = await json<Problem[]>(ask(`/api/mapping/raw/${id}/data`, mapping));
    expect(problems.map(({ id: problem }) => problem)).toEqual(['R41-3-2', 'R41-3-more']);
    await ask(`/api/mapping/override/${id}/data`, [{ id: 'R41-3-all', comment: 'two climbers' }]);
    expect(await findUploadProgress(source.repository.db, number)).toMatchObject({ hasErrors: false });
  });
});

describe('a comment on a cell', () => {
  it('may be on any cell of a large group, and comments on all cells resolve it', async () => {
    const { page, save, check } = await addChecked();
    const own = Array.from({ length: 30 }, (_, i) => [`R03-3-${i + 2}`, `slipped ${i}`]);
    await save(Object.fromEntries(own.slice(0, 29)) as Record<string, string>);
    expect((await page()).counts.open).toBe(3);
    expect((await page('?group=R03-3&offset=28')).groups[0]?.problems.map(({ comment }) => comment)).toEqual([
      'slipped 28',
      '',
    ]);
    await save(Object.fromEntries(own.slice(29)) as Record<string, string>);
    expect((await page()).counts.open).toBe(2);
    await check();
    expect((await page()).counts.open).toBe(2);
  });
});

describe('saving comments', () => {
  it('is refused while problems have no comment, unless that is confirmed', async () => {
    const { address, page, save } = await addChecked();
    const refused = await save({ 'R03-3-all': 'small children' }, false);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      code: 'uncommented-problems',
      title: 'There are uncommented problems: 2.',
    });
    expect((await page()).counts.open).toBe(32);
    const saved = await json<ProblemCounts>(save({ 'R03-3-all': 'small children' }));
    expect(saved).toEqual({ cells: 35, errors: 3, open: 2, groups: 2 });
    expect((await ask(address, { comments: [{ id: 'R03-4-all', comment: 'injured' }], confirmed: false })).status).toBe(
      200,
    );
  });

  it('takes the last of several for one cell, and thousands in one call', async () => {
    const { address, page } = await addChecked();
    const comments = Array.from({ length: 20_000 }, (_, i) => ({ id: 'R03-3-2', comment: `attempt ${i}` }));
    expect((await ask(address, { comments, confirmed: true })).status).toBe(200);
    expect((await page('?column=D')).groups[0]?.problems[0]?.comment).toBe('attempt 19999');
    const withdrawn = comments.map((entry) => ({ ...entry, comment: '' }));
    expect((await ask(address, { comments: withdrawn, confirmed: true })).status).toBe(200);
    expect((await page('?column=D')).groups[0]?.problems[0]?.comment).toBe('');
  });
});
