import { EmailSchema, type EntryProblem } from '../account-rules';
import { admitForgottenPassword } from '../attempt-limits';
import { resetMail } from '../mails';
import { emailField, formPage, link, messagePage } from '../pages/account-pages';
import { createResetToken, withdrawResetToken } from '../password-reset';
import { findAccountByEmail } from '../store/accounts';
import { signInPaths, webSignIn } from './interaction';
import { answer, sentence, type Screen, type Visit } from './screen';
import { refuseTooMany } from './too-many-attempts';

export const showForgottenPassword: Screen = async (visit) => {
  answer(visit, forgottenPage(visit));
};

/** Mails a link if there is an account; the answer is the same either way, and as quick. */
export const sendResetLink: Screen = async (visit) => {
  const parsed = EmailSchema.safeParse(visit.form.get('email') ?? '');
  if (!parsed.success) {
    const problem = parsed.error.issues[0]?.message as EntryProblem;
    return answer(visit, forgottenPage(visit, sentence(visit.frame.texts, problem)));
  }
  const { services, frame } = visit;
  const verdict = await admitForgottenPassword(services, services.addressOf(visit.context));
  if (!verdict.allowed) return refuseTooMany(visit, verdict.retryAfterSeconds, (text) => forgottenPage(visit, text));
  services.inBackground(() => mailLink(visit, parsed.data));
  const { sentTitle, sent, sentHelp, back } = frame.texts.forgotten;
  answer(visit, messagePage(sentTitle, [sent, sentHelp, link(wayBack(visit), back)]));
};

/** After the answer, which would come later where there is an account. */
async function mailLink(visit: Visit, email: string): Promise<void> {
  const { services } = visit;
  const account = await findAccountByEmail(services.db, email);
  const token = account && (await createResetToken(services.db, account.id, services.now()));
  if (!account || !token) return;
  services.sendInBackground(resetMail(visit, account, token), () => withdrawResetToken(services.db, token));
}

/** Back into the sign-in this was opened from, or to a new one. */
function wayBack(visit: Visit): string {
  return visit.uid === '' ? webSignIn(visit) : signInPaths(visit).signIn;
}

function forgottenPage(visit: Visit, error?: string) {
  const { texts } = visit.frame;
  return formPage(visit.frame, {
    title: texts.forgotten.title,
    intro: texts.forgotten.intro,
    form: {
      action: signInPaths(visit).forgotten,
      submit: texts.forgotten.submit,
      formToken: visit.formToken,
      fields: [emailField(texts.fields.email, 'username', { value: visit.form.get('email') ?? '', error })],
    },
    links: [link(wayBack(visit), texts.forgotten.back)],
  });
}
