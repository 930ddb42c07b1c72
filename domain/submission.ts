import type { MetadataFault } from './api/metadata';
import type { Lack } from './api/submission';
import type { FileState } from './api/uploads';
import type { ErrorCode } from './error-codes';
import { isBeingRead } from './file-state';
import type { CheckState } from './workflow-steps';

/** Facts that decide whether an upload can be submitted (spec section 4). */
export interface SubmissionFacts {
  fileState: FileState;
  /** A corrected file is being read. */
  isBeingCorrected: boolean;
  tables: readonly {
    name: string;
    mapped: boolean;
    checkState: CheckState;
    /** Number of cells that cannot be overridden, and of lines in the list without a comment. */
    problems: { errors: number; open: number };
  }[];
  hasMetadata: boolean;
  /** According to the current rules, including the uniqueness of the title. */
  faults: readonly MetadataFault[];
}

const lack = (step: Lack['step'], code: Lack['code'], more: Partial<Lack> = {}): Lack => ({
  step,
  code,
  table: null,
  count: null,
  fault: null,
  ...more,
});

/**
 * Everything that is missing before an upload can be submitted, in the order of the steps; empty if it can. Both the
 * API and the screen use this list.
 */
export function submissionLacks(facts: SubmissionFacts): Lack[] {
  return [...fileLacks(facts), ...metadataLacks(facts)];
}

function fileLacks({ fileState, isBeingCorrected, tables }: SubmissionFacts): Lack[] {
  if (isBeingRead(fileState)) return [lack('mapping', 'file-unread')];
  if (fileState === 'failed') return [lack('mapping', 'file-failed')];
  return [
    ...(isBeingCorrected ? [lack('mapping', 'being-corrected')] : []),
    ...(tables.length === 0 ? [lack('mapping', 'no-tables')] : []),
    ...tables.flatMap(({ name, mapped }) => (mapped ? [] : [lack('mapping', 'table-unmapped', { table: name })])),
    ...tables.flatMap((table) => (table.mapped ? checkLacks(table) : [])),
  ];
}

function checkLacks({ name: table, checkState, problems }: SubmissionFacts['tables'][number]): Lack[] {
  switch (checkState) {
    case 'running':
      return [lack('check', 'check-running', { table })];
    case 'none':
      return [lack('check', 'check-missing', { table })];
    case 'failed':
      return [lack('check', 'check-failed', { table })];
    case 'ready':
      return [
        ...(problems.errors > 0 ? [lack('check', 'problems-locked', { table, count: problems.errors })] : []),
        ...(problems.open > 0 ? [lack('check', 'problems-open', { table, count: problems.open })] : []),
      ];
  }
}

function metadataLacks({ hasMetadata, faults }: SubmissionFacts): Lack[] {
  if (!hasMetadata) return [lack('metadata', 'no-metadata')];
  return faults.map((fault) => lack('metadata', 'metadata-fault', { fault }));
}

/** Code with which the API refuses a submission: that of the first lack; null if there is none. */
export function submissionRefusal([first]: readonly Lack[]): ErrorCode | null {
  if (!first) return null;
  switch (first.code) {
    case 'file-unread':
    case 'being-corrected':
      return 'not-ready';
    case 'no-metadata':
      return 'no-metadata';
    case 'metadata-fault':
      return first.fault?.code === 'title-taken' ? 'title-taken' : 'metadata-invalid';
    default:
      return first.step === 'mapping' ? 'not-mapped' : 'not-checked';
  }
}
