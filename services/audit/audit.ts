import { and, desc, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import type { AuditAct } from '@domain/api/administration';
import { pageWindow } from '@domain/page-of';

import { acts } from './schema';

/** A connection to the database, with or without a transaction, whatever other tables it knows. */
type Connection = Pick<NodePgDatabase, 'insert' | 'select' | 'update' | '$count'>;

export type AuditRow = typeof acts.$inferSelect;
type NewAct = Pick<AuditRow, 'at' | 'actor' | 'act'> &
  Partial<Pick<AuditRow, 'account' | 'object' | 'before' | 'after'>>;

/** Records an administrative act, in the transaction that carries it out. */
export async function recordAct(db: Pick<Connection, 'insert'>, act: NewAct): Promise<void> {
  await db.insert(acts).values(act);
}

/** Ids of accounts, and of those that were merged into one of them, and into these. */
export async function withMerged(db: Pick<Connection, 'select'>, accounts: readonly string[]): Promise<string[]> {
  const known = new Set<string>();
  for (let found = [...accounts]; found.length > 0;) {
    for (const id of found) known.add(id);
    const isMerge = and(eq(acts.act, 'merged'), isOneOf(acts.account, found));
    const merged = await db.select({ id: acts.object }).from(acts).where(isMerge);
    found = merged.flatMap(({ id }) => (id === null || known.has(id) ? [] : id));
  }
  return [...known];
}

/** There may be more ids than a statement has parameters. */
function isOneOf(column: AnyPgColumn, ids: readonly string[]): SQL {
  return sql`${column} = any(${sql.param([...ids])}::text[])`;
}

/**
 * Takes out names and addresses of somebody whose account is deleted, also of the accounts that were merged into it. The
 * acts keep the ids of the accounts, and what roles they had, unless it stands with their names.
 */
export async function forgetInActs(db: Pick<Connection, 'select' | 'update'>, account: string): Promise<void> {
  const known = await withMerged(db, [account]);
  const names = sql`(${acts.before} ?| array['name', 'email'] or ${acts.after} ?| array['name', 'email'])`;
  await db
    .update(acts)
    .set({ before: null, after: null })
    .where(and(isOneOf(acts.account, known), names));
}

/**
 * Which acts are wanted; null: all. `accounts` are ids of who acted or whom it concerned, with the accounts that were
 * merged into them.
 */
interface AuditFilter {
  accounts: readonly string[] | null;
  act: AuditAct | null;
}

/** A page of the acts, the newest first. `page` counts from 1; one beyond the last is the last. */
export async function listActs(
  db: Connection,
  filter: AuditFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ total: number; rows: AuditRow[] }> {
  const accounts = filter.accounts && (await withMerged(db, filter.accounts));
  const wanted = conditionOf({ ...filter, accounts });
  const total = await db.$count(acts, wanted);
  const { offset, limit } = pageWindow(total, page, perPage);
  const rows = await db.select().from(acts).where(wanted).orderBy(desc(acts.id)).offset(offset).limit(limit);
  return { total, rows };
}

/** Whether an act concerned an account after a moment; with `actor`, whether it was theirs. */
export async function hasActed(
  db: Pick<Connection, '$count'>,
  { account, act, after, actor }: { account: string; act: AuditAct; after: Date; actor?: string | null },
): Promise<boolean> {
  const byActor = actor ? eq(acts.actor, actor) : undefined;
  return (await db.$count(acts, and(eq(acts.account, account), eq(acts.act, act), gt(acts.at, after), byActor))) > 0;
}

/** Whether an account was merged into another one. */
export async function wasMerged(
  db: Pick<Connection, '$count'>,
  { from, into }: { from: string; into: string },
): Promise<boolean> {
  return (await db.$count(acts, and(isMergeOf([from]), eq(acts.account, into)))) > 0;
}

function isMergeOf(accounts: readonly string[]): SQL | undefined {
  return and(eq(acts.act, 'merged'), isOneOf(acts.object, accounts));
}

function conditionOf({ accounts, act }: AuditFilter): SQL | undefined {
  return and(
    accounts === null
      ? undefined
      : or(isOneOf(acts.account, accounts), isOneOf(acts.actor, accounts), isMergeOf(accounts)),
    act === null ? undefined : eq(acts.act, act),
  );
}

/** Names and addresses of accounts that were merged into another one, by their ids; without those that were taken out. */
export async function nameMerged(
  db: Pick<Connection, 'select'>,
  ids: readonly string[],
): Promise<Map<string, { name: string; email: string }>> {
  const rows = await db.select({ object: acts.object, before: acts.before }).from(acts).where(isMergeOf(ids));
  return new Map(
    rows.flatMap(({ object, before }) =>
      object !== null && before?.email !== undefined
        ? [[object, { name: before.name ?? '', email: before.email }]]
        : [],
    ),
  );
}

/** Ids of accounts that were merged into another one, with a text in the name or address that they had. */
export async function findMerged(db: Pick<Connection, 'select'>, text: string): Promise<string[]> {
  const has = (value: string) => sql`position(lower(${text}) in lower(${acts.before} ->> ${value})) > 0`;
  const rows = await db
    .select({ object: acts.object })
    .from(acts)
    .where(and(eq(acts.act, 'merged'), or(has('name'), has('email'))));
  return rows.flatMap(({ object }) => object ?? []);
}
