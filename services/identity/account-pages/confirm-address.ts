import { hashOf } from '@domain/secrets';
import { fillText } from '@domain/text';

import { verifyPassword } from '../accounts/passwords';
import { answer, linkToken, redirect, type PageRequest, type Screen } from '../http/exchange';
import { labelOf } from '../outside/outside-services';
import { formPage, link, messagePage } from '../pages/form-page';
import { startSession } from '../provider/session';
import { nextStep } from '../second-factor/next-step';
import { admitPassword } from '../signing-in/attempt-limits';
import { refuseTooMany } from '../signing-in/interaction';
import { takenAddress } from '../signing-in/link-person';
import { returnAddress, signInPaths, webSignIn } from '../signing-in/sign-in-paths';
import { rememberBrowser } from '../signing-in/known-browser';
import type { AccountRow } from '../store/accounts';
import { confirmAddress, findLink, type WaitingRegistration } from '../store/address-confirmations';
import { outsideEntrance } from '../store/generation';
import type { OutsidePerson } from '../store/outside-person';
import type { Registration } from '../store/schema';

/** The page that the mailed link opens. It only asks, because mail servers open links to look for malware. */
export const showConfirmAddress: Screen = async (visit) => {
  const found = await foundLink(visit);
  if (!found) return refuseVoid(visit);
  const { email, registrations } = found;
  const own = ownOf(visit, registrations);
  const isAsked = registrations.length > 0 && !own;
  if (isAsked && isElsewhere(visit, registrations)) return;
  answer(visit, confirmPage(visit, email, isAsked ? {} : null, own?.outside));
};

/**
 * Creates the account, or changes its address. Several people may have registered with an address: whoever confirms it
 * gets the registration of their browser, or the one with the password that they enter.
 */
export const saveConfirmedAddress: Screen = async (visit) => {
  const { services, frame } = visit;
  const [token, now] = [linkToken(visit), services.now()];
  const found = await foundLink(visit);
  if (!found) return refuseVoid(visit);
  const chosen = found.registrations.length === 0 ? null : await chooseRegistration(visit, found);
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

function foundLink(visit: PageRequest): ReturnType<typeof findLink> {
  const { services, formToken } = visit;
  const link = { token: linkToken(visit), browserHash: hashOf(formToken), now: services.now() };
  return findLink(services.db, link);
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
  const ask = (error: string) => confirmPage(visit, email, { error });
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

/** The question whether the address is right; `password`: with a field for the password of the registration. */
function confirmPage(visit: PageRequest, email: string, password: { error?: string } | null, outside?: OutsidePerson) {
  const { services, frame } = visit;
  const { confirmAddress: texts, outside: outsideTexts, fields } = frame.texts;
  const provider = outside ? labelOf(services.outside, outside.provider, frame.language) : '';
  const field = {
    name: 'password',
    label: fields.password,
    autocomplete: 'current-password' as const,
    hint: texts.passwordHint,
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
  });
}

function webLink(visit: PageRequest) {
  return link(webSignIn(visit), visit.frame.texts.signIn.title);
}

function refuseVoid(visit: PageRequest): void {
  const { confirmAddress, newPassword, signIn } = visit.frame.texts;
  const register = link(signInPaths(visit).register, signIn.register);
  answer(visit, messagePage(newPassword.voidTitle, [confirmAddress.void, webLink(visit), register]), 400);
}
