import { boardActs, ownActs, type ReasonAct } from '~/components/withdrawal/reason-acts';
import type { DraftableForm } from '~/drafts/draftable-form.server';
import { type Entries, entryValue } from '~/forms/form-entries';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { readWithdrawal, type WithdrawalSide } from '~/repository-client/withdrawal';
import { attempt, orFailurePage } from '~/repository-client/transport';

/** On which side a form is. */
export function sideOf(act: ReasonAct): WithdrawalSide {
  return ownActs.some((own) => own === act) ? 'own' : 'board';
}

/** The act of a form by its name; null for any other. */
export function reasonActOf(name: string): ReasonAct | null {
  return [...ownActs, ...boardActs].find((act) => act === name) ?? null;
}

/** Path of the screen on which a side acts. */
export function withdrawalPage(side: WithdrawalSide, id: string): string {
  return side === 'own' ? paths.uploadWithdrawal(id) : paths.editorialWithdrawal(id);
}

/** The form in which a reason is given. What the contributor asks for is proposed to the chair. */
export function withdrawalForm(context: LoadContext, id: string, act: ReasonAct): DraftableForm {
  const side = sideOf(act);
  return {
    kind: 'withdrawal',
    object: `${id}/${act}`,
    page: withdrawalPage(side, id),
    exists: async () => (await attempt(() => readWithdrawal(context, side, id)))?.status !== 404,
    saved: async () => {
      const { asked } = await orFailurePage(readWithdrawal(context, side, id));
      return { entries: [['reason', proposedReason(act, asked)]], tag: '' };
    },
    meaningOf: async (entries) => reasonIn(entries),
  };
}

/** Text of an empty form. */
export function proposedReason(act: ReasonAct, asked: { reason: string } | null): string {
  return act === 'withdraw' ? (asked?.reason ?? '') : '';
}

/** The reason in a posted or drafted form, as it is stored. */
export function reasonIn(entries: Entries): string {
  return entryValue(entries, 'reason').replaceAll('\r\n', '\n').trim();
}
