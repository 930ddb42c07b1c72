import { z } from 'zod';

import { statusRules, type UploadStatus } from './upload-status';

/** State of a check: none yet; waiting or running; result stored; stopped with a server error. */
export const CheckStateSchema = z.enum(['none', 'running', 'ready', 'failed']);
export type CheckState = z.infer<typeof CheckStateSchema>;

/** Progress flags of an upload (spec section 4, 'File workflow flags'). */
export const WorkflowFlagsSchema = z.object({
  /** Every table has at least one mapping. */
  mapped: z.boolean(),
  /** Mapped and checked without open problems. */
  checked: z.boolean(),
  /** Valid metadata with at least one entry is saved. */
  meta: z.boolean(),
  submitted: z.boolean(),
});
export type WorkflowFlags = z.infer<typeof WorkflowFlagsSchema>;

/** Facts that decide the flags of an upload. */
export interface WorkflowFacts {
  status: UploadStatus;
  /** Its file has been read. */
  isRead: boolean;
  tables: readonly { mapped: boolean; checkState: CheckState }[];
  /** A problem cannot be overridden or has no comment. */
  hasOpenProblems: boolean;
  hasMetadata: boolean;
}

/** Computes how far an upload has come (spec section 4). Nothing else decides this. */
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
export const StepSchema = z.enum(steps);
export type Step = z.infer<typeof StepSchema>;

/** 'blocked' = earlier steps are missing; 'running' and 'open' = a check that runs or has found problems. */
export type StepState = 'done' | 'ready' | 'running' | 'open' | 'blocked';

/**
 * The step that must be completed before this one can start; null if it can (spec section 2). Saved metadata can still
 * be changed when a new check finds problems, because its missing-value codes may resolve them.
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

/** Whether a step can start. The step menu shows it, the API enforces it. */
export function canStart(step: Step, flags: WorkflowFlags): boolean {
  return missingBefore(step, flags) === null;
}

/** The first step that is not done; null if the upload is submitted. */
export function nextStep(flags: WorkflowFlags): Step | null {
  return flags.submitted ? null : (steps.find((step) => !isDone(step, flags)) ?? null);
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

/** The properties of an upload that decide its steps. */
interface SteppedUpload {
  flags: WorkflowFlags;
  tables: readonly { checkState: CheckState; leftOut: string | null }[];
}

/** The step menu of an upload, in order. */
export function workflowSteps(upload: SteppedUpload): { step: Step; state: StepState }[] {
  return steps.map((step) => ({ step, state: stateOf(step, upload) }));
}

function stateOf(step: Step, { flags, tables }: SteppedUpload): StepState {
  if (isDone(step, flags)) return 'done';
  if (!canStart(step, flags)) return 'blocked';
  if (step !== 'check') return 'ready';
  const data = tables.filter(({ leftOut }) => leftOut === null);
  if (data.some(({ checkState }) => checkState === 'running')) return 'running';
  return data.every(({ checkState }) => checkState === 'ready') ? 'open' : 'ready';
}

/** Code with which the API refuses a step, by the step that must be completed first. */
const refusals = { mapping: 'not-mapped', check: 'not-checked', metadata: 'no-metadata' } as const;

/** Why a step of an upload cannot start; null if it can. */
export function stepRefusal(step: Step, flags: WorkflowFlags) {
  const missing = missingBefore(step, flags);
  return missing && refusals[missing];
}
