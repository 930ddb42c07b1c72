import { errors, type Adapter, type AdapterFactory, type AdapterPayload } from 'oidc-provider';

import { generationIn } from './generation';
import {
  consumeArtifact,
  findArtifact,
  findArtifactByUid,
  removeArtifact,
  removeArtifactsOfGrant,
  upsertArtifact,
} from './store/artifacts';
import type { Database } from './store/database';

/** PostgreSQL cannot store or look for this character, and no id of ours has it. */
const unstorable = '\0';

/** oidc-provider's storage on our database: one row per session, interaction, grant, code and refresh token. */
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
      // oidc-provider looks first and marks later; when two requests bring the same code or refresh
      // token at once, only the one that marks it may go on.
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

/** An interaction's way on ends with its id, and its session's id is of no use to anybody: neither is kept. */
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

/** Whom something was handed out to, and by which generation of the password. */
function holderOf({ accountId, amr, result }: AdapterPayload) {
  const login = result?.login;
  return { accountId: accountId ?? login?.accountId ?? null, generation: generationIn(amr ?? login?.amr) };
}
