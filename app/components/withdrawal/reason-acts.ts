import type { WithdrawalView } from '@domain/life/withdrawal';

/** Acts that a reason is given for, by the name of their form. Both sides have a form of their own for a removal. */
export const ownActs = ['ask', 'own-removal'] as const;
export const boardActs = ['withdraw', 'decline', 'restore', 'removal', 'decline-removal'] as const;
export type ReasonAct = (typeof ownActs)[number] | (typeof boardActs)[number];

/** What each form needs to be allowed. */
const needs: Record<ReasonAct, WithdrawalView['acts'][number]> = {
  ask: 'ask',
  'own-removal': 'askRemoval',
  withdraw: 'withdraw',
  decline: 'decline',
  restore: 'restore',
  removal: 'askRemoval',
  'decline-removal': 'declineRemoval',
};

/** The forms that one side may send now, in the order of the screen. */
export function formsOf(side: 'own' | 'board', { acts }: Pick<WithdrawalView, 'acts'>): ReasonAct[] {
  const all: readonly ReasonAct[] = side === 'own' ? ownActs : boardActs;
  return all.filter((act) => acts.includes(needs[act]));
}

/** Id of a form on its page. */
export const formId = (act: ReasonAct) => `form-${act}`;

/** Id of the control of its reason. */
export const reasonId = (act: ReasonAct) => `reason-${act}`;

/** Acts that take a button only, by the name of their form, and what each needs to be allowed. */
export const plainActs = {
  confirm: 'confirmRemoval',
  'take-back': 'takeBack',
  'take-removal-back': 'takeRemovalBack',
} as const satisfies Record<string, WithdrawalView['acts'][number]>;
export type PlainAct = keyof typeof plainActs;

/** Their names in the order of the screen. */
export const plainActNames = Object.keys(plainActs) as PlainAct[];

/** The act of a form with a button only, by its name; null for any other. */
export function plainActOf(name: string): PlainAct | null {
  return plainActNames.find((act) => act === name) ?? null;
}
