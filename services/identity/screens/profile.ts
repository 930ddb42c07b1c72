import { z } from 'zod';

import { EmailSchema, NameSchema, NewPasswordSchema, type EntryProblem } from '../account-rules';
import type { Account } from '../accounts';
import { admitNewEmail, forgetNewEmail } from '../attempt-limits';
import { changeProfile } from '../change-profile';
import { redirect } from '../http/exchange';
import { emailChangedMail, passwordChangedMail } from '../mails';
import { sessionOf, type ProviderSession } from '../provider-session';
import { emailKey, findAccountById } from '../store/accounts';
import { findAccount } from '../accounts';
import { rememberBrowser } from '../known-browser';
import { tryPassword } from '../try-password';
import { returnQuery } from './interaction';
import { profilePage, type ProfileErrors } from './profile-page';
import { answer, problemsOf, sentence, type Screen, type Visit } from './screen';
import { refuseTooMany, waitOrLink } from './too-many-attempts';

const ProfileSchema = z.object({
  name: NameSchema,
  email: EmailSchema,
  'new-password': z.union([z.literal(''), NewPasswordSchema]),
});
type Profile = z.infer<typeof ProfileSchema>;

interface SignedIn {
  account: Account;
  session: ProviderSession;
}

export const showProfile: Screen = async (visit) => {
  const signedIn = await requireSession(visit);
  if (!signedIn) return;
  if (visit.form.has('email')) return answer(visit, profilePage(visit, typed(visit)));
  const saved = visit.context.query.saved === 'yes';
  answer(visit, profilePage(visit, { email: signedIn.account.email, name: signedIn.account.name, saved }));
};

export const saveProfile: Screen = async (visit) => {
  const signedIn = await requireSession(visit);
  if (!signedIn) return;
  const { form, services } = visit;
  const { account } = signedIn;
  const parsed = ProfileSchema.safeParse({
    name: form.get('name') ?? '',
    email: form.get('email') ?? '',
    'new-password': form.get('new-password') ?? '',
  });
  if (!parsed.success) return refuse(visit, problemsOf(parsed.error));
  if (needsPassword(account, parsed.data) && !(await admitByPassword(visit, account))) return;

  if (!(await changeUnlessTaken(visit, signedIn, parsed.data))) return;
  if (parsed.data['new-password'] !== '') await rememberBrowser(services, visit.context, account.id);
  tellByMail(visit, account, parsed.data);
  const back = returnQuery(visit);
  redirect(visit.context, `${services.mountPath}/profile${back}${back === '' ? '?' : '&'}saved=yes`);
};

/** The account of the provider's session; without one the way leads to the sign-in page and back. */
async function requireSession(visit: Visit): Promise<SignedIn | null> {
  const { services, context } = visit;
  const session = await sessionOf(services, context);
  const account = session.accountId === undefined ? null : await findAccount(services.db, session.accountId);
  if (account) return { account, session };
  const address = `${services.ownOrigin}${services.mountPath}/profile${returnQuery(visit)}`;
  redirect(context, `${services.mountPath}/sign-in?returnUrl=${encodeURIComponent(address)}`);
  return null;
}

function needsPassword(account: Account, profile: Profile): boolean {
  return emailKey(profile.email) !== emailKey(account.email) || profile['new-password'] !== '';
}

/** Checks the current password under the limit of sign-in attempts; answers itself when it is not right. */
async function admitByPassword(visit: Visit, account: Account): Promise<boolean> {
  const { services, form } = visit;
  const password = form.get('current-password') ?? '';
  if (password === '') {
    refuse(visit, { 'current-password': 'currentPasswordMissing' });
    return false;
  }
  const row = await findAccountById(services.db, account.id);
  const outcome = await tryPassword(services, visit.context, {
    email: account.email,
    account: row,
    password,
  });
  if (outcome.retryAfterSeconds !== undefined) {
    const intro = waitOrLink(visit);
    refuseTooMany(visit, outcome.retryAfterSeconds, (text) =>
      profilePage(visit, typed(visit), { 'current-password': text }, intro),
    );
  } else if (!outcome.isRight) refuse(visit, { 'current-password': 'currentPasswordWrong' });
  return outcome.isRight;
}

/** Answers itself when another account has the e-mail, or when too many were asked for. */
async function changeUnlessTaken(
  visit: Visit,
  { account, session }: SignedIn,
  profile: Profile,
): Promise<boolean> {
  const { services } = visit;
  const address = services.addressOf(visit.context);
  const asksForEmail = emailKey(profile.email) !== emailKey(account.email);
  const verdict = asksForEmail ? await admitNewEmail(services, address) : null;
  if (verdict?.allowed === false) {
    const page = (text: string) => profilePage(visit, typed(visit), { email: text });
    refuseTooMany(visit, verdict.retryAfterSeconds, page);
    return false;
  }
  const { name, email, 'new-password': newPassword } = profile;
  const change = { name, email, newPassword: newPassword || undefined };
  const isChanged = await changeProfile(services.db, account, session, change);
  if (!isChanged) refuse(visit, { email: 'emailTaken' });
  else if (verdict) await forgetNewEmail(services, address, verdict);
  return isChanged;
}

function refuse(visit: Visit, problems: Record<string, EntryProblem>): void {
  const errors: ProfileErrors = Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, sentence(visit.frame.texts, problem)]),
  );
  answer(visit, profilePage(visit, typed(visit), errors));
}

function typed(visit: Visit) {
  return { email: visit.form.get('email') ?? '', name: visit.form.get('name') ?? '' };
}

function tellByMail(visit: Visit, former: Account, profile: Profile): void {
  const { sendInBackground } = visit.services;
  if (emailKey(profile.email) !== emailKey(former.email))
    sendInBackground(emailChangedMail(visit, former, profile.email));
  if (profile['new-password'] !== '') sendInBackground(passwordChangedMail(visit, former));
}
