import { z } from 'zod';

import { statusRules, type UploadStatus } from './upload-status';

/** Way of a check: none yet, waiting or running, its result stored, or stopped by a fault of ours. */
export const CheckStateSchema = z.enum(['none', 'running', 'ready', 'failed']);
export type CheckState = z.infer<typeof CheckStateSchema>;

/** Flags of an upload on its way to the editorial board (spec section 4, 'File workflow flags'). */
export const WorkflowFlagsSchema = z.object({
  /** Every table has at least one mapping. */
  mapped: z.boolean(),
  /** Mapped, checked, and no problem is open. */
  checked: z.boolean(),
  /** Metadata is saved with at least one entry and valid. */
  meta: z.boolean(),
  submitted: z.boolean(),
});
export type WorkflowFlags = z.infer<typeof WorkflowFlagsSchema>;

/** What the flags of an upload follow from. */
export interface WorkflowFacts {
  status: UploadStatus;
  /** Its file has been read. */
  isRead: boolean;
  tables: readonly { mapped: boolean; checkState: CheckState }[];
  /** A problem cannot be overridden, or has no comment. */
  hasOpenProblems: boolean;
  hasMetadata: boolean;
}

/** How far an upload has come (spec section 4). The only place where this is decided. */
export function workflowFlags(facts: WorkflowFacts): WorkflowFlags {
  const { status, isRead, tables, hasOpenProblems, hasMetadata } = facts;
  const mapped = isRead && tables.length > 0 && tables.every((table) => table.mapped);
  return {
    mapped,
    checked: mapped && !hasOpenProblems && tables.every(({ checkState }) => checkState === 'ready'),
    meta: hasMetadata,
    submitted: !statusRules[status].editable,
  };
}

export const steps = ['mapping', 'check', 'metadata', 'submit'] as const;
export type Step = (typeof steps)[number];

/** 'blocked' = its precondition does not hold yet; 'running' and 'open' = a check that runs, or has found problems. */
export type StepState = 'done' | 'ready' | 'running' | 'open' | 'blocked';

/**
 * The step that must be done before this one can start; null when it can (spec section 2). Metadata that
 * are saved stay open for changes when a new check finds problems: the codes of missing values that mend
 * them are part of the metadata.
 */
export function missingBefore(step: Step, flags: WorkflowFlags): Exclude<Step, 'submit'> | null {
  const needed: Record<Step, readonly Exclude<Step, 'submit'>[]> = {
    mapping: [],
    check: ['mapping'],
    metadata: flags.meta ? [] : ['mapping', 'check'],
    submit: ['mapping', 'check', 'metadata'],
  };
  return needed[step].find((earlier) => !isDone(earlier, flags)) ?? null;
}

/** Precondition of each step: the step menu shows it, the API enforces it. */
export function canStart(step: Step, flags: WorkflowFlags): boolean {
  return missingBefore(step, flags) === null;
}

function isDone(step: Step, flags: WorkflowFlags): boolean {
  switch (step) {
    case 'mapping':
      return flags.mapped;
    case 'check':
      return flags.checked;
    case 'metadata':
      return flags.meta;
    case 'submit':
      return flags.submitted;
  }
}

/** An upload as far as its steps follow from it. */
interface SteppedUpload {
  flags: WorkflowFlags;
  tables: readonly { checkState: CheckState }[];
}

/** The step menu of an upload, in order; of no upload yet, none of them can start. */
export function workflowSteps(upload: SteppedUpload | null): { step: Step; state: StepState }[] {
  return steps.map((step) => ({ step, state: upload ? stateOf(step, upload) : 'blocked' }));
}

function stateOf(step: Step, { flags, tables }: SteppedUpload): StepState {
  if (isDone(step, flags)) return 'done';
  if (!canStart(step, flags)) return 'blocked';
  if (step !== 'check') return 'ready';
  if (tables.some(({ checkState }) => checkState === 'running')) return 'running';
  return tables.every(({ checkState }) => checkState === 'ready') ? 'open' : 'ready';
}

/** Code with which the API refuses what belongs to a step; by the step that must be done first. */
const refusals = { mapping: 'not-mapped', check: 'not-checked', metadata: 'no-metadata' } as const;

/** Why a step of an upload cannot be taken; null when it can. */
export function stepRefusal(step: Step, flags: WorkflowFlags) {
  const missing = missingBefore(step, flags);
  return missing && refusals[missing];
}
