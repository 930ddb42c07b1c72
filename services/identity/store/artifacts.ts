import { createHash } from 'node:crypto';

import { and, eq, getTableColumns, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm';

import type { Database, Queryable } from './database';
import { accounts, artifacts } from './schema';

type Payload = Record<string, unknown>;
type Row = typeof artifacts.$inferSelect;

export interface Artifact {
  model: string;
  id: string;
  payload: Payload;
  expiresAt: Date | null;
  accountId: string | null;
  generation: number | null;
}

export async function upsertArtifact(db: Database, artifact: Artifact): Promise<void> {
  const { model, id, ...given } = artifact;
  const { payload } = given;
  const changing = { ...given, grantId: textOf(payload.grantId), uid: textOf(payload.uid) };
  await db
    .insert(artifacts)
    .values({ model, idHash: hashOf(id), ...changing })
    .onConflictDoUpdate({ target: [artifacts.model, artifacts.idHash], set: changing });
}

export async function findArtifact(db: Database, model: string, id: string): Promise<Payload | undefined> {
  return first(db, isArtifact(model, id));
}

export async function findArtifactByUid(db: Database, model: string, uid: string): Promise<Payload | undefined> {
  return first(db, and(eq(artifacts.model, model), eq(artifacts.uid, uid)));
}

/** Marks a code or a refresh token as used. Returns false if it was used already, so that only one of two calls wins. */
export async function consumeArtifact(db: Database, model: string, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(artifacts)
    .set({ consumedAt: now })
    .where(and(isArtifact(model, id), isNull(artifacts.consumedAt)))
    .returning({ model: artifacts.model });
  return rows.length === 1;
}

export async function removeArtifact(db: Database, model: string, id: string): Promise<void> {
  await db.delete(artifacts).where(isArtifact(model, id));
}

export async function removeArtifactsOfGrant(db: Database, model: string, grantId: string): Promise<void> {
  await db.delete(artifacts).where(and(eq(artifacts.model, model), eq(artifacts.grantId, grantId)));
}

/** Removes a grant with every code and token made from it. */
export async function removeGrant(db: Queryable, grantId: string): Promise<void> {
  await db.delete(artifacts).where(or(isArtifact('Grant', grantId), eq(artifacts.grantId, grantId)));
}

/** Removes everything issued to an account. Returns its sessions, so that clients can be notified. */
export async function removeArtifactsOfAccount(db: Queryable, accountId: string): Promise<Payload[]> {
  const rows = await db
    .delete(artifacts)
    .where(eq(artifacts.accountId, accountId))
    .returning({ model: artifacts.model, payload: artifacts.payload });
  return rows.flatMap(({ model, payload }) => (model === 'Session' ? [payload] : []));
}

export async function purgeArtifacts(db: Queryable, before: Date): Promise<void> {
  await db.delete(artifacts).where(lt(artifacts.expiresAt, before));
}

/** An artifact of an account is valid only while the account exists and is of the same generation. */
async function first(db: Database, where: SQL | undefined): Promise<Payload | undefined> {
  const sameGeneration = or(eq(artifacts.model, 'Grant'), eq(accounts.generation, artifacts.generation));
  const [row] = await db
    .select(getTableColumns(artifacts))
    .from(artifacts)
    .leftJoin(accounts, eq(accounts.id, artifacts.accountId))
    .where(and(where, or(isNull(artifacts.accountId), and(isNotNull(accounts.id), sameGeneration))));
  return row && payloadOf(row);
}

function isArtifact(model: string, id: string) {
  return and(eq(artifacts.model, model), eq(artifacts.idHash, hashOf(id)));
}

/** A plain hash is enough, because ids have at least 126 random bits. */
function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

/** oidc-provider expects the time of use, in seconds, in the payload. */
function payloadOf(row: Row): Payload {
  if (!row.consumedAt) return row.payload;
  return { ...row.payload, consumed: Math.floor(row.consumedAt.getTime() / 1000) };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
