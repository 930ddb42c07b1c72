import { z } from 'zod';

import { fillText } from '@domain/text';

import { EmailSchema, NameSchema, NewPasswordSchema } from '../accounts/account-rules';
import { hashPassword, minPasswordCharacters } from '../accounts/passwords';
import { answer, redirect, validationMessage, messages, type Screen, type PageRequest } from '../http/exchange';
import { formPage, link, noteRegion, postButton, refusalNote, successNote } from '../pages/form-page';
import { waysAddress } from '../signing-in/outside-paths';
import { html, type Html } from '../pages/html';
import { sessionOf, startSession, tellClients } from '../provider/session';
import { factorIn } from '../store/generation';
import { admitNewAddress } from '../signing-in/attempt-limits';
import { mailFolderNote, refuseTooMany } from '../signing-in/interaction';
import type { Unsaved } from '../signing-in/ended-note';
import { returnAddress, returnQuery, webSignIn } from '../signing-in/sign-in-paths';
import { rememberBrowser } from '../signing-in/known-browser';
import type { AccountChange, AccountRow } from '../store/accounts';
import { unconfirmedEmail } from '../store/address-confirmations';
import { changeProfile, isNewEmail } from '../store/profile';
import { forgetProfile, keepProfile, keptProfile } from './kept-profile';
import { requireSession } from './own-account';
import { type AskedFactors, askedFactors, type FieldErrors, missingProof, proveOwner } from './owner-proof';
import { passkeyButton, profileProofFields } from './profile-proof';
import { isWithdrawal, waitingParts, withdrawAddress, withdrawForm } from './waiting-address';

const ProfileSchema = z.object({
  name: NameSchema,
  email: EmailSchema,
  'new-password': z.union([z.literal(''), NewPasswordSchema]),
});
type Profile = z.infer<typeof ProfileSchema>;

/**
 * Value of `saved` in the page's address: whether the password was among the saved changes, or nothing but an address,
 * which is not valid yet, or whether a new address was withdrawn.
 */
const savedChanges = ['yes', 'password', 'address', 'withdrawn'] as const;
type SavedChange = (typeof savedChanges)[number];

type Entries = Pick<Profile, 'name' | 'email'>;

/**
 * An account, the second factors that its owner needs to change how it is entered, what waits in this browser since its
 * owner had to log in again, and the new address that is not confirmed yet.
 */
type Owned = AccountRow & { factors: AskedFactors; kept: Entries | null; waiting: string | null };

export const showProfile: Screen = async (visit) => {
  const account = await requireOwned(visit);
  if (!account) return;
  const { context, form } = visit;
  if (form.has('email')) return answer(visit, profilePage(visit, { account, entries: entriesOf(form) }));
  if (context.query.saved === 'kept' && keptProfile(visit) && !account.kept) return refuseOther(visit, account);
  const saved = savedChanges.find((kind) => kind === context.query.saved);
  answer(visit, profilePage(visit, { account, entries: account.kept ?? account, saved }));
};

export const saveProfile: Screen = async (visit) => {
  const account = await requireOwned(visit);
  if (!account) return;
  const { form, services, context, frame } = visit;
  if (form.has('discard')) return discardKept(visit);
  if (form.has('passkey-again')) return goToPasskey(visit, account);
  if (isWithdrawal(visit)) {
    const isWithdrawn = await withdrawAddress(visit, account);
    return redirect(context, profileAddress(visit, isWithdrawn ? 'withdrawn' : undefined));
  }
  const given = { ...entriesOf(form), 'new-password': form.get('new-password') ?? '' };
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
  if (account.kept) forgetProfile(visit);
  const saved = profileAddress(visit, isNewPassword ? 'password' : savedChange(account, parsed.data));
  if (!isNewPassword) return redirect(context, saved);
  // All cookies of this browser are replaced, so that copies of them are of no use. The user is not asked to sign in.
  tellClients(services, changed);
  await startSession(services, context, changed.account, factor, loginTs);
  await rememberBrowser(services, context, changed.account, factor);
  redirect(context, `${webSignIn(visit)}?returnUrl=${encodeURIComponent(saved)}`);
};

/** What was saved if the password stays. */
function savedChange(account: Owned, { name, email }: Entries): SavedChange {
  if (!isNewEmail(email, account)) return account.waiting === null ? 'yes' : 'withdrawn';
  return name === account.name ? 'address' : 'yes';
}

/**
 * The account of the session, if it is that of the form. Answers otherwise: what somebody sends without a session is kept
 * for their next login, and nothing of somebody else.
 */
async function requireOwned(visit: PageRequest): Promise<Owned | null> {
  const { form } = visit;
  const account = await requireSession(visit, 'profile');
  const accountId = form.get('account');
  if (!account) {
    if (accountId !== null && keepTyped(visit, accountId)) askForLogin(visit, profileAddress(visit, 'kept'));
    return null;
  }
  const kept = keptProfile(visit);
  const own = kept?.accountId === account.id ? { name: kept.name, email: kept.email } : null;
  const { services } = visit;
  const waiting = await unconfirmedEmail(services.db, account, services.now());
  const owned = { ...account, factors: await askedFactors(visit, account), kept: own, waiting };
  if (!form.has('email') || accountId === account.id) return owned;
  refuseOther(visit, owned);
  return null;
}

function keepTyped(visit: PageRequest, accountId: string): boolean {
  return keepProfile(visit, { accountId, ...entriesOf(visit.form) });
}

/** Asks for a login that leads back to an address of the profile. */
function askForLogin({ services, context }: PageRequest, address: string): void {
  const back = encodeURIComponent(services.ownOrigin + address);
  redirect(context, `${services.mountPath}/sign-in?returnUrl=${back}`);
}

function goToPasskey(visit: PageRequest, account: Owned): void {
  keepTyped(visit, account.id);
  askForLogin(visit, profileAddress(visit));
}

function discardKept(visit: PageRequest): void {
  forgetProfile(visit);
  redirect(visit.context, profileAddress(visit));
}

/** Address of the profile, which leads back to where it was opened. `saved`: what was saved, or that it waits. */
function profileAddress(visit: PageRequest, saved?: SavedChange | Unsaved): string {
  const back = returnQuery(visit);
  const note = saved === undefined ? '' : `${back === '' ? '?' : '&'}saved=${saved}`;
  return `${visit.services.mountPath}/profile${back}${note}`;
}

/** Shows the profile of whoever is logged in to somebody whose form was another account's. Nothing of the form is kept. */
function refuseOther(visit: PageRequest, account: Owned): void {
  const { frame } = visit;
  forgetProfile(visit);
  const note = refusalNote(frame, fillText(frame.texts.profile.otherAccount, { email: account.email }));
  answer(visit, { ...profilePage(visit, { account, entries: account, note }), hasErrors: true }, 409);
}

/** That entries were kept, and what is saved beside them, which may have changed since. */
function keptNote({ frame }: PageRequest, { name, email }: Owned): Html {
  return noteRegion(frame, fillText(frame.texts.profile.kept, { name, email }));
}

/** Checks password and code within the attempt limits. Responds with the form if they are not correct. */
async function confirmOwner(visit: PageRequest, account: Owned, missing: FieldErrors): Promise<boolean> {
  const { factors } = account;
  const page = (errors: FieldErrors, intro?: Html) => typedPage(visit, account, errors, intro);
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
    const page = (text: string) => typedPage(visit, account, { email: text });
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
  answer(visit, typedPage(visit, account, errors));
}

/** The form as it was sent, with its errors. */
function typedPage(visit: PageRequest, account: Owned, errors: FieldErrors, intro?: Html) {
  return profilePage(visit, { account, entries: entriesOf(visit.form) }, errors, intro);
}

function entriesOf(form: URLSearchParams): Entries {
  return { email: form.get('email') ?? '', name: form.get('name') ?? '' };
}

/** What the page shows. */
interface Shown {
  account: Owned;
  entries: Entries;
  saved?: SavedChange | undefined;
  /** Message above the heading if nothing was saved just now. */
  note?: Html;
}

function profilePage(visit: PageRequest, values: Shown, errors: FieldErrors = {}, intro?: Html) {
  const { profile, fields } = visit.frame.texts;
  const { account, entries } = values;
  const { name, email } = entries;
  const { waiting } = account;
  const savedText = values.saved && textOfSaved(visit, account, values.saved);
  const keptBefore = account.kept ? keptNote(visit, account) : undefined;
  const action = `${visit.services.mountPath}/profile${returnQuery(visit)}`;
  return formPage(visit.frame, {
    title: profile.title,
    intro: intro ?? profile.intro,
    note: savedText ? successNote(visit.frame, savedText) : (values.note ?? keptBefore),
    form: {
      action,
      submit: profile.submit,
      formToken: visit.formToken,
      hidden: { account: account.id },
      fields: [
        { name: 'name', label: fields.name, autocomplete: 'name', value: name, error: errors.name },
        {
          ...{ name: 'email', label: fields.email, autocomplete: 'email', value: email, error: errors.email },
          ...(waiting && waitingParts(visit, waiting)),
        },
        ...profileProofFields(visit, account.factors, errors),
        {
          name: 'new-password',
          label: fields.newPassword,
          autocomplete: 'new-password',
          hint: fillText(profile.newPasswordHint, { min: minPasswordCharacters }),
          error: errors['new-password'],
        },
      ],
    },
    after: html`${passkeyButton(visit, account.factors)} ${waiting && withdrawForm(visit, action, waiting)}
    ${account.kept && discardPart(visit)}`,
    links: [
      ...(waiting ? mailFolderNote(visit) : []).map((text) => html`${text}`),
      ...waysLink(visit),
      link(`${visit.services.mountPath}/two-step${returnQuery(visit)}`, visit.frame.texts.twoStep.title),
      link(`${visit.services.origin}/about-me`, profile.aboutMe),
      link(`${visit.services.mountPath}/delete-account${returnQuery(visit)}`, visit.frame.texts.deleteAccount.title),
      link(returnAddress(visit) ?? `${visit.services.origin}/`, profile.back),
    ],
  });
}

/** What was saved, and that a new address waits, in one message: nobody looks for the second half further down. */
function textOfSaved({ frame }: PageRequest, { email, waiting }: Owned, saved: SavedChange): string {
  const { profile } = frame.texts;
  const withdrawn = fillText(profile.addressWithdrawn, { email });
  const changed = { yes: profile.saved, password: profile.passwordSaved, address: '', withdrawn }[saved];
  const waits = waiting === null ? '' : fillText(profile.addressMailed, { address: waiting });
  return `${changed} ${waits}`.trim();
}

/** Leads to the outside providers of the account, if this installation offers any. */
function waysLink(visit: PageRequest): Html[] {
  if (visit.services.outside.providers.length === 0) return [];
  return [link(waysAddress(visit), visit.frame.texts.outside.ways.title)];
}

/** Throws away what was kept. */
function discardPart(visit: PageRequest): Html {
  const { formToken, frame } = visit;
  return postButton({
    action: profileAddress(visit),
    submit: frame.texts.profile.discard,
    formToken,
    hidden: { discard: 'yes' },
  });
}
