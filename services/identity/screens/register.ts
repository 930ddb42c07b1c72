import { z } from 'zod';

import { EmailSchema, NameSchema, NewPasswordSchema, type EntryProblem } from '../account-rules';
import { AccountRefusal, addAccount, type Account } from '../accounts';
import { admitRegistration, forgetNewEmail } from '../attempt-limits';
import { welcomeMail } from '../mails';
import { emailField, formPage, link } from '../pages/account-pages';
import { html } from '../pages/html';
import { minPasswordCharacters } from '../passwords';
import { fillIn } from '../texts';
import { completeSignIn, requireInteraction, signInPaths } from './interaction';
import { answer, problemsOf, sentence, type Screen, type Visit } from './screen';
import { refuseTooMany } from './too-many-attempts';

const RegistrationSchema = z.object({ email: EmailSchema, name: NameSchema, password: NewPasswordSchema });

type Errors = { email?: string; name?: string; password?: string };

export const showRegister: Screen = async (visit) => {
  await requireInteraction(visit);
  answer(visit, registerPage(visit));
};

/** Makes the account and signs it in. */
export const register: Screen = async (visit) => {
  await requireInteraction(visit);
  const { services, form } = visit;
  const entries = {
    email: form.get('email') ?? '',
    name: form.get('name') ?? '',
    password: form.get('password') ?? '',
  };
  const parsed = RegistrationSchema.safeParse(entries);
  if (!parsed.success) return answer(visit, registerPage(visit, sentences(visit, problemsOf(parsed.error))));

  const address = services.addressOf(visit.context);
  const verdict = await admitRegistration(services, address);
  if (!verdict.allowed)
    return refuseTooMany(visit, verdict.retryAfterSeconds, (text) => registerPage(visit, { email: text }));

  const account = await addUnlessTaken(visit, parsed.data);
  if (!account) return answer(visit, registerPage(visit, sentences(visit, { email: 'emailTaken' })));
  await forgetNewEmail(services, address, verdict);
  services.sendInBackground(welcomeMail(visit, account));
  await completeSignIn(visit, account);
};

async function addUnlessTaken(visit: Visit, entries: z.infer<typeof RegistrationSchema>): Promise<Account | null> {
  try {
    return await addAccount(visit.services.db, entries);
  } catch (error) {
    if (error instanceof AccountRefusal && error.code === 'email-taken') return null;
    throw error;
  }
}

function sentences(visit: Visit, problems: Record<string, EntryProblem>): Errors {
  return Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, sentence(visit.frame.texts, problem)]),
  );
}

function registerPage(visit: Visit, errors: Errors = {}) {
  const { texts, frameTexts, origin } = visit.frame;
  const { footer } = frameTexts.common;
  const paths = signInPaths(visit);
  return formPage(visit.frame, {
    title: texts.register.title,
    intro: texts.register.intro,
    form: {
      action: paths.register,
      submit: texts.register.submit,
      formToken: visit.formToken,
      fields: [
        emailField(texts.fields.email, 'email', {
          value: visit.form.get('email') ?? '',
          hint: texts.fields.registerEmailHint,
          error: errors.email,
        }),
        {
          name: 'name',
          label: texts.fields.name,
          type: 'text',
          autocomplete: 'name',
          value: visit.form.get('name') ?? '',
          error: errors.name,
        },
        {
          name: 'password',
          label: texts.fields.password,
          type: 'password',
          autocomplete: 'new-password',
          hint: fillIn(texts.fields.passwordHint, { min: minPasswordCharacters }),
          error: errors.password,
        },
      ],
    },
    links: [
      html`${texts.register.agree} ${link(`${origin}/info/terms`, footer.terms)},
      ${link(`${origin}/info/privacy`, footer.privacy)}`,
      html`${texts.register.haveAccount} ${link(paths.signIn, texts.register.signIn)}`,
    ],
  });
}
