import { z } from 'zod';

import { hashOf } from '@domain/secrets';
import { fillText } from '@domain/text';

import { EmailSchema, NameSchema, NewPasswordSchema } from '../accounts/account-rules';
import { hashPassword, minPasswordCharacters } from '../accounts/passwords';
import { answer, messages, redirect, type Screen, type PageRequest } from '../http/exchange';
import { outsideLinks } from '../signing-in/outside-paths';
import { formPage, link, messagePage } from '../pages/form-page';
import { html } from '../pages/html';
import { admitNewAddress } from '../signing-in/attempt-limits';
import { addressAfterSession, mailFolderNote, refuseTooMany, requireInteraction } from '../signing-in/interaction';
import { signInPaths } from '../signing-in/sign-in-paths';
import { askForConfirmation, registeredEmail } from '../store/address-confirmations';

const RegistrationSchema = z.object({ email: EmailSchema, name: NameSchema, password: NewPasswordSchema });

type Errors = { email?: string; name?: string; password?: string };

export const showRegister: Screen = async (visit) => {
  await requireInteraction(visit);
  answer(visit, registerPage(visit));
};

/**
 * Stores the registration until the mailed link is opened. Whether the address has an account already is looked up when
 * the mail is sent, so that neither the response nor its duration depends on it.
 */
export const register: Screen = async (visit) => {
  await requireInteraction(visit);
  const { services, form, frame } = visit;
  const parsed = RegistrationSchema.safeParse({
    email: form.get('email') ?? '',
    name: form.get('name') ?? '',
    password: form.get('password') ?? '',
  });
  if (!parsed.success) return answer(visit, registerPage(visit, messages(frame.texts, parsed.error)));
  const verdict = await admitNewAddress(services, services.addressOf(visit.context));
  if (!verdict.allowed)
    return refuseTooMany(visit, verdict.retryAfterSeconds, (text) => registerPage(visit, { email: text }));

  const { email, name, password } = parsed.data;
  const registration = {
    name,
    passwordHash: await hashPassword(password),
    browserHash: hashOf(visit.formToken),
    continueAt: await addressAfterSession(visit),
  };
  const { language } = frame;
  await services.db.transaction((tx) => askForConfirmation(tx, { email, registration, language, now: services.now() }));
  services.sendMails();
  redirect(visit.context, signInPaths(visit).registered);
};

/** Says where the link was mailed, at an address that may be reloaded and read in another language. */
export const showRegistered: Screen = async (visit) => {
  const { services, frame, formToken } = visit;
  const paths = signInPaths(visit);
  const email = await registeredEmail(services.db, { browserHash: hashOf(formToken), now: services.now() });
  if (email === null) return redirect(visit.context, paths.register);
  const { sentTitle, sent, sentHelp } = frame.texts.register;
  const back = link(paths.signIn, frame.texts.forgotten.back);
  answer(visit, messagePage(sentTitle, [fillText(sent, { email }), sentHelp, ...mailFolderNote(visit), back]));
};

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
      ...outsideLinks(visit),
      html`${texts.register.agree} ${link(`${origin}/info/terms`, footer.terms)},
      ${link(`${origin}/info/privacy`, footer.privacy)}`,
      html`${texts.register.haveAccount} ${link(paths.signIn, texts.register.signIn)}`,
    ],
  });
}
