import { expect, test } from 'vitest';

import { uploadStatuses } from '../upload-status';
import { nextActs, nextActsOf, nextActsOfOther } from './next-acts';

const none = { isWithdrawn: false, isWithdrawalAsked: false, isUnderEmbargo: false, openVersion: null };

test.each([
  ['Uploaded', ['continue', 'share']],
  ['Submitted', ['follow-review', 'private-links', 'share']],
  ['Pending', ['follow-review', 'private-links', 'share']],
  ['ChangesRequested', ['answer-changes', 'private-links', 'share']],
  ['Accepted', ['correct-metadata', 'begin-version', 'ask-withdrawal', 'share']],
  ['Rejected', ['revise']],
] as const)('a data set that is %s has these next acts', (status, acts) => {
  expect(nextActsOf({ ...none, status })).toEqual(acts);
});

test('an accepted data set leads to its open version', () => {
  const versionActOf = (openVersion: (typeof uploadStatuses)[number]) =>
    nextActsOf({ ...none, status: 'Accepted', openVersion })[1];
  expect(versionActOf('Uploaded')).toBe('continue-version');
  expect(versionActOf('ChangesRequested')).toBe('continue-version');
  expect(versionActOf('Submitted')).toBe('follow-version');
  expect(versionActOf('Pending')).toBe('follow-version');
});

test('the embargo of an accepted data set can be ended, and its data be read by links', () => {
  const acts = nextActsOf({ ...none, status: 'Accepted', isUnderEmbargo: true });
  expect(acts.slice(0, 2)).toEqual(['end-embargo', 'private-links']);
});

test('nothing but the withdrawal is left of a withdrawn data set', () => {
  expect(nextActsOf({ ...none, status: 'Accepted', isWithdrawn: true })).toEqual(['see-withdrawal']);
  expect(nextActsOf({ ...none, status: 'Accepted', isWithdrawalAsked: true })).not.toContain('ask-withdrawal');
});

test('of another version, only what concerns that version is offered', () => {
  const facts = { isWithdrawn: false, isWithdrawalAsked: false, isUnderEmbargo: false };
  const embargoed = nextActsOfOther({ ...facts, isUnderEmbargo: true });
  expect(embargoed).toEqual(['end-embargo', 'private-links', 'correct-metadata']);
  expect(nextActsOfOther({ ...facts, isWithdrawn: true })).toEqual(['see-withdrawal']);
});

test('every act is offered in some state, and always in the same order', () => {
  const offered = new Set<string>();
  for (const status of uploadStatuses) {
    for (const openVersion of [null, ...uploadStatuses]) {
      for (const isWithdrawn of [true, false]) {
        for (const isOther of [true, false]) {
          const facts = { status, openVersion, isWithdrawn, isWithdrawalAsked: isOther, isUnderEmbargo: isOther };
          const acts = nextActsOf(facts);
          for (const act of acts) offered.add(act);
          expect(acts).toEqual(nextActs.filter((act) => acts.includes(act)));
        }
      }
    }
  }
  expect([...offered].toSorted()).toEqual([...nextActs].toSorted());
});
