import { emailField, formPage, link } from '../pages/account-pages';
import type { Field } from '../pages/form';
import { accountOf } from '../accounts';
import { html, type Html } from '../pages/html';
import { findAccountByEmail } from '../store/accounts';
import { tryPassword } from '../try-password';
import { completeSignIn, requireInteraction, signInPaths } from './interaction';
import { answer, sentence, type Screen, type Visit } from './screen';
import { refuseTooMany, waitOrLink } from './too-many-attempts';

/** More than this is no e-mail; it is neither looked up nor counted. */
const maxEmailCharacters = 320;

export const showSignIn: Screen = async (visit) => {
  await requireInteraction(visit);
  answer(visit, signInPage(visit));
};

export const signIn: Screen = async (visit) => {
  await requireInteraction(visit);
  const { services, context, form, frame } = visit;
  const { problems } = frame.texts;
  const email = (form.get('email') ?? '').replaceAll('\0', '').trim();
  const password = form.get('password') ?? '';
  const missing = {
    email: email === '' ? problems.emailMissing : undefined,
    password: password === '' ? problems.passwordMissing : undefined,
  };
  if (missing.email || missing.password) return answer(visit, signInPage(visit, missing));
  if (email.length > maxEmailCharacters) return answer(visit, signInPage(visit, { email: problems.signInFailed }));

  const account = await findAccountByEmail(services.db, email);
  const outcome = await tryPassword(services, context, { email, account, password });
  if (outcome.retryAfterSeconds !== undefined) {
    const intro = waitOrLink(visit);
    return refuseTooMany(visit, outcome.retryAfterSeconds, (text) => signInPage(visit, { email: text }, intro));
  }
  if (!outcome.isRight || !account)
    return answer(visit, signInPage(visit, { email: sentence(frame.texts, 'signInFailed') }));
  await completeSignIn(visit, accountOf(account));
};

function signInPage(visit: Visit, errors: { email?: string; password?: string } = {}, intro?: Html) {
  const { texts } = visit.frame;
  const paths = signInPaths(visit);
  const password: Field = {
    name: 'password',
    label: texts.fields.password,
    type: 'password',
    autocomplete: 'current-password',
    error: errors.password,
  };
  return formPage(visit.frame, {
    title: texts.signIn.title,
    intro,
    form: {
      action: paths.signIn,
      submit: texts.signIn.submit,
      formToken: visit.formToken,
      fields: [
        emailField(texts.fields.email, 'username', { value: visit.form.get('email') ?? '', error: errors.email }),
        password,
      ],
    },
    links: [
      link(paths.forgotten, texts.signIn.forgotten),
      html`${texts.signIn.noAccount} ${link(paths.register, texts.signIn.register)}`,
    ],
  });
}
