import { z } from 'zod';

import { EmailSchema, NameSchema, NewPasswordSchema, type EntryProblem } from '../account-rules';
import { accountOf, findAccount, type Account, type PasswordChange } from '../accounts';
import { admitNewEmail, forgetNewEmail } from '../attempt-limits';
import { changeProfile } from '../change-profile';
import { redirect } from '../http/exchange';
import { rememberBrowser } from '../known-browser';
import { emailChangedMail, passwordChangedMail } from '../mails';
import { sessionOf, startSession, tellClients } from '../provider-session';
import { emailKey, findAccountById } from '../store/accounts';
import { tryPassword } from '../try-password';
import { returnQuery, webSignIn } from './interaction';
import { profilePage, savedChanges, type ProfileErrors, type SavedChange } from './profile-page';
import { answer, problemsOf, sentence, type Screen, type Visit } from './screen';
import { refuseTooMany, waitOrLink } from './too-many-attempts';

const ProfileSchema = z.object({
  name: NameSchema,
  email: EmailSchema,
  'new-password': z.union([z.literal(''), NewPasswordSchema]),
});
type Profile = z.infer<typeof ProfileSchema>;

export const showProfile: Screen = async (visit) => {
  const account = await requireSession(visit);
  if (!account) return;
  if (visit.form.has('email')) return answer(visit, profilePage(visit, typed(visit)));
  const saved = savedChanges.find((kind) => kind === visit.context.query.saved);
  answer(visit, profilePage(visit, { email: account.email, name: account.name, saved }));
};

export const saveProfile: Screen = async (visit) => {
  const account = await requireSession(visit);
  if (!account) return;
  const { form, services, context } = visit;
  const parsed = ProfileSchema.safeParse({
    name: form.get('name') ?? '',
    email: form.get('email') ?? '',
    'new-password': form.get('new-password') ?? '',
  });
  if (!parsed.success) return refuse(visit, problemsOf(parsed.error));
  if (needsPassword(account, parsed.data) && !(await admitByPassword(visit, account))) return;

  const changed = await changeUnlessRefused(visit, account, parsed.data);
  if (!changed) return;
  tellByMail(visit, account, parsed.data);
  const back = returnQuery(visit);
  const kind: SavedChange = parsed.data['new-password'] === '' ? 'yes' : 'password';
  const saved = `${services.mountPath}/profile${back}${back === '' ? '?' : '&'}saved=${kind}`;
  if (kind === 'yes') return redirect(context, saved);
  // Whoever has a copy of this browser's cookies loses them as well: here, all are new, and nothing is asked.
  tellClients(services, changed);
  await startSession(services, context, accountOf(changed.account));
  await rememberBrowser(services, context, changed.account);
  redirect(context, `${webSignIn(visit)}?returnUrl=${encodeURIComponent(saved)}`);
};

/** The account of the provider's session; without one the way leads to the sign-in page and back. */
async function requireSession(visit: Visit): Promise<Account | null> {
  const { services, context } = visit;
  const session = await sessionOf(services, context);
  const account = session.accountId === undefined ? null : await findAccount(services.db, session.accountId);
  if (account) return account;
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
  const outcome = await tryPassword(services, visit.context, { email: account.email, account: row, password });
  if (outcome.retryAfterSeconds !== undefined) {
    const intro = waitOrLink(visit);
    refuseTooMany(visit, outcome.retryAfterSeconds, (text) =>
      profilePage(visit, typed(visit), { 'current-password': text }, intro),
    );
  } else if (!outcome.isRight) refuse(visit, { 'current-password': 'currentPasswordWrong' });
  return outcome.isRight;
}

/** Answers itself, with null, when the change is refused or too many e-mails were asked for. */
async function changeUnlessRefused(
  visit: Visit,
  account: Account,
  { name, email, 'new-password': newPassword }: Profile,
): Promise<PasswordChange | null> {
  const { services } = visit;
  const address = services.addressOf(visit.context);
  const asksForEmail = emailKey(email) !== emailKey(account.email);
  const verdict = asksForEmail ? await admitNewEmail(services, address) : null;
  if (verdict?.allowed === false) {
    const page = (text: string) => profilePage(visit, typed(visit), { email: text });
    refuseTooMany(visit, verdict.retryAfterSeconds, page);
    return null;
  }
  const change = { name, email, newPassword: newPassword || undefined };
  const changed = await changeProfile(services.db, account, change);
  if (!changed.account) {
    const isTaken = changed.refusal === 'email-taken';
    refuse(visit, isTaken ? { email: 'emailTaken' } : { 'current-password': 'currentPasswordWrong' });
    return null;
  }
  if (verdict) await forgetNewEmail(services, address, verdict);
  return changed;
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
