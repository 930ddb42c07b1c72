import { asc, eq, inArray, or, sql, type SQL } from 'drizzle-orm';

import type { AdministeredAccount } from '@domain/api/administered-accounts';
import { pageWindow } from '@domain/page-of';
import { adminRole, chairRole } from '@domain/roles';
import { hashOf } from '@domain/secrets';

import { type AccountRow, providerRoles } from './accounts';
import type { Database, Queryable } from './database';
import { accounts } from './schema';
import { hasFactor } from './second-factors';

/** Roles without whose holders nobody could do their work, and the refusal of the last one who has it. */
const neededRoles = { [adminRole]: 'last-admin', [chairRole]: 'last-chair' } as const;
export type LastHolderRefusal = (typeof neededRoles)[keyof typeof neededRoles];

/** Within a query about something else, Drizzle would leave the table out of the names of these columns. */
const own = { id: sql`identity.accounts.id`, generation: sql`identity.accounts.generation` };
const sessions = sql<number>`(
  select count(*)::int from identity.artifacts a
  where a.model = 'Session' and a.account_id = ${own.id} and a.generation = ${own.generation} and a.expires_at > now())`;
const unconfirmedEmail = sql<string | null>`(
  select c.email from identity.address_confirmations c
  where c.account_id = ${own.id} and c.generation = ${own.generation} and c.expires_at > now()
  order by c.created_at desc limit 1)`;

const viewed = { row: accounts, providerRoles, sessions, unconfirmedEmail, hasTwoSteps: hasFactor };
type Counted = Pick<AdministeredAccount, Exclude<keyof typeof viewed, 'row'>>;
type ViewedRow = Counted & { row: AccountRow };

/**
 * A page of the accounts whose name or e-mail address contains a text, or whose id it is, by e-mail address; of all
 * accounts with ''. `page` counts from 1; one beyond the last is the last.
 */
export async function pageAccounts(
  db: Database,
  { text, page, perPage }: { text: string; page: number; perPage: number },
): Promise<{ total: number; accounts: AdministeredAccount[] }> {
  const wanted = text === '' ? undefined : containing(text.toLowerCase());
  const total = await db.$count(accounts, wanted);
  const { offset, limit } = pageWindow(total, page, perPage);
  const rows = await db
    .select(viewed)
    .from(accounts)
    .where(wanted)
    .orderBy(asc(accounts.emailKey))
    .offset(offset)
    .limit(limit);
  return { total, accounts: rows.map(viewAccount) };
}

/** Ids of all accounts that `pageAccounts` would list. */
export async function listAccountIds(db: Database, text: string): Promise<string[]> {
  const rows = await db.select({ id: accounts.id }).from(accounts).where(containing(text.toLowerCase()));
  return rows.map(({ id }) => id);
}

/** One account; null if there is none. */
export async function viewAccountOf(db: Queryable, id: string): Promise<AdministeredAccount | null> {
  const [row] = await db.select(viewed).from(accounts).where(eq(accounts.id, id));
  return row ? viewAccount(row) : null;
}

/** Names and addresses of accounts, by id. */
export async function nameAccounts(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, { name: string; email: string }>> {
  const rows = await db
    .select({ id: accounts.id, name: accounts.name, email: accounts.email })
    .from(accounts)
    .where(inArray(accounts.id, [...ids]));
  return new Map(rows.map(({ id, ...named }) => [id, named]));
}

/** An account, and whether others have its roles. */
export interface AccountWithRoles {
  account: AccountRow;
  /** Roles that its outside providers give. */
  providerRoles: string[];
  /**
   * Why it cannot give up a role: nobody else who can log in has it. Null if it can. A role that an outside provider gives
   * may end without anybody's act, so it does not replace one that is given here.
   */
  mustKeep(role: keyof typeof neededRoles): LastHolderRefusal | null;
}

/**
 * Locks accounts and the holders of needed roles, always in the same order, so that of two administrators who take a
 * role from each other, or of two chairs who leave at the same time, one is refused. Returns those of `ids` that exist.
 */
export function lockAccounts(tx: Queryable, ids: readonly string[]): Promise<Map<string, AccountWithRoles>> {
  return readHolders(tx, ids, { isLocking: true });
}

/** The same without locks, for pages that only show what would be refused now. */
export function readAccounts(db: Queryable, ids: readonly string[]): Promise<Map<string, AccountWithRoles>> {
  return readHolders(db, ids, { isLocking: false });
}

async function readHolders(
  db: Queryable,
  ids: readonly string[],
  { isLocking }: { isLocking: boolean },
): Promise<Map<string, AccountWithRoles>> {
  const isHolder = sql`(${accounts.roles} || ${providerRoles}) && ${sql.param(Object.keys(neededRoles))}::text[]`;
  const query = db
    .select({ account: accounts, providerRoles })
    .from(accounts)
    .where(or(inArray(accounts.id, [...ids]), isHolder))
    .orderBy(asc(accounts.id));
  const rows = await (isLocking ? query.for('update') : query);
  const wanted = rows.filter(({ account }) => ids.includes(account.id));
  return new Map(
    wanted.map((row) => {
      const others = rows.filter((other) => other !== row && other.account.lockedAt === null);
      const mustKeep: AccountWithRoles['mustKeep'] = (role) => {
        const isOwn = row.account.roles.includes(role);
        const isKept = others.some((other) => (isOwn ? other.account.roles : rolesOf(other)).includes(role));
        return rolesOf(row).includes(role) && !isKept ? neededRoles[role] : null;
      };
      return [row.account.id, { ...row, mustKeep }];
    }),
  );
}

/** The same for one account; null if there is no such account. */
export async function lockAccount(tx: Queryable, id: string): Promise<AccountWithRoles | null> {
  return (await lockAccounts(tx, [id])).get(id) ?? null;
}

/** All roles of an account. */
export function rolesOf(locked: Pick<AccountWithRoles, 'account' | 'providerRoles'>): string[] {
  return [...locked.account.roles, ...locked.providerRoles];
}

function containing(text: string): SQL | undefined {
  return or(
    sql`position(${text} in lower(${accounts.name})) > 0`,
    sql`position(${text} in ${accounts.emailKey}) > 0`,
    eq(accounts.id, text),
  );
}

/** Changes with everything that an administrator can change. */
export function versionOf({ name, email, roles, lockedAt, generation }: AccountRow): string {
  return hashOf(JSON.stringify([name, email, [...roles].sort(), lockedAt, generation]));
}

function viewAccount({ row, ...counted }: ViewedRow): AdministeredAccount {
  const { id, name, email, roles, generation } = row;
  return {
    ...{ id, name, email, roles, generation },
    ...counted,
    lockedAt: row.lockedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    version: versionOf(row),
  };
}
