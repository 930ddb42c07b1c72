import { answer, type PageRequest, redirect } from '../http/exchange';
import { type Field, link } from '../pages/form-page';
import type { Html } from '../pages/html';
import type { Page } from '../pages/layout';
import { tryAnyCode } from '../signing-in/try-factor';
import { tryPassword } from '../signing-in/attempt-limits';
import { refuseTooMany, waitOrLink } from '../signing-in/interaction';
import { waysAddress } from '../signing-in/outside-paths';
import { sessionOf } from '../provider/session';
import type { AccountRow } from '../store/accounts';
import { usedRecoveryCode } from '../store/generation';
import { hasSecondFactor } from '../store/second-factors';
import { requireSession } from './own-account';
import { twoStepAddress } from './two-step-address';

/** Errors by name of the field. */
export type FieldErrors = Record<string, string | undefined>;
/** Makes the page of a form with these errors; `intro` tells of another way in place of its own. */
export type PageWith = (errors: FieldErrors, intro?: Html) => Page;

/** Fields with which the owner of an account proves who they are: the password and, if there is a second factor, a code. */
export function proofFields(visit: PageRequest, hasFactor: boolean, errors: FieldErrors): Field[] {
  const { fields, twoStep, outside, problems } = visit.frame.texts;
  const hasNone = errors['current-password'] === problems.currentPasswordNone;
  const password: Field = {
    name: 'current-password',
    label: fields.currentPassword,
    autocomplete: 'current-password',
    ...(hasNone && { hint: link(waysAddress(visit), outside.ways.title) }),
    error: errors['current-password'],
  };
  const code: Field = {
    name: 'current-code',
    label: fields.currentCode,
    autocomplete: 'off',
    hint: twoStep.anyCodeHint,
    error: errors['current-code'],
  };
  return hasFactor ? [password, code] : [password];
}

/** Errors of proof that was not entered. Accounts without a password are told where to choose one, whatever was entered. */
export function missingProof({ form, frame }: PageRequest, account: AccountRow, hasFactor: boolean): FieldErrors {
  const { ownPasswordMissing, currentPasswordNone, codeMissing } = frame.texts.problems;
  if (account.passwordHash === '') return { 'current-password': currentPasswordNone };
  return {
    ...((form.get('current-password') ?? '') === '' && { 'current-password': ownPasswordMissing }),
    ...(hasFactor && (form.get('current-code') ?? '').trim() === '' && { 'current-code': codeMissing }),
  };
}

/** Checks the proof within the attempt limits. Responds with the form and returns false if it is not right. */
export async function proveOwner(
  visit: PageRequest,
  { account, hasFactor, page }: { account: AccountRow; hasFactor: boolean; page: PageWith },
): Promise<boolean> {
  const { services, context, form, frame } = visit;
  const { currentPasswordWrong, anyCodeWrong } = frame.texts.problems;
  const password = form.get('current-password') ?? '';
  const ofPassword = await tryPassword(services, context, { email: account.email, account, password });
  if (!isAccepted(visit, ofPassword, { name: 'current-password', wrong: currentPasswordWrong, page })) return false;
  if (!hasFactor) return true;
  const code = form.get('current-code') ?? '';
  const ofCode = await tryAnyCode(services, context, { account, code, language: frame.language });
  return isAccepted(visit, ofCode, { name: 'current-code', wrong: anyCodeWrong, page });
}

function isAccepted(
  visit: PageRequest,
  outcome: { isRight: boolean; retryAfterSeconds?: number },
  { name, wrong, page }: { name: string; wrong: string; page: PageWith },
): boolean {
  const otherWay = name === 'current-password' ? waitOrLink(visit) : undefined;
  if (outcome.retryAfterSeconds !== undefined)
    refuseTooMany(visit, outcome.retryAfterSeconds, (text) => page({ [name]: text }, otherWay));
  else if (!outcome.isRight) answer(visit, page({ [name]: wrong }));
  return outcome.isRight;
}

/** A new app and new codes need none for so long after a login with a recovery code: long enough to set an app up. */
const recoveringMs = 15 * 60 * 1000;

/** Whether this session has just begun with a recovery code: its owner may have neither the app nor another code. */
export async function isRecovering({ services, context }: PageRequest): Promise<boolean> {
  const { amr, loginTs = 0 } = await sessionOf(services, context);
  return usedRecoveryCode(amr) && services.now().getTime() - loginTs * 1000 < recoveringMs;
}

/**
 * Checks the form of an account with a second factor, which is asked for unless `hasFactor` is false. Responds with the
 * form and returns false if the proof is not right.
 */
export async function isProven(
  visit: PageRequest,
  account: AccountRow,
  page: PageWith,
  hasFactor = true,
): Promise<boolean> {
  const missing = missingProof(visit, account, hasFactor);
  if (Object.keys(missing).length === 0) return proveOwner(visit, { account, hasFactor, page });
  answer(visit, page(missing));
  return false;
}

/** Goes on with an account that has a second factor. Without one, redirects to the page about two-step sign-in. */
export async function withFactor(
  visit: PageRequest,
  page: string,
  go: (account: AccountRow) => void | Promise<void>,
): Promise<void> {
  const account = await requireSession(visit, `two-step/${page}`);
  if (!account) return;
  if (await hasSecondFactor(visit.services.db, account.id)) await go(account);
  else redirect(visit.context, twoStepAddress(visit));
}
