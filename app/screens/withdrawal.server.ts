import { redirect } from '@remix-run/node';
import { z } from 'zod';

import type { WithdrawalView } from '@domain/life/withdrawal';
import { maxCommentCharacters, minCommentCharacters } from '@domain/limits';

import { redirectToLoginAndConfirm, requireExpert, requireUser } from '~/auth/guards';
import { formsOf, type PlainAct, plainActOf, type ReasonAct, reasonId } from '~/components/withdrawal/reason-acts';
import type { ShownForm } from '~/components/withdrawal/withdrawal-forms';
import { openForm } from '~/drafts/draftable-form.server';
import { readDraftableForm, saveDraft, trySend } from '~/drafts/post-draft.server';
import type { FormError } from '~/forms/error-summary';
import { type FormEntries, readIntent } from '~/forms/form-entries';
import { readForm } from '~/forms/read-form.server';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { attempt, orFailurePage, type RepositoryError } from '~/repository-client/transport';
import {
  askRemoval,
  askWithdrawal,
  confirmRemoval,
  decideWithdrawal,
  declineRemoval,
  readWithdrawal,
  restoreDataSet,
  takeBack,
  type WithdrawalSide,
} from '~/repository-client/withdrawal';

import { errorOf, redisplayForm, showRefusal } from './posted-form.server';
import {
  proposedReason,
  reasonActOf,
  reasonIn,
  sideOf,
  withdrawalForm,
  withdrawalPage,
} from './withdrawal-form.server';

/** Everything that the screen shows, with the drafts of its forms. Throws the failure page for others. */
export async function loadWithdrawal(context: LoadContext, side: WithdrawalSide, id: string) {
  const view = await orFailurePage(readWithdrawal(context, side, id));
  const forms: ShownForm[] = [];
  for (const act of formsOf(side, view)) forms.push(await openReason(context, id, act, view));
  return { page: withdrawalPage(side, id), view, forms };
}

async function openReason(context: LoadContext, id: string, act: ReasonAct, view: WithdrawalView): Promise<ShownForm> {
  const proposed = proposedReason(act, view.asked);
  const { entries, versions } = await openForm(context, withdrawalForm(context, id, act), {
    meaningOf: (draft) => (draft ? reasonIn(draft) : proposed),
  });
  return { act, reason: entries ? reasonIn(entries) : proposed, versions };
}

/** Carries out the form of the screen that was sent. Every refusal shows it as it was typed. */
export async function changeWithdrawal(request: Request, context: LoadContext, side: WithdrawalSide, id: string) {
  const name = new URL(request.url).searchParams.get('act') ?? '';
  if (context.user) (side === 'own' ? requireUser : requireExpert)(request, context);
  const plain = plainActOf(name);
  if (plain) return actPlainly(request, context, side, id, plain);
  const act = reasonActOf(name);
  if (!act || sideOf(act) !== side) throw new Response(null, { status: 400 });
  const reply = await giveReason(request, context, id, act);
  return reply instanceof Response ? reply : { ...reply, data: { ...reply.data, act: name } };
}
export type WithdrawalReply = Exclude<Awaited<ReturnType<typeof changeWithdrawal>>, Response>;

async function actPlainly(request: Request, context: LoadContext, side: WithdrawalSide, id: string, act: PlainAct) {
  const page = withdrawalPage(side, id);
  if (!context.user) throw redirectToLoginAndConfirm(context, page);
  await readForm(request, z.object({}));
  const refusal = await attempt(() => plainOrders[act](context, id, side));
  if (refusal) {
    const reply = redisplayForm([], refusal.status, [errorOf(refusal, context)]);
    return { ...reply, data: { ...reply.data, act } };
  }
  context.flash.set({ kind: 'success', key: `withdrawal:done.${act}` });
  return redirect(page, 303);
}

const plainOrders: Record<
  PlainAct,
  (context: LoadContext, id: string, side: WithdrawalSide) => Promise<WithdrawalView>
> = {
  confirm: (context, id, side) => confirmRemoval(context, side, id),
  // The API knows the contributor alone, whatever the screen.
  'take-back': (context, id) => takeBack(context, id, 'withdrawal'),
  'take-removal-back': (context, id) => takeBack(context, id, 'removal'),
};

async function giveReason(request: Request, context: LoadContext, id: string, act: ReasonAct) {
  const form = withdrawalForm(context, id, act);
  const entries = await readDraftableForm(request, context, form);
  if (readIntent(entries).verb === 'draft') {
    return saveDraft(context, form, entries, (conflict) => showRefusal(context, conflict, entries));
  }
  const reason = reasonIn(entries);
  const error = reasonError(context, act, reason);
  if (error) return redisplayForm(entries, 400, [error]);
  const refusal = await trySend(context, form, entries, () => orders[act](context, id, reason));
  if (refusal) return showRefused(context, act, refusal, entries);
  context.flash.set({ kind: 'success', key: `withdrawal:done.${act === 'own-removal' ? 'removal' : act}` });
  return redirect(form.page, 303);
}

const orders: Record<ReasonAct, (context: LoadContext, id: string, reason: string) => Promise<WithdrawalView>> = {
  ask: askWithdrawal,
  'own-removal': (context, id, reason) => askRemoval(context, 'own', id, reason),
  withdraw: (context, id, reason) => decideWithdrawal(context, id, { decision: 'withdraw', reason }),
  decline: (context, id, reason) => decideWithdrawal(context, id, { decision: 'decline', reason }),
  restore: restoreDataSet,
  removal: (context, id, reason) => askRemoval(context, 'board', id, reason),
  'decline-removal': declineRemoval,
};

function reasonError({ language }: LoadContext, act: ReasonAct, reason: string): FormError | null {
  const t = translate(language);
  const fieldId = reasonId(act);
  if (reason.length < minCommentCharacters) return { message: t('errors:reason-missing'), fieldId };
  const max = maxCommentCharacters;
  return reason.length > max ? { message: t('withdrawal:tooLong', { max }), fieldId } : null;
}

function showRefused(context: LoadContext, act: ReasonAct, refusal: RepositoryError, entries: FormEntries) {
  if (refusal.code !== 'reason-missing') return showRefusal(context, refusal, entries);
  return redisplayForm(entries, refusal.status, [{ ...errorOf(refusal, context), fieldId: reasonId(act) }]);
}
