import type { MetadataError } from './api/metadata';
import type { Blocker } from './api/submission';
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
    /** No row is data. */
    isEmpty: boolean;
    /** Number of entries about rows that were left out and not found again. */
    rowsLost: number;
    checkState: CheckState;
    /** Number of cells that cannot be overridden, and of cells without a comment. */
    problems: { errors: number; open: number };
  }[];
  /** Number of findings in documents that have no comment. */
  openFindings: number;
  hasMetadata: boolean;
  /** According to the current rules, including the uniqueness of the title. */
  errors: readonly MetadataError[];
}

const blocker = (step: Blocker['step'], code: Blocker['code'], more: Partial<Blocker> = {}): Blocker => ({
  step,
  code,
  table: null,
  count: null,
  error: null,
  ...more,
});

/**
 * Everything that is missing before an upload can be submitted, in the order of the steps; empty if it can. Both the
 * API and the screen use this list.
 */
export function submissionBlockers(facts: SubmissionFacts): Blocker[] {
  return [...fileBlockers(facts), ...documentBlockers(facts), ...metadataBlockers(facts)];
}

function fileBlockers({ fileState, isBeingCorrected, tables }: SubmissionFacts): Blocker[] {
  if (isBeingRead(fileState)) return [blocker('mapping', 'file-unread')];
  if (fileState === 'failed') return [blocker('mapping', 'file-failed')];
  return [
    ...(isBeingCorrected ? [blocker('mapping', 'being-corrected')] : []),
    ...(tables.length === 0 ? [blocker('mapping', 'no-tables')] : []),
    ...tables.flatMap(({ name, mapped }) => (mapped ? [] : [blocker('mapping', 'table-unmapped', { table: name })])),
    ...tables.flatMap(({ name, isEmpty }) => (isEmpty ? [blocker('mapping', 'table-empty', { table: name })] : [])),
    ...tables.flatMap(({ name, rowsLost: count }) =>
      count > 0 ? [blocker('mapping', 'rows-lost', { table: name, count })] : [],
    ),
    ...tables.flatMap((table) => (table.mapped ? checkBlockers(table) : [])),
  ];
}

function checkBlockers({ name: table, checkState, problems }: SubmissionFacts['tables'][number]): Blocker[] {
  switch (checkState) {
    case 'running':
      return [blocker('check', 'check-running', { table })];
    case 'none':
      return [blocker('check', 'check-missing', { table })];
    case 'failed':
      return [blocker('check', 'check-failed', { table })];
    case 'ready':
      return [
        ...(problems.errors > 0 ? [blocker('check', 'problems-locked', { table, count: problems.errors })] : []),
        ...(problems.open > 0 ? [blocker('check', 'problems-open', { table, count: problems.open })] : []),
      ];
  }
}

function documentBlockers({ openFindings: count }: SubmissionFacts): Blocker[] {
  return count > 0 ? [blocker('documents', 'findings-open', { count })] : [];
}

function metadataBlockers({ hasMetadata, errors }: SubmissionFacts): Blocker[] {
  if (!hasMetadata) return [blocker('metadata', 'no-metadata')];
  return errors.map((error) => blocker('metadata', 'metadata-error', { error }));
}

/** Numbers of persons that differ: as the metadata states them, and as the data will be published. */
export interface PersonsDifference {
  stated: number;
  counted: number;
}

/**
 * The difference between the number of persons in the metadata ('' if there is none) and that in the data; null if they
 * agree or one of them is not known.
 */
export function comparePersons(stated: string, counted: number | null): PersonsDifference | null {
  if (!/^\d+$/.test(stated) || counted === null || Number(stated) === counted) return null;
  return { stated: Number(stated), counted };
}

/** Code with which the API refuses a submission: that of the first blocker; null if there is none. */
export function submissionRefusal([first]: readonly Blocker[]): ErrorCode | null {
  if (!first) return null;
  switch (first.code) {
    case 'file-unread':
    case 'being-corrected':
      return 'not-ready';
    case 'table-empty':
      return 'no-data-rows';
    case 'rows-lost':
      return 'rows-lost';
    case 'no-metadata':
      return 'no-metadata';
    case 'findings-open':
      return 'findings-open';
    case 'metadata-error':
      return first.error?.code === 'title-taken' ? 'title-taken' : 'metadata-invalid';
    default:
      return first.step === 'mapping' ? 'not-mapped' : 'not-checked';
  }
}
