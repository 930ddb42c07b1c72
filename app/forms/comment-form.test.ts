import { expect, test } from 'vitest';

import type { Problem } from '@domain/api/mapping';
import type { ListedGroup } from '@domain/api/problems';

import { changedComments, commentErrors, commentName, commentTargets, readComments } from './comment-form';

function problem(cell: string, canOverride: boolean, more: Partial<Problem>): Problem {
  const [column = 'C', row = '2'] = cell.split('/');
  return {
    id: cell,
    cell,
    warning: `Warning of ${cell}`,
    comment: '',
    byGroup: false,
    canOverride,
    remedy: '',
    rule: 'R03',
    column,
    row: Number(row),
    group: column,
    more: 0,
    ...more,
  };
}

function group(letters: string, canOverride: boolean, cells: [cell: string, more?: Partial<Problem>][]): ListedGroup {
  const problems = cells.map(([cell, more = {}]) => problem(cell, canOverride, more));
  return { id: letters, letters, count: problems.length, canOverride, comment: '', problems };
}

const groups = [
  group('A', false, [['A/3'], ['A/4']]),
  {
    ...group('C', true, [
      ['C/17', { comment: 'measured twice' }],
      ['C/18', { comment: 'all', byGroup: true }],
    ]),
    comment: 'all',
  },
  group('D', true, [['D/3']]),
];
const page = commentTargets(groups);

test('comments are read by the id of their problem, other fields are not', () => {
  expect([
    ...readComments([
      ['intent', 'save'],
      [commentName('C/17'), 'ok'],
    ]),
  ]).toEqual([['C/17', 'ok']]);
});

test('groups of several cells and each cell can have comments; impossible values cannot', () => {
  expect(page.map(({ id, all, comment }) => [id, all, comment])).toEqual([
    ['C-all', 2, 'all'],
    ['C/17', 0, 'measured twice'],
    ['C/18', 0, ''],
    ['D/3', 0, ''],
  ]);
});

test('only changed comments are saved; an emptied one is withdrawn', () => {
  const typed = new Map([
    ['C-all', 'all'],
    ['C/17', ' measured twice '],
    ['C/18', 'tall child'],
    ['D/3', ''],
  ]);
  expect(changedComments(page, typed)).toEqual([{ id: 'C/18', comment: 'tall child' }]);
  expect(changedComments(page, new Map([['C/17', '']]))).toEqual([{ id: 'C/17', comment: '' }]);
});

test('comments typed on other pages are saved with it', () => {
  expect(changedComments(page, new Map([['E/9', 'slow']]))).toEqual([{ id: 'E/9', comment: 'slow' }]);
});

test('a comment of 1 character is too short, one of 2001 too long, and an empty one does not count', () => {
  const typed = new Map([
    ['C-all', 'x'],
    ['C/17', ' '],
    ['C/18', 'y'.repeat(2001)],
  ]);
  expect(commentErrors(page, typed).map(({ target: { id }, code }) => [id, code])).toEqual([
    ['C-all', 'comment-too-short'],
    ['C/18', 'comment-too-long'],
  ]);
});
