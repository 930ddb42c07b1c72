import { expect, test } from 'vitest';

import { blockerCodes, type Blocker } from './api/submission';
import { submissionBlockers, submissionRefusal, type SubmissionFacts } from './submission';
import { canStart, workflowFlags } from './workflow-steps';

type Table = SubmissionFacts['tables'][number];

const table = (change: Partial<Table> = {}): Table => ({
  name: 'adults',
  mapped: true,
  isEmpty: false,
  rowsLost: 0,
  checkState: 'ready',
  problems: { errors: 0, open: 0 },
  ...change,
});
const complete: SubmissionFacts = {
  fileState: 'ready',
  isBeingCorrected: false,
  tables: [table()],
  openFindings: 0,
  hasMetadata: true,
  errors: [],
};
const titleTaken = { field: 2, index: 0, parent: null, code: 'title-taken' };
const lateDate = { field: 9, index: 0, parent: null, code: 'begin-day' };

/** Facts that differ from complete ones, the expected blockers by code and table or count, and the refusal code. */
const cases: [what: string, Partial<SubmissionFacts>, string[], ReturnType<typeof submissionRefusal>][] = [
  ['nothing is missing', {}, [], null],
  ['the file waits', { fileState: 'received' }, ['file-unread'], 'not-ready'],
  [
    'the file is read again',
    { fileState: 'reading', tables: [table({ mapped: false })] },
    ['file-unread'],
    'not-ready',
  ],
  ['the file cannot be read', { fileState: 'failed', tables: [] }, ['file-failed'], 'not-mapped'],
  ['a corrected file is being read', { isBeingCorrected: true }, ['being-corrected'], 'not-ready'],
  ['findings in documents have no comment', { openFindings: 2 }, ['findings-open 2'], 'findings-open'],
  ['there is no table', { tables: [] }, ['no-tables'], 'not-mapped'],
  [
    'one of two tables is not mapped',
    { tables: [table(), table({ name: 'girls', mapped: false, checkState: 'none' })] },
    ['table-unmapped girls'],
    'not-mapped',
  ],
  ['all rows are left out', { tables: [table({ isEmpty: true })] }, ['table-empty adults'], 'no-data-rows'],
  ['rows were not found again', { tables: [table({ rowsLost: 2 })] }, ['rows-lost adults 2'], 'rows-lost'],
  ['a check is running', { tables: [table({ checkState: 'running' })] }, ['check-running adults'], 'not-checked'],
  ['no check has run', { tables: [table({ checkState: 'none' })] }, ['check-missing adults'], 'not-checked'],
  ['a check failed', { tables: [table({ checkState: 'failed' })] }, ['check-failed adults'], 'not-checked'],
  [
    'problems of both kinds',
    { tables: [table({ problems: { errors: 3, open: 7 } })] },
    ['problems-locked adults 3', 'problems-open adults 7'],
    'not-checked',
  ],
  [
    'a running check hides the previous problems',
    { tables: [table({ checkState: 'running', problems: { errors: 3, open: 7 } })] },
    ['check-running adults'],
    'not-checked',
  ],
  ['no metadata', { hasMetadata: false }, ['no-metadata'], 'no-metadata'],
  [
    'errors',
    { errors: [lateDate, titleTaken] },
    ['metadata-error begin-day', 'metadata-error title-taken'],
    'metadata-invalid',
  ],
  ['only a title in use', { errors: [titleTaken] }, ['metadata-error title-taken'], 'title-taken'],
  [
    'everything at once, in the order of the steps',
    {
      isBeingCorrected: true,
      tables: [table({ problems: { errors: 0, open: 1 } }), table({ name: 'girls', mapped: false })],
      hasMetadata: false,
    },
    ['being-corrected', 'table-unmapped girls', 'problems-open adults 1', 'no-metadata'],
    'not-ready',
  ],
];

const inShort = ({ code, table: name, count, error }: Blocker) =>
  [code, name, count, error?.code].filter((part) => part !== null && part !== undefined).join(' ');

test.each(cases)('%s', (_, change, blockers, refusal) => {
  const found = submissionBlockers({ ...complete, ...change });
  expect(found.map(inShort)).toEqual(blockers);
  expect(submissionRefusal(found)).toBe(refusal);
});

test('every code occurs in a case', () => {
  const named = cases.flatMap(([, , blockers]) => blockers.map((line) => line.split(' ')[0]));
  expect([...new Set(named)].sort()).toEqual([...blockerCodes].sort());
});

test('an upload without blockers has completed all its steps, as the step menu shows', () => {
  for (const [, change] of cases) {
    const facts = { ...complete, ...change };
    const flags = workflowFlags({
      status: 'Uploaded',
      isRead: facts.fileState === 'ready',
      tables: facts.tables,
      hasOpenProblems: facts.tables.some(({ problems }) => problems.errors + problems.open > 0),
      hasMetadata: facts.hasMetadata,
    });
    if (submissionBlockers(facts).length === 0) expect(canStart('submit', flags)).toBe(true);
    if (!canStart('submit', flags)) expect(submissionRefusal(submissionBlockers(facts))).not.toBeNull();
  }
});
