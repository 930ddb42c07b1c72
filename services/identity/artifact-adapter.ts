import { errors, type Adapter, type AdapterFactory, type AdapterPayload } from 'oidc-provider';

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
      await upsertArtifact(db, { model, id, payload: { ...payload }, expiresAt });
    },
    async find(id) {
      if (id.includes(unstorable)) return undefined;
      return (await findArtifact(db, model, id)) as AdapterPayload | undefined;
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
