import { hashOf } from '@domain/secrets';
import { fillText } from '@domain/text';

import { answer, linkToken, redirect, type PageRequest, type Screen } from '../http/exchange';
import { formPage, link, messagePage } from '../pages/form-page';
import { startSession } from '../provider/session';
import { signInPaths, webSignIn } from '../signing-in/interaction';
import { rememberBrowser } from '../signing-in/known-browser';
import { addressOfLink, confirmAddress } from '../store/address-confirmations';

/** The page that the mailed link opens. It only asks, because mail servers open links to look for malware. */
export const showConfirmAddress: Screen = async (visit) => {
  const token = linkToken(visit);
  const email = await addressOfLink(visit.services.db, token, visit.services.now());
  if (email === null) return refuse(visit, 'void');
  const { title, question, submit } = visit.frame.texts.confirmAddress;
  const page = formPage(visit.frame, {
    title,
    intro: fillText(question, { email }),
    form: {
      action: `${visit.services.mountPath}/confirm-address`,
      submit,
      formToken: visit.formToken,
      hidden: { token },
      fields: [],
    },
  });
  answer(visit, page);
};

/**
 * Creates the account, or changes its address. The browser in which somebody has registered is signed in. Any other one
 * is not: whoever opens the link there may not be the one who chose the password.
 */
export const saveConfirmedAddress: Screen = async (visit) => {
  const { services, context, frame } = visit;
  const now = services.now();
  const confirmed = await confirmAddress(services.db, { token: linkToken(visit), language: frame.language, now });
  if (!confirmed.account) return refuse(visit, confirmed.refusal);
  services.sendMails();
  const { account, registration } = confirmed;
  if (registration?.browserHash === hashOf(visit.formToken)) {
    await rememberBrowser(services, context, account);
    await startSession(services, context, account);
    return redirect(context, registration.continueAt);
  }
  const { doneTitle, done, changed } = frame.texts.confirmAddress;
  const text = fillText(registration ? done : changed, { email: account.email });
  answer(visit, messagePage(doneTitle, [text, link(webSignIn(visit), frame.texts.signIn.title)]));
};

function refuse(visit: PageRequest, refusal: 'void' | 'taken'): void {
  const { confirmAddress: own, newPassword, signIn } = visit.frame.texts;
  const { register, forgotten } = signInPaths(visit);
  const [text, other] =
    refusal === 'taken' ? [own.taken, link(forgotten, signIn.forgotten)] : [own.void, link(register, signIn.register)];
  answer(visit, messagePage(newPassword.voidTitle, [text, link(webSignIn(visit), signIn.title), other]), 400);
}
