import { expect, test } from 'vitest';

import type { UploadReview } from '@domain/api/reviews';

import { nextStep, reviewSteps } from './review-steps';

const moment = '2026-05-04T10:00:00.000Z';
const submitted: UploadReview = {
  id: '12r',
  fileName: 'grip.csv',
  status: 'Submitted',
  submittedAt: moment,
  votes: 0,
  decidedAt: null,
  notes: [],
  changes: [],
  chairReason: null,
  letter: null,
  awaitsLetter: false,
  nr: null,
  doi: null,
  doiUrl: null,
  doiIsTest: false,
  publishedAt: null,
  withdrawnAt: null,
  embargoEnd: null,
  right: 'own',
  withdrawable: true,
  isContinuable: false,
  revisable: false,
  revises: null,
  revisedBy: null,
  siblings: [],
};
const accepted: UploadReview = { ...submitted, status: 'Accepted', votes: 2, decidedAt: moment, nr: 3 };
const rejected: UploadReview = { ...submitted, status: 'Rejected', votes: 2, decidedAt: moment, revisable: true };
const revision = { id: '13r', fileName: 'grip.csv', date: '2026-05-05', status: 'Submitted' } as const;

const request = { panel: null, points: ['Name the units.'], answers: [''], requestedAt: moment, closedAt: null };

const cases: [name: string, UploadReview, steps: string, next: string][] = [
  ['without votes', submitted, 'done- current-awaited current-awaited later-later later-later', 'submitted'],
  ['with one vote', { ...submitted, votes: 1 }, 'done- done-in current-awaited later-later later-later', 'voted'],
  [
    'disputed',
    { ...submitted, status: 'Pending', votes: 2 },
    'done- done-in done-in current-disagree later-later',
    'pending',
  ],
  [
    'with requested changes',
    { ...submitted, status: 'ChangesRequested', votes: 1, changes: [request] },
    'done- current-yours later-later later-later later-later later-later',
    'changesRequested',
  ],
  [
    'that was handed in again',
    { ...submitted, changes: [{ ...request, closedAt: moment }] },
    'done- current-awaited current-awaited later-later later-later',
    'handedIn',
  ],
  ['accepted', accepted, 'done- done-in done-in done-Accepted current-soon', 'publishing'],
  [
    'accepted under embargo',
    { ...accepted, embargoEnd: '2027-02-28' },
    'done- done-in done-in done-Accepted current-embargo',
    'embargo',
  ],
  ['published', { ...accepted, publishedAt: moment }, 'done- done-in done-in done-Accepted done-', 'published'],
  ['rejected', rejected, 'done- done-in done-in done-Rejected', 'rejected'],
  [
    'rejected and being revised',
    { ...rejected, revisable: false, revisedBy: { ...revision, status: 'Uploaded' } },
    'done- done-in done-in done-Rejected',
    'revising',
  ],
  [
    'rejected and revised',
    { ...rejected, revisable: false, revisedBy: revision },
    'done- done-in done-in done-Rejected',
    'revised',
  ],
];

test.each(cases)('a submission %s shows its state and the next step', (_, review, steps, next) => {
  const shown = reviewSteps(review).map(({ state, note }) => `${state}-${note ?? ''}`);
  expect(shown.join(' ')).toBe(steps);
  expect(nextStep(review)).toBe(next);
});

test('completed steps have their times', () => {
  const steps = reviewSteps({ ...accepted, publishedAt: moment });
  expect(steps.map((step) => [step.name, step.moment !== null])).toEqual([
    ['submitted', true],
    ['vote', false],
    ['vote', false],
    ['decision', true],
    ['published', true],
  ]);
});
