import { z } from 'zod';

import { statusRules, type UploadStatus } from './upload-status';

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

export const steps = ['mapping', 'check', 'metadata', 'submit'] as const;
export type Step = (typeof steps)[number];

/** 'blocked' = its precondition does not hold yet. */
export type StepState = 'done' | 'ready' | 'blocked';

/** Precondition of each step (spec section 2): the step menu shows it, the API enforces it. */
export function canStart(step: Step, flags: WorkflowFlags): boolean {
  switch (step) {
    case 'mapping':
      return true;
    case 'check':
      return flags.mapped;
    case 'metadata':
      return flags.checked;
    case 'submit':
      return flags.checked && flags.meta;
  }
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

/** The step menu of an upload, in order. */
export function workflowSteps(flags: WorkflowFlags): { step: Step; state: StepState }[] {
  return steps.map((step) => ({
    step,
    state: isDone(step, flags) ? 'done' : canStart(step, flags) ? 'ready' : 'blocked',
  }));
}

/** Why an upload cannot be submitted; null when it can (spec section 4). */
export function submitRefusal(
  status: UploadStatus,
  flags: WorkflowFlags,
): 'already-submitted' | 'not-mapped' | 'not-checked' | 'no-metadata' | null {
  if (!statusRules[status].editable) return 'already-submitted';
  if (!flags.mapped) return 'not-mapped';
  if (!flags.checked) return 'not-checked';
  if (!flags.meta) return 'no-metadata';
  return null;
}
