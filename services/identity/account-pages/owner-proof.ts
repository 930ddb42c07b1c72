import { answer, type PageRequest, redirect } from '../http/exchange';
import type { Field } from '../pages/form-page';
import type { Page } from '../pages/layout';
import { tryAnyCode } from '../signing-in/try-factor';
import { tryPassword } from '../signing-in/attempt-limits';
import { refuseTooMany } from '../signing-in/interaction';
import type { AccountRow } from '../store/accounts';
import { hasSecondFactor } from '../store/second-factors';
import { requireSession } from './own-account';
import { twoStepAddress } from './two-step-address';

/** Errors by name of the field. */
export type FieldErrors = Record<string, string | undefined>;
/** Makes the page of a form with these errors. */
export type PageWith = (errors: FieldErrors) => Page;

/** Fields with which the owner of an account proves who they are: the password and, if there is a second factor, a code. */
export function proofFields(visit: PageRequest, hasFactor: boolean, errors: FieldErrors): Field[] {
  const { fields, twoStep } = visit.frame.texts;
  const password: Field = {
    name: 'current-password',
    label: fields.currentPassword,
    autocomplete: 'current-password',
    error: errors['current-password'],
  };
  const code: Field = {
    name: 'current-code',
    label: fields.currentCode,
    autocomplete: 'off',
    hint: twoStep.currentCodeHint,
    error: errors['current-code'],
  };
  return hasFactor ? [password, code] : [password];
}

/** Errors of proof that was not entered. */
export function missingProof({ form, frame }: PageRequest, hasFactor: boolean): FieldErrors {
  const { passwordMissing, codeMissing } = frame.texts.problems;
  return {
    'current-password': (form.get('current-password') ?? '') === '' ? passwordMissing : undefined,
    'current-code': hasFactor && (form.get('current-code') ?? '').trim() === '' ? codeMissing : undefined,
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
  if (outcome.retryAfterSeconds !== undefined)
    refuseTooMany(visit, outcome.retryAfterSeconds, (text) => page({ [name]: text }));
  else if (!outcome.isRight) answer(visit, page({ [name]: wrong }));
  return outcome.isRight;
}

/** Checks the form of an account with a second factor. Responds with the form and returns false if the proof is not right. */
export async function isProven(visit: PageRequest, account: AccountRow, page: PageWith): Promise<boolean> {
  const missing = missingProof(visit, true);
  if (Object.values(missing).every((error) => error === undefined))
    return proveOwner(visit, { account, hasFactor: true, page });
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
