import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider';

import {
  consumeArtifact,
  findArtifact,
  findArtifactByUid,
  removeArtifact,
  removeArtifactsOfGrant,
  upsertArtifact,
} from '../store/artifacts';
import type { Database } from '../store/database';
import { generationIn } from './generation';

/** PostgreSQL can neither store nor search for this character, and ids never contain it. */
const unstorable = '\0';

/** Storage of oidc-provider in the database: one row per session, interaction, grant, code and refresh token. */
export function createAdapterFactory(db: Database): AdapterFactory {
  return (model: string): Adapter => ({
    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn ? new Date(Date.now() + expiresIn * 1000) : null;
      await upsertArtifact(db, { model, id, payload: withoutId(payload, id), expiresAt, ...holderOf(payload) });
    },
    async find(id) {
      if (id.includes(unstorable)) return undefined;
      const payload = await findArtifact(db, model, id);
      return payload && withId(payload, id);
    },
    async findByUid(uid) {
      return (await findArtifactByUid(db, model, uid)) as AdapterPayload | undefined;
    },
    async findByUserCode() {
      return undefined; // the device flow is off
    },
    async consume(id) {
      // oidc-provider reads first and marks later. If two requests send the same code or refresh token at the same
      // time, only the one that marks it may continue.
      if (!(await consumeArtifact(db, model, id, new Date()))) throw new errors.InvalidGrant('already used');
    },
    async destroy(id) {
      await removeArtifact(db, model, id);
    },
    async revokeByGrantId(grantId) {
      await removeArtifactsOfGrant(db, model, grantId);
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

function withId(payload: Record<string, unknown>, id: string): AdapterPayload {
  if (payload.kind !== 'Interaction') return { ...payload, jti: id };
  return { ...payload, jti: id, returnTo: String(payload.returnTo) + id };
}

/** The account that an artifact was issued to, and the generation of its password. */
function holderOf({ accountId, amr, result }: AdapterPayload) {
  const login = result?.login;
  return { accountId: accountId ?? login?.accountId ?? null, generation: generationIn(amr ?? login?.amr) };
}
