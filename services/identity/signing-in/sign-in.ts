import { maxTypedEmailCharacters } from '../accounts/account-rules';
import { answer, validationMessage, type Screen, type PageRequest } from '../http/exchange';
import { formPage, link } from '../pages/form-page';
import { html, type Html } from '../pages/html';
import { findAccountByEmail } from '../store/accounts';
import { tryPassword } from './attempt-limits';
import { followFirstStep } from './code';
import { refuseTooMany, requireInteraction, waitOrLink } from './interaction';
import { noteOfLogin } from './ended-note';
import { signInPaths } from './sign-in-paths';
import { outsideLinks } from './outside-paths';

export const showSignIn: Screen = async (visit) => {
  await requireInteraction(visit);
  answer(visit, signInPage(visit));
};

export const enterPassword: Screen = async (visit) => {
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
  // They are neither looked up nor counted.
  if (email.length > maxTypedEmailCharacters) return answer(visit, signInPage(visit, { email: problems.signInFailed }));

  const account = await findAccountByEmail(services.db, email);
  const outcome = await tryPassword(services, context, { email, account, password });
  if (outcome.retryAfterSeconds !== undefined) {
    const intro = waitOrLink(visit);
    return refuseTooMany(visit, outcome.retryAfterSeconds, (text) => signInPage(visit, { email: text }, intro));
  }
  if (!outcome.isRight || !account)
    return answer(visit, signInPage(visit, { email: validationMessage(frame.texts, 'signInFailed') }));
  // Only whoever knows the password learns that the account is locked.
  if (account.lockedAt) {
    const support = link(`${services.origin}/info/support`, frame.frameTexts.common.footer.support);
    return answer(visit, signInPage(visit, { email: problems.accountLocked }, support));
  }
  await followFirstStep(visit, account);
};

function signInPage(visit: PageRequest, errors: { email?: string; password?: string } = {}, intro?: Html) {
  const { signIn, fields } = visit.frame.texts;
  const paths = signInPaths(visit);
  const email = visit.form.get('email') ?? '';
  return formPage(visit.frame, {
    title: signIn.title,
    note: noteOfLogin(visit) ?? undefined,
    intro,
    form: {
      action: paths.signIn,
      submit: signIn.submit,
      formToken: visit.formToken,
      fields: [
        { name: 'email', label: fields.email, autocomplete: 'username', value: email, error: errors.email },
        { name: 'password', label: fields.password, autocomplete: 'current-password', error: errors.password },
      ],
    },
    links: [
      ...outsideLinks(visit),
      link(paths.forgotten, signIn.forgotten),
      html`${signIn.noAccount} ${link(paths.register, signIn.register)}`,
    ],
  });
}
