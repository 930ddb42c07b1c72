import { NewPasswordSchema, type EntryProblem } from '../account-rules';
import { accountOf } from '../accounts';
import { rememberBrowser } from '../known-browser';
import { passwordChangedMail } from '../mails';
import { formPage, link, messagePage } from '../pages/account-pages';
import { resetTokenHolds, redeemResetToken } from '../password-reset';
import { minPasswordCharacters } from '../passwords';
import { tellClients } from '../provider-session';
import { fillIn } from '../texts';
import { webSignIn } from './interaction';
import { answer, sentence, type Screen, type Visit } from './screen';

/** Opened by the mailed link. */
export const showNewPassword: Screen = async (visit) => {
  const token = tokenOf(visit);
  if (!(await resetTokenHolds(visit.services.db, token, visit.services.now()))) return showVoidLink(visit);
  answer(visit, newPasswordPage(visit, token));
};

export const setNewPassword: Screen = async (visit) => {
  const { services, frame } = visit;
  const token = tokenOf(visit);
  const parsed = NewPasswordSchema.safeParse(visit.form.get('password') ?? '');
  if (!parsed.success) {
    if (!(await resetTokenHolds(services.db, token, services.now()))) return showVoidLink(visit);
    const problem = parsed.error.issues[0]?.message as EntryProblem;
    return answer(visit, newPasswordPage(visit, token, sentence(frame.texts, problem)));
  }
  const change = await redeemResetToken(services.db, token, parsed.data, services.now());
  if (!change) return showVoidLink(visit);
  // The link has shown whose browser this is, whatever limits the account or the address has reached.
  await rememberBrowser(services, visit.context, change.account);
  tellClients(services, change);
  services.sendInBackground(passwordChangedMail(visit, accountOf(change.account)));
  const { doneTitle, done, signIn } = frame.texts.newPassword;
  answer(visit, messagePage(doneTitle, [done, link(webSignIn(visit), signIn)]));
};

function tokenOf(visit: Visit): string {
  const given = visit.form.get('token') ?? visit.context.query.token;
  return typeof given === 'string' ? given : '';
}

function showVoidLink(visit: Visit): void {
  const { voidTitle, void: sentenceOfVoid, again } = visit.frame.texts.newPassword;
  const path = `${visit.services.mountPath}/forgotten-password`;
  answer(visit, messagePage(voidTitle, [sentenceOfVoid, link(path, again)]), 400);
}

function newPasswordPage(visit: Visit, token: string, error?: string) {
  const { texts } = visit.frame;
  return formPage(visit.frame, {
    title: texts.newPassword.title,
    form: {
      action: `${visit.services.mountPath}/new-password`,
      submit: texts.newPassword.submit,
      formToken: visit.formToken,
      hidden: { token },
      fields: [
        {
          name: 'password',
          label: texts.fields.newPassword,
          type: 'password',
          autocomplete: 'new-password',
          hint: fillIn(texts.fields.passwordHint, { min: minPasswordCharacters }),
          error,
        },
      ],
    },
  });
}
