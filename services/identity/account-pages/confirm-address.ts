import { hashOf } from '@domain/secrets';
import { fillText } from '@domain/text';

import { verifyPassword } from '../accounts/passwords';
import { answer, linkToken, redirect, type PageRequest, type Screen } from '../http/exchange';
import { formPage, link, messagePage } from '../pages/form-page';
import { startSession } from '../provider/session';
import { admitPassword } from '../signing-in/attempt-limits';
import { refuseTooMany, signInPaths, webSignIn } from '../signing-in/interaction';
import { rememberBrowser } from '../signing-in/known-browser';
import { confirmAddress, findLink, type WaitingRegistration } from '../store/address-confirmations';

/** The page that the mailed link opens. It only asks, because mail servers open links to look for malware. */
export const showConfirmAddress: Screen = async (visit) => {
  const { services } = visit;
  const found = await findLink(services.db, linkToken(visit), services.now());
  if (!found) return refuse(visit, 'void');
  const { email, registrations } = found;
  const isAsked = registrations.length > 0 && !ownOf(visit, registrations);
  answer(visit, confirmPage(visit, email, isAsked ? {} : null));
};

/**
 * Creates the account, or changes its address. Several people may have registered with an address: whoever confirms it
 * gets the registration of their browser, or the one with the password that they enter.
 */
export const saveConfirmedAddress: Screen = async (visit) => {
  const { services, context, frame } = visit;
  const [token, now] = [linkToken(visit), services.now()];
  const found = await findLink(services.db, token, now);
  if (!found) return refuse(visit, 'void');
  const chosen = found.registrations.length === 0 ? null : await chooseRegistration(visit, found);
  if (chosen === 'answered') return;
  const link = { token, registration: chosen?.id ?? null, language: frame.language, now };
  const confirmed = await confirmAddress(services.db, link);
  if (!confirmed.account) return refuse(visit, confirmed.refusal);
  services.sendMails();
  const { account, registration } = confirmed;
  if (registration) {
    await rememberBrowser(services, context, account);
    await startSession(services, context, account);
    const isOwn = registration.browserHash === hashOf(visit.formToken);
    return redirect(context, isOwn ? registration.continueAt : webSignIn(visit));
  }
  const { doneTitle, changed } = frame.texts.confirmAddress;
  const text = fillText(changed, { email: account.email });
  answer(visit, messagePage(doneTitle, [text, webLink(visit)]));
};

/** The newest registration that was made in this browser. */
function ownOf(visit: PageRequest, registrations: readonly WaitingRegistration[]): WaitingRegistration | undefined {
  return registrations.find(({ browserHash }) => browserHash === hashOf(visit.formToken));
}

/** The registration of whoever confirms. Answers with the form, and returns 'answered', if it is not known. */
async function chooseRegistration(
  visit: PageRequest,
  { email, registrations }: { email: string; registrations: readonly WaitingRegistration[] },
): Promise<WaitingRegistration | 'answered'> {
  const own = ownOf(visit, registrations);
  if (own) return own;
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
function confirmPage(visit: PageRequest, email: string, password: { error?: string } | null) {
  const { confirmAddress: texts, fields } = visit.frame.texts;
  const field = {
    name: 'password',
    label: fields.password,
    autocomplete: 'current-password' as const,
    hint: texts.passwordHint,
    error: password?.error,
  };
  return formPage(visit.frame, {
    title: texts.title,
    intro: fillText(texts.question, { email }),
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

function refuse(visit: PageRequest, refusal: 'void' | 'taken'): void {
  const { confirmAddress: own, newPassword, signIn } = visit.frame.texts;
  const { register, forgotten } = signInPaths(visit);
  const [text, other] =
    refusal === 'taken' ? [own.taken, link(forgotten, signIn.forgotten)] : [own.void, link(register, signIn.register)];
  answer(visit, messagePage(newPassword.voidTitle, [text, webLink(visit), other]), 400);
}
