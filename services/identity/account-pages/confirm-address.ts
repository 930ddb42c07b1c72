import { hashOf } from '@domain/secrets';
import { fillText } from '@domain/text';

import { verifyPassword } from '../accounts/passwords';
import { answer, linkToken, redirect, type PageRequest, type Screen } from '../http/exchange';
import { labelOf } from '../outside/outside-services';
import { formPage, link, messagePage } from '../pages/form-page';
import type { Html } from '../pages/html';
import { startSession } from '../provider/session';
import { nextStep } from '../second-factor/next-step';
import { admitPassword, tryPassword } from '../signing-in/attempt-limits';
import { refuseTooMany } from '../signing-in/interaction';
import { takenAddress } from '../signing-in/link-person';
import { returnAddress, signInPaths, webSignIn } from '../signing-in/sign-in-paths';
import { rememberBrowser } from '../signing-in/known-browser';
import type { AccountRow } from '../store/accounts';
import { confirmAddress, findLink, type FoundLink, type WaitingRegistration } from '../store/address-confirmations';
import { outsideEntrance } from '../store/generation';
import type { OutsidePerson } from '../store/outside-person';
import type { Registration } from '../store/schema';
import { accountOfSession } from './own-account';

/** The page that the mailed link opens. It only asks, because mail servers open links to look for malware. */
export const showConfirmAddress: Screen = async (visit) => {
  const found = await foundLink(visit);
  if (!found) return refuseVoid(visit);
  const { email, account, registrations } = found;
  if (account) {
    const isOwner = await isLoggedIn(visit, account);
    return answer(visit, confirmPage(visit, email, isOwner ? null : passwordOfAccount(visit)));
  }
  const own = ownOf(visit, registrations);
  if (!own && isElsewhere(visit, registrations)) return;
  answer(visit, confirmPage(visit, email, own ? null : passwordOfRegistration(visit), own?.outside));
};

/**
 * Creates the account, or changes its address. Several people may have registered with an address: whoever confirms it
 * gets the registration of their browser, or the one with the password that they enter. Whoever only reads the mails of
 * the new address of an account, which may have been a typing error, does not get the account.
 */
export const saveConfirmedAddress: Screen = async (visit) => {
  const { services, frame } = visit;
  const [token, now] = [linkToken(visit), services.now()];
  const found = await foundLink(visit);
  if (!found) return refuseVoid(visit);
  const chosen = found.account ? await proveOwner(visit, found) : await chooseRegistration(visit, found);
  if (chosen === 'answered') return;
  const { language } = frame;
  const { outside } = chosen ?? {};
  const label = outside ? labelOf(services.outside, outside.provider, language) : '';
  const link = { token, registration: chosen?.id ?? null, label, language, now };
  const confirmed = await confirmAddress(services.db, link);
  if (confirmed.account === null) {
    if (confirmed.refusal === 'linked') return redirect(visit.context, takenAddress(visit, { toLink: outside }));
    return confirmed.refusal === 'taken' ? tell(visit, 'taken') : refuseVoid(visit);
  }
  services.sendMails();
  const { account, registration } = confirmed;
  if (registration) return logInConfirmed(visit, account, registration);
  tell(visit, 'changed');
};

/** What became of a link: a new address, an account whose login has a step to go, or one that somebody else has by now. */
const outcomes = ['changed', 'code', 'setUp', 'taken'] as const;
type Outcome = (typeof outcomes)[number];

/** Leads to the page that tells what became of the link, which has an address of its own, because the link works once. */
function tell({ services, context }: PageRequest, outcome: Outcome, next?: string): void {
  const query = new URLSearchParams({ outcome, ...(next !== undefined && { returnUrl: next }) });
  redirect(context, `${services.mountPath}/confirm-address/done?${query}`);
}

/** Tells what became of a link, with the way on. */
export const showConfirmed: Screen = async (visit) => {
  const { confirmAddress: texts, signIn, newPassword } = visit.frame.texts;
  const outcome = outcomes.find((each) => each === visit.context.query.outcome) ?? 'changed';
  if (outcome === 'taken') {
    const forgotten = link(signInPaths(visit).forgotten, signIn.forgotten);
    return answer(visit, messagePage(newPassword.voidTitle, [texts.taken, webLink(visit), forgotten]), 400);
  }
  const text = outcome === 'changed' ? texts.changed : texts.logIn[outcome];
  const next = returnAddress(visit) ?? webSignIn(visit);
  answer(visit, messagePage(texts.doneTitle, [text, link(next, signIn.title)]));
};

/** Logs in whoever has confirmed a registration. If a second step is needed, the page leads to a login instead. */
async function logInConfirmed(visit: PageRequest, account: AccountRow, registration: Registration) {
  const { services, context } = visit;
  const entrance = registration.outside ? outsideEntrance(registration.outside) : undefined;
  const isOwn = registration.browserHash === hashOf(visit.formToken);
  const next = isOwn ? registration.continueAt : webSignIn(visit);
  const step = await nextStep(services, account, entrance);
  if (step !== null) return tell(visit, step, next);
  await rememberBrowser(services, context, account, null);
  await startSession(services, context, { ...account, entrance });
  redirect(context, next);
}

function foundLink(visit: PageRequest): Promise<FoundLink | null> {
  const { services, formToken } = visit;
  const link = { token: linkToken(visit), browserHash: hashOf(formToken), now: services.now() };
  return findLink(services.db, link);
}

async function isLoggedIn(visit: PageRequest, account: AccountRow): Promise<boolean> {
  return (await accountOfSession(visit))?.id === account.id;
}

/** Answers with the form, and returns 'answered', unless the owner is logged in or has entered the password. */
async function proveOwner(
  visit: PageRequest,
  { email, account }: { email: string; account: AccountRow },
): Promise<null | 'answered'> {
  if (await isLoggedIn(visit, account)) return null;
  const { services, context, form, frame } = visit;
  const ask = (error: string) => confirmPage(visit, email, passwordOfAccount(visit, error));
  const password = form.get('password') ?? '';
  if (password === '') {
    answer(visit, ask(frame.texts.problems.passwordMissing));
    return 'answered';
  }
  const { isRight, retryAfterSeconds } = await tryPassword(services, context, { ...account, account, password });
  if (retryAfterSeconds !== undefined) refuseTooMany(visit, retryAfterSeconds, ask);
  else if (!isRight) answer(visit, ask(frame.texts.confirmAddress.accountPasswordWrong));
  return isRight ? null : 'answered';
}

/** The newest registration that was made in this browser. */
function ownOf(visit: PageRequest, registrations: readonly WaitingRegistration[]): WaitingRegistration | undefined {
  return registrations.find(({ browserHash }) => browserHash === hashOf(visit.formToken));
}

/**
 * Whether there are only registrations with outside providers, made in other browsers: whoever opens the link cannot
 * prove to be one of these people. Answers then.
 */
function isElsewhere(visit: PageRequest, registrations: readonly WaitingRegistration[]): boolean {
  const { services, frame } = visit;
  const [outside] = registrations.map((each) => each.outside);
  if (!outside || registrations.some(({ passwordHash }) => passwordHash !== '')) return false;
  const provider = labelOf(services.outside, outside.provider, frame.language);
  const text = fillText(frame.texts.outside.confirmElsewhere, { provider });
  answer(visit, messagePage(frame.texts.confirmAddress.title, [text, webLink(visit)]), 400);
  return true;
}

/** The registration of whoever confirms. Answers with the form, and returns 'answered', if it is not known. */
async function chooseRegistration(
  visit: PageRequest,
  { email, registrations }: { email: string; registrations: readonly WaitingRegistration[] },
): Promise<WaitingRegistration | 'answered'> {
  const own = ownOf(visit, registrations);
  if (own) return own;
  if (isElsewhere(visit, registrations)) return 'answered';
  const { services, form, context, frame } = visit;
  const password = form.get('password') ?? '';
  const ask = (error: string) => confirmPage(visit, email, passwordOfRegistration(visit, error));
  if (password === '') {
    answer(visit, ask(frame.texts.problems.passwordMissing));
    return 'answered';
  }
  const address = services.addressOf(context);
  const verdict = await admitPassword(services, { email, account: null, address, knownBrowser: null });
  if (!verdict.allowed) {
    refuseTooMany(visit, verdict.retryAfterSeconds, ask);
    return 'answered';
  }
  for (const registration of registrations)
    if (await verifyPassword(registration.passwordHash, password)) return registration;
  answer(visit, ask(frame.texts.confirmAddress.passwordWrong));
  return 'answered';
}

/** The password that the page asks for. */
interface AskedPassword {
  hint: string;
  error?: string | undefined;
  links?: Html[];
}

function passwordOfRegistration({ frame }: PageRequest, error?: string): AskedPassword {
  return { hint: frame.texts.confirmAddress.passwordHint, error };
}

/** With the way to a login that leads back, which somebody may have without a password. */
function passwordOfAccount(visit: PageRequest, error?: string): AskedPassword {
  const { ownOrigin, mountPath } = visit.services;
  const { accountPasswordHint, logInFirst } = visit.frame.texts.confirmAddress;
  const back = `${ownOrigin}${mountPath}/confirm-address?token=${encodeURIComponent(linkToken(visit))}`;
  const signIn = `${mountPath}/sign-in?returnUrl=${encodeURIComponent(back)}`;
  return { hint: accountPasswordHint, error, links: [link(signIn, logInFirst)] };
}

/** The question whether the address is right. */
function confirmPage(visit: PageRequest, email: string, password: AskedPassword | null, outside?: OutsidePerson) {
  const { services, frame } = visit;
  const { confirmAddress: texts, outside: outsideTexts, fields } = frame.texts;
  const provider = outside ? labelOf(services.outside, outside.provider, frame.language) : '';
  const field = {
    name: 'password',
    label: fields.password,
    autocomplete: 'current-password' as const,
    hint: password?.hint,
    error: password?.error,
  };
  return formPage(visit.frame, {
    title: texts.title,
    intro: fillText(outside ? outsideTexts.confirmQuestion : texts.question, { email, provider }),
    form: {
      action: `${visit.services.mountPath}/confirm-address`,
      submit: texts.submit,
      formToken: visit.formToken,
      hidden: { token: linkToken(visit) },
      fields: password ? [field] : [],
    },
    links: password?.links ?? [],
  });
}

function webLink(visit: PageRequest) {
  return link(webSignIn(visit), visit.frame.texts.signIn.title);
}

/** A link that is not valid, for those who are logged in with the way to their profile. */
async function refuseVoid(visit: PageRequest): Promise<void> {
  const { confirmAddress, newPassword, signIn, profile } = visit.frame.texts;
  const { mountPath, origin } = visit.services;
  const account = await accountOfSession(visit);
  const paragraphs = account
    ? [
        fillText(confirmAddress.voidLoggedIn, { email: account.email }),
        link(`${mountPath}/profile`, profile.title),
        link(`${origin}/`, profile.back),
      ]
    : [confirmAddress.void, webLink(visit), link(signInPaths(visit).register, signIn.register)];
  answer(visit, messagePage(newPassword.voidTitle, paragraphs), 400);
}
