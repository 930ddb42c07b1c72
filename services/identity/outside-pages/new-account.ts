import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { hashOf } from '@domain/secrets';
import { comparedEmail, fillText } from '@domain/text';

import { EmailSchema, NameSchema } from '../accounts/account-rules';
import { answer, messages, redirect, type PageRequest, type Screen } from '../http/exchange';
import { formPage, link, messagePage } from '../pages/form-page';
import { html } from '../pages/html';
import { admitNewAddress } from '../signing-in/attempt-limits';
import {
  addressAfterSession,
  addressIfLoggedIn,
  mailFolderNote,
  refuseTooMany,
  requireInteraction,
} from '../signing-in/interaction';
import { signInPaths } from '../signing-in/sign-in-paths';
import { insertAccount, isUniqueViolation, type AccountRow } from '../store/accounts';
import { askForConfirmation, registeredEmail } from '../store/address-confirmations';
import { addIdentity } from '../store/outside-identities';
import type { OutsidePerson } from '../store/outside-person';
import { finishOutsideSignIn } from '../signing-in/finish-outside-sign-in';
import { forgetLogin, isOfOther, keptLogin, loginField } from './kept-login';
import { labelOf } from '../outside/outside-services';
import { fail, outsidePath } from '../signing-in/outside-paths';

const NewAccountSchema = z.object({ email: EmailSchema, name: NameSchema });
type NewAccount = z.output<typeof NewAccountSchema>;

/** Asks whoever logs in for the first time for what the provider did not tell. */
export const showNewAccount: Screen = async (visit) => {
  const person = await personOf(visit);
  if (person) answer(visit, newAccountPage(visit, person));
};

/**
 * Creates the account at once if the provider has verified the address. Otherwise the address gets a mail, as with a
 * registration; if it already belongs to an account, the link in the mail connects the two.
 */
export const createAccount: Screen = async (visit) => {
  const person = await personOf(visit);
  if (!person) return;
  const { services, form, frame } = visit;
  const parsed = NewAccountSchema.safeParse({ email: form.get('email') ?? '', name: form.get('name') ?? '' });
  if (!parsed.success) return answer(visit, newAccountPage(visit, person, messages(frame.texts, parsed.error)));
  const verdict = await admitNewAddress(services, services.addressOf(visit.context));
  if (!verdict.allowed)
    return refuseTooMany(visit, verdict.retryAfterSeconds, (email) => newAccountPage(visit, person, { email }));
  const isVerified = person.isEmailVerified && comparedEmail(parsed.data.email) === comparedEmail(person.email);
  const added = isVerified ? await addVerified(visit, person, parsed.data) : null;
  if (!added) return mailLink(visit, person, parsed.data);
  services.sendMails();
  forgetLogin(visit);
  await finishOutsideSignIn(visit, added, person);
};

/**
 * Who has logged in at a provider in this browser. If that is too long ago, or went on in another window, it answers and
 * returns null.
 */
async function personOf(visit: PageRequest): Promise<OutsidePerson | null> {
  await requireInteraction(visit);
  const kept = keptLogin(visit);
  if (kept?.linkTo === null && !isOfOther(visit, kept)) return kept.person;
  const next = kept ? null : await addressIfLoggedIn(visit);
  if (next === null) fail(visit, { reason: kept ? 'other-browser' : 'expired' });
  else redirect(visit.context, next);
  return null;
}

/** Returns null and adds nothing if the address or the identity belongs to an account already. */
async function addVerified(
  { services, frame: { language } }: PageRequest,
  person: OutsidePerson,
  { email, name }: NewAccount,
): Promise<AccountRow | null> {
  const link = { person, label: labelOf(services.outside, person.provider, language), language, now: services.now() };
  try {
    return await services.db.transaction(async (tx) => {
      const account = await insertAccount(tx, { id: randomUUID(), email, name, passwordHash: '', roles: [] });
      return account && (await addIdentity(tx, { account, ...link }));
    });
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

async function mailLink(visit: PageRequest, person: OutsidePerson, { email, name }: NewAccount): Promise<void> {
  const { services, frame } = visit;
  const registration = {
    name,
    passwordHash: '',
    browserHash: hashOf(visit.formToken),
    continueAt: await addressAfterSession(visit),
    outside: person,
  };
  const { language } = frame;
  await services.db.transaction((tx) => askForConfirmation(tx, { email, registration, language, now: services.now() }));
  services.sendMails();
  redirect(visit.context, outsidePath(visit, 'new-account/sent'));
}

/** Says where the link was mailed, at an address that may be reloaded and read in another language. */
export const showLinkMailed: Screen = async (visit) => {
  const { services, frame, formToken } = visit;
  const form = outsidePath(visit, 'new-account');
  const email = await registeredEmail(services.db, { browserHash: hashOf(formToken), now: services.now() });
  if (email === null) return redirect(visit.context, form);
  const { sentTitle, sentHelp } = frame.texts.register;
  const { sent, otherAddress } = frame.texts.outside;
  const again = link(form, otherAddress);
  answer(visit, messagePage(sentTitle, [fillText(sent, { email }), sentHelp, ...mailFolderNote(visit), again]));
};

function newAccountPage(visit: PageRequest, person: OutsidePerson, errors: { email?: string; name?: string } = {}) {
  const { frame, form, services } = visit;
  const { fields, outside, register } = frame.texts;
  const { footer } = frame.frameTexts.common;
  const provider = labelOf(services.outside, person.provider, frame.language);
  const info = (page: string, text: string) => link(`${frame.origin}/info/${page}`, text);
  return formPage(frame, {
    title: outside.newTitle,
    intro: fillText(outside.newIntro, { provider }),
    form: {
      action: outsidePath(visit, 'new-account'),
      submit: outside.newSubmit,
      formToken: visit.formToken,
      hidden: loginField(person),
      fields: [
        {
          name: 'email',
          label: fields.email,
          autocomplete: 'email',
          value: form.get('email') ?? person.email,
          hint: outside.emailHint,
          error: errors.email,
        },
        {
          name: 'name',
          label: fields.name,
          autocomplete: 'name',
          value: form.get('name') ?? person.name,
          error: errors.name,
        },
      ],
    },
    links: [
      html`${register.haveAccount} ${link(outsidePath(visit, 'link'), outside.linkExisting)}`,
      html`${register.agree} ${info('terms', footer.terms)}, ${info('privacy', footer.privacy)}`,
      link(signInPaths(visit).signIn, outside.otherWay),
    ],
  });
}
