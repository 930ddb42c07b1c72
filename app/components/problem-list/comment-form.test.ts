import { expect, test } from 'vitest';

import type { Problem } from '@domain/api/mapping';

import {
  changedComments,
  commentFaults,
  commentName,
  readComments,
  uncommented,
  withTyped,
} from './comment-form';

function problem(id: string, comment = '', canOverride = true): Problem {
  const [column = 'A', row = '2'] = id.split('/');
  return {
    id,
    cell: id,
    warning: `Warning of ${id}`,
    comment,
    byGroup: false,
    canOverride,
    remedy: '',
    rule: 'R03',
    column,
    row: Number(row),
    group: 'g',
    more: 0,
  };
}

const problems = [problem('C/17', 'measured twice'), problem('C/18'), problem('D/3', '', false)];

test('comments are read by the id of their problem, other fields are not', () => {
  expect([
    ...readComments([
      ['intent', 'save'],
      [commentName('C/17'), 'ok'],
    ]),
  ]).toEqual([['C/17', 'ok']]);
});

test('only what differs from the stored comments is saved; an emptied one is withdrawn', () => {
  const typed = new Map([
    ['C/17', ' measured twice '],
    ['C/18', 'tall child'],
    ['D/3', 'cannot be overridden'],
  ]);
  expect(changedComments(problems, typed)).toEqual([{ id: 'C/18', comment: 'tall child' }]);
  expect(changedComments(problems, new Map([['C/17', '']]))).toEqual([{ id: 'C/17', comment: '' }]);
});

test('problems on other pages, which were not posted, keep their comments', () => {
  expect(changedComments(problems, new Map())).toEqual([]);
  expect(withTyped(problems, new Map([['C/18', 'x']])).map(({ comment }) => comment)).toEqual([
    'measured twice',
    'x',
    '',
  ]);
});

test('a blank comment leaves an overridable problem uncommented', () => {
  expect(uncommented(withTyped(problems, new Map([['C/18', '  ']]))).map(({ id }) => id)).toEqual(['C/18']);
});

test('a comment of one character is too short, of 2001 too long', () => {
  const typed = new Map([
    ['C/17', 'x'],
    ['C/18', 'y'.repeat(2001)],
  ]);
  expect(commentFaults(withTyped(problems, typed)).map(({ problem: { id }, code }) => [id, code])).toEqual([
    ['C/17', 'comment-too-short'],
    ['C/18', 'comment-too-long'],
  ]);
});
