import { expect, test } from 'vitest';

import { uploadStatuses } from './upload-status';
import {
  canStart,
  type CheckState,
  missingBefore,
  stepRefusal,
  steps,
  type WorkflowFacts,
  workflowFlags,
  type WorkflowFlags,
  workflowSteps,
} from './workflow-steps';

const flags = (change: Partial<WorkflowFlags> = {}): WorkflowFlags => ({
  mapped: false,
  checked: false,
  meta: false,
  submitted: false,
  ...change,
});
const states = (of: WorkflowFlags, checkState: CheckState = 'none') =>
  workflowSteps({ flags: of, tables: [{ checkState, leftOut: null }] }).map(({ state }) => state);

const facts = (change: Partial<WorkflowFacts> = {}): WorkflowFacts => ({
  status: 'Uploaded',
  isRead: true,
  tables: [{ mapped: true, checkState: 'ready' }],
  hasOpenProblems: false,
  hasMetadata: false,
  ...change,
});

test.each([
  ['a file without a mapping', { tables: [{ mapped: false, checkState: 'none' }] }, {}],
  [
    'one of two tables mapped',
    {
      tables: [
        { mapped: true, checkState: 'ready' },
        { mapped: false, checkState: 'none' },
      ],
    },
    {},
  ],
  ['a file without tables', { tables: [] }, {}],
  ['a mapped file that is being read again', { isRead: false }, {}],
  ['a running check', { tables: [{ mapped: true, checkState: 'running' }] }, { mapped: true }],
  ['a failed check', { tables: [{ mapped: true, checkState: 'failed' }] }, { mapped: true }],
  ['open problems', { hasOpenProblems: true }, { mapped: true }],
  ['a clean check', {}, { mapped: true, checked: true }],
  ['metadata before a new check', { hasMetadata: true, hasOpenProblems: true }, { mapped: true, meta: true }],
] satisfies [string, Partial<WorkflowFacts>, Partial<WorkflowFlags>][])(
  'the completed steps of %s',
  (_, change, expected) => {
    expect(workflowFlags(facts(change))).toEqual(flags(expected));
  },
);

test('an upload is submitted unless it is new or its changes are requested', () => {
  const open = uploadStatuses.filter((status) => !workflowFlags(facts({ status })).submitted);
  expect(open).toEqual(['Uploaded', 'ChangesRequested']);
});

test('a new file can only be mapped', () => {
  expect(states(flags())).toEqual(['ready', 'blocked', 'blocked', 'blocked']);
});

test('each completed step unlocks the next', () => {
  expect(states(flags({ mapped: true }))).toEqual(['done', 'ready', 'blocked', 'blocked']);
  expect(states(flags({ mapped: true, checked: true }))).toEqual(['done', 'done', 'ready', 'blocked']);
  expect(states(flags({ mapped: true, checked: true, meta: true }))).toEqual(['done', 'done', 'done', 'ready']);
});

test.each([
  ['none', 'ready'],
  ['running', 'running'],
  ['ready', 'open'],
  ['failed', 'ready'],
] as const)('an unfinished check that is %s is shown as %s', (checkState, state) => {
  expect(states(flags({ mapped: true }), checkState)[1]).toBe(state);
});

test('saved metadata can still be changed when a new check finds problems', () => {
  expect(canStart('metadata', flags({ mapped: true, meta: true }))).toBe(true);
  expect(states(flags({ mapped: true, meta: true }))).toEqual(['done', 'ready', 'done', 'blocked']);
});

test('a step is offered exactly if its API calls are not refused', () => {
  for (const bits of Array.from({ length: 8 }, (_, index) => index)) {
    const some = flags({ mapped: (bits & 1) > 0, checked: (bits & 3) === 3, meta: (bits & 4) > 0 });
    for (const step of steps) {
      expect(canStart(step, some)).toBe(stepRefusal(step, some) === null);
      expect(canStart(step, some)).toBe(missingBefore(step, some) === null);
    }
  }
});
