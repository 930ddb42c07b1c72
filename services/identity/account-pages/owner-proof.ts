import { answer, type PageRequest, redirect } from '../http/exchange';
import { type Field, link } from '../pages/form-page';
import { html, type Html } from '../pages/html';
import type { Page } from '../pages/layout';
import { tryAnyCode } from '../signing-in/try-factor';
import { tryPassword } from '../signing-in/attempt-limits';
import { refuseTooMany, waitOrLink } from '../signing-in/interaction';
import { waysAddress } from '../signing-in/outside-paths';
import { sessionOf } from '../provider/session';
import type { AccountRow } from '../store/accounts';
import { usedPasskey, usedRecoveryCode } from '../store/generation';
import { findSecondFactors, hasSecondFactor, type SecondFactors } from '../store/second-factors';
import { requireSession } from './own-account';
import { twoStepAddress } from './two-step-address';

/** Errors by name of the field. */
export type FieldErrors = Record<string, string | undefined>;
/** Makes the page of a form with these errors; `intro` tells of another way in place of its own. */
export type PageWith = (errors: FieldErrors, intro?: Html) => Page;

/** The second factors of an account, of which a code is asked for; null if none is. */
export type AskedFactors = SecondFactors | null;

/** What the owner of an account has to prove, and the form with which they do. */
interface Proof {
  account: AccountRow;
  factors: AskedFactors;
  page: PageWith;
}

/** No code is asked for if the account has no second factor, or if one of its passkeys has just been used to log in. */
export async function askedFactors(visit: PageRequest, account: Pick<AccountRow, 'id'>): Promise<AskedFactors> {
  const factors = await findSecondFactors(visit.services.db, account.id);
  if (factors.passkeys.length > 0 && (await hasJustUsed(visit, usedPasskey))) return null;
  return factors.appSince !== null || factors.passkeys.length > 0 ? factors : null;
}

interface Hints {
  /** Which codes of an app are meant. */
  appHint?: string;
  /** The way to a login with the passkey; by default a link that leads back to this page. */
  passkeyHint?: string | null;
}

/** Fields with which the owner of an account proves who they are: the password and, if it is asked for, a code. */
export function proofFields(
  visit: PageRequest,
  factors: AskedFactors,
  errors: FieldErrors,
  { appHint, passkeyHint }: Hints = {},
): Field[] {
  const { fields, outside, problems } = visit.frame.texts;
  const hasNone = errors['current-password'] === problems.currentPasswordNone;
  const password: Field = {
    name: 'current-password',
    label: fields.currentPassword,
    autocomplete: 'current-password',
    ...(hasNone && { hint: link(waysAddress(visit), outside.ways.title) }),
    error: errors['current-password'],
  };
  if (factors === null) return [password];
  const code: Field = {
    name: 'current-code',
    label: factors.appSince ? fields.currentCode : fields.recoveryCode,
    autocomplete: 'off',
    hint: html`${codeHint(visit, factors, appHint)}
    ${passkeyHint ?? (factors.passkeys.length > 0 && passkeyAgain(visit))}`,
    error: errors['current-code'],
  };
  return [password, code];
}

function codeHint({ frame }: PageRequest, { appSince, codesLeft }: SecondFactors, appHint?: string): string {
  const { anyCodeHint, recoveryCodeHint, noCodesLeft } = frame.texts.twoStep;
  if (appSince) return appHint ?? anyCodeHint;
  return codesLeft > 0 ? recoveryCodeHint : noCodesLeft;
}

/** The way to a login with the passkey, which leads back to this page. */
function passkeyAgain({ services, frame }: PageRequest): Html {
  const page = new URL(frame.address, services.ownOrigin);
  // What was saved before was not saved by coming back.
  page.searchParams.delete('saved');
  const { passkeyAgain: text, passkeyAgainHelp } = frame.texts.twoStep;
  const address = `${services.mountPath}/sign-in?returnUrl=${encodeURIComponent(page.href)}`;
  return html`${link(address, text)}. ${passkeyAgainHelp}`;
}

/** Errors of proof that was not entered. Accounts without a password are told where to choose one, whatever was entered. */
export function missingProof({ form, frame }: PageRequest, account: AccountRow, factors: AskedFactors): FieldErrors {
  const { ownPasswordMissing, currentPasswordNone, codeMissing, recoveryCodeOrPasskeyMissing } = frame.texts.problems;
  const isCodeMissing = factors !== null && (form.get('current-code') ?? '').trim() === '';
  if (account.passwordHash === '') return { 'current-password': currentPasswordNone };
  return {
    ...((form.get('current-password') ?? '') === '' && { 'current-password': ownPasswordMissing }),
    ...(isCodeMissing && { 'current-code': factors.appSince ? codeMissing : recoveryCodeOrPasskeyMissing }),
  };
}

/** Checks the proof within the attempt limits. Responds with the form and returns false if it is not right. */
export async function proveOwner(visit: PageRequest, { account, factors, page }: Proof): Promise<boolean> {
  const { services, context, form, frame } = visit;
  const { currentPasswordWrong, anyCodeWrong, recoveryCodeWrong } = frame.texts.problems;
  const password = form.get('current-password') ?? '';
  const ofPassword = await tryPassword(services, context, { email: account.email, account, password });
  if (!isAccepted(visit, ofPassword, { name: 'current-password', wrong: currentPasswordWrong, page })) return false;
  if (factors === null) return true;
  const code = form.get('current-code') ?? '';
  const ofCode = await tryAnyCode(services, context, { account, code, language: frame.language });
  const wrong = factors.appSince ? anyCodeWrong : recoveryCodeWrong;
  return isAccepted(visit, ofCode, { name: 'current-code', wrong, page });
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

/** Time after a login for which its second step counts for what the owner then does. Long enough to set an app up. */
const justMs = 15 * 60 * 1000;

/** Whether this session has just begun with a recovery code: its owner may have neither the app nor another code. */
export function isRecovering(visit: PageRequest): Promise<boolean> {
  return hasJustUsed(visit, usedRecoveryCode);
}

async function hasJustUsed(
  { services, context }: PageRequest,
  isUsed: (methods: readonly string[] | undefined) => boolean,
): Promise<boolean> {
  const { amr, loginTs = 0 } = await sessionOf(services, context);
  return isUsed(amr) && services.now().getTime() - loginTs * 1000 < justMs;
}

/** Checks the proof that was entered. Responds with the form and returns false if it is missing or not right. */
export async function isProven(visit: PageRequest, proof: Proof): Promise<boolean> {
  const missing = missingProof(visit, proof.account, proof.factors);
  if (Object.keys(missing).length === 0) return proveOwner(visit, proof);
  answer(visit, proof.page(missing));
  return false;
}

/** Goes on with an account that has a second factor. Without one, redirects to the page about two-step sign-in. */
export async function withFactor(
  visit: PageRequest,
  page: string,
  go: (account: AccountRow, factors: AskedFactors) => void | Promise<void>,
): Promise<void> {
  const account = await requireSession(visit, `two-step/${page}`);
  if (!account) return;
  if (!(await hasSecondFactor(visit.services.db, account.id))) return redirect(visit.context, twoStepAddress(visit));
  await go(account, await askedFactors(visit, account));
}
