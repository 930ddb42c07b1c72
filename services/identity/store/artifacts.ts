import { and, eq, getTableColumns, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm';
import { errors, type Adapter, type AdapterFactory, type AdapterPayload } from 'oidc-provider';

import { hashOf } from '@domain/secrets';
import type { Database, Queryable } from './database';
import { generationIn } from './generation';
import { accounts, artifacts } from './schema';

/** PostgreSQL can neither store nor search for this character, and ids never contain it. */
const unstorable = '\0';

/** Storage of oidc-provider in the database: one row per session, interaction, grant, code and refresh token. */
export function createAdapterFactory(db: Database): AdapterFactory {
  return (model: string): Adapter => ({
    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn ? new Date(Date.now() + expiresIn * 1000) : null;
      const { grantId = null, uid = null } = payload;
      const changing = { payload: withoutId(payload, id), expiresAt, grantId, uid, ...holderOf(payload) };
      await db
        .insert(artifacts)
        .values({ model, idHash: hashOf(id), ...changing })
        .onConflictDoUpdate({ target: [artifacts.model, artifacts.idHash], set: changing });
    },
    async find(id) {
      if (id.includes(unstorable)) return undefined;
      const payload = await findPayload(db, isArtifact(model, id));
      return payload && withId(payload, id);
    },
    findByUid: (uid) => findPayload(db, and(eq(artifacts.model, model), eq(artifacts.uid, uid))),
    async findByUserCode() {
      return undefined; // the device flow is off
    },
    async consume(id) {
      // oidc-provider reads first and marks later. If two requests send the same code or refresh token at the same
      // time, only the one that marks it may continue.
      const isUnused = and(isArtifact(model, id), isNull(artifacts.consumedAt));
      const marked = await db.update(artifacts).set({ consumedAt: new Date() }).where(isUnused).returning();
      if (marked.length === 0) throw new errors.InvalidGrant('already used');
    },
    async destroy(id) {
      await db.delete(artifacts).where(isArtifact(model, id));
    },
    async revokeByGrantId(grantId) {
      await db.delete(artifacts).where(and(eq(artifacts.model, model), eq(artifacts.grantId, grantId)));
    },
  });
}

/** Leaves out ids: that of the interaction, with which its `returnTo` ends, and that of its session, which is not needed. */
function withoutId(payload: AdapterPayload, id: string): Record<string, unknown> {
  const kept = { ...payload, jti: undefined };
  if (kept.kind !== 'Interaction') return kept;
  const session = kept.session && { ...kept.session, cookie: undefined };
  return { ...kept, session, returnTo: kept.returnTo?.slice(0, -id.length) };
}

function withId(payload: AdapterPayload, id: string): AdapterPayload {
  if (payload.kind !== 'Interaction') return { ...payload, jti: id };
  return { ...payload, jti: id, returnTo: String(payload.returnTo) + id };
}

/** The account that an artifact was issued to, and its generation at that time. */
function holderOf({ accountId, amr, result }: AdapterPayload) {
  const login = result?.login;
  return { accountId: accountId ?? login?.accountId ?? null, generation: generationIn(amr ?? login?.amr) };
}

/** Removes a grant with every code and token made from it. */
export async function removeGrant(db: Queryable, grantId: string): Promise<void> {
  await db.delete(artifacts).where(or(isArtifact('Grant', grantId), eq(artifacts.grantId, grantId)));
}

/** Removes everything issued to an account. Returns its sessions, so that clients can be notified. */
export async function removeArtifactsOfAccount(db: Queryable, accountId: string): Promise<Record<string, unknown>[]> {
  const removed = await db.delete(artifacts).where(eq(artifacts.accountId, accountId)).returning();
  return removed.filter(({ model }) => model === 'Session').map(({ payload }) => payload);
}

export async function purgeArtifacts(db: Queryable, before: Date): Promise<void> {
  await db.delete(artifacts).where(lt(artifacts.expiresAt, before));
}

/** An artifact of an account is valid only while the account exists, is of the same generation and is not locked. */
async function findPayload(db: Database, where: SQL | undefined): Promise<AdapterPayload | undefined> {
  const sameGeneration = or(eq(artifacts.model, 'Grant'), eq(accounts.generation, artifacts.generation));
  const [row] = await db
    .select(getTableColumns(artifacts))
    .from(artifacts)
    .leftJoin(accounts, eq(accounts.id, artifacts.accountId))
    .where(
      and(
        where,
        or(isNull(artifacts.accountId), and(isNotNull(accounts.id), isNull(accounts.lockedAt), sameGeneration)),
      ),
    );
  if (!row?.consumedAt) return row?.payload;
  // oidc-provider expects the time of use, in seconds, in the payload.
  return { ...row.payload, consumed: Math.floor(row.consumedAt.getTime() / 1000) };
}

function isArtifact(model: string, id: string) {
  return and(eq(artifacts.model, model), eq(artifacts.idHash, hashOf(id)));
}
