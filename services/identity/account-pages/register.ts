import { z } from 'zod';

import { fillText } from '@domain/text';

import { EmailSchema, NameSchema, NewPasswordSchema } from '../accounts/account-rules';
import { AccountRefusal, addAccount, type Account } from '../accounts/accounts';
import { minPasswordCharacters } from '../accounts/passwords';
import { answer, validationMessage, messages, type Screen, type PageRequest } from '../http/exchange';
import { welcomeMail } from '../mails/mails';
import { formPage, link } from '../pages/form-page';
import { html } from '../pages/html';
import { admitRegistration, forgetNewEmail } from '../signing-in/attempt-limits';
import { completeSignIn, refuseTooMany, requireInteraction, signInPaths } from '../signing-in/interaction';

const RegistrationSchema = z.object({ email: EmailSchema, name: NameSchema, password: NewPasswordSchema });

type Errors = { email?: string; name?: string; password?: string };

export const showRegister: Screen = async (visit) => {
  await requireInteraction(visit);
  answer(visit, registerPage(visit));
};

/** Creates the account and signs it in. */
export const register: Screen = async (visit) => {
  await requireInteraction(visit);
  const { services, form, frame } = visit;
  const parsed = RegistrationSchema.safeParse({
    email: form.get('email') ?? '',
    name: form.get('name') ?? '',
    password: form.get('password') ?? '',
  });
  if (!parsed.success) return answer(visit, registerPage(visit, messages(frame.texts, parsed.error)));

  const address = services.addressOf(visit.context);
  const verdict = await admitRegistration(services, address);
  if (!verdict.allowed)
    return refuseTooMany(visit, verdict.retryAfterSeconds, (text) => registerPage(visit, { email: text }));

  const account = await addUnlessTaken(visit, parsed.data);
  if (!account) return answer(visit, registerPage(visit, { email: validationMessage(frame.texts, 'emailTaken') }));
  await forgetNewEmail(services, address, verdict);
  services.sendInBackground(welcomeMail(visit, account));
  await completeSignIn(visit, account);
};

async function addUnlessTaken(
  visit: PageRequest,
  entries: z.infer<typeof RegistrationSchema>,
): Promise<Account | null> {
  try {
    return await addAccount(visit.services.db, entries);
  } catch (error) {
    if (error instanceof AccountRefusal && error.code === 'email-taken') return null;
    throw error;
  }
}

function registerPage(visit: PageRequest, errors: Errors = {}) {
  const { frame, form } = visit;
  const { texts, frameTexts, origin } = frame;
  const { fields } = texts;
  const { footer } = frameTexts.common;
  const paths = signInPaths(visit);
  return formPage(frame, {
    title: texts.register.title,
    intro: texts.register.intro,
    form: {
      action: paths.register,
      submit: texts.register.submit,
      formToken: visit.formToken,
      fields: [
        {
          name: 'email',
          label: fields.email,
          autocomplete: 'email',
          value: form.get('email') ?? '',
          hint: fields.registerEmailHint,
          error: errors.email,
        },
        { name: 'name', label: fields.name, autocomplete: 'name', value: form.get('name') ?? '', error: errors.name },
        {
          name: 'password',
          label: fields.password,
          autocomplete: 'new-password',
          hint: fillText(fields.passwordHint, { min: minPasswordCharacters }),
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
