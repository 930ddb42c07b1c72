import { expect, test } from 'vitest';

import { submitRefusal, workflowSteps, type WorkflowFlags } from './workflow-steps';

const flags = (change: Partial<WorkflowFlags> = {}): WorkflowFlags => ({
  mapped: false,
  checked: false,
  meta: false,
  submitted: false,
  ...change,
});
const states = (of: WorkflowFlags) => workflowSteps(of).map(({ state }) => state);

test('a new file can be mapped and nothing else', () => {
  expect(states(flags())).toEqual(['ready', 'blocked', 'blocked', 'blocked']);
});

test('each step opens the next', () => {
  expect(states(flags({ mapped: true }))).toEqual(['done', 'ready', 'blocked', 'blocked']);
  expect(states(flags({ mapped: true, checked: true }))).toEqual(['done', 'done', 'ready', 'blocked']);
  expect(states(flags({ mapped: true, checked: true, meta: true }))).toEqual([
    'done',
    'done',
    'done',
    'ready',
  ]);
});

test('the first thing that is missing is the reason why a file cannot be submitted', () => {
  expect(submitRefusal('Uploaded', flags())).toBe('not-mapped');
  expect(submitRefusal('Uploaded', flags({ mapped: true, meta: true }))).toBe('not-checked');
  expect(submitRefusal('Uploaded', flags({ mapped: true, checked: true }))).toBe('no-metadata');
  expect(submitRefusal('Uploaded', flags({ mapped: true, checked: true, meta: true }))).toBeNull();
  expect(submitRefusal('Pending', flags({ mapped: true, checked: true, meta: true }))).toBe(
    'already-submitted',
  );
});
