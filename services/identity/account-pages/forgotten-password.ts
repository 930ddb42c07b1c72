import { fillText } from '@domain/text';

import { EmailSchema, NewPasswordSchema, type EntryProblem } from '../accounts/account-rules';
import { hashPassword, minPasswordCharacters } from '../accounts/passwords';
import { answer, linkToken, redirect, validationMessage, type Screen, type PageRequest } from '../http/exchange';
import { formPage, link, messagePage } from '../pages/form-page';
import { tellClients } from '../provider/session';
import { admitForgottenPassword } from '../signing-in/attempt-limits';
import { mailFolderNote, refuseTooMany } from '../signing-in/interaction';
import { signInPaths, webSignIn } from '../signing-in/sign-in-paths';
import { rememberBrowser } from '../signing-in/known-browser';
import { redeemResetToken, resetTokenHolds } from '../store/password-resets';
import { orderMail } from '../store/waiting-mails';

export const showForgottenPassword: Screen = async (visit) => {
  answer(visit, forgottenPage(visit));
};

/** Orders a mail. Whether there is an account is looked up when it is sent, so the response takes the same time. */
export const sendResetLink: Screen = async (visit) => {
  const { services, frame } = visit;
  const parsed = EmailSchema.safeParse(visit.form.get('email') ?? '');
  if (!parsed.success) {
    const problem = parsed.error.issues[0]?.message as EntryProblem;
    return answer(visit, forgottenPage(visit, validationMessage(frame.texts, problem)));
  }
  const verdict = await admitForgottenPassword(services, services.addressOf(visit.context));
  if (!verdict.allowed) return refuseTooMany(visit, verdict.retryAfterSeconds, (text) => forgottenPage(visit, text));
  await orderMail(services.db, { kind: 'reset', email: parsed.data, language: frame.language }, services.now());
  services.sendMails();
  redirect(visit.context, signInPaths(visit).resetSent);
};

/** Says that a link was mailed if there is an account, at an address that may be reloaded and read in another language. */
export const showResetSent: Screen = async (visit) => {
  const { sentTitle, sent, sentHelp, back } = visit.frame.texts.forgotten;
  answer(visit, messagePage(sentTitle, [sent, sentHelp, ...mailFolderNote(visit), link(wayBack(visit), back)]));
};

/** Address of the sign-in page that led here, or of a new sign-in. */
function wayBack(visit: PageRequest): string {
  return visit.uid === '' ? webSignIn(visit) : signInPaths(visit).signIn;
}

function forgottenPage(visit: PageRequest, error?: string) {
  const { forgotten, fields } = visit.frame.texts;
  return formPage(visit.frame, {
    title: forgotten.title,
    intro: forgotten.intro,
    form: {
      action: signInPaths(visit).forgotten,
      submit: forgotten.submit,
      formToken: visit.formToken,
      fields: [
        { name: 'email', label: fields.email, autocomplete: 'username', value: visit.form.get('email') ?? '', error },
      ],
    },
    links: [link(wayBack(visit), forgotten.back)],
  });
}

/** The page that the mailed link opens. */
export const showNewPassword: Screen = async (visit) => {
  const token = linkToken(visit);
  if (!(await resetTokenHolds(visit.services.db, token, visit.services.now()))) return showVoidLink(visit);
  answer(visit, newPasswordPage(visit, token));
};

export const setNewPassword: Screen = async (visit) => {
  const { services, frame } = visit;
  const token = linkToken(visit);
  // Checked before the password is hashed, which takes much time and is not limited here.
  if (!(await resetTokenHolds(services.db, token, services.now()))) return showVoidLink(visit);
  const parsed = NewPasswordSchema.safeParse(visit.form.get('password') ?? '');
  if (!parsed.success) {
    const problem = parsed.error.issues[0]?.message as EntryProblem;
    return answer(visit, newPasswordPage(visit, token, validationMessage(frame.texts, problem)));
  }
  const passwordHash = await hashPassword(parsed.data);
  const { language } = frame;
  const change = await redeemResetToken(services.db, { token, passwordHash, language, now: services.now() });
  if (!change) return showVoidLink(visit);
  // The link proves whose browser this is, so attempt limits of the account or the address no longer apply here.
  // Those of codes do.
  await rememberBrowser(services, visit.context, change.account, null);
  tellClients(services, change);
  services.sendMails();
  redirect(visit.context, `${services.mountPath}/new-password/done`);
};

/** Says that the password was changed, at an address of its own, because the link no longer works. */
export const showPasswordChanged: Screen = async (visit) => {
  const { doneTitle, done, signIn } = visit.frame.texts.newPassword;
  answer(visit, messagePage(doneTitle, [done, link(webSignIn(visit), signIn)]));
};

function showVoidLink(visit: PageRequest): void {
  const { voidTitle, void: voidMessage, again } = visit.frame.texts.newPassword;
  const path = `${visit.services.mountPath}/forgotten-password`;
  answer(visit, messagePage(voidTitle, [voidMessage, link(path, again)]), 400);
}

function newPasswordPage(visit: PageRequest, token: string, error?: string) {
  const { newPassword, fields } = visit.frame.texts;
  const hint = fillText(fields.passwordHint, { min: minPasswordCharacters });
  return formPage(visit.frame, {
    title: newPassword.title,
    form: {
      action: `${visit.services.mountPath}/new-password`,
      submit: newPassword.submit,
      formToken: visit.formToken,
      hidden: { token },
      fields: [{ name: 'password', label: fields.newPassword, autocomplete: 'new-password', hint, error }],
    },
  });
}
