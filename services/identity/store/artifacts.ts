import { and, eq, inArray, isNull, lt, notInArray, or, sql, type SQL } from 'drizzle-orm';

import type { Database, Queryable } from './database';
import { artifacts } from './schema';

type Payload = Record<string, unknown>;
type Row = typeof artifacts.$inferSelect;

export async function upsertArtifact(
  db: Database,
  artifact: { model: string; id: string; payload: Payload; expiresAt: Date | null },
): Promise<void> {
  const { payload, expiresAt } = artifact;
  const changing = {
    payload,
    expiresAt,
    accountId: textOf(payload.accountId),
    grantId: textOf(payload.grantId),
    uid: textOf(payload.uid),
  };
  await db
    .insert(artifacts)
    .values({ model: artifact.model, id: artifact.id, ...changing })
    .onConflictDoUpdate({ target: [artifacts.model, artifacts.id], set: changing });
}

export async function findArtifact(db: Database, model: string, id: string): Promise<Payload | undefined> {
  return first(db, and(eq(artifacts.model, model), eq(artifacts.id, id)));
}

export async function findArtifactByUid(
  db: Database,
  model: string,
  uid: string,
): Promise<Payload | undefined> {
  return first(db, and(eq(artifacts.model, model), eq(artifacts.uid, uid)));
}

/** Marks a code or a refresh token as used. Returns false when it was used already: of two at once one wins. */
export async function consumeArtifact(db: Database, model: string, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(artifacts)
    .set({ consumedAt: now })
    .where(and(eq(artifacts.model, model), eq(artifacts.id, id), isNull(artifacts.consumedAt)))
    .returning({ id: artifacts.id });
  return rows.length === 1;
}

export async function removeArtifact(db: Database, model: string, id: string): Promise<void> {
  await db.delete(artifacts).where(and(eq(artifacts.model, model), eq(artifacts.id, id)));
}

export async function removeArtifactsOfGrant(db: Database, model: string, grantId: string): Promise<void> {
  await db.delete(artifacts).where(and(eq(artifacts.model, model), eq(artifacts.grantId, grantId)));
}

/** Removes a grant with every code and token made from it. */
export async function removeGrant(db: Queryable, grantId: string): Promise<void> {
  const grant = and(eq(artifacts.model, 'Grant'), eq(artifacts.id, grantId));
  await db.delete(artifacts).where(or(grant, eq(artifacts.grantId, grantId)));
}

/**
 * Ends every session and voids every token of an account, except one session (by its uid) and what
 * hangs on its grants: whoever changes the password stays signed in, a thief does not.
 */
export async function endSessionsOfAccount(
  db: Queryable,
  accountId: string,
  keep: { sessionUid: string; grantIds: string[] } = { sessionUid: '', grantIds: [] },
): Promise<void> {
  const ofGrant = keep.grantIds.length
    ? or(
        and(eq(artifacts.model, 'Grant'), notInArray(artifacts.id, keep.grantIds)),
        and(
          inArray(artifacts.model, ['RefreshToken', 'AuthorizationCode']),
          notInArray(artifacts.grantId, keep.grantIds),
        ),
      )
    : inArray(artifacts.model, ['Grant', 'RefreshToken', 'AuthorizationCode']);
  const ofSession = and(
    eq(artifacts.model, 'Session'),
    sql`${artifacts.uid} is distinct from ${keep.sessionUid}`,
  );
  await db.delete(artifacts).where(and(eq(artifacts.accountId, accountId), or(ofSession, ofGrant)));
}

export async function purgeArtifacts(db: Queryable, before: Date): Promise<void> {
  await db.delete(artifacts).where(lt(artifacts.expiresAt, before));
}

async function first(db: Database, where: SQL | undefined): Promise<Payload | undefined> {
  const [row] = await db.select().from(artifacts).where(where);
  return row && payloadOf(row);
}

/** oidc-provider reads the time of use, in seconds, from the payload itself. */
function payloadOf(row: Row): Payload {
  if (!row.consumedAt) return row.payload;
  return { ...row.payload, consumed: Math.floor(row.consumedAt.getTime() / 1000) };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
