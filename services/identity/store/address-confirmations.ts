import { randomUUID } from 'node:crypto';

import { and, desc, eq, gt, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';

import type { Language } from '@domain/language';
import { hashOf, signatureOf } from '@domain/secrets';
import { comparedEmail } from '@domain/text';

import {
  changeEmail,
  findAccountByEmail,
  findAccountById,
  insertAccount,
  isUniqueViolation,
  type AccountRow,
} from './accounts';
import type { Database, Queryable } from './database';
import { addIdentity, findIdentity } from './outside-identities';
import type { OutsidePerson } from './outside-person';
import { addressConfirmations, type Registration } from './schema';
import { mailWaitingMs, orderMail } from './waiting-mails';

const dayMs = 24 * 60 * 60 * 1000;
/** Counted from the moment at which the mail is sent. */
const validMs = dayMs;
/** Longer than a mail waits for an unavailable mail server. */
const waitingMs = mailWaitingMs + dayMs;
/** Limits how many mails are sent to one address in `validMs`, whoever enters it. */
const maxOpenLinks = 3;

/** Whose address it is to be: that of a new account, or the new one of an account. */
type Applicant = { registration: Registration } | { account: Pick<AccountRow, 'id' | 'generation'> };

/**
 * Stores an e-mail address that is to be confirmed and orders the mail about it. It replaces another new address of the
 * same account, which may have been a typing error.
 */
export async function askForConfirmation(
  db: Queryable,
  { email, language, now, ...applicant }: { email: string; language: Language; now: Date } & Applicant,
): Promise<void> {
  const id = randomUUID();
  if ('account' in applicant) await voidAddresses(db, applicant.account.id);
  await db
    .insert(addressConfirmations)
    .values({
      id,
      email,
      emailKey: comparedEmail(email),
      ...('account' in applicant
        ? { accountId: applicant.account.id, generation: applicant.account.generation }
        : { registration: applicant.registration }),
      createdAt: now,
      expiresAt: new Date(now.getTime() + waitingMs),
    });
  await orderMail(db, { kind: 'confirmation', confirmation: id, language }, now);
}

/** The address that a browser has registered last; null if it waits no longer for its confirmation. */
export async function registeredEmail(
  db: Database,
  { browserHash, now }: { browserHash: string; now: Date },
): Promise<string | null> {
  const { registration, email, createdAt } = addressConfirmations;
  const isOwn = eq(sql`${registration} ->> 'browserHash'`, browserHash);
  const [row] = await db
    .select({ email })
    .from(addressConfirmations)
    .where(and(isOwn, isOpen(now)))
    .orderBy(desc(createdAt))
    .limit(1);
  return row?.email ?? null;
}

/** New addresses of an account that have not been confirmed. */
export async function listUnconfirmed(db: Queryable, account: string): Promise<string[]> {
  const rows = await db
    .select({ email: addressConfirmations.email })
    .from(addressConfirmations)
    .where(eq(addressConfirmations.accountId, account));
  return rows.map(({ email }) => email);
}

/**
 * Makes the link of a stored address, valid for 24 hours from now. It is the same with each call, because a mail that
 * seems to have failed may have been delivered. Returns null if the address was removed, or if enough links were made
 * for it already: any of them confirms the registration, too.
 */
export async function openConfirmation(
  db: Database,
  { id, key, now }: { id: string; /** Secret from which tokens are made. */ key: string; now: Date },
): Promise<{ email: string; token: string; outside: OutsidePerson | null } | null> {
  const [row] = await db.select().from(addressConfirmations).where(eq(addressConfirmations.id, id));
  if (!row) return null;
  const { emailKey, tokenHash } = addressConfirmations;
  const others = and(eq(emailKey, row.emailKey), ne(addressConfirmations.id, id), isNotNull(tokenHash), isOpen(now));
  if ((await db.$count(addressConfirmations, others)) >= maxOpenLinks) return null;
  const token = signatureOf(JSON.stringify(['confirmed address', id]), key);
  await db
    .update(addressConfirmations)
    .set({ tokenHash: hashOf(token), expiresAt: new Date(now.getTime() + validMs) })
    .where(eq(addressConfirmations.id, id));
  return { email: row.email, token, outside: row.registration?.outside ?? null };
}

/** A registration that waits for the confirmation of its address. */
export type WaitingRegistration = Registration & { id: string };

/** Bounds how long a password is compared with registrations, whose hashes are slow. */
const maxRegistrations = 10;

/** The address that a link confirms, and whose it is to be: that of an account, or of one of these registrations. */
export type FoundLink = { email: string } & (
  | { account: AccountRow; registrations?: never }
  | { account: null; registrations: WaitingRegistration[] }
);

/**
 * The address that a link confirms, with the account whose new one it is, or else the newest registrations with it,
 * whoever entered it: only whoever made one of them may have an account from it. That of the link and those of this
 * browser are always among them, however many others there are. Null if the link is not valid.
 */
export async function findLink(
  db: Database,
  { token, browserHash, now }: { token: string; browserHash: string; now: Date },
): Promise<FoundLink | null> {
  const [link] = await db.select().from(addressConfirmations).where(isLink(token, now));
  if (!link) return null;
  if (!link.registration) {
    const account = await findAccountById(db, link.accountId ?? '');
    return account?.generation === link.generation ? { email: link.email, account } : null;
  }
  const { id: ownId, emailKey, registration: registered, createdAt } = addressConfirmations;
  const isOwn = sql`(${ownId} = ${link.id} or ${registered} ->> 'browserHash' = ${browserHash})`;
  const rows = await db
    .select()
    .from(addressConfirmations)
    .where(and(eq(emailKey, link.emailKey), isNotNull(registered), isOpen(now)))
    .orderBy(desc(sql`${ownId} = ${link.id}`), desc(isOwn), desc(createdAt))
    .limit(maxRegistrations);
  rows.sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
  const registrations = rows.flatMap(({ id, registration }) => (registration ? [{ id, ...registration }] : []));
  return { email: link.email, account: null, registrations };
}

/** The new address of an account that waits for its confirmation, or null. */
export async function unconfirmedEmail(
  db: Queryable,
  { id, generation }: Pick<AccountRow, 'id' | 'generation'>,
  now: Date,
): Promise<string | null> {
  const isOwn = and(eq(addressConfirmations.accountId, id), eq(addressConfirmations.generation, generation));
  const [row] = await db
    .select()
    .from(addressConfirmations)
    .where(and(isOwn, isOpen(now)))
    .orderBy(desc(addressConfirmations.createdAt))
    .limit(1);
  return row?.email ?? null;
}

/** What a link led to. `registration` is null if it has changed the address of an existing account. */
export type Confirmed =
  | { account: AccountRow; registration: Registration | null }
  | { account: null; refusal: 'void' | 'taken' | 'linked' };

interface FollowedLink {
  token: string;
  /** Id of the registration from which the account is made; null for the new address of an account. */
  registration: string | null;
  /** Name of the outside provider of the registration, if it has one. */
  label: string;
  language: Language;
  now: Date;
}

/**
 * Creates the account of a registration, or changes the address of an account and orders the mail to the former one.
 * Voids all other links for the address and of the account. Of two calls at once only one succeeds.
 */
export async function confirmAddress(db: Database, link: FollowedLink): Promise<Confirmed> {
  try {
    const confirmed = await db.transaction((tx) => redeem(tx, link));
    // Afterwards, because two transactions that confirm the same address would wait for each other's links.
    if (confirmed.account) await voidOthers(db, confirmed.account);
    return confirmed;
  } catch (error) {
    if (isUniqueViolation(error)) return { account: null, refusal: 'taken' };
    throw error;
  }
}

async function redeem(db: Queryable, link: FollowedLink): Promise<Confirmed> {
  const { language, now } = link;
  const { id, emailKey } = addressConfirmations;
  const [row] = await db.select().from(addressConfirmations).where(isLink(link.token, now)).for('update');
  if (!row) return { account: null, refusal: 'void' };
  if (row.registration) {
    const isChosen = and(eq(id, link.registration ?? ''), eq(emailKey, row.emailKey), isOpen(now));
    const [chosen] = await db.select().from(addressConfirmations).where(isChosen);
    if (!chosen?.registration) return { account: null, refusal: 'void' };
    await db.delete(addressConfirmations).where(eq(id, row.id));
    const { registration, email } = chosen;
    const { name, passwordHash, outside } = registration;
    if (outside && (await findIdentity(db, outside))) return { account: null, refusal: 'linked' };
    const added = await insertAccount(db, { id: randomUUID(), email, name, passwordHash, roles: [] });
    // Whoever reads the mails of an address may link an outside identity to the account that has it.
    const account = added ?? (outside ? await findAccountByEmail(db, email) : null);
    if (!account) return { account: null, refusal: 'taken' };
    const linked = outside && (await addIdentity(db, { account, person: outside, label: link.label, language, now }));
    return { account: linked ?? account, registration };
  }
  await db.delete(addressConfirmations).where(eq(id, row.id));
  const { email, registration } = row;
  const changed = await changeEmail(db, { id: row.accountId ?? '', generation: row.generation ?? -1 }, email);
  if (!changed) return { account: null, refusal: 'void' };
  const { account, former } = changed;
  await orderMail(db, { kind: 'email-changed', of: account.id, former, email, language }, now);
  return { account, registration };
}

async function voidOthers(db: Database, account: AccountRow): Promise<void> {
  await db.delete(addressConfirmations).where(eq(addressConfirmations.emailKey, account.emailKey));
  await voidAddresses(db, account.id);
}

/** Voids what was asked for an account so far. Mailed links still count for the limits of their addresses. */
export async function voidAddresses(db: Queryable, account: string): Promise<void> {
  const { id, accountId, tokenHash } = addressConfirmations;
  const isOwn = eq(accountId, account);
  await db.delete(addressConfirmations).where(and(isOwn, isNull(tokenHash)));
  const voided = { tokenHash: sql`'void ' || ${id}`, generation: null };
  await db.update(addressConfirmations).set(voided).where(isOwn);
}

export async function purgeConfirmations(db: Database, before: Date): Promise<void> {
  await db.delete(addressConfirmations).where(lt(addressConfirmations.expiresAt, before));
}

function isLink(token: string, now: Date) {
  return and(eq(addressConfirmations.tokenHash, hashOf(token)), isOpen(now));
}

function isOpen(now: Date) {
  return gt(addressConfirmations.expiresAt, now);
}
