import {
  type WaitingWithdrawal,
  WaitingWithdrawalSchema,
  type WithdrawalDecision,
  type WithdrawalView,
  WithdrawalViewSchema,
} from '@domain/life/withdrawal';

import { callForJson, type ClientContext, segments } from './transport';

/** As whom the user acts: as the contributor of the data set, or as a member of the chair. */
export type WithdrawalSide = 'own' | 'board';

const sides: Record<WithdrawalSide, string> = { own: '/fileupload', board: '/editorial' };

/** How far the withdrawal of a data set is. */
export function readWithdrawal(context: ClientContext, side: WithdrawalSide, id: string): Promise<WithdrawalView> {
  return callForJson(context, WithdrawalViewSchema, `${sides[side]}${segments(id)}/withdrawal`);
}

/** Withdrawals that wait for the user as a member of the chair. */
export function listWithdrawals(context: ClientContext): Promise<WaitingWithdrawal[]> {
  return callForJson(context, WaitingWithdrawalSchema.array(), '/editorial/withdrawals');
}

/** Asks the chair to withdraw the user's own data set. */
export function askWithdrawal(context: ClientContext, id: string, reason: string): Promise<WithdrawalView> {
  return post(context, 'own', id, 'withdrawal', { reason });
}

/** Withdraws a data set as a member of the chair, or declines to. */
export function decideWithdrawal(
  context: ClientContext,
  id: string,
  decision: WithdrawalDecision,
): Promise<WithdrawalView> {
  return post(context, 'board', id, 'withdrawal', decision);
}

export function restoreDataSet(context: ClientContext, id: string, reason: string): Promise<WithdrawalView> {
  return post(context, 'board', id, 'restoration', { reason });
}

/** Asks to remove the data at once. */
export function askRemoval(
  context: ClientContext,
  side: WithdrawalSide,
  id: string,
  reason: string,
): Promise<WithdrawalView> {
  return post(context, side, id, 'removal', { reason });
}

/** Takes the user's own request back: to withdraw the data set, or to remove its data. */
export function takeBack(context: ClientContext, id: string, act: 'withdrawal' | 'removal'): Promise<WithdrawalView> {
  return callForJson(context, WithdrawalViewSchema, `${sides.own}${segments(id)}/${act}`, { method: 'DELETE' });
}

/** Declines to remove the data at once, as a member of the chair. */
export function declineRemoval(context: ClientContext, id: string, reason: string): Promise<WithdrawalView> {
  return post(context, 'board', id, 'removal/refusal', { reason });
}

/** Confirms what somebody else asked for, and removes the data for good. */
export function confirmRemoval(context: ClientContext, side: WithdrawalSide, id: string): Promise<WithdrawalView> {
  return post(context, side, id, 'removal/confirmation', undefined);
}

function post(
  context: ClientContext,
  side: WithdrawalSide,
  id: string,
  act: string,
  json: unknown,
): Promise<WithdrawalView> {
  const path = `${sides[side]}${segments(id)}/${act}`;
  return callForJson(context, WithdrawalViewSchema, path, { method: 'POST', ...(json === undefined ? {} : { json }) });
}
