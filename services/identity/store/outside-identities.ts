import { randomUUID } from 'node:crypto';

import { and, asc, desc, eq, isNotNull, lt, notInArray, sql } from 'drizzle-orm';

import type { Language } from '@domain/language';

import { findAccountById, isUniqueViolation, lockSameAccount, type AccountRow } from './accounts';
import type { Database, Queryable } from './database';
import type { OutsidePerson } from './outside-person';
import { outsideIdentities } from './schema';
import { orderMail } from './waiting-mails';

type IdentityRow = typeof outsideIdentities.$inferSelect;

/** A change of who may log in to an account, of which its owner is told. */
interface LinkChange {
  /** Name of the provider in the language of the mail. */
  label: string;
  language: Language;
  now: Date;
}

export async function findIdentity(
  db: Queryable,
  { issuer, subject }: Pick<OutsidePerson, 'issuer' | 'subject'>,
): Promise<IdentityRow | null> {
  const isIdentity = and(eq(outsideIdentities.issuer, issuer), eq(outsideIdentities.subject, subject));
  const [row] = await db.select().from(outsideIdentities).where(isIdentity);
  return row ?? null;
}

/** The outside identities of an account, the oldest first. */
export function listIdentities(db: Queryable, accountId: string): Promise<IdentityRow[]> {
  const { linkedAt, id } = outsideIdentities;
  const isOwn = eq(outsideIdentities.accountId, accountId);
  return db.select().from(outsideIdentities).where(isOwn).orderBy(asc(linkedAt), asc(id));
}

/** The ORCID iD of an account that a provider has confirmed, the one linked last; null if there is none. */
export async function findOrcid(db: Queryable, accountId: string): Promise<string | null> {
  const { orcid, linkedAt } = outsideIdentities;
  const isConfirmed = and(eq(outsideIdentities.accountId, accountId), isNotNull(orcid));
  const [row] = await db.select({ orcid }).from(outsideIdentities).where(isConfirmed).orderBy(desc(linkedAt)).limit(1);
  return row?.orcid ?? null;
}

type NewLink = { account: Pick<AccountRow, 'id' | 'email' | 'name'>; person: OutsidePerson } & LinkChange;
type OwnersLink = NewLink & { account: Pick<AccountRow, 'generation'> };

/**
 * Links an outside identity; false, and nothing is changed, if it belongs to an account already. Throws as
 * `lockSameAccount`.
 */
export async function linkIdentity(db: Database, link: OwnersLink): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      await lockSameAccount(tx, link.account);
      await addIdentity(tx, link);
    });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/**
 * Lets an outside identity log in to an account and orders the mail to its owner. Returns the account with the
 * roles that it now has. Throws a unique violation if the identity belongs to an account already.
 */
export async function addIdentity(
  db: Queryable,
  { account, person, label, language, now }: NewLink,
): Promise<AccountRow | null> {
  const { issuer, subject, orcid } = person;
  const times = { linkedAt: now, usedAt: now };
  await db
    .insert(outsideIdentities)
    .values({ id: randomUUID(), accountId: account.id, issuer, subject, orcid, ...seenOf(person), ...times });
  const { email, name } = account;
  await orderMail(db, { kind: 'provider-linked', of: account.id, account: { email, name }, label, language }, now);
  return findAccountById(db, account.id);
}

/** Notes a login and renews the roles. Returns the account; null if the identity has none (any more). */
export async function renewIdentity(db: Queryable, person: OutsidePerson, now: Date): Promise<AccountRow | null> {
  const { issuer, subject, orcid } = person;
  const [row] = await db
    .update(outsideIdentities)
    .set({ ...seenOf(person), orcid, usedAt: now })
    .where(and(eq(outsideIdentities.issuer, issuer), eq(outsideIdentities.subject, subject)))
    .returning();
  return row ? findAccountById(db, row.accountId) : null;
}

/** What a login tells about an identity that may change. */
function seenOf({ orcid, email, name, roles }: OutsidePerson) {
  return { shownAs: orcid ?? (email || name), roles };
}

/**
 * Takes an outside identity from an account and orders the mail to its owner. Refuses to take the last way to log in,
 * where only identities of `usable` issuers count. Of two calls at once, the second sees what the first has taken. Throws
 * as `lockSameAccount`.
 */
export function unlinkIdentity(
  db: Database,
  given: { account: Pick<AccountRow, 'id' | 'generation'>; id: string; usable: readonly string[] } & LinkChange,
): Promise<'done' | 'last' | 'not-found'> {
  const { id, usable, label, language, now } = given;
  return db.transaction(async (tx) => {
    const account = await lockSameAccount(tx, given.account);
    const own = await listIdentities(tx, account.id);
    if (!own.some((each) => each.id === id)) return 'not-found';
    const isOther = (each: IdentityRow) => each.id !== id && usable.includes(each.issuer);
    if (account.passwordHash === '' && !own.some(isOther)) return 'last';
    await tx.delete(outsideIdentities).where(eq(outsideIdentities.id, id));
    const { email, name } = account;
    await orderMail(tx, { kind: 'provider-unlinked', of: account.id, account: { email, name }, label, language }, now);
    return 'done';
  });
}

/** Takes the roles of identities with which nobody has logged in since a moment: their provider may not give them any more. */
export async function takeUnrenewedRoles(db: Database, since: Date): Promise<void> {
  const { roles, usedAt } = outsideIdentities;
  await db
    .update(outsideIdentities)
    .set({ roles: [] })
    .where(and(lt(usedAt, since), sql`${roles} <> '{}'`));
}

/**
 * Takes roles that the settings no longer give, because nobody may log in with a removed provider again, which would
 * renew them.
 */
export async function keepPossibleRoles(
  db: Database,
  providers: readonly { issuer: string; roles: ReadonlyMap<string, string> }[],
): Promise<void> {
  const { issuer, roles } = outsideIdentities;
  const issuers = providers.map((provider) => provider.issuer);
  await db
    .update(outsideIdentities)
    .set({ roles: [] })
    .where(and(notInArray(issuer, issuers), sql`${roles} <> '{}'`));
  for (const provider of providers) {
    const possible = sql`array[${sql.join(
      [...provider.roles.values(), ''].map((role) => sql`${role}`),
      sql`, `,
    )}]::text[]`;
    await db
      .update(outsideIdentities)
      .set({ roles: sql`array(select role from unnest(${roles}) as role where role = any(${possible}))` })
      .where(and(eq(issuer, provider.issuer), sql`not ${roles} <@ ${possible}`));
  }
}
