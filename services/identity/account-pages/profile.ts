import { z } from 'zod';

import { fillText } from '@domain/text';

import { EmailSchema, NameSchema, NewPasswordSchema } from '../accounts/account-rules';
import { hashPassword, minPasswordCharacters } from '../accounts/passwords';
import { answer, redirect, validationMessage, messages, type Screen, type PageRequest } from '../http/exchange';
import { formPage, link, refusalNote, successNote } from '../pages/form-page';
import { waysAddress } from '../signing-in/outside-paths';
import { html, type Html } from '../pages/html';
import { sessionOf, startSession, tellClients } from '../provider/session';
import { factorIn } from '../store/generation';
import { admitNewAddress } from '../signing-in/attempt-limits';
import { mailFolderNote, refuseTooMany } from '../signing-in/interaction';
import { returnAddress, returnQuery, webSignIn } from '../signing-in/sign-in-paths';
import { rememberBrowser } from '../signing-in/known-browser';
import type { AccountChange, AccountRow } from '../store/accounts';
import { unconfirmedEmail } from '../store/address-confirmations';
import { changeProfile, isNewEmail } from '../store/profile';
import { forgetProfile, keepProfile, keptProfile } from './kept-profile';
import { requireSession } from './own-account';
import {
  type AskedFactors,
  askedFactors,
  type FieldErrors,
  missingProof,
  proofFields,
  proveOwner,
} from './owner-proof';

const ProfileSchema = z.object({
  name: NameSchema,
  email: EmailSchema,
  'new-password': z.union([z.literal(''), NewPasswordSchema]),
});
type Profile = z.infer<typeof ProfileSchema>;

/**
 * Value of `saved` in the page's address: whether the password was among the saved changes, or nothing but an address,
 * which is not valid yet.
 */
const savedChanges = ['yes', 'password', 'address'] as const;
type SavedChange = (typeof savedChanges)[number];

/** An account, and the second factors that its owner needs to change how it is entered. */
type Owned = AccountRow & { factors: AskedFactors };

export const showProfile: Screen = async (visit) => {
  const account = await requireOwned(visit);
  if (!account) return;
  if (visit.form.has('email')) return answer(visit, profilePage(visit, typed(visit, account)));
  const kept = keptProfile(visit);
  if (kept && kept.accountId !== account.id) return refuseOther(visit, account);
  const waiting = await unconfirmedEmail(visit.services.db, account, visit.services.now());
  if (kept) return answer(visit, profilePage(visit, { ...account, ...kept, waiting, note: endedNote(visit) }));
  const saved = savedChanges.find((kind) => kind === visit.context.query.saved);
  answer(visit, profilePage(visit, { ...account, saved, waiting }));
};

export const saveProfile: Screen = async (visit) => {
  const account = await requireOwned(visit);
  if (!account) return;
  const { form, services, context, frame } = visit;
  const given = { ...typed(visit, account), 'new-password': form.get('new-password') ?? '' };
  const parsed = ProfileSchema.safeParse(given);
  const isNewPassword = given['new-password'] !== '';
  const needsProof = isNewEmail(parsed.data?.email ?? given.email, account) || isNewPassword;
  const missing = needsProof ? missingOf(visit, account) : {};
  if (!parsed.success) return refuse(visit, account, { ...missing, ...messages(frame.texts, parsed.error) });
  if (needsProof && !(await confirmOwner(visit, account, missing))) return;

  // A new password ends the session, which is then no longer found.
  const { amr, loginTs } = await sessionOf(services, context);
  const factor = factorIn(amr);
  const changed = await changeUnlessRefused(visit, account, parsed.data);
  if (!changed) return;
  services.sendMails();
  forgetProfile(visit);
  const back = returnQuery(visit);
  const isAddressOnly = isNewEmail(parsed.data.email, account) && parsed.data.name === account.name;
  const kind: SavedChange = isNewPassword ? 'password' : isAddressOnly ? 'address' : 'yes';
  const saved = `${services.mountPath}/profile${back}${back === '' ? '?' : '&'}saved=${kind}`;
  if (!isNewPassword) return redirect(context, saved);
  // All cookies of this browser are replaced, so that copies of them are of no use. The user is not asked to sign in.
  tellClients(services, changed);
  await startSession(services, context, changed.account, factor, loginTs);
  await rememberBrowser(services, context, changed.account, factor);
  redirect(context, `${webSignIn(visit)}?returnUrl=${encodeURIComponent(saved)}`);
};

/**
 * The account of the session, if it is that of the form. Answers otherwise: what somebody sends without a session is kept
 * for their next login, and nothing of somebody else.
 */
async function requireOwned(visit: PageRequest): Promise<Owned | null> {
  const { form } = visit;
  const account = await requireSession(visit, 'profile');
  const accountId = form.get('account');
  if (!account) {
    if (accountId !== null) keepProfile(visit, { accountId, ...entriesOf(form) });
    return null;
  }
  const owned = { ...account, factors: await askedFactors(visit, account) };
  if (!form.has('email') || accountId === account.id) return owned;
  refuseOther(visit, owned);
  return null;
}

/** Shows the profile of whoever is logged in to somebody whose form was another account's. Nothing of the form is kept. */
function refuseOther(visit: PageRequest, account: Owned): void {
  const { frame } = visit;
  forgetProfile(visit);
  const note = refusalNote(frame, fillText(frame.texts.profile.otherAccount, { email: account.email }));
  answer(visit, { ...profilePage(visit, { ...account, note }), hasErrors: true }, 409);
}

function endedNote({ frame }: PageRequest): Html {
  return html`<p class="notice">${frame.texts.profile.kept}</p>`;
}

/** Checks password and code within the attempt limits. Responds with the form if they are not correct. */
async function confirmOwner(visit: PageRequest, account: Owned, missing: FieldErrors): Promise<boolean> {
  const { factors } = account;
  const page = (errors: FieldErrors, intro?: Html) => profilePage(visit, typed(visit, account), errors, intro);
  if (Object.keys(missing).length === 0) return proveOwner(visit, { account, factors, page });
  answer(visit, page(missing));
  return false;
}

/** Errors of proof that was not entered, which say what it is needed for. */
function missingOf(visit: PageRequest, account: Owned): FieldErrors {
  const { currentPasswordMissing } = visit.frame.texts.problems;
  const missing = missingProof(visit, account, account.factors);
  const isNamed = account.passwordHash !== '' && missing['current-password'] !== undefined;
  return { ...missing, ...(isNamed && { 'current-password': currentPasswordMissing }) };
}

/** Returns null and responds with the form if the change is refused or too many e-mail addresses were tried. */
async function changeUnlessRefused(
  visit: PageRequest,
  account: Owned,
  { name, email, 'new-password': password }: Profile,
): Promise<AccountChange | null> {
  const { services, frame } = visit;
  const verdict = isNewEmail(email, account)
    ? await admitNewAddress(services, services.addressOf(visit.context))
    : null;
  if (verdict?.allowed === false) {
    const page = (text: string) => profilePage(visit, typed(visit, account), { email: text });
    refuseTooMany(visit, verdict.retryAfterSeconds, page);
    return null;
  }
  const passwordHash = password === '' ? null : await hashPassword(password);
  const { language } = frame;
  const changes = { name, email, passwordHash, language, now: services.now() };
  const changed = await changeProfile(services.db, account, changes);
  if (!changed) refuse(visit, account, { 'current-password': validationMessage(frame.texts, 'currentPasswordWrong') });
  return changed;
}

function refuse(visit: PageRequest, account: Owned, errors: FieldErrors): void {
  answer(visit, profilePage(visit, typed(visit, account), errors));
}

function typed({ form }: PageRequest, { id, factors }: Owned) {
  return { ...entriesOf(form), id, factors };
}

function entriesOf(form: URLSearchParams) {
  return { email: form.get('email') ?? '', name: form.get('name') ?? '' };
}

/** What the page shows. */
interface Shown extends Pick<Owned, 'id' | 'email' | 'name' | 'factors'> {
  saved?: SavedChange | undefined;
  /** A new address that is not confirmed yet. */
  waiting?: string | null;
  /** Message above the heading if nothing was saved just now. */
  note?: Html;
}

function profilePage(visit: PageRequest, values: Shown, errors: FieldErrors = {}, intro?: Html) {
  const { profile, fields } = visit.frame.texts;
  const { id, email, name, factors, waiting } = values;
  const addressMailed = waiting ? fillText(profile.addressMailed, { address: waiting }) : undefined;
  const saved = { yes: profile.saved, password: profile.passwordSaved, address: addressMailed };
  const savedText = values.saved && saved[values.saved];
  const isToldAbove = values.saved === 'address';
  const mailed = addressMailed ? [...(isToldAbove ? [] : [addressMailed]), ...mailFolderNote(visit)] : [];
  return formPage(visit.frame, {
    title: profile.title,
    intro: intro ?? profile.intro,
    note: savedText ? successNote(visit.frame, savedText) : values.note,
    form: {
      action: `${visit.services.mountPath}/profile${returnQuery(visit)}`,
      submit: profile.submit,
      formToken: visit.formToken,
      hidden: { account: id },
      fields: [
        { name: 'name', label: fields.name, autocomplete: 'name', value: name, error: errors.name },
        { name: 'email', label: fields.email, autocomplete: 'email', value: email, error: errors.email },
        ...proofFields(visit, factors, errors).map((field) =>
          field.name === 'current-password'
            ? { ...field, hint: field.hint ?? profile.currentPasswordHint }
            : { ...field, hint: html`${profile.currentPasswordHint} ${field.hint}` },
        ),
        {
          name: 'new-password',
          label: fields.newPassword,
          autocomplete: 'new-password',
          hint: fillText(profile.newPasswordHint, { min: minPasswordCharacters }),
          error: errors['new-password'],
        },
      ],
    },
    links: [
      ...mailed.map((text) => html`${text}`),
      ...waysLink(visit),
      link(`${visit.services.mountPath}/two-step${returnQuery(visit)}`, visit.frame.texts.twoStep.title),
      link(`${visit.services.origin}/about-me`, profile.aboutMe),
      link(`${visit.services.mountPath}/delete-account${returnQuery(visit)}`, visit.frame.texts.deleteAccount.title),
      link(returnAddress(visit) ?? `${visit.services.origin}/`, profile.back),
    ],
  });
}

/** Leads to the outside providers of the account, if this installation offers any. */
function waysLink(visit: PageRequest): Html[] {
  if (visit.services.outside.providers.length === 0) return [];
  return [link(waysAddress(visit), visit.frame.texts.outside.ways.title)];
}
